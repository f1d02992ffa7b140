"""The values of a document, checked: rooms, exits, coordinates and where exits lead.

    {"map": "inn", "options": {}, "rooms": {
        "0,0,0": {"name": "Hall", "desc": "A hall.", "symbol": "h", "prototype": {"lit": true},
                  "exits": {"east": {"to": "1,0,0", "needs": ["smallkey"]},
                            "boat": {"to": "3,4,0@harbour", "name": "the boat"}}}}}

A room always has `name`, `desc` and `exits`; its prototype holds all values without a field.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import count
from keyword import iskeyword
from typing import Any
from unicodedata import category, normalize

from xyzgrid_ext.core.coords import split_level
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.grid.from_rooms import MAX_WEIGHT, MOST_ACROSS, parse_direction
from xyzgrid_ext.core.mapdata.faults import likely_word, short_text
from xyzgrid_ext.core.mapdata.kinds import MAX_TEXT, MAX_WORD, STORABLE, WORD
from xyzgrid_ext.core.mapdata.prototypes import DESCRIPTION
from xyzgrid_ext.core.records import Record

Document = dict[str, Any]
"""A map in the editor, as JSON: {"map": name, "options": {…}, "rooms": {"x,y,z": Room}, …}."""
Room = dict[str, Any]
"""A room of a document: a dict with keys of ROOM_KEYS."""
Exit = dict[str, Any]
"""An exit of a document: a dict with keys of EXIT_KEYS; `to` is "x,y,z" or "x,y,z@map"."""
XYZ = tuple[int, int, int]
"""The coordinate of a room, as numbers."""

ROOM_KEYS = ("name", "desc", "symbol", "prototype", "exits")
"""The keys of a Room."""
EXIT_KEYS = ("to", "needs", "weight", "name", "wormhole", "prototype")
"""The keys of an Exit."""
RESERVED = ("key", "desc", "symbol", "exits")
"""Keys that a room's `prototype` may not have, since the room has fields for them."""
RESERVED_OF_EXITS = ("key", "to", "needs", "weight", "wormhole")
"""Keys that an exit's `prototype` may not have, since the exit has fields for them."""
MOST_NAME, _MOST_MODULE = 80, 40  # characters of a new map's name, and of its module's
_OF_WINDOWS = re.compile(r"con|prn|aux|nul|(com|lpt)\d", re.ASCII)  # no names of files there
_CELL = re.compile(r"(0|-?[1-9]\d{0,6}),(0|-?[1-9]\d{0,6}),(0|[1-9]\d{0,2})", re.ASCII)
_FAR = re.compile(r"(-?\d{1,6}),(-?\d{1,6}),(\d{1,6})@(.*)", re.ASCII | re.DOTALL)

_FLAT = re.compile(r"(-?\d{1,6},-?\d{1,6})(?=@)", re.ASCII)  # a place on a map without levels


class OperationError(UsageError):
    """Raised when an operation on a document fails.

    `code` is for programs, such as "no-such-room"; `place` is the room, "x,y,z" or "" for none;
    `index` is the number of the operation among several, from 0.
    """

    index = 0

    def __init__(self, code: str, message: str, cure: str = "", place: str = "") -> None:
        super().__init__(message, cure)
        self.code, self.place = code, place


def parse_new_place(text: object) -> XYZ:
    """Return `"1,2,0"` as (1, 2, 0), a place for a new room.

    Raises:
        OperationError: if it is not a place for a room.
    """
    xyz = parse_place(text)
    if not all(0 <= part < MOST_ACROSS for part in xyz):
        raise _no_place(text)
    return xyz


def parse_place(text: object) -> XYZ:
    """Return `"-1,2,0"` as (-1, 2, 0), the place of a room; only lands have numbers below 0.

    Raises:
        OperationError: if it is not the place of a room.
    """
    match = _CELL.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise _no_place(text)
    return int(match[1]), int(match[2]), int(match[3])


