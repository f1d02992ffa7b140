"""A matrix that is played, and one that is not.

the drain, which is played                 the shore, which is not

z = 0        z = 1                         z = 0             z = 1
1 H   E      1 B ─► C   C ─ba► E           1 W               .  .
  │            ▲                             │
0 S ─► T     0 A   .    S ◄fo► A           0 S ── J          .  P     J ─fo► P

S start, E end, T and P traps; wormholes: H to E, W to J, J to W and to S. The starts are
joined by `in` and `out`. Without wormholes it is four moves: forward, up, right, backward.
"""

import pytest
from spawned import built_once, spawn


def named(key, desc=""):
    return {"prototype_parent": "xyz_room", "key": key, "desc": desc}


@built_once
def shared_maps(folder, monkeypatch):
    """Return the grid with both."""
    from worlds import DRAIN, SHORE

    drain = {
        "zcoord": "drain",
        "matrix": DRAIN,
        "options": {"play": "matrix"},
        "transitions": {(0, 0, 0, "out"): (0, 0, "shore:0")},
        "prototypes": {
            ("*", "*", "*"): named("In the Drain", "Wet."),
            (0, 0, 0): named("The Grate", "Rust."),
            (1, 1, 0): named("The Bell", "Brass."),
        },
    }
    shore = {
        "zcoord": "shore",
        "matrix": SHORE + "wormhole 1 0 0 0 1 0\nwormhole 1 0 0 0 0 0\n",
        "transitions": {(0, 0, 0, "in"): (0, 0, "drain:0")},
        "prototypes": {
            (0, 0, 0): named("The Shore"),
            (1, 0, 0): named("The Jetty"),
            (0, 1, 0): named("The Whirl"),
            (1, 0, 1): named("The Pit"),
        },
    }
    return spawn((drain, shore), folder, monkeypatch)


@pytest.fixture
def shore(grid):
    from worlds import room_at

    return room_at(grid, 0, 0, "shore:0")


@pytest.fixture
def ann(shore, make_player):
    return make_player("Ann", location=shore)
