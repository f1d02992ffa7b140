"""Whether this game runs, by the pid files of its game dir: never by a port, which others share."""

from __future__ import annotations

import os
from pathlib import Path

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game import conf


def running() -> dict[str, int]:
    """The parts of this game that run, `portal` and `server`, with their process ids."""
    found = {}
    for part in ("portal", "server"):
        file = Path(conf.game_dir()) / "server" / f"{part}.pid"
        try:
            pid = int(file.read_text())
        except (OSError, ValueError):
            continue
        if _runs(pid, file.name):
            found[part] = pid
    return found


def refuse_while_running(what: str) -> None:
    """Raise a GridError if this game runs: it would go on with the rooms that it has in memory."""
    if parts := running():
        shown = " and ".join(f"{part}, process {pid}" for part, pid in parts.items())
        raise GridError(
            f"this game is running ({shown}); {what} works beside a stopped one only",
            "stop it first: evennia stop",
        )


def _runs(pid: int, pid_file: str) -> bool:
    """Whether a process is there and is the one that wrote the file, as far as can be seen."""
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
