"""From `evennia start` to a login, and a reload, on a real server: with a map, and without.

game with a yard ── start ── stop ──┬── start, timed ── reload, timed: the empty game
                                    └── its copy: map added, rows made ── start, reload, timed

Maps were read once before, as by `add`. Of lazy maps, rooms are made until there are 10,000 rows.
Seconds are those of the clock; the processor's are the Server's own, its workers not among them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from games import PASSWORD, REPOSITORY, clean_environment, cpu_seconds, free_block, make_game
from maps import ALL, KEY, World

from tools.runner.game import Game
from tools.runner.telnet import NotSeenError, Telnet

ROWS = 10_000
_YARD = 7  # rooms along an edge
_PATIENCE, _REST = 300, 20  # seconds
_SETTINGS = """
MAX_CONNECTION_RATE = 10**9  # or those who try twice a second keep each other out
"""
_ROWS = """
import random
from evennia.objects.models import ObjectDB
from xyzgrid_ext.game.base.write_lock import write_lock
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.lands.game import lazy_rooms
live, chance = current(), random.Random(1)
rooms = live.rooms_without({key!r}).tolist()
chance.shuffle(rooms)
write_lock().acquire("bench")
while rooms and ObjectDB.objects.count() < {rows}:
    lazy_rooms.ensure_room(live, ({key!r}, rooms.pop()))
print({key!r}, ObjectDB.objects.count(), "rows")
"""


def measure_empty(folder: Path) -> dict[str, float]:
    """The figures of a game with a yard; it is made if the folder is not there."""
    if not folder.exists():
        make_game(folder, _YARD, _SETTINGS, start=(3, 3, "square"))
        game = _game_in(folder)
        game.bootstrap(EVENNIA_SUPERUSER_USERNAME="bencher", EVENNIA_SUPERUSER_PASSWORD=PASSWORD,
                       EVENNIA_SUPERUSER_EMAIL="")  # fmt: skip
        with _running(game):  # what only a first start does
            pass
    return _measure(_game_in(folder))


def measure_map(folder: Path, world: World, empty: Path) -> dict[str, float]:
    """The figures of a game with a map; it is made of the empty one if the folder is not there."""
    if not folder.exists():
        new = folder.with_suffix(".new")
        shutil.rmtree(new, ignore_errors=True)
        shutil.copytree(empty, new, symlinks=True)
        world.write(new / "world", module="block")
        for matrix in (folder.parent / "cache" / "xyzgrid_ext").glob("1-*.npz"):  # as by `add`
            shutil.copy(matrix, new / "mygame" / "server" / ".cache" / "xyzgrid_ext")
        game = _game_in(new)
        text = game.evennia("xyzgrid", "add", "world.block", timeout=900)
        if world.kind == ALL:
            text += game.evennia("xyzgrid", "spawn", KEY, "--yes", timeout=900)
        else:
            text += game.evennia("shell", "-c", _ROWS.format(rows=ROWS, key=KEY), timeout=900)
        if "Traceback" in text or KEY not in text:
            raise RuntimeError(text)
        new.rename(folder)
    return _measure(_game_in(folder))


def _game_in(folder: Path) -> Game:
    environment = clean_environment() | {"PYTHONPATH": str(REPOSITORY)}
    return Game(folder / "mygame", free_block(), environment=environment)


def _measure(game: Game) -> dict[str, float]:
    began = time.monotonic()
    with _running(game):
        seconds, processor = time.monotonic() - began, cpu_seconds(game, "server")
        time.sleep(_REST)
        status = Path(f"/proc/{game.pid('server')}/status").read_text()
        memory = re.search(r"VmRSS:\s*(\d+)", status)
        assert memory is not None
        figures = {"login": seconds, "login: processor": processor}
        return {**figures, "Server, MB": int(memory[1]) / 1024, "reload": _reload(game)}


@contextmanager
def _running(game: Game) -> Iterator[None]:
    """Start a game, and go on as soon as somebody is logged in; stop it in the end."""
    launchers = [game._launch("start")]
    try:
        _log_in(game, launchers)
        yield
    finally:
        for launcher in launchers:
            launcher.kill()
            launcher.wait()
        game.stop()


def _log_in(game: Game, launchers: list[subprocess.Popen[bytes]]) -> None:
    """Log in, as soon as it works: who comes before the Server is up is never greeted.

    On a busy machine Evennia's launcher ends without a Server: then it is started once more.
    """
    end, clients = time.monotonic() + _PATIENCE, list[Telnet]()
    while time.monotonic() < end:
        if launchers[-1].poll() is not None and set(game.pids()) == {"portal"}:
            launchers.append(game._launch("start"))
        with suppress(OSError):
            clients.append(Telnet(game.host, game.base, timeout=60))
        for client in clients:
            with suppress(NotSeenError):
                client.read_until("connect guest", timeout=0.5 / len(clients))
                client.send("connect guest")
                client.read_until(r"You become \w+\.", timeout=20)
                client.ask("look", "Exits", timeout=20)
                for other in clients:
                    other.close()
                return
        time.sleep(0.0 if clients else 0.2)
    raise RuntimeError(f"no login\n{game.logs()}")


def _reload(game: Game) -> float:
    """Seconds from a typed `reload` until a line is answered again."""
    with Telnet(game.host, game.base, timeout=_PATIENCE) as client:
        client.read_until("connect guest")
        client.send(f"connect bencher {PASSWORD}")
        client.read_until(r"You become \w+\.")
        client.ask("look", "Exits")
        began = time.monotonic()
        client.send("reload")
        client.read_until("Server restarted")
        client.ask("look", "Exits")
        return time.monotonic() - began
