"""A room in the form of GMCP and MSDP for map clients, made from the snapshot alone.

    Room.Info         {"num": 501, "name": "Hall", "area": "Tower", "environment": "stone",
                       "coords": "412,0,1,2",
                       "coord": {"id": 412, "x": 0, "y": 1, "z": 2, "cont": 0},
                       "exits": {"n": 502}, "specials": {"wormhole": 77}, "stubs": ["e"],
                       "details": ["shop"], "doors": {"e": {"name": "east", "flags": [...]}}}
    Room.UpdateExits  {"n": false, "e": {"name": "east", "flags": ["door"], "to": 503}}

The members up to `exits` and `details` are those of the IRE games, `coord` is Aardwolf's, the shape
of a changed exit MUME's. `exits` has the compass directions, and `specials` all other exits by the
word to type. An exit whose target is unknown is only in `stubs`, by direction or by the word to
type: mappers of the IRE games use each value of `exits` as a room number.
"""

from __future__ import annotations

from typing import NamedTuple

from xyzgrid_ext.core.view.payload import Payload
from xyzgrid_ext.core.view.snapshot import Door, ExitView, RoomView

_FLAGS = {
    Door.OPEN: ["door"],
    Door.CLOSED: ["door", "closed"],
    Door.LOCKED: ["door", "closed", "locked"],
}
_UNMAPPED = -1  # Aardwolf's number of a room without a map

MSDP_VARIABLES = (
    "ROOM_VNUM",
    "ROOM_NAME",
    "ROOM_AREA",
    "ROOM_TERRAIN",
    "ROOM_EXITS",
    "ROOM_X",
    "ROOM_Y",
    "ROOM_Z",
)
"""The names of the variables that `msdp_variables` returns."""


class AreaLabel(NamedTuple):
    """What messages say of the map of a room: its number, its name, and the name of its music.

    In a named area of the map, they give the name of that area instead.
    """

    number: int
    name: str
    music: str = ""


def room_info(room: RoomView, area: AreaLabel | None) -> Payload:
    """Return the content of the message Room.Info: the room where the player is.

    A room that is on no map has neither coordinates nor area.
    """
    content = {
        "num": room.number,
        "name": room.name,
        "area": room.area or (area.name if area is not None else ""),
        "environment": room.environment,
        "exits": {way.direction: way.target for way in _known_exits(room) if way.direction},
        "specials": {way.name: way.target for way in _known_exits(room) if not way.direction},
        "stubs": [exit_name(way) for way in room.exits if way.target is None],
        "details": list(room.details),
    }
    if doors := {exit_name(way): _change(way) for way in room.exits if way.door is not Door.NONE}:
        content["doors"] = doors
    if area is not None and area.music:
        content["music"] = area.music
    if area is not None:
        x, y, z = room.x, room.y, room.z
        content["coords"] = f"{area.number},{x},{y},{z}"
        content["coord"] = {"id": area.number, "x": x, "y": y, "z": z, "cont": 0}
    return content


def secret_room_info(name: str) -> Payload:
    """Return the content of Room.Info where players must learn only `name`, as in a game."""
    return {"num": _UNMAPPED, "name": name, "area": "", "environment": "", "exits": {}}


def exit_changes(before: RoomView, after: RoomView) -> Payload:
    """Return the content of Room.UpdateExits: those exits that differ from `before` to `after`.

    Return an empty dict if none does.
    """
    old = {exit_name(way): way for way in before.exits}
    new = {exit_name(way): way for way in after.exits}
    removed: Payload = {name: False for name in old if name not in new}
    return removed | {name: _change(way) for name, way in new.items() if old.get(name) != way}


def msdp_variables(room: RoomView, area: AreaLabel | None) -> dict[str, str]:
    """Return MSDP variable -> text; exits as `n 502;e 503;u ?`, `?` for an unknown target."""
    ways = (f"{exit_name(w)} {'?' if w.target is None else w.target}" for w in room.exits)
    placed = (room.x, room.y, room.z) if area is not None else ("", "", "")
    name = room.area or (area.name if area is not None else "")
    values = (room.number, room.name, name, room.environment, ";".join(ways), *placed)
    return dict(zip(MSDP_VARIABLES, map(str, values), strict=True))


def exit_name(exit_: ExitView) -> str:
    """Return what messages call an exit: its direction (`n`), else the word that one types."""
    return exit_.direction or exit_.name


def _known_exits(room: RoomView) -> list[ExitView]:
    return [way for way in room.exits if way.target is not None]


def _change(way: ExitView) -> Payload:
    target = {} if way.target is None else {"to": way.target}
    return {"name": way.name, "flags": _FLAGS.get(way.door, [])} | target
