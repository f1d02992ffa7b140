"""The lighthouse that comes with the game: five floors, from the square to the lamp and back."""

from collections import Counter

import pytest
from evennia.objects.models import ObjectDB
from spawned import spawned_once

import world
from world import caves, hooks, lighthouse, story, town
from xyzgrid_ext.core.grid import check_world
from xyzgrid_ext.game.maps.loader import load
from xyzgrid_ext.game.world import solved

pytestmark = pytest.mark.django_db


@pytest.fixture
def grids():
    """Return all maps of the game by name."""
    loaded = [one for reference in world.MAPS for one in load(reference)]
    assert [one.name for one in loaded if one.findings] == []
    return {one.name: one.grid for one in loaded}


shared_maps = spawned_once(town.XYMAP_DATA, lighthouse.XYMAP_DATA, caves.XYMAP_DATA)


@pytest.fixture
def visitor(grid, player, clock):
    """Return an ordinary player in the square, with `walks`."""
    player.character.move_to(ObjectDB.objects.get(db_key="Lantern Square"), quiet=True)

    def walks(line):
        before = len(player.sent)
        player.types(line)
        clock.pump([0.5] * 40)
        return player.text_since(before)

    player.walks = walks
    return player


def test_the_maps_of_the_game_fit_together(grids):
    codes = Counter((f.file, f.code) for f in check_world(grids))
    assert {file for file, _ in codes} <= {"glasswork", "undertow", "deep"}  # their traps are meant


def lights_the_prisms(visitor, clock):
    """Play the table of the Lamp to its end, and stand up."""
    before = len(visitor.sent)
    for line in ("play table", "eesswwwnnn", "stop"):
        visitor.types(line)
        clock.advance(1)
    return visitor.text_since(before)


def climbs(visitor):
    """Climb to the Lamp, stopping on each floor that is new; return the last that was read."""
    text = visitor.walks("goto the lamp")
    while "you have not been here before" in text:
        text = visitor.walks("goto")
    return text


def test_the_lamp_is_lit_by_whoever_has_come_to_all_four_places(visitor, make_player, clock):
    hooks.at_server_start()
    other = make_player("Ben")
    other.character.move_to(ObjectDB.objects.get(db_key="Lantern Square"), quiet=True)
    before = len(other.sent)
    assert "0 of 4 done" in visitor.types("score")
    assert "Nobody has lit it" in visitor.types("journal")
    assert "play table leads the daylight" in climbs(visitor)
    assert "The prisms of the Lamp are dark" in visitor.types("journal")
    assert "The sun is dark" in visitor.types("look seals")
    told = lights_the_prisms(visitor, clock)
    assert "One of several locks springs open: hatch, in The Lamp." in told
    assert "Journal: The Lamp is done.\nJournal: new task: The light." in told
    assert "the lamp is full of day" in visitor.types("look")
    seals = visitor.types("look seals")
    assert "The sun shines" in seals
    assert "The wheel is dark" in seals
    assert visitor.types("hatch").startswith("The hatch is shut.")
    heard = other.text_since(before)
    assert "somebody waves: Ann" in heard
    assert "Ann has lit the prisms" in heard
    for puzzle in (story.HEART, story.STILL_POINT, story.CISTERN):
        solved.solve(puzzle, visitor.character)
    assert "All four seals" in visitor.types("look")
    before_the_end = len(visitor.sent)
    assert "The wick is new" in visitor.types("hatch")
    assert "You have lit" not in visitor.types("journal")
    assert "there is light" in visitor.types("light lamp")
    clock.advance(1)
    assert "Everything in your journal is done." in visitor.text_since(before_the_end)
    assert "5 of 5 done" in visitor.types("score")
    assert "You have lit the lamp." in visitor.types("journal")
    assert "Ann has lit the lamp!" in other.text_since(before)
    assert "the lighthouse burns" in other.types("look")
    assert "Somebody has lit it already" in other.types("journal")


def test_who_comes_out_of_the_cistern_has_a_globe_and_all_see_a_white_lantern(visitor, make_player):
    hooks.at_server_start()
    solved.arrived(None, visitor.character, story.CISTERN)
    assert "a white lamp globe" in visitor.types("inventory")
    other = make_player("Ben")
    other.character.move_to(ObjectDB.objects.get(db_key="Lantern Square"), quiet=True)
    assert "green lanterns burns white" in other.types("look")
