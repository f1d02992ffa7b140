"""Five guests ask for copies of a dungeon without end, while others walk.

|──── half: only walkers ────|──── half: the same, and five guests at the well ────|
   p99, rows in the database      p99, copies and rows: the bounds hold
"""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

import soak
from bots import p99
from games import PASSWORD
from live import log_faults

from tools.runner.game import Game

GUESTS = 5
COPIES = 8  # of all guests at one address: a bound of the package
SLOWER = 2.0  # as slow as this may walkers become, and so much may the database grow
WALKER = 5  # the number of a bot of the soak that only walks
_WAIT = 30.0
_COPY = re.compile(r"#(\d+)")
_TAGS = """
    SELECT DISTINCT tag.db_key FROM objects_objectdb_db_tags AS link
    JOIN typeclasses_tag AS tag ON tag.id = link.tag_id
    WHERE tag.db_category = 'room_z_coordinate'
"""
_HUM = 5.0  # ms: below this a p99 is the noise of the machine


@dataclass
class Guests:
    """The times of walkers' answers in both halves, and what the guests left."""

    crowd: soak.Soak = field(default_factory=soak.Soak)
    began: float = 0.0
    """When the guests came."""
    rows: tuple[int, int] = (0, 0)
    """Objects in the database before and after the guests."""
    copies: int = 0
    asked: int = 0

    @property
    def answers(self) -> list[float]:
        """The times of all answers, in ms."""
        return [took for _moment, took, _lines in self.crowd.answers]

    def judged(self) -> list[str]:
        """What is not as promised."""
        found = list(self.crowd.faults)
        before, after = self.halves()
        if after > SLOWER * max(before, _HUM):
            found.append(f"p99 {before:.0f} ms, {after:.0f} ms with guests")
        if not 0 < self.copies <= COPIES:
            found.append(f"{self.copies} copies, at most {COPIES} are allowed")
        if self.rows[1] > SLOWER * self.rows[0]:
            found.append(f"{self.rows[0]} objects became {self.rows[1]}")
        if self.crowd.lost:
            found.append(f"{self.crowd.lost} walkers were not answered any more")
        return found

    def halves(self) -> tuple[float, float]:
        """The p99 of each half."""
        before, after = [0.0], [0.0]
        for moment, took, _lines in self.crowd.answers:
            (before if moment < self.began else after).append(took)
        return p99(before), p99(after)

    def measured(self) -> str:
        """The figures, as a line of the table has them."""
        before, after = self.halves()
        return (
            f"p99 {before:.0f} ms alone, {after:.0f} ms with {GUESTS} guests who asked "
            f"{self.asked} times; {self.copies} copies; objects {self.rows[0]} to {self.rows[1]}"
        )


class Walker(soak.Soaker):
    """A bot that never goes down, where a dungeon may begin."""

    def _some_exit(self) -> str:
        exits = [name for name in self._exits if name != "down"]
        return self.chance.choice(exits) if exits else "look"


async def ask(bot: soak.Soaker, number: int, found: Guests, stop: asyncio.Event) -> None:
    """Ask for one copy after another, each in a party of its own."""
    await bot.does(["goto the old well"])
    await asyncio.sleep(10.0)
    while not stop.is_set():
        found.asked += 1
        with suppress(TimeoutError):
            lines = [f"party w{number}x{found.asked}", "down", "north", "out"]
            await asyncio.wait_for(bot.does(lines), _WAIT)


def counted(game: Game) -> tuple[int, int]:
    """The objects in the database, and the copies of dungeons."""
    with closing(sqlite3.connect(game.folder / "server/evennia.db3")) as rows:
        objects = rows.execute("SELECT count(*) FROM objects_objectdb").fetchone()[0]
        tags = rows.execute(_TAGS).fetchall()
    return int(objects), len({found[1] for (tag,) in tags if (found := _COPY.search(tag))})


async def played(game: Game, players: int, minutes: float) -> Guests:
    """Let them walk, then with the guests."""
    found, stop = Guests(), asyncio.Event()
    walkers = [Walker(game.host, game.base, random.Random(seed)) for seed in range(players)]
    for number, bot in enumerate(walkers):
        await asyncio.wait_for(bot.log_in(f"connect bot{number} {PASSWORD}"), 120)
    tasks = [asyncio.create_task(soak.live(bot, WALKER, found.crowd, stop)) for bot in walkers]
    await asyncio.sleep(minutes * 30)
    before = counted(game)
    guests = [soak.Soaker(game.host, game.base, random.Random(-seed)) for seed in range(1, 6)]
    for bot in guests:
        await asyncio.wait_for(bot.log_in("connect guest"), 120)
    found.began = time.monotonic()
    asking = [asyncio.create_task(ask(bot, n, found, stop)) for n, bot in enumerate(guests)]
    await asyncio.sleep(max(0.0, found.began + minutes * 30 - time.monotonic()))
    after = counted(game)
    stop.set()
    await asyncio.gather(*tasks, *asking)
    found.rows, found.copies = (before[0], after[0]), after[1]
    found.crowd.faults += log_faults(game)
    return found


def run(folder: Path, players: int, minutes: float) -> Guests:
    """A game in a folder, played for so long, and stopped."""
    game = soak.make_game(folder, players)
    try:
        game.start()
        return asyncio.run(played(game, players, minutes))
    finally:
        game.stop()
