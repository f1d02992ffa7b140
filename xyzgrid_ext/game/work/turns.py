"""Work for another thread, done in the thread of the game: between the turns of players.

    thread of the website     perform(work) ─ waits ──────────────────────────► result, or error
    thread of the game           players │ slice │ players │ slice │ players

Evennia answers requests of browsers in threads of the Server's process. What lives in memory, maps,
routes and all objects of Evennia, belongs to the thread of the game and is changed there at any
time. So a request has what it needs done there, in slices of some milliseconds. Where no game runs,
in a test or another process, it is done at once.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

from twisted.internet import reactor
from twisted.internet.defer import inlineCallbacks
from twisted.internet.task import deferLater
from twisted.internet.threads import blockingCallFromThread
from twisted.python.threadable import isInIOThread

from xyzgrid_ext.core.graph.slices import finished

T = TypeVar("T")
_BREAK = 0.002  # seconds for players between two slices


def perform(work: Generator[Any, None, T]) -> T:
    """Do work in the thread of the game and wait for it; what it returns, or raises."""
    if isInIOThread() or not reactor.running:
        return finished(work)
    found: T = blockingCallFromThread(reactor, _in_slices, work)
    return found


@inlineCallbacks
def _in_slices(work: Generator[Any, None, T]) -> Generator[Any, None, T]:
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value
        yield deferLater(reactor, _BREAK)
