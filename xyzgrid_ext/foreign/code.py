"""Runs code of authors: it raises only exceptions, ends in time, and leaves the process as it was.

    with foreign_code("world.town", tell) as run:
        import_module("world.town")          still waiting for world.town after 5 s, at town.py:14
    run.changes                              ["it changed the recursion limit from 1000 to 50"]

A module may raise KeyboardInterrupt or any other BaseException, which no guard for exceptions
catches; only a signal of a user or a system may stop the process. A module that never ends is given
up after `TIME_LIMIT` seconds. That needs a timer of the operating system and the main thread, where
all games and terminals read their modules; nothing can interrupt code of another language.
"""

from __future__ import annotations

import marshal
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from xyzgrid_ext.core.findings import Finding

_State = tuple[str, Callable[[], Any], Callable[[Any], Any]]
"""Something of the process: its name, how it is read, and how it is set."""
TIME_LIMIT = 60.0
"""The seconds that an author's code may run."""
_FIRST = 5.0  # seconds until it is named
_LONG = 80  # characters of the names of threads
_SLOW = 5.0  # seconds of which its author is told


class EscapedError(Exception):
    """Raised in place of what an author's code raised, if that is no Exception (SystemExit)."""


def cause_of(error: BaseException) -> BaseException:
    """Return what an author's code raised: the cause of an EscapedError, else `error` itself."""
    return error.__cause__ if isinstance(error, EscapedError) and error.__cause__ else error


class TimeLimitError(BaseException):
    """Raised in code of an author that takes too long; it is no Exception that they may catch."""


@dataclass
class CodeRun:
    """What is known of one run of an author's code: its duration, and what it did besides.

    `changes` are sentences about what it changed in the process (changed back afterwards),
    `threads` the names of threads that it started and that still run.
    """

    seconds: float = 0.0
    changes: list[str] = field(default_factory=list)
    threads: list[str] = field(default_factory=list)


def compile_module(source: bytes, file: str) -> bytes:
    """Compile the source of a module to bytes that `marshal.loads` reads.

    Raises:
        SyntaxError, ValueError: if it is no source of Python.
    """
    return marshal.dumps(compile(source, file, "exec", dont_inherit=True))


@contextmanager
def only_exceptions() -> Iterator[None]:
    """Return a context that raises Exceptions only, or KeyboardInterrupt for a user's Ctrl-C.

    Raises:
        EscapedError: in place of what the body raises that is no Exception.
    """
    interrupts: list[int] = []

    def interrupt(number: int, frame: FrameType | None) -> None:
        interrupts.append(number)
        raise KeyboardInterrupt

    is_ours = _is_main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_ours:
        signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    except Exception:
        raise
    except BaseException as err:
        if interrupts:
            raise
        raise EscapedError(type(err).__name__) from err
    finally:
        if is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
    if interrupts:  # the author's code went on
        raise KeyboardInterrupt


@contextmanager
def foreign_code(name: str, tell: Callable[[str], object]) -> Iterator[CodeRun]:
    """Return a context for an author's code, with a time limit; `with … as run` gives its CodeRun.

    Args:
        name: what is run, in words.
        tell: called with a sentence now and then, while the code takes long.

    Raises:
        Exception: what the code raises; `EscapedError` for what is no Exception.
    """
    run, began = CodeRun(), time.monotonic()
    before = [read_value() for _name, read_value, _write in _STATE]
    threads = set(threading.enumerate())
    try:
        with only_exceptions(), _alarm(name, tell):
            yield run
    finally:
        run.seconds = time.monotonic() - began
        run.threads = sorted(thread.name for thread in {*threading.enumerate()} - threads)
        for (state, read_value, write), old in zip(_STATE, before, strict=True):
            new = read_value()
            if new is not old and new != old:
                write(old)
                run.changes.append(f"it changed {state}{_from_to(old, new)}")


def run_findings(name: str, run: CodeRun) -> tuple[Finding, ...]:
    """Return warnings about what the module `name` did, or how long it took, when imported."""
    cure = "remove that from the module; the old value was restored"
    findings = [
        Finding.warning("changed-process", f"when it is imported, {text}", cure, name)
        for text in run.changes
    ]
    if run.threads:
        text = f"when it is imported, it starts {', '.join(run.threads)[:_LONG]}, which runs on"
        cure = (
            "start them in at_server_start() of server/conf/at_server_startstop.py; a command of "
            "the terminal ends when they have ended"
        )
        findings.append(Finding.warning("started-thread", text, cure, name))
    if run.seconds > _SLOW:
        text = f"it takes {run.seconds:.0f} s to import, at each start, and nobody can play then"
        cure = "make it compute less, or store the result in a file"
        findings.append(Finding.warning("slow-import", text, cure, name))
    return tuple(findings)


def _working_directory() -> str | None:
    try:
        return os.getcwd()
    except OSError:  # it was removed
        return None


def _go_back(folder: str | None) -> None:
    if folder is not None:
        os.chdir(folder)


def _signal_state(
    number: signal.Signals,
) -> _State:
    read_handler, set_handler = partial(signal.getsignal, number), partial(signal.signal, number)
    return f"what {number.name} does", read_handler, set_handler


_STATE: tuple[_State, ...] = (
    ("the recursion limit", sys.getrecursionlimit, sys.setrecursionlimit),
    ("tracing", sys.gettrace, sys.settrace),
    ("profiling", sys.getprofile, sys.setprofile),
    ("tracing of threads", threading.gettrace, threading.settrace),
    ("the working directory", _working_directory, _go_back),
    *(_signal_state(number) for number in (signal.SIGINT, signal.SIGTERM)),
)


def _from_to(old: object, new: object) -> str:
    is_shown = isinstance(old, int | str) and isinstance(new, int | str)
    return f" from {old} to {new}" if is_shown else ""


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


_is_running = False


@contextmanager
def _alarm(name: str, tell: Callable[[str], object]) -> Iterator[None]:
    """Name the code while it takes long, and give it up after the limit."""
    global _is_running
    if _is_running or not _is_main_thread() or not hasattr(signal, "setitimer"):
        yield  # within code of an author whose time is limited already; or nothing can be done
        return
    began = time.monotonic()
    next_word = _FIRST

    def look(number: int, frame: FrameType | None) -> None:
        nonlocal next_word
        seconds = time.monotonic() - began
        if not _is_running:
            return
        if seconds >= TIME_LIMIT:
            raise TimeLimitError(f"no end after {TIME_LIMIT:.0f} seconds")
        if seconds >= next_word:
            next_word *= 2
            tell(f"still waiting for {name} after {seconds:.0f} s{_place_of(frame)}")

    step = min(1.0, TIME_LIMIT / 2)
    former = signal.signal(signal.SIGALRM, look)
    timer = signal.setitimer(signal.ITIMER_REAL, step, step)
    _is_running = True
    try:
        yield
    finally:
        _is_running = False
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, former)


def _place_of(frame: FrameType | None) -> str:
    return "" if frame is None else f", at {Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