def _no_place(text: object) -> OperationError:
    return OperationError(
        "bad-coordinate",
        f"{short_text(text)} is not a place for a room",
        f'write "x,y,z", whole numbers from 0 to {MOST_ACROSS - 1}',
    )


def place_text(place: tuple[int, ...]) -> str:
    """Return (1, 2, 0) as `"1,2,0"`."""
    return ",".join(map(str, place))


def name_fault(name: str) -> tuple[str, str] | None:
    """Return what is wrong with the name of a new map, None if nothing is.

    ("letters", "the letters that are not allowed"), ("long", "its length"), or ("bare", "") if it
    has no letters and digits.
    """
    wrong = [letter for letter in name if letter not in " -'_" and category(letter)[0] not in "LMN"]
    if wrong:
        return "letters", " ".join(dict.fromkeys(wrong))
    if len(name) > MOST_NAME:
        return "long", str(len(name))
    return None if any(map(str.isalnum, name)) else ("bare", "")


def module_names(name: str) -> Iterator[str]:
    """Yield names for the module of a new map, the best first: `Half-way Inn` is half_way_inn.

    They have small letters of ASCII, digits and `_`, so they are never a path. A name
    without Latin letters becomes `drawn`; keywords of Python and reserved names of Windows get the
    prefix `drawn_`.
    """
    ascii_only = normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    word = re.sub(r"[^a-z0-9]+", "_", ascii_only.replace("'", ""))[:_MOST_MODULE].strip("_")
    if not word[:1].isalpha() or iskeyword(word) or _OF_WINDOWS.fullmatch(word):
        word = f"drawn_{word}".rstrip("_")
    if word != "drawn":
        yield word
    yield from (f"{word}_{number}" for number in count(1 if word == "drawn" else 2))


def parse_far_target(target: str) -> tuple[int, int, int, str] | None:
    """Return `"3,4,0@harbour"` as (3, 4, 0, "harbour"); None for a place on the map itself.

    Raises:
        OperationError: if it leads to another map, and is malformed.
    """
    if "@" not in target:
        return None
    match = _FAR.fullmatch(target)
    name = "" if match is None else match[4]
    is_level = split_level(name) is not None  # it is written before the name
    if match is None or WORD.faults(name) or not _is_one_line(name) or is_level:
        cure = 'write "x,y@map", or "x,y,z@map" of a map with levels'
        raise OperationError(
            "bad-coordinate", f"{short_text(target)} is not a place on a map", cure
        )
    return int(match[1]), int(match[2]), int(match[3]), name


def check_room(values: object, place: str) -> Room:
    """Check the values of a room, and return them, with "" for no name or `desc`, {} for no exits.

    Whether the targets of its exits exist is not checked. `values` is a dict with keys of
    `ROOM_KEYS`; `place`, `"x,y,z"`, is for the error alone.

    Raises:
        OperationError: if any of it is malformed.
    """
    values = _object(values, ROOM_KEYS, "a room", place)
    room: Room = {}
    for key in ("name", "desc", "symbol", "prototype"):
        if (value := check_field(key, values.get(key), place)) is not None:
            room[key] = value
    exits = values.get("exits", {})
    if not isinstance(exits, Mapping):
        raise _bad("exits", exits, place)
    room["exits"] = {}
    for direction, value in exits.items():
        check_direction(direction, room["exits"], place)
        room["exits"][direction] = check_exit(value, place)
    return room


def check_field(key: object, value: object, place: str) -> Any:
    """Check the value of the field `key` of a room, and return it, None if it is empty.

    An empty name or description is "". `place`, `"x,y,z"`, is for the error alone.

    Raises:
        OperationError: if there is no such field, or it takes no such value.
    """
    _known(key, ROOM_KEYS[:-1], place)
    if value is None:
        return "" if key in ("name", "desc") else None
    if key == "name":
        if not isinstance(value, str) or len(value) > MAX_WORD or not _is_one_line(value):
            raise _bad(f"a name: one line of {MAX_WORD} characters at most", value, place)
    elif key == "desc":
        if DESCRIPTION.faults(value) or callable(value):
            raise _bad(f"a text of {MAX_TEXT:,} characters, or a list of parts", value, place)
    elif key == "symbol":
        if not isinstance(value, str) or len(value) != 1 or not value.isprintable():
            raise _bad("one character", value, place)
    else:
        check_prototype(value, RESERVED, place)
    return value


