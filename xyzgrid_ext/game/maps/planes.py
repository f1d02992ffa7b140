"""Turns the XYMAP_DATA of drawn maps into Grids.

A drawing whose legend only sets values is read by `core.sheet`, which is many times faster. A
legend with classes that change how links or rooms behave goes through the contrib's own parser
(`plane_map`), so that every existing module works unchanged. Both give the same Grid. The parsers
do not see prototypes, which are matched here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from evennia.contrib.grid.xyzgrid.utils import MapError
from evennia.contrib.grid.xyzgrid.xymap_legend import MapLink, MapNode
from evennia.utils import logger

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.findings import Finding, RefusedError, Severity, errors_of
from xyzgrid_ext.core.grid import Grid, Sheet, Way
from xyzgrid_ext.core.grid.from_sheet import (
    SheetExit,
    SheetRoom,
    bad_transition_finding,
    grid_from_exits,
    grid_from_sheet,
    parse_target,
    virtual_node_finding,
)
from xyzgrid_ext.core.grid.overrides import Overrides
from xyzgrid_ext.core.raster import shown_symbol, wide_symbols
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.sheet import read_drawing
from xyzgrid_ext.core.sheet.margins import cut_off_findings, label_findings
from xyzgrid_ext.core.sheet.read import MOST_FINDINGS, link_symbols, unused_symbol
from xyzgrid_ext.foreign.code import foreign_code
from xyzgrid_ext.game.base.process import announce
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.maps.guard import raised_finding
from xyzgrid_ext.game.maps.legend_rows import has_own_prototype, legend_classes, legend_symbols
from xyzgrid_ext.game.maps.plane_map import PlaneMap
from xyzgrid_ext.game.maps.plane_routes import drawn_links

# keys of a map's data that concern its drawing
_DRAWING = ("zcoord", "map", "legend", "prototypes", "options")
_NO_PROTOTYPE: Mapping[str, object] = {}
_NARROW = "give its legend class a display_symbol of one column"
_SHOWN = 3  # names of what a class lacks


def load_plane(
    data: Record, overrides: Overrides | None = None, level: tuple[int, ...] = ()
) -> tuple[Grid, list[Finding], PlaneMap]:
    """Return the Grid of an XYMAP_DATA of one sheet, with warnings and the contrib's map object.

    Args:
        data: the data of a map module, without `levels`.
        overrides: for a sheet of a 3D map, the prototypes of the whole map, whose faults the
            caller reports.
        level: for such a sheet `(z,)`, which follows (x, y) in the keys of these prototypes.

    Raises:
        RefusedError: if the contrib's parser refuses the map, or if entries are malformed.
    """
    name = str(data["zcoord"]).strip()
    try:
        _refuse_other_classes(name, data.get("legend") or {})
        xymap = PlaneMap({key: data[key] for key in _DRAWING if key in data})
        _refuse_losses(xymap)
        entries = overrides or Overrides(xymap.prototypes, axes=2)
        grid, findings = _read(xymap, data, entries, level)
    except (MapError, RecursionError) as err:
        fault, drawn = _fault(name, err), getattr(err, "node_or_link", None)
        if drawn is not None:  # it is on a drawing that the parser could read so far
            place = drawn.xymap.drawing.finding("", drawn.x, drawn.y, "", "")
            fault = replace(fault, line=place.line, column=place.column, source=place.source)
        labels = label_findings(data["map"], name) if isinstance(data.get("map"), str) else ()
        raise RefusedError([fault, *labels]) from err
    except RefusedError:
        raise
    except Exception as err:
        logger.log_trace(f"xyzgrid: the map {name!r} cannot be read")
        raise RefusedError([raised_finding(name, err)]) from err
    if overrides is None:
        findings += entries.findings(xymap.Z)
        findings += unused_prototypes(data, [xymap], grid)
        if errors_of(findings):
            raise RefusedError(findings)
    return grid, findings, xymap


def unused_prototypes(data: Record, xymaps: Iterable[PlaneMap], grid: Grid) -> list[Finding]:
    """Return warnings for symbols whose own prototype no room or exit of a map has.

    Args:
        data: the data of the map, with its legend.
        xymaps: the sheets of the map.
        grid: the rooms and exits of all sheets.
    """
    drawn: dict[str, Any] = {}
    for xymap in xymaps:
        symbols = set[str]().union(*xymap.drawing.rows)
        drawn |= {symbol: xymap.legend[symbol] for symbol in symbols & xymap.legend.keys()}
    legend = data.get("legend") or {}
    unused = sorted(
        symbol
        for symbol in drawn.keys() & legend.keys()
        if has_own_prototype(legend[symbol]) and drawn[symbol].prototype not in grid.protos
    )
    return [
        Finding.warning(
            "unused-prototype",
            f"the prototype of the symbol '{symbol}' is never used",
            "`prototypes` come before the legend, with a wildcard too: name its coordinates there, "
            "or remove the wildcard; of a link, only the first symbol beside the room counts",
            file=grid.name,
        )
        for symbol in unused
    ]


def _read(
    xymap: PlaneMap, data: Record, overrides: Overrides, level: tuple[int, ...]
) -> tuple[Grid, list[Finding]]:
    """Return the Grid of a drawing; the pure parser reads it if its legend only sets values."""
    legend = legend_symbols(
        legend_classes(data),
        {symbol: cls.prototype for symbol, cls in xymap.legend.items()},
    )
    if legend is None:
        xymap.drawing.cells()  # all unknown and misplaced symbols at once, each with its place
        return call_in_game_thread(_parsed, xymap, overrides, level)
    xymap.drawn = read_drawing(xymap.mapstring, xymap.Z, legend)
    grid, findings = grid_from_sheet(xymap.drawn, xymap.options, overrides, level)
    return grid, findings + wide_symbols(xymap.Z, _displays(xymap), _NARROW)


def _parsed(
    xymap: PlaneMap, overrides: Overrides, level: tuple[int, ...]
) -> tuple[Grid, list[Finding]]:
    """Return the Grid of a drawing that the contrib's parser reads with an author's classes."""
    with foreign_code(f"the legend of {xymap.Z}", announce):
        xymap.parse()
        return _to_grid(xymap, overrides, level)


def _fault(name: str, err: MapError | RecursionError) -> Finding:
    """Return the finding for a drawing that the contrib's parser refuses."""
    message, cure = (
        str(err),
        "correct the drawing; `evennia xyzgrid help drawing` shows the symbols",
    )
    if isinstance(err, RecursionError):
        message = "a link is longer than the parser can follow, or runs in a ring"
        cure = "put a room into the long link, or break the ring"
    return Finding.error("bad-drawing", message, cure, file=name)


