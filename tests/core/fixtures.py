"""Grids as drawings, for the tests of folders `core`.

drawn('''
    #-#>E       a room is `#`, `S` (the start) or `E` (the end), a link is one symbol:
    |   ^       - | both ways, > < ^ v one way
    S   #
''')
"""

import sys

import numpy as np
import pytest

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.grid import Sheet, Way, assemble_grid
from xyzgrid_ext.parts import use_core_of

ALWAYS = ("_parts", "_digits")
WAYS = {
    "up": Way("up", "up", ("u",), "u"),
    "down": Way("down", "down", ("d",), "d"),
    "left": Way("left", "left", ("le",), "le"),
    "right": Way("right", "right", ("ri",), "ri"),
}
BESIDE = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
LEADS = {"up": "|^", "down": "|v", "left": "-<", "right": "->"}


def grid_of(drawing, name="map", outside=None, **rest):
    """Make a Grid of a drawing; `outside` is {(x, y, "exit"): (X, Y, "map")}."""
    lines = drawing.strip("\n").rstrip().split("\n")
    margin = min((len(row) - len(row.lstrip()) for row in lines if row.strip()), default=0)
    cells = {
        (column, row): symbol
        for row, line in enumerate(reversed(lines))
        for column, symbol in enumerate(line[margin:])
        if symbol != " "
    }
    rooms = [(x // 2, y // 2) for (x, y), symbol in cells.items() if symbol in "#SE"]
    links, trails = [], {}
    for x, y in rooms:
        for direction, (dx, dy) in BESIDE.items():
            cell = (2 * x + dx, 2 * y + dy)
            if cells.get(cell, " ") in LEADS[direction]:
                links.append(((x, y), WAYS[direction], (x + dx, y + dy)))
                trails[x, y, direction] = (cell,)
    for (x, y, exit_name), _ in (outside or {}).items():
        links.append(((x, y), Way(exit_name, exit_name, (), exit_name), None))
    ways = list(dict.fromkeys(way for _, way, _ in links))
    first_outside = len(links) - len(outside or {})
    marked = {symbol: Coord(x // 2, y // 2) for (x, y), symbol in cells.items() if symbol in "SE"}
    return assemble_grid(
        name,
        levels=None,
        coords=np.array([(x, y, 0) for x, y in rooms], np.int32).reshape(-1, 3),
        source=np.array([rooms.index(source) for source, _, _ in links], np.int64),
        target=np.array([rooms.index(to) if to else -1 for _, _, to in links], np.int64),
        way=np.array([ways.index(way) for _, way, _ in links], np.int64),
        ways=ways,
        outside={
            first_outside + number: Place(to_map, Coord(x, y))
            for number, (x, y, to_map) in enumerate((outside or {}).values())
        },
        start=marked.get("S"),
        end=marked.get("E"),
        drawn=(Sheet(cells=cells, trails=trails),),
        **rest,
    )


@pytest.fixture(scope="session")
def drawn():
    """Return `grid_of`: a drawing becomes a Grid of the same picture."""
    return grid_of


@pytest.fixture
def _parts():
    """Have all parts; a test may use others."""
    use_core_of(None)


@pytest.fixture
def _digits():
    """Have Python's own bound of digits, which the Server of a game raises in its process."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    yield
    sys.set_int_max_str_digits(before)
