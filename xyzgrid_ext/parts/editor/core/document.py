"""Converts the data of map modules to documents, and back.

    rooms of a module ──document_of_rooms──► document ──rooms_of──► rooms of a module
    any other Grid    ──document_of_grid───► document, to look at and to name rooms in

What plain JSON cannot hold (functions, sets) is no part of a document: `Fixed` tells which fields
of which rooms have such values. These values stay in the file unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import isfinite
from typing import Any

from xyzgrid_ext.core.coords import map_key, split_level
from xyzgrid_ext.core.grid.model import Grid, LinkFlag, Prototype
from xyzgrid_ext.core.grid.overrides import parse_whole_number
from xyzgrid_ext.core.mapdata.kinds import STORABLE, ValueKind
from xyzgrid_ext.core.mapdata.prototypes import tables_for
from xyzgrid_ext.core.mapdata.rows import other_map_rows, room_source_rows
from xyzgrid_ext.core.parts import CorePart, core_parts
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.editor.core.schema import value_from_json
from xyzgrid_ext.parts.editor.core.values import (
    RESERVED,
    RESERVED_OF_EXITS,
    Document,
    Exit,
    Room,
    parse_far_target,
    parse_place,
    place_text,
)

Fixed = dict[str, tuple[str, ...]]
"""Place of a room -> its fields that cannot be changed: {"1,0,0": ("desc",)}."""


class NotPlainError(ValueError):
    """Raised for a value that JSON cannot represent."""


def to_json_value(value: object) -> Any:
    """Return a value as it comes back from JSON: tuples, also those within it, become lists.

    Raises:
        NotPlainError: if JSON cannot hold it.
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float) and isfinite(value):
        return value
    if isinstance(value, list | tuple):
        return [to_json_value(part) for part in value]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: to_json_value(part) for key, part in value.items()}
    raise NotPlainError


def document_from_rooms(
    name: str, rooms: Mapping[Any, Record], options: Record
) -> tuple[Document, Fixed]:
    """Return (the document of a map that is written room by room, its unchangeable fields).

    `rooms` and `options` are those of its XYMAP_DATA, which has passed the check.
    """
    fixed: Fixed = {}
    rooms_data: dict[str, Room] = {}
    for key, room in rooms.items():
        place = place_text((*(parse_whole_number(part) or 0 for part in key), 0)[:3])
        rooms_data[place], fixed[place] = _room(room, RESERVED)
        exits: dict[str, Exit] = {}
        for word, exit_ in (room.get("exits") or {}).items():
            try:
                exits[word.strip()] = _exit(exit_, name)
            except NotPlainError:
                fixed[place] = (*fixed[place], "exits")
        rooms_data[place]["exits"] = exits
    plain_options = plain_part(options)
    document = {"map": name, "rooms": rooms_data, "options": plain_options}
    return document, {place: keys for place, keys in fixed.items() if keys}


def document_from_grid(grid: Grid) -> tuple[Document, Fixed]:
    """Return (the document of a map of any other kind, its unchangeable fields).

    A room's prototype is unchangeable if JSON cannot hold all of it.
    """
    own_exits = {number: grid.protos[number] for number in {*grid.link_proto.tolist()} - {-1}}
    values = {-1: {}, **{number: exit_from_prototype(entry) for number, entry in own_exits.items()}}
    rooms: dict[str, Room] = {}
    fixed: Fixed = {}
    for number in range(grid.rooms):
        place, proto = place_text(tuple(grid.coord(number))), int(grid.room_proto[number])
        prototype = prototype_without_empty(grid.protos[proto]) if proto >= 0 else {}
        room, _lost = _room(prototype, RESERVED)
        if not prototype or room_data(room) != prototype:
            fixed[place] = ("prototype",)
        room["exits"] = {
            grid.way_of(link).key: _link(grid, link) | values[grid.link_proto.item(link)]
            for link in grid.links_of(number)
        }
        rooms[place] = room
    return {"map": grid.name, "rooms": rooms, "options": plain_part(grid.options)}, fixed


