"""The games that are measured with players: the same square of rooms on four kinds of ground.

    plain      Evennia's own rooms and exits, Evennia as installed
    contrib    the contrib's, which draw a map
    untuned    ours on Evennia as installed
    tuned      ours as this repository's game is set up

One database is made by our spawner; the others are copies of it, so that all have the same rooms,
exits, locks and players at the same places: `unadopt` makes the contrib's, and plain rooms are
those of the contrib with Evennia's classes and without coordinates.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY))

from tools.runner.game import PORTS, Game  # noqa: E402

RUNTIME = ("__pycache__", "*.db3*", "*.pid", "*.log", "logs", ".static", ".media", ".cache",
           "secret_settings.py", "connection.txt", "xyzgrid.*")  # fmt: skip
PASSWORD = "bench-password-7"
_WORLD = '"""The world of a benchmark."""\n\nMAPS = ["world.square"]\nSTART = {start!r}\n'
_MAP = '''"""A map of a benchmark."""

import sys

sys.path.append({bench!r})
from maps import map_data  # noqa: E402

XYMAP_DATA = map_data({side})
'''
_ALL = """
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # two hundred log in at once
MAX_CONNECTION_RATE = 10**9  # nobody is queued
"""
_UNTUNED = """
from evennia import settings_default as _stock

