"""The copies of dungeons and their owners: an Attribute of the grid's script.

    "copies": {"cistern #7": {"map": "cistern",        the map that it is a copy of
                              "owner": "party swallows", or "character 12"
                              "digest": "…",           of the dungeon that was copied
                              "state": "ready",        making, ready or going
                              "left": None,            when it was found empty, in epoch seconds
                              "by": ["12", "7", "…"],  who began it: character, account, address
                              "begun": 1700000000.0}}  when; copies of before have neither

A row is written before the first room is made and removed after the last, so that after a crash the
next server knows what is left over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.game.db.memory import CATEGORY, number_in
from xyzgrid_ext.game.db.stored import read_stored

MAKING, READY, GOING = "making", "ready", "going"
_COPIES, _LAST = "copies", "last_copy"


@dataclass(frozen=True)
class Copy:
    """One copy of a dungeon; `key` is the key of its map, in lower case like all keys."""

    key: str
    map: str
    owner: str
    digest: str
    state: str = MAKING
    left: float | None = None
    by: tuple[str, ...] = ()
    begun: float = 0.0


def all_copies(keeper: Any) -> dict[str, Copy]:
    """Return all copies, by their keys."""
    if keeper is None:
        return {}
    found = keeper.attributes.get(_COPIES, category=CATEGORY, default={})
    rows: dict[str, Any] = read_stored("the list of copies", lambda: dict(deserialize(found)), {})
    return {key: _of_row(key, row) for key, row in rows.items()}


def _of_row(key: str, row: Any) -> Copy:
    """Read a copy from its row; an unreadable one counts as going, so that it is removed."""
    swept = Copy(key, "", "", "", GOING)
    return read_stored(f"the row of {key}", lambda: _copy(key, row), swept)


def _copy(key: str, row: Mapping[str, Any]) -> Copy:
    map_name, owner, digest = (str(row[word]) for word in ("map", "owner", "digest"))
    state, left = row["state"], row["left"]
    if state not in (MAKING, READY, GOING):
        raise ValueError(f"its state is {state!r}")
    by, begun = tuple(map(str, row.get("by", ()))), float(row.get("begun", 0.0))
    left = None if left is None else float(left)
    return Copy(str(key), map_name, owner, digest, state, left, by, begun)


def copy_of(keeper: Any, map_name: str, owner: str) -> Copy | None:
    """Return the copy of a map that an owner can enter; None if there is none."""
    found = [one for one in all_copies(keeper).values() if one.state == READY]
    return next((one for one in found if (one.map, one.owner) == (map_name, owner)), None)


def keep(keeper: Any, copy: Copy) -> None:
    """Store a copy."""
    _write(keeper, {**all_copies(keeper), copy.key: copy})


def forget(keeper: Any, key: str) -> None:
    """Remove the row of a copy."""
    _write(keeper, {name: one for name, one in all_copies(keeper).items() if name != key})


def new(
    keeper: Any,
    map_name: str,
    owner: str,
    digest: str,
    by: tuple[str, ...] = (),
    begun: float = 0.0,
) -> Copy:
    """Return a copy with a new unique key; its rooms are not made yet."""
    number = (number_in(keeper, _LAST) or 0) + 1
    while f"{map_name} #{number}" in all_copies(keeper):
        number += 1  # the last number was damaged
    keeper.attributes.add(_LAST, number, category=CATEGORY)
    copy = Copy(f"{map_name} #{number}", map_name, owner, digest, by=by, begun=begun)
    keep(keeper, copy)
    return copy


def _write(keeper: Any, copies: dict[str, Copy]) -> None:
    rows = {key: asdict(copy) for key, copy in copies.items()}
    for row in rows.values():
        del row["key"]
        row["by"] = list(row["by"])
    keeper.attributes.add(_COPIES, rows, category=CATEGORY)
