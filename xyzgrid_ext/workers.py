"""Runs work that needs no game in other processes: of this machine, or of a Dask cluster.

    Pool(4)                       processes of this machine
    Pool("tcp://10.0.0.5:8786")   the workers of a cluster

Functions are at the top level of a module that does not need Evennia, and have the parts that this
process uses (`core.parts`). Results come in the order of the work, equal byte for byte. The work of
a process that dies is repeated, `MAX_ATTEMPTS` times in all.

Processes are spawned, never forked, because a game has open threads, sockets and a database. They
hold the far end of a pipe to this process, and end when it is closed or this process is killed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, redirect_stderr, suppress
from functools import partial
from importlib import import_module
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import Any, TypeVar

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.parts import core_parts
from xyzgrid_ext.parts import use_core_of

T = TypeVar("T")
"""What a function that a worker calls returns."""
MAX_ATTEMPTS = 3  # as the scheduler of Dask has it
"""How often a piece of work is begun, if the processes that do it die."""
_AT_ONCE = 100  # pieces of work that `map` hands out
_SECONDS = 10  # that a cluster may take to answer


class NoWorkersError(UsageError):
    """Raised if no worker process can start, or if the Dask cluster does not answer."""


class Pool:
    """A pool of worker processes, or a Dask cluster; it starts with the first work. Thread-safe.

    `workers` is the number of processes, or the address of the cluster.
    """

    def __init__(self, workers: int | str) -> None:
        self._workers = workers
        self._parts = tuple(part.name for part in core_parts())
        self._lock = Lock()
        self._executor: Executor | None = None
        self._stack = ExitStack()
        self._context = multiprocessing.get_context("spawn")
        self._far_end, self._near_end = self._context.Pipe()

    def run(self, function: Callable[..., T], *values: object) -> T:
        """Call a function in one of the processes; wait, and return its result.

        Raises:
            NoWorkersError: if there is no process.
            BrokenProcessPool: if processes die of this work. Its own exceptions are raised too.
        """
        for tries in range(1, MAX_ATTEMPTS + 1):
            executor = self._get_executor()
            try:
                return executor.submit(_with_parts, self._parts, function, *values).result()
            except BrokenProcessPool:
                with self._lock:
                    if self._executor is executor:
                        self._executor = None
                if tries == MAX_ATTEMPTS or self.is_closed:
                    raise
        raise AssertionError

    def map(self, function: Callable[..., T], *iterables: Iterable[Any]) -> Iterator[T]:
        """Yield the results of `run` in order, like the builtin `map`, computed in parallel."""
        calls = ThreadPoolExecutor(_AT_ONCE)
        try:
            yield from calls.map(partial(self.run, function), *iterables)
        finally:
            calls.shutdown(wait=False, cancel_futures=True)

    @property
    def is_closed(self) -> bool:
        """Whether `close` was called."""
        return self._near_end.closed

    def close(self) -> None:
        """End all processes, and drop their work."""
        self._near_end.close()
        with self._lock:
            self._stack.close()

    def _get_executor(self) -> Executor:
        with self._lock:
            if self.is_closed:
                raise NoWorkersError("the workers have ended")
            if self._executor is None:
                is_cluster = isinstance(self._workers, str)
                self._executor = self._connect() if is_cluster else self._start()
            return self._executor

    def _start(self) -> Executor:
        """Start a first process, so that what cannot start is told from what died of its work."""
        try:
            if os.name == "posix":  # no process inherits a standard error of Twisted, number -1
                with redirect_stderr(sys.__stderr__):
                    resource_tracker.ensure_running()
            processes = ProcessPoolExecutor(
                int(self._workers),
                mp_context=self._context,
                initializer=_live_no_longer_than,
                initargs=(self._far_end,),
            )
            self._stack.callback(processes.shutdown, wait=False, cancel_futures=True)
            processes.submit(os.getpid).result()
        except (BrokenProcessPool, OSError, ImportError, NotImplementedError) as error:
            raise NoWorkersError(f"no worker process starts: {error}") from error
        return processes

    def _connect(self) -> Executor:
        try:
            distributed: Any = import_module("distributed")  # it has types for the half of it
            client = distributed.Client(self._workers, timeout=_SECONDS, set_as_default=False)
        except ImportError as error:
            cure = "pip install 'xyzgrid-ext[cluster]', here and on each worker"
            raise NoWorkersError("a cluster needs Dask, which is not installed", cure) from error
        except (OSError, ValueError) as error:
            cure = "start `dask scheduler` there, and `dask worker ADDRESS` on each machine"
            raise NoWorkersError(f"no cluster answers at {self._workers}", cure) from error
        self._stack.callback(client.close)
        executor: Executor = client.get_executor()
        return executor


def _with_parts(names: tuple[str, ...], function: Callable[..., T], *values: object) -> T:
    """Return what a function returns in a process that uses these parts, as its parent does."""
    if names != tuple(part.name for part in core_parts()):
        use_core_of(names)
    return function(*values)


def _live_no_longer_than(parent: Connection) -> None:
    """End this process when its parent has closed the pipe, or is gone."""

    def wait() -> None:
        with suppress(EOFError, OSError):
            parent.recv_bytes()
        os._exit(0)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    Thread(target=wait, daemon=True).start()
