"""Makes a matrix from a file or a seed, with its Grid, in another process."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.grid import Grid, from_matrix
from xyzgrid_ext.core.matrix import Matrix, parse
from xyzgrid_ext.core.matrix.generate import generate
from xyzgrid_ext.workers import matrix_cache


class MatrixMap(NamedTuple):
    """A matrix, its Grid (None if it is refused), and the findings about it."""

    matrix: Matrix | None
    grid: Grid | None
    findings: tuple[Finding, ...]


def read_map(
    text: str, file: str, name: str, own: Mapping[str, Any], folder: Path | None = None
) -> MatrixMap:
    """Make the map from a file's text; `own` may have prototypes, options and transitions.

    Matrices of large files are cached in `folder`.
    """
    if len(text) < matrix_cache.LEAST_TEXT:
        folder = None
    parsed = None if folder is None else matrix_cache.find(folder, text, file)
    if parsed is None:
        parsed = parse(text, file)
        if folder is not None:
            matrix_cache.keep(folder, text, parsed)
    if parsed.matrix is None:
        return MatrixMap(None, None, parsed.findings)
    return map_of(parsed.matrix, parsed.findings, name, own)


def generated_map(order: Mapping[str, Any], name: str, own: Mapping[str, Any]) -> MatrixMap:
    """Make a map from a seed; `order` has the arguments of `generate`, `own` is as in `read_map`.

    Raises:
        MapError: if there is no such matrix.

    """
    return map_of(generate(**order).matrix, (), name, own)


def map_of(
    matrix: Matrix, findings: tuple[Finding, ...], name: str, own: Mapping[str, Any]
) -> MatrixMap:
    """Make the map of a matrix, whose file has the findings; `own` is as in `read_map`."""
    try:
        grid, found = from_matrix(
            matrix,
            name,
            prototypes=_placed(matrix, own.get("prototypes")),
            options=own.get("options"),
            transitions=_placed(matrix, own.get("transitions")),
        )
    except RefusedError as err:
        return MatrixMap(None, None, (*findings, *err.findings))
    return MatrixMap(matrix, grid, (*findings, *found))


def _placed(matrix: Matrix, entries: Any) -> Any:
    """Return the entries of a module, with `"start"` and `"end"` replaced by coordinates."""
    if not isinstance(entries, Mapping):
        return entries
    ends = {"start": tuple(matrix.start), "end": tuple(matrix.end)}

    def place(key: Any) -> Any:
        first, *rest = key if isinstance(key, tuple) and key else (key,)
        if not isinstance(first, str) or first not in ends:
            return key
        return (*ends[first], *rest)

    return {place(key): value for key, value in entries.items()}
