"""What a walker who asks for ever new ways costs another player, on a real server.

    python tests/bench/walkers.py             200 walkers in a world of 30x30x5, five minutes
    python tests/bench/walkers.py --quick     20 walkers, 10x10x3, some seconds

All walkers are led by `goto`, each to a room at random and then to the next. One player who does
not walk looks around four times a second, and each answer is timed. The first run is that; in the
second one of the walkers asks for a new way to a far corner ten times a second, or as soon as it
has an answer; each time it takes the first step. Walks take a step in four seconds, so that two
hundred of them leave the server time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench_server import hang_up, log_in, started
from bots import Bot, Timed, p50, p99
from games import PASSWORD, RUNTIME
from live import REPOSITORY, clean_environment, free_block, log_faults

from tools.runner.game import Game

_SETTINGS = """
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # all log in at once
MAX_CONNECTION_RATE = 10**9
XYZGRID_WALK_DELAY = 4.0
"""
_TURNS = 4
_WORLD = '"""The world of a benchmark."""\n\nMAPS = ["world.block"]\nSTART = None\n'
_MAP = '''"""A block of rooms, ten in a hundred links left out."""

XYMAP_DATA = {{"zcoord": "block", "matrix": "block.matrix", "options": {{"map_display": True}}}}
'''


@dataclass(frozen=True)
class Size:
    """How much is measured: rooms along x and y, sheets, walkers, seconds of each run."""

    side: int = 30
    levels: int = 5
    walkers: int = 200
    seconds: float = 80.0


QUICK = Size(side=10, levels=3, walkers=20, seconds=8.0)


def make_game(folder: Path, size: Size) -> Game:
    """A game with the block and all players; it does not run."""
    shutil.copytree(
        REPOSITORY / "mygame", folder / "mygame", ignore=shutil.ignore_patterns(*RUNTIME)
    )
    world = folder / "world"
    world.mkdir()
    (world / "__init__.py").write_text(_WORLD)
    (world / "block.py").write_text(_MAP.format())
    (world / "block.matrix").write_text(matrix(size))
    with (folder / "mygame/server/conf/settings.py").open("a") as settings:
        settings.write(_SETTINGS)
    game = Game(folder / "mygame", free_block(), environment=clean_environment())
    game.bootstrap(
        EVENNIA_SUPERUSER_USERNAME="bencher",
        EVENNIA_SUPERUSER_PASSWORD=PASSWORD,
        EVENNIA_SUPERUSER_EMAIL="",
    )
    script = Path(__file__).with_name("players.py")
    number = str(size.walkers + 1)
    command = [sys.executable, "-P", str(script), str(game.folder), number, PASSWORD]
    subprocess.run(command, env=game._env(), check=True)
    return game


def matrix(size: Size) -> str:
    """The definition of the block; which links are left out is the same at every run."""
    chance = random.Random(5)
    lines = [f"matrixedge {max(size.side, size.levels)}", "startnode 0 0 0"]
    lines.append(f"endnode {size.side - 1} {size.side - 1} {size.levels - 1}")
    ends = (("right", size.side), ("up", size.side), ("forward", size.levels))
    for z in range(size.levels):
        for y in range(size.side):
            for x in range(size.side):
                for (way, end), at in zip(ends, (x, y, z), strict=True):
                    # along the edges all are there, so that all rooms are
                    kept = 0 in (x, y) or chance.random() > 0.1
                    if at + 1 < end and kept:
                        lines.append(f"node {x} {y} {z} {way} twoway")
    return "\n".join(lines) + "\n"


async def be_led(bot: Bot, size: Size, chance: random.Random, stop: asyncio.Event) -> None:
    """Be led from room to room."""
    while not stop.is_set():
        place = chance.randrange(size.side), chance.randrange(size.side)
        where = f"({place[0]},{place[1]},{chance.randrange(size.levels)})"
        with suppress(TimeoutError):  # who is there already sees no room
            await asyncio.wait_for(bot.command(f"goto {where}"), 20)
        # nobody arrives in less, and nobody has stopped before
        for _ in range(20):
            if stop.is_set():
                return
            await bot.command("look")
            await asyncio.sleep(2.0)


async def ask(bot: Bot, size: Size, stop: asyncio.Event, asked: list[float]) -> None:
    """Ask for the ways to the corners, one after the other, as fast as they are answered."""
    far = size.side - 1
    corners = [(0, 0, 0), (far, far, size.levels - 1), (far, 0, 0), (0, far, size.levels - 1)]
    number = 0
    while not stop.is_set():
        x, y, z = corners[number % len(corners)]
        number += 1
        began = asyncio.get_running_loop().time()
        with suppress(TimeoutError):
            asked.append(await asyncio.wait_for(bot.command(f"goto ({x},{y},{z})"), 20))
        await asyncio.sleep(max(0.0, 0.1 - (asyncio.get_running_loop().time() - began)))


async def look(bot: Bot, timed: Timed, seconds: float) -> None:
    """Look around, four times a second."""
    end = asyncio.get_running_loop().time() + seconds
    while (now := asyncio.get_running_loop().time()) < end:
        try:
            timed.times.append(await asyncio.wait_for(bot.command("look"), 20))
        except TimeoutError:
            timed.missing += 1
        await asyncio.sleep(max(0.0, 0.25 - (asyncio.get_running_loop().time() - now)))


async def measure(game: Game, size: Size) -> dict[str, Any]:
    """Both runs, in four turns, so that what else the machine does meets both."""
    bots = await log_in(game, size.walkers + 1)
    *walkers, looker = bots
    chance = random.Random(7)
    stop = asyncio.Event()
    led = [
        asyncio.create_task(be_led(bot, size, random.Random(chance.random()), stop))
        for bot in walkers[1:]
    ]
    await look(looker, Timed(), size.seconds / 2)  # until all are under way
    without, beside, asked = Timed(), Timed(), list[float]()
    for _turn in range(_TURNS):
        first = asyncio.Event()
        task = asyncio.create_task(be_led(walkers[0], size, random.Random(1), first))
        await look(looker, without, size.seconds / _TURNS)
        first.set()
        await task
        first = asyncio.Event()
        task = asyncio.create_task(ask(walkers[0], size, first, asked))
        await look(looker, beside, size.seconds / _TURNS)
        first.set()
        await task
    stop.set()
    await asyncio.gather(*led)
    hang_up(bots)
    return {
        "without": [p50(without.times), p99(without.times), len(without.times)],
        "beside": [p50(beside.times), p99(beside.times), len(beside.times)],
        "asked": [p50(asked), p99(asked), len(asked)],
        "missing": without.missing + beside.missing,
    }


def main() -> int:
    """Measure, print, and give the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small and short")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too")
    options = parser.parse_args()
    size = QUICK if options.quick else Size()
    with TemporaryDirectory() as folder:
        game = make_game(Path(folder), size)
        with started(game) as running:
            found = asyncio.run(measure(running, size))
            found["wrong"] = log_faults(running)
    print(f"look of one player, {size.walkers} others on goto, p50 / p99 in ms (looks)")
    for name, title in (("without", "all walk"), ("beside", "one asks all the time")):
        half, most, count = found[name]
        print(f"  {title:<24}{half:7.1f} / {most:.1f}  ({count})")
    half, most, count = found["asked"]
    print(f"  {'its goto':<24}{half:7.1f} / {most:.1f}  ({count})")
    print(f"{found['missing']} looks were not answered")
    print("\n".join(found["wrong"]))
    if options.json:
        Path(options.json).write_text(json.dumps(found, indent=1))
    return int(bool(found["wrong"] or found["missing"]))


if __name__ == "__main__":
    raise SystemExit(main())
