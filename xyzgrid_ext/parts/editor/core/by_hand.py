"""The differences between the game and a map's file: changes that builders made by hand.

    wanted (the file)       ─┐
    existing (rows)         ─┼─► differences ─► the chosen ones ─► operations on the document
    record (the last spawn) ─┘

A Difference has its room, perhaps an exit, the field, both values, and the side that has changed
it. If `why` gives a reason, it cannot be written into the file; if both sides have changed, it is a
conflict.

Rooms and exits that builders made beside the grid may get a place on the map:

    (2,0) ──east──► [dug by hand] ──north──► [dug by hand]
                       (3,0)                    (3,1)

A place is clear if all compass exits to rooms with a place agree on it, if it is on the sheet, and
if no other room is there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from xyzgrid_ext.core.coords import level_name, map_key
from xyzgrid_ext.core.grid.from_rooms import MOST_ACROSS, parse_direction
from xyzgrid_ext.core.grid.model import Prototype
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.spawn.fields import ABSENT, DESC, NEEDS, UNKNOWN, lock_types, who_changed
from xyzgrid_ext.core.spawn.model import (
    XYZ,
    ChangedBy,
    ClassDefaults,
    Existing,
    ExitKey,
    ExitSpec,
    MadeFromMap,
    RoomSpec,
    Row,
    Template,
    Wanted,
)
from xyzgrid_ext.core.spawn.moves import xyz_to_place
from xyzgrid_ext.core.spawn.record import is_same_spec
from xyzgrid_ext.parts.editor.core.checking import DIRECTIONS
from xyzgrid_ext.parts.editor.core.document import NotPlainError, to_json_value
from xyzgrid_ext.parts.editor.core.operations import Operation, apply
from xyzgrid_ext.parts.editor.core.values import (
    RESERVED,
    Document,
    OperationError,
    parse_place,
    place_text,
)

# the game decides who may change an object; objects made by hand belong to their builders
_POWER = frozenset({"control", "edit", "delete", "puppet"})
Refuse = Callable[[Document, Operation], None]
"""A function that raises an OperationError if a document's file must not hold this operation."""


@dataclass(frozen=True)
class FileAndGame:
    """A map in its file and in the game, to be compared.

    Attributes:
        document: the map as its file has it.
        wanted: the rooms and exits that the file asks for.
        existing: the rooms and exits in the game.
        record: the rooms and exits that the last spawn made.
        defaults: path of a typeclass -> what its objects have unless somebody changes it.
        place_of: returns the place of the room with an object id, "x,y,z" or "x,y,z@map"; None if
            no map has that room.
        refuse: raises an OperationError for an operation that the file must not hold.
        why_not: returns why "class" or "permissions" of a row cannot be written; "" if they can.
    """

    document: Document
    wanted: Wanted
    existing: Existing
    record: Wanted
    defaults: Mapping[str, ClassDefaults]
    place_of: Callable[[int | None], str | None]
    refuse: Refuse
    why_not: Callable[[Row, str], str]


def differences(sides: FileAndGame) -> list[Difference]:
    """Return the changes that somebody made in the game and that the file does not have."""
    all_of_them = (*_of_rooms(sides), *_of_exits(sides))
    return [with_reason(d, sides) for d in all_of_them if d.side is not ChangedBy.FILE]


def with_reason(difference: Difference, sides: FileAndGame) -> Difference:
    """Return the difference, with the reason in `why` if the file cannot hold the game's value."""
    if difference.why:
        return difference
    document = sides.document
    try:
        for op in operations(document, [difference]):
            document = try_operation(document, op, sides.refuse)
    except OperationError as error:
        why = error.message.rstrip(".")
        return replace(difference, why=f"{why}; {error.cure}" if error.cure else why)
    return difference


def try_operation(document: Document, op: Operation, refuse: Refuse) -> Document:
    """Return the document after an operation, without a change of `document`.

    Raises:
        OperationError: if the operation fails, or `refuse` refuses it.
    """
    after, _undo = apply(document, op)
    refuse(document, op)
    return after


