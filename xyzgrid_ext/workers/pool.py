"""A pool of processes that start on demand and are replaced when they die.

    submit ──► ProcessPoolExecutor ──► result
                      │ a process dies: the standard library gives up the whole pool
                      └──► a new pool, and all that was not done again, `TRIES` times in all

The processes are spawned, never forked, because a game has open threads, sockets and a database.
They hold the reading end of a pipe from this process. When the pipe is closed, or this process is
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
from contextlib import redirect_stderr
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import Any, TypeVar

T = TypeVar("T")
TRIES = 3  # of one piece of work, as the scheduler of Dask has it


class Pool(Executor):
    """A thread-safe pool of up to a given number of processes, which start on demand."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._lock = Lock()
        self._processes: ProcessPoolExecutor | None = None
        self._given_up: list[ProcessPoolExecutor] = []
        self._is_over = False
        self._context = multiprocessing.get_context("spawn")
        self._far_end, self._near_end = self._context.Pipe(duplex=False)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Run the work in one of the processes."""
        done: Future[T] = Future()
        self._begin(done, partial(fn, *args, **kwargs), TRIES)
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work; with `cancel_futures`, the processes end immediately."""
        with self._lock:
            self._is_over = True
            processes = self._processes
        if cancel_futures:
            self._near_end.close()
        if processes is not None:
            processes.shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            self._near_end.close()
            self._far_end.close()

    def _begin(self, done: Future[T], work: Callable[[], T], tries: int) -> None:
        while True:
            # not under the lock: a pool that breaks calls `_ended` under a lock of its own
            processes = self._running()
            try:
                inner = processes.submit(work)
                break
            except BrokenProcessPool:
                self._give_up(processes)
        done.add_done_callback(lambda _: inner.cancel() if done.cancelled() else None)
        inner.add_done_callback(partial(self._ended, done, work, tries - 1, processes))

    def _running(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._is_over:
                raise RuntimeError("cannot schedule new futures after shutdown")
            if self._processes is None:
                _begin_tracker()
                self._processes = ProcessPoolExecutor(
                    self._workers,
                    mp_context=self._context,
                    initializer=_live_no_longer_than,
                    initargs=(self._far_end,),
                )
            return self._processes

    def _give_up(self, broken: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._processes is broken:
                self._processes = None
                # kept, as its own thread must not be the one that drops it: it holds a lock then
                self._given_up.append(broken)

    def _ended(
        self,
        done: Future[T],
        work: Callable[[], T],
        tries: int,
        processes: ProcessPoolExecutor,
        inner: Future[T],
    ) -> None:
        if inner.cancelled():
            done.cancel()
            done.set_running_or_notify_cancel()
            return
        error = inner.exception()
        if isinstance(error, BrokenProcessPool) and not self._is_over and not done.cancelled():
            self._give_up(processes)
            if tries:
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
    """End this process when its parent has closed the pipe, or no longer exists."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    Thread(target=_wait_for_the_end_of, args=(parent,), daemon=True).start()


def _wait_for_the_end_of(parent: Connection) -> None:
    try:
        parent.recv_bytes()
    except (EOFError, OSError):
        os._exit(0)
