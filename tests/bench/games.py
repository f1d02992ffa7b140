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
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from live import REPOSITORY, clean_environment, free_block

from tools.runner.game import Game

RUNTIME = ("__pycache__", "*.db3*", "*.pid", "*.log", "logs", ".static", ".media", ".cache",
           "secret_settings.py", "connection.txt", "xyzgrid.*")  # fmt: skip
PASSWORD = "bench-password-7"
_WORLD = '"""The world of a benchmark."""\n\nMAPS = ["world.square"]\nSTART = None\n'
_MAP = '''"""A map of a benchmark."""

import sys

sys.path.append({bench!r})
from maps import map_data  # noqa: E402

XYMAP_DATA = map_data({side}, overrides=True)
XYMAP_DATA["options"] = {options!r}
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
    game = _game_dir(folder, side)
    _append(game, _ALL)
    game.bootstrap(EVENNIA_SUPERUSER_USERNAME="bencher", EVENNIA_SUPERUSER_PASSWORD=PASSWORD,
                   EVENNIA_SUPERUSER_EMAIL="")  # fmt: skip
    script = Path(__file__).with_name("players.py")
    subprocess.run(
        [sys.executable, "-P", str(script), str(game.folder), str(players), PASSWORD],
        env=game._env(),
        check=True,
    )
    return game


def game_of(kind: str, first: Game, folder: Path, options: dict[str, object]) -> Game:
    """Make a game of a kind out of the first one; `options` are the map's."""
    shutil.copytree(first.folder.parent, folder, symlinks=True)
    game = Game(folder / "mygame", free_block(), environment=clean_environment())
    _write_map(folder, first_side(first), options)
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


def first_side(first: Game) -> int:
    """The rooms along an edge, as they were noted."""
    return int((first.folder.parent / "side").read_text())


def _game_dir(folder: Path, side: int) -> Game:
    shutil.copytree(
        REPOSITORY / "mygame", folder / "mygame", ignore=shutil.ignore_patterns(*RUNTIME)
    )
    (folder / "world").mkdir()
    (folder / "world" / "__init__.py").write_text(_WORLD)
    (folder / "side").write_text(str(side))
    (folder / "xyzgrid_ext").symlink_to(REPOSITORY / "xyzgrid_ext")  # this tree, and no other
    _write_map(folder, side, {})
    return Game(folder / "mygame", free_block(), environment=clean_environment())


def _write_map(folder: Path, side: int, options: dict[str, object]) -> None:
    text = _MAP.format(bench=str(Path(__file__).parent), side=side, options=options)
    (folder / "world" / "square.py").write_text(text)


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
