"""The maps of a file: a matrix, or a Python module with XYMAP_DATA, read without Evennia."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import Finding, RefusedError, Severity, errors_of
from xyzgrid_ext.core.grid import Grid, from_matrix, from_rooms
from xyzgrid_ext.core.grid.from_levels import from_levels
from xyzgrid_ext.core.grid.from_sheet import grid_of_sheet
from xyzgrid_ext.core.grid.overrides import Overrides
from xyzgrid_ext.core.mapdata import faults_of, findings_of, kinds_of, name_of
from xyzgrid_ext.core.matrix import Matrix
from xyzgrid_ext.core.sheet import LEGEND, cut_off, read
from xyzgrid_ext.terminal.files import complain
from xyzgrid_ext.terminal.matrices import read_matrix
from xyzgrid_ext.terminal.python_files import SUFFIX, imported


class ReadMap(NamedTuple):
    """One map of a file: its grid, or None if it has errors. `matrix` is that of a matrix file."""

    name: str
    grid: Grid | None
    findings: tuple[Finding, ...] = ()
    matrix: Matrix | None = None


def map_argument(parser: ArgumentParser) -> None:
    """Declare the option that chooses one of several maps."""
    parser.add_argument("--map", metavar="NAME", help="of a module with several maps, that one")


def maps_of(file: str, options: Mapping[str, Any] | None = None) -> list[ReadMap]:
    """All maps of a file, also those that are refused; `options` are those of a matrix."""
    if file.endswith(SUFFIX):
        return _of_module(file)
    parsed = read_matrix(file)
    grid = None
    if parsed.matrix is not None:
        grid, _ = from_matrix(parsed.matrix, Path(file).stem, options=options)
    return [ReadMap(Path(file).stem, grid, parsed.findings, parsed.matrix)]


def one_map(file: str, name: str | None, options: Mapping[str, Any] | None = None) -> Grid | None:
    """The grid of a file, or of one map of it; else None, and standard error says why."""
    found = maps_of(file, options)
    if name is not None:
        known = [one.name for one in found]
        found = [one for one in found if map_key(one.name) == map_key(name)]
        if not found:
            complain(f"{file} has no map '{name}', only {', '.join(map(repr, known))}")
            return None
    if len(found) > 1:
        names = ", ".join(repr(one.name) for one in found)
        complain(f"{file} has {len(found)} maps: choose one with --map, of {names}")
        return None
    if found[0].grid is None:
        complain(*errors_of(found[0].findings))
    return found[0].grid


def _of_module(file: str) -> list[ReadMap]:
    try:
        module = imported(file)
    except RefusedError as refused:
        return [ReadMap(file, None, refused.findings)]
    listed = getattr(module, "XYMAP_DATA_LIST", None)
    datas = listed or [data for data in [getattr(module, "XYMAP_DATA", None)] if data]
    if not isinstance(datas, list | tuple) or not datas:
        message = "the module has neither XYMAP_DATA nor XYMAP_DATA_LIST"
        return [_refused(file, "no-map", message, "define XYMAP_DATA = {...}")]
    return [_of_data(file, data) for data in datas]


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
    if kind == "levels":
        return from_levels(name, data["levels"], prototypes, options)
    if kind == "map":
        rooms = {symbol for symbol, row in LEGEND.items() if row.is_place}
        if lost := cut_off(data["map"], rooms, LEGEND.keys() - rooms, name):
            raise RefusedError(lost)
        overrides = Overrides(prototypes, parts=2)
        grid, found = grid_of_sheet(read(data["map"], name), options, overrides)
        return grid, [*found, *overrides.findings(name)]
    if kind == "matrix" and isinstance(data["matrix"], str):
        matrix_file = str(Path(file).parent / data["matrix"])
        parsed = read_matrix(matrix_file)
        if parsed.matrix is None:
            raise RefusedError(parsed.findings)
        grid, found = from_matrix(
            parsed.matrix,
            name,
            prototypes=prototypes,
            options=options,
            transitions=data.get("transitions"),
        )
        return grid, [*parsed.findings, *found]
    message = f"a map of '{kind}' is made when the game reads it"
    cure = "ask `evennia xyzgrid check`, or make it by `python -m xyzgrid_ext generate`"
    raise RefusedError([Finding(Severity.ERROR, "needs-a-game", message, cure, file=name)])


def _refused(name: str, code: str, message: str, cure: str) -> ReadMap:
    return ReadMap(name, None, (Finding(Severity.ERROR, code, message, cure, file=name),))
