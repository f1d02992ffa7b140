"""The shortest walkthrough of a dungeon, in words.

    step 3: Slipway. Shut: the darkness in the north.
    step 9: Undercroft. Found: the lantern. It opens the darkness in the north, seen at step 3.
    step 14: Bower. With the lantern, found at step 9, through the darkness in the north, seen 10
        steps ago, back over 4 rooms.

Only rooms where something happens are listed: where a lock is seen or opened, or something is
found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from xyzgrid_ext.parts.dungeons.core.masks import Catalogue, Entry, Kind, Side
from xyzgrid_ext.parts.dungeons.core.model import Dungeon, Passage
from xyzgrid_ext.parts.proof.core import Action
from xyzgrid_ext.parts.proof.core.problem import SMALL_KEY

_SIDES = {side.direction: side for side in Side}
_DONE = {"kill": ("Beaten", Kind.ENEMY), "puzzle": ("Solved", Kind.PUZZLE)}
_NAMES = {"smallkey": "small key", "bigkey": "big key", "map": "map", "compass": "compass"}


def walkthrough_lines(dungeon: Dungeon, catalogue: Catalogue) -> Iterator[str]:
    """Yield the lines of the walkthrough; `catalogue` is the one that the dungeon was made with."""
    assert dungeon.certificate is not None  # of a dungeon that was handed out
    teller = _Teller(dungeon, {entry.name: entry for entry in catalogue.entries})
    teller.arrive(dungeon.start, None)
    for action in dungeon.certificate.walkthrough:
        if action.do == "go":
            yield from teller.line()
        teller.do(action)
    yield from teller.line()
    yield f"step {teller.step}: the goal."


class _Teller:
    def __init__(self, dungeon: Dungeon, entries: Mapping[str, Entry]) -> None:
        self.dungeon = dungeon
        self.entries = entries
        self.step = 0
        self.room = dungeon.start
        self.had: dict[str, int] = {}  # word -> the step at which it was found
        self.seen: dict[str, tuple[int, str]] = {}  # door -> when it was seen shut, and its name
        self.opened: set[str] = set()
        self.visited: set[int] = set()
        self.back = 0  # rooms in a row that were known
        self.happened: list[str] = []

    def line(self) -> Iterator[str]:
        """Yield the line about a room, if anything has happened there."""
        if self.happened:
            title = self.dungeon.rooms[self.room].title
            yield f"step {self.step}: {title}. {' '.join(self.happened)}"
            self.happened = []

    def do(self, action: Action) -> None:
        """Follow one action of the walk."""
        if action.do == "take":
            self._take(action.word)
        elif action.do == "go":
            link = next(w for w in self.dungeon.links_of(self.room) if w.exit == action.word)
            if link.needs and link.door not in self.opened:
                self._open(link)
            self.step += 1
            self.room = link.target
            self.arrive(link.target, link)

    def arrive(self, room: int, by: Passage | None) -> None:
        """Enter a room and see what is shut there."""
        self.back = self.back + 1 if room in self.visited else 0
        self.visited.add(room)
        shut = []
        for way in self.dungeon.links_of(room):
            new = way.door not in self.seen and way.door not in self.opened
            if way.needs and new and (by is None or way.door != by.door):
                self.seen[way.door] = self.step, self._lock(way)
                if not way.needs[0].startswith(("kill:", "puzzle:")):
                    shut.append(self.seen[way.door][1])
        if shut:
            self.happened.append(f"Shut: {', '.join(shut)}.")

    def _take(self, word: str) -> None:
        kind, _colon, name = word.partition(":")
        if kind in _DONE:
            done, wanted = _DONE[kind]
            placed = (
                self.entries[component] for component in self.dungeon.rooms[self.room].components
            )
            who = next((e.title for e in placed if e.component.kind is wanted), "what is there")
            self.happened.append(f"{done}: {_the(who)}.")
            return
        self.had[word] = self.step
        self.happened.append(f"Found: the {name or _NAMES[kind]}.")
        doors = dict.fromkeys(way.door for way in self.dungeon.links if word in way.needs)
        known = [
            "{1}, seen at step {0}".format(*self.seen[door])
            for door in doors
            if door in self.seen and word != SMALL_KEY  # which opens any
        ]
        if known:
            self.happened.append(f"It opens {'; and '.join(known)}.")

    def _open(self, way: Passage) -> None:
        self.opened.add(way.door)
        word = way.needs[0]
        kind, _colon, name = word.partition(":")
        if kind in _DONE:
            return
        with_what = (
            "a small key"
            if word == SMALL_KEY
            else f"the {name or _NAMES[kind]}, found at step {self.had[word]},"
        )
        ago = self.step - self.seen[way.door][0]
        seen = f", seen {ago} steps ago" if ago > 1 else ""
        back = f", back over {self.back} rooms" if self.back > 1 else ""
        self.happened.append(f"With {with_what} through {self._lock(way)}{seen}{back}.")

    def _lock(self, way: Passage) -> str:
        """Return the catalogue's name for the thing in an exit, and the direction of the exit."""
        ends = ((way.source, way.direction), (way.target, way.direction and way.direction.opposite))
        for room, direction in ends:
            side = _SIDES.get(direction) if direction else None
            for entry in (
                self.entries[component] for component in self.dungeon.rooms[room].components
            ):
                component = entry.component
                bars = component.kind is Kind.OBSTACLE and way.needs == (f"item:{component.what}",)
                shuts = (
                    component.kind is Kind.DOOR
                    and component.what != "open"
                    and component.sides == (side,)
                )
                if bars or shuts:
                    return f"{_the(entry.title)} in the {way.exit}"
        return f"the lock in the {way.exit}"


def _the(title: str) -> str:
    return title if title.startswith("the ") else f"the {title}"
