"""Runs work that changes the grid from a terminal: here, or in the running server.

the lock is free ──────────► done here, step by step
a server has it, and lives ─► a row in the database; what becomes of it is told from there
another launcher has it ───► refused, or waited for with --wait
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from django.db import OperationalError

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import Step, drain
from xyzgrid_ext.game.base.write_lock import ALIVE_SECONDS, SERVER_ROLE, Holder, write_lock
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.jobs import Order, grid_for, job_steps, job_work
from xyzgrid_ext.game.cli.running import (
    RELOAD_HINT,
    running_processes,
    unread_files,
)
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.db.jobs import Job, JobState
from xyzgrid_ext.game.db.typeclass_paths import grid_class_counts
from xyzgrid_ext.game.world.current import current

_THINGS = ("rooms", "exits", "things")  # last words of what is made, changed or removed
_SHOWN_EVERY = 0.1  # seconds


def confirm(question: str, request: Request) -> None:
    """Ask the user in the terminal a yes-or-no question, unless --yes was given.

    Raises:
        UsageError: if the user refuses, or cannot be asked.
    """
    if "--yes" in request.options:
        return
    if not sys.stdin or not sys.stdin.isatty():
        raise UsageError(f"{question}\nThere is nobody to ask", "add --yes if you are sure")
    try:
        answer = input(f"{question} [y/N] ").strip().lower()
    except (EOFError, KeyboardInterrupt):
        answer = ""
    if answer not in ("y", "yes"):
        raise UsageError("Nothing was changed.")


class ProgressLine:
    """Prints the progress of a job: call it with each Step.

    On a terminal, one line that is overwritten: rooms 1,200 of 2,500 · 3,400/s · 1 s left
    Elsewhere, a line at every tenth of the rooms, exits and things, and none for other steps.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._on_terminal = sys.stdout.isatty()
        self._last_step: tuple[str, int] = ("", -1)
        self._began = self._shown_at = clock()
        self._line = ""

    def __call__(self, step: Step) -> None:
        """Show that `done` of `total` are done."""
        what, done, total = step
        now = self._clock()
        if what != self._last_step[0]:
            self._began = now if self._last_step[0] else self._began
            self.end()
        if not self._on_terminal:
            tenth = 10 * done // max(1, total)
            if (what, tenth) != self._last_step and what.endswith(_THINGS):
                print(f"  {what} {done:,} of {total:,}", flush=True)
            self._last_step = what, tenth
            return
        self._last_step = what, done
        if done >= total or now - self._shown_at >= _SHOWN_EVERY:
            self._shown_at = now
            line = f"  {what} {done:,} of {total:,}{_speed_text(done, total, now - self._began)}"
            print(f"\r{line.ljust(len(self._line))}", end="", flush=True)
            self._line = line

    def end(self) -> None:
        """Begin a new line of the terminal, if a progress line is in this one."""
        if self._line:
            print()
            self._line = ""


def _speed_text(done: int, total: int, seconds: float) -> str:
    """Return the speed and the remaining time; empty while they are unknown."""
    if not done or seconds < _SHOWN_EVERY:
        return ""
    rate = done / seconds
    left = f" · {(total - done) / rate:,.0f} s left" if done < total else ""
    return f" · {rate:,.0f}/s{left}"


T = TypeVar("T")

WAIT = "--wait"
"""The option of jobs that waits until no other launcher is at work."""
_POLL = 0.2  # seconds between two looks
_BUSY = 30.0  # seconds of trying to reach a database that others write all the time
_STARTS = 60.0  # seconds in which a server that was told to start has done so
_LOST = 20.0  # seconds without a sign after which a server counts as gone; a reload takes less
_RELOAD = "This game is running: `evennia reload` lets it see the change."


def carry_out(word: str, names: Sequence[str], request: Request) -> int:
    """Run the job `word`, in the server if it runs, else here; print its report, return its code.

    Raises:
        UsageError: if it fails, or if another launcher is at work on the grid.
    """
    had = write_lock().is_held  # by a server whose own code calls the launcher
    holder = _take_lock(word, wait=WAIT in request.options)
    if holder is not None:
        return _hand_over(word, names, request, holder)
    try:
        progress = ProgressLine()
        order = Order(tuple(names), TERMINAL, partial(_ask, request, progress))
        report = drain(job_steps(word, grid_for(word), order), progress)
        progress.end()
    finally:
        if not had:
            write_lock().release()
    print("\n".join(report.lines))
    if "server" in running_processes() and _is_in_memory(word):
        print(_RELOAD)
    return report.code


