"""What the matrix game adds to core: matrices from a seed, and how hard a matrix is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from xyzgrid_ext.core.findings import Finding, MapError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.from_matrix import map_from_matrix
from xyzgrid_ext.core.grid.model import MadeMap
from xyzgrid_ext.core.mapdata.kinds import REQUIRED, KeyRow, KeyTable, OneOf, WholeNumber
from xyzgrid_ext.core.mapdata.rows import SEED, MapKind, no_faults
from xyzgrid_ext.core.matrix import Matrix
from xyzgrid_ext.core.matrix.model import MAX_EDGE
from xyzgrid_ext.core.parts import CorePart
from xyzgrid_ext.parts.matrix_game.core.difficulty import LEVEL_EFFORTS, difficulty_findings

GENERATED_MATRIX = KeyTable(
    "a dict of edge, difficulty and seed",
    (
        KeyRow("edge", WholeNumber(1, MAX_EDGE), "the edge of the cube", REQUIRED),
        KeyRow("difficulty", WholeNumber(1, len(LEVEL_EFFORTS)), "how hard it is", REQUIRED),
        KeyRow("seed", SEED, "which matrix", 1),
    ),
    own=None,
    cure='write {"edge": 10, "difficulty": 5, "seed": 7}',
)


def _made(data: Mapping[Any, Any], name: str) -> MadeMap:
    from xyzgrid_ext.parts.matrix_game.core.generate import generate  # most checks make none

    try:
        matrix = generate(**data["matrix"]).matrix
    except MapError as error:
        fault = Finding.error("too-small", error.message, error.cure, file=name)
        return MadeMap(None, (fault,))
    return map_from_matrix(matrix, (), name, data)


def _difficulty(_grid: Grid, matrix: Matrix | None, file: str) -> Iterable[Finding]:
    return () if matrix is None else difficulty_findings(matrix, file)


CORE = CorePart(
    "matrix_game",
    map_kinds=(
        MapKind(
            KeyRow("matrix", GENERATED_MATRIX, "the parameters to generate one"),
            "edge, difficulty and seed",
            no_faults,
            make=_made,
        ),
    ),
    matrix_options=(
        KeyRow(
            "play",
            OneOf(("explore", "matrix")),
            "of a matrix: an ordinary place; or the matrix game",
            "explore",
        ),
        KeyRow(
            "traps",
            OneOf(("hidden", "felt")),
            "of the matrix game: whether players feel an exit after which the end is out of reach",
            "hidden",
        ),
    ),
    apart=lambda options: options.get("play") == "matrix",
    checks=(_difficulty,),
)
