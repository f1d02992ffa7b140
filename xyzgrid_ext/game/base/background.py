"""Runs slow work of a running game in another thread, or in another process.

    yield from run_in_thread("compared", n, work)  steps: `work()` in another thread
    run_in_process(function, *values)  in such a thread: what a process of `XYZGRID_WORKERS` returns

Work gets finished values and returns finished values; a function for another process is at the top
level of a module that does not need Evennia. Without a running game, in tests, in the shell and on
the command line, work runs where it is asked for. So it does if no process starts, or no cluster
answers: the log says so once.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from evennia.utils import logger
from twisted.internet import reactor

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.task import Steps, StoppingError, ThreadStep
from xyzgrid_ext.workers import NoWorkersError, Pool

T = TypeVar("T")
FEWEST_FOR_THREAD = 1000
"""The number of values from which on `run_in_thread` leaves the game's thread."""


def run_in_thread(what: str, items: int, work: Callable[[], T]) -> Steps[T]:
    """Call `work` in another thread if it is large and a game runs; the steps return its result.

    Args:
        what: what is done, for the progress.
        items: the size of the work; it runs in this thread below FEWEST_FOR_THREAD.
        work: must use no objects, no database, and nothing that the game's thread may change.
    """
    if items < FEWEST_FOR_THREAD or not reactor.running:
        return work()
    step = ThreadStep(what, work)
    yield step
    return step.future.result()


class Processes:
    """The worker processes, or the cluster, to which the game gives slow work."""

    _workers: Pool | None = None

    def start(self, workers: int | str | None = None) -> None:
        """Use this many processes, or the cluster at this address, until the reactor ends.

        0 does all work in this process; None takes the number from the settings.
        """
        if workers := settings.setting_value("XYZGRID_WORKERS") if workers is None else workers:
            self._workers = Pool(workers)
            reactor.addSystemEventTrigger("before", "shutdown", self.end)

    def end(self) -> None:
        """End the processes, and drop unfinished work."""
        if self._workers is not None:
            self._workers.close()

    def run(self, function: Callable[..., T], *values: object) -> T:
        """Call a function in a worker process if there is one; wait, and return its result.

        Raises:
            StoppingError: if the game stops before that. Exceptions of the function are raised too.
        """
        if (workers := self._workers) is None:
            return function(*values)
        try:
            return workers.run(function, *values)
        except (NoWorkersError, CancelledError, BrokenProcessPool) as error:
            if workers.is_closed:
                raise StoppingError from error
            if not isinstance(error, NoWorkersError):
                raise
            self._workers = None
            text = f"{error.message}; the Server does slow work itself, and is slower then"
            logger.log_err(f"xyzgrid: {text}")
        return function(*values)


_processes = Processes()
start_processes = _processes.start
"""Function: see `Processes.start`."""
run_in_process = _processes.run
"""Function: see `Processes.run`."""
