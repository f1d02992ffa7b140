"""The work of a test on a Dask cluster of two processes, of which one dies.

In a process of its own: the threads of a cluster stay when it has ended.
"""

import os
import signal
from contextlib import closing

import tasks_of_tests as tasks
from distributed import Client, LocalCluster

from xyzgrid_ext.workers import Pool

if __name__ == "__main__":
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, protocol="tcp://"
    ) as cluster:
        address = cluster.scheduler_address
        with closing(Pool(address)) as work:
            squares = work.map(tasks.slow_square, range(60))
            assert next(squares) == 0
            # a worker dies in the midst
            with Client(address, set_as_default=False) as client:
                os.kill(min(client.run(os.getpid).values()), signal.SIGKILL)
            assert list(squares) == [n * n for n in range(1, 60)]