def prototype_without_empty(prototype: Mapping[str, object]) -> dict[str, object]:
    """Return a prototype without empty values.

    A prototype stored in the database becomes {"prototype_parent": its key}, with its own texts.
    """
    if {"prototype_key", "prototype_locks"} <= prototype.keys():
        texts = {key: prototype[key] for key in ("key", "desc", "symbol") if key in prototype}
        prototype = {"prototype_parent": prototype["prototype_key"], **texts}
    return {key: value for key, value in prototype.items() if value is not None and value != ""}


def without_empty_values(document: Document) -> Document:
    """Return a document without values that have no effect, such as empty lists and prototypes.

    This is the form that reading its file gives.
    """
    rooms = {}
    for place, room in document["rooms"].items():
        kept = {key: value for key, value in room.items() if value not in ({}, None)}
        exits = {
            word: {key: value for key, value in way.items() if value or key == "weight"}
            for word, way in room["exits"].items()
        }
        rooms[place] = kept | {"desc": room["desc"] or "", "exits": exits}
    kept = {key: document[key] for key in ("map", "options", "head") if key in document}
    return kept | {"keys": document.get("keys", {}), "rooms": rooms}


def first_difference(document: Record, other: Record) -> str:
    """Return where two documents first differ, as "rooms 1,0,0 exits north"; "" if nowhere."""
    for key in sorted({**document, **other}):
        was, now = document.get(key), other.get(key)
        if isinstance(was, Mapping) and isinstance(now, Mapping):
            if inner := first_difference(was, now):
                return f"{key} {inner}"
        elif was != now:
            return key
    return ""


def module_rooms(document: Document) -> dict[tuple[int, int, int], dict[str, Any]]:
    """Return the rooms of a document as "rooms" of an XYMAP_DATA: {(x, y, z): {...}}."""
    return {
        parse_place(place): room_data(room)
        | ({"exits": exits_data(room["exits"])} if room["exits"] else {})
        for place, room in document["rooms"].items()
    }


def keys_and_options(document: Document) -> dict[str, Any]:
    """Return what a document says of its map apart from rooms: {"areas": …, "options": {…}}."""
    return {**document.get("keys", {}), "options": document["options"]}


def room_data(room: Room) -> dict[str, Any]:
    """Return the prototype of a room as a map module has it, with its name, text and symbol."""
    named = {"key": room["name"], "desc": room["desc"], "symbol": room.get("symbol", "")}
    return {key: value for key, value in named.items() if value} | prototype_data(
        room.get("prototype", {})
    )


def exits_data(exits: Mapping[str, Exit]) -> dict[str, Any]:
    """Return the exits of a room as "exits" of a map module: {"east": (1, 0, 0)}."""
    return {word: exit_data(exit_) for word, exit_ in exits.items()}


def exit_data(exit_: Exit) -> Any:
    """Return an exit as a map module has it: (1, 0, 0), or {"to": (1, 0, 0), "needs": …}."""
    keys = [key for key in ("needs", "weight", "wormhole") if exit_.get(key) is not None]
    data = {key: exit_[key] for key in keys} | prototype_values(exit_)
    to = target_data(exit_["to"])
    return {"to": to, **data} if data else to


def prototype_values(exit_: Exit) -> dict[str, Any]:
    """Return the prototype of an exit as map modules have it, with `needs`, its name as "key"."""
    needs = {"needs": exit_["needs"]} if exit_.get("needs") is not None else {}
    name = {"key": exit_["name"]} if exit_.get("name") else {}
    return needs | name | prototype_data(exit_.get("prototype", {}))


def exit_from_prototype(prototype: Mapping[str, object]) -> Exit:
    """Return what a prototype says of an exit: {"name": "gate", "prototype": {…}}.

    The parent `xyz_exit` is left out, since every exit without a class has it.
    """
    exit_: Exit = {}
    values = plain_part(prototype_without_empty(prototype))
    if "key" in values:
        exit_["name"] = str(values["key"])
    if values.get("prototype_parent") == "xyz_exit" and "typeclass" not in values:
        del values["prototype_parent"]
    if rest := {key: value for key, value in values.items() if key not in RESERVED_OF_EXITS}:
        exit_["prototype"] = rest
    return exit_


def target_data(target: str) -> tuple[object, ...]:
    """Return a target as a map module has it: (x, y, z), or (x, y, "town") on another map."""
    far = parse_far_target(target)
    if far is None:
        return parse_place(target)
    x, y, z, name = far
    return x, y, f"{name}:{z}" if z else name


