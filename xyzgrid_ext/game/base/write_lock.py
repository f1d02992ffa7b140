"""The write lock of the grid: one process at a time may write in a database.

    server/xyzgrid.DIGEST.lock     locked by the kernel until its holder ends, even by a crash
    server/xyzgrid.DIGEST.holder   the holder, in JSON; written again with every heartbeat

The digest is of the database's address. So `evennia test`, which has a database of its own, works
beside a running server. A database in memory belongs to one process, whose number is its address.

A running server holds the lock and renews its heartbeat every second. A launcher that finds the
lock free does the work itself; if a server has it, the launcher submits a job (`jobs`); if another
launcher has it, it waits or refuses. A used port or a process id alone proves nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game.base import settings

SERVER_ROLE = "server"
"""The `Holder.role` of a running server."""
ALIVE_SECONDS = 10.0
"""A server counts as alive if its last heartbeat is at most so many seconds old."""


@dataclass(frozen=True)
class Holder:
    """The process that holds the write lock. Times are epoch seconds.

    `role` is SERVER_ROLE, or the subcommand that a launcher runs.
    """

    role: str
    pid: int
    since: float
    sign: float = 0.0
    """The time of its last heartbeat."""

    def __str__(self) -> str:
        text = (
            "the running server" if self.role == SERVER_ROLE else f"`evennia xyzgrid {self.role}`"
        )
        since = time.strftime("%H:%M:%S", time.localtime(self.since))
        return f"{text}, process {self.pid}, since {since}"


class WriteLock:
    """A lock file, one per database: only the process that holds it may change the grid.

    `busy` says what this process is doing with it, "" for nothing. `passing` is for a database in
    memory, which only this process has: then the file is removed with each release.
    """

    def __init__(self, file: Path, *, passing: bool = False) -> None:
        self.busy = ""
        self.file = file
        self._passing = passing
        self._lock = FileLock(file, thread_local=False)
        self._note = file.with_suffix(".holder")
        self._holder: Holder | None = None

    @property
    def is_held(self) -> bool:
        """Whether this process holds the lock."""
        return self._holder is not None

    def acquire(self, role: str) -> bool:
        """Take the lock if it is free; return whether this process has it now.

        Raises:
            UsageError: if the folder cannot be written.
        """
        if self._holder is not None:
            return True
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            return False
        except OSError as err:
            raise UsageError(
                f"{self._lock.lock_file} cannot be locked: {err.strerror}",
                "give the user of the game the right to write there",
            ) from err
        self._holder = Holder(role, os.getpid(), time.time())
        self.renew_heartbeat()
        return True

    def renew_heartbeat(self) -> None:
        """Renew the heartbeat, so that others see that the holder is alive."""
        if self._holder is not None:
            fresh = self._note.with_suffix(".new")
            fresh.write_text(json.dumps(asdict(self._holder) | {"sign": time.time()}))
            fresh.replace(self._note)  # so that nobody reads half of it

    def release(self) -> None:
        """Release the lock; doing so again has no effect."""
        if self._holder is not None:
            self._holder = None
            self._note.unlink(missing_ok=True)
            self._lock.release()
            if self._passing:
                self.file.unlink(missing_ok=True)

    def holder(self) -> Holder | None:
        """Return the last holder, even if it has released the lock; None if unknown."""
        try:
            return Holder(**json.loads(self._note.read_text()))
        except (OSError, ValueError, TypeError):
            return None


@contextmanager
def sole_writer(what: str) -> Iterator[None]:
    """Return a context that holds the write lock; `what` is the work, for whoever else wants it.

    Raises:
        UsageError: if somebody else holds it.
    """
    lock = write_lock()
    if lock.busy:
        raise UsageError(
            f"the server is at work on the grid: {lock.busy}", "wait until it has ended"
        )
    was_held = lock.is_held
    if not lock.acquire(what):
        raise UsageError(
            f"{lock.holder() or 'another process'} has the grid", "try again when it has ended"
        )
    try:
        yield
    finally:
        if not was_held:
            lock.release()


class _WriteLocks:
    """The write locks of the databases that this process has used; nearly always one."""

    def __init__(self) -> None:
        self._locks: dict[Path, WriteLock] = {}

    def get(self) -> WriteLock:
        """Return the lock of the database in use; `evennia test` changes it while it runs."""
        address = settings.database_address()
        text = f"process {os.getpid()}" if address is None else address
        digest = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
        file = settings.server_folder() / f"xyzgrid.{digest}.lock"
        if file not in self._locks:
            self._locks[file] = WriteLock(file, passing=address is None)
        return self._locks[file]


write_lock = _WriteLocks().get
"""Function that returns the WriteLock of the database in use."""
