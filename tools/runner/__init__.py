"""Runs the game of a game dir: bootstrap without a terminal, start, log in, stop.

telnet is a small client; game is a game dir as a running thing: ports, processes, start and stop;
bootstrap makes the database, the superuser and the worlds in a process of its own; __main__ is
what `make play` and `make stop` call.
"""
