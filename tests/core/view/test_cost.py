"""What a view costs is in proportion to what it shows: by counting, not by a clock.

The maps are squares in which every room leads to all of its neighbours:

    #-#-#
    |x|x|
    #-#-#
"""

from collections.abc import Mapping

import numpy as np
import pytest

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import Sheet, Way, assemble
from xyzgrid_ext.core.view.picture import paint
from xyzgrid_ext.core.view.visible import everything, in_reach, in_scan

STEPS = {
    "n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1),
    "s": (0, -1), "sw": (-1, -1), "w": (-1, 0), "nw": (-1, 1),
}  # fmt: skip


class Counting(Mapping):
    """A mapping that counts how often something is looked up in it."""

    def __init__(self, of):
        self._of, self.asked = of, 0

    def __getitem__(self, key):
        self.asked += 1
        return self._of[key]

    def __iter__(self):
        self.asked += len(self._of)  # all of it is gone through
        return iter(self._of)

    def __len__(self):
        return len(self._of)

    def keys(self):
        return self._of.keys()


def square(side):
    """The grid of a square and its sheet, which counts."""
    rooms = [(x, y) for y in range(side) for x in range(side)]
    number = {xy: n for n, xy in enumerate(rooms)}
    links = [
        (n, number[x + dx, y + dy], way, (2 * x + dx, 2 * y + dy))
        for (x, y), n in number.items()
        for way, (dx, dy) in enumerate(STEPS.values())
        if (x + dx, y + dy) in number
    ]
    words = list(STEPS)
    grid = assemble(
        "square",
        levels=None,
        coords=np.array([(x, y, 0) for x, y in rooms]),
        source=np.array([link[0] for link in links]),
        target=np.array([link[1] for link in links]),
        way=np.array([link[2] for link in links]),
        ways=[Way(word, word, (), word) for word in words],
    )
    cells = {(2 * x, 2 * y): "#" for x, y in rooms} | {link[3]: "x" for link in links}
    trails = {(*rooms[source], words[way]): (cell,) for source, _, way, cell in links}
    return grid, Sheet(cells=Counting(cells), trails=Counting(trails), marks=Counting({}))


def look(side, mode, reach):
    """How often things were looked up, and how many cells were shown."""
    grid, sheet = square(side)
    here = (side // 2, side // 2)
    cell = sheet.room_cell(*here)
    if mode == "nodes":
        cells = in_reach(grid, sheet, grid.room_at(Coord(*here)), reach)
    elif mode == "scan":
        cells = in_scan(sheet, cell, reach)
    else:
        cells = everything(sheet)
    paint(sheet, cells, cell)
    return sheet.cells.asked + sheet.trails.asked + sheet.marks.asked, len(cells)


@pytest.mark.parametrize("reach", [0, 1, 2, 5, 12])
@pytest.mark.parametrize("mode", ["nodes", "scan"])
def test_a_view_costs_the_same_on_a_map_of_any_size(mode, reach):
    small, large = look(40, mode, reach), look(80, mode, reach)
    assert small == large


@pytest.mark.parametrize("reach", [2, 5, 12])
@pytest.mark.parametrize("mode", ["nodes", "scan"])
def test_a_view_costs_a_few_look_ups_for_each_cell_that_it_shows(mode, reach):
    asked, shown = look(60, mode, reach)
    assert asked <= 5 * shown


def test_the_whole_map_costs_its_own_size():
    asked, shown = look(30, "all", None)
    assert shown == 59 * 59
    assert asked <= 2 * shown
