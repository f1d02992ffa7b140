"""Faults and games that only a real server shows; each starts one of its own.

PostgreSQL restarted     two people play, the database goes and comes: they play on
a room class of its own  rooms of a class that knows the contrib's XYZRoom alone: the map, ways,
                         the contrib's own look-ups; and the way back to the contrib
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import soak
from limits import Failure, Tally

from tools.runner import postgres
from tools.runner.game import Game, GameError
from tools.runner.telnet import NotSeenError, Telnet

PATIENCE = 5.0  # seconds after which a database that is back must be written to again


@dataclass(frozen=True)
class Server:
    """What is tried on a server: it gives faults, a line each; and how often, and what it needs."""

    name: str
    faults: Callable[[Path, int], Iterator[str]]
    times: int
    lacks: Callable[[], str] = lambda: ""


def run(one: Server, folder: Path, count: int) -> Tally:
    """Try it so many times; not at all where something is missing."""
    if lack := one.lacks():
        return Tally(note=f"not run: {lack}")
    began = time.monotonic()
    tally = Tally(count)
    try:
        for fault in one.faults(folder / one.name.replace(" ", "-"), count):
            tally.failures.append(Failure(1, fault[:150], fault))
    except NotSeenError as error:
        tally.failures.append(Failure(1, str(error)[:150], str(error)))
    tally.seconds = time.monotonic() - began
    return tally


def _logged(game: Game, allowed: str = "$^") -> Iterator[str]:
    """The tracebacks in the logs of a game, but for those of errors that are allowed.

    Those of the Portal are of the game's own making only where they name its files: at its start
    it writes one of what it answers to Evennia's launcher.
    """
    for part, own in (("server", ""), ("portal", "xyzgrid_ext|proxy|http.py")):
        text = (game.folder / f"server/logs/{part}.log").read_text(errors="replace")
        for block in re.split(r"(?=Traceback \(most recent call last\))", text)[1:]:
            if re.search(own, block) and not re.search(allowed, block):
                yield f"{part}.log: {block[:900]}"


# --- a database that goes and comes


def _no_postgres() -> str:
    try:
        postgres.programs(os.environ)
        import psycopg  # noqa: F401
    except GameError:
        return "no PostgreSQL server on this machine"
    except ImportError:
        return "no psycopg: sh tools/env .venv dev,postgres"
    return ""


def restarted(folder: Path, count: int) -> Iterator[str]:
    """Restart the database so many times while two people play."""
    with postgres.private_server() as url:
        game = soak.make_game(folder, 2, XYZGRID_DATABASE_URL=url)
        try:
            game.start()
            yield from _played_on(game, url, count)
        finally:
            game.stop()
            _pg_ctl(url, "stop", "immediate")
        # what was asked while the database was away is named in the log, and nothing else
        yield from _logged(game, r"OperationalError|InterfaceError|connection")


def _played_on(game: Game, url: str, count: int) -> Iterator[str]:
    with Telnet(game.host, game.base) as builder, Telnet(game.host, game.base) as walker:
        for client, name in ((builder, "soaker"), (walker, "bot0")):
            client.read_until("connect guest")
            client.ask(f"connect {name} {soak.PASSWORD}", "You become")
        for number in range(count):
            builder.ask(f"create/drop token {number}", "You create")
            _pg_ctl(url, "restart", "fast")
            began = time.monotonic()
            for client, line, answer in (
                (builder, f"set here/restart = {number}", "Created|Modified"),
                (walker, f"setdesc Number {number}", "You set your description"),
            ):
                while not re.search(answer, told := client.ask(line)):
                    if time.monotonic() - began > PATIENCE:
                        yield f"restart {number + 1}: {line}: {told[-200:]}"
                        return
                    time.sleep(1.0)
            if f"token {number}" not in (told := builder.ask("look")):
                yield f"restart {number + 1}: what was told is lost: {told[-300:]}"


def _pg_ctl(url: str, what: str, mode: str) -> None:
    """Restart or stop the server, as the user whose it is."""
    import psycopg

    if _data.get(url) is None:
        with psycopg.connect(url) as database:
            _data[url] = database.execute("SHOW data_directory").fetchone()[0]
    owner = os.stat(_data[url]).st_uid
    command = [str(postgres.programs(os.environ) / "pg_ctl"), what, "-D", _data[url], "-m", mode]
    subprocess.run(
        [*command, "-w", "-l", os.devnull],
        user=owner if os.geteuid() == 0 else None,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
    )


_data: dict[str, str] = {}

# --- rooms that know the contrib alone

_ROOM = '''"""Rooms of a game that follows the contrib's page."""

