"""Make the databases of old games, as 205919d left them: own-5.db3.xz, adopted-6.db3.xz and so on.

Run it with that commit's code, once for each Evennia; a finished database is never made again:

    git worktree add ../frozen 205919d
    cd ../frozen && PYTHONPATH=$PWD python ../xyzgrid/tests/e2e/old_games/make.py

    folder/      a game dir: settings and modules as its README told people to write them
    common.py    what the settings of both have besides
    …-5, …-6     its database, with Evennia 5.0.1 and with 6.x; the server was killed in play
    ….json       what clients were told and keep
"""

import json
import lzma
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import evennia

import xyzgrid_ext
from tools.runner.game import Game
from tools.runner.mapclient import MapClient
from tools.runner.telnet import Telnet

COMMIT = "205919d"
HERE = Path(__file__).resolve().parent
FROZEN = Path(xyzgrid_ext.__file__).resolve().parents[1]
NAME, PASSWORD = "admin", "correct-horse-7"
MAJOR = evennia.__version__[0]
BASE = 31500
BOOTSTRAP = """
import tools.runner.bootstrap as b
b.make_secrets = b.fetch_libraries = b.make_worlds = lambda *_: None
b.main()
"""
SUBMIT = """
import django
django.setup()
import evennia
evennia._init()
from xyzgrid_ext.game.work import jobs
jobs.submit("spawn", ["harbour"])
"""
CONTRIB = "evennia.contrib.grid.xyzgrid"
SETTINGS, COMMANDS = "server/conf/settings.py", "commands/default_cmdsets.py"
LINES = (  # what the README tells users of the contrib to change: file, ours, the contrib's
    (SETTINGS, "xyzgrid_ext.game.launcher.", f"{CONTRIB}.launchcmd."),
    (SETTINGS, '"xyzgrid_ext.game.prototypes"', f'"{CONTRIB}.prototypes"'),
    (COMMANDS, "xyzgrid_ext.game.commands", f"{CONTRIB}.commands"),
)


# --- a game


class SlowGame(Game):
    """A game on a machine that may have much else to do."""

    def pids(self) -> dict[str, int]:
        """Count also what has not written its pid file yet: that commit's `start` gives it up."""
        return super().pids() or {f"starting {n}": n for n in self.processes()}