def _refuse_other_classes(name: str, legend: Record) -> None:
    """Refuse classes that lack what the contrib's parser asks of each node and link."""
    findings = []
    for symbol, cls in legend.items():
        base = MapNode if hasattr(cls, "node_index") else MapLink
        lacking = [word for word in vars(base) if word[0] != "_" and not hasattr(cls, word)]
        if lacking:
            words = ", ".join(lacking[:_SHOWN]) + ", …" * (len(lacking) > _SHOWN)
            message = f"legend.{symbol}: {cls.__name__} lacks {words}"
            cure = "make it a subclass of MapNode or MapLink of the contrib's xymap_legend"
            findings.append(Finding.error("legend-class", message, cure, file=name))
    if findings:
        raise RefusedError(findings)


def _refuse_losses(xymap: PlaneMap) -> None:
    """Refuse a drawing if the parser would silently lose part of it."""
    if isinstance(xymap.mapstring, str):
        rooms = {symbol for symbol, cls in xymap.legend.items() if hasattr(cls, "node_index")}
        if lost := cut_off_findings(xymap.mapstring, rooms, xymap.legend.keys() - rooms, xymap.Z):
            raise RefusedError(lost)


def _to_grid(
    xymap: PlaneMap, overrides: Overrides, level: tuple[int, ...]
) -> tuple[Grid, list[Finding]]:
    """Return the Grid of a map that the contrib's parser has read."""
    nodes = [node for node in xymap.node_index_map.values() if node.prototype]
    index = {node.node_index: number for number, node in enumerate(nodes)}
    findings = _warnings(xymap)
    trails: dict[tuple[int, int, str], tuple[tuple[int, int], ...]] = {}
    exits = []
    for number, node in enumerate(nodes):
        for link in drawn_links(node):
            key, *aliases = node.get_exit_spawn_name(link.direction)
            place = _outside_target(xymap, link.end, index, findings)
            if place is None and link.end.node_index not in index:
                continue
            exits.append(
                SheetExit(
                    number,
                    index[link.end.node_index] if place is None else place,
                    link.direction,
                    Way(link.alias, key, tuple(aliases), link.alias),
                    link.weight,
                    link.flags,
                    type(node.first_links[link.direction]).prototype or _NO_PROTOTYPE,
                    node.links.keys(),
                )
            )
            # the symbol of a transition is not a room's: it belongs to the way there
            steps = link.steps if place is None else (*link.steps, link.end)
            trails[node.X, node.Y, link.alias] = tuple((step.x, step.y) for step in steps)
    if any(f.severity is Severity.ERROR for f in findings):
        raise RefusedError(findings)
    sheet = Sheet(cells=_cells(xymap, findings), trails=trails)
    rooms = [SheetRoom(n.X, n.Y, type(n).prototype, bool(n.interrupt_path)) for n in nodes]
    return grid_from_exits(xymap.Z, rooms, exits, sheet, xymap.options, overrides, level), findings


