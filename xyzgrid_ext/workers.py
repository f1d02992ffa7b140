"""Runs work that needs no game in other processes, or on a cluster.

    opened(4)                        processes of this machine, which start when there is work
    opened("tcp://10.0.0.5:8786")    the workers of a Dask cluster

Both are an `Executor` of the standard library. Functions are at the top level of a module that
does not need Evennia. Results come in the order of the work, equal byte for byte. If a process
dies, its work is repeated, `TRIES` times in all.

Processes are spawned, never forked, because a game has open threads, sockets and a database. They
hold the far end of a pipe to this process. When the pipe is closed, or this process is killed, they
end immediately.
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
from importlib import import_module
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import Any, TypeVar

from xyzgrid_ext.core.errors import UsageError

T = TypeVar("T")
TRIES = 3  # of one piece of work, as the scheduler of Dask has it
_SECONDS = 10  # that a cluster may take to answer


class NoProcessError(Exception):
    """What work ends with if no process can start."""


def opened(workers: int | str) -> Executor:
    """Return the executor of so many processes, or of the cluster at an address.

    Raises:
        UsageError: if no cluster answers there, or if Dask is not installed.

    """
    return Cluster(workers) if isinstance(workers, str) else Pool(workers)


class Cluster(Executor):
    """The workers of a Dask cluster; work that nobody waits for ends with the executor.

    Raises:
        UsageError: if none answers at the address, or if Dask is not installed.

    """

    def __init__(self, address: str) -> None:
        try:
            distributed: Any = import_module("distributed")  # it has types for the half of it
        except ImportError as error:
            cure = "pip install 'xyzgrid-ext[cluster]', here and on each worker"
            raise UsageError("a cluster needs Dask, which is not installed", cure) from error
        try:
            self._client = distributed.Client(address, timeout=_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            cure = "start `dask scheduler` there, and `dask worker ADDRESS` on each machine"
            raise UsageError(f"no cluster answers at {address}", cure) from error
        self._executor = self._client.get_executor()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Run the work on one of the workers."""
        future: Future[T] = self._executor.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work."""
        self._executor.shutdown(wait and not cancel_futures)
        self._client.close()


class Pool(Executor):
    """A thread-safe pool of processes, which start on demand and are replaced when they die."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._lock = Lock()
        self._processes: ProcessPoolExecutor | None = None
        # kept, as its own thread must not be the one that drops it: it holds a lock then
        self._broken: list[ProcessPoolExecutor] = []
        self._is_over = False
        self._context = multiprocessing.get_context("spawn")
        self._far_end, self._near_end = self._context.Pipe()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Run the work in one of the processes; the first call waits for a process to start."""
        done: Future[T] = Future()
        self._begin(done, partial(fn, *args, **kwargs), TRIES)
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work; with `cancel_futures`, the processes end immediately."""
        self._is_over = True
        if cancel_futures:
            self._near_end.close()
        with self._lock:
            processes = self._processes
        if processes is not None:
            processes.shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            self._near_end.close()
            self._far_end.close()

    def _begin(self, done: Future[T], work: Callable[[], T], tries: int) -> None:
        while True:
            processes = None
            try:
                processes = self._running()
                inner = processes.submit(work)
                break
            except BrokenProcessPool:  # it died of other work
                self._drop(processes)
            except (NoProcessError, RuntimeError) as error:  # none starts, or the pool is shut down
                done.set_exception(error)
                return
        done.add_done_callback(lambda _: inner.cancel() if done.cancelled() else None)
        inner.add_done_callback(partial(self._end, done, work, tries, processes))

    def _running(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._is_over:
                raise NoProcessError("the pool is shut down")
            if self._processes is None:
                self._processes = self._start()
            return self._processes

    def _start(self) -> ProcessPoolExecutor:
        """Start a first process, so that what cannot start is told from what died of its work."""
        try:
            _begin_tracker()
            processes = ProcessPoolExecutor(
                self._workers,
                mp_context=self._context,
                initializer=_live_no_longer_than,
                initargs=(self._far_end,),
            )
            processes.submit(os.getpid).result()
        except (BrokenProcessPool, OSError, ImportError, NotImplementedError) as error:
            raise NoProcessError(f"no worker process starts: {error}") from error
        return processes

    def _drop(self, processes: ProcessPoolExecutor | None) -> None:
        with self._lock:
            if processes is not None and self._processes is processes:
                self._processes = None
                self._broken.append(processes)

    def _end(
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
            self._drop(processes)
            if tries > 1:
                self._begin(done, work, tries - 1)
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
    """End this process when its parent has closed the pipe, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    Thread(target=_wait_for_the_end_of, args=(parent,), daemon=True).start()


def _wait_for_the_end_of(parent: Connection) -> None:
    try:
        parent.recv_bytes()
    except (EOFError, OSError):
        os._exit(0)
