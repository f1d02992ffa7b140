"""Work that a running Server does every few seconds.

    every 20 seconds ─► `_work` ─► its steps, in slices, with a pause after each ─► `_done`

A round that is due while the last one still works is left out. If a round raises, the exception is
logged and counted (see `surviving`), and the next round tries again.
"""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from twisted.internet import reactor
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import LoopingCall
from twisted.python.failure import Failure

from xyzgrid_ext.game.base.process import is_server
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.base.task import Steps, begin_later, log_failure

T = TypeVar("T")


class PeriodicTask(Generic[T]):
    """The base of periodic tasks; a subclass says in `_work` what a round does.

    Each has one instance in a process; tests pass their own `clock`.

    Attributes:
        name: its name in the log and for `evennia xyzgrid doctor`.
        every: seconds between the beginnings of two rounds.
        pause: seconds between two slices, for other work.
        is_busy: whether a round is at work.
    """

    name: ClassVar[str]
    every: float
    pause: ClassVar[float]

    def __init__(self, clock: IReactorTime = reactor) -> None:
        self.is_busy = False
        self._loop = LoopingCall(self._round)
        self._loop.clock = clock

    def start(self) -> None:
        """Start the rounds if this process is a Server and they have not been started."""
        if is_server() and not self._loop.running:
            self.run()

    def run(self) -> None:
        """Start the rounds; the first begins after `every` seconds."""
        self._loop.start(self.every, now=False).addErrback(log_failure)

    def _work(self) -> Steps[T] | None:
        """Return the steps of a round; None if there is nothing to do."""
        raise NotImplementedError

    def _round(self) -> None:
        if not self.is_busy:
            with surviving(self.name):
                if (steps := self._work()) is not None:
                    self._begin(steps)

    def _begin(self, steps: Steps[T]) -> None:
        self.is_busy = True
        begin_later(steps, self._done, failed=self._failed, pause=self.pause)

    def _done(self, found: T) -> None:
        """Handle the result of a round."""
        self.is_busy = False

    def _failed(self, failure: Failure) -> None:
        self.is_busy = False
        with surviving(self.name):
            failure.raiseException()
