"""A land from afar in parts: what they show, which there are, and when they change."""

import pytest

from xyzgrid_ext.parts.lands.content import LAND
from xyzgrid_ext.parts.lands.core.land import Land
from xyzgrid_ext.parts.lands.core.to_grid import make_content
from xyzgrid_ext.parts.lands.core.zoomed import SIZE, is_picture_part, picture_part, picture_version

BIOMES = make_content(**LAND).biomes
PLACES = {"Ashwick": (302, 530), "Otterbank": (312, 541)}
LAND_5 = Land(5, BIOMES, PLACES)


def at(step, x, y):
    """Return the biome of a cell of the picture, and whether a road leads there."""
    wide = SIZE * step
    part = picture_part(LAND_5, step, x // wide, y // wide)
    number = y % wide // step * SIZE + x % wide // step
    return part.biome[number], number in part.road


def test_part_shows_the_land_and_its_version_what_is_shown():
    road = next(iter(LAND_5.roads.values()))
    for x, y in (road[0], road[-1], (-1, -1), (300, 505)):
        seen = LAND_5.window(x, y, 1, 1)
        assert at(1, x, y) == (seen.cells.biome[0, 0], seen.road[0, 0] >= 0)
    assert all(at(4, *spot)[1] for spot in (road[0], road[-1]))
    assert not at(4, -1, -1)[1]
    lands = [
        LAND_5,
        Land(6, BIOMES, PLACES),
        Land(5, BIOMES, {**PLACES, "Ashwick": (303, 530)}),
        Land(5, BIOMES, PLACES, []),
        Land(5, BIOMES[:-1], PLACES),
    ]
    assert len(set(map(picture_version, lands))) == len(lands)
    assert picture_version(Land(5, list(BIOMES), dict(PLACES))) == picture_version(LAND_5)


@pytest.mark.parametrize(
    ("part", "is_there"),
    [
        ((1, -16384, 16383), True),
        ((1, 0, 16384), False),
        ((32, -512, 511), True),
        ((32, -513, 0), False),
        ((3, 0, 0), False),
    ],
)
def test_there_are_parts_of_each_scale_within_the_land(part, is_there):
    assert is_picture_part(*part) is is_there
