"""The maps of files, read without Evennia: matrices, and XYMAP_DATA of Python modules.

`draw` prints their sheets.
"""

from __future__ import annotations

import linecache
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any, NamedTuple

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import Finding, RefusedError, errors_of
from xyzgrid_ext.core.grid import Grid, from_matrix, from_rooms
from xyzgrid_ext.core.grid.areas import with_areas
from xyzgrid_ext.core.grid.draw import draw_sheet
from xyzgrid_ext.core.grid.from_matrix import map_from_matrix
from xyzgrid_ext.core.grid.from_sheet import from_levels, grid_from_sheet
from xyzgrid_ext.core.grid.model import MadeMap, Options
from xyzgrid_ext.core.grid.overrides import Overrides
from xyzgrid_ext.core.mapdata.faults import short_text
from xyzgrid_ext.core.mapdata.rows import MapData
from xyzgrid_ext.core.mapdata.validate import (
    findings_from,
    map_faults,
    map_kind,
    map_name,
    part_findings,
    room_source_keys,
    with_lines_of_file,
)
from xyzgrid_ext.core.matrix import Matrix, parse
from xyzgrid_ext.core.matrix.parse import ParsedMatrix
from xyzgrid_ext.core.sheet import read_drawing
from xyzgrid_ext.terminal.files import SUFFIX, complain, read_text, values_of

_OTHERS = {".py": "a Python module", ".json": "JSON"}
"""What files with other suffixes are, instead of a fault for each of their lines."""


class ReadMap(NamedTuple):
    """One map of a file: its grid, or None if it has errors; `matrix` is set for a matrix file."""

    name: str
    grid: Grid | None
    findings: tuple[Finding, ...] = ()
    matrix: Matrix | None = None


def read_matrix(file: str) -> ParsedMatrix:
    """Parse a matrix file; for an unreadable file, the result has that as its error."""
    text = read_text(file)
    kind = _OTHERS.get(Path(file).suffix)
    if kind and not isinstance(text, Finding):
        text = Finding.error("no-matrix", f"{kind}, not a matrix file", "give a matrix file", file)
    return ParsedMatrix(None, (text,)) if isinstance(text, Finding) else parse(text, file)


def matrix_or_report(parsed: ParsedMatrix) -> Matrix | None:
    """Return the matrix; if there is none, print a message on standard error and return None."""
    if parsed.matrix is None:
        complain(*errors_of(parsed.findings))
    return parsed.matrix


def add_map_option(parser: ArgumentParser) -> None:
    """Add the option `--map NAME`, which chooses one of a module's maps."""
    parser.add_argument("--map", metavar="NAME", help="the map, if a module has several")


def maps_of(file: str, options: Options | None = None) -> list[ReadMap]:
    """Return all maps of a file, also faulty ones; `options` are map options for a matrix file."""
    if file.endswith(SUFFIX):
        return maps_of_module(file)
    parsed = read_matrix(file)
    grid = None
    if parsed.matrix is not None:
        grid, _ = from_matrix(parsed.matrix, Path(file).stem, options=options)
    return [ReadMap(Path(file).stem, grid, parsed.findings, parsed.matrix)]


def one_map(file: str, name: str | None, options: Options | None = None) -> Grid | None:
    """Return the grid of a file's only map, or of that named; None, with a message, without one."""
    maps = maps_of(file, options)
    names = ", ".join(repr(read_map.name) for read_map in maps)
    if name is not None:
        maps = [read_map for read_map in maps if map_key(read_map.name) == map_key(name)][:1]
        if not maps:
            complain(f"{file} has no map '{name}', only {names}")
            return None
    if len(maps) > 1:
        complain(f"{file} has {len(maps)} maps: choose one with --map, of {names}")
        return None
    if maps[0].grid is None:
        complain(*errors_of(maps[0].findings))
    return maps[0].grid


def maps_of_module(file: str) -> list[ReadMap]:
    """Return all maps of a Python file; a faulty one has no grid, but findings."""
    try:
        (listed, single), findings = values_of(file, "XYMAP_DATA_LIST", "XYMAP_DATA")
    except RefusedError as refused:
        return [ReadMap(file, None, refused.findings)]
    datas = listed or [data for data in [single] if data]
    if not isinstance(datas, list | tuple) or not datas:
        message = "the module has neither XYMAP_DATA nor XYMAP_DATA_LIST"
        if datas:
            message = f"XYMAP_DATA_LIST must be a list of maps, not {short_text(datas)}"
        return [_refused(file, "no-map", message, "define XYMAP_DATA = {...}")]
    text = "".join(linecache.getlines(file))
    maps, names = list[ReadMap](), set[str]()
    for data in datas:
        read_map = _read_data(file, data)
        lines = with_lines_of_file(read_map.findings, data, text, file)
        read_map = read_map._replace(findings=lines)
        if read_map.grid is not None and map_key(read_map.name) in names:  # as in a game
            message = f"another map of the module is called '{read_map.name}'"
            cure = "give one of them another zcoord"
            read_map = _refused(read_map.name, "map-name-taken", message, cure)
        elif read_map.grid is not None:
            names.add(map_key(read_map.name))
        maps.append(read_map)
    maps[0] = maps[0]._replace(findings=(*findings, *maps[0].findings))
    return maps


