"""Which ways lead through a dungeon."""

import pytest
from dungeon_maps import row, run_now
from evennia.contrib.grid.xyzgrid.xymap_legend import TransitionMapNode
from evennia.objects.models import ObjectDB
from vault_map import copy_keys

from xyzgrid_ext.core.parts import core_parts
from xyzgrid_ext.game.db.objects import INSTANCE, tagged_objects
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.parts.dungeons.game import copies, dungeon
from xyzgrid_ext.parts.dungeons.game.copies import leftover_copies


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


def test_a_game_in_play_runs_without_dungeons_and_goes_on_with_them(grid, visitors, without, run):
    ann = visitors("Ann")
    for line in ("hatch", "west", "open chest"):
        ann.types(line)
    assert copy_keys(grid) == ["vault #1"]
    room, rooms = ann.character.location, ObjectDB.objects.count()

    without("dungeons")
    assert "dungeons" not in {part.name for part in (*game_parts(), *core_parts())}
    grid.running = None  # as in a new process
    grid.reload()
    (refused,) = grid.live.unloaded_maps
    told = "this map is a dungeon: it needs the part dungeons"
    assert (refused.name, [finding.message for finding in refused.findings]) == ("vault", [told])
    assert ann.character.location == room
    assert ObjectDB.objects.count() == rooms
    assert room.key in ann.types("look")
    assert "left of vault #1" in run("doctor")[1]
    porch = ObjectDB.objects.get(db_key="Porch")
    ann.character.move_to(porch)
    assert "Porch" in ann.types("look")

    without()
    grid.running = None
    grid.reload()
    assert copy_keys(grid) == ["vault #1"]
    assert "Hall" in ann.types("hatch")
    assert "You have 1 small key." in ann.types("look")


def test_what_a_dungeon_left_is_removed_and_the_dungeon_put_back(grid, visitors, without, run):
    ann = visitors("Ann")
    ann.types("hatch")
    (key,) = copy_keys(grid)
    without("dungeons")
    grid.running = None
    assert f"removed {key}, a copy that no part keeps" in run("doctor", "--fix")[1]
    assert not tagged_objects(INSTANCE)
    assert "left of" not in run("doctor")[1]
    assert "was removed" in ann.text_since(0)
    ann.character.move_to(ObjectDB.objects.get(db_key="Porch"))

    without()
    grid.running = None
    grid.reload()
    assert [copy.key for copy in leftover_copies(grid.live)] == [key], "the caretaker forgets it"
    assert key not in grid.live.copies
    assert "vault" in grid.live.grids


def test_an_exit_that_a_builder_opened_stays_and_leads_in_again_with_the_part(
    grid, visitors, without, run
):
    ann = visitors("Ann")
    without("dungeons")
    grid.running = None
    assert "exits that builders opened: 1" in run("doctor")[1]
    assert "of parts that the game does not have" not in run("doctor", "--fix")[1]
    without()
    grid.running = None
    grid.reload()
    assert "Hall" in ann.types("hatch")
