"""The best times in dungeons, in an Attribute of the grid's script.

"dungeon_scores": {"cistern": {"digest": "…",    of the dungeon that was won
"rows": [{"names": ["Ann", "Ben"], "seconds": 845, "found": 5,
"of": 6, "seen": 14, "rooms": 16,
"date": "2026-11-22"}, …]}}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from xyzgrid_ext.game.db.scores import ScoreTables


class DungeonScore(NamedTuple):
    """A won dungeon: its players, the seconds, and how many things and rooms they found."""

    names: tuple[str, ...]
    seconds: int
    found: int
    of: int
    seen: int
    rooms: int
    date: str


def _dungeon_score(row: Mapping[str, Any]) -> DungeonScore:
    names = tuple(str(name) for name in row["names"])
    seconds, found, of = (int(row[word]) for word in ("seconds", "found", "of"))
    seen, rooms = (int(row[word]) for word in ("seen", "rooms"))
    return DungeonScore(names, seconds, found, of, seen, rooms, str(row["date"]))


DUNGEONS = ScoreTables(
    "dungeon_scores", _dungeon_score, lambda row: frozenset(row.names), lambda row: row.seconds
)