def _warnings(xymap: PlaneMap) -> list[Finding]:
    """Return the warnings that `core.sheet` gives when it reads a drawing itself."""
    drawing = xymap.drawing
    meant = link_symbols(drawing.legend)
    used = set[Any]()
    for node in xymap.node_index_map.values():
        used.update(*node.xy_steps_to_node.values(), node.links.values())
    cells = {(part.x, part.y) for part in used}
    unused = (
        unused_symbol(drawing, x, y)
        for x, y, symbol in drawing.cells()
        if symbol in meant and (x, y) not in cells
    )
    return [*islice(unused, MOST_FINDINGS), *label_findings(xymap.mapstring, xymap.Z)]


def _cells(xymap: PlaneMap, findings: list[Finding]) -> dict[tuple[int, int], str]:
    """Return the drawing as players see it, without cells that are shown as blanks."""
    cells = {
        (x, y): str(symbol)
        for y, row in enumerate(xymap.display_map)
        for x, symbol in enumerate(row)
        if str(symbol).strip()
    }
    findings += wide_symbols(xymap.Z, cells.values(), _NARROW)
    return {cell: shown_symbol(symbol) for cell, symbol in cells.items()}


def _displays(xymap: PlaneMap) -> list[str]:
    """Return the symbols that players see for the drawn symbols."""
    assert xymap.drawn is not None
    used = set[str]().union(*xymap.drawn.drawing.rows) & xymap.legend.keys()
    displays = {symbol: xymap.legend[symbol].display_symbol for symbol in used}
    return [symbol if shown is None else str(shown) for symbol, shown in displays.items()]


def _outside_target(
    xymap: PlaneMap, end: Any, index: Mapping[int, int], findings: list[Finding]
) -> Place | None:
    """Return the target of a transition; None for a link within the map."""
    if end.node_index in index:
        return None
    fault, place = "", None
    try:
        place = parse_target(end.get_spawn_xyz())
    except MapError as err:
        fault = err.message
    except (AttributeError, TypeError, ValueError):
        pass  # told below
    if place is None:
        findings.append(bad_transition_finding(xymap.Z, (end.X, end.Y), fault))
    elif place == Place(xymap.Z, Coord(end.X, end.Y)):  # a node without prototype
        findings.append(virtual_node_finding(xymap.Z, (end.X, end.Y)))
        return None
    return place
