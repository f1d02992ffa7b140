"""The pictures of the documentation: a map of the demonstration as the package draws it.

`make pages` draws it anew.
"""

import os
from pathlib import Path

import pytest

from xyzgrid_ext.game.maps.loader import load_maps
from xyzgrid_ext.parts.formats.core import svg
from xyzgrid_ext.parts.formats.core.whole import full_map_views

PICTURES = Path(__file__).resolve().parents[4] / "docs" / "pictures"


@pytest.mark.beside("contents")
def test_the_picture_of_the_town_shows_it_as_it_is():
    views = full_map_views([loaded.grid for loaded in load_maps("world.town")])
    drawn = "".join(svg.write([view.head for view in views], views))
    file = PICTURES / "town.svg"
    if os.environ.get("XYZGRID_GOLDEN"):
        file.write_text(drawn, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == drawn