def check_direction(direction: object, exits: Mapping[str, object], place: str) -> str:
    """Check the name of an exit, such as "east" or "gate", and return it.

    `exits` are those of the room by name; `place`, `"x,y,z"`, is for the error alone.

    Raises:
        OperationError: if it is no name, or another exit of the room has its direction.
    """
    if (
        not isinstance(direction, str)
        or WORD.faults(direction)
        or not _is_one_line(direction)
        or direction != direction.strip()
    ):
        raise _bad("the name of an exit", direction, place)
    way = parse_direction(direction)
    for other in exits:
        if other != direction and parse_direction(other) == way:
            message = (
                f"{place} has an exit {short_text(other)}, which is the direction {direction!r}"
            )
            raise OperationError("doubled-direction", message, "change that one", place)
    return direction


def check_exit(value: object, place: str) -> Exit:
    """Check the values of an exit, but not whether its target exists, and return them.

    `value` is a dict with the keys of `EXIT_KEYS`. `place`, `"x,y,z"`, is for the error alone.

    Raises:
        OperationError: if any of it is malformed.
    """
    value = _object(value, EXIT_KEYS, 'an exit, {"to": "x,y,z"}', place)
    target = value.get("to")
    if not isinstance(target, str):
        raise _bad('where an exit leads, "to": "x,y,z"', target, place)
    if flat := _FLAT.match(target):
        target = f"{flat[0]},0{target[flat.end() :]}"
    if parse_far_target(target) is None:
        parse_place(target)
    exit_ = {key: value[key] for key in EXIT_KEYS if value.get(key) is not None} | {"to": target}
    needs, weight = exit_.get("needs", []), exit_.get("weight", 1)
    if not isinstance(needs, list) or any(WORD.faults(word) for word in needs):
        raise _bad('a list of words, ["item:key"]', needs, place)
    is_number = isinstance(weight, int | float) and not isinstance(weight, bool)
    if not is_number or not 0 < weight <= MAX_WEIGHT:
        raise _bad(f"a weight above 0, at most {MAX_WEIGHT:,.0f}", weight, place)
    if not isinstance(exit_.get("wormhole", False), bool):
        raise _bad("true or false for wormhole", exit_["wormhole"], place)
    check_field("name", exit_.get("name"), place)
    check_prototype(exit_.get("prototype", {}), RESERVED_OF_EXITS, place)
    return exit_


def check_prototype(value: object, reserved: tuple[str, ...], place: str) -> None:
    """Refuse a value that may not be the prototype of the room or exit at `place`.

    Raises:
        OperationError: if it is no dict, is too large, or has one of the `reserved` keys.
    """
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise _bad("a prototype: an object", value, place)
    for key in reserved:
        if key in value:
            message = f"{key!r} has a field of its own"
            raise OperationError("bad-value", message, "take it out of the prototype", place)
    for fault in STORABLE.faults(value):
        raise OperationError("bad-value", fault.message, fault.cure, place)


def _object(value: object, known: tuple[str, ...], expected: str, place: str) -> Record:
    if not isinstance(value, Mapping):
        raise _bad(expected, value, place)
    for key in value:
        _known(key, known, place)
    return value


def _known(key: object, known: tuple[str, ...], place: str) -> None:
    if key not in known:
        near = likely_word(key, known)
        cure = f"did you mean {near!r}?" if near else f"known: {', '.join(known)}"
        raise OperationError("unknown-key", f"there is no {short_text(key)} here", cure, place)


def _is_one_line(text: str) -> bool:
    return not any(ord(letter) < 32 or letter in "\x7f\x85\u2028\u2029" for letter in text)


def _bad(expected: str, value: object, place: str) -> OperationError:
    return OperationError("bad-value", f"{expected}, not {short_text(value)}", "correct it", place)
