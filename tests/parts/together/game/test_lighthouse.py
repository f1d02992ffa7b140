"""The lighthouse that comes with the game: five floors, from the square to the lamp and back."""

from collections import Counter

import pytest
from evennia.objects.models import ObjectDB
from spawned import spawned_once

import world
from world import caves, hooks, lighthouse, story, town
from xyzgrid_ext.core.grid import check_world
from xyzgrid_ext.game.maps.loader import load_maps
from xyzgrid_ext.game.world import puzzles

pytestmark = pytest.mark.django_db


@pytest.fixture
def grids():
    loaded = [one for reference in world.MAPS for one in load_maps(reference)]
    assert [one.name for one in loaded if one.findings] == []
    return {one.name: one.grid for one in loaded}


shared_maps = spawned_once(town.XYMAP_DATA, lighthouse.XYMAP_DATA, caves.XYMAP_DATA)


@pytest.fixture
def visitor(grid, player):
    player.character.move_to(ObjectDB.objects.get(db_key="Lantern Square"), quiet=True)
    return player


def test_the_maps_of_the_game_fit_together(grids):
    codes = Counter((f.file, f.code) for f in check_world(grids))
    assert {file for file, _ in codes} <= {"glasswork", "undertow", "deep"}  # their traps are meant


def test_who_comes_out_of_the_cistern_has_a_globe_and_all_see_a_white_lantern(visitor, make_player):
    hooks.at_server_start()
    puzzles.note_arrival(None, visitor.character, story.CISTERN)
    assert "a white lamp globe" in visitor.types("inventory")
    other = make_player("Ben")
    other.character.move_to(ObjectDB.objects.get(db_key="Lantern Square"), quiet=True)
    assert "green lanterns burns white" in other.types("look")
