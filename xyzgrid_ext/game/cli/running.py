"""Finds out whether this game runs, and which files the running server has not read.

Pid files tell whether it runs; another game may use the same ports.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.write_lock import ALIVE_SECONDS, SERVER_ROLE, sole_writer, write_lock
from xyzgrid_ext.game.world.current import current

RELOAD_HINT = "`evennia reload` lets it; after a change of XYZGRID_PARTS, `evennia reboot`"
"""What makes a server read the files that it has not read."""


def running_processes() -> dict[str, int]:
    """Return "portal" and "server" -> process id, of those that run for this game.

    A database in memory, as of `evennia test`, belongs to this process: no server runs on it.
    """
    pids = dict[str, int]()
    if settings.database_address() is None:
        return pids
    for part in ("portal", "server"):
        file = settings.server_folder() / f"{part}.pid"
        try:
            pid = int(file.read_text())
        except (OSError, ValueError):
            continue
        if _runs(pid, file.name):
            pids[part] = pid
    return pids


@contextmanager
def while_game_is_stopped(word: str) -> Iterator[None]:
    """Hold the write lock for the subcommand `word`; a running game would not notice its changes.

    Raises:
        UsageError: if this game is running, or another process works on its grid.
    """
    if parts := running_processes():
        processes = " and ".join(f"{part}, process {pid}" for part, pid in parts.items())
        raise UsageError(
            f"this game is running ({processes}); {word} works beside a stopped one only",
            "stop it first: evennia stop",
        )
    with sole_writer(word):
        yield


def unread_files(classes: Iterable[str] = ()) -> list[str]:
    """Return the files, relative to the game, that have changed since the running server read them.

    They are the settings, the modules of prototypes, and those of the classes of rooms and exits:
    of the base prototypes, and of `classes`, their paths. A server reads the files of maps again.
    """
    holder = write_lock().holder()
    if holder is None or holder.role != SERVER_ROLE or time.time() - holder.sign > ALIVE_SECONDS:
        return []
    paths = {*settings.grid_classes(), *classes}
    modules = {*settings.modules_read_once(), *(path.rpartition(".")[0] for path in paths)}
    maps = {loaded.reference for loaded in current().loaded.values()}
    files = {_file_of(module) for module in modules - maps}
    late = (file for file in files if file is not None and file.stat().st_mtime > holder.since)
    return sorted(os.path.relpath(file, settings.django_settings.GAME_DIR) for file in late)


def unread_lines() -> Iterator[str]:
    """Yield a line about files that the running server has not read, if there are any."""
    if files := unread_files():
        names = " and ".join(files)
        yield f"The running server has not read {names} since the last change. {RELOAD_HINT}."


def _file_of(module: str) -> Path | None:
    """Return the file of a module, without running it; None if there is none."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return None
    file = None if spec is None or spec.origin is None else Path(spec.origin)
    return file if file is not None and file.is_file() else None


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
