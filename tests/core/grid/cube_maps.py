"""Matrices as text, for the tests of the Grids that they become."""

import pytest

from xyzgrid_ext.core.coords import Direction
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.core.matrix import parse

HEAD = "matrixedge 3\nstartnode 0 0 0\nendnode 2 2 2\n"
CROSS = HEAD + "".join(f"node 1 1 1 {d.value} twoway\n" for d in Direction)
WORMHOLES = HEAD + "wormhole 0 0 0 2 2 2\nwormhole 0 0 0 1 1 1 twoway\nwormhole 1 1 1 2 2 2\n"


def grid_of(text, **rest):
    grid, findings = from_matrix(parse(text, "cube.matrix").matrix, "Cube", **rest)
    return grid, findings


def refused(text=CROSS, **rest):
    """The findings that refuse a map: (code, message, cure)."""
    with pytest.raises(RefusedError) as refusal:
        grid_of(text, **rest)
    found = refusal.value.findings
    assert all(finding.file == "Cube" and finding.cure for finding in found)
    return [(finding.code, finding.message) for finding in found]
