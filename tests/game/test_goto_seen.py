"""With `routes: seen`, goto leads where one has been or was told of, and stops where all is new."""

import pytest
from evennia.objects.models import ObjectDB
from spawned import spawned_once
from worlds import room

TOWER = "\n+ 0 1 2 3 4 5\n\n0 #-#-#-#-#-#\n\n+ 0 1 2 3 4 5\n\n"
ANY = room("Stair")

shared_maps = spawned_once(
    {
        "zcoord": "tower",
        "map": TOWER,
        "prototypes": {
            ("*", "*"): ANY,
            (0, 0): room("Door"),
            (3, 0): room("Landing"),
            (4, 0): room("Lamp", told=(), solves="the lamp"),
            (5, 0): room("Burner", told=["puzzle:the lamp"]),
            (4, 0, "e"): {
                "prototype_parent": "xyz_exit",
                "key": "hatch",
                "needs": ["puzzle:the lamp"],
            },
        },
        "options": {"routes": "seen"},
    }
)
UNKNOWN = "You have not been there, and nobody has told you the way."


@pytest.fixture
def walker(grid, player, clock):
    """Return a player at the door of the tower, whose walks end."""
    player.character.move_to(ObjectDB.objects.get(db_key="Door"), quiet=True)
    player.walk = lambda: clock.pump([0.5] * 20)
    return player


def test_nobody_is_led_where_they_have_not_been_and_were_not_told_of(walker):
    for word in ("goto", "path"):
        for place in ("landing", "(3,0)", "burner", "lamp via landing"):
            assert walker.types(f"{word} {place}").startswith(UNKNOWN)
    assert "Where you have never been, type a speed-walk." in walker.types("map speak")
    for way in ("east", "east", "east", "west"):
        walker.types(way)
    assert walker.types("path landing").startswith("Landing is 1 step")


def test_a_walk_stops_where_a_place_is_seen_for_the_first_time(walker):
    before = len(walker.sent)
    walker.types("goto lamp")
    walker.walk()
    assert walker.at == "Landing"
    assert "You stop, for you have not been here before." in walker.text_since(before)
    walker.types("goto")
    walker.walk()
    assert walker.at == "Lamp"
    walker.types("goto door")
    walker.walk()
    assert walker.at == "Door"


def test_a_walk_takes_no_exit_that_needs_something_before_its_walker_did(walker):
    for way in ("east", "east", "east", "east"):
        walker.types(way)
    assert "Take hatch yourself to get to Burner." in walker.types("goto burner")
    assert walker.at == "Lamp"
    for way in ("hatch", "west"):
        walker.types(way)
    assert walker.types("goto burner").startswith("You set out for Burner")
    assert walker.at == "Burner"
