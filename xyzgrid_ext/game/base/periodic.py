"""Work that a running Server does every few seconds.

If a round raises, the exception is logged and counted (see `surviving`), and the next round tries
again.
"""

from __future__ import annotations

from typing import ClassVar

from twisted.internet import reactor
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import LoopingCall

from xyzgrid_ext.game.base.process import is_server
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.base.task import log_failure


class PeriodicWork:
    """Base class of work that a Server does every few seconds: a subclass defines `_round`.

    Each has one instance in a process; tests pass their own `clock`.

    Attributes:
        name: its name in the log and in `evennia xyzgrid doctor`.
        every: seconds from the beginning of one round to that of the next.
        is_prompt: whether the first round begins at once, instead of after that time.
    """

    name: ClassVar[str]
    every: float
    is_prompt: ClassVar[bool] = True

    def __init__(self, clock: IReactorTime = reactor) -> None:
        self._loop = LoopingCall(self._turn)
        self._loop.clock = clock

    def start(self) -> None:
        """Start the rounds, if this process is a Server and they are not running yet."""
        if is_server() and not self._loop.running:
            self.run()

    def run(self) -> None:
        """Start the rounds in any process."""
        self._loop.start(self.every, now=self.is_prompt).addErrback(log_failure)

    def _turn(self) -> None:
        with surviving(self.name):
            self._round()

    def _round(self) -> None:
        """Do what is to be done."""
        raise NotImplementedError
