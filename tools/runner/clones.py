"""Copies of the game dir in other places, for tests: each a game of its own, on ports of its own.

To make a database and build the worlds takes a quarter of a minute. It is done once, and kept
under a name that stands for all files that went into it; copies of it start at once.

    the repository ──► limbo ──► worlds        .pytest_cache/games/limbo-4f2a…
           │             │          │
           ▼             ▼          ▼
         copies        copies     copies       pytest-of-me/…/clone3/mygame
"""

import contextlib
import hashlib
import os
import platform
import random
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from filelock import FileLock, Timeout

from tools.runner import bootstrap
from tools.runner.__main__ import SUPERUSER
from tools.runner.game import PORTS, GameError

REPOSITORY = Path(__file__).resolve().parents[2]
PASSWORD = "correct-horse-7"
Stage = Literal["limbo", "worlds"]
_KEPT = 6  # made games: two stages, on three versions of Python and Evennia
_SOURCES = ("mygame", "world", "xyzgrid_ext")  # and this file, and what it runs
_PASSING = (
    *("__pycache__", "*.db3*", "*.pid", "*.log", "logs", ".static", ".media", ".cache"),
    *("secret_settings.py", "connection.txt", "xyzgrid.*.holder", "xyzgrid.*.lock"),
)
_BOOTSTRAP = {
    "limbo": "import tools.runner.bootstrap as b; b.make_worlds = lambda: None; b.main()",
    "worlds": "import tools.runner.bootstrap as b; b.main()",
}
_SETTINGS = """
import gc

gc.set_threshold(100_000, 50, 100)  # much is imported, and nothing of it is garbage
# Tests wait less, and their servers work less: at each login of a guest Django's own hash takes
# half a second.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.MD5PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",  # what a game had before
]
MAX_COMMAND_RATE = 1000
MAX_CONNECTION_RATE = 20
CREATION_THROTTLE_LIMIT = 100
XYZGRID_WALK_DELAY = 0.2
"""


@dataclass(frozen=True)
class Databases:
    """The databases of copies, on a PostgreSQL server; without one they are files of the games."""

    server: str = ""

    def address(self, name: str) -> str:
        """Return the address of a database; an empty text where it is a file."""
        return urlsplit(self.server)._replace(path=f"/{name}").geturl() if self.server else ""

    def make(self, name: str, like: str = "template1") -> str:
        """Make a database that is like another one; return its address."""
        self.drop(name)
        self._execute(f'CREATE DATABASE "{name}" TEMPLATE "{like}"')
        return self.address(name)

    def drop(self, name: str) -> None:
        """Drop a database, if it is there."""
        self._execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def _execute(self, statement: str) -> None:
        if not self.server:
            return
        import psycopg  # it need not be there otherwise

        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(statement)


def copy_sources(place: Path) -> Path:
    """Copy `mygame` and `world` from the repository into a folder; return the game dir."""
    for folder in ("mygame", "world"):
        ignore = shutil.ignore_patterns(*_PASSING)
        shutil.copytree(REPOSITORY / folder, place / folder, ignore=ignore)
    return place / "mygame"


def copy_made(made: Path, place: Path) -> Path:
    """Copy a game, but for what is on a database server, into a folder; return the game dir."""
    shutil.copytree(made, place, dirs_exist_ok=True)
    return place / "mygame"


@dataclass(frozen=True)
class Workshop:
    """Makes games, each stage once, and keeps them in a folder."""

    folder: Path
    environment: Mapping[str, str]
    databases: Databases

    def made(self, stage: Stage) -> Path:
        """Return the folder of a game that is made up to a stage; its name is its database's."""
        self.folder.mkdir(parents=True, exist_ok=True)
        limbo, worlds = (
            self.folder / f"{name}-{_fingerprint(self.databases.server)}" for name in _BOOTSTRAP
        )
        with FileLock(self.folder / "lock"):  # two processes would make the same
            if not limbo.exists():
                self._make(limbo, None)
            if stage == "worlds" and not worlds.exists():
                self._make(worlds, limbo)
            found = worlds if stage == "worlds" else limbo
            found.touch()
            by_age = sorted(self.folder.glob("*-*"), key=lambda path: path.stat().st_mtime)
            for old in by_age[:-_KEPT]:
                shutil.rmtree(old)
        return found

    def _make(self, place: Path, start: Path | None) -> None:
        """Make a game, on top of another one."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            new = Path(folder, "new")
            if start is None:
                game_dir, address = copy_sources(new), self.databases.make(place.name)
                bootstrap.make_secrets(game_dir)
                with (game_dir / "server/conf/secret_settings.py").open("a") as file:
                    file.write(_SETTINGS)
            else:
                game_dir = copy_made(start, new)
                address = self.databases.make(place.name, start.name)
            environment = {
                "PYTHONPATH": str(REPOSITORY),
                "XYZGRID_DATABASE_URL": address,
                "EVENNIA_SUPERUSER_USERNAME": SUPERUSER,
                "EVENNIA_SUPERUSER_PASSWORD": PASSWORD,
            }
            script = _BOOTSTRAP["limbo" if start is None else "worlds"]
            done = subprocess.run(
                [sys.executable, "-P", "-c", script, str(game_dir)],
                env=dict(self.environment) | environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            if done.returncode:
                raise GameError(f"the game could not be made:\n{done.stdout}")
            new.rename(place)


def _fingerprint(*more: str) -> str:
    """Return what changes when a game would be made otherwise: by versions, or by a file."""
    known = hashlib.sha256(repr((platform.python_version(), version("evennia"), more)).encode())
    for script in (__file__, bootstrap.__file__):
        known.update(Path(script).read_bytes())
    ignored = shutil.ignore_patterns(*_PASSING)
    for source in _SOURCES:
        for folder, folders, files in os.walk(REPOSITORY / source):
            folders[:] = sorted(set(folders) - ignored(folder, folders))
            for name in sorted(set(files) - ignored(folder, files)):
                path = Path(folder, name)
                known.update(str(path.relative_to(REPOSITORY)).encode() + path.read_bytes())
    return known.hexdigest()[:16]


@contextlib.contextmanager
def free_ports() -> Iterator[int]:
    """Give the first port of a block that nobody uses, and no other test until the end."""
    locks = Path(tempfile.gettempdir(), f"xyzgrid-ports-{os.getuid()}")
    locks.mkdir(exist_ok=True)
    chosen = None
    while chosen is None:
        # below the ports of outgoing calls
        base = random.randrange(15000, 32000, 10)
        lock = FileLock(locks / str(base))
        with contextlib.suppress(Timeout):
            lock.acquire(blocking=False)
            if _are_free(base):
                chosen = base
            else:
                lock.release()
    try:
        yield chosen
    finally:
        lock.release()


def _are_free(base: int) -> bool:
    with contextlib.ExitStack() as probes:
        try:
            for offset in PORTS:
                probes.enter_context(socket.socket()).bind(("127.0.0.1", base + offset))
        except OSError:
            return False
    return True
