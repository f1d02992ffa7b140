"""What the database shall hold for a grid."""

import pytest

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.spawn import XYZ, ExitKey, Template
from xyzgrid_ext.core.spawn.model import RoomSpec, ThingKey
from xyzgrid_ext.core.spawn.wanted import WantedBuilder, plan_things, wanted_things

ROOM, EXIT = Template("xyz_room", "a.Room"), Template("xyz_exit", "a.Exit")


def matrix(text, **rest):
    head = "matrixedge 2\nstartnode 0 0 0\nendnode 1 1 1\n"
    return from_matrix(parse(head + text, "c.matrix").matrix, "Cube", **rest)[0]


def wanted_of(grid, *others, templates=(ROOM, EXIT)):
    making = WantedBuilder(grid, templates, {map_key(g.name): g for g in (grid, *others)})
    making.add_rooms(range(grid.rooms))
    making.add_exits(range(grid.links))
    return making.result


def test_a_renamed_exit_keeps_its_direction_and_answers_to_it():
    grid = matrix("node 0 0 0 up\n", prototypes={(0, 0, 0, "up"): {"key": "Ladder"}})
    ladder = Template("xyz_exit", "a.Exit", key="Ladder", aliases=("Rungs", "ladder"))
    found = wanted_of(grid, templates=(ROOM, EXIT, ladder))
    ((key, spec),) = found.exits.items()
    assert key.direction == "up"
    assert (spec.key, spec.aliases) == ("Ladder", ("up", "u", "rungs"))


def test_an_exit_to_another_map_leads_to_the_key_of_its_room(drawn):
    town = drawn("#-#", "Town")
    transitions = {(0, 0, 0, "Out"): (1, 0, " TOWN ")}
    found = wanted_of(matrix("node 0 0 0 up\n", transitions=transitions), town)
    spec = found.exits[ExitKey(XYZ(0, 0, "cube:0"), "out")]
    assert (spec.key, spec.target) == ("Out", (1, 0, "town"))


def test_an_exit_to_a_level_leads_to_the_room_of_the_level(drawn):
    cube = matrix("node 0 0 0 up\n")
    town = drawn("#", "town", {(0, 0, "in"): (0, 0, "Cube:0"), (0, 0, "deep"): (1, 1, "cube:1")})
    exits = wanted_of(town, cube).exits
    by_direction = {key.direction: spec.target for key, spec in exits.items()}
    assert by_direction == {"in": (0, 0, "cube:0"), "deep": (1, 1, "cube:1")}


def test_an_exit_to_nowhere_is_left_out():
    transitions = {(0, 0, 0, "out"): (1, 0, "nowhere")}
    found = wanted_of(matrix("node 0 0 0 up\n", transitions=transitions))
    assert [key.direction for key in found.exits] == ["up"]


# --- things that a room's prototype lists


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
