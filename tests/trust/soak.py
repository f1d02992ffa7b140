"""Soak: a crowd plays a real server for long, through reloads and spawns, and then in one process.

    |── a third: five reloads, ten spawns ──|──────── quiet: one process, nothing is built ────────|
       p99, but for reloads, with a minute        p99        memory at its begin ─► at its end

Bots walk, follow `goto`, sit at boards, go down into dungeons; one browser asks for the map page.
"""

from __future__ import annotations

import asyncio
import math
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
from games import PASSWORD, RUNTIME  # noqa: E402
from live import clean_environment, free_block, log_faults  # noqa: E402

from tools.runner.game import Game  # noqa: E402
from tools.runner.telnet import NotSeenError, Telnet  # noqa: E402

RELOADS = 5  # in a long run; and twice as many spawns
AFTER_RELOAD = 60.0  # seconds that are left out
GROWTH, SLOWER = 1.05, 1.5
_WAIT = 20.0
_NOBODY = (0.0, 0.0, "")
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
class Soak:
    """What was measured: (moment, milliseconds, after what) of each answer; losses; memory."""

    answers: list[tuple[float, float, str]] = field(default_factory=list)
    pages: int = 0
    lost: int = 0
    reloads: list[tuple[float, float]] = field(default_factory=list)
    """From the order to reload until a minute after it was carried out."""
    faults: list[str] = field(default_factory=list)
    before: int = 0
    after: int = 0
    quiet: float = 0.0
    """When the quiet part began."""

    def times(self, *, quiet: bool) -> list[float]:
        """The times of the answers of one of the parts, without reloads and the minutes after."""
        return [
            took
            for moment, took, _lines in self.answers
            if (moment >= self.quiet) == quiet
            and not any(begin <= moment < end for begin, end in self.reloads)
        ]

    def judged(self) -> list[str]:
        """What is not as promised."""
        found = list(self.faults)
        busy, quiet = self.times(quiet=False), self.times(quiet=True)
        if not quiet:
            return [*found, "nobody was answered in the quiet part"]
        if busy and p99(busy) > SLOWER * p99(quiet):
            found.append(f"p99 {p99(busy):.0f} ms, {p99(quiet):.0f} ms in the quiet part")
        if self.after > GROWTH * self.before:
            found.append(f"memory grew from {self.before >> 20} to {self.after >> 20} MB")
        if self.lost:
            found.append(f"{self.lost} bots were not answered any more")
        return found

    def measured(self) -> str:
        """The figures, as a line of the table has them."""
        busy, quiet = self.times(quiet=False), self.times(quiet=True)
        _moment, slowest, lines = max(self.answers, key=lambda answer: answer[1], default=_NOBODY)
        return (
            f"{self.pages} pages, {len(self.reloads)} reloads; p99 {p99(busy or [0]):.0f} ms, "
            f"quiet {p99(quiet or [0]):.0f} ms; {self.before >> 20} to {self.after >> 20} MB; "
            f"slowest {slowest:.0f} ms after {lines or 'a step'}"
        )


def make_game(folder: Path, players: int, **variables: str) -> Game:
    """A game with the world of the repository and all players; it does not run.

    `variables` are of its environment.
    """
    for name in ("mygame", "world"):
        shutil.copytree(REPOSITORY / name, folder / name, ignore=shutil.ignore_patterns(*RUNTIME))
    with (folder / "mygame/server/conf/settings.py").open("a") as settings:
        settings.write(_SETTINGS)
    (folder / "xyzgrid_ext").symlink_to(REPOSITORY / "xyzgrid_ext")  # this tree, and no other
    game = Game(folder / "mygame", free_block(), environment=clean_environment() | variables)
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

    def way(self) -> str:
        """Some exit, but none that leads out of the town for long."""
        return self._some_exit()


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


async def live(bot: Soaker, number: int, soak: Soak, stop: asyncio.Event) -> None:
    """Play until told to stop; who gets no answer three times is lost."""
    chance, silent = random.Random(number), 0
    while not stop.is_set():
        lines = lines_of(number, chance) if chance.random() < 0.4 else []
        try:
            # a look is timed, whatever went before: not every exit lets somebody through
            took = await asyncio.wait_for(bot.does(lines or [bot.way()]), _WAIT)
        except TimeoutError:
            silent += 1
            if silent == 3:
                soak.lost += 1
                return
            # out of boards and matrices: there no exits are shown
            with suppress(TimeoutError):
                await asyncio.wait_for(bot.does(["stop", "give up", "out", "path clear"]), _WAIT)
                silent = 0
            continue
        except ConnectionError as error:
            soak.faults.append(f"bot{number}: {error}")
            return
        silent = 0
        soak.answers.append((time.monotonic(), took, "; ".join(lines)))
        await asyncio.sleep(chance.uniform(0.5, 1.5))


