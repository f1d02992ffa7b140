"""A ward of a town, a player at its west end, and the time of walks."""

import pytest
from spawned import spawned_once

# I is a room at which walks stop, i a link before which they stop
WARD = r"""
+ 0 1 2 3 4

2     #-I-#
      |
1 #-#-#-#-#
  |   |
0 #-#-# #i#

+ 0 1 2 3 4

"""
NAMES = {
    (0, 1): "West End", (1, 1): "Lane", (2, 1): "Cross", (3, 1): "Row", (4, 1): "East End",
    (2, 2): "Chapel", (3, 2): "Bridge", (4, 2): "Garden",
    (0, 0): "Yard", (1, 0): "Shed", (2, 0): "Barn", (3, 0): "Cell", (4, 0): "Vault",
}  # fmt: skip
ROOMS = {at: {"prototype_parent": "xyz_room", "key": name} for at, name in NAMES.items()}
DOOR = {
    (2, 1, "e"): {
        "prototype_parent": "xyz_exit",
        "key": "bronze door",
        "locks": "traverse:holds(key)",
        "attrs": [("err_traverse", "The door does not move.")],
    }
}
# a drawn map of thirteen rooms
shared_maps = spawned_once({"zcoord": "ward", "map": WARD, "prototypes": {**ROOMS, **DOOR}})


@pytest.fixture
def walker(grid, player, clock):
    """Return an ordinary player at the west end."""
    from worlds import room_named

    player.character.move_to(room_named("West End"), quiet=True)
    return player


@pytest.fixture
def run(clock):
    """Return a function that lets a walk run for a number of steps; what the walker heard of it."""

    def run(walker, steps=30):
        before = len(walker.sent)
        for _ in range(steps):
            clock.advance(0.5)
        return walker.text_since(before)

    return run
