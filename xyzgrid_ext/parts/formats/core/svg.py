"""The SVG drawing of maps: all levels of all maps, each below the one above it.

    Tower, level 1        +--+                ▲ ▼ stairs   ◆ a way to another map   ◦ a stub
                          |  |----+           - - wormhole (a ring where it leaves the sheet)
    Tower, level 0        +--+    ┆

The drawing has no script, loads no other file, and follows the viewer's light or dark colour
scheme. Each room is a group `room-NUMBER` with its name as title, each level a group
`map-NUMBER-level-Z`. The first line holds the size, so the drawing is kept in memory until the last
room is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from xyzgrid_ext.core.view.snapshot import MapHead, MapView, RoomView
from xyzgrid_ext.parts.formats.core.colours import environment_for
from xyzgrid_ext.parts.formats.core.exits import FileMaps
from xyzgrid_ext.parts.formats.core.level import PITCH, ROOM, LevelDrawing
from xyzgrid_ext.parts.formats.core.texts import escape_xml

_MARGIN, _HEADING, _LEAST_WIDTH = 24, 30, 798

_STYLE = """\
 <style>
  svg { color-scheme: light dark; background: #fbfbf8; font-family: sans-serif;
        --ink: #24292f; --soft: #57606a; --paper: #ffffff; --jump: #8e44ad; --gate: #1e5abe;
        --shut: #b71c1c; }
  @media (prefers-color-scheme: dark) {
   svg { background: #16191d; --ink: #e6e6e0; --soft: #9aa4ae; --paper: #22272d;
         --jump: #c78be0; --gate: #7fb0f5; --shut: #ff7b72; }
  }
  text { fill: var(--ink); font-size: 12px; text-anchor: middle; }
  .heading { font-size: 15px; font-weight: bold; text-anchor: start; }
  .legend text { text-anchor: start; }
  .room rect { fill: var(--paper); stroke: var(--ink); stroke-width: 1.5; }
  .room .ground { fill-opacity: 0.35; stroke: none; }
  .here rect { stroke: var(--shut); stroke-width: 3; }
  .way { fill: none; stroke: var(--soft); stroke-width: 2; }
  .wormhole { stroke: var(--jump); stroke-dasharray: 5 4; }
  .stub { stroke-dasharray: 2 3; }
  .end, .arrow { fill: var(--soft); stroke: none; }
  .stairs { fill: var(--ink); }
  .portal { fill: var(--gate); }
  .mouth { fill: none; stroke: var(--jump); stroke-width: 1.5; }
  .door { fill: var(--paper); stroke: var(--ink); stroke-width: 1.5; }
  .locked { fill: var(--shut); stroke: var(--shut); }
  .open { stroke-dasharray: 2 2; }
 </style>
"""

_LEGEND = (
    ('<path class="way" d="M0,0H24"/>', "way"),
    (
        '<path class="way" d="M0,0H24"/><path class="arrow" d="M15,0l-7,-4v8z"/>',
        "one way only",
    ),
    ('<path class="way wormhole" d="M0,0H24"/>', "wormhole"),
    ('<circle class="mouth" cx="12" cy="0" r="4"/>', "wormhole elsewhere"),
    ('<path class="stairs" d="M4,4h8l-4,-8z M14,-4h8l-4,8z"/>', "stairs up, down"),
    ('<path class="portal" d="M12,-5l5,5l-5,5l-5,-5z"/>', "to another map"),
    (
        '<path class="way stub" d="M0,0H20"/><circle class="end" cx="22" cy="0" r="2.5"/>',
        "unexplored",
    ),
    ('<rect class="door closed" x="8" y="-4" width="8" height="8"/>', "closed door"),
    ('<rect class="door open" x="8" y="-4" width="8" height="8"/>', "open door"),
    ('<rect class="door locked" x="8" y="-4" width="8" height="8"/>', "locked, or needs a key"),
)


def write(heads: Sequence[MapHead], views: Iterable[MapView]) -> Iterator[str]:
    """Yield an SVG drawing of the maps `views` in pieces; `heads` are those of the same maps."""
    file_maps = FileMaps(heads)
    pieces: list[str] = []
    width, top = _LEAST_WIDTH, _MARGIN
    for view in views:
        exits = {room.number: ways for room, ways in file_maps.rooms_with_exits(view)}
        heights = {room.number: room.z for room in view.rooms}
        left = min((room.x for room in view.rooms), default=0)
        for z, rooms in _from_the_top(view):
            level = LevelDrawing(rooms, exits, heights, left)
            heading = view.head.name + (f", level {z}" if view.head.levels is not None else "")
            name = f"map-{view.head.number}-level-{z}"
            pieces.append(
                f' <g id="{name}" transform="translate({_MARGIN},{top})">\n'
                f'  <text class="heading" x="0" y="12">{escape_xml(heading)}</text>\n'
                f'  <g transform="translate(0,{_HEADING})">\n'
            )
            pieces += (f"   {line}\n" for line in level.exit_lines())
            pieces += (_room(room, level, room.number == view.here) for room in rooms)
            pieces.append("  </g>\n </g>\n")
            width = max(width, level.width + 2 * _MARGIN)
            top += level.height + _HEADING + _MARGIN
    pieces += _legend(top)
    height = top + 2 * _HEADING
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">\n'
        f" <title>{escape_xml(', '.join(head.name for head in heads))}</title>\n{_STYLE}"
    )
    yield from pieces
    yield "</svg>\n"


def _from_the_top(view: MapView) -> Iterator[tuple[int, list[RoomView]]]:
    """Return the levels of a map, the highest first; its rooms are sorted by level."""
    levels = [(z, list(rooms)) for z, rooms in groupby(view.rooms, key=lambda room: room.z)]
    return iter(levels[::-1])


def _room(room: RoomView, level: LevelDrawing, is_here: bool) -> str:
    x, y = level.centre(room)
    half = ROOM // 2
    ground = ""
    if room.environment:
        colour = environment_for(room.environment).html
        ground = (
            f'<rect class="ground" x="-{half}" y="-{half}" width="{ROOM}" height="{ROOM}" rx="4" '
            f'style="fill:{colour}"/>'
        )
    is_plain = room.symbol.strip() in ("", "#")
    symbol = "" if is_plain else f'<text y="4">{escape_xml(room.symbol)}</text>'
    return (
        f'   <g id="room-{room.number}" class="room{" here" * is_here}" '
        f'transform="translate({x},{y})"><title>{escape_xml(room.name)}</title>'
        f'<rect x="-{half}" y="-{half}" width="{ROOM}" height="{ROOM}" rx="4"/>{ground}'
        f"{symbol}{level.exit_icons(room)}</g>\n"
    )


def _legend(top: int) -> Iterator[str]:
    yield f' <g class="legend" transform="translate({_MARGIN},{top})">\n'
    for number, (sign, word) in enumerate(_LEGEND):
        x, y = number % 5 * 150, number // 5 * (PITCH // 2)
        yield (
            f'  <g transform="translate({x},{y})">{sign}'
            f'<text x="30" y="4">{escape_xml(word)}</text></g>\n'
        )
    yield " </g>\n"
