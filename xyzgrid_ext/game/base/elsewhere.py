"""Runs slow work of core in other processes while the game answers its players.

    future = submit(function, *values)            from any thread: a Future, as the standard
                                                  library has it; `deferred(future)` for Twisted
    yield from begun_again("maps read", work)     steps: `work()` is begun, and where it comes to
                                                  a call of `heavy` that goes elsewhere; when the
                                                  answer is there, `work()` is begun again, and
                                                  `heavy` returns it
    yield from beside("compared", n, work)        steps: `work()` in another thread of this process
    heavy(function, *values)                      what the function returns; in all other code it
                                                  is simply called
    large(function, *values)                      the same in a thread of this process, for values
                                                  that are too large to be sent

Functions must be pure, at the top level of a module that does not need Evennia, and take and return
plain values of core. A running Server has worker processes (`XYZGRID_WORKERS`) or a cluster
(`XYZGRID_CLUSTER`), which start when they are first needed; without them, or if no process can
start, a thread of its own does the work, in turns with the game. Everywhere else, in tests, in the
shell and on the command line, work runs where it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack
from contextvars import ContextVar
from typing import Any, TypeVar

from evennia.utils import logger
from twisted.internet import reactor
from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThread

from xyzgrid_ext.foreign.code import PassingError
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.task import Awaited, Steps, log_failure
from xyzgrid_ext.workers.executors import Here, opened
from xyzgrid_ext.workers.pool import Pool

T = TypeVar("T")


def in_thread() -> Executor:
    """Return an executor that works in one thread of this process."""
    return ThreadPoolExecutor(1, "xyzgrid")


def without_workers(error: BaseException) -> Executor:
    """Return the executor to use after worker processes could not start, and log the error."""
    told = f"no worker process starts ({error}): a thread of the Server does the work from now on"
    logger.log_err(f"xyzgrid: {told}")
    return in_thread()


class Elsewhere:
    """The executor of this process's slow work; tests make their own."""

    def __init__(self) -> None:
        self._executor: Executor = Here()
        self._stack = ExitStack()
        self.has_ended = False

    @property
    def is_here(self) -> bool:
        """Whether work runs in this process."""
        return isinstance(self._executor, Here)

    def start(self) -> None:
        """Start the processes or the cluster that the settings name, until the reactor ends.

        Without either, a thread of this process does the work: it takes turns with the game.
        """
        self.take(in_thread())
        if address := settings.cluster():
            # another thread waits for the answer
            connecting = deferToThread(lambda: self._stack.enter_context(opened(cluster=address)))
            connecting.addCallback(self.take).addErrback(log_failure)
        elif (workers := settings.workers()) > 0:
            self.take(Pool(workers, without_workers))
        reactor.addSystemEventTrigger("before", "shutdown", self.end)

    def take(self, executor: Executor) -> None:
        """Run all work by this executor from now on."""
        before, self._executor = self._executor, executor
        before.shutdown(wait=False)

    def end(self) -> None:
        """Drop all work, and run later work in this process."""
        self.has_ended = True
        executor, self._executor = self._executor, Here()
        executor.shutdown(wait=False, cancel_futures=True)
        self._stack.close()

    def submit(self, function: Callable[..., T], *values: Any) -> Future[T]:
        """Run a function elsewhere; return the future of its result.

        The function is at the top level of core, or of another module that does not need Evennia.
        Its arguments and its result go through a pipe. Any thread may call this;
        `submit(...).result()` waits, which the game's thread must never do.
        """
        return self._executor.submit(function, *values)


_elsewhere = Elsewhere()
start = _elsewhere.start
take = _elsewhere.take
submit = _elsewhere.submit


def is_here() -> bool:
    """Whether work runs in this process."""
    return _elsewhere.is_here