def document_place(xyz: XYZ) -> str:
    """Return the coordinate of a room as documents write it: "x,y,z"."""
    return place_text(tuple(xyz_to_place(xyz).coord))


def _of_rooms(sides: FileAndGame) -> Iterator[Difference]:
    rows = sides.existing.rooms
    for xyz, spec in sides.wanted.rooms.items() if rows else ():
        last = sides.record.rooms.get(xyz)
        place, row = document_place(xyz), rows.get(xyz)
        if row is not None:
            aliases = spec.template.aliases, last.template.aliases if last else ()
            differences = _of_row(row, spec, last, aliases, sides)
            yield from (
                replace(difference, place=place, row=row.id, spot=xyz) for difference in differences
            )
        elif last is not None:
            by = ChangedBy.GAME if is_same_spec(last, spec) else ChangedBy.BOTH
            yield Difference(place, "room", spec.key, None, side=by, spot=xyz)


def made_differences(
    sides: FileAndGame, made: Iterable[tuple[MadeFromMap, Row]]
) -> Iterator[Difference]:
    """Yield how things that were made from a map's prototypes differ from these.

    `made` has each thing as the map wants it, and as the database has it.
    """
    rooms = sides.existing.rooms
    for thing, row in made:
        place, template = document_place(thing.room), thing.template
        why = thing.why
        if not why and not _is_said(sides.document, place, thing):
            why = "the file says it elsewhere, or says something else by now"
        last = spec = RoomSpec(template.key or row.key, template)
        aliases = template.aliases, template.aliases
        for each in _of_row(row, spec, last if thing.is_current else None, aliases, sides):
            if template.is_varied and each.field in _VARIED:
                continue
            by_key = _BY_KEY if each.field == "name" and thing.is_known_by_key else ""
            each = replace(each, place=place, row=rooms[thing.room].id, spot=thing.room, made=thing)
            yield with_reason(replace(each, why=why or each.why or by_key), sides)


_BY_KEY = 'the map knows it by this: give its row a "name" first'
_VARIED = ("name", "alias", "tag", "lock", "permissions")
"""Fields that may have another value for each object of a prototype with functions."""


def _is_said(document: Document, place: str, thing: MadeFromMap) -> bool:
    """Whether a document has the prototype of an object in its place."""
    value: Any = document.get("keys", {})
    if not thing.is_of_map:
        value = document["rooms"].get(place, {}).get("prototype", {})
    with suppress(LookupError, TypeError, NotPlainError):
        for key in thing.path:
            value = value[key]
        return bool(value == to_json_value(thing.prototype))
    return False


def _of_exits(sides: FileAndGame) -> Iterator[Difference]:
    rooms, rows = sides.existing.rooms, sides.existing.exits
    for key, spec in sides.wanted.exits.items():
        if key.room not in rooms:
            continue
        last, row = sides.record.exits.get(key), rows.get(key)
        place = document_place(key.room)
        word = (
            exit_word(sides.document, place, key.direction, (spec.key, *spec.aliases)) or spec.key
        )
        difference = Difference(place, "exit", spec.key, None, exit=word, spot=key)
        if row is None or row.destination is None:
            if last is not None or row is not None:
                by = ChangedBy.UNKNOWN
                if last is not None:
                    by = ChangedBy.GAME if is_same_spec(last, spec) else ChangedBy.BOTH
                yield replace(difference, side=by, row=0 if row is None else row.id)
            continue
        difference = replace(difference, row=row.id)
        if row.location != rooms[key.room].id:
            yield replace(difference, why="it was moved to another room", game=row.key)
            continue
        if row.destination != _number(spec.target, sides.existing):
            target = _xyz_of(row.destination, sides.existing)
            by = who_changed(UNKNOWN if last is None else last.target, spec.target, target)
            to = sides.place_of(row.destination)
            why = "" if to else "it leads to what is not a room of a map"
            yield replace(difference, field="to", file=spec.target, game=to, side=by, why=why)
        differences = _of_row(row, spec, last, (spec.aliases, last.aliases if last else ()), sides)
        yield from (replace(d, place=place, exit=word, row=row.id, spot=key) for d in differences)


