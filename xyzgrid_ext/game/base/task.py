"""Tasks: long work as a generator of short steps, and everything that runs such work.

    steps = spawning.spawn_steps(live, keys, pace=Pace(0.005))
    next(steps) ─► Step("rooms", 120, 2500)       one read, or one transaction, and it is finished
    ...                                           here a server answers its players
    next(steps) ─► StopIteration(value)           what the work returns

    drain(steps)                    now: all steps, one after the other
    begin(steps, then)              the first step now, each other one after a pause on the reactor
    begin_later(steps, then)        every step after a pause on the reactor
    perform(steps)                  in another thread: it waits while the game's thread does them

What no slice is short enough for is done in another process: `elsewhere`.

Between two steps of a spawn the database is a playable grid; work that is dropped there (`cancel`)
is finished by the next spawn.

Evennia answers requests of browsers in threads of the Server's process. What lives in memory, maps,
routes and all objects of Evennia, belongs to the thread of the game and is changed there at any
time. So a request has its work done there by `perform`. Where no game runs, in a test or another
process, it is done at once. A game that stops waits for the threads of its website, and does no
work for them any more: those that wait get a `StoppingError`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from queue import SimpleQueue
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from django.utils import translation
from twisted.internet import reactor
from twisted.internet.defer import maybeDeferred
from twisted.python import log
from twisted.python.failure import Failure
from twisted.python.threadable import isInIOThread

T = TypeVar("T")
PAUSE = 0.002  # seconds for others between two slices of work that somebody waits for


class Step(NamedTuple):
    """One finished piece of long work: `done` of `total` of `what`, "rooms" for example."""

    what: str
    done: int
    total: int


class Awaited(Step):
    """A step that is over when another process has done its work; see `elsewhere`."""

    future: Future[Any]

    def __new__(cls, what: str, future: Future[Any]) -> Awaited:
        """A step of this work."""
        made = super().__new__(cls, what, 0, 1)
        made.future = future
        return made


Steps: TypeAlias = Generator[Step, None, T]
Progress: TypeAlias = Callable[[Step], None]


def silent(step: Step) -> None:
    """It reports no progress."""


def drain(steps: Generator[Any, None, T], progress: Callable[[Any], None] = silent) -> T:
    """Run all steps and return what the work returns; `progress` is called after each step."""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        if isinstance(step, Awaited):
            wait_for([step.future])
        else:
            progress(step)


# --- on the reactor


def call_later(seconds: float, function: Callable[..., None], *args: Any) -> Any:
    """Call a function later, by Twisted's clock; the result has `cancel` and `active`.

    Everything in this package that waits does it by this call: tests put a clock in its place.
    """
    return reactor.callLater(seconds, function, *args)


def log_failure(failure: Failure) -> None:
    """Write a failure with its traceback to the server's log."""
    log.err(failure, "xyzgrid")


class Task(Generic[T]):
    """Work on the reactor: a slice of it, a pause for everybody else, the next slice.

    A slice that waits for another process is followed by the next when that is done.

    At the end `then` is called with what the work returns. If a slice or `then` raises, `failed`
    is called. `progress` is called with what each slice yields.
    """

    def __init__(
        self,
        steps: Generator[Any, None, T],
        then: Callable[[T], None],
        *,
        failed: Callable[[Failure], None] = log_failure,
        progress: Callable[[Any], None] = silent,
        pause: float = PAUSE,
    ) -> None:
        self._steps, self._then, self._failed = steps, then, failed
        self._progress, self._pause = progress, pause
        self._timer: Any = None
        self._awaited: Future[Any] | None = None
        self.is_done = False

    def go_on(self) -> None:
        """Run one slice; what it raises is the caller's."""
        self._timer = None
        try:
            step = next(self._steps)
        except StopIteration as end:
            self.is_done = True
            self._then(end.value)
        else:
            if isinstance(step, Awaited):
                self._await(step.future)
            else:
                self._progress(step)
                self.wait()

    def wait(self) -> None:
        """Run the next slice after the pause."""
        self._timer = call_later(self._pause, self._turn)

    def cancel(self) -> None:
        """Drop the rest of the work: neither `then` nor `failed` is called."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._steps.close()
        elif self._awaited is not None:
            self._awaited.cancel()
            self._awaited = None
            self._steps.close()

    def _await(self, future: Future[Any]) -> None:
        self._awaited = future
        future.add_done_callback(lambda _: reactor.callFromThread(self._resume, future))

    def _resume(self, future: Future[Any]) -> None:
        if self._awaited is future:  # else it was cancelled
            self._awaited = None
            self._turn()

    def _turn(self) -> None:
        maybeDeferred(self.go_on).addErrback(self._failed).addErrback(log_failure)


def begin(steps: Generator[Any, None, T], then: Callable[[T], None], **options: Any) -> Task[T]:
    """Run the first slice now and the others on the reactor; `options` are those of `Task`.

    What ends in the first slice is handed to `then` before this returns, and what the first slice
    raises is raised here.
    """
    task = Task(steps, then, **options)
    task.go_on()
    return task


def begin_later(
    steps: Generator[Any, None, T], then: Callable[[T], None], **options: Any
) -> Task[T]:
    """Run all slices on the reactor, the first after a pause; `options` are those of `Task`."""
    task = Task(steps, then, **options)
    task.wait()
    return task


# --- for another thread


class StoppingError(Exception):
    """Work for another thread was not done: the game stops."""


class _Waiting:
    """The threads that wait, each at a queue of its own, until the game stops."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._queues: set[SimpleQueue[Any]] = set()
        self._is_over = False

    def wait_for(self, steps: Generator[Any, None, T]) -> Any:
        """Return what the work returns, or a failure."""
        answer: SimpleQueue[Any] = SimpleQueue()
        with self._lock:
            if self._is_over:
                return _stopping()
            self._queues.add(answer)
        task = Task(steps, answer.put, failed=answer.put)
        reactor.callFromThread(task._turn)
        found = answer.get()
        with self._lock:
            self._queues.discard(answer)
        return found

    def let_go(self) -> None:
        """Answer all that wait, and all that come, that the game stops."""
        with self._lock:
            self._is_over = True
            for answer in self._queues:
                answer.put(_stopping())


_waiting = _Waiting()


def perform(steps: Generator[Any, None, T]) -> T:
    """Do work in the thread of the game, wait for it, and return what it returns.

    Raises:
        StoppingError: if the game stops before it is done; besides, what the work raises.

    """
    if is_game_thread():
        return drain(steps)
    found = _waiting.wait_for(_in_language(steps, translation.get_language()))
    if isinstance(found, Failure):
        found.raiseException()
    result: T = found
    return result


def is_game_thread() -> bool:
    """Whether this is the thread of the game, which may change it; also where no game runs."""
    return isInIOThread() or not reactor.running


def _in_language(steps: Generator[Any, None, T], code: str) -> Generator[Any, None, T]:
    """Do work in the language of the thread that has asked for it."""
    while True:
        with translation.override(code):
            try:
                step = next(steps)
            except StopIteration as end:
                result: T = end.value
                return result
        yield step


def end_with(own_reactor: Any) -> None:
    """Let the threads that wait go when a game stops.

    To be called before the website is told how it stops: who is told first is done first.
    """
    own_reactor.addSystemEventTrigger("before", "shutdown", _waiting.let_go)


def _stopping() -> Failure:
    return Failure(StoppingError("the game stops: what was asked for is not done any more"))
