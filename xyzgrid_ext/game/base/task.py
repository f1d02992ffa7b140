"""Tasks: long work as generators of short steps, and the functions that run them.

    steps = spawning.spawn_steps(live, keys, pace=Pace(0.005))
    next(steps) ─► Step("rooms", 120, 2500)       one read, or one transaction, and it is finished
    ...                                           here a server answers its players
    next(steps) ─► StopIteration(value)           what the work returns

    drain(steps)                    now: all steps, one after the other
    begin(steps, then)              the first step now, each other one after a pause on the reactor
    begin_later(steps, then)        every step after a pause on the reactor
    run_in_game_thread(steps)       in another thread: it waits while the game's thread does them
    call_in_game_thread(function, *values)   the same for a function

Work that cannot be sliced runs in another thread, or in another process: see `background`.

Between two steps of a spawn the grid in the database can be played; if the work is cancelled there,
the next spawn finishes it.

Evennia answers web requests in threads of the Server's process. Everything in memory (maps, routes,
all objects of Evennia) belongs to the game's thread, which can change it at any time. So a request
runs its work there by `call_in_game_thread`, part by part if it is long. Without a running game (in
a test or another process), it runs at once. A stopping game waits for the threads of its website
but does no more work for them: waiting ones get a `StoppingError`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from django.utils import translation
from twisted.internet import reactor
from twisted.internet.defer import maybeDeferred
from twisted.internet.threads import deferToThread
from twisted.python import log
from twisted.python.failure import Failure
from twisted.python.threadable import isInIOThread

T = TypeVar("T")
PAUSE = 0.002
"""The seconds between two slices of a task, for other work of the game."""


class Step(NamedTuple):
    """The progress of long work: `done` of `total` of `what`, for example "rooms"."""

    what: str
    done: int
    total: int


class ThreadStep(Step):
    """A step that asks the driver to run `work` in another thread: see `background`."""

    work: Callable[[], object]
    future: Future[Any]

    def __new__(cls, what: str, work: Callable[[], object]) -> ThreadStep:
        """Return the step, not begun."""
        step = super().__new__(cls, what, 0, 1)
        step.work, step.future = work, Future()
        return step

    def run(self) -> None:
        """Call `work`, and put its result or its exception into `future`."""
        try:
            self.future.set_result(self.work())
        except Exception as error:  # noqa: BLE001 - it is raised where the result is asked for
            self.future.set_exception(error)


Steps: TypeAlias = Generator[Step, None, T]
"""Long work, step by step; it returns a T at its end."""
Progress: TypeAlias = Callable[[Step], None]
"""A function that shows the progress of long work: it gets each Step."""


def ignore_progress(step: Step) -> None:
    """Report no progress."""


def drain(steps: Generator[Any, None, T], progress: Callable[[Any], None] = ignore_progress) -> T:
    """Run a generator to its end and return its result; `progress` gets what it yields."""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            return end.value
        if isinstance(step, ThreadStep):
            step.run()
        else:
            progress(step)


# --- on the reactor


def call_later(seconds: float, function: Callable[..., None], *args: object) -> object:
    """Call a function later, by Twisted's clock; the result has `cancel` and `active`.

    All waiting in this package uses this function, so that tests can replace the clock.
    """
    return reactor.callLater(seconds, function, *args)


def log_failure(failure: Failure) -> None:
    """Write a failure with its traceback to the server's log."""
    log.err(failure, "xyzgrid")


