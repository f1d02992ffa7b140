"""Who is in rooms that go, had its home there or logged off there (12 of `spec/upstream.md`)."""

import sys
import types

import pytest
from evennia import create_object
from evennia.objects.models import ObjectDB

from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.xyzroom import XYZRoom

pytestmark = pytest.mark.django_db

LANE = "\n+ 0 1 2\n\n0 #-#-#\n\n+ 0 1 2\n\n"


@pytest.fixture
def draw(limbo, monkeypatch):
    """Return a function that draws the lane, and gives the name of its module."""

    def write(drawing=LANE):
        module = types.ModuleType("lanemaps")
        module.XYMAP_DATA = {"zcoord": "lane", "map": drawing}
        monkeypatch.setitem(sys.modules, "lanemaps", module)
        return "lanemaps"

    return write


def leave(player):
    """Log off, as the body then stands nowhere."""
    player.account.unpuppet_object(player.session)
    character = player.character
    assert character.location is None
    return character


def fresh(character):
    """The character as after a start of the server."""
    for model in (*character.db_attributes.all(), character):
        model.flush_from_cache(force=True)
    return ObjectDB.objects.get(pk=character.pk)


@pytest.fixture
def people(draw, make_player):
    """Return the grid, and one player of each kind in the last room of a lane of three."""
    grid = get_xyzgrid()
    grid.add(draw())
    grid.spawn()
    last = XYZRoom.objects.get_xyz((2, 0, "lane"))
    here = make_player("Here", location=last)
    away, settled = make_player("Away", location=last), make_player("Settled", location=last)
    settled.character.home = away.character.home = last
    box = create_object("typeclasses.objects.Object", key="Box", location=last, home=last)
    leave(away)
    return grid, here, away, settled, box


def puppet(player):
    character = fresh(player.character)
    player.account.puppet_object(player.session, character)
    return character


def test_when_a_room_goes_people_find_the_nearest_that_stays(people, draw, limbo):
    grid, here, away, settled, box = people
    draw(LANE.replace("#-#-#", "#-#  "))
    grid.reload()
    grid.spawn()
    nearest = XYZRoom.objects.get_xyz((1, 0, "lane"))
    assert here.character.location == settled.character.location == nearest
    assert puppet(away).location == nearest
    assert settled.character.home == nearest
    assert box.location == box.home == limbo


def test_when_the_whole_grid_goes_all_come_home_or_to_the_default_home(people, limbo):
    grid, here, away, settled, box = people
    hut = create_object("typeclasses.rooms.Room", key="Hut")
    here.character.home = hut
    grid.delete()
    assert not XYZRoom.objects.count()
    assert here.character.location == hut
    assert {obj.location for obj in (settled.character, box)} == {limbo}
    assert {obj.home for obj in (settled.character, box)} == {limbo}
    assert puppet(away).location == limbo


def test_a_room_that_is_deleted_by_hand_loses_nobody(people, limbo):
    _grid, here, away, settled, box = people
    XYZRoom.objects.get_xyz((2, 0, "lane")).delete()
    nearest = XYZRoom.objects.get_xyz((1, 0, "lane"))
    assert here.character.location == limbo  # where it has its home
    assert (settled.character.location, box.location) == (nearest, limbo)
    assert puppet(away).location == nearest
