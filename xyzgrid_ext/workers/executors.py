"""Where work is done: an `Executor` of the standard library, whichever was asked for.

    with opened(workers=4) as work:                        processes of this machine
    with opened(cluster="tcp://10.0.0.5:8786") as work:    a Dask cluster
    with opened() as work:                                 this process
        for found in work.map(jobs.dungeons, batches): ...

The results are equal byte for byte, and come in the order of the work. A worker that dies costs
another try, not a result: `pool` begins its work again, and so does the scheduler of Dask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeVar

from xyzgrid_ext.core.errors import UsageError

T = TypeVar("T")
_SECONDS = 10  # that a cluster may take to answer


class Here(Executor):
    """The process that asks: work is done when it is submitted, by `map` when it is asked for."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Do it, and return it done."""
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - it is raised where the result is asked for
            done.set_exception(error)
        return done

    def map(self, fn: Callable[..., T], *iterables: Any, **options: Any) -> Iterator[T]:
        """The results, each worked out when it is asked for; no options change anything."""
        return map(fn, *iterables)


class Cluster(Executor):
    """The executor of a Dask client, with the `map` of the standard library for its own.

    Dask's wants the lengths of what it is given.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have it done by one of the workers."""
        return self._executor.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work; what was begun is the cluster's, which lets go what nobody wants."""
        self._executor.shutdown(wait and not cancel_futures)


@contextmanager
def opened(workers: int = 1, cluster: str = "") -> Iterator[Executor]:
    """Open the executor of a number of processes or of a cluster's address; it ends with the block.

    Raises:
        UsageError: if no cluster answers there, or Dask is not installed.

    """
    if cluster:
        with _client(cluster) as client, Cluster(client.get_executor()) as executor:
            yield executor
    elif workers > 1:
        # here, as a browser has no processes
        from xyzgrid_ext.workers.pool import Pool

        pool = Pool(workers)
        try:
            yield pool
        except BaseException:
            pool.shutdown(cancel_futures=True)  # nobody waits for the rest
            raise
        pool.shutdown()
    else:
        yield Here()


def _client(address: str) -> Any:
    try:
        distributed: Any = import_module("distributed")  # it has types for the half of it
    except ImportError as error:
        cure = "pip install 'xyzgrid-ext[cluster]', here and on each worker"
        raise UsageError("a cluster needs Dask, which is not installed", cure) from error
    try:
        return distributed.Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        cure = "start `dask scheduler` there, and `dask worker ADDRESS` on each machine"
        raise UsageError(f"no cluster answers at {address}", cure) from error
