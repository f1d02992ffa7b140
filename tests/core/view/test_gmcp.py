"""What map clients are sent of a room.

502 Vault
 |
501 Hall --- wormhole to 77, an iron door that is locked, a way east that nobody has gone
"""

from dataclasses import replace

import pytest

from xyzgrid_ext.core.view import MSDP_VARIABLES, Door, ExitView
from xyzgrid_ext.core.view.gmcp import (
    AreaLabel,
    exit_changes,
    msdp_variables,
    room_info,
    secret_room_info,
)
from xyzgrid_ext.core.view.snapshot import ExitKind, RoomView

AREA = AreaLabel(412, "The Tower")
NORTH = ExitView("north", "n", 502, "tower")
EAST = ExitView("east", "e", None)
WORMHOLE = ExitView("wormhole", "", 77, "cave", ExitKind.WORMHOLE)
DOOR = ExitView("iron door", "", None, door=Door.LOCKED, needs=("smallkey",))
HALL = RoomView(
    501,
    "Hall",
    3,
    1,
    2,
    exits=(NORTH, EAST, WORMHOLE, DOOR),
    environment="stone",
    details=("shop",),
)


def test_room_info_has_the_members_that_mappers_of_two_families_read():
    assert room_info(HALL, AREA) == {
        "num": 501,
        "name": "Hall",
        "area": "The Tower",
        "environment": "stone",
        "coords": "412,3,1,2",
        "coord": {"id": 412, "x": 3, "y": 1, "z": 2, "cont": 0},
        "exits": {"n": 502},
        "specials": {"wormhole": 77},
        "stubs": ["e", "iron door"],
        "details": ["shop"],
        "doors": {"iron door": {"name": "iron door", "flags": ["door", "closed", "locked"]}},
    }


def test_room_off_the_grid_or_whose_place_may_not_be_told_has_no_place():
    info = room_info(replace(HALL, exits=(NORTH,)), None)
    assert (info["num"], info["exits"], info["area"]) == (501, {"n": 502}, "")
    assert not {"coords", "coord"} & set(info)
    assert secret_room_info("Somewhere") == {
        "num": -1,
        "name": "Somewhere",
        "area": "",
        "environment": "",
        "exits": {},
    }


@pytest.mark.parametrize(
    ("door", "flags"),
    [
        (Door.OPEN, ["door"]),
        (Door.CLOSED, ["door", "closed"]),
        (Door.LOCKED, ["door", "closed", "locked"]),
        (Door.NONE, []),
    ],
)
def test_a_door_that_changes_is_told_by_its_flags(door, flags):
    before = replace(HALL, exits=(replace(NORTH, weight=3.0), DOOR))
    after = replace(HALL, exits=(replace(NORTH, door=door), DOOR))
    assert exit_changes(before, after) == {"n": {"name": "north", "flags": flags, "to": 502}}


def test_of_a_change_only_the_difference_is_told_and_msdp_is_flat():
    before = replace(HALL, exits=(NORTH, DOOR))
    after = replace(HALL, exits=(EAST, DOOR))
    assert exit_changes(before, after) == {"n": False, "e": {"name": "east", "flags": []}}
    assert exit_changes(HALL, HALL) == {}
    values = msdp_variables(HALL, AREA)
    assert tuple(values) == MSDP_VARIABLES
    assert values == {
        "ROOM_VNUM": "501", "ROOM_NAME": "Hall", "ROOM_AREA": "The Tower", "ROOM_TERRAIN": "stone",
        "ROOM_EXITS": "n 502;e ?;wormhole 77;iron door ?", "ROOM_X": "3", "ROOM_Y": "1",
        "ROOM_Z": "2",
    }  # fmt: skip
    assert msdp_variables(HALL, None)["ROOM_X"] == ""