def prototype_data(prototype: Prototype) -> dict[str, object]:
    """Return a prototype, or other values of a map, from JSON as map modules write them.

    Lists become tuples where modules have tuples: tags, Attributes, coordinates.
    """
    known = _kinds(core_parts())
    values = {
        key: value_from_json(known.get(key, STORABLE), _with_tuples(value))
        for key, value in prototype.items()
    }
    for key in ("tags", "attrs"):
        if isinstance(values.get(key), list):
            values[key] = [tuple(item) if isinstance(item, list) else item for item in values[key]]
    return values


@cache
def _kinds(parts: tuple[CorePart, ...]) -> Mapping[str, ValueKind]:
    """Return the kinds of all keys of maps and, of equal ones, of prototypes."""
    keys = (*room_source_rows(), *other_map_rows(), *tables_for(parts).prototype.all_rows)
    return {row.key: row.kind for row in keys}


def _with_tuples(value: Any) -> Any:
    if isinstance(value, Mapping):
        return prototype_data(value)
    if isinstance(value, list):
        return [_with_tuples(part) for part in value]
    return value


def _room(values: Mapping[str, object], reserved: tuple[str, ...]) -> tuple[Room, tuple[str, ...]]:
    """Return a room without its exits, and the names of fields that are incomplete."""
    room: Room = {}
    fixed: list[str] = []
    for key, field in (("key", "name"), ("desc", "desc"), ("symbol", "symbol")):
        value = values.get(key)
        try:
            value = to_json_value(value)
        except NotPlainError:
            fixed.append(field)
            value = None
        if value is not None and value != "":
            room[field] = value if field == "desc" and isinstance(value, list) else str(value)
    prototype: dict[str, Any] = {}
    for key, value in values.items():
        if key in reserved:
            continue
        try:
            prototype[str(key)] = to_json_value(value)
        except NotPlainError:
            fixed.append("prototype")
    if prototype:
        room["prototype"] = prototype
    return {"name": "", "desc": ""} | room, tuple(dict.fromkeys(fixed))


def _exit(data: object, name: str) -> Exit:
    row = dict(data) if isinstance(data, Mapping) else {"to": data}
    exit_: Exit = {"to": _target(row["to"], name)}
    needs = to_json_value(row.get("needs"))
    if needs:
        exit_["needs"] = [needs] if isinstance(needs, str) else needs
    for key, field in (("weight", "weight"), ("key", "name"), ("wormhole", "wormhole")):
        if row.get(key) is not None:
            exit_[field] = to_json_value(row[key])
    rest = {key: to_json_value(value) for key, value in row.items() if key not in RESERVED_OF_EXITS}
    if rest:
        exit_["prototype"] = rest
    return exit_


def _target(to: Any, name: str) -> str:
    if len(to) == 3 and isinstance(to[2], str) and parse_whole_number(to[2]) is None:
        x, y = parse_whole_number(to[0]), parse_whole_number(to[1])
        other, level = split_level(to[2]) or (to[2].strip(), 0)
        is_here = map_key(other) == map_key(name)
        return f"{x},{y},{level}" + ("" if is_here else f"@{other}")
    return place_text((*(parse_whole_number(part) or 0 for part in to), 0)[:3])


def _link(grid: Grid, link: int) -> Exit:
    (x, y, z), name = grid.target_of(link).coord, grid.target_of(link).map
    if grid.target[link] < 0:
        name, z = split_level(name) or (name, z)
    target = place_text((x, y, z))
    exit_: Exit = {"to": target if grid.target[link] >= 0 else f"{target}@{name}"}
    if link in grid.needs:
        exit_["needs"] = list(grid.needs[link])
    if (weight := float(grid.weight[link])) != 1:
        exit_["weight"] = weight
    if grid.link_flags[link] & LinkFlag.WORMHOLE:
        exit_["wormhole"] = True
    return exit_


def plain_part(values: Mapping[str, object]) -> dict[str, object]:
    """Return the entries of a dict whose values JSON can represent, with lists for tuples."""
    plain: dict[str, Any] = {}
    for key, value in values.items():
        try:
            plain[key] = to_json_value(value)
        except NotPlainError:
            continue
    return plain
