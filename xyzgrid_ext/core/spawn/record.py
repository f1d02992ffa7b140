"""The record of the last spawn as text: what it gave to each room and exit, in blocks of rooms.

    rows of 16 x 16 rooms of a level ─► pack ─► text ─► unpack ─► the same rows

It is what `plan`, `pull` and `undo` compare with: a value that the record has and the file no
longer names is taken away, a value that differs from the record was changed by hand, and an earlier
record spawned again is an undo. Only plain values come back from a text; others come back as
`Unreadable`, which equals only itself as text.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from inspect import getattr_static
from math import isfinite
from typing import Any, NamedTuple
from uuid import UUID

from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.mapdata.rows import LEGEND_ATTRIBUTE_NAMES
from xyzgrid_ext.core.spawn.model import XYZ, ExitKey, ExitSpec, RoomSpec, Template, Wanted

_ACROSS = 16  # rooms of a block: it is read and written in a few milliseconds
_ROWS = ("zcoord", "module_path", "prototypes")
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


class Block(NamedTuple):
    """A square of 16 by 16 rooms of one level, with their exits: the record has one text for each.

    It has the rooms from (16 x, 16 y) to (16 x + 15, 16 y + 15) of the level with the key `z`.
    """

    x: int
    y: int
    z: str


def block_of(place: XYZ | ExitKey) -> Block:
    """Return the block, a piece of the record, that contains a room or an exit."""
    x, y, z = place.room if isinstance(place, ExitKey) else place
    return Block(x // _ACROSS, y // _ACROSS, z)


def without_unreadable(template: Template) -> Template:
    """Return a prototype without those Attributes whose values cannot be written as JSON."""
    attrs = {
        key: (value, lock)
        for key, (value, lock) in template.attrs.items()
        if '{"text":' not in json.dumps(_written(value), separators=(",", ":"))
    }
    return template if len(attrs) == len(template.attrs) else replace(template, attrs=attrs)


@dataclass(frozen=True)
class Unreadable:
    """Stands for a value that JSON cannot hold, such as a function; `text` describes it."""

    text: str


class Packer:
    """Writes rooms and exits of a block as compressed text; it must not outlive their templates."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}

    def pack(self, rows: Wanted) -> str:
        """Return rooms and exits of one block as text: compressed JSON, which `unpack` reads."""
        templates: dict[str, int] = {}
        names: dict[tuple[str, str, tuple[str, ...]], int] = {}

        def number(template: Template) -> int:
            if (text := self._texts.get(id(template))) is None:
                text = self._texts[id(template)] = template_text(template)
            return templates.setdefault(text, len(templates))

        rooms = [
            (x, y, spec.key, number(spec.template))
            for (x, y, _z), spec in sorted(rows.rooms.items())
        ]
        exits = []
        for ((x, y, _), way), spec in sorted(rows.exits.items()):
            name = names.setdefault((way, spec.key, spec.aliases), len(names))
            exits.append((x, y, name, *spec.target, number(spec.template)))
        z = next((place.z for place in rows.rooms), None)
        z = next((key.room.z for key in rows.exits), z)
        data = {"z": z, "t": [*templates], "n": [*names], "r": rooms, "e": exits}
        text = json.dumps(data, separators=(",", ":"))
        return b64encode(zlib.compress(text.encode(), 1)).decode()


def unpack(text: str) -> Wanted:
    """Return the rooms and exits of one block from the text that `Packer.pack` made.

    Raises:
        ValueError, LookupError, TypeError, zlib.error: if the text is damaged.
    """
    data = json.loads(zlib.decompress(b64decode(text)))
    z = data["z"]
    templates = [_template(text_of_template) for text_of_template in data["t"]]
    names = [(way, key, tuple(aliases)) for way, key, aliases in data["n"]]
    rooms = {XYZ(x, y, z): RoomSpec(key, templates[t]) for x, y, key, t in data["r"]}
    places = {xyz[:2]: xyz for xyz in rooms}
    exits = {}
    for x, y, name, to_x, to_y, to_z, t in data["e"]:
        way, key, aliases = names[name]
        place = places.get((x, y)) or XYZ(x, y, z)
        spec = ExitSpec(key, aliases, XYZ(to_x, to_y, to_z), templates[t])
        exits[ExitKey(place, way)] = spec
    return Wanted(rooms, exits)


def is_same_spec(spec: RoomSpec | ExitSpec, other: RoomSpec | ExitSpec) -> bool:
    """Whether two rooms, or two exits, have equal specs, apart from what the record cannot hold."""
    if spec[:-1] != other[:-1]:
        return False
    same = spec.template is other.template
    return same or template_text(spec.template) == template_text(other.template)


