"""From `evennia start` to a login, and a reload, on a real server: with a map, and without.

game with a yard ── start ── stop ──┬── start, timed ── reload, timed: the empty game
                                    └── its copy: map added, rows made ── start, reload, timed

Maps were read once before, as by `add`. Of lazy maps, rooms are made until there are 10,000 rows.
Seconds are those of the clock; the processor's are the Server's own, its workers not among them.
Patience does not count seconds in which a Server waits for a processor: on a machine that gives it
a twentieth of one, a reload that takes 7 s of processor time takes three minutes.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from games import PASSWORD, cpu_seconds
from grown import ALL, KEY, World
from live import REPOSITORY, clean_environment, free_block, made_game

from tools.runner.game import Game
from tools.runner.telnet import NotSeenError, Telnet

ROWS = 10_000
_PATIENCE, _REST, _TURN = 300, 20, 1.0  # seconds
_SETTINGS = """
MAX_CONNECTION_RATE = 10**9  # or those who try twice a second keep each other out
"""
_ROWS = """
import random
from evennia.objects.models import ObjectDB
from xyzgrid_ext.game.base.lock import write_lock
from xyzgrid_ext.game.spawn import lazy_rooms
from xyzgrid_ext.game.world.current import current
live, chance = current(), random.Random(1)
rooms = live.rooms_without({key!r}).tolist()
chance.shuffle(rooms)
write_lock().acquire("bench")
while rooms and ObjectDB.objects.count() < {rows}:
    lazy_rooms.ensure(live, ({key!r}, rooms.pop()))
print(ObjectDB.objects.count(), "rows")
"""


def of_empty(folder: Path) -> dict[str, float]:
    """The figures of a game with a yard; it is made if the folder is not there."""
    if not folder.exists():
        folder.mkdir()
        made_game(folder, 1)
        with (folder / "mygame/server/conf/secret_settings.py").open("a") as settings:
            settings.write(_SETTINGS)
        game = _game_in(folder)
        game.bootstrap(EVENNIA_SUPERUSER_USERNAME="bencher", EVENNIA_SUPERUSER_PASSWORD=PASSWORD,
                       EVENNIA_SUPERUSER_EMAIL="")  # fmt: skip
        with _running(game):  # what only a first start does
            pass
    return _figures_of(_game_in(folder))


def of_map(folder: Path, world: World, empty: Path) -> dict[str, float]:
    """The figures of a game with a map; it is made of the empty one if the folder is not there."""
    if not folder.exists():
        new = folder.with_suffix(".new")
        shutil.rmtree(new, ignore_errors=True)
        shutil.copytree(empty, new)
        world.write(new / "world", module="block")
        for read in (folder.parent / "cache" / "xyzgrid_ext").glob("1-*.npz"):  # as by `add`
            shutil.copy(read, new / "mygame" / "server" / ".cache" / "xyzgrid_ext")
        game = _game_in(new)
        told = game.evennia("xyzgrid", "add", "world.block", timeout=900)
        if world.kind == ALL:
            told += game.evennia("xyzgrid", "spawn", KEY, "--yes", timeout=900)
        else:
            told += game.evennia("shell", "-c", _ROWS.format(rows=ROWS, key=KEY), timeout=900)
        if "Traceback" in told or KEY not in told:
            raise RuntimeError(told)
        new.rename(folder)
    return _figures_of(_game_in(folder))


def _game_in(folder: Path) -> Game:
    environment = clean_environment() | {"PYTHONPATH": str(REPOSITORY)}
    return Game(folder / "mygame", free_block(), environment=environment)


def _figures_of(game: Game) -> dict[str, float]:
    began = time.monotonic()
    with _running(game):
        found = {
            "login": time.monotonic() - began,
            "login: processor": cpu_seconds(game, "server"),
        }
        time.sleep(_REST)
        status = Path(f"/proc/{game.pid('server')}/status").read_text()
        memory = re.search(r"VmRSS:\s*(\d+)", status)
        assert memory is not None
        found["Server, MB"] = int(memory[1]) / 1024
        return found | {"reload": _reload(game)}


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


class Patience:
    """How long an answer of a game is waited for; a wait for a processor does not count."""

    def __init__(self, delay: Callable[[], float], clock: Callable[[], float] = time.monotonic):
        self._delay, self._clock = delay, clock
        self._left, self._last = float(_PATIENCE), (clock(), delay())

    @property
    def is_over(self) -> bool:
        """Whether nobody should wait any longer."""
        (then, before), self._last = self._last, (self._clock(), self._delay())
        now, delay = self._last
        waited = delay - before if delay > before else 0.0  # less: it is another Server
        self._left -= max(0.0, now - then - waited)
        return self._left <= 0


def delay_of(game: Game) -> float:
    """Seconds that the thread of the Server has waited for a processor; 0 where nobody counts."""
    try:
        return int(Path(f"/proc/{game.pid('server')}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def _log_in(game: Game, launchers: list[subprocess.Popen[bytes]]) -> None:
    """Log in, as soon as it works: who comes before the Server is up is never greeted.

    On a busy machine Evennia's launcher ends without a Server: then it is started once more.
    """
    patience, clients = Patience(partial(delay_of, game)), list[Telnet]()
    while not patience.is_over:
        if launchers[-1].poll() is not None and set(game.pids()) == {"portal"}:
            launchers.append(game._launch("start"))
        with suppress(OSError):
            clients.append(Telnet(game.host, game.base, timeout=60))
        for client in clients:
            with suppress(NotSeenError):
                client.read_until("connect guest", timeout=0.5 / len(clients))
                client.send("connect guest")
                client.read_until(r"You become \w+\.")
                client.ask("look", "Exits")
                for one in clients:
                    one.close()
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
        patience = Patience(partial(delay_of, game))
        while True:
            try:
                client.read_until("Server restarted", timeout=_TURN)
                break
            except NotSeenError:
                if client.closed or patience.is_over:
                    raise
        client.ask("look", "Exits")
        return time.monotonic() - began
