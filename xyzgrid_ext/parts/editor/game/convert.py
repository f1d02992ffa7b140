"""Writes a map of a drawing or of levels as a map of rooms: `evennia xyzgrid convert`.

    "map": MAP, "legend": …, "prototypes": …   ──►   "rooms": {(0, 0, 0): {…}, …}

It is written only if the game's rooms and exits are the same with either: the plan of the map has
nothing to do with the new file if it has nothing to do with the old one. So no room is made anew,
and nobody is moved. Ways that no exit shows, such as how a link bends, are no longer in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.grid import Grid, from_rooms
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.cli.actions import print_report
from xyzgrid_ext.game.cli.dispatch import carry_out
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.jobs import CHANGES, JobReport, Order
from xyzgrid_ext.game.cli.naming import level_named, plan_steps
from xyzgrid_ext.game.cli.report import changes_line, counted, numbers_of
from xyzgrid_ext.parts.editor.core.document import (
    document_of_grid,
    document_of_rooms,
    exits_data,
    own_values,
)
from xyzgrid_ext.parts.editor.core.literals import literal
from xyzgrid_ext.parts.editor.core.source import Source
from xyzgrid_ext.parts.editor.core.splices import Splices
from xyzgrid_ext.parts.editor.core.values import place_text
from xyzgrid_ext.parts.editor.core.writer import DRAWN
from xyzgrid_ext.parts.editor.game import maps as editing
from xyzgrid_ext.parts.editor.game.jobs import written_steps
from xyzgrid_ext.parts.editor.game.pull import Written, difference

CONVERT, DRY = "convert", "--dry-run"
_DRAWN_KEYS = ("map", "levels", "legend", "prototypes")
_IN_FILE = "write its rooms in the file by hand"


def rooms_in(grid: Grid) -> dict[tuple[int, ...], dict[str, Any]]:
    """Return the rooms of a Grid in the form of a map module, with the values of their prototypes.

    Raises:
        UsageError: if a value is none that can be written.
    """
    exits = document_of_grid(grid)[0]["rooms"]
    rooms: dict[tuple[int, ...], dict[str, Any]] = {}
    for number in range(grid.rooms):
        place, proto = tuple(grid.coord(number)), int(grid.room_proto[number])
        values = dict(own_values(grid.protos[proto])) if proto >= 0 else {}
        rooms[place] = {**values, "exits": exits_data(exits[place_text(place)]["exits"])}
        try:
            literal(rooms[place])
        except TypeError as error:
            raise UsageError(f"{place_text(place)}: {error}", _IN_FILE) from error
    _add_aliases(rooms, grid)
    return rooms


def _add_aliases(rooms: dict[tuple[int, ...], dict[str, Any]], grid: Grid) -> None:
    """Give exits the aliases that they have in a drawing, and would not have as those of rooms."""
    made, _findings = from_rooms(rooms, grid.name, grid.options)
    for number in range(grid.rooms):
        exits = rooms[tuple(grid.coord(number))]["exits"]
        new = {made.way_of(link).key: made.way_of(link).aliases for link in made.links_of(number)}
        for link in grid.links_of(number):
            way = grid.way_of(link)
            if lacking := [name for name in way.aliases if name not in new.get(way.key, ())]:
                exit_ = (
                    exits[way.key] if isinstance(exits[way.key], dict) else {"to": exits[way.key]}
                )
                exits[way.key] = {**exit_, "aliases": [*exit_.get("aliases", ()), *lacking]}


def converted(text: str, name: str, rooms: Mapping[tuple[int, ...], object]) -> str:
    """Return the text of a module in which a drawn map is written room by room.

    Raises:
        UnwritableError: if the module computes the data of the map.
    """
    source = Source(text)
    splices = Splices(source)
    data = source.map(name, _IN_FILE)
    for key in _DRAWN_KEYS:
        if (entry := source.entry(data, key)) is not None:
            splices.remove(data, entry.number)
    splices.add(data, '"rooms"', rooms)
    return splices.result()


def convert(grid: Any, order: Order) -> Steps[JobReport]:
    """Write a drawn map room by room.

    Raises:
        UsageError: if it is not drawn, or its rooms would not be the same; the file then stays.
    """
    if len(order.maps) != 1:
        raise UsageError("name one map", f"evennia xyzgrid {CONVERT} town")
    key, _level = level_named(grid.live, order.maps[0])
    found = editing.find(grid.live.loaded, key)
    if found.kind not in DRAWN or found.file is None:
        raise UsageError(f"'{found.name}' is no map of a drawing or of levels", "name another map")
    rooms, before = rooms_in(found.grid), editing.text_of(found)
    document, _fixed = document_of_rooms(found.name, rooms, found.grid.options)
    row = Written(found.digest, converted(before, found.name, rooms), document)
    said = f"{counted(found.grid.rooms, 'room')} of '{found.name}' in {found.file.name}"
    if DRY in order.names:
        diff = difference(editing.opened(found), row.text)
        return JobReport((f"writes {said}", *diff), CHANGES)
    if todo := (yield from plan_steps(grid.live, [found.name], order.pace, [])):
        left = changes_line(*numbers_of(todo))
        raise UsageError(f"the map is not as its file says: {left}", "spawn it first")
    order.agree(f"Write {said} room by room, without its drawing?")
    live, _found, _document = yield from written_steps(grid, key, row, order.pace)
    if todo := (yield from plan_steps(live, [found.name], order.pace, [])):
        editing.write(found.file, before)
        changes = changes_line(*numbers_of(todo))
        raise UsageError(f"its rooms would not be the same: {changes}", "the file stays as it was")
    grid.install(live)
    return JobReport((f"wrote {said}; the game is as before",))


def convert_map(request: Request) -> int:
    """Convert a map, or show what that would change."""
    words = (*request.names, *sorted(request.options & {DRY}))
    return print_report(CONVERT, words) if DRY in words else carry_out(CONVERT, words, request)
