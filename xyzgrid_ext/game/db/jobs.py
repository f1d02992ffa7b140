"""Jobs on the grid for a running server, each as a row in the database.

    launcher, builder ──submit──► WAITING ──the server──► RUNNING ─┬─► DONE    what to tell
                                     ▲                      │      └─► FAILED  why
                                     └──── evennia reload ──┘

The rows are Evennia's ServerConfig, so no migration is needed, and hold JSON. They are read without
Evennia's caches, because two processes write them.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from enum import StrEnum

from evennia.server.models import ServerConfig

from xyzgrid_ext.core.records import value_of
from xyzgrid_ext.game.db.stored import read_stored

_PREFIX = "xyzgrid job "
_MOST = 20  # that have ended
_LONGEST = 24 * 3600.0  # seconds that they stay


class JobState(StrEnum):
    """The state of a job: it waits, runs, is done, or has failed."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True)
class Job:
    """A subcommand of `evennia xyzgrid` that the running server carries out, as stored in a row.

    `asker` is the id of the object to tell; 0 for a launcher, which reads the row itself. `step` is
    the progress as (name, done, total), `lines` are the report at its end, and `code` is the
    launcher's exit code. `touched` is the time of the last write, in epoch seconds.
    """

    key: str
    word: str
    names: tuple[str, ...] = ()
    asker: int = 0
    state: JobState = JobState.WAITING
    step: tuple[str, int, int] | None = None
    lines: tuple[str, ...] = ()
    code: int = 0
    touched: float = 0.0

    @property
    def ended(self) -> bool:
        """Whether the job has ended."""
        return self.state in (JobState.DONE, JobState.FAILED)

    @property
    def title(self) -> str:
        """The job as its command line: `spawn town`."""
        return " ".join([self.word, *(f'"{n}"' if " " in n else n for n in self.names)])

    def __str__(self) -> str:
        state = f"{self.state}"
        if self.state is JobState.RUNNING and self.step is not None:
            name, done, total = self.step
            state += f", {name} {done:,} of {total:,}"
        if self.state is JobState.DONE and self.code == 1:
            state += ", with faults"
        clock = time.strftime("%H:%M:%S", time.localtime(self.touched))
        # a failure begins with its fault; the cure may follow
        lines = self.lines[:1] if self.state is JobState.FAILED else self.lines[::-1]
        lines = tuple(line for line in lines if not line.startswith(" "))  # a line of a list
        result = f": {lines[0]}" if self.ended and lines else ""
        return f"{clock}  {self.title}: {state}{result}"


def submit(word: str, names: Iterable[str], asker: int = 0) -> Job:
    """Store a new job and return it; the running server finds it within a second."""
    key = f"{_PREFIX}{time.time_ns():020d} {os.getpid()}"  # in the order of asking
    job = Job(key, word, tuple(names), asker, touched=time.time())
    row = ServerConfig(db_key=job.key)
    row.value = json.dumps(asdict(job))
    remove_old_jobs()
    return job


def all_jobs() -> list[Job]:
    """Return all jobs, in the order of submission. One query."""
    rows = ServerConfig.objects.filter(db_key__startswith=_PREFIX).order_by("db_key")
    jobs = (_read(key, text) for key, text in rows.values_list("db_key", "db_value"))
    return [job for job in jobs if job is not None]


def find_job(key: str) -> Job | None:
    """Return the current state of a job; None if it is gone. One query."""
    text = ServerConfig.objects.filter(db_key=key).values_list("db_value", flat=True).first()
    return None if text is None else _read(key, text)


def save_job(job: Job, **changes: object) -> Job:
    """Store changes of a job's fields, and return the changed job. One query."""
    job = replace(job, **changes, touched=time.time())  # type: ignore[arg-type]
    ServerConfig.objects.filter(db_key=job.key).update(db_value=json.dumps(asdict(job)))
    return job


def remove_old_jobs() -> None:
    """Remove jobs that ended more than a day ago, and all but the last twenty that have ended."""
    ended = [job for job in all_jobs() if job.ended]
    since = time.time() - _LONGEST
    old = {job.key for job in ended if job.touched < since} | {job.key for job in ended[:-_MOST]}
    if old:
        ServerConfig.objects.filter(db_key__in=old).delete()


def _read(key: str, text: str) -> Job | None:
    """Read the job in a row; return None if the row is damaged, as nobody waits for it."""
    return read_stored(f"the row '{key}'", lambda: value_of(Job, json.loads(text)), None)
