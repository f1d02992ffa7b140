"""An endless land: walked over the border of what is drawn, made anywhere, kept, forgotten."""

import pytest
from evennia.objects.models import ObjectDB
from spawned import spawned_once

from xyzgrid_ext.core.land.tiles import SIZE, around, tile_of
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.spawn import making, spawning
from xyzgrid_ext.game.spawn.eviction import Idle, evict_steps
from xyzgrid_ext.game.typeclasses import XYZRoom
from xyzgrid_ext.game.world import drawing as module
from xyzgrid_ext.game.world.drawing import drawing

WILDS = {
    "zcoord": "wilds",
    "land": {"seed": 5, "places": {"Ashwick": (302, 530), "Otterbank": (312, 541)}},
    "options": {"title": "the Wilds"},
}
FAR = (123456, -7877, "wilds")

shared_maps = spawned_once(WILDS)


@pytest.fixture
def clock(monkeypatch):
    """The time for the drawing, which passes when told so."""
    now = [1000.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def ann(grid, player):
    """A player in Ashwick."""
    player.character.move_to(at(302, 530), move_type="teleport")
    return player


def at(x, y):
    return XYZRoom.objects.get_xyz((x, y, "wilds"))


def drawn(grid):
    return grid.live.grids["wilds"].tiles.tiles


def test_only_the_squares_of_places_are_drawn_at_first(grid):
    assert drawn(grid) == {tile_of(302, 530), tile_of(312, 541)}
    assert XYZRoom.objects.filter_xyz(("*", "*", "wilds")).count() == 0


def test_a_walk_goes_on_beyond_what_is_drawn(grid, ann):
    begun = drawn(grid)
    edge = (tile_of(302, 530)[0] + 1) * SIZE - 1
    ann.character.move_to(at(edge, 530), move_type="teleport")
    for step in range(1, 4):
        ann.types("east")
        assert ann.character.location.xyz == (edge + step, 530, "wilds")
    assert ann.types("map").split("\n")[0] == "the Wilds"
    assert begun < drawn(grid)


def test_any_room_of_the_land_is_made_by_its_coordinate(grid, ann):
    ann.types("tel (123456,-7877,wilds)")
    assert ann.character.location.xyz == FAR
    assert len(ann.character.location.exits) > 1
    number = grid.live.number(ann.character.location.here)
    assert number >= 1 << 30
    assert grid.live.room_numbered(number) == ann.character.location.here
    told = ann.types("path (302,530,wilds)")
    assert "too far" in told


def test_a_room_stays_when_its_square_is_forgotten_and_the_game_starts_again(grid, ann, clock):
    far = XYZRoom.objects.get_xyz(FAR)
    ids = {far.id, *(one.id for one in far.exits)}
    clock[0] += module.KEEP + 1
    at(302, 530)
    live = drawing.draw_here(grid.live, grid.live.router.place(grid.live.where(at(302, 530))))
    drawing.recall(grid)
    grid._live = None
    live = grid.live
    assert tile_of(*FAR[:2]) not in drawn(grid)
    assert live.where(far) is None
    assert not drain(spawning.plan_steps(live, ["wilds"]))
    ann.character.move_to(far, move_type="teleport")
    assert ann.character.location.xyz == FAR
    assert grid.live.where(far) is not None
    assert ids == {far.id, *(one.id for one in far.exits)}
