"""The keys of a land in a map's data: every fault with its path."""

import pytest

from xyzgrid_ext.core.mapdata.validate import validate


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (
            {"zcoord": "vale", "land": {"area": (0, 0, 1001, 5)}},
            "error land.area: must be (x, y, width, height), width and height from 1 to 1000, not "
            "(0, 0, 1001, 5)",
        ),
        (
            {"zcoord": "vale", "land": {"area": (0, 0, 9, 9), "places": {"A": {"at": 5}}}},
            "error land.places.A.at: must be (x, y) of the land, not 5",
        ),
        (
            {"zcoord": "vale", "land": {"area": (0, 0, 9, 9)}, "transitions": {}},
            "error transitions: a land does not have this key",
        ),
    ],
)
def test_a_fault_is_told_with_its_path(data, fault):
    found = validate(data)[0]
    assert f"{found.severity} {found.message}" == fault
    assert found.cure
