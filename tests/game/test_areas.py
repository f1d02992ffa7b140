"""Areas of maps in the game: ways there and around, fog, texts, and what clients are told."""

import pytest
from evennia.contrib.grid.xyzgrid.xymap_legend import MapNode
from fog_maps import picture, stand
from spawned import spawned_once
from worlds import room_named

from xyzgrid_ext.core.view.gmcp import room_info
from xyzgrid_ext.game.protocols import client_updates
from xyzgrid_ext.game.visibility import viewer
from xyzgrid_ext.game.world.current import current


class Hedge(MapNode):
    symbol = "h"
    prototype = {"prototype_parent": "xyz_room"}  # noqa: RUF012


#  Mill----Inn-----Bank---Tower    the maze: Hedge, Heart, Bush; the quarter: all but Mill, Yard
#   |       |       |
#  Yard   Hedge---Heart---Bush
BROOK = {
    "zcoord": "brook",
    "map": r"""
+ 0 1 2 3

1 #-#-#-#
  | | |
0 # h-h-h

+ 0 1 2 3
""",
    "legend": {"h": Hedge},
    "prototypes": {
        (x, y): {"prototype_parent": "xyz_room", "key": name}
        for y, names in enumerate(
            [("Yard", "Hedge", "Heart", "Bush"), ("Mill", "Inn", "Bank", "Tower")]
        )
        for x, name in enumerate(names)
    },
    "areas": {
        "quarter": {
            "title": "The Quarter",
            "rooms": ["(1,0)-(3,1)"],
            "text": "Walls.",
            "music": "lute",
        },
        "maze": {
            "title": "the Maze",
            "rooms": ["(1,0)-(3,0)"],
            "text": "Leaves.",
            "goto": "no",
            "fog": "explored",
            "colour": "#208040",
        },
    },
}
shared_maps = spawned_once(BROOK)
pytestmark = pytest.mark.usefixtures("found_at_once")


@pytest.fixture
def walker(grid, player, clock):
    """Return a player in the yard, and what they hear on a walk."""
    player.character.move_to(room_named("Yard"), quiet=True)

    def goes(text):
        heard = player.types(text)
        before = len(player.sent)
        for _step in range(20):
            clock.advance(0.5)
        return heard + player.text_since(before)

    return player, goes


def test_goto_an_area_leads_to_its_nearest_room_and_ends_at_the_border(walker):
    _player, goes = walker
    assert "You have arrived at Inn." in goes("goto the quarter")
    assert "You are already there: this is Inn." in goes("goto nearest quarter")
    assert "Yard is 2 steps from here." in goes("path yard")
    player, goes = walker
    stand_in_all(player, "Heart", "Hedge")
    heard = goes("goto heart")
    assert "The way ends before the Maze: goto does not lead you into it." in heard
    assert "the Maze begins here, where goto does not lead you: find your own way." in heard
    assert player.at in ("Inn", "Bank")
    assert "Type goto to walk on" not in heard
    player.character.move_to(room_named("Heart"), quiet=True)
    assert "You are in the Maze, where goto does not lead you" in goes("goto hedge")
    assert player.at == "Heart"
    assert "You have arrived at Yard." in goes("goto yard")


def test_goto_leads_around_an_area_where_it_can_and_builders_through_it(walker, superuser, clock):
    player, goes = walker
    player.character.move_to(room_named("Bank"), quiet=True)
    stand_in_all(player, "Hedge")
    assert "Inn is 1 step from here." in goes("path inn")
    superuser.character.move_to(room_named("Yard"), quiet=True)
    superuser.types("goto bush")
    for _step in range(20):
        clock.advance(0.5)
    assert superuser.at == "Bush"


def stand_in_all(player, *names):
    before = player.character.location
    for name in names:
        player.character.move_to(room_named(name), quiet=True)
    player.character.move_to(before, quiet=True)


def test_areas_are_told_seen_in_fog_and_named_by_the_innermost(walker, grid, superuser):
    player, _goes = walker
    assert picture(player.types("map")) == ["#-#-#-#", "| | |", "@"]
    assert "You know of no place called 'hedge'." in player.types("goto hedge")
    assert viewer.is_public(current().grids["brook"])
    stand_in_all(player, "Hedge")
    assert "@ h-" in picture(player.types("map"))
    player.types("north")
    assert player.types("east").startswith("Walls.\n")
    assert "Walls." not in player.types("east")
    assert player.types("south").startswith("Leaves.\n")
    player.types("north")
    before = len(player.sent)
    stand_in_all(player, "Yard", "Heart")
    assert player.text_since(before).count("Walls.\nLeaves.") == 1
    stand(grid, player, "brook", 0)
    assert room_info(*client_updates._room_of(current(), player.character))["area"] == "brook"
    player.character.move_to(room_named("Hedge"), quiet=True)
    info = room_info(*client_updates._room_of(current(), player.character))
    assert (info["area"], info["music"]) == ("the Maze", "lute")
    text = player.types("map")
    assert text.startswith("brook, the Maze\n")
    assert "h the Maze" in text
    assert "It belongs to the Maze." in player.types("where")
    assert "You are in Hedge, the Maze." in player.types("map speak")
    assert "the Maze - area of 3 rooms" in superuser.types("find maze")
