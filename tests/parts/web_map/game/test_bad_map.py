"""The map page shows the other maps beside one that does not load."""

import sys

import pytest
from django.test import Client

DRAWING = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n"
TOWN = {"zcoord": "town", "map": DRAWING}


@pytest.mark.parametrize("page", ["/map/", "/map/list/", "/map/api/maps", "/map/api/maps/town"])
def test_the_website_shows_the_others_beside_a_bad_map(page, spawn_maps, monkeypatch):
    grid = spawn_maps(TOWN, {"zcoord": "bad", "map": DRAWING})
    module = sys.modules[grid.records[0]["reference"]]
    bad = {"zcoord": "bad", "map": DRAWING, "options": {"map_display": []}}
    monkeypatch.setattr(module, "XYMAP_DATA_LIST", [TOWN, bad])
    grid.reload()
    assert Client().get(page).status_code == 200
