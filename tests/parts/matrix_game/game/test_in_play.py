"""While a matrix is played, no command tells of its ways: finding them is the game."""

import pytest
from evennia.objects.models import ObjectDB
from spawned import spawned_once
from worlds import CUBE, room

from xyzgrid_ext.commands import XYZGridFlyDiveCmdSet
from xyzgrid_ext.game.visibility import room_view, viewer

GAME = """
matrixedge 2
startnode 0 0 0
endnode 1 1 1
currentnode 0 0 0
node 0 0 0 right twoway
node 1 0 0 up twoway
node 1 1 0 forward twoway
"""

# a cube that is explored, and at its end a matrix that is played
shared_maps = spawned_once(
    {
        "zcoord": "cube",
        "matrix": CUBE,
        "prototypes": {(0, 0, 0): room("Entrance"), (1, 1, 1): room("Pit")},
        "transitions": {(2, 0, 1, "door"): (0, 0, "game:0")},
    },
    {
        "zcoord": "game",
        "matrix": GAME,
        "prototypes": {(1, 1, 1): room("Still Point"), (0, 0, 0): room("Hatch")},
        "options": {"play": "matrix"},
    },
)


@pytest.fixture
def walker(grid, player, clock):
    player.character.move_to(ObjectDB.objects.get(db_key="Entrance"), quiet=True)
    player.walk = lambda: clock.pump([0.5] * 40)
    return player


@pytest.fixture
def inside(walker):
    walker.character.move_to(ObjectDB.objects.get(db_key="Hatch"), quiet=True)
    return walker


@pytest.mark.parametrize("line", ["goto", "path", "goto entrance", "path still point"])
def test_while_one_plays_there_is_no_goto_and_no_path(inside, line):
    inside.types("right")
    answer = inside.types(line)
    word = line.split()[0]
    assert answer.startswith(f"{word} does not work in here: finding the way is the game.")
    assert "moves shows" in answer


@pytest.mark.parametrize("line", ["map", "goto todo", "map todo"])
def test_while_one_plays_there_is_no_map(inside, line):
    assert inside.types(line).startswith("There is no map in here: finding the way is the game.")


def test_nobody_flies_in_a_matrix_that_is_played_and_no_level_is_told(inside):
    inside.character.cmdset.add(XYZGridFlyDiveCmdSet)
    inside.session.protocol_flags["SCREENREADER"] = True
    said = "fly does not work in here: finding the way is the game."
    assert inside.types("fly").startswith(said)
    told = inside.types("right") + inside.types("left") + inside.types("map speak")
    assert "level" not in told
    assert inside.types("fly").startswith(said)
    assert inside.at == "Hatch"


def test_a_matrix_that_is_played_tells_nothing_but_to_builders(grid, player, superuser):
    live = grid.live
    for looker in (player.character, viewer.PublicViewer()):
        assert not room_view.sees_map(live, looker, "game")
        assert room_view.map_view(live, looker, "game") is None
        assert room_view.room_view(live, looker, ("game", 0)) is None
        assert not room_view.visible_sheet(live, looker, "game", 0).cells
        assert [head.key for head in room_view.map_heads(live, looker)] == ["cube"]
    assert [h.key for h in room_view.map_heads(live, superuser.character)] == ["cube", "game"]
    assert len(room_view.map_view(live, superuser.character, "game").rooms) == 4


def test_no_route_leads_into_a_matrix_in_play_and_who_is_trapped_is_told_how_to_get_out(
    walker, superuser
):
    superuser.character.move_to(walker.character.location, quiet=True)
    superuser.types("open cave = (0,0,0,game)")
    assert walker.types("path hatch").startswith("Hatch is 4 steps from here.")
    walker.types("goto pit")
    walker.walk()
    assert walker.at == "Pit"
    assert walker.types("goto entrance") == (
        "There is no way out of here.\ngive up takes you back to the entrance."
    )
