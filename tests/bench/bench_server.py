"""`make bench-server`: what players feel on a real server, on four kinds of ground in one run.

    python tests/bench/bench_server.py             900 rooms, 200 players; a quarter of an hour
    python tests/bench/bench_server.py --quick     144 rooms, 20 players, some seconds each
    python tests/bench/bench_server.py --seconds 30 half of that
    python tests/bench/bench_server.py --json FILE --only tuned

For each kind a server is started:

    start ─ all log in ─ cold ─ warm ─ saturation        cold: the first minute after a start
                                                         saturation: the next line at once

A step is the time from a player's line to the exits of the new room, in the player's client.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bots import Bot, Timed, p50, p99
from games import KINDS, PASSWORD, Game, cpu_seconds, first_game, free_block, game_of, log_faults

Row = dict[str, Any]
PARTS = ("server", "portal")


@dataclass(frozen=True)
class Size:
    """How much is measured: rooms along an edge, players, seconds of each part."""

    side: int = 30
    many: int = 200
    seconds: float = 60.0
    saturated: float = 30.0


QUICK = Size(side=12, many=20, seconds=8.0, saturated=5.0)


# --- one server


@contextmanager
def started(game: Game) -> Iterator[Game]:
    """A game that runs, on ports that are free now, and is stopped whatever happens."""
    game = replace(game, base=free_block())
    try:
        game.start()
        yield game
    finally:
        game.stop()


async def log_in(game: Game, count: int) -> list[Bot]:
    """Let players log in, ten at a time, and look around."""
    bots = [Bot(game.host, game.base, random.Random(number)) for number in range(count)]
    gate = asyncio.Semaphore(10)

    async def one(number: int, bot: Bot) -> None:
        async with gate:
            await bot.log_in(f"connect bot{number} {PASSWORD}")

    await asyncio.gather(*(one(number, bot) for number, bot in enumerate(bots)))
    return bots


async def walk(bots: list[Bot], seconds: float, every: float) -> Timed:
    """Let players walk about for some seconds."""
    timed, stop = Timed(), asyncio.Event()
    tasks = [asyncio.create_task(bot.stay(timed, stop, every)) for bot in bots]
    await asyncio.sleep(seconds)
    stop.set()
    await asyncio.gather(*tasks)
    return timed


def figures(name: str, timed: Timed) -> Row:
    """The figures of one part, in ms."""
    return {
        f"{name} p50": p50(timed.times),
        f"{name} p99": p99(timed.times),
        f"{name} missing": timed.missing,
    }


async def crowd(game: Game, size: Size) -> Row:
    """Many players: cold, warm, saturated."""
    bots = await log_in(game, size.many)
    found = figures("many cold", await walk(bots, size.seconds, 1.0))
    found |= figures("many warm", await walk(bots, size.seconds, 1.0))
    before = {part: cpu_seconds(game, part) for part in PARTS}
    timed = await walk(bots, size.saturated, 0.0)
    found["saturation"] = len(timed.times) / size.saturated
    for part in PARTS:
        took = cpu_seconds(game, part) - before[part]
        found[f"{part} cpu ms"] = 1000 * took / len(timed.times)
    for bot in bots:
        bot.leave()
    return found


# --- all of them


def measure(kind: str, first: Game, folder: Path, size: Size) -> Row:
    """The parts of one kind of ground, and what went wrong."""
    game = game_of(kind, first, folder / kind)
    with started(game) as running:
        found = asyncio.run(crowd(running, size))
    return found | {"wrong": log_faults(game)}


COLUMNS = (("many cold", "{many} cold"), ("many warm", "{many} warm"))


def table(rows: dict[str, Row], size: Size) -> str:
    """The figures, a line for each kind."""
    titles = [title.format(many=size.many) for _, title in COLUMNS]
    lines = [
        f"{'p50 / p99 of a step, ms':<26}"
        + "".join(f"{title:>16}" for title in titles)
        + f"{'steps/s':>9}{'CPU ms, S + P':>15}"
    ]
    for name, row in rows.items():
        line = f"{name:<26}" + "".join(f"{_cell(row, key):>16}" for key, _ in COLUMNS)
        cpu = " + ".join(f"{row[f'{part} cpu ms']:.2f}" for part in PARTS)
        lines.append(f"{line}{row['saturation']:>9.0f}{cpu:>15}")
    return "\n".join(lines)


def _cell(row: Row, key: str) -> str:
    return f"{row[f'{key} p50']:.1f} / {row[f'{key} p99']:.0f}"


def wrong(rows: dict[str, Row]) -> list[str]:
    """What went wrong: lines in logs, and answers that never came."""
    found = [f"{name}: {line}" for name, row in rows.items() for line in row.get("wrong", ())]
    for name, row in rows.items():
        lost = sum(value for key, value in row.items() if key.endswith("missing"))
        found += [f"{name}: {lost} lines were not answered"] if lost else []
    return found


def goals(rows: dict[str, Row]) -> Iterator[str]:
    """What this package is to reach, and what was measured of it."""
    tuned, plain = rows.get("tuned", {}), rows.get("plain", {})
    if tuned:
        cold, warm = tuned["many cold p50"], tuned["many warm p50"]
        yield _goal("p50 of many, tuned, warm: under 10 ms", warm, warm < 10, "ms")
        yield _goal("cold by warm: no more than 2", cold / warm, cold <= 2 * warm, "x")
    if tuned and plain:
        more = tuned["saturation"] / plain["saturation"]
        yield _goal("saturation, tuned by plain: 2 or more", more, more >= 2, "x")
    for name in ("untuned", "tuned"):
        if plain and name in rows:
            more = rows[name]["server cpu ms"] / plain["server cpu ms"]
            yield _goal(f"CPU of the Server, {name} by plain: 1.1 or less", more, more <= 1.1, "x")


def _goal(what: str, value: float, reached: bool, unit: str) -> str:
    return f"  {'reached' if reached else 'MISSED':<8}{what:<48}{value:8.2f} {unit}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small and short")
    parser.add_argument("--only", choices=KINDS, action="append", help="this kind; again for more")
    parser.add_argument("--seconds", type=float, help="length of each part (60)")
    parser.add_argument("--side", type=int, help="rooms along an edge (30)")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too")
    options = parser.parse_args()
    size = QUICK if options.quick else Size()
    if options.seconds:
        size = replace(size, seconds=options.seconds, saturated=options.seconds / 2)
    if options.side:
        size = replace(size, side=options.side)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    rows: dict[str, Row] = {}
    load = os.getloadavg()[0]
    with TemporaryDirectory(prefix="xyzgrid-bench-") as name:
        folder = Path(name)
        first = first_game(folder / "first", size.side, size.many)
        for kind in options.only or KINDS:
            rows[kind] = measure(kind, first, folder, size)
            print(table({kind: rows[kind]}, size), flush=True)
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    print(f"\n{size.side**2} rooms, {machine}, load before {load:.1f}, Python", end=" ")
    print(platform.python_version())
    print(table(rows, size))
    print("\n".join(goals(rows)))
    for line in wrong(rows):
        print(f"WRONG: {line}", flush=True)
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=1))
    return int(bool(wrong(rows)))


if __name__ == "__main__":
    sys.exit(main())
