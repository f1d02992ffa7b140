"""Runs work that needs no game in this process, in a pool of processes, or on a cluster.

executors   one interface for all three: `concurrent.futures.Executor`
pool        processes of this machine; what dies is started again
verdicts    which boards can be solved, kept on disk
jobs        the work: functions of values, at module level, so that any process can find them
"""
