"""Turns differences into operations on a map's document: rooms first, then exits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from xyzgrid_ext.core.editing.operations import Operation
from xyzgrid_ext.core.editing.values import RESERVED, Document, OperationError
from xyzgrid_ext.core.spawn.model import XYZ, ChangedBy, ExitKey

_OWN = frozenset(
    {*RESERVED, "to", "needs", "weight", "wormhole", "tags", "attrs", "locks", "aliases",
     "permissions", "typeclass", "home", "location", "destination", "exec", "prototype_key",
     "prototype_parent", "prototype_desc", "prototype_tags", "prototype_locks"}
)  # fmt: skip
"""Keys of a prototype that do not mean an Attribute of that name."""


@dataclass(frozen=True)
class Difference:
    """One difference between the game and the file.

    `exit` is its name in the document, empty for the room itself. `field` is name, desc, to, room,
    exit, class, permissions, attribute, lock, tag or alias; for the last four `key` says which. A
    missing value is None. `row` is the id of the object, `spot` its future place on the grid, if it
    gets one.
    """

    place: str
    field: str
    file: Any
    game: Any
    exit: str = ""
    key: Any = None
    side: ChangedBy = ChangedBy.GAME
    why: str = ""
    row: int = 0
    spot: XYZ | ExitKey | None = None

    @property
    def is_conflict(self) -> bool:
        """Whether the file has changed as well, or may have."""
        return not self.why and self.side in (ChangedBy.BOTH, ChangedBy.UNKNOWN)


def operations(document: Document, taken: Iterable[Difference]) -> list[Operation]:
    """Return the operations that bring the game's side of the given differences into a document.

    Raises:
        OperationError: if one of them has no place in the document.

    """
    groups: dict[tuple[str, str], list[Difference]] = {}
    for one in taken:
        groups.setdefault((one.place, one.exit), []).append(one)
    added: list[Operation] = []
    of_rooms: list[Operation] = []
    of_exits: list[Operation] = []
    gone: list[Operation] = []
    for (place, word), changes in groups.items():
        room = document["rooms"].get(place)
        whole = next((one for one in changes if one.field in ("room", "exit")), None)
        if word:
            value = whole.game if whole is not None else _exit(room, word, changes)
            of_exits.append({"op": "exit", "room": place, "direction": word, "value": value})
        elif whole is None:
            of_rooms += _room(place, room, changes)
        elif whole.game is None:
            gone.append({"op": "remove", "room": place})
        else:
            added.append({"op": "add", "room": place, "values": whole.game})
    return [*added, *of_rooms, *of_exits, *gone]


def _room(
    place: str, room: Mapping[str, Any] | None, changes: list[Difference]
) -> Iterable[Operation]:
    if room is None:
        raise OperationError("no-such-room", "the file has no such room", place=place)
    old = room.get("prototype", {})
    new = old
    for one in changes:
        if one.field in ("name", "desc"):
            yield {"op": "set", "room": place, "key": one.field, "value": one.game}
        else:
            new = _merged(new, one)
    if new != old:
        yield {"op": "set", "room": place, "key": "prototype", "value": new or None}


def _exit(
    room: Mapping[str, Any] | None, word: str, changes: list[Difference]
) -> Mapping[str, Any]:
    if room is None or word not in room["exits"]:
        place = changes[0].place
        raise OperationError("no-such-exit", "the file does not say this exit", place=place)
    way = dict(room["exits"][word])
    for one in changes:
        if one.field in ("name", "to"):
            way[one.field] = one.game
        elif one.key == ("needs", None):
            way["needs"] = one.game
        elif one.field == "desc":
            way["prototype"] = {**way.get("prototype", {}), "desc": one.game}
        else:
            way["prototype"] = _merged(way.get("prototype", {}), one)
    return {key: value for key, value in way.items() if value not in ({}, None)}


def _merged(prototype: Mapping[str, Any], one: Difference) -> dict[str, Any]:
    """Return a prototype with one value changed to the game's."""
    new = dict(prototype)
    if one.field == "attribute":
        _put_attribute(new, one)
    elif one.field == "lock":
        locks = [part.strip() for part in str(new.get("locks") or "").split(";") if part.strip()]
        left = [lock for lock in locks if lock.split(":", 1)[0].strip().lower() != one.key]
        _refuse_inherited(one, len(left) < len(locks))
        new["locks"] = ";".join([*left, one.game] if one.game else left)
    elif one.field in ("tag", "alias"):
        name, value = ("tags", list(one.key)) if one.field == "tag" else ("aliases", one.key)
        known = new.get(name) or []
        entries = [known] if isinstance(known, str) else list(known)
        left = [entry for entry in entries if not _is(entry, one.key)]
        _refuse_inherited(one, len(left) < len(entries))
        new[name] = [*left, value] if one.game is not None else left
    elif one.field == "permissions":
        _refuse_inherited(one, "permissions" in new)
        new["permissions"] = one.game
    elif one.field == "class":
        new["typeclass"] = one.game
    else:
        raise OperationError("fixed", f"no map says {one.field}", place=one.place)
    return {key: value for key, value in new.items() if value not in ("", [], None)}


def _put_attribute(new: dict[str, Any], one: Difference) -> None:
    name, category = one.key
    if category is None and name in new and name not in _OWN:
        new[name] = one.game
        return
    entries = list(new.get("attrs") or [])
    left = [entry for entry in entries if not _is(entry[:1] + entry[2:3], one.key)]
    if one.game is None:
        _refuse_inherited(one, len(left) < len(entries))
    elif category is None and name not in _OWN and len(left) == len(entries):
        new[name] = one.game
        return
    else:
        left.append([name, one.game, *([category] if category else [])])
    new["attrs"] = left


def _is(entry: Any, key: Any) -> bool:
    """Whether an entry of a prototype's list is this alias, or this tag and category."""
    if isinstance(key, str):
        return str(entry).strip().lower() == key
    parts = [entry] if isinstance(entry, str) else list(entry)
    category = parts[1] if len(parts) > 1 else None
    return (str(parts[0]).strip().lower(), category and str(category).strip().lower()) == tuple(key)


def _refuse_inherited(one: Difference, is_own: bool) -> None:
    if one.game is None and not is_own:
        message = "it comes from a parent of the prototype, or from its class"
        raise OperationError("inherited", message, place=one.place)
