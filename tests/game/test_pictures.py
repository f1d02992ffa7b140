"""The pictures of the documentation: maps of the demonstration as the package draws them.

`make pictures` writes them anew.
"""

import os
from pathlib import Path

import pytest

from xyzgrid_ext.core.formats import svg
from xyzgrid_ext.core.view.whole import whole_maps
from xyzgrid_ext.game.maps.loader import load

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"


@pytest.mark.parametrize("name", ["town", "lighthouse"])
def test_the_picture_shows_the_map_as_it_is(name):
    views = whole_maps([loaded.grid for loaded in load(f"world.{name}")])
    drawn = "".join(svg.write([view.head for view in views], views))
    file = PICTURES / f"{name}.svg"
    if os.environ.get("XYZGRID_GOLDEN"):
        file.write_text(drawn, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == drawn
