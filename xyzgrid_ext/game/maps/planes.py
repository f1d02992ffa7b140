"""Drawn maps: XYMAP_DATA through the contrib's own parser, then into a Grid.

The contrib's parser stays the judge of what a drawing means (`plane_map`), so that every legend
subclass and every existing module works unchanged. Prototypes it does not get to see; they are
matched here, once each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from evennia.contrib.grid.xyzgrid.utils import MapError

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.findings import Finding, RefusedError, Severity
from xyzgrid_ext.core.grid import Grid, RoomFlag, Sheet, Way, assemble, needs_of
from xyzgrid_ext.core.grid.margins import cut_off
from xyzgrid_ext.core.grid.overrides import Overrides
from xyzgrid_ext.core.view.fitting import columns
from xyzgrid_ext.game.maps.plane_map import PlaneMap
from xyzgrid_ext.game.maps.plane_routes import drawn_links

# what of a map's data is of its drawing
_DRAWING = ("zcoord", "map", "legend", "prototypes", "options")
_UNSHOWN = "?"
_NO_PROTOTYPE: Mapping[str, Any] = {}


def load_plane(
    data: Mapping[str, Any], overrides: Overrides | None = None, level: tuple[int, ...] = ()
) -> tuple[Grid, list[Finding], PlaneMap]:
    """Make the Grid of one XYMAP_DATA.

    Args:
        data: what a map module has, without `levels`.
        overrides: of a sheet of a 3D map, the prototypes of all of it. What is wrong with them is
            not told then.
        level: what comes behind (x, y) in their keys: `(z,)`.

    Raises:
        RefusedError: if the contrib's parser refuses the map, or entries are malformed.

    """
    name = str(data["zcoord"]).strip()
    try:
        xymap = PlaneMap({key: data[key] for key in _DRAWING if key in data})
        _refuse_losses(xymap)
        xymap.parse()
        return (*_to_grid(xymap, overrides, level), xymap)
    except RefusedError:
        raise
    except Exception as err:
        raise RefusedError([_fault(name, err)]) from err


def _fault(name: str, err: Exception) -> Finding:
    """What the contrib's parser, or an author's class that it called, did not bear."""
    code, message = "bad-drawing", str(err)
    cure = "correct the drawing; `evennia xyzgrid help drawing` shows the symbols"
    if isinstance(err, RecursionError):
        message = "a link is longer than the parser can follow, or runs in a ring"
        cure = "put a room into the long link, or break the ring"
    elif not isinstance(err, MapError):
        code, message = "malformed-map", f"malformed map data: {type(err).__name__}: {err}"
        cure = "correct the entries of XYMAP_DATA and the classes of its legend"
    return Finding(Severity.ERROR, code, message, cure, file=name)


def _refuse_losses(xymap: PlaneMap) -> None:
    """Refuse a drawing of which the parser would leave a part away, without a word."""
    if isinstance(xymap.mapstring, str):
        rooms = {symbol for symbol, cls in xymap.legend.items() if hasattr(cls, "node_index")}
        if lost := cut_off(xymap.mapstring, rooms, xymap.legend.keys() - rooms, xymap.Z):
            raise RefusedError(lost)


def _to_grid(
    xymap: PlaneMap, shared: Overrides | None, level: tuple[int, ...]
) -> tuple[Grid, list[Finding]]:
    nodes = [node for node in xymap.node_index_map.values() if node.prototype]
    index = {node.node_index: number for number, node in enumerate(nodes)}
    overrides = shared or Overrides(xymap.prototypes, parts=2)
    protos: list[Any] = []
    numbers: dict[Any, int] = {}
    defaults: dict[int, int] = {}
    findings: list[Finding] = []

    def number_of(key: Any, default: Mapping[str, Any]) -> int:
        # an override replaces the legend's prototype, as the contrib does it
        if key is None:
            if id(default) not in defaults:
                # many classes of a legend have equal prototypes; the few are looked through once
                same = next((n for n in defaults.values() if protos[n] == default), len(protos))
                if same == len(protos):
                    protos.append(default)
                defaults[id(default)] = same
            return defaults[id(default)]
        if key not in numbers:
            numbers[key] = len(protos)
            protos.append(overrides.prototype(key))
        return numbers[key]

    ways: dict[Way, int] = {}
    source: list[int] = []
    target: list[int] = []
    way: list[int] = []
    weight: list[float] = []
    flags: list[int] = []
    link_proto: list[int] = []
    outside: dict[int, Place] = {}
    trails: dict[tuple[int, int, str], tuple[tuple[int, int], ...]] = {}
    for number, node in enumerate(nodes):
        for link in drawn_links(node):
            direction, alias, end = link.direction, link.alias, link.end
            key, *aliases = node.get_exit_spawn_name(direction)
            exit_way = Way(alias, key, tuple(aliases), alias)
            place = _outside_target(xymap, node, end, index, findings)
            if place is not None:
                outside[len(source)] = place
            elif end.node_index not in index:
                continue
            source.append(number)
            target.append(-1 if place is not None else index[end.node_index])
            way.append(ways.setdefault(exit_way, len(ways)))
            weight.append(link.weight)
            flags.append(link.flags)
            # the drawn direction is meant before a name that another exit gives itself
            others = [word for word in (alias, key, *aliases) if word not in node.links]
            match = overrides.match((node.X, node.Y, *level), (direction, *others))
            own = type(node.first_links[direction]).prototype or _NO_PROTOTYPE
            link_proto.append(number_of(match, own))
            # the symbol of a transition is no room's: it belongs to the way there
            drawn = link.steps if place is None else (*link.steps, end)
            trails[node.X, node.Y, alias] = tuple((step.x, step.y) for step in drawn)
    room_proto = [number_of(overrides.match((n.X, n.Y, *level)), type(n).prototype) for n in nodes]
    if shared is None:
        findings += overrides.findings(xymap.Z)
    if any(f.severity is Severity.ERROR for f in findings):
        raise RefusedError(findings)
    grid = assemble(
        xymap.Z,
        levels=None,
        coords=np.array([(n.X, n.Y, 0) for n in nodes], dtype=np.int32).reshape(-1, 3),
        source=np.array(source, dtype=np.int64),
        target=np.array(target, dtype=np.int64),
        way=np.array(way, dtype=np.int64),
        ways=list(ways),
        weight=np.array(weight, dtype=np.float64),
        link_flags=np.array(flags, dtype=np.uint8),
        room_flags=np.array(
            [RoomFlag.INTERRUPT if n.interrupt_path else 0 for n in nodes], dtype=np.uint8
        ),
        outside=outside,
        needs=needs_of(protos, link_proto),
        protos=protos,
        room_proto=np.array(room_proto, dtype=np.int32),
        link_proto=np.array(link_proto, dtype=np.int32),
        options=xymap.options,
        drawn=(Sheet(cells=_cells(xymap, findings), trails=trails),),
    )
    return grid, findings


def _cells(xymap: PlaneMap, findings: list[Finding]) -> dict[tuple[int, int], str]:
    """The drawing as players see it: what shows as a blank is no cell."""
    cells = {
        (x, y): str(symbol)
        for y, row in enumerate(xymap.display_map)
        for x, symbol in enumerate(row)
        if str(symbol).strip()
    }
    # they would move all that stands right of them
    wide = {symbol for symbol in set(cells.values()) if columns(symbol) != 1}
    findings += [_wide_symbol(xymap.Z, symbol) for symbol in sorted(wide)]
    return {cell: _UNSHOWN if symbol in wide else symbol for cell, symbol in cells.items()}


def _wide_symbol(name: str, symbol: str) -> Finding:
    return Finding(
        Severity.WARNING,
        "wide-symbol",
        f"the symbol '{symbol}' takes {columns(symbol)} columns, and is shown as '{_UNSHOWN}'",
        "give its legend class a display_symbol of one column",
        file=name,
    )


def _outside_target(
    xymap: PlaneMap, node: Any, end: Any, index: Mapping[int, int], findings: list[Finding]
) -> Place | None:
    """Where a transition leads; None for a link within the map."""
    if end.node_index in index:
        return None
    try:
        x, y, name = end.get_spawn_xyz()
        place = Place(str(name).strip(), Coord(int(x), int(y)))
    except (MapError, AttributeError, TypeError, ValueError, OverflowError) as err:
        fault = (
            err.message
            if isinstance(err, MapError)
            else (f"{type(end).__name__} at {node.X, node.Y} has no usable target_map_xyz")
        )
        findings.append(
            Finding(
                Severity.ERROR,
                "bad-transition",
                fault,
                'set target_map_xyz = (X, Y, "map")',
                file=xymap.Z,
            )
        )
        return None
    if place == Place(xymap.Z, Coord(end.X, end.Y)):  # a node without prototype, and no transition
        findings.append(
            Finding(
                Severity.WARNING,
                "virtual-node",
                f"({end.X},{end.Y}) has no prototype, so no exit leads there",
                "give its legend class a prototype, or make it a transition",
                file=xymap.Z,
            )
        )
        return None
    return place
