"""Makes 3D maps from drawn sheets, joined by their stairs.

    "levels": [bottom, ..., top]     the sheets tower:0, tower:1, ... of the same origin

Prototypes are matched by (x, y, z) over all sheets together, since the parser takes only two
coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping

from xyzgrid_ext.core.coords import level_name
from xyzgrid_ext.core.findings import Finding, RefusedError, errors_of
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.join import DOWN, STAIR_NAMES, UP, Stair, join_sheets
from xyzgrid_ext.core.grid.overrides import Overrides
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.game.maps.plane_map import PlaneMap
from xyzgrid_ext.game.maps.planes import load_plane, unused_prototypes
from xyzgrid_ext.game.maps.stairs import STAIRS, StairsUp


def load_sheets(data: Record) -> tuple[Grid, list[Finding], tuple[PlaneMap, ...]]:
    """Return the Grid of an XYMAP_DATA with `levels`, its findings, and each sheet's map object.

    Raises:
        RefusedError: if a sheet is refused, or if stairs or entries are malformed. It lists the
            faults of all sheets by their names (`tower:2`).
    """
    name = str(data["zcoord"]).strip()
    findings = _malformed(name, data)
    if findings:
        raise RefusedError(findings)
    overrides = Overrides(data.get("prototypes") or {}, axes=3)
    grids: list[Grid] = []
    xymaps: list[PlaneMap] = []
    stairs: list[list[Stair]] = []
    for z, drawing in enumerate(data["levels"]):
        sheet = {
            "zcoord": level_name(name, z),
            "map": drawing,
            "legend": {**STAIRS, **(data.get("legend") or {})},
            "options": data.get("options"),
        }
        try:
            grid, of_sheet, xymap = load_plane(sheet, overrides, (z,))
        except RefusedError as err:
            findings += err.findings
            continue
        findings += of_sheet
        grids.append(grid)
        xymaps.append(xymap)
        stairs.append(_stairs(grid, xymap, z, overrides, findings))
    whole = not errors_of(findings)
    # if sheets are missing, used and unused entries cannot be distinguished
    of_entries = overrides.findings(name)
    findings += of_entries if whole else errors_of(of_entries)
    if errors_of(findings):
        raise RefusedError(findings)
    grid, of_map = join_sheets(name, grids, stairs, data.get("options"), findings)
    return grid, [*of_map, *unused_prototypes(data, xymaps, grid)], tuple(xymaps)


def _malformed(name: str, data: Mapping[str, object]) -> list[Finding]:
    """Return findings about `levels` and other entries that are of a wrong type."""
    findings = []
    levels = data["levels"]
    if not isinstance(levels, list | tuple):
        fault = f"levels must be a list, not {type(levels).__name__}"
        findings.append(Finding.error("malformed-levels", fault, "write [bottom, ..., top]", name))
        levels = ()
    for z, drawing in enumerate(levels):
        if not isinstance(drawing, str) or not drawing.strip():
            fault = "this level is not a drawing" if drawing else "this level is empty"
            cure = "write it as text, like the drawing of a flat map"
            findings.append(Finding.error("malformed-levels", fault, cure, level_name(name, z)))
    for entry in ("legend", "prototypes", "options"):
        if not isinstance(data.get(entry) or {}, Mapping):
            fault = f"{entry} must be a dict, not {data[entry]!r}"
            cure = f"write {entry} as a dict, or remove it"
            findings.append(Finding.error("malformed-entry", fault, cure, name))
    return findings


def _stairs(
    grid: Grid, xymap: PlaneMap, z: int, overrides: Overrides, findings: list[Finding]
) -> list[Stair]:
    """Return the stairs of one sheet; faults of their classes go to `findings`."""
    stairs = []
    for x, y, _ in grid.coords.tolist():
        cls = xymap.class_at(x, y)
        if not issubclass(cls, StairsUp):
            continue
        if (fault := _fault(cls, x, y)) is not None:
            findings.append(Finding.error("malformed-stairs", *fault, xymap.Z))
            continue
        prototype = cls.stairs_prototype
        default = {"prototype_parent": prototype} if isinstance(prototype, str) else prototype
        stairs += [
            Stair.of(
                (x, y, z),
                direction,
                overrides,
                default,
                cls.spawn_aliases.get(direction, ()),
                float(cls.stairs_weight),
            )
            for direction in dict.fromkeys(cls.leads)
        ]
    return stairs


def _fault(cls: type[StairsUp], x: int, y: int) -> tuple[str, str] | None:
    """Return what is wrong with a stair's class, and how to mend it; None if nothing is."""
    text = f"{cls.__name__} at ({x},{y})"
    if not isinstance(cls.leads, list | tuple) or not all(d in (UP, DOWN) for d in cls.leads):
        cure = 'set leads = ("up",), ("down",) or ("up", "down")'
        return f"{text} leads {cls.leads!r}", cure
    if not isinstance(cls.spawn_aliases, Mapping) or not all(
        isinstance(names, list | tuple) and names and all(map(_is_word, names))
        for names in cls.spawn_aliases.values()
    ):
        cure = f"set spawn_aliases = {STAIR_NAMES}"
        return f"{text} calls its exits {cls.spawn_aliases!r}", cure
    weight = cls.stairs_weight
    if not isinstance(weight, int | float) or not 0 < weight < float("inf"):
        return f"{text} has the weight {weight!r}", "set stairs_weight to a number above 0"
    if not isinstance(cls.stairs_prototype, str | Mapping):
        fault = f"{text} has the exit prototype {cls.stairs_prototype!r}"
        return fault, 'set stairs_prototype = {"prototype_parent": "xyz_exit"}'
    return None


def _is_word(name: object) -> bool:
    return isinstance(name, str) and bool(name.strip())
