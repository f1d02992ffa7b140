"""Runs slow work of a running game in another thread, or in another process.

    yield from beside("compared", n, work)   steps: `work()` in another thread
    in_process(function, *values)            in such a thread: what the function returns, which a
                                             process of `XYZGRID_WORKERS` computes
    task.call_in_game_thread(function, *values)  what the game's thread returns, as
                                             for code of authors, objects and the database

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
from xyzgrid_ext.game.base.task import Steps, StoppingError, Work
from xyzgrid_ext.workers import NoWorkersError, Pool

T = TypeVar("T")
FEW = 1000  # values that are worked on at once


def run_in_thread(what: str, items: int, work: Callable[[], T]) -> Steps[T]:
    """Do work on so many values in another thread if a game runs, and return its result.

    It touches neither objects, nor the database, nor what the game's thread may change.
    """
    if items < FEW or not reactor.running:
        return work()
    step = Work(what, work)
    yield step
    return step.future.result()


class Processes:
    """The processes or the cluster of this game's slow work; tests make their own."""

    def __init__(self) -> None:
        self._workers: Pool | None = None
        self._is_over = False

    def start(self, workers: int | str | None = None) -> None:
        """Run work in so many processes or on a cluster, until the reactor ends; 0: in neither."""
        if workers := settings.setting_value("XYZGRID_WORKERS") if workers is None else workers:
            self._workers = Pool(workers)
            reactor.addSystemEventTrigger("before", "shutdown", self.end)

    def end(self) -> None:
        """Drop all work."""
        self._is_over = True
        if self._workers is not None:
            self._workers.close()

    def run(self, function: Callable[..., T], *values: object) -> T:
        """Return what a function returns, computed in another process if there is one.

        Raises:
            StoppingError: if the game stops before that. Exceptions of the function are raised too.
        """
        if (workers := self._workers) is None:
            return function(*values)
        try:
            return workers.run(function, *values)
        except (NoWorkersError, CancelledError, BrokenProcessPool) as error:
            if self._is_over:
                raise StoppingError from error
            if not isinstance(error, NoWorkersError):
                raise
            self._workers = None
            text = f"{error.message}; the Server does slow work itself, and is slower then"
            logger.log_err(f"xyzgrid: {text}")
        return function(*values)


_processes = Processes()
start_processes = _processes.start
in_process = _processes.run
