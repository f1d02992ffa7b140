"""Land from noise: what a cell is, how water runs, where roads lead."""

from hashlib import sha256
from itertools import pairwise

import numpy as np
import pytest

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.coords import FARTHEST
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.parts.lands.content import BIOMES
from xyzgrid_ext.parts.lands.core import Land, biome_from_row, picture_lines
from xyzgrid_ext.parts.lands.core.cells import sample_cells
from xyzgrid_ext.parts.lands.core.rivers import find_rivers, river_cells
from xyzgrid_ext.parts.lands.core.terrain import SEA_HEIGHT

ROWS = [biome_from_row(row) for row in BIOMES]
PLACES = {"Alden": (316, 12), "Brook": (370, 15), "Cold": (345, 3)}
FOREVER = "1ac0bfa9398728a1"


def test_cell_depends_on_seed_and_coordinate_alone_and_pictures_show_it():
    """Two windows agree where they overlap, far out and below 0 as well."""
    for seed, x, y in ((7, 0, 0), (8, -90, -70), (9, FARTHEST - 100, 12_345_678)):
        whole = sample_cells(seed, ROWS, x, y, 90, 70)
        part = sample_cells(seed, ROWS, x + 31, y + 17, 40, 30)
        for name in ("biome", "height"):
            cut = getattr(whole, name)[17:47, 31:71]
            assert np.array_equal(cut, getattr(part, name)), (seed, name)
    assert not np.array_equal(
        sample_cells(7, ROWS, 0, 0, 90, 70).biome, sample_cells(8, ROWS, 0, 0, 90, 70).biome
    )
    digest = sha256()
    for seed, x, y in ((1, 0, 0), (2, -500, 900), (3, 1 << 20, 1 << 25)):
        found = Land(seed, ROWS).window(x, y, 200, 100).cells
        digest.update(found.biome.tobytes() + found.height.astype("<i4").tobytes())
    assert digest.hexdigest()[:16] == FOREVER
    near, far = sample_cells(7, ROWS, 0, 0, 160, 96), sample_cells(7, ROWS, 0, 0, 20, 12, step=8)
    rivers = [n for n, biome in enumerate(ROWS) if biome.of]
    middle = near.biome[4::8, 4::8]
    plain = ~np.isin(far.biome, rivers) & ~np.isin(middle, rivers)
    assert plain.sum() > 100
    assert np.array_equal(far.biome[plain], middle[plain])


@pytest.mark.parametrize("seed", [7, 8])
def test_rivers_run_downhill_and_end_in_the_sea_or_a_lake(seed):
    flows = find_rivers(seed, 0, 0, 400, 400)
    begins = {(one.x, one.y): one for one in flows.stretches}
    ends = {(basin.x, basin.y): basin for basin in flows.basins}
    assert len(begins) > 50
    for one in flows.stretches:
        assert one.to_height < one.height
        onward, end = begins.get((one.to_x, one.to_y)), ends.get((one.to_x, one.to_y))
        if onward is not None:
            assert onward.flow >= one.flow
        elif end is not None:
            assert end.flow >= one.flow
        elif 0 <= one.to_x < 400 and 0 <= one.to_y < 400:
            assert one.to_height < SEA_HEIGHT * 65536 // 1000
        path = list(river_cells(seed, one))
        assert path[0] == (one.x, one.y)
        assert path[-1] == (one.to_x, one.to_y)
        assert all(abs(a - c) + abs(b - d) <= 1 for (a, b), (c, d) in pairwise(path))


def test_roads_join_all_places_over_ground_and_bridges():
    land = Land(7, ROWS, PLACES)
    seen = land.window(250, -50, 200, 120)
    assert [set(pair) for pair in land.roads] == [{"Brook", "Cold"}, {"Alden", "Cold"}]
    for (one, other), road in land.roads.items():
        assert (road[0], road[-1]) == (PLACES[one], PLACES[other])
        assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(road))
        for x, y in road:
            assert ROWS[seen.cells.biome[y + 50, x - 250]].cost
            assert seen.road[y + 50, x - 250] >= 0
    part = Land(7, ROWS, PLACES).window(330, 0, 30, 20)
    assert np.array_equal(part.road, seen.road[50:70, 80:110])
    assert "H" in "".join(picture_lines(seen, ROWS))


@pytest.mark.parametrize(
    ("places", "told"),
    [
        ({"Alden": (316, 12), "Far": (3000, 1000)}, "too far apart"),
        (
            {"Alden": (316, 12), "Deep": (640, 200)},
            "'Deep' cannot stand at (640, 200), which is deep sea",
        ),
    ],
)
def test_a_road_that_cannot_be_built_says_why(places, told):
    with pytest.raises(MapError, match=told.replace("(", r"\(").replace(")", r"\)")) as refused:
        Land(7, ROWS, places).window(0, 0, 10, 10)
    assert refused.value.cure


def test_the_command_draws_in_colour_or_plain(capsys):
    view = ["land", "--seed", "7", "--at", "300,0", "--size", "60x8", "--place", "Alden=316,12"]
    assert main(view) == 0
    plain = capsys.readouterr().out
    assert main([*view, "--colour", "always"]) == 0
    coloured = capsys.readouterr().out
    assert "\x1b[" in coloured
    assert [len(line) for line in plain.splitlines()] == [60] * 8
    assert main([*view, "--place", "Deep=640,200"]) == 1
    assert "deep sea" in capsys.readouterr().err
