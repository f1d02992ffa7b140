"""Drawn maps: the language of drawings, weights, names and prototypes, one map at a time."""

import pytest
from evennia.contrib.grid.xyzgrid import xymap as contrib
from evennia.contrib.grid.xyzgrid import xymap_legend
from plane_maps import LEGEND, plane, route

from xyzgrid_ext.core.coords import Coord


def test_a_way_that_costs_more_than_500_is_found():
    class Swamp(xymap_legend.EWMapLink):
        default_weight = 400

    assert route(plane("#s#s#", legend={"s": Swamp}), (0, 0), (2, 0)) == "e e"


@pytest.mark.parametrize("weight", [1e-300, 1e-12, 0, -1, float("nan")])
def test_weights_that_are_none_do_not_lead_in_circles(weight):
    class Odd(xymap_legend.EWMapLink):
        default_weight = weight

    grid = plane("#s#s#s#", legend={"s": Odd})
    assert route(grid, (0, 0), (3, 0)) == "e e e"
    assert route(grid, (3, 0), (0, 0)) == "w w w"


def proto(grid, x, y, direction=None):
    room = grid.room_at(Coord(x, y))
    if direction is None:
        return grid.protos[grid.room_proto[room]]
    return grid.protos[grid.link_proto[grid.link_by_name(room, direction)]]


LOCKED = {"prototype_parent": "xyz_exit", "locks": "traverse:none()"}


def test_a_drawn_direction_is_meant_before_the_name_of_another_exit():
    class North(xymap_legend.EWMapLink):
        spawn_aliases = {"e": ("ladder", "n")}  # noqa: RUF012

    drawing = """
        #
        |
        #N#
    """
    grid = plane(drawing, legend={"N": North}, prototypes={(0, 0, "n"): LOCKED})
    assert proto(grid, 0, 0, "n") is LOCKED
    assert proto(grid, 0, 0, "e") is not LOCKED


def test_the_legend_is_as_before_after_loading():
    classes = {
        cls
        for legend in (contrib.DEFAULT_LEGEND, LEGEND)
        for part in legend.values()
        for cls in part.__mro__[:-1]
    }
    before = {cls: dict(vars(cls)) for cls in classes}
    symbols = dict(contrib.DEFAULT_LEGEND)
    plane("#-#=#-T", prototypes={(0, 0): {"key": "hall"}, (0, 0, "e"): LOCKED})
    assert {cls: dict(vars(cls)) for cls in classes} == before
    assert symbols == contrib.DEFAULT_LEGEND