def _read_data(file: str, data: Any) -> ReadMap:
    name = map_name(data) or file
    findings = findings_from(map_faults(data), name)
    if errors_of(findings):
        return ReadMap(name, None, tuple(findings))
    try:
        grid, more = _build(file, name, data)
        grid, of_areas = with_areas(grid, data)
    except RefusedError as refused:
        return ReadMap(name, None, (*findings, *refused.findings))
    findings = [*findings, *more, *of_areas, *part_findings(grid)]
    return ReadMap(name, None if errors_of(findings) else grid, tuple(findings))


def _build(file: str, name: str, data: MapData) -> tuple[Grid, list[Finding]]:
    (kind,) = room_source_keys(data)
    options = data.get("options") or {}
    prototypes = data.get("prototypes") or {}
    if data.get("legend"):
        message = "its legend has classes of Evennia's contrib"
        cure = "add it to the game, and run `evennia xyzgrid check` there"
        raise RefusedError([Finding.error("needs-a-game", message, cure, name)])
    if kind == "rooms":
        return from_rooms(data["rooms"], name, options)
    if kind == "levels":
        return from_levels(name, data["levels"], prototypes, options)
    if kind == "map":
        overrides = Overrides(prototypes, axes=2)
        grid, findings = grid_from_sheet(read_drawing(data["map"], name), options, overrides)
        return grid, [*findings, *overrides.findings(name)]
    row = map_kind(data)
    if row is not None and row.make is not None:
        made_map = row.make(data, name)
    elif kind == "matrix":
        made_map = _make_from_matrix(file, name, data)
    else:
        message = f"a map of '{kind}' is made when the game reads it"
        cure = "run `evennia xyzgrid check`, or make it with `python -m xyzgrid_ext generate`"
        raise RefusedError([Finding.error("needs-a-game", message, cure, name)])
    if made_map.grid is None:
        raise RefusedError(made_map.findings)
    return made_map.grid, list(made_map.findings)


def _make_from_matrix(file: str, name: str, data: MapData) -> MadeMap:
    parsed = read_matrix(str(Path(file).parent / data["matrix"]))
    if parsed.matrix is None:
        return MadeMap(None, parsed.findings)
    return map_from_matrix(parsed.matrix, parsed.findings, name, data)


def _refused(name: str, code: str, message: str, cure: str) -> ReadMap:
    return ReadMap(name, None, (Finding.error(code, message, cure, name),))


_DRAW_EPILOG = """\
The line above a sheet gives the x and y of its lower left corner.

#  a node    - |  links on the sheet    < > ^ v  one-way links
f  a way forward, to the next sheet      b  a way backward      *  a wormhole"""


def declare_draw(parser: ArgumentParser) -> None:
    """Add the arguments of `draw` to its parser."""
    parser.epilog = _DRAW_EPILOG
    parser.add_argument("file", metavar="FILE", help="a matrix file or a map module")
    add_map_option(parser)
    parser.add_argument("--level", type=int, metavar="N", help="only level N, from 0")


def run_draw(options: Namespace) -> int:
    """Print one sheet, or all with rooms; return 1 if there is no such map or sheet."""
    grid = one_map(options.file, options.map)
    if grid is None:
        return 1
    levels = grid.levels or 1
    if options.level is not None and not 0 <= options.level < levels:
        complain(f"there is no level {options.level}: levels go from 0 to {levels - 1}")
        return 1
    used = sorted(set(grid.coords[:, 2].tolist()))
    if not used and options.level is None:
        print(f"{grid.name} has no rooms")
    for number, z in enumerate(used if options.level is None else [options.level]):
        nodes = grid.coords[slice(*grid.rooms_of_level(z))]
        if not len(nodes):
            print(f"{grid.zname(z)} has no rooms")
            continue
        # a cube is mostly empty: show the part with rooms, and say where it is
        x, y = nodes[:, :2].min(axis=0).tolist()
        sheet = draw_sheet(grid, z)
        column, row = sheet.room_cell(x, y)
        lines = list(sheet.lines(plain=True))
        print("\n" * (number > 0) + f"{grid.zname(z)}, from ({x},{y})")
        for line in lines[: len(lines) - row]:
            print(line[column:])
    return 0
