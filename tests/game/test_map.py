"""`map`, as pictures."""

from inspect import cleandoc

import pytest
from evennia.objects.models import ObjectDB
from spawned import spawned_once
from worlds import room

HARBOUR = r"""
+ 0 1 2

1 #-#
  |
0 #---#

+ 0 1 2

"""
CUBE = """
matrixedge 3
startnode 0 0 0
endnode 1 1 2
currentnode 0 0 0
node 0 0 0 right twoway
node 1 0 0 forward twoway
node 1 0 1 up oneway
node 1 1 1 forward twoway
wormhole 0 0 0 1 1 2
"""

MIDDLE = {(1, 0, 1): room("Middle")}
shared_maps = spawned_once(
    {"zcoord": "harbour", "map": HARBOUR, "prototypes": {(0, 0): room("Pier")}},
    {"zcoord": "cube", "matrix": CUBE, "prototypes": MIDDLE, "options": {"title": "The Ice Cube"}},
)


@pytest.fixture
def looker(grid, player):
    """Return a function: name of a room -> an ordinary player in it."""

    def put(name):
        player.character.move_to(ObjectDB.objects.get(db_key=name), quiet=True)
        return player

    return put


def test_map_shows_the_whole_sheet_around_the_looker_and_is_tagged(looker):
    assert looker("Pier").types("map") == cleandoc(
        """
        harbour
        #-#
        |
        @---#
        """
    )
    player = looker("Pier")
    player.types("map")
    text, options = player.sent[-1]["text"]
    assert options == {"type": "xymap", "asked": True}
    assert "harbour" in text


SHEETS = {
    "level 1 (also map 0 to map 2)\n#f\n^\n@b\nf forward, b backward": (
        *("map", "map 1", "map cube", "map cube:1", "map CUBE:1", "map ice", "map the Ice Cube"),
    ),
    "level 0 (also map 0 to map 2)\n#*---#f\nf forward, * wormhole": (
        *("map 0", "map -", "map cube:0", "map -1"),
    ),
}


@pytest.mark.parametrize("shown", SHEETS)
def test_a_sheet_of_a_cube_is_shown_with_the_ways_that_leave_it(looker, shown):
    for typed in SHEETS[shown]:
        assert looker("Middle").types(typed) == f"The Ice Cube, {shown}", typed


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("map 3", "The Ice Cube has no level 3; its levels are 0 to 2."),
        ("map +2", "The Ice Cube has no level 3; its levels are 0 to 2."),
        ("map - 5", "The Ice Cube has no level -4; its levels are 0 to 2."),
        ("map cube:9", "The Ice Cube has no level 9; its levels are 0 to 2."),
        ("map moon", "There is no map 'moon'."),
        ("map list", "There is no map 'list'."),
    ],
)
def test_what_there_is_not_is_answered(looker, typed, answer):
    assert looker("Middle").types(typed).startswith(answer)


def test_builders_see_a_map_as_drawn_and_large_ones_around_the_looker(
    grid, superuser, spawn_maps, player
):
    superuser.character.move_to(ObjectDB.objects.get(db_key="Pier"), quiet=True)
    assert superuser.types("map raw").strip() == HARBOUR.strip()
    assert superuser.types("map raw cube:0") == "#*---#f"
    rows = "\n\n".join(f"{y % 10} #" for y in reversed(range(60))).replace("\n\n", "\n  |\n")
    spawn_maps({"zcoord": "shaft", "map": f"\n+ 0\n\n{rows}\n\n+ 0\n\n"})
    here = grid.live.room_at_xyz(0, 30, "shaft")
    player.character.move_to(grid.live.object(here), quiet=True)
    player.session.protocol_flags["SCREENHEIGHT"] = {0: 30}
    _title, *drawn, notice = player.types("map").splitlines()
    assert (len(drawn), drawn.index("@")) == (24, 11)
    assert notice == "Showing 1 of 1 columns, 24 of 119 rows."