def template_text(template: Template) -> str:
    """Return a prototype as JSON text; equal ones have equal texts."""
    attrs = sorted(
        (name, category or "", category is None, lock, _written(value))
        for (name, category), (value, lock) in template.attrs.items()
    )
    data = {
        "prototype": template.prototype_key,
        "class": template.typeclass,
        "key": template.key,
        "attrs": attrs,
        "locks": template.locks,
        "aliases": template.aliases,
        "permissions": template.permissions,
        "tags": template.tags,
        "varying": sorted(template.varying),
        "defaults": sorted(template.defaults, key=str),
        "home": template.home,
        "things": [_written(prototype) for prototype in template.things],
    }
    return json.dumps(data, separators=(",", ":"))


@lru_cache(4096)
def _template(text: str) -> Template:
    """Return the prototype of a text; the same object for the same text, while it is in use."""
    data = json.loads(text)
    return Template(
        prototype_key=data["prototype"],
        typeclass=data["class"],
        key=data["key"],
        attrs={
            (name, None if is_none else category): (_read(value), lock)
            for name, category, is_none, lock, value in data["attrs"]
        },
        locks=tuple(data["locks"]),
        aliases=tuple(data["aliases"]),
        permissions=tuple(data["permissions"]),
        tags=tuple((key, category, kind) for key, category, kind in data["tags"]),
        varying=frozenset(data["varying"]),
        defaults=frozenset((name, category) for name, category in data["defaults"]),
        home=data["home"],
        things=tuple(_read(prototype) for prototype in data["things"]),
    )


def digests_of_texts(data: Mapping[Any, Any], grid: Grid) -> dict[str, str]:
    """Return key of map data -> digest of its value, to notice changes that no room or exit shows.

    The digest of `rooms` is only about symbols, weights and what routes may use.

    Args:
        data: the XYMAP_DATA.
        grid: its rooms and exits.
    """
    values = {name: value for name, value in data.items() if name not in _ROWS}
    if "rooms" in values:
        symbols = ["".join(sheet.cells.values()) for sheet in grid.drawn]
        values["rooms"] = str((grid.weight.tobytes(), grid.link_flags.tobytes(), symbols))
    if classes := values.get("legend"):
        values["legend"] = [
            (symbol, [getattr_static(cls, key, None) for key in LEGEND_ATTRIBUTE_NAMES])
            for symbol, cls in classes.items()
        ]
    texts = {str(name): json.dumps(_written(value)) for name, value in values.items()}
    return {name: blake2b(text.encode(), digest_size=8).hexdigest() for name, text in texts.items()}


def changed_texts(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Return the keys of map data whose digests (see `digests_of_texts`) differ, before and now."""
    return [name for name in {**before, **now} if before.get(name) != now.get(name)]


def _pairs(value: Mapping[object, object]) -> list[list[object]]:
    return [[_written(key), _written(part)] for key, part in value.items()]


def _sorted(value: Iterable[object]) -> list[object]:
    return sorted(map(_written, value), key=json.dumps)


def _sequence(value: Iterable[object]) -> list[object]:
    return list(map(_written, value))


_FORMS: Mapping[type, tuple[str, Callable[[Any], Any], Callable[[Any], Any]]] = {
    tuple: ("tuple", _sequence, lambda parts: tuple(map(_read, parts))),
    dict: ("dict", _pairs, lambda pairs: {_read(key): _read(value) for key, value in pairs}),
    set: ("set", _sorted, lambda parts: set(map(_read, parts))),
    frozenset: ("frozenset", _sorted, lambda parts: frozenset(map(_read, parts))),
    bytes: ("bytes", lambda value: b64encode(value).decode(), b64decode),
    float: ("float", repr, float),  # NaN and the infinite ones: JSON has none
    Decimal: ("decimal", str, Decimal),
    Fraction: ("fraction", str, Fraction),
    UUID: ("uuid", str, UUID),
    Unreadable: ("text", lambda value: value.text, Unreadable),
}
"""For types that JSON does not have: their name, how they are written, and how they are read."""
_READERS = {name: read for name, _write, read in _FORMS.values()}


def _written(value: Any) -> object:
    """Return a value in the form of JSON: `(1, 2)` is `{"tuple": [1, 2]}`."""
    kind = type(value)
    if value is None or kind in (bool, int, str) or (kind is float and isfinite(value)):
        return value
    if kind is list:
        return _sequence(value)
    if kind in _FORMS:
        name, write, _ = _FORMS[kind]
        return {name: write(value)}
    if isinstance(value, str):
        return str(value)
    return {"text": _ADDRESS.sub("", repr(value))}


def _read(value: object) -> Any:
    if isinstance(value, list):
        return list(map(_read, value))
    if isinstance(value, dict):
        ((name, content),) = value.items()
        return _READERS[name](content)
    return value
