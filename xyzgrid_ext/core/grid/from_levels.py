"""The Grid of a 3D map drawn sheet by sheet: the stairs `U`, `D` and `B` join the sheets.

tower:1    #-D      `from_levels` reads each sheet with the legend of stairs, and joins them
tower:0      U-#    where stairs lead
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from xyzgrid_ext.core.coords import level_name
from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.grid.from_sheet import grid_of_sheet
from xyzgrid_ext.core.grid.join import DOWN, UP, Stair, join
from xyzgrid_ext.core.grid.model import Grid, Prototype
from xyzgrid_ext.core.grid.overrides import Overrides
from xyzgrid_ext.core.sheet import LEGEND, STAIRS, DrawnMap, read

_LEADS: Mapping[str, tuple[str, ...]] = {"U": (UP,), "D": (DOWN,), "B": (UP, DOWN)}
_EXIT: Prototype = {"prototype_parent": "xyz_exit"}


def from_levels(
    name: str,
    levels: Sequence[str],
    prototypes: Mapping[Any, Mapping[str, Any]],
    options: Mapping[str, Any],
) -> tuple[Grid, list[Finding]]:
    """Make a Grid from sheets drawn with the contrib's symbols and stairs.

    Raises:
        RefusedError: if a sheet is refused, or stairs lead nowhere; it lists the faults of all
            sheets.

    """
    overrides = Overrides(prototypes, parts=3)
    findings: list[Finding] = []
    grids: list[Grid] = []
    stairs: list[list[Stair]] = []
    for z, drawing in enumerate(levels):
        try:
            drawn = read(drawing, level_name(name, z), {**LEGEND, **STAIRS})
            grid, found = grid_of_sheet(drawn, options, overrides, (z,))
        except RefusedError as err:
            findings += err.findings
            continue
        findings += found
        grids.append(grid)
        stairs.append(_stairs(drawn, z, overrides))
    if len(grids) < len(levels):
        raise RefusedError(findings)
    grid, found = join(name, grids, stairs, options, findings)
    return grid, [*found, *overrides.findings(name)]


def _stairs(drawn: DrawnMap, z: int, overrides: Overrides) -> list[Stair]:
    return [
        Stair.of((x, y, z), lead, overrides, _EXIT)
        for x, y, _ in drawn.places
        for lead in _LEADS.get(drawn.drawing.rows[2 * y][2 * x], ())
    ]