def exit_word(
    document: Document, place: str, direction: str, names: Iterable[str] = ()
) -> str | None:
    """Return the name of a room's exit in a direction; else the first of `names` that it has.

    None if the room at `place`, "x,y,z", has none of these exits.
    """
    exits = document["rooms"].get(place, {}).get("exits", {})
    words = (word for word in exits if parse_direction(word) == direction)
    return next(words, None) or next((name for name in names if name in exits), None)


def _of_row(
    row: Row,
    spec: RoomSpec | ExitSpec,
    last: RoomSpec | ExitSpec | None,
    aliases: tuple[Iterable[str], Iterable[str]],
    sides: FileAndGame,
) -> Iterator[Difference]:
    """Yield the differences of one row, without its place, which the caller fills in.

    `aliases` are those of the file, and those that the last spawn gave.
    """
    template, traits = spec.template, row.traits
    record = None if last is None else last.template

    def told(
        field: str, given: object, file: object, game: object, key: object = None, why: str = ""
    ) -> Difference:
        by = who_changed(UNKNOWN if record is None else given, file, game)
        return Difference("", field, file, game, key=key, side=by, why=why)

    def member(field: str, given: bool, value: object, is_new: bool) -> Difference:
        by = who_changed(UNKNOWN if record is None else given, not is_new, is_new)
        if record is None and is_new:
            by = ChangedBy.GAME
        file, game = (None, value) if is_new else (value, None)
        return Difference("", field, file, game, key=value, side=by)

    if row.key != spec.key:
        yield told("name", last and last.key, spec.key, row.key)
    if traits.typeclass != template.typeclass:
        why = sides.why_not(row, "class")
        path = None if record is None else record.typeclass
        yield told("class", path, template.typeclass, traits.typeclass, why=why)
    if (words := _words(template.permissions)) != traits.permissions:
        known = UNKNOWN if record is None else _words(record.permissions)
        by = who_changed(known, words, traits.permissions)
        old, new = sorted(template.permissions) or None, sorted(traits.permissions) or None
        why = sides.why_not(row, "permissions")
        yield Difference("", "permissions", old, new, side=by, why=why)
    yield from _of_attributes(row, template, record)
    defaults = sides.defaults[traits.typeclass]
    for kind, given, file, game in _locks(row, template, record, defaults):
        yield told("lock", given, file, game, kind)
    named, words = _words(aliases[0]), _words(aliases[1])
    for alias in sorted(named ^ traits.aliases):
        yield member("alias", alias in words, alias, alias in traits.aliases)
    wanted = {tag[:2] for tag in template.tags}
    tags = {tag[:2] for tag in record.tags} if record else set()
    for tag in sorted((wanted ^ traits.tags) - (defaults.tags - wanted), key=str):
        yield member("tag", tag in tags, tag, tag in traits.tags)


def _words(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word.lower() for word in words)


