"""Closes the database and the logs to other users of the machine.

    server/evennia.db3, -wal, -shm      rw-r--r--  ──►  rw-r-----      mail, hashes of passwords
    server/logs and what is in it       rwxr-xr-x  ──►  rwxr-x---      addresses, what people type

Group permissions stay, since a program that reads logs may be in the group. Logs outside the game
dir are not changed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

_OTHERS = stat.S_IRWXO


def close_files_to_others() -> None:
    """Take the rights of others from private files: those there are, and all made from now on."""
    os.umask(os.umask(_OTHERS) | _OTHERS)
    for path in open_paths():
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS)


def open_paths() -> list[Path]:
    """Return the private files that others may read or change, and that this process may close."""
    paths = (path.resolve() for path in _private_paths() if path.exists())
    return [path for path in paths if path.stat().st_mode & _OTHERS and _is_ours(path)]


def _private_paths() -> Iterator[Path]:
    for database in settings.DATABASES.values():
        if database["ENGINE"].endswith("sqlite3"):
            yield from (Path(f"{database['NAME']}{ending}") for ending in ("", "-wal", "-shm"))
    logs = Path(settings.LOG_DIR).resolve()
    if logs.is_dir() and Path(settings.GAME_DIR).resolve() in logs.parents:
        yield from (logs, *logs.iterdir())


def _is_ours(path: Path) -> bool:
    return os.name == "posix" and path.stat().st_uid == os.geteuid()
