"""Work for another thread, done in the thread of the game: between the turns of players.

    thread of the website     perform(work) ─ waits ──────────────────────────► result, or error
    thread of the game           players │ slice │ players │ slice │ players

Evennia answers requests of browsers in threads of the Server's process. What lives in memory, maps,
routes and all objects of Evennia, belongs to the thread of the game and is changed there at any
time. So a request has what it needs done there, in slices of some milliseconds. Where no game runs,
in a test or another process, it is done at once.

A game that stops waits for the threads of its website, and does no work for them any more: those
that wait are let go.
"""

from __future__ import annotations

from collections.abc import Generator
from queue import SimpleQueue
from threading import Lock
from typing import Any, TypeVar

from twisted.internet import reactor
from twisted.internet.defer import inlineCallbacks
from twisted.internet.task import deferLater
from twisted.python.failure import Failure
from twisted.python.threadable import isInIOThread

from xyzgrid_ext.game.base.steps import drain

T = TypeVar("T")
_BREAK = 0.002  # seconds for players between two slices


class StoppingError(Exception):
    """Work for another thread was not done: the game stops."""


class _Waiting:
    """The threads that wait, each at a queue of its own, until the game stops."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._queues: set[SimpleQueue[Any]] = set()
        self._is_over = False

    def wait_for(self, work: Generator[Any, None, T]) -> Any:
        """What the work returns, or a failure."""
        answer: SimpleQueue[Any] = SimpleQueue()
        with self._lock:
            if self._is_over:
                return _stopping()
            self._queues.add(answer)
        reactor.callFromThread(_begin, work, answer)
        found = answer.get()
        with self._lock:
            self._queues.discard(answer)
        return found

    def let_go(self) -> None:
        """Nothing is done any more."""
        with self._lock:
            self._is_over = True
            for answer in self._queues:
                answer.put(_stopping())


_waiting = _Waiting()


def perform(work: Generator[Any, None, T]) -> T:
    """Do work in the thread of the game and wait for it; what it returns, or raises.

    Raises:
        StoppingError: if the game stops before it is done.

    """
    if isInIOThread() or not reactor.running:
        return drain(work)
    found = _waiting.wait_for(work)
    if isinstance(found, Failure):
        found.raiseException()
    result: T = found
    return result


def end_with(own_reactor: Any) -> None:
    """Let the threads that wait go when a game stops.

    To be called before the website is told how it stops: who is told first is done first.
    """
    own_reactor.addSystemEventTrigger("before", "shutdown", _waiting.let_go)


def _begin(work: Generator[Any, None, T], answer: SimpleQueue[Any]) -> None:
    _in_slices(work).addBoth(answer.put)


def _stopping() -> Failure:
    return Failure(StoppingError("the game stops: what was asked for is not done any more"))


@inlineCallbacks
def _in_slices(work: Generator[Any, None, T]) -> Generator[Any, None, T]:
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value
        yield deferLater(reactor, _BREAK)
