"""The option `--workers`, which says where work runs."""

from __future__ import annotations

from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, TypeVar

from xyzgrid_ext.core.errors import UsageError

T = TypeVar("T")


class Here(Executor):
    """An executor in the calling process: `map` does the work on demand."""

    def map(self, fn: Callable[..., T], *iterables: Any, **options: Any) -> Iterator[T]:
        """Return the results, each computed on demand; options have no effect."""
        return map(fn, *iterables)


def where_arguments(parser: ArgumentParser) -> None:
    """Declare the option."""
    parser.add_argument(
        "--workers",
        default="1",
        metavar="N|ADDRESS",
        help="number of processes, default 1; or a Dask scheduler, tcp://HOST:PORT",
    )


@contextmanager
def executor(options: Namespace) -> Iterator[Executor]:
    """Open the executor that the option names, within the block."""
    work = _opened(options.workers)
    try:
        yield work
    except BaseException:
        work.shutdown(cancel_futures=True)  # nobody waits for the rest
        raise
    work.shutdown()


def _opened(workers: str) -> Executor:
    if workers == "1":
        return Here()
    # here, as a browser has no processes
    from xyzgrid_ext.workers import opened

    number = int(workers) if workers.isascii() and workers.isdigit() else None
    if number == 0:
        raise ArgumentError(None, "--workers is 1 or more")
    try:
        return opened(workers if number is None else number)
    except UsageError as error:
        raise ArgumentError(None, f"{error.message}; {error.cure}") from error
