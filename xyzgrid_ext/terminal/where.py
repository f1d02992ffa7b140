"""The option `--workers`, which says where work runs."""

from __future__ import annotations

from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class WorkPlace(Protocol):
    """Where work runs: anything whose `map` is like that of `concurrent.futures.Executor`."""

    def map(self, function: Callable[..., T], *iterables: Iterable[Any]) -> Iterator[T]:
        """Return the results of a function for all values, in their order."""


class ThisProcess:
    """The WorkPlace that computes each result in this process, on demand."""

    def map(self, function: Callable[..., T], *iterables: Iterable[Any]) -> Iterator[T]:
        """Return the results of a function for all values."""
        return map(function, *iterables)


def add_workers_option(parser: ArgumentParser) -> None:
    """Add the option `--workers`, which `executor` reads, to a parser."""
    parser.add_argument(
        "--workers",
        default="1",
        metavar="N|ADDRESS",
        help="number of processes, default 1; or a Dask scheduler, tcp://HOST:PORT",
    )


@contextmanager
def executor(options: Namespace) -> Iterator[WorkPlace]:
    """Return a context with the WorkPlace of `--workers`; its processes end with the context."""
    workers = options.workers
    if workers == "1":
        yield ThisProcess()
        return
    # here, as a browser has no processes
    from xyzgrid_ext.workers import NoWorkersError, Pool

    number = int(workers) if workers.isascii() and workers.isdigit() else None
    if number == 0:
        raise ArgumentError(None, "--workers is 1 or more")
    place = Pool(workers if number is None else number)
    try:
        yield place
    except NoWorkersError as error:
        raise ArgumentError(None, f"{error.message}; {error.cure}") from error
    finally:
        place.close()
