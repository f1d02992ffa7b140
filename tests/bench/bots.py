"""Players without patience: telnet clients that walk about, once a second, and time each answer.

An answer is there when the line with the exits of the new room is: what others do is told without
one. All clients live in one asyncio loop, so that two hundred of them cost little.
"""

from __future__ import annotations

import asyncio
import math
import random
import re
import statistics
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

_COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_EXITS = re.compile(r"Exits: *([^\r\n]*)")
_BETWEEN = re.compile(r"[,;]|\band\b")
_IAC = 255
_ANSWER_SECONDS, _LOGIN_SECONDS = 20, 60


@dataclass
class Timed:
    """The times of answers, in ms, and how many never came."""

    times: list[float] = field(default_factory=list)
    missing: int = 0


def p50(times: Sequence[float]) -> float:
    return statistics.median(times)


def p99(times: Sequence[float]) -> float:
    return sorted(times)[math.ceil(0.99 * len(times)) - 1]


class Bot:
    """One client. It answers no telnet option and reads only text."""

    def __init__(self, host: str, port: int, chance: random.Random) -> None:
        self._where = host, port
        self.chance = chance
        self._text = ""
        self._exits: list[str] = []

    async def log_in(self, line: str) -> None:
        """Connect, send a line to log in, look around, and read until nothing more comes."""
        try:
            async with asyncio.timeout(_LOGIN_SECONDS):
                self._reader, self._writer = await asyncio.open_connection(*self._where)
                await self._until(lambda: "connect" in self._text)
                self._send(line)
                await self._until(lambda: "You become" in self._text)
                await asyncio.sleep(0.5)
                self._send("look")
                await self._until(lambda: _EXITS.search(self._text) is not None)
        except TimeoutError:
            raise RuntimeError(f"no login; last: {self._text[-500:]!r}") from None
        await self._settle(most=_LOGIN_SECONDS)

    async def step(self) -> float:
        """Walk through some exit; milliseconds until the room is shown."""
        loop = asyncio.get_running_loop()
        self._text = ""
        began = loop.time()
        self._send(self.chance.choice(self._exits) if self._exits else "look")
        await self._until(lambda: _EXITS.search(self._text) is not None)
        return (loop.time() - began) * 1000

    async def stay(self, timed: Timed, until: asyncio.Event, every: float = 1.0) -> None:
        """Walk until told to stop, `every` so many seconds, at moments of its own."""
        await asyncio.sleep(self.chance.uniform(0, every))
        while not until.is_set():
            try:
                took = await asyncio.wait_for(self.step(), _ANSWER_SECONDS)
            except TimeoutError:
                timed.missing += 1
                await self._settle()
                continue
            timed.times.append(took)
            await asyncio.sleep(max(0.0, every - took / 1000))

    def leave(self) -> None:
        self._writer.close()

    def _send(self, line: str) -> None:
        self._writer.write(line.encode() + b"\r\n")

    async def _settle(self, quiet: float = 0.5, most: float = 5.0) -> None:
        """Read until nothing more comes: an answer left unread would be taken for the next one."""
        with suppress(TimeoutError):
            async with asyncio.timeout(most):
                while await asyncio.wait_for(self._reader.read(65536), quiet):
                    pass

    async def _until(self, seen: Callable[[], bool]) -> None:
        while not seen():
            data = await self._reader.read(65536)
            if not data:
                raise ConnectionError(f"the server hung up; last: {self._text[-300:]!r}")
            self._text += _COLOUR.sub("", _without_options(data).decode(errors="replace"))
        if found := _EXITS.findall(self._text):
            self._exits = ways_of(found[-1])


def ways_of(line: str) -> list[str]:
    """The ways of a line of exits: "west to A Room" is west; the line may be broken anywhere."""
    names = (f"{name.strip()} ".partition(" to ")[0].strip() for name in _BETWEEN.split(line))
    return [name for name in names if name]


def _without_options(data: bytes) -> bytes:
    """The text of what came: telnet commands of three bytes left out."""
    if _IAC not in data:
        return data
    found, at = bytearray(), 0
    while at < len(data):
        if data[at] == _IAC:
            at += 3
        else:
            found.append(data[at])
            at += 1
    return bytes(found)
