"""The maps of a file: a matrix, or a Python module with XYMAP_DATA, read without Evennia."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import errors_of
from xyzgrid_ext.core.grid import Grid, from_matrix
from xyzgrid_ext.terminal.files import complain
from xyzgrid_ext.terminal.matrices import ReadMap, read_matrix
from xyzgrid_ext.terminal.python_files import SUFFIX


def map_argument(parser: ArgumentParser) -> None:
    """Declare the option that chooses one of several maps."""
    parser.add_argument("--map", metavar="NAME", help="the map to take, if a module has several")


def maps_of(file: str, options: Mapping[str, Any] | None = None) -> list[ReadMap]:
    """Return all maps of a file, including refused ones; `options` are for a matrix."""
    if file.endswith(SUFFIX):
        # what modules need takes as long to import as the check of a small matrix
        from xyzgrid_ext.terminal.map_modules import maps_of_module

        return maps_of_module(file)
    parsed = read_matrix(file)
    grid = None
    if parsed.matrix is not None:
        grid, _ = from_matrix(parsed.matrix, Path(file).stem, options=options)
    return [ReadMap(Path(file).stem, grid, parsed.findings, parsed.matrix)]


def one_map(file: str, name: str | None, options: Mapping[str, Any] | None = None) -> Grid | None:
    """Return the grid of a file's map; if there is none, print a message and return None."""
    found = maps_of(file, options)
    if name is not None:
        known = [one.name for one in found]
        found = [one for one in found if map_key(one.name) == map_key(name)][:1]
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
