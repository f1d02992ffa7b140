"""Rows that stand for their quarter turns."""

import pytest

from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.parts.dungeons.core.masks import turned


@pytest.mark.parametrize(
    ("name", "names"),
    [
        (
            "filler_200700_shelves",
            "filler_200700_shelves filler_010111_shelves filler_002007_shelves "
            "filler_040444_shelves",
        ),
        ("filler_000222", "filler_000222 filler_000070"),
        ("filler_000020_well", "filler_000020_well"),
        ("door_open_n_200000", "door_open_n_200000 door_open_e_010000 door_open_s_002000 "
         "door_open_w_040000"),
        ("obstacle_rope_north-south_000202", "obstacle_rope_ns_000202 obstacle_rope_ew_000050"),
        ("obstacle_rope_ne_000100", "obstacle_rope_ne_000100 obstacle_rope_se_000001 "
         "obstacle_rope_sw_000004 obstacle_rope_nw_000400"),
        ("treasure_bigkey_000111", "treasure_bigkey_000111 treasure_bigkey_000007 "
         "treasure_bigkey_000444 treasure_bigkey_000700"),
    ],
)  # fmt: skip
def test_a_row_is_turned_with_its_doors_and_sides(name, names, row):
    assert [made["name"] for made in turned(row(name))] == names.split()


def test_a_turned_row_keeps_all_else(row):
    rows = turned(row("filler_000400", weight=3, depth=(1, 2)))
    assert [(made["weight"], made["depth"], made["title"]) for made in rows] == [
        (3, (1, 2), "filler_000400")
    ] * 4


def test_a_name_that_cannot_be_read_is_not_turned(row):
    with pytest.raises(RefusedError, match="unknown kind"):
        turned(row("fillr_000400"))
