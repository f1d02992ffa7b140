"""Writes a map of a drawing or of levels as a map of rooms, and back: `evennia xyzgrid convert`.

    "map": MAP, "legend": …, "prototypes": …   ◄──►   "rooms": {(0, 0, 0): {…}, …}

It is written only if the game's rooms and exits are the same with either: the plan of the map has
nothing to do with the new file, but for names of exits and for stairs, if it has nothing to do with
the old one. So no room is made anew, and nobody is moved. Ways that no exit shows, such as how a
link bends, are no longer in the file.
A drawing has stock symbols alone: straight links in eight directions, crossings, and stairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.grid import Grid, from_rooms
from xyzgrid_ext.core.grid.areas import MERGED_KEYS, rooms_selected
from xyzgrid_ext.core.grid.from_rooms import parse_direction, with_default_parent
from xyzgrid_ext.core.grid.model import Prototype
from xyzgrid_ext.core.markup import strip_markup
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.spawn import SpawnPlan
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.cli.actions import print_report
from xyzgrid_ext.game.cli.dispatch import carry_out
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.jobs import CHANGES, JobReport, Order
from xyzgrid_ext.game.cli.naming import find_level, plan_steps
from xyzgrid_ext.game.cli.report import count_text, summary
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.maps.loader import load_data
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.editor.core.document import (
    document_from_grid,
    exits_data,
    prototype_values,
    prototype_without_empty,
    room_data,
)
from xyzgrid_ext.parts.editor.core.drawings import sketch_rooms
from xyzgrid_ext.parts.editor.core.forms import map_rows
from xyzgrid_ext.parts.editor.core.literals import Raw, literal
from xyzgrid_ext.parts.editor.core.source import Source
from xyzgrid_ext.parts.editor.core.splices import Splices
from xyzgrid_ext.parts.editor.core.values import parse_place, place_text
from xyzgrid_ext.parts.editor.core.writer import DRAWN_KINDS
from xyzgrid_ext.parts.editor.game import maps as editing
from xyzgrid_ext.parts.editor.game.jobs import written_steps
from xyzgrid_ext.parts.editor.game.pull import Written, file_diff

CONVERT, DRY = "convert", "--dry-run"
_KEYS = ("map", "levels", "legend", "prototypes", "rooms")
_STAIRS = {"u": "up", "up": "up", "d": "down", "down": "down"}
_IN_FILE = "write its rooms in the file by hand"


def rooms_in(files: editing.MapFiles) -> dict[tuple[int, ...], dict[str, Any]]:
    """Return (x, y, z) -> prototype of the rooms of a drawn map, without what areas give them.

    Raises:
        UsageError: if a value is none that can be written.
    """
    grid = _bare(files, files.data or {})
    exits = document_from_grid(grid)[0]["rooms"]
    rooms: dict[tuple[int, ...], dict[str, Any]] = {}
    for number in range(grid.rooms):
        place, values = tuple(grid.coord(number)), _own(grid, number, _values(files.grid, number))
        rooms[place] = {**values, "exits": exits_data(exits[place_text(place)]["exits"])}
        try:
            literal(rooms[place])
        except TypeError as error:
            raise UsageError(f"{place_text(place)}: {error}", _IN_FILE) from error
    _add_lacking(rooms, grid)
    return rooms


def _values(grid: Grid, number: int) -> dict[str, Any]:
    proto = int(grid.room_proto[number])
    return dict(prototype_without_empty(grid.protos[proto])) if proto >= 0 else {}


def _own(bare: Grid, number: int, full: Record) -> dict[str, Any]:
    """Return the values of a room of a Grid without areas, but for those that an area replaces.

    `told` are those that it has with its areas, whose tags and Attributes add up.
    """
    values = {}
    for key, value in _values(bare, number).items():
        if key in MERGED_KEYS and isinstance(value, list | tuple):
            values[key] = [item for item in value if item in full[key]]
        elif full.get(key) == value:
            values[key] = value
    return values


def _add_lacking(rooms: dict[tuple[int, ...], dict[str, Any]], grid: Grid) -> None:
    """Give rooms the symbols, and exits the aliases, that only a drawing would give them."""
    bare, _findings = from_rooms(rooms, grid.name, grid.options)
    for number in range(grid.rooms):
        room = rooms[tuple(grid.coord(number))]
        symbol = _symbol(grid, number)
        if len(symbol) == 1 and symbol != _symbol(bare, number):
            room["symbol"] = symbol
        exits = room["exits"]
        new = {bare.way_of(link).key: bare.way_of(link).aliases for link in bare.links_of(number)}
        for link in grid.links_of(number):
            way = grid.way_of(link)
            if lacking := [name for name in way.aliases if name not in new.get(way.key, ())]:
                exit_ = (
                    exits[way.key] if isinstance(exits[way.key], dict) else {"to": exits[way.key]}
                )
                exits[way.key] = {**exit_, "aliases": [*exit_.get("aliases", ()), *lacking]}


def _symbol(grid: Grid, number: int) -> str:
    x, y, z = grid.coord(number)
    sheet = grid.drawn[z]
    return strip_markup(sheet.cells.get(sheet.room_cell(x, y), ""))


def _as(files: editing.MapFiles, kind: str, data: Record) -> editing.MapFiles:
    """Return a map as it would be with these data.

    Raises:
        UsageError: if it is refused.
    """
    new = load_data(files.reference, data)
    if new.grid is None:
        raise UsageError("\n".join(map(str, new.findings)), "the file stays as it was")
    return files._replace(kind=kind, data=data, grid=new.grid)


def _bare(files: editing.MapFiles, data: Record) -> Grid:
    """Return the Grid of a map with these data, but without its areas and other keys of its own."""
    besides = {row.key for row in map_rows(data)}
    plain = {key: value for key, value in data.items() if key not in besides}
    return _as(files, files.kind, plain).grid


def _rest_in(files: editing.MapFiles, new: Record) -> dict[str, Any]:
    """Return the areas, contents … of a map for its data in a new form, `new`.

    Where they select rooms by symbols of a legend, which are gone then, they name coordinates.
    """
    old = files.data or {}
    keys = [row.key for row in map_rows(old) if row.key in old]
    grids = [_bare(files, data) for data in (old, new)] if keys else []

    def rooms(selector: object) -> Iterator[object]:
        was, now = (
            {grid.coord(n) for n in rooms_selected(grid, [selector])[0].nonzero()[0].tolist()}
            for grid in grids
        )
        size = 2 if grids[0].levels is None else 3
        yield from [selector] if was == now else (tuple(place[:size]) for place in sorted(was))

    def of(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return type(value)(map(of, value))
        if not isinstance(value, Mapping):
            return value
        return {
            key: [one for each in part for one in rooms(each)]
            if key == "rooms" and not isinstance(part, Mapping)
            else of(part)
            for key, part in value.items()
        }

    return {key: of(old[key]) for key in keys}


def _drawing_in(files: editing.MapFiles) -> dict[str, Any]:
    """Return a map with the key `rooms` as `map` or `levels` (drawings) and `prototypes`.

    Raises:
        UsageError: if it has what cannot be drawn with stock symbols.
    """
    document, fixed = editing.map_document(files)
    if fixed:
        raise UsageError(f"{next(iter(fixed))}: the file computes parts of it", _IN_FILE)
    drawings = [Raw(text) for text in sketch_rooms(document["rooms"])]
    flat = len(drawings) == 1
    prototypes: dict[tuple[Any, ...], Prototype] = {}
    exits: dict[tuple[Any, ...], Prototype] = {}
    for place, room in document["rooms"].items():
        key = parse_place(place)[:2] if flat else parse_place(place)
        prototypes[key] = with_default_parent({"prototype_parent": "xyz_room"}, room_data(room))
        for word, way in room["exits"].items():
            if values := prototype_values(way):
                side = parse_direction(word)
                exits[*key, side] = with_default_parent({"prototype_parent": "xyz_exit"}, values)
    entries: dict[str, Any] = {"map": drawings[0]} if flat else {"levels": drawings}
    return {**entries, "prototypes": {**prototypes, **exits}}


def _convert_module(
    text: str, name: str, entries: Mapping[str, object], *rest: Mapping[str, object]
) -> str:
    """Return the text of a module with the rooms of the map `name` written as `entries`.

    `rest` has the areas, contents … that it had, and those that it gets.

    Raises:
        UnwritableError: if the module computes the data of the map.
    """
    source = Source(text)
    splices = Splices(source)
    data = source.map_dict(name, _IN_FILE)
    for key in _KEYS:
        if (entry := source.entry(data, key)) is not None:
            splices.remove(data, entry.number)
    for key, value in entries.items():
        splices.add(data, literal(key), value)
    splices.change(data, *rest)
    return splices.result()


def convert(grid: Any, order: Order) -> Steps[JobReport]:
    """Write a drawn map room by room, or a map of rooms as a drawing; as a job.

    Raises:
        UsageError: if it cannot be drawn, or its rooms would not be the same; the file then stays.
    """
    if len(order.maps) != 1:
        raise UsageError("name one map", f"evennia xyzgrid {CONVERT} town")
    key, _level = find_level(grid.live, order.maps[0])
    files = editing.find_map(grid.live.loaded, key)
    is_drawn = files.kind in DRAWN_KINDS
    if files.file is None or not (is_drawn or files.kind == editing.ROOMS):
        raise UsageError(f"'{files.name}' is no map of a drawing or of rooms", "name another map")
    before = editing.module_source(files)
    data = files.data or {}
    entries = {"rooms": rooms_in(files)} if is_drawn else _drawing_in(files)
    rest = {key: value for key, value in data.items() if key not in _KEYS} | entries
    after = _rest_in(files, rest)
    rest |= after
    kind = editing.ROOMS if is_drawn else DRAWN_KINDS["levels" in entries]
    new = _as(files, kind, rest)
    document, _fixed = editing.map_document(new)
    old = {key: data[key] for key in after}
    text = _convert_module(before, files.name, entries, old, after)
    row = Written(files.digest, text, document)
    how = "room by room, without its drawing" if is_drawn else "as a drawing"
    rooms = f"{count_text(files.grid.rooms, 'room')} of '{files.name}' in {files.file.name}"
    if todo := (yield from plan_steps(grid.live, [files.name], order.pace, [])):
        raise UsageError(f"the map is not as its file says: {summary(todo)}", "spawn it first")
    others = (loaded for other, loaded in grid.live.loaded.items() if other != key)
    live = Live([*others, LoadedMap(files.name, files.reference, new.grid)])
    yield from live.take_objects_steps(grid.live)
    todo = yield from plan_steps(live, [files.name], order.pace, [])
    if not _keeps_rooms(todo):
        cure = "the file stays as it was"
        raise UsageError(f"its rooms would not be the same: {summary(todo)}", cure)
    if DRY in order.names:
        diff = file_diff(editing.open_map(files), row.text)
        return JobReport((f"writes {rooms}", *diff), CHANGES)
    order.agree(f"Write {rooms} {how}?")
    live, _found, _document = yield from written_steps(grid, key, row, order.pace)
    grid.install(live)
    left = f"spawn it: {summary(todo)}" if todo else "the game is as before"
    return JobReport((f"wrote {rooms}; {left}",))


def _keeps_rooms(todo: SpawnPlan) -> bool:
    """Whether all rooms and things stay as they are, and exits lead and are called as before.

    Exits of drawings have more names, such as `north-east`, and stairs are exits of their own.
    """
    of_rooms = todo.new_rooms or todo.changed_rooms or todo.gone_rooms
    if of_rooms or todo.new_things or todo.gone_things:
        return False
    made, gone = (
        {(key.room, _STAIRS.get(key.direction, key)) for key in keys}
        for keys in (todo.new_exits, todo.gone_exits)
    )
    changes = (change for _row, _spec, found in todo.changed_exits.values() for change in found)
    return made == gone and all(one.field == "aliases" and not one.gone for one in changes)


def convert_map(request: Request) -> int:
    """Run `evennia xyzgrid convert`: convert a map, or show how; return the exit code."""
    words = (*request.names, *sorted(request.options & {DRY}))
    return print_report(CONVERT, words) if DRY in words else carry_out(CONVERT, words, request)
