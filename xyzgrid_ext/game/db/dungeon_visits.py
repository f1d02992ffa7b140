"""A character's memory of dungeons: the ones that it has left, and what it learned there.

    dungeons_left   {"cistern #7": {"key": "cistern #7", "began": 1700000000.0,
                                 "taken": 3, "opened": 1}, …}     the last ten

    dungeon_lessons ["foe", "chest", …]                            what it has been taught there

Whatever the dungeon's record has beyond these numbers was taken and opened later.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.game.db.memory import CATEGORY, texts_of
from xyzgrid_ext.game.db.stored import read_stored

_NAME, _LESSONS = "dungeons_left", "dungeon_lessons"
_KEPT = 10


class DungeonVisit(NamedTuple):
    """The state of a dungeon: the key of its map or copy, when it began, what was done."""

    key: str
    began: float | None
    taken: int
    opened: int


def visits_to(character: Any, name: str) -> list[DungeonVisit]:
    """Return the state of a map and of each of its copies when a character last left it."""
    found = [
        read_stored(f"what #{character.pk} remembers of {one}", partial(_visit, row), None)
        for one, row in _all(character).items()
        if name in (one, one.rpartition(" #")[0])  # rows of before have the name alone
    ]
    return [visit for visit in found if visit is not None]


def remember(character: Any, visit: DungeonVisit) -> None:
    """Store the state of a dungeon that a character leaves, separately for each copy."""
    replaced = (visit.key, visit.key.rpartition(" #")[0])
    others = {one: row for one, row in _all(character).items() if one not in replaced}
    kept = dict(list(others.items())[1 - _KEPT :])
    character.attributes.add(_NAME, {**kept, visit.key: visit._asdict()}, category=CATEGORY)


def lessons(character: Any) -> frozenset[str]:
    """Return the lessons that a character has had in dungeons."""
    return texts_of(character, _LESSONS)


def learn(character: Any, word: str) -> None:
    """Record a lesson that a character has been taught."""
    known = sorted({*lessons(character), word})
    character.attributes.add(_LESSONS, known, category=CATEGORY)


def _all(character: Any) -> dict[str, Any]:
    found = character.attributes.get(_NAME, category=CATEGORY)
    what = f"the dungeons that #{character.pk} has left"
    return read_stored(what, lambda: dict(deserialize(found)), {}) if found else {}


def _visit(row: Mapping[str, Any]) -> DungeonVisit:
    began = None if row["began"] is None else float(row["began"])
    return DungeonVisit(str(row["key"]), began, int(row["taken"]), int(row["opened"]))
