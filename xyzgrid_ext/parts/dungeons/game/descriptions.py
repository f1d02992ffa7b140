"""The descriptions of a dungeon's rooms, in parts that follow the state of their things.

    {"text": "A crab edges out of the corner.", "unless": ["kill:7"]}
    {"text": "Pieces of a crab lie in the corner.", "needs": ["kill:7"]}

A description says what the room is, then what stands in it, and what bars the way; open doors are
in the list of exits. Other words are used for what a room nearby has already described, if the
catalogue has some.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from xyzgrid_ext.parts.dungeons.core import Dungeon
from xyzgrid_ext.parts.dungeons.core.masks import WHOLE_ROOM_DOORS, Entry, Kind
from xyzgrid_ext.parts.dungeons.core.site import ITEM, KILL, PUZZLE

Part = str | dict[str, Any]
"""A part of a description: a text, or one with conditions, as the head of this file shows."""

_LOCKED = ("smallkey", "bigkey", "closed", "weakwall", "veryweakwall")  # doors that are opened
_ORDER = (Kind.FLOOR, Kind.FILLER, Kind.TREASURE, Kind.PUZZLE, Kind.ENEMY, Kind.OBSTACLE, Kind.DOOR)


class _Thing(NamedTuple):
    """A thing in a room, the word that ends its text, empty if nothing does, and the text."""

    entry: Entry
    word: str
    text: str


class DungeonTexts:
    """Makes the descriptions of a dungeon's rooms, from the first on, without repeating texts."""

    def __init__(self, dungeon: Dungeon, entries: Mapping[str, Entry]) -> None:
        self._dungeon = dungeon
        self._entries = entries
        self._uses: Counter[tuple[str, int]] = Counter()  # title, number of its text
        self._used_in: list[set[tuple[str, int]]] = [set() for _ in dungeon.rooms]

    def of_room(self, number: int) -> list[Part]:
        """Return the description of a room by its number; ask for each once, in order."""
        room = self._dungeon.rooms[number]
        placed = [self._entries[name] for name in room.components]
        kills = [give.what for give in room.gives if give.what.startswith(KILL)]
        chests = _chests(self._dungeon, number)
        entries = [(entry, _ended_by(number, entry, kills, chests)) for entry in placed]
        things = [_Thing(*entries[place], text) for place, text in room.texts]
        things = self._without_old(room.title, things)
        things = [thing for thing in things if not _is_plain_door(thing.entry)] or things
        things.sort(key=_place_in_order)
        return [part for thing in things for part in self._parts(number, thing)]

    def _without_old(self, title: str, everything: list[_Thing]) -> list[_Thing]:
        """Leave out decoration with no unused text left, if there are other things."""

        def is_old(thing: _Thing) -> bool:
            entry = thing.entry
            is_named = entry.title.casefold() in title.casefold()
            texts = [(entry.title, place) for place in range(1 + len(entry.again))]
            return (
                entry.component.kind is Kind.FILLER
                and not is_named
                and all(self._uses[text] for text in texts)
            )

        things = [
            one for one in everything if one.entry.component.kind not in (Kind.FLOOR, Kind.DOOR)
        ]
        fresh = [one for one in everything if not is_old(one)]
        return fresh if any(thing in fresh for thing in things) else everything

    def _parts(self, number: int, thing: _Thing) -> Iterator[Part]:
        entry, word, text = thing
        text = self._fresh(number, entry.title, (text, *entry.again))
        yield {"text": text, "unless": [word]} if word else text
        if word and entry.after:
            yield {"text": entry.after, "needs": [word]}

    def _fresh(self, number: int, title: str, texts: Sequence[str]) -> str:
        """Return the least used text, if possible one that no neighbouring room has."""
        beside = {
            key for link in self._dungeon.links_of(number) for key in self._used_in[link.target]
        }
        keys = [(title, place) for place in range(len(texts))]
        best = min(keys, key=lambda key: (key in beside, self._uses[key], key))
        self._uses[best] += 1
        self._used_in[number].add(best)
        return texts[best[1]]


def _place_in_order(thing: _Thing) -> tuple[bool, int]:
    component = thing.entry.component
    is_room = component.kind is Kind.DOOR and component.what in WHOLE_ROOM_DOORS
    return not is_room, _ORDER.index(component.kind)


def _is_plain_door(entry: Entry) -> bool:
    return entry.component.kind is Kind.DOOR and entry.component.what == "open"


def _chests(dungeon: Dungeon, number: int) -> list[str]:
    """Return the words for what was taken from a room's chests, in the order of its pickups."""
    gives = enumerate(dungeon.rooms[number].gives)
    return [f"taken:{place}" for place, give in gives if not give.what.startswith((KILL, PUZZLE))]


def _ended_by(number: int, entry: Entry, kills: list[str], chests: list[str]) -> str:
    """Return the word that ends a thing's text; empty if the text is always shown."""
    kind, what, sides = entry.component.kind, entry.component.what, entry.component.sides
    if kind is Kind.ENEMY:
        return kills.pop(0) if kills else f"{KILL}{number}"
    if kind is Kind.PUZZLE:
        return f"{PUZZLE}{number}"
    if kind is Kind.OBSTACLE:
        return f"{ITEM}{what}"
    if kind is Kind.TREASURE:
        return chests.pop(0) if chests and entry.after else ""
    return f"open:{sides[0].name.lower()}" if kind is Kind.DOOR and what in _LOCKED else ""