def await_server() -> None:
    """Wait until a server that is starting holds the write lock, so that it does the work.

    Return at once if no game runs. The first start makes Limbo, and then restarts the server.
    """
    end = time.monotonic() + _STARTS
    while running_processes() and time.monotonic() < end:
        holder = write_lock().holder()
        if (
            holder is not None
            and holder.role == SERVER_ROLE
            and time.time() - holder.sign < ALIVE_SECONDS
        ):
            return
        time.sleep(_POLL)


def _is_in_memory(word: str) -> bool:
    """Whether the server may have loaded what the job `word` changed; not a map without rooms."""
    live = current()
    return word != "add" or any(map(live.spawned_count, live.grids))


def _take_lock(word: str, *, wait: bool) -> Holder | None:
    """Take the write lock; if a live server has it, return that server.

    Raises:
        UsageError: if somebody else has it.
    """
    has_printed, began = False, time.monotonic()
    while not write_lock().acquire(word):
        holder = write_lock().holder()
        if (
            holder is not None
            and holder.role == SERVER_ROLE
            and time.time() - holder.sign < ALIVE_SECONDS
        ):
            return holder
        is_launcher = holder is not None and holder.role != SERVER_ROLE
        if is_launcher and not wait:
            raise UsageError(
                f"{holder} is at work on the grid",
                f"try again when it has ended; with {WAIT} this waits for it",
            )
        if is_launcher and not has_printed:
            print(f"Waiting for {holder} ...", flush=True)
            has_printed = True
        # it has only just taken it; or it is a server that is busy, or about to end
        if not is_launcher and time.monotonic() - began > ALIVE_SECONDS:
            raise UsageError(
                f"the grid is held by {holder or 'another process'}, which gives no sign of life",
                "see server/logs/server.log of the game; `evennia stop` and `evennia start` help",
            )
        time.sleep(_POLL)
    return None


def _hand_over(word: str, names: Sequence[str], request: Request, holder: Holder) -> int:
    if job_work(word).is_comparing and (files := unread_files(grid_class_counts())):
        text = f"the running server has not read {' and '.join(files)} since the last change"
        raise UsageError(
            f"{text}, and would not do what plan shows", f"{RELOAD_HINT}; then {word} again"
        )
    if job_work(word).is_asking and "--yes" not in request.options:
        question = _question(word, names)
        if question is not None:
            _confirm(question, request)
    job = _retry(lambda: jobs.submit(word, names))
    print(f"The game is running; its server (process {holder.pid}) does the work.", flush=True)
    progress = ProgressLine()
    try:
        job = _watch(job, progress)
    except KeyboardInterrupt:
        progress.end()
        print("The server goes on with it. How far it is: evennia xyzgrid jobs")
        raise SystemExit(130) from None
    progress.end()
    if job.state is JobState.FAILED:
        print("\n".join(job.lines), file=sys.stderr)
        return job.code or 1
    print("\n".join(job.lines))
    return job.code


def _watch(job: Job, progress: ProgressLine) -> Job:
    """Show the progress of a job until it has ended; return its result."""
    since = time.time()
    while not job.ended:
        time.sleep(_POLL)
        row = _retry(partial(jobs.find_job, job.key))
        if row is None:
            raise UsageError("the server has forgotten this job", "plan tells what is left to do")
        job = row
        if job.step is not None and job.state is JobState.RUNNING:
            progress(Step(*job.step))
        holder = write_lock().holder()
        sign = max(since, holder.sign if holder is not None else 0.0)
        if not job.ended and time.time() - sign > _LOST:
            text = f"the server has given no sign of life for {_LOST:.0f} seconds"
            _retry(partial(jobs.save_job, job, state=JobState.FAILED, lines=(text,)))
            raise UsageError(text, f"{job.title} again finishes what it has begun")
    return job


def _retry(call: Callable[[], T]) -> T:
    """Return `call()`, which is tried again for some time if the database is locked."""
    end = time.monotonic() + _BUSY
    while True:
        try:
            return call()
        except OperationalError:  # SQLite gives up after a few seconds
            if time.monotonic() > end:
                raise
            time.sleep(_POLL)


class _AskedError(Exception):
    """Raised when work would have to ask a question."""


def _question(word: str, names: Sequence[str]) -> str | None:
    """Return what a job would ask before it changes anything; None if it asks nothing."""

    def ask(question: str, lost: Sequence[str] = ()) -> None:
        raise _AskedError("\n".join((*lost, question)))

    try:
        drain(job_steps(word, grid_for(word), Order(tuple(names), TERMINAL, ask)))
    except _AskedError as asked:
        return str(asked)
    return None


def _ask(request: Request, progress: ProgressLine, question: str, lost: Sequence[str] = ()) -> None:
    progress.end()
    _confirm("\n".join((*lost, question)), request)


def _confirm(question: str, request: Request) -> None:
    *details, last = question.splitlines()
    print("".join(f"{line}\n" for line in details), end="")
    confirm(last, request)
