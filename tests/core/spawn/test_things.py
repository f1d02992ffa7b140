"""Things that a room's prototype lists."""

import pytest

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.spawn.model import XYZ, RoomSpec, Template, ThingKey
from xyzgrid_ext.core.spawn.wanted import plan_things, wanted_things

HALL, LOFT = XYZ(0, 0, "town"), XYZ(1, 0, "town")


def room(*things):
    return RoomSpec("A room", Template("xyz_room", "Room", things=things))


def test_a_thing_is_made_once_and_goes_when_nothing_names_it():
    wanted = wanted_things({HALL: room({"key": "A Lamp"}, {"key": "a box"}), LOFT: room()})
    assert wanted == {ThingKey(HALL, "a lamp"): {"key": "A Lamp"},
                      ThingKey(HALL, "a box"): {"key": "a box"}}  # fmt: skip
    existing = {ThingKey(HALL, "a lamp"): 7, ThingKey(LOFT, "a rope"): 8,
                ThingKey(XYZ(0, 0, "sea"), "a boat"): 9}  # fmt: skip
    new, gone = plan_things(wanted, existing, {"town"})
    assert new == {ThingKey(HALL, "a box"): {"key": "a box"}}
    assert gone == {ThingKey(LOFT, "a rope"): 8}


@pytest.mark.parametrize(
    ("things", "fault"),
    [
        (({"key": "a lamp"}, {"key": "A LAMP"}), "two things are called 'a lamp'"),
        (("lamp",), "'lamp' among its things is not a prototype"),
        (({"desc": "no name"},), "a thing without a name"),
    ],
)
def test_a_list_that_cannot_be_made_is_refused_with_its_room(things, fault):
    with pytest.raises(GridError) as error:
        wanted_things({HALL: room(*things)})
    assert fault in str(error.value)
    assert "(0,0,town)" in str(error.value)
