"""Work in rounds that takes many steps.

    every 20 seconds ─► `_work` ─► its steps, in slices, with a pause after each ─► `_done`

A round that is due while the last one still works is left out.
"""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from twisted.internet import reactor
from twisted.internet.interfaces import IReactorTime
from twisted.python.failure import Failure

from xyzgrid_ext.game.base.periodic import PeriodicWork
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.base.task import Steps, begin_later

_T = TypeVar("_T")


class PeriodicTask(PeriodicWork, Generic[_T]):
    """The base of periodic tasks; a subclass says in `_work` what a round does.

    Attributes:
        pause: seconds between two slices, for other work.
        is_busy: whether a round is at work.
    """

    is_prompt = False
    pause: ClassVar[float]

    def __init__(self, clock: IReactorTime = reactor) -> None:
        super().__init__(clock)
        self.is_busy = False

    def _work(self) -> Steps[_T] | None:
        """Return the steps of a round; None if there is nothing to do."""
        raise NotImplementedError

    def _round(self) -> None:
        if not self.is_busy and (steps := self._work()) is not None:
            self._begin(steps)

    def _begin(self, steps: Steps[_T]) -> None:
        self.is_busy = True
        begin_later(steps, self._done, failed=self._failed, pause=self.pause)

    def _done(self, result: _T) -> None:
        """Handle the result of a round."""
        self.is_busy = False

    def _failed(self, failure: Failure) -> None:
        self.is_busy = False
        with surviving(self.name):
            failure.raiseException()
