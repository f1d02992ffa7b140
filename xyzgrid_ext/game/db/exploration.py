"""The rooms that a character has visited, in memory and in its Attributes.

    Attributes, one a map       "town"   "0.4:1c 0.5:4"       see `core.routes.explored`

A step changes only the memory. New rooms are stored some seconds after the first of them is
visited, and whenever `save` is called; a crash loses what was visited in those seconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import evennia
from evennia.utils import logger

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.routes import ExploredRooms
from xyzgrid_ext.game.base import task
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.db import memory

CATEGORY = memory.EXPLORED
"""The category of the Attributes with explored rooms, each named by the key of a map."""
SAVE_DELAY = 20.0
"""The seconds before newly explored rooms are stored: 200 walkers cause ten writes a second."""


class ExplorationRecord:
    """The rooms that one character has explored; `seen`: key of a map -> its explored rooms."""

    def __init__(self, character: Character) -> None:
        self.seen: dict[str, ExploredRooms] = {}
        self._new: set[str] = set()
        self._timer: Any = None
        handler = character.attributes
        for row in handler.get(category=CATEGORY, return_obj=True, return_list=True):
            if row is not None:
                self.seen[row.db_key] = _read(character, row.value)

    def add(self, character: Character, key: str, rooms: Iterable[Coord], *, lasting: bool) -> int:
        """Add rooms of a map; return how many are new. Unless `lasting`, they are not stored."""
        seen = self.seen.setdefault(key, ExploredRooms())
        new = sum(seen.add(room) for room in rooms)
        if new and lasting:
            self._new.add(key)
            if self._timer is None:
                self._timer = task.call_later(SAVE_DELAY, self.save, character)
        return new

    def save(self, character: Character) -> None:
        """Store the rooms that are new since the last time."""
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None
        for key in sorted(self._new) if character.pk is not None else ():
            with surviving("explored rooms"):
                character.attributes.add(key, self.seen[key].text(), category=CATEGORY)
                self._new.discard(key)
        if self._new and character.pk is not None:  # another time, perhaps
            self._timer = task.call_later(SAVE_DELAY, self.save, character)


def record_of(character: Character) -> ExplorationRecord:
    """Return the exploration record of a character; it is read once and stays in memory."""
    record: ExplorationRecord | None = character.ndb.xyzgrid_chart
    if record is None:
        record = character.ndb.xyzgrid_chart = ExplorationRecord(character)
    return record


def explored_rooms(character: Character) -> dict[str, ExploredRooms]:
    """Return key of a map -> rooms of it that a character has explored.

    The record of a character without explored rooms and player is not kept in memory: Evennia never
    drops an object with one.
    """
    record: ExplorationRecord | None = character.ndb.xyzgrid_chart
    if record is None:
        record = ExplorationRecord(character)
        if record.seen or character.sessions.count():
            character.ndb.xyzgrid_chart = record
    return record.seen


def save(character: Character) -> None:
    """Store the rooms that a character has newly explored, if any."""
    record: ExplorationRecord | None = character.ndb.xyzgrid_chart
    if record is not None:
        record.save(character)


def puppets() -> list[Character]:
    """Return the characters that have a player now."""
    sessions = evennia.SESSION_HANDLER.values()
    return [session.puppet for session in sessions if session.puppet is not None]


def known_by_any(characters: Collection[int]) -> tuple[frozenset[str], dict[str, ExploredRooms]]:
    """Return what any of these characters know: wormholes, and map key -> rooms. One query.

    `characters` are ids; of those with a player, rooms that are not stored yet count, too.
    """
    wormholes: set[str] = set()
    explored: dict[str, ExploredRooms] = {}
    playing = {puppet.pk: record_of(puppet) for puppet in puppets() if puppet.pk in characters}
    for pk, category, name, value in memory.attributes_in(characters, (CATEGORY, memory.CATEGORY)):
        if category == CATEGORY and pk not in playing:
            explored.setdefault(name, ExploredRooms()).join(_read(f"#{pk}", value))
        elif category == memory.CATEGORY and name == memory.WORMHOLES:
            wormholes.update(value)
    for record in playing.values():
        for key, seen in record.seen.items():
            explored.setdefault(key, ExploredRooms()).join(seen)
    return frozenset(wormholes), explored


def _read(character: Character | str, text: object) -> ExploredRooms:
    try:
        return ExploredRooms.from_text(str(text))
    except UsageError as err:
        logger.log_warn(f"xyzgrid: {character}: {err}")
        return ExploredRooms()
