"""Where new characters stand."""

import pytest
from evennia import create_object
from evennia.accounts.accounts import DefaultAccount
from evennia.objects.models import ObjectDB

from xyzgrid_ext.game.typeclasses import newcomers
from xyzgrid_ext.game.world.current import find_grid

MAP = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n"
CUBE = """
matrixedge 2
startnode 0 0 0
endnode 0 0 1
currentnode 0 0 0
node 0 0 0 forward twoway
"""


@pytest.fixture
def square(spawn_maps, settings):
    """Return the start room of a spawned map."""
    settings.XYZGRID_START = (1, 0, "town")
    room = {"prototype_parent": "xyz_room", "key": "Square"}
    spawn_maps({"zcoord": "town", "map": MAP, "prototypes": {(1, 0): room}})
    return ObjectDB.objects.get(db_key="Square")


def test_the_character_of_a_new_account_stands_at_the_start(square, limbo):
    account, faults = DefaultAccount.create(username="Nina", password="correct-horse-7")
    assert not faults
    (character,) = account.characters
    assert character.location == square
    assert character.home == square


def test_a_new_character_sees_the_start_and_never_limbo(square, make_player):
    player = make_player("Nina")
    assert player.character.location == square
    assert "Limbo" not in player.text_since(0)
    assert "Square" in player.text_since(0)


def test_one_made_before_the_grid_comes_over_at_the_next_login(
    make_player, limbo, spawn_maps, settings
):
    settings.XYZGRID_START = (0, 0, "town")
    player = make_player("admin", superuser=True)
    assert player.character.location == limbo
    spawn_maps({"zcoord": "town", "map": MAP})
    player.account.unpuppet_object(player.session)
    player.account.puppet_object(player.session, player.character)
    assert player.character.location.xyz == (0, 0, "town")


def test_who_goes_back_to_limbo_stays_there(square, limbo, make_player):
    player = make_player("admin", superuser=True)
    player.character.move_to(limbo, quiet=True)
    player.account.unpuppet_object(player.session)
    player.account.puppet_object(player.session, player.character)
    assert player.character.location == limbo


def test_who_is_elsewhere_is_left_alone(square, make_player):
    hut = create_object("typeclasses.rooms.Room", key="Hut")
    player = make_player("Nina", location=hut)
    assert player.character.location == hut
    player.account.unpuppet_object(player.session)
    player.account.puppet_object(player.session, player.character)
    assert player.character.location == hut


def test_things_and_beings_of_other_classes_stay_in_limbo(square, limbo):
    being = create_object("evennia.objects.objects.DefaultCharacter", key="Cat", location=limbo)
    thing = create_object("typeclasses.objects.Object", key="Box", location=limbo)
    assert {being.location, thing.location} == {limbo}


@pytest.mark.parametrize("start", [(0, 0, 1, "cube"), (0, 0, "cube:1")])
def test_the_start_can_be_in_a_cube(start, spawn_maps, settings, limbo):
    settings.XYZGRID_START = start
    spawn_maps({"zcoord": "cube", "matrix": CUBE})
    assert newcomers.start_room().xyz == (0, 0, "cube:1")


@pytest.mark.parametrize(
    "start", [None, (0, 0, "nowhere"), (9, 9, "town"), "town", (1, 2), (1, 2, 3, 4, 5)]
)
def test_without_such_a_room_everything_is_as_evennia_has_it(start, settings, make_player, limbo):
    settings.XYZGRID_START = start
    assert make_player("Nina").character.location == limbo
    assert find_grid() is None
