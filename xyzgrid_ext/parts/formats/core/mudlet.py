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
from xyzgrid_ext.parts.formats.core.exits import FileExit, FileMaps
from xyzgrid_ext.parts.formats.core.texts import to_json

VERSION = 1.0
"""The `formatVersion` of Mudlet's JSON maps."""
FEATURE_PREFIX = "feature-"  # as Mudlet calls the features of MMP
"""Begins keys of a room's `userData` for features of MMP, as Mudlet does: `feature-bank`."""
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
    """Yield a Mudlet map (JSON) of the maps `views` in pieces; `heads` are those of these maps."""
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
            data = _room(room, exits, by_number, palette[room.environment])
            yield f"{',' * (place > 0)}\n  {to_json(data)}"
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
    data: dict[str, Any] = {
        "id": room.number,
        "name": room.name,
        "coordinates": [room.x, room.y, room.z],
        "environment": environment.number,
    }
    if room.symbol.strip() not in ("", "#"):
        data["symbol"] = {"text": room.symbol}
    data["exits"] = [_exit(room, exit_, by_number) for exit_ in exits if exit_.target is not None]
    stubs = [exit_ for exit_ in exits if exit_.target is None and exit_.direction]
    if stubs:
        data["stubExits"] = [{"name": exit_.command, **_door(exit_)} for exit_ in stubs]
    if more := dict(_user_data(room, exits)):
        data["userData"] = more
    return data


def _exit(room: RoomView, exit_: FileExit, by_number: Mapping[int, RoomView]) -> dict[str, Any]:
    data: dict[str, Any] = {"name": exit_.command, "exitId": exit_.target, **_door(exit_)}
    if (weight := max(1, round(exit_.view.weight))) != 1:
        data["weight"] = weight
    there = by_number.get(exit_.target or 0)
    if there is not None and there.z == room.z and exit_.direction not in _PLANAR:
        style, colour = _LINES.get(exit_.view.kind, _OTHER_LINE)
        data["customLine"] = {
            "coordinates": [[there.x, there.y]],
            "color24RGB": colour,
            "endsInArrow": all(back.target != room.number for back in there.exits),
            "style": style,
        }
    return data


def _door(exit_: FileExit) -> dict[str, str]:
    return {"door": exit_.view.door.value} if exit_.view.door is not Door.NONE else {}


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
    for exit_ in exits:
        view = exit_.view
        more: dict[str, Any] = {
            "name": view.name if view.name != exit_.command else None,
            "kind": view.kind.value if view.kind is not ExitKind.WAY else None,
            "needs": list(view.needs),
            "weight": view.weight if view.weight != max(1, round(view.weight)) else None,
            "stub": exit_.target is None and not exit_.direction,
        }
        if more := {name: value for name, value in more.items() if value}:
            yield EXIT_PREFIX + exit_.command, to_json(more)
