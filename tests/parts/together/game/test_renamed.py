"""What parts keep of a map goes with it to another name."""

import pytest
from spawned import rename_in_module

from xyzgrid_ext.parts.editor.game import edits


@pytest.fixture
def grid(spawn_maps):
    """Return the grid with the map `Town`."""
    return spawn_maps({"zcoord": "Town", "map": "+ 0 1\n\n0 #-#\n\n+ 0 1\n"})


def test_games_dungeons_and_numbers_go_with_the_map(grid, run, player):
    player.character.attributes.add("runs", {"town": {"at": 1}, "x": {}}, category="xyzgrid")
    grid.attributes.add("dungeon town", {"seen": [1]}, category="xyzgrid")
    boxes = [[1 << 30, 3, 1, 1]]  # of the time when the map was lazy
    grid.attributes.add("lazy_numbers", {"town": {"since": None, "boxes": boxes}}, "xyzgrid")
    rename_in_module(grid, "Town", "City")
    assert run("rename", "town", "city", "--yes")[0] == 0
    runs = player.character.attributes.get("runs", category="xyzgrid")
    assert dict(runs) == {"city": {"at": 1}, "x": {}}
    assert grid.attributes.has("dungeon city", category="xyzgrid")
    numbers = grid.attributes.get("lazy_numbers", category="xyzgrid")
    assert [list(box) for box in numbers["city"]["boxes"]] == boxes


def test_rights_and_drafts_go_with_the_map_and_stay_behind_for_no_other(grid, run):
    ann = edits.Who(7, "Ann")
    edits.grant("town", ann, "editor")
    edits.grant("city", edits.Who(8, "Bob"), "owner")  # of a map of this name that is gone
    edits.begin_draft("town", "world.town", "0", {"map": "Town", "rooms": {}})
    rename_in_module(grid, "Town", "City")
    assert run("rename", "Town", "City", "--yes")[0] == 0
    assert (edits.right_holders("town"), edits.right_holders("city")) == ([], [("Ann", "editor")])
    assert edits.draft_rows(["town", "city"])["city"].document["map"] == "City"
