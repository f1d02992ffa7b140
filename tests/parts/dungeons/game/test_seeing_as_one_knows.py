"""What is told of dungeons, to accounts and in fog: only what those have seen who ask."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from dungeon_maps import row
from evennia import create_object
from seen_maps import CUBE, GAME, TOWN, exits, stand
from spawned import spawned_once

from xyzgrid_ext.core.view import Door
from xyzgrid_ext.core.view.sight import LinkKnowledge
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.visibility import room_view, viewer

shared_maps = spawned_once(TOWN, CUBE, GAME)


# --- dungeons

VAULT = row(
    ["West", "Hall", "Closet", "End"],
    start="Hall",
    gives={"West": ["smallkey"]},
    needs={"Hall east": ["smallkey"]},
)


def test_of_a_dungeon_is_told_what_its_people_have_seen(spawn_maps, player, superuser):
    grid = spawn_maps(VAULT)
    live, ann = grid.live, player.character
    assert not room_view.sees_map(live, ann, "vault")
    stand(grid, player, ("vault", 1))
    view = room_view.map_view(live, ann, "vault")
    assert [room.name for room in view.rooms] == ["Hall"]
    assert (view.head.known, view.head.rooms) == (1, None)
    assert exits(view.rooms[0]) == {"east": None, "west": None}
    assert [(one.door, one.needs) for one in view.rooms[0].exits] == [
        (Door.LOCKED, ("smallkey",)),
        (Door.NONE, ()),
    ]
    player.types("west")
    player.types("open chest")
    player.types("east")
    view = room_view.room_view(live, ann, ("vault", 1))
    assert exits(view) == {"east": None, "west": live.object(("vault", 0)).id}
    assert view.exits[0].door is Door.CLOSED
    assert view == room_view.map_view(live, ann, "vault").rooms[1]
    player.types("east")
    assert room_view.room_view(live, ann, ("vault", 1)).exits[0].door is Door.OPEN
    assert room_view.room_view(live, ann, ("vault", 3)) is None
    assert len(room_view.map_view(live, superuser.character, "vault").rooms) == 4
    assert not room_view.sees_map(live, viewer.PublicViewer(), "vault")


# --- accounts


@pytest.mark.beside("matrix_game")
def test_an_account_knows_what_any_of_its_characters_knows(grid, player, superuser, clock):
    live, account = grid.live, player.account
    other = create_object(player.character.typeclass_path, key="Zoe")
    account.characters.add(player.character)
    account.characters.add(other)
    link = next(n for n in live.grids["cube"].links_of(0) if live.is_wormhole(("cube", 0), n))
    memory.learn_wormhole(other, live.wormhole_id(("cube", 0), link))
    viewer.account_viewer(live, account)  # once: what Ann, who plays, has explored
    with CaptureQueriesContext(connection) as asked:
        eyes = viewer.account_viewer(live, account)
    assert len(asked) == 3
    assert room_view.sight_of(live, eyes, "cube").link(link) is LinkKnowledge.YES
    assert not room_view.sees_map(live, eyes, "game")
    assert room_view.sees_map(live, viewer.account_viewer(live, superuser.account), "game")


def test_the_rooms_that_are_known_in_fog_are_those_that_are_known_one_by_one(spawn_maps, player):
    grid = spawn_maps({**TOWN, "zcoord": "moor", "options": {"fog": "explored"}})
    live = grid.live
    for number in (0, 1, 3):
        stand(grid, player, ("moor", number))
    player.account.characters.add(player.character)
    for looker in (
        player.character,
        viewer.account_viewer(live, player.account),
        viewer.PublicViewer(),
    ):
        sight = room_view.sight_of(live, looker, "moor")
        asked = [sight.knows(number) for number in range(sight.grid.rooms)]
        assert sight.rooms().tolist() == asked
    assert room_view.sight_of(live, player.character, "moor").rooms().sum() == 3
