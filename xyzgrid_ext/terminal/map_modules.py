"""The maps of a Python module: its XYMAP_DATA, read without Evennia."""

from __future__ import annotations

import linecache
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import Finding, MapError, RefusedError, Severity, errors_of
from xyzgrid_ext.core.grid import Grid, from_rooms
from xyzgrid_ext.core.grid.from_levels import from_levels
from xyzgrid_ext.core.grid.from_sheet import grid_of_sheet
from xyzgrid_ext.core.grid.overrides import Overrides
from xyzgrid_ext.core.mapdata import (
    faults_of,
    findings_of,
    kinds_of,
    name_of,
    shown,
    with_lines_of_file,
)
from xyzgrid_ext.core.sheet import read
from xyzgrid_ext.terminal.matrices import ReadMap, read_matrix
from xyzgrid_ext.terminal.python_files import values_of


def maps_of_module(file: str) -> list[ReadMap]:
    """Return all maps of a module, including refused ones."""
    try:
        (listed, single), findings = values_of(file, "XYMAP_DATA_LIST", "XYMAP_DATA")
    except RefusedError as refused:
        return [ReadMap(file, None, refused.findings)]
    datas = listed or [data for data in [single] if data]
    if not isinstance(datas, list | tuple) or not datas:
        message = "the module has neither XYMAP_DATA nor XYMAP_DATA_LIST"
        if datas:
            message = f"XYMAP_DATA_LIST must be a list of maps, not {shown(datas)}"
        return [_refused(file, "no-map", message, "define XYMAP_DATA = {...}")]
    text = "".join(linecache.getlines(file))
    maps = [
        one._replace(findings=with_lines_of_file(one.findings, data, text, file))
        for data in datas
        for one in [_of_data(file, data)]
    ]
    first, *others = _distinct(maps)
    return [first._replace(findings=(*findings, *first.findings)), *others]


def _distinct(maps: Iterable[ReadMap]) -> list[ReadMap]:
    """Refuse a map whose name another has, as the game does."""
    seen, found = set[str](), list[ReadMap]()
    for one in maps:
        if one.grid is not None and map_key(one.name) in seen:
            message = f"another map of the module is called '{one.name}'"
            one = _refused(one.name, "map-name-taken", message, "give one of them another zcoord")
        if one.grid is not None:
            seen.add(map_key(one.name))
        found.append(one)
    return found


def _of_data(file: str, data: Any) -> ReadMap:
    name = name_of(data) or file
    found = findings_of(faults_of(data), name)
    if errors_of(found):
        return ReadMap(name, None, tuple(found))
    try:
        grid, more = _built(file, name, data)
    except RefusedError as refused:
        return ReadMap(name, None, (*found, *refused.findings))
    findings = (*found, *more)
    return ReadMap(name, None if errors_of(findings) else grid, findings)


def _built(file: str, name: str, data: Mapping[Any, Any]) -> tuple[Grid, list[Finding]]:
    (kind,) = kinds_of(data)
    options = data.get("options") or {}
    prototypes = data.get("prototypes") or {}
    if data.get("legend"):
        message = "its legend has classes of Evennia's contrib"
        cure = "add it to the game, and ask `evennia xyzgrid check` there"
        raise RefusedError([Finding(Severity.ERROR, "needs-a-game", message, cure, file=name)])
    if kind == "rooms":
        return from_rooms(data["rooms"], name, options)
    if kind == "land":
        # what lands need takes as long to import as the check of a small drawn map
        from xyzgrid_ext.content.land import LAND
        from xyzgrid_ext.workers.lands import land_map

        made = land_map(data, name, LAND)
        if made.grid is None:
            raise RefusedError(made.findings)
        return made.grid, list(made.findings)
    if kind == "levels":
        return from_levels(name, data["levels"], prototypes, options)
    if kind == "map":
        overrides = Overrides(prototypes, parts=2)
        grid, found = grid_of_sheet(read(data["map"], name), options, overrides)
        return grid, [*found, *overrides.findings(name)]
    if kind == "matrix":
        return _of_matrix(file, name, data)
    message = f"a map of '{kind}' is made when the game reads it"
    cure = "ask `evennia xyzgrid check`, or make it by `python -m xyzgrid_ext generate`"
    raise RefusedError([Finding(Severity.ERROR, "needs-a-game", message, cure, file=name)])


def _of_matrix(file: str, name: str, data: Mapping[Any, Any]) -> tuple[Grid, list[Finding]]:
    from xyzgrid_ext.workers.matrices import generated_map, map_of

    if isinstance(data["matrix"], str):
        parsed = read_matrix(str(Path(file).parent / data["matrix"]))
        if parsed.matrix is None:
            raise RefusedError(parsed.findings)
        made = map_of(parsed.matrix, parsed.findings, name, data)
    else:
        try:
            made = generated_map(data["matrix"], name, data)
        except MapError as error:
            fault = Finding(Severity.ERROR, "too-small", error.message, error.cure, file=name)
            raise RefusedError([fault]) from error
    if made.grid is None:
        raise RefusedError(made.findings)
    return made.grid, list(made.findings)


def _refused(name: str, code: str, message: str, cure: str) -> ReadMap:
    return ReadMap(name, None, (Finding(Severity.ERROR, code, message, cure, file=name),))