class Task(Generic[T]):
    """Runs a generator of Steps on the reactor, with a pause for other work after each.

    After a ThreadStep it goes on when that has finished. At the end `then` gets the result. If a
    slice or `then` raises, `failed` is called. `progress` gets what each slice yields. All of it is
    in the language of whoever began the task.
    """

    def __init__(
        self,
        steps: Generator[object, None, T],
        then: Callable[[T], None],
        *,
        failed: Callable[[Failure], None] = log_failure,
        progress: Callable[[Any], None] = ignore_progress,
        pause: float = PAUSE,
    ) -> None:
        self._steps, self._then, self._failed = steps, then, failed
        self._progress, self._pause = progress, pause
        self._timer: Any = None
        self._work: ThreadStep | None = None
        self._language = translation.get_language()
        self.is_done = False

    def run_slice(self) -> None:
        """Run one slice; its exceptions go to the caller."""
        self._timer = None
        if translation.get_language() == self._language:  # as mostly
            self._run_slice()
        else:
            with translation.override(self._language):
                self._run_slice()

    def _run_slice(self) -> None:
        try:
            step = next(self._steps)
        except StopIteration as end:
            self.is_done = True
            self._then(end.value)
        else:
            if isinstance(step, ThreadStep):
                self._work = step
                deferToThread(step.run).addBoth(self._resume, step)
            else:
                self._progress(step)
                self.wait()

    def wait(self) -> None:
        """Schedule the next slice after the pause."""
        self._timer = call_later(self._pause, self._turn)

    def cancel(self) -> None:
        """Drop the rest of the work: neither `then` nor `failed` is called."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._steps.close()
        elif self._work is not None:
            self._work = None
            self._steps.close()

    def _resume(self, _result: object, step: ThreadStep) -> None:
        # else it was cancelled; or the game stops, and the next one begins the work again
        if self._work is step and not _waiting.is_over:
            self._work = None
            self._turn()

    def _turn(self) -> None:
        maybeDeferred(self.run_slice).addErrback(self._failed).addErrback(log_failure)


def begin(steps: Generator[Any, None, T], then: Callable[[T], None], **options: Any) -> Task[T]:
    """Start and return a Task whose first slice runs now; `options` are keywords of `Task`.

    If the work ends in the first slice, `then` is called before this returns; an exception of the
    first slice is raised here.
    """
    task = Task(steps, then, **options)
    task.run_slice()
    return task


def begin_later(
    steps: Generator[Any, None, T], then: Callable[[T], None], **options: Any
) -> Task[T]:
    """Start and return a Task whose first slice comes after a pause; `options` as of `Task`."""
    task = Task(steps, then, **options)
    task.wait()
    return task


# --- for another thread


class StoppingError(Exception):
    """Raised in a thread that waits for work of the game's thread, because the game stops."""


class _Waiting:
    """The threads that wait for the game's thread until it stops, each with its own queue."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._queues: set[SimpleQueue[object]] = set()
        self.is_over = False

    def wait_for(self, steps: Generator[object, None, T]) -> Any:
        """Wait for the result of work, or for a failure."""
        answer: SimpleQueue[object] = SimpleQueue()
        with self._lock:
            if self.is_over:
                return _stopping_failure()
            self._queues.add(answer)
        task = Task(steps, answer.put, failed=answer.put)
        reactor.callFromThread(task._turn)
        result = answer.get()
        with self._lock:
            self._queues.discard(answer)
        return result

    def let_go(self) -> None:
        """Tell all threads that wait now or later that the game is stopping."""
        with self._lock:
            self.is_over = True
            for answer in self._queues:
                answer.put(_stopping_failure())


_waiting = _Waiting()


def run_in_game_thread(steps: Generator[object, None, T]) -> T:
    """Run a generator of Steps in the game's thread, wait for it, and return its result.

    Raises:
        StoppingError: if the game stops before that. Exceptions of the work are raised too.
    """
    if is_game_thread():
        return drain(steps)
    result = _waiting.wait_for(steps)
    if isinstance(result, Failure):
        result.raiseException()
    return result


def call_in_game_thread(function: Callable[..., T], *values: object) -> T:
    """Call a function in the game's thread, wait for it, and return its result.

    It raises what `run_in_game_thread` raises.
    """
    return (
        function(*values)
        if is_game_thread()
        else run_in_game_thread(_in_one_step(function, values))
    )


def _in_one_step(
    function: Callable[..., T], values: tuple[object, ...]
) -> Generator[object, None, T]:
    yield from ()
    return function(*values)


def is_game_thread() -> bool:
    """Whether this thread may change the game: it is the game's thread, or no game runs."""
    return isInIOThread() or not reactor.running


def release_on_stop(game_reactor: Any) -> None:
    """Have threads that wait for the game's thread raise StoppingError when the game stops.

    Call this before the website sets up its own stop, since handlers run in order.
    """
    game_reactor.addSystemEventTrigger("before", "shutdown", _waiting.let_go)


def _stopping_failure() -> Failure:
    return Failure(StoppingError("the game is stopping: the request was not carried out"))
