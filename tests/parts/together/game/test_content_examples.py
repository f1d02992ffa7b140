"""Each map that `init` copies into a game loads there and has no fault."""

import pytest

from xyzgrid_ext import content
from xyzgrid_ext.core.grid import check_world
from xyzgrid_ext.game.maps.loader import load_maps


@pytest.mark.parametrize("name", content.EXAMPLES)
def test_an_example_loads_and_has_no_fault(name):
    (loaded,) = load_maps(f"xyzgrid_ext.content.examples.{name}")
    assert loaded.name == name
    assert [str(finding) for finding in loaded.findings] == []
    assert [str(finding) for finding in check_world({name: loaded.grid})] == []
