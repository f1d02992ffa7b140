"""The differences between the game and a map's file: changes that builders made by hand.

    wanted (the file) ─┐
    existing (rows)   ─┼─► differences ─► the chosen ones ─► operations on the map's document
    marks (spawned as)─┘

A Difference has its room, perhaps an exit, the field, both values, and the side that has changed
it. If `why` gives a reason, it cannot be written into the file; if both sides have changed, it is a
conflict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from xyzgrid_ext.core.coords import split_level
from xyzgrid_ext.core.editing.document import NotPlainError, plain
from xyzgrid_ext.core.editing.operations import Operation, apply
from xyzgrid_ext.core.editing.values import Document, OperationError, place_text
from xyzgrid_ext.core.grid.from_rooms import direction_of
from xyzgrid_ext.core.spawn.marks import (
    DESC,
    NEEDS,
    ChangedBy,
    Marks,
    name_of,
    spec_marks,
    who_changed,
)
from xyzgrid_ext.core.spawn.merging import Difference, operations
from xyzgrid_ext.core.spawn.model import (
    XYZ,
    Existing,
    ExitSpec,
    RoomSpec,
    Row,
    Template,
    Wanted,
)

# the game decides who may change an object; objects made by hand belong to their builders
_POWER = frozenset({"control", "edit", "delete", "puppet"})
Refuse = Callable[[Document, Operation], None]
"""A function that raises an OperationError for an operation that cannot be written."""


@dataclass(frozen=True)
class Defaults:
    """What objects of a class have by default: locks by type, and tags."""

    locks: Mapping[str, str]
    tags: frozenset[tuple[str, str | None]]


@dataclass(frozen=True)
class Sides:
    """A map on both sides: its document, its wanted and existing rows, and the spawned state.

    `defaults` are by class; `name` gives the place of any room in the form of documents, and None
    for an id that is not a room of a map. `why_not` says why the class or the permissions of a row
    cannot be written, and "" if they can.
    """

    document: Document
    wanted: Wanted
    existing: Existing
    marks: Mapping[str, Marks]
    defaults: Mapping[str, Defaults]
    name: Callable[[int | None], str | None]
    refuse: Refuse
    why_not: Callable[[Row, str], str]


def differences(sides: Sides) -> list[Difference]:
    """Return all differences between the rows of the grid and the file that they come from."""
    found = [*_of_rooms(sides), *_of_exits(sides)]
    return [refused(one, sides) for one in found if one.side is not ChangedBy.FILE]


def refused(one: Difference, sides: Sides) -> Difference:
    """Return a difference, with the reason if it cannot be written."""
    if one.why:
        return one
    document = sides.document
    try:
        for op in operations(document, [one]):
            document = tried(document, op, sides.refuse)
    except OperationError as error:
        why = error.message.rstrip(".")
        return replace(one, why=f"{why}; {error.cure}" if error.cure else why)
    return one


def tried(document: Document, op: Operation, refuse: Refuse) -> Document:
    """Return a document after an operation.

    Raises:
        OperationError: if it fails, or may not be written.

    """
    after, _undo = apply(document, op)
    refuse(document, op)
    return after


def place_in(xyz: XYZ) -> str:
    """Return a room's place in the document of its map."""
    level = split_level(xyz.z)
    return place_text((xyz.x, xyz.y, level[1] if level is not None else 0))


def _of_rooms(sides: Sides) -> Iterator[Difference]:
    rows = sides.existing.rooms
    for xyz, spec in sides.wanted.rooms.items() if rows else ():
        base = sides.marks.get(name_of(xyz))
        place, row = place_in(xyz), rows.get(xyz)
        if row is not None:
            told = _of_row(row, spec, spec.template.aliases, base, sides)
            yield from (replace(one, place=place, row=row.id, spot=xyz) for one in told)
        elif base is not None:
            side = ChangedBy.GAME if base == spec_marks(spec) else ChangedBy.BOTH
            yield Difference(place, "room", spec.key, None, side=side, spot=xyz)


def _of_exits(sides: Sides) -> Iterator[Difference]:
    rooms, rows = sides.existing.rooms, sides.existing.exits
    for key, spec in sides.wanted.exits.items():
        if key.room not in rooms:
            continue
        base, row = sides.marks.get(name_of(key)), rows.get(key)
        place = place_in(key.room)
        word = word_of(sides.document, place, key.direction, (spec.key, *spec.aliases)) or spec.key
        one = Difference(place, "exit", spec.key, None, exit=word, spot=key)
        if row is None or row.destination is None:
            if base is not None or row is not None:
                is_same = base == spec_marks(spec)
                side = (
                    ChangedBy.UNKNOWN
                    if base is None
                    else ChangedBy.GAME
                    if is_same
                    else ChangedBy.BOTH
                )
                yield replace(one, side=side, row=0 if row is None else row.id)
            continue
        one = replace(one, row=row.id)
        if row.location != rooms[key.room].id:
            yield replace(one, why="it was moved to another room", game=row.key)
            continue
        if row.destination != _number(spec.target, sides.existing):
            side = _side("to", spec, row, _xyz_of(row.destination, sides.existing), base)
            to = sides.name(row.destination)
            why = "" if to else "it leads to what is not a room of a map"
            yield replace(one, field="to", file=str(spec.target), game=to, side=side, why=why)
        told = _of_row(row, spec, spec.aliases, base, sides)
        yield from (replace(d, place=place, exit=word, row=row.id, spot=key) for d in told)


