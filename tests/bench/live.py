"""A running server: what ten walking players feel while 2,500 rooms are spawned into it.

game with a yard ── start ── ten guests walk ──┬── 20 s as they are
                                               └── `evennia xyzgrid spawn` beside them
                                                   then: a superuser walks in the new rooms
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import socket
import sys
import time
from pathlib import Path
from typing import Any

from bots import Bot, Timed, p50, p99

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY))

from tools.runner.game import PORTS, Game  # noqa: E402

WALKERS = 10
QUIET_SECONDS = 20
_YARD = 7  # rooms along an edge of the place where they walk
_RUNTIME = ("__pycache__", "*.db3*", "*.pid", "*.log", "logs", ".static", ".media", ".cache",
            "secret_settings.py", "connection.txt")  # fmt: skip
_MODULE = '''"""A map of a benchmark."""

import sys

sys.path.append({bench!r})
from maps import map_data  # noqa: E402

XYMAP_DATA = map_data({side}, overrides=True, name={name!r})
'''
_WORLD = '''"""The world of a benchmark: a yard to walk in."""

MAPS = ["world.yard"]
START = (3, 3, "yard")
'''

_HELP = 'HELP_ENTRY_DICTS = [{"key": "yard", "category": "General", "text": "A yard."}]\n'


def measure(folder: Path, side: int) -> dict[str, Any]:
    """Run it all in a folder; the figures, and what went wrong."""
    game = made_game(folder, side)
    password = "bench-password-7"
    game.bootstrap(EVENNIA_SUPERUSER_USERNAME="bencher", EVENNIA_SUPERUSER_PASSWORD=password,
                   EVENNIA_SUPERUSER_EMAIL="")  # fmt: skip
    try:
        game.start()
        game.evennia("xyzgrid", "add", "world.square")
        found = asyncio.run(_walk(game, f"connect bencher {password}"))
        found["wrong"] += log_faults(game)
        return found
    finally:
        game.stop()


async def _walk(game: Game, superuser: str) -> dict[str, Any]:
    chance = random.Random(5)
    bots = [Bot(game.host, game.base, random.Random(chance.random())) for _ in range(WALKERS)]
    for bot in bots:
        await bot.log_in("connect guest")
    timed, stop = Timed(), asyncio.Event()
    walks = [asyncio.create_task(bot.stay(timed, stop, every=0.5)) for bot in bots]
    await asyncio.sleep(5)  # the first visits of rooms are not what is asked here
    start = len(timed.times)
    await asyncio.sleep(QUIET_SECONDS)
    quiet = timed.since(start)
    start, began = len(timed.times), time.monotonic()
    told = await _spawn(game)
    seconds = time.monotonic() - began
    busy = timed.since(start)
    stop.set()
    await asyncio.gather(*walks)
    wrong = [] if "made" in told else [f"the spawn did not tell that it was done:\n{told}"]
    wrong += [f"{timed.missing} commands were not answered"] if timed.missing else []
    wrong += await _try_new_rooms(game, superuser)
    for bot in bots:
        bot.leave()
    return {
        "quiet p50": p50(quiet), "quiet p99": p99(quiet), "quiet worst": max(quiet),
        "busy p50": p50(busy), "busy p99": p99(busy), "busy worst": max(busy),
        "commands": len(busy), "seconds": seconds, "told": told, "wrong": wrong,
    }  # fmt: skip


async def _spawn(game: Game) -> str:
    """Let the launcher spawn; what it printed."""
    process = await asyncio.create_subprocess_exec(
        str(Path(sys.executable).with_name("evennia")), "xyzgrid", "spawn", "square", "--yes",
        cwd=game.folder, env=game._env(), stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    out, _ = await process.communicate()
    return out.decode(errors="replace")


async def _try_new_rooms(game: Game, superuser: str) -> list[str]:
    """Walk from corner to corner of the new map, without a reload."""
    bot = Bot(game.host, game.base, random.Random(1))
    await bot.log_in(superuser)
    try:
        await asyncio.wait_for(bot.command("tel (0,0,square)"), 20)
        for way in ("north", "east", "south", "west"):
            await asyncio.wait_for(bot.command(way), 20)
    except TimeoutError:
        return [f"the new rooms cannot be walked: {bot._text[-500:]}"]
    finally:
        bot.leave()
    return []


def log_faults(game: Game) -> list[str]:
    """Lines of the logs that tell of faults."""
    folder = game.folder / "server" / "logs"
    found = []
    words = "Traceback|CRITICAL|Unhandled|HTTP received"
    # at its start the Portal writes a traceback of what it answers to Evennia's launcher
    harmless = "AdminPortal2Server"
    for part in ("server", "portal"):
        text = (folder / f"{part}.log").read_text(errors="replace")
        lines = re.findall(f"^.*(?:{words}).*$", text, re.MULTILINE)
        found += [line for line in lines if harmless not in line]
    return found


def made_game(folder: Path, side: int) -> Game:
    ignore = shutil.ignore_patterns(*_RUNTIME)
    shutil.copytree(REPOSITORY / "mygame", folder / "mygame", ignore=ignore)
    world = folder / "world"
    world.mkdir()
    (world / "__init__.py").write_text(_WORLD)
    (world / "help_entries.py").write_text(_HELP)
    for name, length in (("yard", _YARD), ("square", side)):
        module = _MODULE.format(bench=str(Path(__file__).parent), side=length, name=name)
        (world / f"{name}.py").write_text(module)
    return Game(folder / "mygame", free_block(), environment=clean_environment())


def clean_environment() -> dict[str, str]:
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
