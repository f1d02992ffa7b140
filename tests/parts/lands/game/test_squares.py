"""Squares of endless lands: which are needed, for how long, and which go where there are many."""

import pytest
from worlds import room

from xyzgrid_ext.game.commands import building
from xyzgrid_ext.parts.lands.core.tiles import SIZE, with_neighbours
from xyzgrid_ext.parts.lands.game.drawing import KEEP, NEAR, Squares

NOBODY = {"wilds": frozenset()}


@pytest.fixture
def squares(visited_at):
    return Squares()


def visit(squares, *tiles):
    for x, y in tiles:
        squares.visit("wilds", x * SIZE + SIZE // 2, y * SIZE + SIZE // 2)


def needed(squares, drawn=NOBODY):
    return squares.needed(drawn)["wilds"]


def test_square_goes_when_it_is_needed_longest_ago_or_not_at_all(squares, visited_at, settings):
    visit(squares, (5, 5))
    assert needed(squares) == with_neighbours([(5, 5)])
    visited_at[0] += NEAR
    assert needed(squares) == {(5, 5)}
    assert not squares.is_deserted("wilds", (5, 5))
    visited_at[0] += KEEP - NEAR
    assert needed(squares) == set()
    assert squares.is_deserted("wilds", (5, 5))
    settings.XYZGRID_LIMITS = {"land_squares": 11}
    visit(squares, (0, 0))
    visited_at[0] += NEAR
    visit(squares, (20, 0))
    visited_at[0] += NEAR
    visit(squares, (40, 0))
    assert needed(squares) == {*with_neighbours([(40, 0)]), (20, 0), (0, 0)}
    settings.XYZGRID_LIMITS = {"land_squares": 10}
    assert needed(squares) == {*with_neighbours([(40, 0)]), (20, 0)}
    settings.XYZGRID_LIMITS = {"land_squares": 5}
    assert (40, 0) in needed(squares) < with_neighbours([(40, 0)])
    # what is drawn already stays, so that two places do not take it from each other in turn
    some = frozenset([(40, 0), (39, -1), (40, -1), (41, 1), (41, 0)])
    assert needed(squares, {"wilds": some}) == some


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
