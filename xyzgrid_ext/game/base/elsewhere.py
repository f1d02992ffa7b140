"""Runs slow work of a running game in another thread, or in another process.

    yield from beside("compared", n, work)   steps: `work()` in another thread
    in_process(function, *values)            in such a thread: what the function returns, which a
                                             process of `XYZGRID_WORKERS` computes
    task.in_game(function, *values)          in such a thread: what the game's thread returns, as
                                             for code of authors, objects and the database

Work gets finished values and returns finished values; a function for another process is at the top
level of a module that does not need Evennia. Without a running game, in tests, in the shell and on
the command line, work runs where it is asked for. So it does if no process starts, or no cluster
answers: the log says so once.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Executor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from evennia.utils import logger
from twisted.internet import reactor

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.task import Steps, StoppingError, Work
from xyzgrid_ext.workers import NoProcessError, opened

T = TypeVar("T")
FEW = 1000  # values that are worked on at once


def beside(what: str, items: int, work: Callable[[], T]) -> Steps[T]:
    """Do work on so many values in another thread if a game runs, and return its result.

    It touches neither objects, nor the database, nor what the game's thread may change.
    """
    if items < FEW or not reactor.running:
        return work()
    step = Work(what, work)
    yield step
    result: T = step.future.result()
    return result


class Processes:
    """The processes or the cluster of this game's slow work; tests make their own."""

    def __init__(self) -> None:
        self._open: Callable[[], Executor] | None = None
        self._executor: Executor | None = None
        self._lock = Lock()
        self._is_over = False

    def start(self, workers: int | str | None = None) -> None:
        """Run work in so many processes or on a cluster, until the reactor ends; 0: in neither."""
        if workers := settings.workers() if workers is None else workers:
            self._open = partial(opened, workers)
            reactor.addSystemEventTrigger("before", "shutdown", self.end)

    def end(self) -> None:
        """Drop all work."""
        self._is_over = True
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)

    def run(self, function: Callable[..., T], *values: Any) -> T:
        """Return what a function returns, computed in another process if there is one.

        Raises:
            StoppingError: if the game stops before that. Exceptions of the function are raised too.

        """
        if (executor := self._opened()) is None:
            return function(*values)
        try:
            return executor.submit(function, *values).result()
        except NoProcessError as error:
            self._give_up(error)
            return function(*values)
        except (CancelledError, BrokenProcessPool):
            if self._is_over:
                raise StoppingError from None
            raise

    def _opened(self) -> Executor | None:
        with self._lock:
            if self._is_over:
                raise StoppingError
            if self._executor is None and self._open is not None:
                try:
                    self._executor = self._open()
                except UsageError as error:
                    self._open = None
                    self._tell(error)
            return self._executor

    def _give_up(self, error: NoProcessError) -> None:
        with self._lock:
            if self._is_over:
                raise StoppingError from error
            if self._open is not None:
                self._open = self._executor = None
                self._tell(error)

    def _tell(self, error: Exception) -> None:
        text = f"{error}; the Server does slow work itself, and commands are slower then"
        logger.log_err(f"xyzgrid: {text}")


_processes = Processes()
start = _processes.start
in_process = _processes.run
