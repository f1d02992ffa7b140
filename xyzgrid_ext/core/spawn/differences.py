"""The differences between the game and a map's file: changes that builders made by hand.

    wanted (the file)       ─┐
    existing (rows)         ─┼─► differences ─► the chosen ones ─► operations on the document
    record (the last spawn) ─┘

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
from xyzgrid_ext.core.spawn.fields import ABSENT, DESC, NEEDS, UNKNOWN, lock_types, side
from xyzgrid_ext.core.spawn.merging import Difference, operations
from xyzgrid_ext.core.spawn.model import (
    XYZ,
    ChangedBy,
    ClassDefaults,
    Existing,
    ExitSpec,
    RoomSpec,
    Row,
    Template,
    Wanted,
)
from xyzgrid_ext.core.spawn.record import is_same_spec

# the game decides who may change an object; objects made by hand belong to their builders
_POWER = frozenset({"control", "edit", "delete", "puppet"})
Refuse = Callable[[Document, Operation], None]
"""A function that raises an OperationError for an operation that cannot be written."""


@dataclass(frozen=True)
class Sides:
    """A map on both sides: its document, its wanted and existing rows, and the last spawn's record.

    `defaults` are by class; `name` gives the place of any room in the form of documents, and None
    for an id that is not a room of a map. `why_not` says why the class or the permissions of a row
    cannot be written, and "" if they can.
    """

    document: Document
    wanted: Wanted
    existing: Existing
    record: Wanted
    defaults: Mapping[str, ClassDefaults]
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
        last = sides.record.rooms.get(xyz)
        place, row = place_in(xyz), rows.get(xyz)
        if row is not None:
            aliases = spec.template.aliases, last.template.aliases if last else ()
            told = _of_row(row, spec, last, aliases, sides)
            yield from (replace(one, place=place, row=row.id, spot=xyz) for one in told)
        elif last is not None:
            by = ChangedBy.GAME if is_same_spec(last, spec) else ChangedBy.BOTH
            yield Difference(place, "room", spec.key, None, side=by, spot=xyz)


def _of_exits(sides: Sides) -> Iterator[Difference]:
    rooms, rows = sides.existing.rooms, sides.existing.exits
    for key, spec in sides.wanted.exits.items():
        if key.room not in rooms:
            continue
        last, row = sides.record.exits.get(key), rows.get(key)
        place = place_in(key.room)
        word = word_of(sides.document, place, key.direction, (spec.key, *spec.aliases)) or spec.key
        one = Difference(place, "exit", spec.key, None, exit=word, spot=key)
        if row is None or row.destination is None:
            if last is not None or row is not None:
                by = ChangedBy.UNKNOWN
                if last is not None:
                    by = ChangedBy.GAME if is_same_spec(last, spec) else ChangedBy.BOTH
                yield replace(one, side=by, row=0 if row is None else row.id)
            continue
        one = replace(one, row=row.id)
        if row.location != rooms[key.room].id:
            yield replace(one, why="it was moved to another room", game=row.key)
            continue
        if row.destination != _number(spec.target, sides.existing):
            target = _xyz_of(row.destination, sides.existing)
            by = side(UNKNOWN if last is None else last.target, spec.target, target)
            to = sides.name(row.destination)
            why = "" if to else "it leads to what is not a room of a map"
            yield replace(one, field="to", file=spec.target, game=to, side=by, why=why)
        told = _of_row(row, spec, last, (spec.aliases, last.aliases if last else ()), sides)
        yield from (replace(d, place=place, exit=word, row=row.id, spot=key) for d in told)


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
    last: RoomSpec | ExitSpec | None,
    aliases: tuple[Iterable[str], Iterable[str]],
    sides: Sides,
) -> Iterator[Difference]:
    """Yield the differences of one row, without its place, which the caller fills in.

    `aliases` are those of the file, and those that the last spawn gave.
    """
    template, own = spec.template, row.traits
    record = None if last is None else last.template

    def told(
        field: str, given: Any, file: Any, game: Any, key: Any = None, why: str = ""
    ) -> Difference:
        by = side(UNKNOWN if record is None else given, file, game)
        return Difference("", field, file, game, key=key, side=by, why=why)

    def member(field: str, given: bool, value: Any, is_new: bool) -> Difference:
        by = side(UNKNOWN if record is None else given, not is_new, is_new)
        if record is None and is_new:
            by = ChangedBy.GAME
        file, game = (None, value) if is_new else (value, None)
        return Difference("", field, file, game, key=value, side=by)

    if row.key != spec.key:
        yield told("name", last and last.key, spec.key, row.key)
    if own.typeclass != template.typeclass:
        why = sides.why_not(row, "class")
        path = None if record is None else record.typeclass
        yield told("class", path, template.typeclass, own.typeclass, why=why)
    if (words := _words(template.permissions)) != own.permissions:
        known = UNKNOWN if record is None else _words(record.permissions)
        by = side(known, words, own.permissions)
        old, new = sorted(template.permissions) or None, sorted(own.permissions) or None
        why = sides.why_not(row, "permissions")
        yield Difference("", "permissions", old, new, side=by, why=why)
    yield from _of_attributes(row, template, record)
    defaults = sides.defaults[own.typeclass]
    for kind, given, file, game in _locks(row, template, record, defaults):
        yield told("lock", given, file, game, kind)
    named, words = _words(aliases[0]), _words(aliases[1])
    for alias in sorted(named ^ own.aliases):
        yield member("alias", alias in words, alias, alias in own.aliases)
    wanted = {tag[:2] for tag in template.tags}
    tags = {tag[:2] for tag in record.tags} if record else set()
    for tag in sorted((wanted ^ own.tags) - (defaults.tags - wanted), key=str):
        yield member("tag", tag in tags, tag, tag in own.tags)


def _words(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word.lower() for word in words)


def _of_attributes(row: Row, template: Template, record: Template | None) -> Iterator[Difference]:
    own, last = row.traits.attrs, record.attrs if record else {}
    unnamed = dict.fromkeys((DESC, *own), (None, ""))
    for which, (value, _lock) in {**unnamed, **template.attrs}.items():
        if which[0] in template.varying:
            continue
        new = own.get(which, (None, ""))[0]
        if new is value or new == value or (which in (DESC, NEEDS) and not new and not value):
            continue
        file = value if which in template.attrs else ABSENT
        game = own[which][0] if which in own else ABSENT
        by = side(UNKNOWN if record is None else last.get(which, (ABSENT, ""))[0], file, game)
        if by is not ChangedBy.FILE and (which in template.defaults or file is ABSENT):
            by = ChangedBy.GAME  # the file says nothing of it
        field, key = ("desc", None) if which == DESC else ("attribute", which)
        one = Difference("", field, value, new, key=key, side=by)
        try:
            yield replace(one, game=plain(new))
        except NotPlainError:
            yield replace(one, game=str(new), why="no file can say such a value")


def _locks(
    row: Row, template: Template, record: Template | None, defaults: ClassDefaults
) -> Iterator[tuple[str, str | None, str | None, str | None]]:
    """Yield the locks that differ: their type, and the lock at the last spawn, in file and game."""
    file = {**defaults.locks, **lock_types(template.locks)}
    given = {**defaults.locks, **lock_types(record.locks if record else ())}
    game = lock_types(lock.replace(f"id({row.id})", "id(<own>)") for lock in row.traits.locks)
    for kind in sorted({*file, *game}):
        if kind not in _POWER and file.get(kind) != game.get(kind):
            yield kind, given.get(kind), file.get(kind), game.get(kind)


def _number(xyz: XYZ, existing: Existing) -> int | None:
    row = existing.rooms.get(xyz)
    return existing.others.get(xyz) if row is None else row.id


def _xyz_of(number: int | None, existing: Existing) -> XYZ | None:
    places = {row.id: xyz for xyz, row in existing.rooms.items()} | {
        pk: xyz for xyz, pk in existing.others.items()
    }
    return None if number is None else places.get(number)