from evennia.contrib.grid.xyzgrid.xyzroom import XYZRoom


class OwnRoom(XYZRoom):
    """A room that says whose it is."""

    def get_display_header(self, looker, **kwargs):
        return "A room of our own."
'''
_MAP = '''"""A map whose rooms have a class of the game's own."""

XYMAP_DATA = {
    "zcoord": "own",
    "map": "\\n+ 0 1 2\\n\\n0 #-#-#\\n\\n+ 0 1 2\\n",
    "prototypes": {("*", "*"): {"prototype_parent": "xyz_room", "key": "Booth",
                                "typeclass": "typeclasses.own_rooms.OwnRoom"}},
}
'''
_CONTRIB = """
EXTRA_LAUNCHER_COMMANDS["xyzgrid"] = "evennia.contrib.grid.xyzgrid.launchcmd.xyzcommand"
"""


def own_rooms(folder: Path, _count: int) -> Iterator[str]:
    """Play a game with such rooms, and give it back to the contrib."""
    game = soak.make_game(folder, 1)
    (folder / "mygame/typeclasses/own_rooms.py").write_text(_ROOM)
    (folder / "world/own.py").write_text(_MAP)
    try:
        for words in (("add", "world.own"), ("spawn", "own", "--yes")):
            game.evennia("xyzgrid", *words)
        game.start()
        yield from _plays(game)
    finally:
        game.stop()
    yield from _logged(game)
    yield from _goes_back(game)


def _plays(game: Game) -> Iterator[str]:
    contrib = "evennia.contrib.grid.xyzgrid.xyzgrid"
    with Telnet(game.host, game.base) as client:
        client.read_until("connect guest")
        client.ask(f"connect soaker {soak.PASSWORD}", "You become")
        for line, wanted in (
            ("tel (0,0,own)", "A room of our own"),
            ("map", r"#-#-#|@-#-#"),
            ("path (2,0,own)", "east"),
            ("east", "Booth"),
            ("goto (2,0,own)", "arrived"),
            (f"py __import__('{contrib}', None, None, ['x']).get_xyzgrid().get_map('own')", "own"),
            ("py self.location.xymap.get_shortest_path((0, 0), (2, 0))[0]", r"\['e', 'e'\]"),
            (f"py evennia.ScriptDB.objects.filter(db_typeclass_path='{contrib}.XYZGrid').count()",
             r"(?m)^\D*0$"),
        ):  # fmt: skip
            try:
                client.send(line)
                client.read_until(wanted, 30)
            except NotSeenError as error:
                yield f"{line}: {error}"


def _goes_back(game: Game) -> Iterator[str]:
    told = game.evennia("xyzgrid", "unadopt", "--yes")
    if "The grid is the contrib's" not in told:
        yield f"unadopt: {told[-600:]}"
    with (game.folder / "server/conf/settings.py").open("a") as settings:
        settings.write(_CONTRIB)
    told = game.evennia("xyzgrid", "list")
    if "own" not in told or "Traceback" in told:
        yield f"the contrib's list, after unadopt: {told[-600:]}"


SERVERS = (
    Server("PostgreSQL restarted", restarted, 10, _no_postgres),
    Server("room class of its own", own_rooms, 1),
)
