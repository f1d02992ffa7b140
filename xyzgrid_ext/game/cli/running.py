"""Finds out from its pid files whether this game runs; another may use the same ports."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.lock import sole_writer


def running() -> dict[str, int]:
    """Return the running parts of this game, `portal` and `server`, with their process ids.

    A database in memory, as of `evennia test`, belongs to this process: no server runs on it.
    """
    found = dict[str, int]()
    if settings.database_address() is None:
        return found
    for part in ("portal", "server"):
        file = settings.server_folder() / f"{part}.pid"
        try:
            pid = int(file.read_text())
        except (OSError, ValueError):
            continue
        if _runs(pid, file.name):
            found[part] = pid
    return found


@contextmanager
def beside_a_stopped_game(what: str) -> Iterator[None]:
    """Guard work that a running game would not notice, since its rooms are in memory.

    Raises:
        UsageError: if this game is running, or another process works on its grid.

    """
    if parts := running():
        shown = " and ".join(f"{part}, process {pid}" for part, pid in parts.items())
        raise UsageError(
            f"this game is running ({shown}); {what} works beside a stopped one only",
            "stop it first: evennia stop",
        )
    with sole_writer(what):
        yield


def _runs(pid: int, pid_file: str) -> bool:
    """Whether this process exists and is probably the one that wrote the pid file."""
    try:
        os.kill(pid, 0)
    except PermissionError:
        pass  # it is there, and somebody else's
    except (OSError, OverflowError):
        return False
    try:
        # after a crash the number may by now be some other program's
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return True  # no such folder on this system
    return pid_file.encode() in command
