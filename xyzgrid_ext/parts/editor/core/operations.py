"""Operations on a document, each with the operations that undo it.

    apply(document, {"op": "set", "room": "0,0,0", "key": "name", "value": "Bar"})
        ──► the document after it, [{"op": "set", "room": "0,0,0", "key": "name", "value": "Hall"}]

    add     room, values               set     room, key, value
    remove  room                       exit    room, direction, value
    move    rooms, by                  option  key, value
    draw    level, cells               key     key, value: of the map, such as its areas
    head    key, value: of a matrix

A document never changes: whatever an operation does not touch is shared with the document before.
The script of the editor draws an operation before it is judged here; both change a document by the
table in tests/parts/editor/edit_operations.json.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from xyzgrid_ext.core.mapdata.faults import short_text
from xyzgrid_ext.core.mapdata.kinds import STORABLE, WORD
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.editor.core.drawings import MOST_LEVELS, replace_symbols
from xyzgrid_ext.parts.editor.core.values import (
    Document,
    OperationError,
    Room,
    check_direction,
    check_exit,
    check_field,
    check_room,
    parse_new_place,
    parse_place,
    place_text,
)

Operation = Mapping[str, Any]
"""A change of a document, such as {"op": "remove", "room": "0,0,0"}; the file's head lists all."""
Applied = tuple[Document, list[Operation]]
"""(the document after an operation, the operations that undo it)."""


def apply(document: Document, op: object) -> Applied:
    """Apply an operation; return the new document, and the operations that undo it.

    Raises:
        OperationError: if it fails; the document is unchanged.
    """
    word = op.get("op") if isinstance(op, Mapping) else None
    if not isinstance(op, Mapping) or not isinstance(word, str) or word not in _WORKS:
        cure = f"known: {', '.join(_WORKS)}"
        raise OperationError("unknown-operation", f"{short_text(word)} is not an operation", cure)
    return _WORKS[word](document, op)


def apply_all(document: Document, ops: Iterable[object]) -> Applied:
    """Apply several operations; return the new document, and the operations that undo them.

    Raises:
        OperationError: if one of them fails; then none is applied.
    """
    undo: list[list[Operation]] = []
    for op in ops:
        document, inverse = apply(document, op)
        undo.append(inverse)
    return document, [op for inverse in reversed(undo) for op in inverse]


def exits_between(
    old: Mapping[str, Room], new: Mapping[str, Room], *, come_and_go: bool = True
) -> Iterator[dict[str, Any]]:
    """Yield the operations that give the rooms `old` the exits of the rooms `new`, by place.

    They assume that rooms which are not in `new` were removed before, with all exits to them.

    Args:
        old: the rooms before, by place "x,y,z".
        new: the rooms after.
        come_and_go: whether exits can be added and removed; in a drawing they are only changed.
    """
    for place, room in new.items():
        known = old[place]["exits"] if place in old else {}
        exits = {word: way for word, way in known.items() if "@" in way["to"] or way["to"] in new}
        for word in exits if come_and_go else ():
            if word not in room["exits"]:
                yield {"op": "exit", "room": place, "direction": word, "value": None}
        for word, way in room["exits"].items():
            if exits.get(word) != way and (come_and_go or word in exits):
                yield {"op": "exit", "room": place, "direction": word, "value": way}


def room_origins(document: Document, ops: list[Record]) -> dict[str, str | None]:
    """Return place of each room after the operations -> its place before them, None if new.

    `document` is the one before. A room that was removed and added again is the same room.
    """
    origins: dict[str, str | None] = {place: place for place in document["rooms"]}
    for op in ops:
        word = op["op"]
        if word == "add":
            place = op["room"]
            is_free = place in document["rooms"] and place not in origins.values()
            origins[place] = place if is_free else None
        elif word == "remove":
            del origins[op["room"]]
        elif word == "move":
            to = {
                name: ",".join(str(a + b) for a, b in zip(parse_place(name), op["by"], strict=True))
                for name in op["rooms"]
            }
            origins = {to.get(place, place): origin for place, origin in origins.items()}
    return origins


def _add(document: Document, op: Operation) -> Applied:
    rooms, place = document["rooms"], place_text(parse_new_place(op.get("room")))
    if place in rooms:
        raise OperationError("room-exists", f"there is a room at {place}", "move it", place)
    room = check_room(op.get("values"), place)
    for way in room["exits"].values():
        _joined(way["to"], {*rooms, place}, place)
    return _with(document, {**rooms, place: room}), [{"op": "remove", "room": place}]


def _remove(document: Document, op: Operation) -> Applied:
    place, gone = _found(document, op)
    rooms: dict[str, Room] = {}
    cut: list[tuple[str, str, object]] = []
    for other, room in document["rooms"].items():
        if other == place:
            continue
        lost = [word for word, way in room["exits"].items() if way["to"] == place]
        cut += [(other, word, room["exits"][word]) for word in lost]
        rooms[other] = _without(room, lost) if lost else room
    undo: list[Operation] = [{"op": "add", "room": place, "values": gone}]
    undo += [
        {"op": "exit", "room": other, "direction": word, "value": way}
        for other, word, way in sorted(cut, key=lambda one: one[:2])
    ]
    return _with(document, rooms), undo


def _set(document: Document, op: Operation) -> Applied:
    place, room = _found(document, op)
    key = str(op.get("key"))
    value = check_field(key, op.get("value"), place)
    undo = {"op": "set", "room": place, "key": key, "value": room.get(key)}
    changed = {**room, key: value}
    if value is None:
        del changed[key]
    return _with(document, {**document["rooms"], place: changed}), [undo]


