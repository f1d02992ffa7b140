"""Opens the requested `Executor` of the standard library for work.

    with opened(workers=4) as work:                        processes of this machine
    with opened(cluster="tcp://10.0.0.5:8786") as work:    a Dask cluster
    with opened() as work:                                 this process
        for found in work.map(jobs.dungeons, batches): ...

The results are equal byte for byte and come in the order of the work. If a worker dies, `pool` or
the scheduler of Dask repeats its work.
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
    """An executor in the calling process: work runs immediately, and `map` on demand."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Run the work; return a finished future."""
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - it is raised where the result is asked for
            done.set_exception(error)
        return done

    def map(self, fn: Callable[..., T], *iterables: Any, **options: Any) -> Iterator[T]:
        """Return the results, each computed on demand; options have no effect."""
        return map(fn, *iterables)


class Cluster(Executor):
    """The executor of a Dask client, but with the `map` of the standard library.

    Dask's own `map` needs the lengths of its inputs.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Run the work on one of the workers."""
        return self._executor.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work; the cluster drops running work that nobody waits for."""
        self._executor.shutdown(wait and not cancel_futures)


@contextmanager
def opened(workers: int = 1, cluster: str = "") -> Iterator[Executor]:
    """Open the executor for so many processes, or for a cluster's address, within the block.

    Raises:
        UsageError: if no cluster answers there, or if Dask is not installed.

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
