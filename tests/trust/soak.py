"""Soak: a crowd plays a real server for long, through reloads and spawns, and then in one process.

    |── a third: five reloads, ten spawns ──|──────── quiet: one process, nothing is built ────────|
                                                          memory at its begin ─► at its end

Bots walk, follow `goto`, sit at boards, go down into dungeons; one browser asks for the map page.
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.append(str(REPOSITORY / "tests/bench"))

from bots import Bot, p99  # noqa: E402
from games import PASSWORD, RUNTIME, clean_environment, free_block, log_faults  # noqa: E402

from tools.runner.game import Game  # noqa: E402
from tools.runner.telnet import NotSeenError, Telnet  # noqa: E402

RELOADS = 5  # in a long run; and twice as many spawns
GROWTH = 1.05
_WAIT = 20.0
_SETTINGS = """
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # all log in at once
MAX_CONNECTION_RATE = 10**9
"""
_MAP = '''"""A map of the soak; it grows."""

XYMAP_DATA = {{"zcoord": "row", "map": {map!r}}}
'''
_WALK = ("(4,4,town)", "(3,3,town)", "(1,1,town)", "the old well", "(6,6,town)")
_PAGES = ("/map/", "/map/list/", "/map/api/maps", "/map/api/maps/town", "/map/api/search?q=the")


@dataclass
class Crowd:
    """What was measured: milliseconds of each answer, losses, memory."""

    answers: list[float] = field(default_factory=list)
    pages: int = 0
    lost: int = 0
    reloads: int = 0
    wrong: list[str] = field(default_factory=list)
    before: int = 0
    after: int = 0

    def faults(self) -> list[str]:
        """What is not as promised."""
        faults = list(self.wrong)
        if not self.answers:
            faults.append("nobody was answered")
        if self.after > GROWTH * self.before:
            faults.append(f"memory grew from {self.before >> 20} to {self.after >> 20} MB")
        if self.lost:
            faults.append(f"{self.lost} bots were not answered any more")
        return faults

    def figures(self) -> str:
        """The figures, as a line of the table has them."""
        return (
            f"{self.pages} pages, {self.reloads} reloads; p99 {p99(self.answers or [0]):.0f} ms; "
            f"{self.before >> 20} to {self.after >> 20} MB"
        )


def make_game(folder: Path, players: int) -> Game:
    """A game with the world of the repository and all players; it does not run."""
    for name in ("mygame", "world"):
        shutil.copytree(REPOSITORY / name, folder / name, ignore=shutil.ignore_patterns(*RUNTIME))
    with (folder / "mygame/server/conf/settings.py").open("a") as settings:
        settings.write(_SETTINGS)
    (folder / "xyzgrid_ext").symlink_to(REPOSITORY / "xyzgrid_ext")  # this tree, and no other
    game = Game(folder / "mygame", free_block(), environment=clean_environment())
    game.bootstrap(
        EVENNIA_SUPERUSER_USERNAME="soaker",
        EVENNIA_SUPERUSER_PASSWORD=PASSWORD,
        EVENNIA_SUPERUSER_EMAIL="",
    )
    script = str(REPOSITORY / "tests/bench/players.py")
    command = [sys.executable, "-P", script, str(game.folder), str(players), PASSWORD, "town"]
    subprocess.run(command, env=game._env(), check=True)
    return game


# --- the crowd


class Soaker(Bot):
    """A bot that does more than walk."""

    async def does(self, lines: list[str]) -> float:
        """Send lines, and look around in the end; milliseconds of that look."""
        for line in lines:
            self._send(line)
            await asyncio.sleep(0.2)
        await self._settle(0.3, 1.5)
        return await self.command("look")


def lines_of(number: int, chance: random.Random) -> list[str]:
    """What a bot does next; which kinds of things depends on its number."""
    kind = number % 10
    if kind == 0:
        return ["goto arcade", "play", "l", "undo", "h", "stop"]
    if kind == 1:
        return ["goto the old well", "down", "north", "out", f"party soak{number % 7}"]
    if kind in (2, 3, 4):
        return [f"goto {chance.choice(_WALK)}", "map"]
    return []


async def live(bot: Soaker, number: int, crowd: Crowd, stop: asyncio.Event) -> None:
    """Play until told to stop; who gets no answer three times is lost."""
    chance, silent = random.Random(number), 0
    while not stop.is_set():
        lines = lines_of(number, chance) if chance.random() < 0.4 else []
        try:
            # a look is timed, whatever went before: not every exit lets somebody through
            took = await asyncio.wait_for(bot.does(lines or [bot._some_exit()]), _WAIT)
        except TimeoutError:
            silent += 1
            if silent == 3:
                crowd.lost += 1
                return
            # out of boards and matrices: there no exits are shown
            with suppress(TimeoutError):
                await asyncio.wait_for(bot.does(["stop", "give up", "out", "path clear"]), _WAIT)
                silent = 0
            continue
        except ConnectionError as error:
            crowd.wrong.append(f"bot{number}: {error}")
            return
        silent = 0
        crowd.answers.append(took)
        await asyncio.sleep(chance.uniform(0.5, 1.5))


async def browse(game: Game, crowd: Crowd, stop: asyncio.Event) -> None:
    """Ask for pages, one a second."""
    while not stop.is_set():
        address = f"http://{game.host}:{game.web_port}{random.choice(_PAGES)}"
        try:
            await asyncio.to_thread(
                lambda url=address: urllib.request.urlopen(url, timeout=60).read()
            )
            crowd.pages += 1
        except urllib.error.HTTPError as error:
            if error.code not in (502, 503, 504):  # no Server behind the Portal: a reload
                crowd.wrong.append(f"{address}: {error}")
        except OSError:
            pass  # the same
        await asyncio.sleep(1.0)


async def build(game: Game, crowd: Crowd, seconds: float, rounds: int) -> None:
    """So many times spawn, spawn and reload, evenly within so many seconds."""
    events = ["spawn", "spawn", "reload"] * rounds
    began = time.monotonic()
    for number, event in enumerate(events):
        await asyncio.sleep(max(0.0, began + seconds * number / len(events) - time.monotonic()))
        if event == "reload":
            try:
                await asyncio.to_thread(reload, game)
                crowd.reloads += 1
            except NotSeenError as error:
                crowd.wrong.append(f"reload {number // 3 + 1}: {str(error)[:300]}")
            continue
        rooms = "-".join("#" * (number + 2))
        text = _MAP.format(map=f"\n+\n\n  {rooms}\n\n+\n")
        (game.folder.parent / "world/row.py").write_text(text)
        for words in (("add", "world.row"), ("spawn", "row", "--yes")):
            told = await asyncio.to_thread(game.evennia, "xyzgrid", *words)
            if re.search("Traceback|does not load", told):
                crowd.wrong.append(told[-500:])
    await asyncio.sleep(max(0.0, began + seconds - time.monotonic()))


def reload(game: Game) -> None:
    """Restart the Server behind the Portal, as a superuser does in the game."""
    with Telnet(game.host, game.base) as client:
        client.read_until("connect guest")
        client.ask(f"connect soaker {PASSWORD}", "You become")
        client.ask("reload", r"\.\.\. Server restarted\.", timeout=120)


def memory(game: Game) -> int:
    """Bytes that the Server has in memory; 0 where the system does not tell."""
    try:
        text = Path(f"/proc/{game.pid('server')}/status").read_text()
    except OSError:
        return 0
    found = re.search(r"VmRSS:\s+(\d+) kB", text)
    return int(found[1]) << 10 if found else 0


async def play(game: Game, players: int, minutes: float) -> Crowd:
    """Let them play; what was measured."""
    crowd, stop = Crowd(), asyncio.Event()
    bots = [Soaker(game.host, game.base, random.Random(number)) for number in range(players)]
    gate = asyncio.Semaphore(10)

    async def enter(number: int, bot: Soaker) -> None:
        async with gate:
            await asyncio.wait_for(bot.log_in(f"connect bot{number} {PASSWORD}"), 120)

    await asyncio.gather(*(enter(number, bot) for number, bot in enumerate(bots)))
    tasks = [asyncio.create_task(live(bot, n, crowd, stop)) for n, bot in enumerate(bots)]
    tasks.append(asyncio.create_task(browse(game, crowd, stop)))
    await build(game, crowd, minutes * 20, max(1, min(RELOADS, int(minutes / 2))))
    warm = minutes * 10  # a fresh process reads what it needs: that is no growth
    await asyncio.sleep(warm)
    crowd.before = memory(game)
    await asyncio.sleep(minutes * 40 - warm)
    crowd.after = memory(game)
    stop.set()
    await asyncio.gather(*tasks)
    for bot in bots:
        bot.leave()
    crowd.wrong += log_faults(game)
    return crowd


def run(folder: Path, players: int, minutes: float) -> Crowd:
    """A game in a folder, played for so long, and stopped."""
    game = make_game(folder, players)
    try:
        game.start()
        return asyncio.run(play(game, players, minutes))
    finally:
        game.stop()
