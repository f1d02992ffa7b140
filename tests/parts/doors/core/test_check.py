"""What the check says of doors: the place, the fault and the cure."""

import pytest

from xyzgrid_ext.core.findings import errors_of
from xyzgrid_ext.core.grid.from_rooms import from_rooms
from xyzgrid_ext.core.mapdata.validate import part_findings, validate
from xyzgrid_ext.parts.doors.core_part import CORE


def said(door, back=None, options=None, of_room=None):
    """Return what is said of a map of two rooms with these doors in the exits between them."""
    north = {"to": (0, 1)} if door is None else {"to": (0, 1), "door": door}
    south = {"to": (0, 0)} if back is None else {"to": (0, 0), "door": back}
    first = {"exits": {"north": north}} | (of_room or {})
    rooms = {(0, 0): first, (0, 1): {"exits": {"south": south}}}
    if findings := errors_of(validate({"zcoord": "inn", "rooms": rooms, "options": options or {}})):
        return [(find.code, find.message) for find in findings]
    grid, _findings = from_rooms(rooms, "inn", options or {})
    return [(find.code, find.message) for find in part_findings(grid)]


@pytest.mark.parametrize(
    ("doors", "code", "words"),
    [
        (({"lock": True},), "unknown-key", "rooms[(0,0)].exits.north.door.lock"),
        (("oak",), "malformed-door", "exits.north.door: must be a dict, not 'oak'"),
        (({"hidden": "a; b"},), "malformed-door", "without , ; = and parentheses"),
        (({"closes": 0},), "malformed-door", "door.closes"),
        (({"open": True, "locked": True, "key": "k"},), "open-and-locked", "'north' of (0,0)"),
        (({"locked": True},), "door-without-key", "'locked', but has no key"),
        (({"key": "a"}, {"key": "b"}), "two-doors", "'north' of (0,0) and the exit 'south'"),
        (({"hidden": "rug"},), "seen-from-behind", "the exit 'south' of (0,1) is not"),
        pytest.param(
            (None, {}, {"play": "matrix"}),
            "no-door-here",
            "opens and shuts its exits",
            marks=pytest.mark.beside("matrix_game"),
        ),
    ],
)
def test_a_mistake_is_told_with_its_place(doors, code, words):
    ((found, message),) = said(*doors)
    assert found == code
    assert words in message


def test_a_door_of_a_room_is_told_and_a_right_one_is_not():
    assert said(None, of_room={"door": {}})[0][0] == "door-of-a-room"
    right = {"name": "oak door", "key": "brass key", "locked": True, "closes": 30, "hidden": "rug"}
    assert said(right, right) == []
    rooms = {(0, 0): {"exits": {"north": {"to": (0, 1), "door": right}}}, (0, 1): {}}
    assert [*CORE.items(from_rooms(rooms, "inn", {})[0])] == [(0, "brass key")]
    assert said({}) == []