def new_game(name: str, place: Path) -> Game:
    """A copy of a game dir, with an empty database in it."""
    folder = place / name
    shutil.copytree(HERE / name, folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(HERE / "common.py", folder / "server" / "conf")
    ours = ("XYZGRID_", "EVENNIA_")
    environment = {name: v for name, v in os.environ.items() if not name.startswith(ours)}
    return SlowGame(folder, BASE, environment=environment | {"PYTHONPATH": str(FROZEN)})


def bootstrap(game: Game) -> None:
    """Make the tables, the superuser and Limbo."""
    run(
        game,
        *("-P", "-c", BOOTSTRAP, game.folder),
        EVENNIA_SUPERUSER_USERNAME=NAME,
        EVENNIA_SUPERUSER_PASSWORD=PASSWORD,
    )


def run(game: Game, *arguments: object, **variables: str) -> None:
    """Run Python in a game dir."""
    path = f"{game.folder}:{FROZEN}"
    variables = {"PYTHONPATH": path, "DJANGO_SETTINGS_MODULE": "server.conf.settings", **variables}
    command = [sys.executable, *map(str, arguments)]
    subprocess.run(command, cwd=game.folder, env=game._env() | variables, check=True)


def xyzgrid(game: Game, *words: str, answer: str = "") -> str:
    """Run `evennia xyzgrid WORDS`; return what it printed."""
    out = game.folder / "called.log"
    with out.open("w") as file:  # Evennia's launcher hangs when a pipe closes
        subprocess.run(
            [str(Path(sys.executable).with_name("evennia")), "xyzgrid", *words],
            cwd=game.folder,
            env=game._env(),
            input=answer.encode(),
            stdout=file,
            stderr=subprocess.STDOUT,
            check=False,
        )
    print(">", *words, "\n", text := out.read_text())
    assert "Traceback" not in text
    return text


def kill(game: Game) -> None:
    """End the server as a power cut would, but for what was written."""
    for number in game.pids().values():
        os.kill(number, signal.SIGKILL)


def pack(game: Game, name: str, noted: dict[str, str]) -> None:
    """Keep the database, and what clients keep."""
    whole = game.folder / "whole.db3"
    with sqlite3.connect(game.folder / "server" / "evennia.db3") as database:
        database.execute("VACUUM INTO ?", (str(whole),))
    packed = lzma.compress(whole.read_bytes(), preset=9 | lzma.PRESET_EXTREME)
    for part in (str(game.folder), str(FROZEN), str(Path.home())):
        assert part.encode() not in whole.read_bytes(), part
    (HERE / f"{name}-{MAJOR}.db3.xz").write_bytes(packed)
    if noted:
        (HERE / f"{name}-{MAJOR}.json").write_text(json.dumps(noted, indent=2) + "\n")
    print(name, len(packed))


# --- people


def log_in(client: Telnet, name: str, *, new: bool = False) -> Telnet:
    """Come in as somebody; the account is made if `new`."""
    client.read_until("connect guest")
    client.read()
    if new:
        client.ask(f"create {name} {PASSWORD}", "intended")
        client.ask("yes", "You can now log")
    client.ask(f"connect {name} {PASSWORD}", "You become")
    client.read()
    return client


def build(admin: Telnet) -> None:
    """What a builder did by hand."""
    for place in ("(0,0,0,small)", "(0,0,marsh)"):
        admin.ask(f"tel {place}", "Exits:")
        admin.ask("open out = (0,0,harbour)", "Created new Exit")
    admin.ask("tel (0,0,harbour)", "The Pier")
    admin.ask("open hole = (0,0,0,small)", "Created new Exit")
    admin.ask("open trial = (0,0,0,trial)", "Created new Exit")
    admin.ask("open jetty = (0,0,marsh)", "Created new Exit")
    admin.ask("open tower = (0,0,0,tower)", "Created new Exit")
    admin.ask("dungeon new pit seed=3 rooms=12 copies=character", "It is being made")
    admin.read_until(r"\d+ rooms and \d+ exits")
    admin.ask("open pit = (5,0,pit)", "Created new Exit")
    admin.ask("create/drop lamp", "You create")
    admin.ask("desc here = Changed by hand.", "description was set")


def play_on_a_board(ann: Telnet) -> None:
    """Win the first level, and begin with the second."""
    ann.ask("goto the cellar", "You have arrived at The Cellar")
    ann.read()
    ann.ask("play box", "Keys:")
    ann.ask("llll", "hands you a small brass key")
    ann.read()
    ann.ask("next", "The far end")
    ann.ask("ll", "2 moves")


def go_into_the_sewers(ben: Telnet, cleo: Telnet) -> None:
    """A party finds a key; one of them follows the other."""
    for client in (ben, cleo):
        client.ask("party swallows", "You are of the party 'swallows' now")
        client.ask("goto (2,0)", "You have arrived at A lane")
        client.read()
    cleo.ask("follow Ben", "You follow Ben")
    ben.ask("east", "Exits:", timeout=30)
    cleo.read_until("Exits:", timeout=30)
    for line, seen in (("west", "Exits:"), ("attack", "turns to you"), ("open chest", "small key")):
        ben.read()
        ben.ask(line, seen)


def wander(dora: Telnet) -> None:
    """Jump a wormhole, study a chart, see a marsh; the next login finds it written down."""
    dora.ask("hole", "Exits:")
    dora.ask("wormhole", "Exits:")
    dora.ask("goto the pier", "You have arrived at The Pier")
    dora.ask("jetty", "The Jetty")
    dora.ask("study chart", "rooms?")
    dora.ask("north", "Exits:")
    dora.read()
    dora.ask("quit", "Quitting")


def play_a_matrix(eva: Telnet) -> None:
    """A run with a saved place."""
    eva.ask("follow/alone", "Nobody follows or finds you now")
    eva.ask("trial", "moves")
    eva.ask("right", r"\S")
    eva.read()
    eva.ask("save", r"\S")
    eva.read()
    eva.ask("right", r"\S")
    eva.read()


# --- both games


def make_own(game: Game) -> None:
    """A game that began with this package."""
    bootstrap(game)
    maps = (game.folder / "world" / "__init__.py").read_text()
    xyzgrid(game, "add", *re.findall(r'"(world\S+)"', maps))
    xyzgrid(game, "spawn", "--yes")
    game.start()
    try:
        with ExitStack() as stack:

            def somebody(name: str, *, new: bool = True) -> Telnet:
                client = stack.enter_context(Telnet(game.host, game.base))
                return log_in(client, name, new=new)

            build(somebody(NAME, new=False))
            ann, ben, cleo, eva = map(somebody, ("Ann", "Ben", "Cleo", "Eva"))
            play_on_a_board(ann)
            go_into_the_sewers(ben, cleo)
            play_a_matrix(eva)
            wander(somebody("Dora"))
            mudlet = stack.enter_context(MapClient(game.host, game.base))
            dora = log_in(mudlet, "Dora")
            told = dict(mudlet.gmcp(least=2))
            token = told["Client.Map"]["url"].partition("token=")[2]
            dora.ask("goto the pier", "You have arrived at The Pier")
            dora.ask("goto the far light", "A lane")
            kill(game)
    finally:
        game.stop()
    run(game, "-P", "-c", SUBMIT)
    pack(game, "own", {"token": token})


def make_adopted(game: Game) -> None:
    """A game of the contrib that was taken over."""
    for name, ours, theirs in LINES:
        file = game.folder / name
        file.write_text(file.read_text().replace(ours, theirs))
    bootstrap(game)
    xyzgrid(game, "init", answer="y\n")
    xyzgrid(game, "add", "world.hills")
    assert "spawn complete" in xyzgrid(game, "spawn", answer="y\n")
    game.start()
    try:
        with Telnet(game.host, game.base) as client:
            admin = log_in(client, NAME)
            admin.ask("tel (0, 1, hills)", "A shepherd's hut")
            admin.ask("set here/owner = Zoe", "Zoe")
            admin.ask("open rope = (1, 1, the Valley)", "Created new Exit")
            admin.ask("create/drop lamp", "You create")
            admin.read()
    finally:
        game.stop()
    for name, ours, theirs in LINES:
        file = game.folder / name
        file.write_text(file.read_text().replace(theirs, ours))
    xyzgrid(game, "adopt", "--yes")
    pack(game, "adopted", {})


def main() -> None:
    """Make what is not there yet, in a place that goes."""
    head = ["git", "-C", str(FROZEN), "rev-parse", "--short=7", "HEAD"]
    made_with = subprocess.run(head, capture_output=True, text=True, check=True).stdout.strip()
    if made_with != COMMIT:
        sys.exit(f"{FROZEN} is {made_with}: run this with the code of {COMMIT}")
    for name, make in {"own": make_own, "adopted": make_adopted}.items():
        if not (HERE / f"{name}-{MAJOR}.db3.xz").exists():
            with tempfile.TemporaryDirectory() as place:
                make(new_game(name, Path(place)))


if __name__ == "__main__":
    main()
