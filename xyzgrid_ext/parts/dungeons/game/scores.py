"""The best times in dungeons, in an Attribute of the grid's script.

"dungeon_scores": {"cistern": {"digest": "…",    of the dungeon that was won
"rows": [{"names": ["Ann", "Ben"], "seconds": 845, "found": 5,
"of": 6, "seen": 14, "rooms": 16,
"date": "2026-11-22", "tier": 0}, …]}}

Those of today's descents have an Attribute of the same form, with the day as `digest`.
"""

from __future__ import annotations

from typing import NamedTuple

from xyzgrid_ext.game.db.scores import ScoreTables

_DEEPER = 1_000_000  # seconds by which a tier counts more


class DungeonScore(NamedTuple):
    """A won dungeon: `names` found `found` of `of` things, and saw `seen` of `rooms` rooms."""

    names: tuple[str, ...]
    seconds: int
    found: int
    of: int
    seen: int
    rooms: int
    date: str
    tier: int = 0


DUNGEONS = ScoreTables(
    "dungeon_scores", DungeonScore, lambda row: frozenset(row.names), lambda row: row.seconds
)
"""The best times in dungeons, by the key of the map and the hash of the dungeon."""
DESCENTS = ScoreTables(
    "descent_scores",
    DungeonScore,
    lambda row: frozenset(row.names),
    lambda row: row.seconds - row.tier * _DEEPER,
)
"""The best of today's descents, by the key of the map and the day; deeper ones come first."""
