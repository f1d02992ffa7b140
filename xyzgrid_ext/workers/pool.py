"""A pool of processes that start on demand and are replaced when they die.

    submit ──► ProcessPoolExecutor ──► result
                      │ a process dies: the standard library gives up the whole pool
                      └──► a new pool, and all that was not done again, `TRIES` times in all
                                │ no process starts, `TRIES` times
                                └──► another executor, for work that no process has died of

Each process reports when it has started, so that the pool can tell what died of its work from what
cannot start at all. Work after which a process died, perhaps of too little memory, stays away from
the other executor, which works in this process.

The processes are spawned, never forked, because a game has open threads, sockets and a database.
They hold the far end of a pipe to this process. When the pipe is closed, or this process is
killed, they end immediately.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stderr, suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import Any, TypeVar

T = TypeVar("T")
TRIES = 3  # of one piece of work, as the scheduler of Dask has it; and to start processes
_NO_START = (OSError, ImportError, NotImplementedError)  # raised where there can be no processes


class Pool(Executor):
    """A thread-safe pool of up to a given number of processes, which start on demand.

    `instead` is called once no process can start, with the error, and returns another executor.
    Without it, work ends with that error.
    """

    def __init__(
        self, workers: int, instead: Callable[[BaseException], Executor] | None = None
    ) -> None:
        self._workers = workers
        self._make_instead = instead
        self._instead: Executor | None = None
        self._lock = Lock()
        self._processes: ProcessPoolExecutor | None = None
        self._given_up: dict[ProcessPoolExecutor, bool] = {}  # whether a process had started
        self._failed_starts = 0  # since one was seen to start
        self._is_over = False
        self._context = multiprocessing.get_context("spawn")
        self._far_end, self._near_end = self._context.Pipe()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Run the work in one of the processes."""
        done: Future[T] = Future()
        self._begin(done, partial(fn, *args, **kwargs), TRIES)
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work; with `cancel_futures`, the processes end immediately."""
        with self._lock:
            self._is_over = True
            executors = [one for one in (self._processes, self._instead) if one is not None]
        if cancel_futures:
            self._near_end.close()
        for executor in executors:
            executor.shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            self._near_end.close()
            self._far_end.close()

    def _begin(self, done: Future[T], work: Callable[[], T], tries: int) -> None:
        while True:
            executor: Executor | None = None
            try:
                # not under the lock: a pool that breaks calls `_ended` under a lock of its own
                executor = self._running()
                inner = executor.submit(work)
                break
            except (BrokenProcessPool, *_NO_START) as error:
                self._give_up(executor, error)
                if not self._may_begin(tries):
                    if done.set_running_or_notify_cancel():
                        done.set_exception(error)
                    return
        done.add_done_callback(lambda _: inner.cancel() if done.cancelled() else None)
        inner.add_done_callback(partial(self._ended, done, work, tries, executor))

    def _may_begin(self, tries: int) -> bool:
        """Whether work that has this many tries left is started again."""
        if self._instead is not None:
            return tries == TRIES
        return tries > 0 and self._failed_starts < TRIES

    def _running(self) -> Executor:
        with self._lock:
            if self._is_over:
                raise RuntimeError("cannot schedule new futures after shutdown")
            if self._instead is not None:
                return self._instead
            if self._processes is None:
                _begin_tracker()
                self._processes = ProcessPoolExecutor(
                    self._workers,
                    mp_context=self._context,
                    initializer=_live_no_longer_than,
                    initargs=(self._far_end,),
                )
            return self._processes

    def _give_up(self, broken: Executor | None, error: BaseException) -> bool:
        """Drop a pool, None if it could not be made; return whether a process had started."""
        with self._lock:
            if isinstance(broken, ProcessPoolExecutor):
                if broken in self._given_up:
                    return self._given_up[broken]
                self._processes = None
                # kept, as its own thread must not be the one that drops it: it holds a lock then
                self._given_up[broken] = has_started = self._has_started()
            else:
                has_started = False
            self._failed_starts = 0 if has_started else self._failed_starts + 1
            if self._failed_starts == TRIES and self._make_instead is not None:
                self._instead = self._make_instead(error)
            return has_started

    def _has_started(self) -> bool:
        """Whether a process has started since the last call."""
        found = False
        with suppress(OSError):  # this end is closed
            while self._near_end.poll():
                self._near_end.recv_bytes()
                found = True
        return found

    def _ended(
        self,
        done: Future[T],
        work: Callable[[], T],
        tries: int,
        executor: Executor,
        inner: Future[T],
    ) -> None:
        if inner.cancelled():
            done.cancel()
            done.set_running_or_notify_cancel()
            return
        error = inner.exception()
        if isinstance(error, BrokenProcessPool) and not self._is_over and not done.cancelled():
            tries -= self._give_up(executor, error)
            if self._may_begin(tries):
                self._begin(done, work, tries)
                return
        if not done.set_running_or_notify_cancel():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(inner.result())


def _begin_tracker() -> None:
    """Start Python's resource tracker with the real standard error, if there is one.

    Twisted replaces it with an object that has the file number -1, which no process can inherit.
    """
    if os.name == "posix":
        with redirect_stderr(sys.__stderr__):
            resource_tracker.ensure_running()


def _live_no_longer_than(parent: Connection) -> None:
    """Tell that this process runs; end it when its parent has closed the pipe, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    with suppress(OSError):  # it is closed by now
        parent.send_bytes(b"started")
    Thread(target=_wait_for_the_end_of, args=(parent,), daemon=True).start()


def _wait_for_the_end_of(parent: Connection) -> None:
    try:
        parent.recv_bytes()
    except (EOFError, OSError):
        os._exit(0)
