"""What is told of the world to characters, guests and accounts, as values."""

import numpy as np
import pytest
from evennia import create_object
from evennia.objects.models import ObjectDB
from seen_maps import CUBE, TOWN, exits, stand
from spawned import spawned_once

from xyzgrid_ext.core.view import Door
from xyzgrid_ext.core.view.snapshot import COMPASS, area_number
from xyzgrid_ext.game.visibility import room_view, viewer

shared_maps = spawned_once(TOWN, CUBE)


def test_room_of_an_open_map_tells_its_exits_and_which_doors_are_locked(grid, player):
    live = grid.live
    view = room_view.room_view(live, player.character, ("town", 0))
    assert (view.name, view.x, view.y, view.z, view.symbol) == ("Square", 0, 0, 0, "#")
    assert (view.environment, view.details) == ("cobbles", ("shop",))
    assert view.number == live.object(("town", 0)).id
    assert exits(view) == {
        "north": live.object(("town", 3)).id,
        "east": live.object(("town", 1)).id,
    }
    assert [one.direction for one in view.exits] == ["n", "e"]
    assert all(one.direction in COMPASS and one.area == "town" for one in view.exits)

    def door():
        view = room_view.room_view(grid.live, player.character, ("town", 1))
        whole = room_view.map_view(grid.live, player.character, "town").rooms[1]
        assert view == whole
        return next((one.needs, one.door) for one in view.exits if one.name == "east")

    assert door() == (("item:bronze key",), Door.LOCKED)
    create_object(key="bronze key", location=player.character)
    assert door() == (("item:bronze key",), Door.OPEN)


def test_exit_that_one_may_not_see_is_not_there(grid, player, superuser):
    live = grid.live
    live.exit(("town", 0), "e").locks.add("view:perm(Builder)")

    def names(looker):
        view = room_view.room_view(live, looker, ("town", 0))
        assert view == room_view.map_view(live, looker, "town").rooms[0]
        return [one.name for one in view.exits]

    assert names(player.character) == ["north"]
    assert names(viewer.PublicViewer()) == ["north"]
    assert names(superuser.character) == ["north", "east"]
    live.exit(("town", 0), "e").locks.remove("view")
    for looker in (player.character, viewer.PublicViewer(), superuser.character):
        (room, *_others) = room_view.map_view(live, looker, "town").rooms
        shown = any(one.direction == "e" for one in room.exits)
        assert shown is (looker is superuser.character)


def rooms_in_parts(grid, looker, key, numbers):
    live = grid.live
    return room_view.rooms_in_parts(live, looker, live.grids[key], key, np.array(numbers, int))


@pytest.mark.parametrize("hide", ["search:false()", "view:false()", ""])
def test_an_exit_that_a_builder_opened_and_hid_is_on_no_map(grid, player, superuser, hide):
    live = grid.live
    stand(grid, superuser, ("town", 3))
    superuser.types("open out = (0,0,0,cube)")
    (out,) = ObjectDB.objects.filter(db_key="out")
    if hide:
        out.locks.add(hide)
    else:
        out.locks.remove("view")
    for looker in (player.character, viewer.PublicViewer()):
        assert "out" not in exits(room_view.room_view(live, looker, ("town", 3)))
        assert "out" not in exits(room_view.map_view(live, looker, "town").rooms[3])


def test_exits_keep_their_direction_and_levels_are_told_alone(grid, player):
    exit_obj = grid.live.exit(("town", 0), "e")
    exit_obj.key = "Merchants' Row"
    view = room_view.room_view(grid.live, player.character, ("town", 0))
    assert [(one.name, one.direction) for one in view.exits][-1] == ("Merchants' Row", "e")
    assert view == room_view.map_view(grid.live, player.character, "town").rooms[0]
    stand(grid, player, ("cube", 0))
    view = room_view.map_view(grid.live, player.character, "cube", range(1, 3))
    assert [(room.x, room.y, room.z) for room in view.rooms] == [(0, 0, 1)]
    head = view.head
    assert (head.key, head.name, head.levels, head.known, head.rooms) == ("cube", "cube", 3, 4, 4)
    assert head.number == area_number("cube")
    assert view.here == grid.live.object(("cube", 0)).id
    live = grid.live
    grid.remove_map("cube")
    assert room_view.map_view(grid.live, player.character, "cube") is None
    assert room_view.room_view(grid.live, player.character, ("cube", 0)) is None
    assert not room_view.sees_map(live, player.character, "nowhere")


@pytest.mark.parametrize("who", ["public", "player", "builder"])
def test_a_map_in_parts_is_the_map_at_once(grid, make_player, who, monkeypatch):
    player = make_player("Ann", permissions=["Builder"] if who == "builder" else [])
    looker = viewer.PublicViewer() if who == "public" else player.character
    monkeypatch.setattr(room_view, "_PART", 2)
    for key in ("town", "cube"):
        whole = room_view.map_view(grid.live, looker, key)
        numbers = range(grid.live.grids[key].rooms)
        assert rooms_in_parts(grid, looker, key, numbers) == whole
        assert rooms_in_parts(grid, looker, key, []).rooms == ()
