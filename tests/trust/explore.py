"""Explorers: a crowd walks through a lazy map of a real server, which is killed now and then.

    |─ walk ─ kill -9 ─ start ─ walk ─ kill -9 ─ start ─ walk ─|─ all have left ─|
       rooms are made, and go       after each kill all rows        rooms go
       where nobody is any more     are looked at

Purses lie in some rooms: these never go, and no purse is lost.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import soak
from bots import Bot, Timed, p99
from games import PASSWORD
from live import log_faults

from tools.runner.game import Game
from tools.runner.telnet import Telnet

LOOK = soak.REPOSITORY / "tests/e2e/crash/lazy_rows.py"
KEEP = 20  # seconds without anybody after which a room may go
KILLS, PURSES = 3, 10
_LEFT = 150.0  # seconds, or as long as all have walked, for half of the rooms to go
_GONE = 0.9  # of the rooms may be left then: a busy machine removes some ten a second
_EVERY = 10.0  # seconds between two counts of rooms
_PATIENCE = 30.0  # seconds for an answer
_EDGE = 46
_MAP = """XYMAP_DATA = {
    "zcoord": "wild",
    "matrix": "wild.matrix",
    "prototypes": {("*", "*", "*"): {"prototype_parent": "xyz_room", "desc": "Grass."}},
    "options": {"rooms": "lazy", "directions": "compass"},
}
"""


@dataclass
class Explored:
    """What was seen: times of answers, counts of rooms, and faults."""

    answers: list[float] = field(default_factory=list)
    rooms: list[int] = field(default_factory=list)
    left: int = 0
    """The rooms that were there when all had left."""
    kills: int = 0
    faults: list[str] = field(default_factory=list)

    def judged(self) -> list[str]:
        """What is not as promised."""
        found, most = list(self.faults), max(self.rooms)
        if most <= self.rooms[0]:
            found.append(f"no rooms were made: {self.rooms}")
        if self.left > _GONE * most:
            found.append(f"of {most} rooms {self.left} are left")
        return found

    def measured(self) -> str:
        """The figures, as a line of the table has them."""
        rooms = ", ".join(map(str, self.rooms[:: max(1, len(self.rooms) // 12)]))
        return (
            f"{self.kills} kills; p99 {p99(self.answers or [0]):.0f} ms; rooms {rooms}; at most "
            f"{max(self.rooms)}, in the end {self.left}"
        )


class Explorer(Bot):
    """A bot that goes straight on for a while, and notes what it was answered instead."""

    _way = ""
    unanswered = ""

    async def command(self, line: str | None = None) -> float:
        """Walk; what came instead of a room is kept."""
        try:
            return await asyncio.wait_for(super().command(line), _PATIENCE)
        except TimeoutError:
            self.unanswered = f"{line or self._way} was not answered: {self._text[-200:]!r}"
            raise

    def _some_exit(self) -> str:
        if self._way not in self._exits or self.chance.random() < 0.15:
            self._way = super()._some_exit()
        return self._way


def _matrix() -> str:
    lines = [f"matrixedge {_EDGE}", "startnode 0 0 0", f"endnode {_EDGE - 1} 0 0"]
    for x in range(_EDGE):
        for y in range(_EDGE):
            for z in range(_EDGE):
                steps = {"right": x, "up": y, "forward": z if (x + y) % 3 == 0 else _EDGE}
                lines += [
                    f"node {x} {y} {z} {word} twoway"
                    for word, at in steps.items()
                    if at < _EDGE - 1
                ]
    return "\n".join([*lines, ""])


def make_game(folder: Path, players: int) -> Game:
    """A game with players and the lazy map; it does not run."""
    game = soak.make_game(folder, players)
    with (game.folder / "server/conf/settings.py").open("a") as settings:
        settings.write(f"\nXYZGRID_LAZY_KEEP = {KEEP}\n")
    (folder / "world/wild.matrix").write_text(_matrix())
    (folder / "world/wild.py").write_text(_MAP)
    return game


def superuser(game: Game) -> Telnet:
    """The superuser's client, logged in."""
    client = Telnet(game.host, game.base)
    client.read_until("connect guest")
    client.ask(f"connect soaker {PASSWORD}", "You become")
    client.read()
    return client


def count(game: Game) -> int:
    """How many rooms of the map have an object."""
    with superuser(game) as client:
        told = client.ask("xyzgrid list", r"wild .* spawned")
    return int(re.findall(r"([\d,]+) spawned", told)[-1].replace(",", ""))


