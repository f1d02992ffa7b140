"""The worker of a running server: holds the write lock and runs the submitted jobs one by one.

    every second ─ write lock held? ─ sign of life ─ a job that waits? ─► its work, step by step
                                                                         │
    others' commands, walks, clocks ◄── a pause after each step ◄────────┘

A step takes a few milliseconds, so nobody waits for it. During a job, only young objects are
garbage-collected: to search the million objects of a large plan would take tenths of a second, and
they are freed at its end. After `evennia reload`, the next process continues the job. A job that
was interrupted in another way is reported as failed; another spawn finishes it.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from django.db import connection
from django.utils.translation import gettext_lazy as lazy
from evennia.utils import logger
from evennia.utils.ansi import raw
from twisted.internet import reactor
from twisted.internet.interfaces import IReactorTime
from twisted.python.failure import Failure

from xyzgrid_ext.core.errors import GridError, UsageError
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.base.pace import SERVER as PACE
from xyzgrid_ext.game.base.periodic import PeriodicWork
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.base.task import Step, Steps, Task, begin_later
from xyzgrid_ext.game.base.write_lock import SERVER_ROLE, write_lock
from xyzgrid_ext.game.cli.jobs import (
    REFRESH,
    SPAWN,
    JobReport,
    Order,
    always_agree,
    grid_for,
    job_steps,
)
from xyzgrid_ext.game.cli.naming import without_options
from xyzgrid_ext.game.cli.undoing import pull_word
from xyzgrid_ext.game.db import jobs, objects
from xyzgrid_ext.game.db.jobs import Job, JobState
from xyzgrid_ext.game.text import screens

_PAUSE = 0.01  # seconds between two steps, for everybody else
_SAVED = 0.5  # seconds between two writings of how far a job is
_TOLD = 4.0  # seconds between two lines to the one who asked
_LONG = 3.0  # seconds of waiting after which the asker hears that a job begins
_RELOADED = 60.0  # seconds that a job waits for a server that is restarting
_YES = "--yes"  # of a job in the game: do it although work of builders is lost
_AGAIN = "the next spawn finishes what it has begun"
_RESTARTED = lazy("The server has restarted, and continues with |w{title}|n.")
_BEGINS = lazy("|w{title}|n starts.")


class Worker(PeriodicWork):
    """Runs the jobs that are stored in the database, one by one in short steps, in the Server."""

    name, every = "jobs", 1.0

    def __init__(self, clock: IReactorTime = reactor) -> None:
        super().__init__(clock)
        self._job: Job | None = None
        self._task: Task[JobReport] | None = None
        self._saved = self._told_at = 0.0
        self._late = False
        self._collects = False

    def run(self) -> None:
        """Look for jobs every second, until the server stops."""
        reactor.addSystemEventTrigger("before", "shutdown", self.stop)
        super().run()

    # --- every second

    def _round(self) -> None:
        if not write_lock().is_held and not self._take():
            return
        write_lock().renew_heartbeat()
        if self._job is None and (job := _next()) is not None:
            self._begin(job)

    def _take(self) -> bool:
        """Take the write lock, and clean up after others."""
        if not write_lock().acquire(SERVER_ROLE):
            if not self._late:
                logger.log_info(f"xyzgrid: waiting for {write_lock().holder()}")
            self._late = True
            return False
        _clear_up()
        if self._late:  # somebody has changed what this process may have read already
            self._begin(Job("", REFRESH))
        return True

    # --- a job

    def _begin(self, job: Job) -> None:
        if job.step is not None:
            _tell_asker(job, _RESTARTED, title=job.title)
        elif time.time() - job.touched > _LONG:
            _tell_asker(job, _BEGINS, title=job.title)
        self._job = jobs.save_job(job, state=JobState.RUNNING) if job.key else job
        write_lock().busy = job.title
        self._saved, self._told_at = 0.0, time.monotonic()
        # else full collections hold the game for 0.15 s in a plan of 10,648 rooms, 0.7 of 97,336
        self._collects = gc.isenabled()
        gc.disable()
        self._task = begin_later(
            self._steps(self._job),
            partial(self._end, JobState.DONE),
            failed=self._failed,
            progress=self._record_progress,
            pause=_PAUSE,
        )

    def _steps(self, job: Job) -> Steps[JobReport]:
        """Return the work of a job; an unknown word fails in its first step."""
        names = tuple(name for name in job.names if name != _YES)
        order = Order(names, PACE, partial(_agree, job) if job.asker else always_agree)
        return (yield from job_steps(job.word, grid_for(job.word), order))

    def _record_progress(self, step: Step) -> None:
        """Record a finished step; now and then report progress to the waiting launcher."""
        assert self._job is not None
        gc.collect(0)
        now = time.monotonic()
        if self._job.key and now - self._saved >= _SAVED:
            self._saved = now
            self._job = jobs.save_job(self._job, step=step)
        if now - self._told_at >= _TOLD:
            self._told_at = now
            _tell_asker(
                self._job, "{line}", line=raw(f"{step.what} {step.done:,} of {step.total:,}")
            )

    def _failed(self, failure: Failure) -> None:
        assert self._job is not None
        text = str(failure.value)
        if not failure.check(GridError):
            logger.log_err(f"xyzgrid: {self._job.title}\n{failure.getTraceback()}")
            text = f"{failure.type.__name__}: {text}\n{_AGAIN}"
            connection.close_if_unusable_or_obsolete()
        self._end(JobState.FAILED, JobReport(tuple(text.splitlines()), 1))

    def _end(self, state: JobState, report: JobReport) -> None:
        job, self._job, self._task = self._job, None, None
        self._collect_again()
        write_lock().busy = ""
        if job is None or not job.key:
            return
        jobs.save_job(job, state=state, lines=report.lines, code=report.code)
        _tell_asker(job, "{lines}", lines=raw("\n".join(report.lines)))
        if state is JobState.FAILED:
            logger.log_err(f"xyzgrid: {job.title} failed: {report.lines[0]}")
        else:
            logger.log_info(f"xyzgrid: {job.title} ended: {report.lines[-1:]}")

    def _collect_again(self) -> None:
        if self._collects:
            self._collects = False
            gc.enable()

    # --- the end

    def stop(self) -> None:
        """Stop the current job between two steps; the next server continues it."""
        if self._loop.running:
            self._loop.stop()
        job, self._job = self._job, None
        if self._task is not None:
            self._task.cancel()
        self._collect_again()
        if job is not None and job.key:
            jobs.save_job(job, state=JobState.WAITING, step=job.step or ("steps", 0, 0))
        write_lock().busy = ""
        write_lock().release()


def _next() -> Job | None:
    return next((job for job in jobs.all_jobs() if job.state is JobState.WAITING), None)


def _clear_up() -> None:
    """Fail jobs that are marked as running but were interrupted."""
    for job in jobs.all_jobs():
        stale = job.state is JobState.WAITING and time.time() - job.touched > _RELOADED
        if job.state is JobState.RUNNING or stale:
            why = "the server ended in the middle of it" if not stale else "no server has done it"
            jobs.save_job(job, state=JobState.FAILED, lines=(f"{why}; {_AGAIN}",), code=1)
            logger.log_err(f"xyzgrid: {job.title} failed: {why}; {_AGAIN}")
    jobs.remove_old_jobs()


def _agree(job: Job, question: str, lost: Sequence[str] = ()) -> None:
    """Answer the question of a job for somebody in the game, who cannot be asked.

    Raises:
        UsageError: if work would be lost, and --yes does not say so.
    """
    if lost and _YES not in job.names:
        cure = f"nothing has changed: `xyzgrid {job.title} {_YES}` does it"
        if job.word == SPAWN and (word := pull_word()):
            taking = replace(job, word=word, names=tuple(without_options(job.names))).title
            cure += f", `xyzgrid {taking}` shows what a file can take"
        raise UsageError("\n".join(lost), cure)


@surviving("jobs")
def _tell_asker(job: Job, template: str, **values: str) -> None:
    """Send a text to the submitter of a job, if they are in the game."""
    asker = objects.object_by_id(job.asker) if job.asker else None
    if asker is not None and asker.sessions.count():
        with translating_for(asker):
            screens.show_paged(asker, template.format(**values))


worker = Worker()
