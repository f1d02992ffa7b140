"""Graphviz: a graph of rooms, with a cluster for each map and one inside it for each level.

    digraph world {
     subgraph cluster_1 { label="Tower"
      subgraph cluster_1_0 { label="level 0"
       room_12 [label="Hall" pos="288,360!"]; } }
     room_12 -> room_13 [label="north"];
     room_12 -> room_40 [label="wormhole" style=dashed color="#8e44ad"];
     stub_12_2 [shape=point pos="288,324!"]; room_12 -> stub_12_2 [label="south"];
    }

`dot -Tsvg` makes a layout from the exits. `neato -n -Tsvg` keeps the positions of the rooms, and
puts levels and maps above each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from xyzgrid_ext.core.view.snapshot import Door, ExitKind, MapHead, MapView, RoomView
from xyzgrid_ext.parts.formats.core.colours import environment_for
from xyzgrid_ext.parts.formats.core.exits import FileExit, FileMaps
from xyzgrid_ext.parts.formats.core.level import SHEET_STEPS
from xyzgrid_ext.parts.formats.core.texts import quote_dot

_HEAD = """\
digraph world {
 graph [rankdir=BT fontname="sans-serif" style=rounded];
 node [shape=box style="rounded,filled" fillcolor=white fontname="sans-serif" fontsize=10];
 edge [fontname="sans-serif" fontsize=9];
"""
_KINDS = {
    ExitKind.WAY: "",
    ExitKind.STAIRS: " style=bold",
    ExitKind.WORMHOLE: ' style=dashed color="#8e44ad"',
    ExitKind.PORTAL: ' style=dotted color="#1e5abe"',
}
_DOORS = {
    Door.NONE: "",
    Door.OPEN: " arrowtail=odot dir=both",
    Door.CLOSED: " arrowtail=tee dir=both",
    Door.LOCKED: " arrowtail=box dir=both",
}
_PITCH = 72  # points between two places, at least
_LETTER, _FRAME = 6, 28  # points of a letter of a name, and of what is around it

_Point = tuple[int, int]


def write(heads: Sequence[MapHead], views: Iterable[MapView]) -> Iterator[str]:
    """Yield a Graphviz file of the maps `views` in pieces; `heads` are those of the same maps."""
    file_maps = FileMaps(heads)
    floor = 0
    yield _HEAD
    for view in views:
        places, floor = _places(view, floor)
        yield from _cluster(view, places)
        for room, exits in file_maps.rooms_with_exits(view):
            for number, exit_ in enumerate(exits):
                yield _edge(room, number, exit_, places[room.number])
    yield "}\n"


def _places(view: MapView, floor: int) -> tuple[dict[int, _Point], int]:
    """Return each room's position in points (y up), and the place where the next map begins.

    The distance between rooms fits the longest name. Levels are above each other.
    """
    across = max(map(_width, view.rooms), default=0)
    places = {}
    for _z, level in groupby(view.rooms, key=lambda room: room.z):
        rooms = list(level)
        low, high = min(room.y for room in rooms), max(room.y for room in rooms)
        for room in rooms:
            places[room.number] = room.x * across, floor + (room.y - low) * _PITCH
        floor += (high - low + 2) * _PITCH
    return places, floor


def _width(room: RoomView) -> int:
    return max(_PITCH, len(room.name) * _LETTER + _FRAME)


def _cluster(view: MapView, places: Mapping[int, _Point]) -> Iterator[str]:
    """Write the rooms of a map, which are sorted by level."""
    name = f"cluster_{view.head.number}"
    yield f" subgraph {name} {{ label={quote_dot(view.head.name)};\n"
    for z, rooms in groupby(view.rooms, key=lambda room: room.z):
        if view.head.levels is not None:
            yield f'  subgraph {name}_{z} {{ label="level {z}";\n'
        for room in rooms:
            x, y = places[room.number]
            yield (
                f"   room_{room.number} [label={quote_dot(room.name)} "
                f'pos="{x},{y}!" '
                f'color="{environment_for(room.environment).html}" '
                f'tooltip="({room.x},{room.y},{room.z})"];\n'
            )
        if view.head.levels is not None:
            yield "  }\n"
    yield " }\n"


def _edge(room: RoomView, number: int, exit_: FileExit, place: _Point) -> str:
    look = _KINDS[exit_.view.kind] + _DOORS[exit_.view.door]
    if exit_.view.needs:
        look += f" tooltip={quote_dot('needs ' + ', '.join(exit_.view.needs))}"
    source, label = f"room_{room.number}", quote_dot(exit_.view.name)
    if exit_.target is not None:
        return f" {source} -> room_{exit_.target} [label={label}{look}];\n"
    end = f"stub_{room.number}_{number}"
    dx, dy = SHEET_STEPS.get(exit_.direction, (number, 1))
    x, y = place[0] + dx * (_width(room) + _FRAME) // 2, place[1] - dy * _PITCH // 2
    return f' {end} [shape=point pos="{x},{y}!"];\n {source} -> {end} [label={label}{look}];\n'