def places(number: int) -> list[str]:
    """Rooms of the map; the same ones at every run."""
    chance = random.Random(3)
    return [
        f"({','.join(str(chance.randrange(_EDGE)) for _ in 'xyz')},wild)" for _ in range(number)
    ]


def prepare(game: Game, players: int) -> None:
    """Put purses into rooms, and send everybody to some room."""
    with superuser(game) as client:
        for number, place in enumerate(places(PURSES)):
            client.ask(f"tel {place}", "Grass")
            client.ask(f"create purse{number}", "You create")
            client.ask(f"drop purse{number}", "You drop")
        client.ask("tel (4,4,town)", "Exits")
        for number in range(players):
            place = places(PURSES + players)[PURSES + number]
            client.ask(f"tel bot{number} = {place}", "[Tt]eleported|from|to", timeout=30)


def lost(game: Game) -> list[str]:
    """The purses that do not lie where they were put."""
    found = []
    with superuser(game) as client:
        for number, place in enumerate(places(PURSES)):
            client.ask(f"tel {place}", "Exits: ")
            if f"purse{number}" not in client.ask("look", "Exits: ") + client.read():
                found.append(f"purse{number} is not at {place} any more")
        client.ask("tel (4,4,town)", "Exits: ")
    return found


def looked_at(game: Game) -> list[str]:
    """What is wrong with the rows."""
    command = [sys.executable, "-P", str(LOOK), str(game.folder), "wild"]
    told = subprocess.run(command, env=game._env(), capture_output=True, text=True, check=True)
    return [line for line in told.stdout.splitlines() if line.strip()]


async def walk(game: Game, players: int, seconds: float, seen: Explored, *, kill: bool) -> None:
    """Let all walk, and count the rooms; in the end kill the Server under them, or let them go."""
    bots = [Explorer(game.host, game.base, random.Random(n)) for n in range(players)]
    gate, stop, timed = asyncio.Semaphore(10), asyncio.Event(), Timed()

    async def enter(number: int, bot: Bot) -> None:
        async with gate:
            await asyncio.wait_for(bot.log_in(f"connect bot{number} {PASSWORD}"), 120)

    await asyncio.gather(*(enter(number, bot) for number, bot in enumerate(bots)))
    if not seen.rooms:
        await asyncio.to_thread(prepare, game, players)
        seen.rooms.append(await asyncio.to_thread(count, game))
        await asyncio.gather(*(bot.command("look") for bot in bots))
    tasks = [asyncio.create_task(bot.stay(timed, stop)) for bot in bots]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.sleep(min(_EVERY, max(0.0, end - time.monotonic())))
        seen.rooms.append(await asyncio.to_thread(count, game))
    seen.faults += [f"a walker: {task.exception()}" for task in tasks if task.done()]
    if kill:
        os.kill(game.pids()["server"], signal.SIGKILL)
        for task in tasks:
            task.cancel()
    stop.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    for bot in bots:
        bot.leave()
    seen.answers += timed.times
    seen.faults += [bot.unanswered for bot in bots if bot.unanswered]


def explored(game: Game, players: int, minutes: float) -> Explored:
    """Let them walk, with kills in between; what was seen."""
    seen = Explored()
    for word in ("add world.wild", "spawn wild --yes"):
        game.evennia("xyzgrid", *word.split())
    for number in range(KILLS + 1):
        is_last = number == KILLS
        part = walk(game, players, minutes * 60 / (KILLS + 1), seen, kill=not is_last)
        asyncio.run(part)
        if is_last:
            break
        seen.kills += 1
        game.stop()
        seen.faults += looked_at(game)
        game.start()
    end = time.monotonic() + max(_LEFT, minutes * 60)
    while (left := count(game)) > max(seen.rooms) / 2 and time.monotonic() < end:
        time.sleep(_EVERY)
    seen.left = left
    seen.faults += lost(game)
    told = game.evennia("xyzgrid", "plan", "wild")
    if "Nothing to do" not in told:
        seen.faults.append(told[-500:])
    seen.faults += log_faults(game)
    return seen


def run(folder: Path, players: int, minutes: float) -> Explored:
    """A game in a folder, explored for so long, and stopped."""
    game = make_game(folder, players)
    try:
        game.start()
        seen = explored(game, players, minutes)
        if seen.faults:
            soak.keep_logs(game)
        return seen
    finally:
        game.stop()