DATABASES["default"].pop("OPTIONS")
SQLITE3_PRAGMAS = _stock.SQLITE3_PRAGMAS
AMP_SERVER_PROTOCOL_CLASS = _stock.AMP_SERVER_PROTOCOL_CLASS
SERVER_SERVICES_PLUGIN_MODULES = PORTAL_SERVICES_PLUGIN_MODULES = []
"""
_CONTRIB = """
EXTRA_LAUNCHER_COMMANDS["xyzgrid"] = "evennia.contrib.grid.xyzgrid.launchcmd.xyzcommand"
PROTOTYPE_MODULES[-1] = "evennia.contrib.grid.xyzgrid.prototypes"
INPUT_FUNC_MODULES.remove("xyzgrid_ext.game.protocols.oob")
SERVER_SESSION_CLASS = _stock.SERVER_SESSION_CLASS
TELNET_PROTOCOL_CLASS = _stock.TELNET_PROTOCOL_CLASS
"""
KINDS = ("plain", "contrib", "untuned", "tuned")


def first_game(folder: Path, side: int, players: int) -> Game:
    """Make the game with our rooms and all players; it does not run."""
    game = make_game(folder, side, _ALL)
    game.bootstrap(EVENNIA_SUPERUSER_USERNAME="bencher", EVENNIA_SUPERUSER_PASSWORD=PASSWORD,
                   EVENNIA_SUPERUSER_EMAIL="")  # fmt: skip
    script = Path(__file__).with_name("players.py")
    subprocess.run(
        [sys.executable, "-P", str(script), str(game.folder), str(players), PASSWORD],
        env=game._env(),
        check=True,
    )
    return game


def game_of(kind: str, first: Game, folder: Path) -> Game:
    """Make a game of a kind out of the first one."""
    shutil.copytree(first.folder.parent, folder, symlinks=True)
    game = Game(folder / "mygame", free_block(), environment=clean_environment())
    if kind == "tuned":
        return game
    _journal_of_old(game)
    _append(game, _UNTUNED)
    if kind == "untuned":
        return game
    game.evennia("xyzgrid", "unadopt", "--yes")
    _append(game, _CONTRIB)
    commands = game.folder / "commands" / "default_cmdsets.py"
    text = commands.read_text()
    words = "from xyzgrid_ext.commands import XYZGridWordsCmdSet"
    text = text.replace("from xyzgrid_ext.commands import XYZGridCmdSet, XYZGridWordsCmdSet", words)
    if kind == "contrib":
        theirs = "from evennia.contrib.grid.xyzgrid.commands import XYZGridCmdSet"
        text = text.replace(words, f"{words}\n{theirs}")
    else:
        text = text.replace("self.add(XYZGridCmdSet)", "pass")
        _make_plain(game)
    commands.write_text(text)
    return game


def make_game(
    folder: Path, side: int, settings: str, start: tuple[int, int, str] | None = None
) -> Game:
    """Make a game dir with a square of rooms as its world; there is no database yet."""
    shutil.copytree(
        REPOSITORY / "mygame", folder / "mygame", ignore=shutil.ignore_patterns(*RUNTIME)
    )
    (folder / "world").mkdir()
    (folder / "world" / "__init__.py").write_text(_WORLD.format(start=start))
    (folder / "xyzgrid_ext").symlink_to(REPOSITORY / "xyzgrid_ext")  # this tree, and no other
    (folder / "world" / "square.py").write_text(
        _MAP.format(bench=str(Path(__file__).parent), side=side)
    )
    game = Game(folder / "mygame", free_block(), environment=clean_environment())
    _append(game, settings)
    return game


def _append(game: Game, text: str) -> None:
    with (game.folder / "server" / "conf" / "settings.py").open("a") as settings:
        settings.write(text)


def _database(game: Game) -> Path:
    return game.folder / "server" / "evennia.db3"


def _journal_of_old(game: Game) -> None:
    with closing(sqlite3.connect(_database(game))) as database:
        database.execute("PRAGMA journal_mode=DELETE")


def _make_plain(game: Game) -> None:
    """Evennia's own classes instead of the contrib's, no coordinates, no grid."""
    contrib = "evennia.contrib.grid.xyzgrid.xyzroom.XYZ"
    with closing(sqlite3.connect(_database(game))) as database, database:
        for ending, module in (("Room", "rooms"), ("Exit", "exits")):
            database.execute(
                "UPDATE objects_objectdb SET db_typeclass_path = ? WHERE db_typeclass_path = ?",
                [f"typeclasses.{module}.{ending}", f"{contrib}{ending}"],
            )
        database.execute(
            "DELETE FROM objects_objectdb_db_tags WHERE tag_id IN "
            "(SELECT id FROM typeclasses_tag WHERE db_category LIKE 'room_%_coordinate')"
        )
        database.execute(
            "DELETE FROM objects_objectdb_db_tags WHERE tag_id IN "
            "(SELECT id FROM typeclasses_tag WHERE db_category LIKE 'exit_dest_%')"
        )
        database.execute(
            "UPDATE scripts_scriptdb SET db_typeclass_path = 'typeclasses.scripts.Script' "
            "WHERE db_key = 'XYZGrid'"
        )


def cpu_seconds(game: Game, part: str) -> float:
    """Processor time of the `server` or `portal`; 0 where the system does not tell (no /proc)."""
    try:
        fields = Path(f"/proc/{game.pid(part)}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def log_faults(game: Game) -> list[str]:
    """Lines of the logs that tell of faults."""
    folder = game.folder / "server" / "logs"
    faults = []
    words = "Traceback|CRITICAL|Unhandled|HTTP received"
    # at its start the Portal writes a traceback of what it answers to Evennia's launcher
    harmless = "AdminPortal2Server"
    for part in ("server", "portal"):
        text = (folder / f"{part}.log").read_text(errors="replace")
        lines = re.findall(f"^.*(?:{words}).*$", text, re.MULTILINE)
        faults += [line for line in lines if harmless not in line]
    return faults


def clean_environment() -> dict[str, str]:
    """The environment without what names another game."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in ("TEST_DB_PATH", "DJANGO_SETTINGS_MODULE", "PYTHONPATH")
        and not name.startswith(("XYZGRID_", "EVENNIA_"))
    }


def free_block() -> int:
    """The first port of a block that nobody uses; games of tests are not looked for here."""
    while True:
        base = random.randrange(10000, 15000, 10)  # those of tests are above
        try:
            for offset in PORTS:
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", base + offset))
        except OSError:
            continue
        return base
