"""Which ways lead through a dungeon."""

import pytest
from dungeon_maps import row, run_now
from evennia.contrib.grid.xyzgrid.xymap_legend import TransitionMapNode

from xyzgrid_ext.parts.dungeons.game import copies, dungeon


class OutToFarBank(TransitionMapNode):
    target_map_xyz = (3, 0, "banks")


class IntoTunnel(TransitionMapNode):
    target_map_xyz = (5, 0, "tunnel")


class IntoVault(TransitionMapNode):
    target_map_xyz = (0, 0, "vault")


BANKS = {
    "zcoord": "banks",
    "map": """
 + 0 1 2 3

 0 #-#-T #

 + 0 1 2 3
""",
    "legend": {"T": IntoTunnel},
    "prototypes": {
        (0, 0): {"prototype_parent": "xyz_room", "key": "Near bank"},
        (1, 0): {"prototype_parent": "xyz_room", "key": "Ford"},
        (3, 0): {"prototype_parent": "xyz_room", "key": "Far bank"},
    },
}


@pytest.fixture(params=["shared", "party"])
def tunnel(request, spawn_maps, monkeypatch):
    """Return the grid: a dungeon leads from one bank out on the other."""
    monkeypatch.setattr(copies, "run_in_slices", run_now)
    made = dungeon("tunnel", copies=request.param, lease=10, outside=(3, 0, "banks"))
    grid = spawn_maps(BANKS, made)
    assert grid.live.grids["tunnel"].start[:2] == IntoTunnel.target_map_xyz[:2]
    return grid


def test_no_way_leads_through_a_dungeon_in_which_nobody_has_been(tunnel, make_player):
    ann = make_player("Ann", location=tunnel.live.object(("banks", 0)))
    told = "You know of no way from here to Far bank."
    assert told in ann.types("path far bank")
    assert told in ann.types("goto far bank")
    assert ann.at == "Near bank"


def test_who_has_come_into_a_dungeon_knows_the_way_out(tunnel, make_player):
    ann = make_player("Ann", location=tunnel.live.object(("banks", 1)))
    ann.types("east")
    assert ann.character.location.here[0].startswith("tunnel")
    assert "Far bank is 1 step from here." in ann.types("path far bank")
    ann.types("goto far bank")
    assert ann.at == "Far bank"


def test_a_drawn_dungeon_is_no_way_for_who_has_not_been_there(spawn_maps, make_player):
    vault = row(["Hall", "End"], copies="shared")
    vault["map"] = vault["map"].replace(" 0 #-#", " 0 #-#-T").replace("+ 0 1", "+ 0 1 2")
    vault["legend"] = {"T": OutToFarBank}
    grid = spawn_maps(BANKS | {"legend": {"T": IntoVault}}, vault)
    ann = make_player("Ann", location=grid.live.object(("banks", 0)))
    assert "You know of no way" in ann.types("path far bank")
    ann.types("east")
    ann.types("east")
    assert ann.at == "Hall"
    assert "You know of no way" in ann.types("path far bank"), "the way out is another room's"
    ann.types("east")
    assert "Far bank is 1 step" in ann.types("path far bank")
