"""`fly` and `dive`, between maps that are named by numbers and between the levels of 3D maps.

2   . #         . #      tower
1   # @    or   # @      fly from @ leads to (1,0) of 2, dive finds nothing below
0   # .         # .
"""

import pytest
from evennia.objects.models import ObjectDB
from spawned import spawned_once
from worlds import room

from xyzgrid_ext.commands import XYZGridFlyDiveCmdSet

SHEET = "+\n\n  #-#\n\n+"
CUBE = """
matrixedge 3
startnode 0 0 0
endnode 2 0 0
currentnode 0 0 0
node 0 0 0 right twoway
node 1 0 0 right twoway
node 0 0 1 right twoway
"""


def flat(name, drawing=SHEET):
    rooms = {(0, 0): room(f"{name} left"), (1, 0): room(f"{name} right")}
    return {"zcoord": name, "map": drawing, "prototypes": rooms}


NAMES = {(x, 0, z): room(f"tower {z} {x}") for x in range(2) for z in range(2)}
del NAMES[1, 0, 1]  # there is no such room
CUBE_DATA = {"matrix": CUBE, "prototypes": {(0, 0, 0): room("cube 0"), (0, 0, 1): room("cube 1")}}
shared_maps = spawned_once(
    flat(0),
    flat("1"),
    flat("2", SHEET.replace("#-#", "#  ")),
    flat("meadow"),
    {"zcoord": "tower", "levels": [SHEET, SHEET.replace("#-#", "#  ")], "prototypes": NAMES},
    {"zcoord": "cube", **CUBE_DATA},
    {"zcoord": "3", **CUBE_DATA, "prototypes": {}},
)


@pytest.fixture
def flier(grid, make_player):
    """Return a function: name of a room, name -> a player in it who can fly."""

    def put(place, name="Ann"):
        player = make_player(name)
        player.character.cmdset.add(XYZGridFlyDiveCmdSet)
        player.character.move_to(ObjectDB.objects.get(db_key=place), quiet=True)
        return player

    return put


@pytest.mark.parametrize(
    ("start", "typed", "end"),
    [
        ("0 right", "fly", "1 right"),
        ("1 right", "dive", "0 right"),
        ("1 left", "fly", "2 left"),
        ("tower 0 0", "fly", "tower 1 0"),
        ("tower 1 0", "dive", "tower 0 0"),
        ("cube 0", "fly", "cube 1"),
        ("cube 1", "dive", "cube 0"),
    ],
)
def test_one_comes_to_the_same_place_of_the_next_sheet(flier, start, typed, end):
    player = flier(start)
    told = player.types(typed)
    assert player.at == end
    assert told.startswith({"fly": "You fly up.", "dive": "You dive down."}[typed])
    assert end in told


@pytest.mark.parametrize(
    ("start", "typed", "answer"),
    [
        ("1 right", "fly", "Can't fly here: there is no room above you."),
        ("0 left", "dive", "Can't dive here: there is no room below you."),
        ("2 left", "fly", "Can't fly here: there is no room above you."),  # 3 is a stack of its own
        ("tower 0 1", "fly", "Can't fly here: there is no room above you."),
        ("tower 1 0", "fly", "Can't fly here: there is no room above you."),
        ("tower 0 0", "dive", "Can't dive here: there is no room below you."),
        ("cube 1", "fly", "Can't fly here: there is no room above you."),
        ("meadow left", "fly", "You cannot fly here."),
        ("meadow left", "dive", "You cannot dive here."),
        ("Limbo", "fly", "You are not on a map here."),
    ],
)
def test_where_nothing_is_one_stays(flier, start, typed, answer):
    player = flier(start)
    assert player.types(typed).startswith(answer)
    assert player.at == start


def test_others_see_it(flier):
    below, above, ann = flier("tower 0 0", "Bob"), flier("tower 1 0", "Cid"), flier("tower 0 0")
    starts = len(below.sent), len(above.sent)
    ann.types("fly")
    assert below.text_since(starts[0]) == "Ann flies up."
    assert above.text_since(starts[1]) == "Ann flies in from below."
    starts = len(below.sent), len(above.sent)
    ann.types("dive")
    assert below.text_since(starts[0]) == "Ann dives in from above."
    assert above.text_since(starts[1]) == "Ann dives down."


def test_who_is_held_stays_and_nobody_hears_of_it(flier, monkeypatch):
    bob, ann = flier("tower 1 0", "Bob"), flier("tower 0 0")
    monkeypatch.setattr(
        type(ann.character), "at_pre_move", lambda self, destination, **kwargs: False
    )
    before = len(bob.sent)
    assert ann.types("fly") == "You fly up.\nSomething holds you back: you stay where you are."
    assert ann.at == "tower 0 0"
    assert bob.text_since(before) == ""


def test_only_those_fly_who_have_the_commands(grid, player):
    player.character.move_to(ObjectDB.objects.get(db_key="0 right"), quiet=True)
    assert "not available" in player.types("fly")
