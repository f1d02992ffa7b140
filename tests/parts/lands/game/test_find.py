"""`find` lists rooms of lazy maps that have no object."""

import pytest
from worlds import room

from xyzgrid_ext.game.commands import building

MOOR = {
    "zcoord": "moor",
    "map": "\n + 0 1\n\n 0 #-#\n\n + 0 1\n",
    "prototypes": {(0, 0): room("Bog"), (1, 0): room("Bog Rim", aliases=["brink"])},
    "options": {"rooms": "lazy"},
}


@pytest.fixture
def bea(spawn_maps, make_player, clock):
    """Return a builder whose searches take as long as they like."""
    spawn_maps(MOOR)
    bea = make_player("Bea", permissions=["Admin"])

    def asks(line):
        before = len(bea.sent)
        bea.types(line)
        clock.pump([0.01] * 40)
        return bea.text_since(before)

    bea.asks = asks
    return bea


def test_find_lists_rooms_of_lazy_maps_that_have_no_object(bea, monkeypatch):
    assert bea.asks("find bog").split("\n")[0].startswith("2 Matches(")
    assert bea.asks("find bog").split("\n")[1:] == [
        "2 rooms of lazy maps, which have no objects yet:",
        "   Bog (0,0,moor)",
        "   Bog Rim (1,0,moor)",
    ]
    assert "1 room of a lazy map" in bea.asks("find/startswith/room BRI")
    assert "lazy" not in bea.asks("find/exit bog") + bea.asks("find/exact bri")
    assert bea.asks("find (1,0,moor)") == (
        "1 room of a lazy map, which has no object yet:\n   Bog Rim (1,0,moor)"
    )
    monkeypatch.setattr(building, "_SHOWN", 1)
    assert bea.asks("find bog").endswith("   Bog (0,0,moor)\n   and 1 more.")
    bea.asks("tel (0,0,moor)")
    assert "Bog(0,0,moor)(#" in (said := bea.asks("find/exact bog"))
    assert "lazy" not in said
