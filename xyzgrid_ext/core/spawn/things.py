"""Things in rooms: each entry of the list `things` in a room's prototype is a prototype.

    (4, 2): {"prototype_parent": "xyz_room", "key": "The Arcade",
             "things": [{"prototype_parent": "cabinet", "key": "a tin cabinet", "board": "boxes"}]}

A thing is identified by its room and its name there. It is made once; after that the game may move
it, change it or use it up. The next spawn replaces a destroyed thing, and removes a thing that the
prototype no longer names, wherever it is.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.spawn.model import XYZ, RoomSpec, ThingKey

Prototype = Mapping[str, Any]


def wanted_things(rooms: Mapping[XYZ, RoomSpec]) -> dict[ThingKey, Prototype]:
    """Collect the wanted things of the given rooms.

    Raises:
        MapError: if `things` is not a list, or two things have the same name; the error names the
            room.

    """
    found: dict[ThingKey, Prototype] = {}
    for xyz, spec in rooms.items():
        for prototype in spec.template.things:
            name = _name(xyz, prototype)
            if (key := ThingKey(xyz, name)) in found:
                raise MapError(
                    f"{xyz}: two things are called '{name}'",
                    "give them different keys, or prototype_keys",
                )
            found[key] = prototype
    return found


def _name(xyz: XYZ, prototype: object) -> str:
    if not isinstance(prototype, Mapping):
        raise MapError(f"{xyz}: {prototype!r} among its things is not a prototype", "write a dict")
    name = prototype.get("prototype_key") or prototype.get("key")
    if not isinstance(name, str) or not name.strip():
        raise MapError(f"{xyz}: a thing without a name", "give it a key")
    return name_key(name)


def plan_things(
    wanted: Mapping[ThingKey, Prototype], existing: Mapping[ThingKey, int], levels: Container[str]
) -> tuple[dict[ThingKey, Prototype], dict[ThingKey, int]]:
    """Find the things to make and to remove on some levels.

    Args:
        wanted: the things of all rooms of these levels.
        existing: the existing things of any levels, with the ids of their objects.
        levels: the keys of these levels.

    """
    new = {key: prototype for key, prototype in wanted.items() if key not in existing}
    gone = {key: pk for key, pk in existing.items() if key.room.z in levels and key not in wanted}
    return new, gone