def _fetch(address: str) -> None:
    with urllib.request.urlopen(address, timeout=60) as answer:
        answer.read()


async def browse(game: Game, soak: Soak, stop: asyncio.Event) -> None:
    """Ask for pages, one a second."""
    while not stop.is_set():
        address = f"http://{game.host}:{game.web_port}{random.choice(_PAGES)}"
        try:
            await asyncio.to_thread(
                lambda url=address: urllib.request.urlopen(url, timeout=60).read()
            )
            soak.pages += 1
        except urllib.error.HTTPError as error:
            if error.code not in (502, 503, 504):  # no Server behind the Portal: a reload
                soak.faults.append(f"{address}: {error}")
        except OSError:
            pass  # the same
        await asyncio.sleep(1.0)


async def build(game: Game, soak: Soak, seconds: float, rounds: int) -> None:
    """So many times spawn, spawn and reload, evenly within so many seconds."""
    events = ["spawn", "spawn", "reload"] * rounds
    began = time.monotonic()
    for number, event in enumerate(events):
        await asyncio.sleep(max(0.0, began + seconds * number / len(events) - time.monotonic()))
        if event == "reload":
            before = time.monotonic()
            soak.reloads.append((before, math.inf))
            try:
                await asyncio.to_thread(reload, game)
            except NotSeenError as error:
                soak.faults.append(f"reload {number // 3 + 1}: {str(error)[:300]}")
            soak.reloads[-1] = (before, time.monotonic() + AFTER_RELOAD)
            continue
        rooms = "-".join("#" * (number + 2))
        text = _MAP.format(map=f"\n+\n\n  {rooms}\n\n+\n")
        (game.folder.parent / "world/row.py").write_text(text)
        for words in (("add", "world.row"), ("spawn", "row", "--yes")):
            told = await asyncio.to_thread(game.evennia, "xyzgrid", *words)
            if re.search("Traceback|does not load", told):
                soak.faults.append(told[-500:])
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


async def soaked(game: Game, players: int, minutes: float) -> Soak:
    """Let them play; what was measured."""
    soak, stop = Soak(), asyncio.Event()
    bots = [Soaker(game.host, game.base, random.Random(number)) for number in range(players)]
    gate = asyncio.Semaphore(10)

    async def enter(number: int, bot: Soaker) -> None:
        async with gate:
            await asyncio.wait_for(bot.log_in(f"connect bot{number} {PASSWORD}"), 120)

    await asyncio.gather(*(enter(number, bot) for number, bot in enumerate(bots)))
    tasks = [asyncio.create_task(live(bot, n, soak, stop)) for n, bot in enumerate(bots)]
    tasks.append(asyncio.create_task(browse(game, soak, stop)))
    await build(game, soak, minutes * 20, max(1, min(RELOADS, int(minutes / 2))))
    soak.quiet = time.monotonic()
    warm = minutes * 10  # a fresh process reads what it needs: that is no growth
    await asyncio.sleep(warm)
    soak.before = memory(game)
    await asyncio.sleep(minutes * 40 - warm)
    soak.after = memory(game)
    stop.set()
    await asyncio.gather(*tasks)
    for bot in bots:
        bot.leave()
    soak.faults += log_faults(game)
    return soak


def keep_logs(game: Game) -> None:
    """Copy the logs of a game to where they can be read later."""
    logs = game.folder / "server" / "logs"
    shutil.copytree(logs, REPOSITORY / ".trust/soak-logs", dirs_exist_ok=True)


def run(folder: Path, players: int, minutes: float) -> Soak:
    """A game in a folder, played for so long, and stopped."""
    game = make_game(folder, players)
    try:
        game.start()
        soak = asyncio.run(soaked(game, players, minutes))
        if soak.faults:
            keep_logs(game)
        return soak
    finally:
        game.stop()