def _of_attributes(row: Row, template: Template, record: Template | None) -> Iterator[Difference]:
    attrs, last = row.traits.attrs, record.attrs if record else {}
    unnamed = dict.fromkeys((DESC, *attrs), (None, ""))
    for name, (value, _lock) in {**unnamed, **template.attrs}.items():
        if name[0] in template.varying:
            continue
        new = attrs.get(name, (None, ""))[0]
        if new is value or new == value or (name in (DESC, NEEDS) and not new and not value):
            continue
        file = value if name in template.attrs else ABSENT
        game = attrs[name][0] if name in attrs else ABSENT
        by = who_changed(UNKNOWN if record is None else last.get(name, (ABSENT, ""))[0], file, game)
        if by is not ChangedBy.FILE and (name in template.defaults or file is ABSENT):
            by = ChangedBy.GAME  # the file says nothing of it
        field, key = ("desc", None) if name == DESC else ("attribute", name)
        difference = Difference("", field, value, new, key=key, side=by)
        try:
            yield replace(difference, game=to_json_value(new))
        except NotPlainError:
            yield replace(difference, game=str(new), why="no file can say such a value")


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
    rooms = ((row.id, xyz) for xyz, row in existing.rooms.items())
    others = ((pk, xyz) for xyz, pk in existing.others.items())
    return next((xyz for pk, xyz in chain(others, rooms) if pk == number), None)


_OWN = frozenset(
    {*RESERVED, "to", "needs", "weight", "wormhole", "tags", "attrs", "locks", "aliases",
     "permissions", "typeclass", "home", "location", "destination", "exec", "prototype_key",
     "prototype_parent", "prototype_desc", "prototype_tags", "prototype_locks"} - {"desc"}
)  # fmt: skip
"""Keys of a prototype that do not mean an Attribute of that name."""


@dataclass(frozen=True)
class Difference:
    """One value that is not the same in the game and in the file of a map.

    Attributes:
        place: the room, "x,y,z".
        field: what differs: name, desc, to, room, exit, class, permissions, attribute, lock, tag or
            alias.
        file, game: the two values; None where there is none.
        exit: the name of the exit that differs; "" if it is the room itself.
        key: which attribute, lock, tag or alias.
        side: which side has changed it since the last spawn.
        why: why it cannot be written to the file; "" if it can.
        row: the id of the object, for a thing that of its room; 0 if there is none.
        spot: the room or exit, by its coordinate in the database.
        made: the thing that differs, for a thing in the room; else None.
    """

    place: str
    field: str
    file: object
    game: Any
    exit: str = ""
    key: Any = None
    side: ChangedBy = ChangedBy.GAME
    why: str = ""
    row: int = 0
    spot: XYZ | ExitKey | None = None
    made: MadeFromMap | None = None

    @property
    def is_conflict(self) -> bool:
        """Whether writing it would overwrite what the file has changed too, or may have."""
        return not self.why and self.side in (ChangedBy.BOTH, ChangedBy.UNKNOWN)


def operations(document: Document, taken: Iterable[Difference]) -> list[Operation]:
    """Return the operations that write the game's values of the `taken` differences.

    Raises:
        OperationError: if the document has no place for one of these values.
    """
    groups: dict[tuple[str, str], list[Difference]] = {}
    before = keys = document.get("keys", {})
    for difference in taken:
        if difference.made is not None and difference.made.is_of_map:
            keys = _put(keys, difference.made.path, difference)
        else:
            groups.setdefault((difference.place, difference.exit), []).append(difference)
    added: list[Operation] = []
    of_rooms: list[Operation] = []
    of_exits: list[Operation] = []
    gone: list[Operation] = []
    for (place, word), changes in groups.items():
        room = document["rooms"].get(place)
        whole = next((change for change in changes if change.field in ("room", "exit")), None)
        if word:
            value = whole.game if whole is not None else _changed_exit(room, word, changes)
            of_exits.append({"op": "exit", "room": place, "direction": word, "value": value})
        elif whole is None:
            of_rooms += _room(place, room, changes)
        elif whole.game is None:
            gone.append({"op": "remove", "room": place})
        else:
            added.append({"op": "add", "room": place, "values": whole.game})
    of_map = [{"op": "key", "key": k, "value": v} for k, v in keys.items() if v != before.get(k)]
    return [*added, *of_rooms, *of_exits, *of_map, *gone]