def _exit(document: Document, op: Operation) -> Applied:
    place, room = _found(document, op)
    value, word = op.get("value"), check_direction(op.get("direction"), room["exits"], place)
    undo = {"op": "exit", "room": place, "direction": word, "value": room["exits"].get(word)}
    if value is not None:
        way = check_exit(value, place)
        _joined(way["to"], document["rooms"], place)
        changed = {**room, "exits": {**room["exits"], word: way}}
    elif word in room["exits"]:
        changed = _without(room, [word])
    else:
        message = f"{place} has no exit {short_text(word)}"
        raise OperationError("no-such-exit", message, "it may be gone already", place)
    return _with(document, {**document["rooms"], place: changed}), [undo]


def _move(document: Document, op: Operation) -> Applied:
    rooms, named, by = document["rooms"], op.get("rooms"), op.get("by")
    if not isinstance(named, list) or not named:
        raise OperationError("bad-value", "there are no rooms to move", 'write "rooms": ["0,0,0"]')
    if not isinstance(by, list) or len(by) != 3 or any(type(part) is not int for part in by):
        raise OperationError(
            "bad-value", f"{short_text(by)} is not a step", 'write "by": [dx, dy, dz]'
        )
    to: dict[str, str] = {}
    for name in named:
        place, _room = _found(document, {"room": name})
        there = [part + step for part, step in zip(parse_place(place), by, strict=True)]
        to[place] = place_text(parse_new_place(place_text(tuple(there))))
    for place, there_text in to.items():
        if there_text in rooms and there_text not in to:
            message = f"{place} would stand on the room at {there_text}"
            raise OperationError("room-exists", message, "move that one, too", place)
    moved = {to.get(place, place): _following(room, to) for place, room in rooms.items()}
    back = {"op": "move", "rooms": [to[name] for name in named], "by": [-part for part in by]}
    return _with(document, moved), [back]


def _in(table: str, document: Document, op: Operation) -> Applied:
    """Change a value in a table of the document: its options, or the keys of its map."""
    key, value = op.get("key"), op.get("value")
    if not isinstance(key, str) or WORD.faults(key):
        raise OperationError("bad-value", f"{short_text(key)} is not a key", "name it")
    for fault in STORABLE.faults(value):
        raise OperationError("bad-value", f"{key}: {fault.message}", fault.cure)
    before = document.get(table, {})
    values = {**before, key: value}
    if value is None:
        del values[key]
    undo = {"op": op["op"], "key": key, "value": before.get(key)}
    return {**document, table: values}, [undo]


def _draw(document: Document, op: Operation) -> Applied:
    drawings, level = [*document.get("drawings", [])], op.get("level")
    least = document.get("levels", len(drawings))  # those of the file
    most = MOST_LEVELS if "levels" in document else len(drawings)
    if type(level) is not int or not 0 <= level < most:
        message = f"there is no drawing of level {short_text(level)}"
        raise OperationError("no-such-level", message, "convert the map to rooms, or write levels")
    after = drawings + [[]] * (level + 1 - len(drawings))
    after[level], before = replace_symbols(after[level], op.get("cells", {}))
    while len(after) > least and not after[-1]:
        after.pop()
    return {**document, "drawings": after}, [{"op": "draw", "level": level, "cells": before}]


def _head(document: Document, op: Operation) -> Applied:
    head, key, value = document.get("head", {}), op.get("key"), op.get("value")
    if not isinstance(key, str) or key not in head:
        message = f"{short_text(key)} is not in the head of this map"
        cure = f"known: {', '.join(head)}" if head else "only a matrix has one"
        raise OperationError("unknown-key", message, cure)
    if key != "edge":
        value = _found(document, {"room": value})[0]
    undo = {"op": "head", "key": key, "value": head[key]}
    return {**document, "head": {**head, key: value}}, [undo]


_WORKS: Mapping[str, Callable[[Document, Operation], Applied]] = MappingProxyType(
    {
        "add": _add,
        "remove": _remove,
        "set": _set,
        "exit": _exit,
        "move": _move,
        "option": partial(_in, "options"),
        "key": partial(_in, "keys"),
        "draw": _draw,
        "head": _head,
    }
)


def _found(document: Document, op: Operation) -> tuple[str, Room]:
    """Return the room that an operation names, and its place."""
    name = op.get("room")
    place = place_text(parse_place(name))
    if place not in document["rooms"]:
        message = f"there is no room at {place}"
        raise OperationError("no-such-room", message, "it may be gone already", place)
    return place, document["rooms"][place]


def _joined(target: str, rooms: Iterable[str], place: str) -> None:
    if "@" not in target and target not in rooms:
        message = f"an exit of {place} leads to {target}, where there is no room"
        raise OperationError("no-such-target", message, "add that room first", place)


def _with(document: Document, rooms: dict[str, Room]) -> Document:
    return {**document, "rooms": rooms}


def _without(room: Room, words: Iterable[str]) -> Room:
    gone = set(words)
    return {**room, "exits": {word: way for word, way in room["exits"].items() if word not in gone}}


def _following(room: Room, to: Mapping[str, str]) -> Room:
    """Return a room whose exits lead to the new places of moved rooms."""
    if not any(way["to"] in to for way in room["exits"].values()):
        return room
    exits = {
        word: {**way, "to": to.get(way["to"], way["to"])} for word, way in room["exits"].items()
    }
    return {**room, "exits": exits}
