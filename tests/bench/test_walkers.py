"""What the benchmark of walkers walks in. No server is started."""

from pathlib import Path

import pytest

from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.routes import Rules, everybody, unreachable, world_graph

HERE = Path(__file__).resolve().parent


@pytest.fixture
def bench(monkeypatch):
    """Import the benchmark, which runs as a script."""
    monkeypatch.syspath_prepend(str(HERE))
    import walkers

    return walkers


def test_the_block_is_whole_and_the_same_at_every_run(bench):
    text = bench.matrix(bench.QUICK)
    assert text == bench.matrix(bench.QUICK)
    grid, _findings = from_matrix(parse(text).matrix, "block")
    assert grid.rooms == 300
    world = world_graph({"block": grid})
    assert not unreachable(world, ("block", 0), Rules(everybody))