def _room(place: str, room: Record | None, changes: list[Difference]) -> Iterable[Operation]:
    if room is None:
        raise OperationError("no-such-room", "the file has no such room", place=place)
    old = room.get("prototype", {})
    new = old
    for change in changes:
        if change.made is not None:
            new = _put(new, change.made.path, change)
        elif change.field in ("name", "desc"):
            yield {"op": "set", "room": place, "key": change.field, "value": change.game}
        else:
            new = _merged(new, change)
    if new != old:
        yield {"op": "set", "room": place, "key": "prototype", "value": new or None}


def _changed_exit(
    room: Record | None, word: str, changes: list[Difference]
) -> Mapping[str, object]:
    if room is None or word not in room["exits"]:
        place = changes[0].place
        raise OperationError("no-such-exit", "the file does not say this exit", place=place)
    way = dict(room["exits"][word])
    for change in changes:
        if change.field in ("name", "to"):
            way[change.field] = change.game
        elif change.key == ("needs", None):
            way["needs"] = change.game
        else:
            way["prototype"] = _merged(way.get("prototype", {}), change)
    return {key: value for key, value in way.items() if value not in ({}, None)}


def _put(value: Any, path: Sequence[str | int], diff: Difference) -> Any:
    """Return a value with one value of the prototype at a path changed to the game's."""
    if not path:
        return _merged(value, diff)
    try:
        new = _put(value[path[0]], path[1:], diff)
    except (LookupError, TypeError):
        raise OperationError("fixed", "the file says it no longer", place=diff.place) from None
    if isinstance(value, Mapping):
        return {**value, path[0]: new}
    return [new if number == path[0] else each for number, each in enumerate(value)]


def _merged(prototype: Prototype, diff: Difference) -> dict[str, object]:
    """Return a prototype with one value changed to the game's."""
    new = dict(prototype)
    if diff.field == "attribute":
        _put_attribute(new, diff)
    elif diff.field == "desc":
        _put_attribute(new, replace(diff, key=DESC))
    elif diff.field == "name":
        new["key"] = diff.game
    elif diff.field == "lock":
        locks = [part.strip() for part in str(new.get("locks") or "").split(";") if part.strip()]
        left = [lock for lock in locks if lock.split(":", 1)[0].strip().lower() != diff.key]
        _refuse_inherited(diff, len(left) < len(locks))
        new["locks"] = ";".join([*left, diff.game] if diff.game else left)
    elif diff.field in ("tag", "alias"):
        name, value = ("tags", list(diff.key)) if diff.field == "tag" else ("aliases", diff.key)
        values = new.get(name) or []
        entries = [values] if isinstance(values, str) else list(values)
        left = [entry for entry in entries if not _is(entry, diff.key)]
        _refuse_inherited(diff, len(left) < len(entries))
        new[name] = [*left, value] if diff.game is not None else left
    elif diff.field == "permissions":
        _refuse_inherited(diff, "permissions" in new)
        new["permissions"] = diff.game
    elif diff.field == "class":
        new["typeclass"] = diff.game
    else:
        raise OperationError("fixed", f"no map says {diff.field}", place=diff.place)
    return {key: value for key, value in new.items() if value not in ("", [], None)}


def _put_attribute(new: dict[str, Any], diff: Difference) -> None:
    name, category = diff.key
    if category is None and name in new and name not in _OWN:
        new[name] = diff.game
        return
    entries = list(new.get("attrs") or [])
    left = [entry for entry in entries if not _is(entry[:1] + entry[2:3], diff.key)]
    if diff.game is None:
        _refuse_inherited(diff, len(left) < len(entries))
    elif category is None and name not in _OWN and len(left) == len(entries):
        new[name] = diff.game
        return
    else:
        left.append([name, diff.game, *([category] if category else [])])
    new["attrs"] = left


def _is(entry: Any, key: Any) -> bool:
    """Whether an entry of a prototype's list is this alias, or this tag and category."""
    if isinstance(key, str):
        return str(entry).strip().lower() == key
    parts = [entry] if isinstance(entry, str) else list(entry)
    category = parts[1] if len(parts) > 1 else None
    return (str(parts[0]).strip().lower(), category and str(category).strip().lower()) == tuple(key)


