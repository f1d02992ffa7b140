r"""Refuses values that a browser may not write into a map, because something would run them.

    "exec", "typeclass", "permissions"     of a prototype: what runs, or gives power
    "$eval(1 + 1)"                         in a text: Evennia calls functions of prototypes
    "\x1b[2J"                              in a text: players' terminals would obey it
    "room_z_coordinate"                    as a category of tags: the room would be on another map

The author of the file may write all of these; existing ones may stay. `CLASSES` are those that
`pull` can write if it is told to: the game has them already.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from xyzgrid_ext.parts.editor.core.operations import Operation
from xyzgrid_ext.parts.editor.core.values import Document, OperationError

REFUSED_KEYS = (
    "exec",
    "typeclass",
    "permissions",
    "prototype_locks",
    "location",
    "home",
    "destination",
)
"""Keys of prototypes that a browser may not write."""
CLASSES = ("typeclass", "permissions")
"""The REFUSED_KEYS that `pull --classes` can write."""
_CALL = re.compile(r"(?<!\\)\$\w+\s*\(")
_PLACE = re.compile(r"(room|exit_dest)_[xyz]_coordinate|exit_direction|xyzgrid_\w+|from_prototype")
_CONTROL = re.compile(r"[^\t\n\r\x20-\x7e\xa0-\U0010ffff]")


def refuse_code(document: Document, op: Operation, allowed: Collection[str] = ()) -> None:
    """Refuse an operation with a value that would run as code or grant permissions.

    `allowed` are keys of REFUSED_KEYS that may be written nevertheless.

    Raises:
        OperationError: if it has such a value.
    """
    rooms, place = document["rooms"], str(op.get("room", ""))
    room = rooms.get(place, {})
    word = op.get("op")
    if word == "set":
        old, new = room.get(op.get("key")), op.get("value")
    elif word == "exit":
        old, new = room.get("exits", {}).get(op.get("direction")), op.get("value")
    elif word == "option":
        old, new = document["options"].get(op.get("key")), op.get("value")
    elif word == "key":
        old, new = document.get("keys", {}).get(op.get("key")), op.get("value")
    else:
        old, new = None, op.get("values")
    keys = [key for key in REFUSED_KEYS if key not in allowed]
    known = set(_dangers(old, keys))
    for what, message in _dangers(new, keys):
        if (what, message) not in known:
            cure = "write it into the file by hand, or ask who has the files"
            raise OperationError("code", message, cure, place)


def _dangers(value: object, keys: Collection[str]) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for name, part in value.items():
            if str(name).strip().casefold() in keys:
                yield repr((name, part)), f"{name!r} is not for the editor"
            yield from _dangers(str(name), keys)
            yield from _dangers(part, keys)
    elif isinstance(value, list):
        for part in value:
            yield from _dangers(part, keys)
        if value[:1] and str(value[0]).strip().casefold() in keys:
            yield repr(value), f"{value[0]!r} is not for the editor"
    elif isinstance(value, str):
        if _CALL.search(value):
            yield value, "a text calls a function: $name(...)"
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            yield value, "a text holds half a letter"
        if _PLACE.fullmatch(value.strip().casefold()):
            yield value, f"{value!r} is a category of tags that are the grid's own"
        if _CONTROL.search(value):
            yield value, "a text holds a control character"
