"""The best times of each dungeon, in an Attribute of the grid's script.

    "dungeon_scores": {"cistern": {"digest": "…",    of the dungeon that was won
                                   "rows": [{"names": ["Ann", "Ben"], "seconds": 845, "found": 5,
                                             "of": 6, "seen": 14, "rooms": 16,
                                             "date": "2026-11-22"}, …]}}

A dungeon that its author has changed gets a new table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.game.base.limits import most
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.db.stored import read_stored

_NAME = "dungeon_scores"


class DungeonScore(NamedTuple):
    """A won dungeon: its players, the seconds, and how many things and rooms they found."""

    names: tuple[str, ...]
    seconds: int
    found: int
    of: int
    seen: int
    rooms: int
    date: str


def table(keeper: Any, key: str, digest: str) -> list[DungeonScore]:
    """Return the best visits to a dungeon, the fastest first."""
    found = _tables(keeper).get(key, {})
    if found.get("digest") != digest:
        return []
    return read_stored(f"the table of {key}", lambda: [_score(row) for row in found["rows"]], [])


def enter(keeper: Any, key: str, digest: str, score: DungeonScore) -> int | None:
    """Enter a visit into the table; return its place from 1, or None if it is too slow.

    The table has only the best visit of each group of players.
    """
    rows = table(keeper, key, digest)
    own = next((row for row in rows if set(row.names) == set(score.names)), None)
    if own is not None and own.seconds <= score.seconds:
        return None
    others = [row for row in rows if row is not own]
    rows = sorted([*others, score], key=lambda row: row.seconds)[: most("scores")]
    if score not in rows:
        return None
    data = [{**row._asdict(), "names": list(row.names)} for row in rows]
    _write(keeper, {**_tables(keeper), key: {"digest": digest, "rows": data}})
    return rows.index(score) + 1


def forget(keeper: Any, key: str) -> None:
    """Remove the table of a dungeon."""
    tables = _tables(keeper)
    if tables.pop(key, None) is not None:
        _write(keeper, tables)


def rename(keeper: Any, old: str, new: str) -> None:
    """Rename the table of a dungeon."""
    tables = _tables(keeper)
    if (found := tables.pop(old, None)) is not None:
        _write(keeper, {**tables, new: found})


def _tables(keeper: Any) -> dict[str, Any]:
    found = None if keeper is None else keeper.attributes.get(_NAME, category=CATEGORY)
    return read_stored("the tables of dungeons", lambda: _plain(found), {}) if found else {}


def _plain(found: Any) -> dict[str, Any]:
    return {str(key): dict(table) for key, table in deserialize(found).items()}


def _write(keeper: Any, tables: Mapping[str, Any]) -> None:
    keeper.attributes.add(_NAME, dict(tables), category=CATEGORY)


def _score(row: Mapping[str, Any]) -> DungeonScore:
    names = tuple(str(name) for name in row["names"])
    seconds, found, of = (int(row[word]) for word in ("seconds", "found", "of"))
    seen, rooms = (int(row[word]) for word in ("seen", "rooms"))
    return DungeonScore(names, seconds, found, of, seen, rooms, str(row["date"]))
