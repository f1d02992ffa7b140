"""Maps for clients that are told of them beside the text.

the lane                     the vault

    Limbo                    # hall ─ # closet ─ # end
      |                               the first way takes a small key,
    # west ─ # east                   the second nothing
"""

import pytest
from dungeon_maps import row
from spawned import spawned_once

LANE = {
    "zcoord": "lane",
    "map": """
 + 0 1 2

 1   #
     |
 0 #-#-#

 + 0 1 2
""",
    "prototypes": {
        (0, 0): {"prototype_parent": "xyz_room", "key": "West"},
        (1, 0): {"prototype_parent": "xyz_room", "key": "Middle", "tags": [("shop", "landmark")]},
        (2, 0): {"prototype_parent": "xyz_room", "key": "East"},
        (1, 1): {"prototype_parent": "xyz_room", "key": "North"},
    },
}
VAULT = row(
    ["Hall", "Closet", "End"],
    gives={"Hall": ["smallkey"]},
    needs={"Hall east": ["smallkey"], "Closet west": ["smallkey"]},
)
PLAYED = {
    "zcoord": "cube",
    "matrix": """
matrixedge 2
startnode 0 0 0
endnode 1 1 0
node 0 0 0 right twoway
node 1 0 0 up
""",
    "options": {"play": "matrix"},
}
shared_maps = spawned_once(LANE, VAULT, PLAYED)


@pytest.fixture(autouse=True)
def portal(monkeypatch):
    import evennia

    synced = []
    monkeypatch.setattr(
        evennia.SESSION_HANDLER, "session_portal_partial_sync", synced.append, raising=False
    )
    return synced


@pytest.fixture
def later(clock, monkeypatch):
    """Return the clock of what is told after a change."""
    from xyzgrid_ext.game.protocols import changes

    # what tests before this one have left for a reactor that does not run
    monkeypatch.setattr(changes.changes, "_waits", False)
    monkeypatch.setattr(changes.changes, "_waits_long", False)
    return clock


@pytest.fixture
def lane(grid, later):
    return grid