def deferred(future: Future[T]) -> Deferred[T]:
    """Return the result of a future for Twisted, delivered in the game's thread."""
    found: Deferred[T] = Deferred(lambda _: future.cancel())

    def tell() -> None:
        if not found.called:
            error = None if future.cancelled() else future.exception()
            if error is not None:
                found.errback(error)
            elif not future.cancelled():
                found.callback(future.result())

    future.add_done_callback(lambda _: reactor.callFromThread(tell))
    return found


_threads = in_thread()
FEW = 1000  # values that are worked on at once


def beside(what: str, items: int, work: Callable[[], T]) -> Steps[T]:
    """Do work on many values that nobody changes, in another thread if a game runs.

    That is for values that cannot go to another process, or are too large. The work must not touch
    objects, the database, or the running world. `items` is how many values there are.
    """
    if items < FEW or not reactor.running:
        return work()
    future = _threads.submit(work)
    yield from _awaited(what, future)
    return future.result()


# --- code that is begun again when an answer is there

Call = tuple[Callable[..., Any], tuple[Any, ...]]


class _Answers:
    """The results that a piece of code has got from other processes, in the order of its calls."""

    def __init__(self) -> None:
        self.known: list[tuple[list[Call], list[Future[Any]]]] = []
        self.asked = 0

    def of(self, calls: list[Call], *, are_large: bool = False) -> list[Any]:
        """Return the results of calls, provided that the code makes the same calls as before."""
        number, self.asked = self.asked, self.asked + 1
        if number < len(self.known) and self.known[number][0] == calls:
            return [future.result() for future in self.known[number][1]]
        del self.known[number:]  # a file has changed meanwhile
        raise _WantedError(calls, are_large)


class _WantedError(PassingError):
    """Raised for a call that must run elsewhere; guards of foreign code let it through."""

    def __init__(self, calls: list[Call], are_large: bool) -> None:
        super().__init__()
        self.calls, self.are_large = calls, are_large


_answers: ContextVar[_Answers | None] = ContextVar("answers", default=None)


def heavy(function: Callable[..., T], *values: Any) -> T:
    """Return the result of a core function, computed elsewhere if `begun_again` runs this code."""
    (result,) = heavy_each(function, [values])
    return result


def heavy_each(function: Callable[..., T], calls: Iterable[tuple[Any, ...]]) -> list[T]:
    """Return the results of a function for each of the given values, computed at the same time."""
    answers, wanted = _answers.get(), [(function, values) for values in calls]
    if answers is None or not wanted:
        return [function(*values) for _, values in wanted]
    return answers.of(wanted)


def large(function: Callable[..., T], *values: Any) -> T:
    """Return the result of a function of values that nobody changes; see `heavy`."""
    answers = _answers.get()
    if answers is None:
        return function(*values)
    (result,) = answers.of([(function, values)], are_large=True)
    return result


def begun_again(what: str, work: Callable[[], T], elsewhere: Elsewhere = _elsewhere) -> Steps[T]:
    """Do work that contains `heavy` calls; `what` names its steps when progress is shown.

    The work starts again after each call that goes elsewhere. So it must only read, and must be
    quick apart from the heavy parts.
    """
    if elsewhere.is_here:
        return work()
    answers = _Answers()
    while True:
        try:
            return _with(answers, work)
        except _WantedError as wanted:
            calls, where = wanted.calls, _threads if wanted.are_large else elsewhere
        futures = [where.submit(function, *values) for function, values in calls]
        answers.known.append((calls, futures))
        for future in futures:
            yield from _awaited(what, future)
        if elsewhere.has_ended:
            # the Server stops: suspend the work without a failure; the next Server starts it again
            yield Awaited(what, Future())


def _with(answers: _Answers, work: Callable[[], T]) -> T:
    answers.asked = 0
    token = _answers.set(answers)
    try:
        return work()
    finally:
        _answers.reset(token)


def _awaited(what: str, future: Future[Any]) -> Generator[Awaited, None, None]:
    while not future.done():
        yield Awaited(what, future)