def _side(
    field: str, spec: RoomSpec | ExitSpec, row: Row, new: Any, base: Marks | None
) -> ChangedBy:
    return who_changed(field, spec, row, new, base)


def word_of(
    document: Document, place: str, direction: str, names: Iterable[str] = ()
) -> str | None:
    """Return the name of a room's exit in a direction, or with one of the names; None if none."""
    exits = document["rooms"].get(place, {}).get("exits", {})
    own = (word for word in exits if direction_of(word) == direction)
    return next(own, None) or next((name for name in names if name in exits), None)


def _of_row(
    row: Row,
    spec: RoomSpec | ExitSpec,
    aliases: Iterable[str],
    base: Marks | None,
    sides: Sides,
) -> Iterator[Difference]:
    """Yield the differences of one row, without its place, which the caller fills in."""
    template, own = spec.template, row.traits

    def told(field: str, file: Any, game: Any, key: Any = None, why: str = "") -> Difference:
        side = _side(field, spec, row, game, base)
        return Difference("", field, file, game, key=key, side=side, why=why)

    if row.key != spec.key:
        yield told("name", spec.key, row.key)
    if own.typeclass != template.typeclass:
        why = sides.why_not(row, "class")
        yield told("class", template.typeclass, own.typeclass, why=why)
    if {word.lower() for word in template.permissions} != own.permissions:
        old, new = sorted(template.permissions) or None, sorted(own.permissions) or None
        yield told("permissions", old, new, why=sides.why_not(row, "permissions"))
    yield from _of_attributes(row, template, told)
    defaults = sides.defaults[own.typeclass]
    for kind, file, game in _locks(row, template, defaults):
        yield told("lock", file, game, kind)
    named = {alias.lower() for alias in aliases}
    for alias in sorted(named ^ own.aliases):
        is_new = alias in own.aliases
        yield told("alias", None if is_new else alias, alias if is_new else None, alias)
    wanted = {(key, category) for key, category, _data in template.tags}
    for tag in sorted((wanted ^ own.tags) - (defaults.tags - wanted), key=str):
        is_new = tag in own.tags
        yield told("tag", None if is_new else tag, tag if is_new else None, tag)


def _of_attributes(
    row: Row, template: Template, told: Callable[..., Difference]
) -> Iterator[Difference]:
    own = row.traits.attrs
    unnamed = dict.fromkeys((DESC, *own), (None, ""))
    for which, (value, _lock) in {**unnamed, **template.attrs}.items():
        if which[0] in template.varying:
            continue
        new = own.get(which, (None, ""))[0]
        if new is value or new == value or (which in (DESC, NEEDS) and not new and not value):
            continue
        field, key = ("desc", None) if which == DESC else ("attribute", which)
        try:
            yield told(field, value, plain(new), key)
        except NotPlainError:
            yield told(field, value, str(new), key, "no file can say such a value")


def _locks(
    row: Row, template: Template, defaults: Defaults
) -> Iterator[tuple[str, str | None, str | None]]:
    """Yield the locks that differ: their type, the file's lock, and the game's lock."""
    file = {**defaults.locks, **lock_types(template.locks)}
    game = lock_types(lock.replace(f"id({row.id})", "id(<own>)") for lock in row.traits.locks)
    for kind in sorted({*file, *game}):
        if kind not in _POWER and file.get(kind) != game.get(kind):
            yield kind, file.get(kind), game.get(kind)


def lock_types(locks: Iterable[str]) -> dict[str, str]:
    """Return the lock definitions by access type."""
    return {lock.split(":", 1)[0].strip().lower(): lock for lock in locks if ":" in lock}


def _number(xyz: XYZ, existing: Existing) -> int | None:
    row = existing.rooms.get(xyz)
    return existing.others.get(xyz) if row is None else row.id


def _xyz_of(number: int | None, existing: Existing) -> XYZ | None:
    places = {row.id: xyz for xyz, row in existing.rooms.items()} | {
        pk: xyz for xyz, pk in existing.others.items()
    }
    return None if number is None else places.get(number)
