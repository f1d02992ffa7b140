"""The keys of dungeons in a map's data: every fault with its path."""

import pytest

from xyzgrid_ext.core.mapdata.validate import validate

DRAWING = "+ 0 1\n\n0 #-#\n\n+ 0 1"


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (
            {
                "zcoord": "town",
                "map": DRAWING,
                "options": {"dungeon": {"start": (), "goal": (1, 1)}},
            },
            "error options.dungeon.start: must be (x, y), or (x, y, z) of a 3D map, not an "
            "empty tuple",
        ),
        (
            {"zcoord": "town", "map": DRAWING, "prototypes": {(0, 0, "e"): {"needs": ["smallky"]}}},
            "warning prototypes[(0,0,'e')].needs[0]: nobody can have 'smallky'",
        ),
        (
            {"zcoord": "pit", "dungeon": {"parameters": {"teir": 2}}},
            "error dungeon.parameters.teir: there is no such key",
        ),
        (
            {"zcoord": "pit", "dungeon": {"catalogue": [{"name": 7}]}},
            "error dungeon.catalogue[0]: the row has no name",
        ),
    ],
)
def test_a_fault_is_told_with_its_path(data, fault):
    found = validate(data)[0]
    assert f"{found.severity} {found.message}" == fault
    assert found.cure


def test_a_parameter_beside_the_others_is_told_its_place():
    (finding,) = validate({"zcoord": "pit", "dungeon": {"tier": 2}})
    assert finding.cure == "write it into 'parameters'"
