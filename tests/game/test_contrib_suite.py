"""The contrib's own tests, with our classes in place of its own. Nothing of them is copied.

Each of its TestCases is collected here as it is, and run while the contrib's names stand for our
classes. What is listed in `OTHERWISE` is otherwise with us, for the reason given, and must fail as
long as it is listed; `UNGUARDED` goes on only without a guard of ours.
"""

import functools
import unittest

import evennia
import pytest
from django.db import connection
from evennia.contrib.grid.xyzgrid import commands, tests, xymap, xyzgrid, xyzroom

from xyzgrid_ext import xyzgrid as our_xyzgrid
from xyzgrid_ext import xyzroom as our_xyzroom
from xyzgrid_ext.game.commands import building, goto, maps, moving
from xyzgrid_ext.game.maps.plane_map import PlaneMap
from xyzgrid_ext.game.spawn import creation

IN_PLACE = {
    commands: {
        "CmdFlyAndDive": moving.CmdFlyAndDive,
        "CmdGoto": goto.CmdGoto,
        "CmdMap": maps.CmdMap,
        "CmdXYZOpen": building.CmdOpen,
        "CmdXYZTeleport": building.CmdTeleport,
        "XYZRoom": our_xyzroom.XYZRoom,
        "get_xyzgrid": our_xyzgrid.get_xyzgrid,
    },
    xymap: {"XYMap": PlaneMap},
    xyzgrid: {
        "XYMap": PlaneMap,
        "XYZExit": our_xyzroom.XYZExit,
        "XYZGrid": our_xyzgrid.XYZGrid,
        "XYZRoom": our_xyzroom.XYZRoom,
        "get_xyzgrid": our_xyzgrid.get_xyzgrid,
    },
    xyzroom: {"XYZExit": our_xyzroom.XYZExit, "XYZRoom": our_xyzroom.XYZRoom},
}

VERSION = evennia.__version__.split()[0]
# Each asserts one of several ways of the same length: the one that the scipy of its day came upon.
# We take the same one in every version; see `core.routes.router`.
TIES = {
    "5": [
        "TestMap1.test_get_shortest_path",
        "TestMap3.test_shortest_path_06",
        "TestMap3.test_shortest_path_07",
        "TestMap3.test_shortest_path_08",
        "TestMap3.test_shortest_path_09",
        "TestMap3.test_shortest_path_10",
        "TestMap4.test_shortest_path_5",
    ],
    "6": [
        "TestMap3.test_shortest_path_06",
        "TestMap3.test_shortest_path_07",
        "TestMap3.test_shortest_path_08",
        "TestMap3.test_shortest_path_09",
        "TestMap3.test_shortest_path_10",
        "TestMap8.test_shortest_path_6",
    ],
}[VERSION.split(".")[0]]
OTHERWISE = dict.fromkeys(TIES, "asserts one of several ways of the same length")
# Each takes long before or after every test; those of maps have them and use none of them.
UNUSED = ("create_accounts", "create_chars", "create_objs", "create_script", "setup_session")
# Of those of maps, this one needs first rooms, and has rooms to be deleted with the grid.
SPAWNING = "test_spawn"
UNGUARDED = "TestXYZGrid.test_spawn"  # makes no first room, which only Evennia's tests do without


@pytest.fixture(autouse=True)
def _our_classes(request, monkeypatch):
    for module, names in IN_PLACE.items():
        for name, ours in names.items():
            monkeypatch.setattr(module, name, ours)
    if f"{request.node.parent.name}.{request.node.name}" == UNGUARDED:
        monkeypatch.setattr(creation, "refuse_without_first_room", lambda: None)


def expected_to_fail(reason, test):
    return pytest.mark.xfail(reason=reason, strict=True)(
        functools.wraps(test)(lambda self: test(self))
    )


def only_spawning(case, name):
    def run(self):
        if self._testMethodName == SPAWNING:
            getattr(case, name)(self)

    return run


def collected(case):
    """A TestCase of the contrib, its tests, those that are listed marked."""

    def setup(self):
        if connection.vendor == "postgresql":  # a test that is rolled back leaves its ids taken
            with connection.cursor() as cursor:
                cursor.execute("ALTER SEQUENCE objects_objectdb_id_seq RESTART")
        case.setUp(self)

    body = {"setUp": setup}
    if issubclass(case, tests._MapTest):
        body |= dict.fromkeys(UNUSED, lambda self: None)
        body |= {name: only_spawning(case, name) for name in ("create_rooms", "tearDown")}
    for name in unittest.TestLoader().getTestCaseNames(case):
        full = f"{case.__name__}.{name}"
        if full in OTHERWISE:
            body[name] = expected_to_fail(OTHERWISE[full], getattr(case, name))
    return type(case.__name__, (case,), {"__module__": __name__, **body})


CASES = {
    name: collected(value)
    for name, value in vars(tests).items()
    if isinstance(value, type)
    and issubclass(value, unittest.TestCase)
    and value.__module__ == tests.__name__
    and not name.startswith("_")  # the parent of some of the others
}
globals().update(CASES)


@pytest.mark.django_db
@pytest.mark.parametrize("name", TIES)
def test_a_way_that_is_otherwise_is_as_short_as_the_one_asserted(name):
    case_name, test = name.split(".")
    case = CASES[case_name](test)
    asserted = []
    case.assertEqual = lambda *pair: asserted.append([list(way) for way in pair])
    case.setUp()
    try:
        getattr(vars(tests)[case_name], test)(case)
    finally:
        case.tearDown()
    ways = asserted[0]
    assert ways[0] != ways[1]
    assert len(ways[0]) == len(ways[1])