def _refuse_inherited(diff: Difference, is_own: bool) -> None:
    if diff.game is None and not is_own:
        message = "it comes from a parent of the prototype, or from its class"
        raise OperationError("inherited", message, place=diff.place)


_WORDS = {parse_direction(word): word for word in DIRECTIONS}
_LOCKS = ("traverse", "view")  # of an exit that a file may say


@dataclass(frozen=True)
class ByHand:
    """Rooms and exits that builders made in the game, on a map or beside it; its file lacks them.

    Attributes:
        rooms: the rooms by their ids.
        exits: the exits.
        texts: Evennia's default descriptions, which a file need not repeat.
        classes: the paths of the usual typeclasses, which a file need not repeat.
    """

    rooms: Mapping[int, Row]
    exits: tuple[Row, ...]
    texts: Collection[str]
    classes: Collection[str]


def additions(sides: FileAndGame, hand: ByHand) -> list[Difference]:
    """Return builders' rooms in `hand`, in the order they were dug, then exits, as differences."""
    places = {row.id: document_place(xyz) for xyz, row in sides.existing.rooms.items()}
    is_high = any(parse_place(place)[2] for place in sides.document["rooms"])
    key = map_key(sides.document["map"])

    def spot(place: str) -> XYZ:
        x, y, z = parse_place(place)
        return XYZ(x, y, map_key(level_name(key, z)) if is_high else key)

    new, unclear = _placed(sides, hand, places, spot)
    names = {**places, **new}
    differences = []
    for number, place in new.items():
        values = _values(hand.rooms[number], hand)
        why = _why_not(hand.rooms[number], sides, hand)
        difference = Difference(place, "room", None, values, row=number, spot=spot(place), why=why)
        differences.append(with_reason(difference, sides))
    rows = {difference.row for difference in differences if not difference.why}
    for row in hand.exits:
        here = names.get(row.location or 0)
        if here is None or (row.location in new and row.location not in rows):
            continue
        differences.append(_exit(row, here, spot(here), names, rows, unclear, sides, hand))
    return differences


def _placed(
    sides: FileAndGame, hand: ByHand, places: Mapping[int, str], spot: Callable[[str], XYZ]
) -> tuple[dict[int, str], dict[int, str]]:
    """Return the places of new rooms, by id, and the reasons why others have none."""
    new: dict[int, str] = {}
    why: dict[int, str] = {}
    has_levels = sides.existing.rooms and any(parse_place(p)[2] for p in sides.document["rooms"])
    taken = set(sides.document["rooms"])
    while True:
        known = {**places, **new}
        meant = _meant(hand, known)
        for number, candidates in sorted(meant.items()):
            if number in why:
                continue
            if len(candidates) > 1:
                why[number] = "its exits do not agree on a place"
                continue
            (to,) = candidates
            if not all(0 <= part < MOST_ACROSS for part in to):
                why[number] = "its place would be beyond the edge of the map"
            elif to[2] and not has_levels:
                why[number] = "the map has no levels, and would get some: its rooms are made anew"
            elif place_text(to) in taken:
                why[number] = f"there is another room at {spot(place_text(to))}"
            else:
                new[number] = place_text(to)
                taken.add(new[number])
        if len(new) + len(places) == len(known):
            break
    for number in hand.rooms.keys() - new.keys() - why.keys():
        why[number] = "no exit of the compass leads there, so its place is not clear"
    return new, why


