"""The lighthouse that comes with the game: five floors, from the square to the lamp and back."""

import re
from collections import Counter
from inspect import cleandoc

import pytest
from evennia.objects.models import ObjectDB
from spawned import spawned_once

import world
from world import caves, hooks, lighthouse, story, town
from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import check_world
from xyzgrid_ext.core.grid.descriptions import text_of
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


def texts(data):
    return {key: p for key, p in data["prototypes"].items() if "desc" in p}


def test_the_maps_of_the_game_fit_together(grids):
    codes = Counter((f.file, f.code) for f in check_world(grids))
    assert {file for file, _ in codes} <= {"glasswork", "undertow"}  # their traps are meant


def test_there_are_five_floors_joined_by_stairs(grids):
    grid = grids["lighthouse"]
    assert grid.levels == 5
    assert [len(range(*grid.rooms_of_level(z))) for z in range(5)] == [5, 5, 4, 3, 4]
    stairs = {
        tuple(grid.coord(int(grid.source[link]))): grid.way_of(link).key
        for link in range(grid.links)
        if grid.way_of(link).direction in ("up", "down")
    }
    assert len(stairs) == 7  # eight ends, two of them at the weight shaft
    assert {z for _, _, z in stairs} == {0, 1, 2, 3, 4}


def test_every_room_of_the_lighthouse_has_a_name_and_a_text_of_its_own(grids):
    grid = grids["lighthouse"]
    protos = [grid.protos[number] for number in grid.room_proto]
    assert (
        len({p["key"] for p in protos}) == len({text_of(p["desc"]) for p in protos}) == grid.rooms
    )


def test_every_room_of_the_town_has_a_name_and_a_text_of_its_own(grids):
    grid = grids["town"]
    protos = [grid.protos[number] for number in grid.room_proto]
    assert (
        len({p["key"] for p in protos}) == len({text_of(p["desc"]) for p in protos}) == grid.rooms
    )


def test_no_two_places_of_the_game_share_a_name(grids):
    count = Counter(
        name.casefold()
        for grid in grids.values()
        for number in set(grid.room_proto.tolist())
        if list(grid.room_proto).count(number) == 1
        for name in {grid.protos[number]["key"], *grid.protos[number].get("aliases", ())}
    )
    assert [name for name, times in count.items() if times > 1] == []


@pytest.mark.parametrize("module", [town, lighthouse, caves])
def test_lines_fit_a_terminal_of_80_columns_and_end_their_colours(module):
    for prototype in texts(module.XYMAP_DATA).values():
        for line in text_of(prototype["desc"]).split("\n"):
            assert len(re.sub(r"\|[a-z]", "", line)) <= 76, line
            assert re.sub(r"\|w[^|]+\|n", "", line).count("|") == 0, line


def test_the_transitions_meet(grids):
    town_grid, tower = grids["town"], grids["lighthouse"]
    causeway, door = town_grid.room_at(Coord(2, 1)), tower.room_at(Coord(2, 1, 0))
    out = [tower.target_of(n) for n in tower.links_of(door) if n in tower.outside]
    into = [town_grid.target_of(n) for n in town_grid.links_of(causeway) if n in town_grid.outside]
    assert [(place.map, place.coord[:2]) for place in out] == [("town", (2, 1))]
    assert [(place.map, place.coord[:2]) for place in into] == [("lighthouse:0", (2, 1))]


def test_goto_climbs_from_the_square_to_the_lamp_and_comes_back(visitor):
    assert "You have arrived at The Lamp." in visitor.walks("goto the lamp")
    assert visitor.character.location.xyz == (1, 1, "lighthouse:4")
    assert "You have arrived at Lantern Square." in visitor.walks("goto the square")
    assert visitor.character.location.xyz == (4, 4, "town")


def test_the_way_to_the_lamp_is_told_map_by_map(visitor):
    lines = visitor.types("path lamp").splitlines()
    assert lines[0] == "The Lamp is 13 steps from here."
    assert lines[1].startswith("  Lantern Quay: ")
    assert lines[2].startswith("  The Old Light: 2 west, up, ")


def test_the_floors_are_shown_one_by_one(visitor):
    visitor.walks("goto lighthouse")
    assert visitor.types("map") == cleandoc(
        """
        The Old Light, ground floor (map 0 to map 4)
          #
          |
        U-#-@-T
        |
        #-C
        U stairs up, C not explored yet, T Lantern Quay
        """
    )
    assert visitor.types("map 2") == cleandoc(
        """
        The Old Light, floor 2 (map 0 to map 4)
        #-#-B
          |
          #
        B stairs up and down
        """
    )


def test_the_caves_below_are_in_fog_until_they_are_walked(visitor):
    visitor.walks("goto oil cellar")
    assert visitor.types("map caves").startswith("There is no map 'caves'.")
    visitor.types("east")
    assert visitor.types("map").splitlines()[1:3] == ["  |", "L-@-"]
    assert visitor.types("goto the echo").startswith("You know of no place called 'the echo'.")
    for way in ("north", "west"):
        visitor.types(way)
    learnt = visitor.types("study slate")
    assert learnt.startswith("A smugglers' slate shows you 7 rooms of The Ebb Caves.")
    shown = visitor.types("map").splitlines()
    assert (
        shown
        == cleandoc(
            """
        The Ebb Caves
            #-#
            | |
           -# #-#
          |     |
        @-#   #-#
          |   |
        L-#-
        L The Old Light
        Explored: 10 of 16 rooms, 62%.
        """
        ).splitlines()
    )


def lights_the_prisms(visitor, clock):
    """Play the table of the Lamp to its end, and stand up."""
    before = len(visitor.sent)
    for line in ("play table", "eesswwwnnn", "stop"):
        visitor.types(line)
        clock.advance(1)
    return visitor.text_since(before)


def test_each_lights_the_prisms_for_themselves(visitor, make_player, clock):
    ben = make_player("Ben")
    visitor.walks("goto the lamp")
    ben.character.move_to(visitor.character.location, quiet=True)
    visitor.types("play table")
    assert "Ann is playing here." in ben.types("play table")
    lights_the_prisms(visitor, clock)
    assert "Most are dark." in ben.types("look")
    assert "Type play the table of prisms to begin." in ben.types("look table")
    lights_the_prisms(ben, clock)
    assert "the lamp is full of day" in ben.types("look")


def test_who_reached_the_lamp_before_there_was_a_table_has_done_its_deed(visitor):
    solved.solve(story.LAMP, visitor.character)
    assert "1 of 5 done" in visitor.types("score")
    assert "the lamp is full of day" in visitor.walks("goto the lamp")
    assert "The sun shines" in visitor.types("look seals")


def test_the_lamp_is_lit_by_whoever_has_come_to_all_four_places(visitor, make_player, clock):
    hooks.at_server_start()
    other = make_player("Ben")
    other.character.move_to(ObjectDB.objects.get(db_key="Lantern Square"), quiet=True)
    before = len(other.sent)
    assert "0 of 4 done" in visitor.types("score")
    assert "Nobody has lit it" in visitor.types("journal")
    assert "play table leads the daylight" in visitor.walks("goto the lamp")
    assert "The prisms of the Lamp are dark" in visitor.types("journal")
    assert "The sun is dark" in visitor.types("look seals")
    told = lights_the_prisms(visitor, clock)
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
    assert "there is light" in visitor.types("hatch")
    clock.advance(1)
    assert "Everything in your journal is done:" in visitor.text_since(before_the_end)
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
