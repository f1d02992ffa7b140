"""What the contrib shows wrongly, and is right here; numbers are those of `spec/upstream.md`."""

import pytest
from evennia import create_object
from evennia.utils.ansi import strip_ansi
from spawned import spawned_once
from worlds import room_at

TOWN = r"""
+ 0 1 2 3

1 #
  |
0 #-#-#-#

+ 0 1 2 3

"""
CAVE = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n"
NAMES = {(0, 0): "Gate", (0, 1): "Attic", (1, 0): "Square", (2, 0): "Alley", (3, 0): "Alley"}
ROOMS = {at: {"prototype_parent": "xyz_room", "key": name} for at, name in NAMES.items()}


# a town of five rooms and a cave of two
shared_maps = spawned_once(
    {"zcoord": "town", "map": TOWN, "prototypes": ROOMS}, {"zcoord": "cave", "map": CAVE}
)


@pytest.fixture
def ann(grid, player):
    player.character.move_to(room_at(grid, 0, 0), quiet=True)
    return player


# --- 11


def test_look_sends_the_map_once_and_follows_a_path_to_another_map(ann, grid):
    room, before = ann.character.location, len(ann.sent)
    assert "Gate" in room.return_appearance(ann.character)
    assert "@" in room.map_appearance(ann.character)
    assert len(ann.sent) == before
    before = len(ann.sent)
    ann.types("look")
    texts = [message["text"] for message in ann.sent[before:] if message.get("text")]
    maps = [text for text in texts if isinstance(text, tuple) and text[1].get("type") == "xymap"]
    assert len(maps) == 1
    assert "@" in strip_ansi(maps[0][0])
    ann.types("path (3,0)")
    ann.character.move_to(room_at(grid, 0, 0, "cave"), quiet=True)
    assert "@-#" in ann.types("look")
    assert "@-#" in ann.types("map")
    assert ann.types("path").startswith("You know of no way from here to Alley.")


# --- 14


# --- 21


def test_several_matches_and_exits_of_one_name_are_numbered(grid, make_player, ann):
    bea = make_player("Bea", location=room_at(grid, 0, 0), permissions=["Admin"])
    lines = bea.types("tel Alley").splitlines()
    assert [line.strip() for line in lines[1:]] == ["Alley-1 (2,0,town)", "Alley-2 (3,0,town)"]
    bea.types("tel Alley-2")
    assert bea.character.location == room_at(grid, 3, 0)
    for x in (2, 3):
        create_object(
            "evennia.DefaultExit", "hole", room_at(grid, 0, 0), destination=room_at(grid, x, 0)
        )
    told = ann.types("hole")
    assert "hole-1 (exit to Alley)" in told
    assert "hole-2 (exit to Alley)" in told