def _meant(hand: ByHand, known: Mapping[int, str]) -> dict[int, set[tuple[int, int, int]]]:
    """Return places for rooms that have none yet, according to compass exits."""
    places: dict[int, set[tuple[int, int, int]]] = defaultdict(set)
    for row in hand.exits:
        word = _compass(row)
        if word is None or row.location is None or row.destination is None:
            continue
        step = DIRECTIONS[word]
        for number, other, sign in (
            (row.destination, row.location, 1),
            (row.location, row.destination, -1),
        ):
            if number in hand.rooms and number not in known and other in known:
                x, y, z = parse_place(known[other])
                places[number].add((x + sign * step[0], y + sign * step[1], z + sign * step[2]))
    return places


def _exit(
    row: Row,
    place: str,
    room: XYZ,
    names: Mapping[int, str],
    taken: Collection[int],
    unclear: Mapping[int, str],
    sides: FileAndGame,
    hand: ByHand,
) -> Difference:
    word = _compass(row) or row.key.strip()
    direction = parse_direction(word)
    difference = Difference(
        place, "exit", None, row.key, exit=word, row=row.id, spot=ExitKey(room, direction)
    )
    to = row.destination or 0
    target = names.get(to) or sides.place_of(to)
    if to in hand.rooms and to not in taken:
        name = hand.rooms[to].key
        return replace(
            difference, why=f"it leads to {name} (#{to}): {unclear.get(to, 'see there')}"
        )
    if target is None:
        return replace(difference, why=f"it leads to #{to}, which is not a room of a map")
    if why := _why_not(row, sides, hand):
        return replace(difference, why=why)
    if (known := exit_word(sides.document, place, direction)) is not None:
        return replace(difference, why=f"the map has an exit '{known}' there")
    prototype = _desc(row, hand) | _prototype(row, hand, {word, direction})
    locks = lock_types(row.traits.locks)
    usual = sides.defaults[row.traits.typeclass].locks
    if said := [locks[kind] for kind in _LOCKS if locks.get(kind) not in (None, usual.get(kind))]:
        prototype["locks"] = ";".join(said)
    own_name = {} if name_key(row.key) == name_key(word) else {"name": row.key.strip()}
    done = replace(difference, game={"to": target, **own_name, **_if_any(prototype)})
    # rooms that come with it are not there yet when it is tried alone
    return done if to in taken or row.location in taken else with_reason(done, sides)


def _values(row: Row, hand: ByHand) -> dict[str, object]:
    prototype = _if_any(_prototype(row, hand, ()))
    return {"name": row.key, "exits": {}, **_desc(row, hand), **prototype}


def _if_any(prototype: Prototype) -> dict[str, object]:
    return {"prototype": prototype} if prototype else {}


def _desc(row: Row, hand: ByHand) -> dict[str, object]:
    desc = row.traits.attrs.get(DESC, ("", ""))[0]
    return {"desc": desc} if isinstance(desc, str) and desc and desc not in hand.texts else {}


def _prototype(row: Row, hand: ByHand, words: Collection[str]) -> dict[str, object]:
    values: dict[str, object] = {}
    if row.traits.typeclass not in hand.classes:
        values["typeclass"] = row.traits.typeclass
    if row.traits.permissions:
        values["permissions"] = sorted(row.traits.permissions)
    if aliases := sorted(row.traits.aliases - {word.lower() for word in words}):
        values["aliases"] = aliases
    if tags := sorted(row.traits.tags, key=str):
        values["tags"] = [list(tag) for tag in tags]
    return values


def _compass(row: Row) -> str | None:
    """Return the compass direction that is among the names of an exit."""
    for name in (row.key, *sorted(row.traits.aliases)):
        if (word := _WORDS.get(parse_direction(name))) is not None:
            return word
    return None


def _why_not(row: Row, sides: FileAndGame, hand: ByHand) -> str:
    """Return why the class or permissions of a row cannot be written; "" if they can."""
    path = row.traits.typeclass
    if path not in hand.classes and (why := sides.why_not(row, "class")):
        return f"it is of a class of its own, {path}: {why}"
    if row.traits.permissions and (why := sides.why_not(row, "permissions")):
        return f"it has permissions of its own: {why}"
    return ""
