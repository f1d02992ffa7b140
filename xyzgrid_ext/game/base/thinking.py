"""Work of the routes in slices: what is found at once is told at once, all else between others.

think(work, then) ─ some milliseconds ─ found ──────────────────► then(found), before it returns
                                      └ not yet ─ others ─ … ───► then(found), later
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

from twisted.internet import reactor

from xyzgrid_ext.core.graph import Work
from xyzgrid_ext.core.graph.slices import Found

_BREAK = 0.002  # seconds for others between two slices


def call_later(seconds: float, function: Callable[..., None], *args: Any) -> Any:
    """Twisted's own, with a `cancel`; tests put a clock in its place."""
    return reactor.callLater(seconds, function, *args)


class Thought(Generic[Found]):
    """Work that goes on until its result was handed over, or it is cancelled."""

    def __init__(self, work: Work[Found], then: Callable[[Found], None]) -> None:
        self._work, self._then = work, then
        self._timer: Any = None
        self.is_done = False

    def go_on(self) -> None:
        """One slice."""
        self._timer = None
        try:
            next(self._work)
        except StopIteration as end:
            self.is_done = True
            self._then(end.value)
        else:
            self._timer = call_later(_BREAK, self.go_on)

    def cancel(self) -> None:
        """Drop it: nothing is handed over."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._work.close()


def think(work: Work[Found], then: Callable[[Found], None]) -> Thought[Found]:
    """Begin work; `then` is called with its result, often before this returns."""
    thought = Thought(work, then)
    thought.go_on()
    return thought
