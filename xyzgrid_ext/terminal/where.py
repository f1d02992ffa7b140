"""The options `--workers` and `--cluster`, which say where work runs."""

from __future__ import annotations

from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.workers.executors import opened


def where_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--workers", type=int, default=1, metavar="N", help="number of processes; default 1"
    )
    where.add_argument(
        "--cluster",
        default="",
        metavar="ADDRESS",
        help="a Dask scheduler, tcp://HOST:PORT, whose workers do the work",
    )


@contextmanager
def executor(options: Namespace) -> Iterator[Executor]:
    """Open the executor that the options name, within the block."""
    if options.workers < 1:
        raise ArgumentError(None, "--workers is 1 or more")
    with ExitStack() as stack:
        try:
            work = stack.enter_context(opened(options.workers, options.cluster))
        except UsageError as error:
            raise ArgumentError(None, f"{error.message}; {error.cure}") from error
        yield work
