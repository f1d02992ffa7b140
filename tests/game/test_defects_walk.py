"""What the contrib's walks and words do wrongly; numbers are those of `spec/upstream.md`."""

import pytest
from evennia import create_object

LANE = "\n+ 0 1 2 3\n\n0 #-#-#-I\n\n+ 0 1 2 3\n\n"
NAMES = ["West", "Middle", "East", "Bridge"]
ROOMS = {(x, 0): {"prototype_parent": "xyz_room", "key": key} for x, key in enumerate(NAMES)}
LOCKED = {"prototype_parent": "xyz_exit", "locks": "traverse:holds(key)"}


@pytest.fixture
def walker(spawn_maps, player, clock):
    """Return an ordinary player in the west of a lane whose door (1,0) -> (2,0) is locked."""
    prototypes = {**ROOMS, (1, 0, "e"): LOCKED}
    grid = spawn_maps(
        {"zcoord": "lane", "map": LANE, "prototypes": prototypes},
        {"zcoord": "isle", "map": "\n+ 0\n\n0 #\n\n+ 0\n\n"},
    )
    player.character.move_to(grid.live.object(("lane", 0)), quiet=True)

    def walk(seconds=60):
        before = len(player.sent)
        clock.pump([0.5] * int(seconds * 2))
        return player.text_since(before)

    player.walk = walk
    return player


# --- 3


def test_where_no_way_leads_nobody_arrives(walker):
    told = walker.types("goto (0,0,isle)") + walker.walk()
    assert "You know of no way from here" in told
    assert "arrived" not in told
    assert "0 steps" not in told


@pytest.mark.parametrize("goal", ["east", "bridge"])
def test_a_locked_exit_last_or_in_the_middle_ends_the_walk_once(walker, clock, goal):
    told = walker.types(f"goto {goal}") + walker.walk()
    assert walker.character.location.key == "Middle"
    assert told.count("This exit is locked to you") == 1
    assert "arrived" not in told
    assert "another way" not in told
    assert clock.due() == []


# --- 14


@pytest.mark.parametrize("word", ["goto", "path"])
@pytest.mark.parametrize("typed", ["(x,y,z)", "(x,y)", "(1,0,z)", "(,,)", "(1,)", "(1,2,3,4,5)"])
def test_what_is_no_coordinate_is_answered(walker, word, typed):
    told = walker.types(f"{word} {typed}")
    assert told
    assert "Traceback" not in told
    assert walker.character.location.key == "West"


def test_a_room_to_stop_at_is_reached_if_it_is_the_goal(walker):
    create_object("evennia.DefaultObject", key="key", location=walker.character)
    told = walker.types("goto bridge") + walker.walk()
    assert told.count("You have arrived at Bridge.") == 1
    assert "stop" not in told.replace("to stop", "")


# --- 9


def test_the_map_is_there_for_players(walker):
    assert "@-#-#-#" in walker.types("map")
