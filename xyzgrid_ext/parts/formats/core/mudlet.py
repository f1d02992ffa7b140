"""Mudlet's JSON map format 1.0, which its `loadJsonMap` reads and `saveJsonMap` writes.

{"formatVersion": 1.0, "areas": [
  {"id": 1, "name": "Town", "roomCount": 40, "rooms": [
    {"id": 12, "name": "The Square", "coordinates": [4, 4, 0], "environment": 257,
     "symbol": {"text": "S"},
     "exits": [{"name": "north", "exitId": 13, "door": "closed", "weight": 2},
               {"name": "wormhole", "exitId": 40, "customLine": {...}}],
     "stubExits": [{"name": "east"}],
     "userData": {"environment": "street", "feature-shop": "true"}}]}],
 "areaCount": 1, "roomCount": 40, ...}

Directions are full words; an exit with any other name is a special exit. Mudlet draws no lines for
special exits, so those on the same sheet get one here. Weights are whole numbers. Data for which
the format has no place goes into `userData`, which Mudlet keeps and scripts can read. For an exit
that is `exit COMMAND` as JSON: its name, kind, needs, exact weight, and whether it is a stub.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from xyzgrid_ext.core.view.snapshot import Door, ExitKind, MapHead, MapView, RoomView
from xyzgrid_ext.parts.formats.core.colours import Environment, Palette
from xyzgrid_ext.parts.formats.core.texts import to_json
from xyzgrid_ext.parts.formats.core.ways import FileExit, FileMaps

VERSION = 1.0
"""The `formatVersion` of Mudlet's JSON maps."""
FEATURE_PREFIX = "feature-"  # as Mudlet calls the features of MMP
"""Begins keys of a room's `userData` that stand for features of MMP, as Mudlet writes them."""
EXIT_PREFIX = "exit "
"""Begins keys of a room's `userData` that stand for exits: `exit COMMAND`."""

# what a Mudlet that has been changed nowhere writes of itself
_STOCK = {
    "defaultAreaName": "Default Area",
    "anonymousAreaName": "Unnamed Area",
    "playersRoomId": {},
    "mapSymbolFontDetails": "Bitstream Vera Sans Mono,12,-1,5,50,0,0,0,0,0",
    "mapSymbolFontFudgeFactor": 1.0,
    "onlyMapSymbolFontToBeUsed": False,
    "playerRoomColors": [{"color24RGB": [255, 0, 0]}, {"color24RGB": [255, 255, 255]}],
    "playerRoomStyle": 0,
    "playerRoomOuterDiameterPercentage": 120,
    "playerRoomInnerDiameterPercentage": 70,
    "envToColorMapping": {},
    "labelCount": 0,
}
_LINES = {
    ExitKind.WORMHOLE: ("dash line", [160, 90, 200]),
    ExitKind.PORTAL: ("dot line", [90, 140, 200]),
}
_OTHER_LINE = ("dot line", [150, 150, 150])
_PLANAR = frozenset(("n", "ne", "e", "se", "s", "sw", "w", "nw"))


def write(heads: Sequence[MapHead], views: Iterable[MapView]) -> Iterator[str]:
    """Yield a Mudlet map (JSON) in pieces, with the maps `views`, whose heads are `heads`."""
    palette, file_maps = Palette(), FileMaps(heads)
    areas = rooms = 0
    yield f'{{"formatVersion": {VERSION}, "areas": ['
    for view in views:
        head = {
            "id": view.head.number,
            "name": file_maps.area_name(view.head),
            "roomCount": len(view.rooms),
        }
        opened = to_json({**head, "userData": {"key": view.head.key}}).removesuffix("}")
        yield f'{"," * (areas > 0)}\n {opened}, "rooms": ['
        by_number = {room.number: room for room in view.rooms}
        for place, (room, exits) in enumerate(file_maps.rooms_with_exits(view)):
            told = _room(room, exits, by_number, palette[room.environment])
            yield f"{',' * (place > 0)}\n  {to_json(told)}"
        yield "]}"
        areas += 1
        rooms += len(view.rooms)
    colours = [{"id": kind.number, "color24RGB": kind.rgb} for kind in palette.used()]
    rest = {"areaCount": areas, "roomCount": rooms, "customEnvColors": colours, **_STOCK}
    yield f"],\n {to_json(rest).removeprefix('{')}\n"


def _room(
    room: RoomView,
    exits: Sequence[FileExit],
    by_number: Mapping[int, RoomView],
    environment: Environment,
) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": room.number,
        "name": room.name,
        "coordinates": [room.x, room.y, room.z],
        "environment": environment.number,
    }
    if room.symbol.strip() not in ("", "#"):
        told["symbol"] = {"text": room.symbol}
    told["exits"] = [_exit(room, way, by_number) for way in exits if way.target is not None]
    stubs = [way for way in exits if way.target is None and way.direction]
    if stubs:
        told["stubExits"] = [{"name": way.command, **_door(way)} for way in stubs]
    if data := dict(_user_data(room, exits)):
        told["userData"] = data
    return told


def _exit(room: RoomView, way: FileExit, by_number: Mapping[int, RoomView]) -> dict[str, Any]:
    told: dict[str, Any] = {"name": way.command, "exitId": way.target, **_door(way)}
    if (weight := max(1, round(way.view.weight))) != 1:
        told["weight"] = weight
    there = by_number.get(way.target or 0)
    if there is not None and there.z == room.z and way.direction not in _PLANAR:
        style, colour = _LINES.get(way.view.kind, _OTHER_LINE)
        told["customLine"] = {
            "coordinates": [[there.x, there.y]],
            "color24RGB": colour,
            "endsInArrow": all(back.target != room.number for back in there.exits),
            "style": style,
        }
    return told


def _door(way: FileExit) -> dict[str, str]:
    return {"door": way.view.door.value} if way.view.door is not Door.NONE else {}


def _user_data(room: RoomView, exits: Iterable[FileExit]) -> Iterator[tuple[str, str]]:
    """Yield the data that has no place of its own in the format.

    Mudlet takes only strings.
    """
    if room.environment:
        yield "environment", room.environment
    if room.area:
        yield "area", room.area
    for word in room.details:
        yield FEATURE_PREFIX + word, "true"
    for way in exits:
        view = way.view
        more: dict[str, Any] = {
            "name": view.name if view.name != way.command else None,
            "kind": view.kind.value if view.kind is not ExitKind.WAY else None,
            "needs": list(view.needs),
            "weight": view.weight if view.weight != max(1, round(view.weight)) else None,
            "stub": way.target is None and not way.direction,
        }
        if more := {name: value for name, value in more.items() if value}:
            yield EXIT_PREFIX + way.command, to_json(more)
