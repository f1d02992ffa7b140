"""Journeys between maps and far parts of endless lands: their parts, walks and ends."""

import pytest
from evennia.contrib.grid.xyzgrid import xymap_legend
from spawned import spawned_once

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.routes import Route
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.commands.goto import parse_journey
from xyzgrid_ext.game.db.memory import journey_of
from xyzgrid_ext.game.travel import planning, walking
from xyzgrid_ext.game.visibility.viewer import CharacterViewer
from xyzgrid_ext.parts.lands.core.paths import NoPath
from xyzgrid_ext.parts.lands.game import journeys
from xyzgrid_ext.parts.lands.game.drawing import drawing
from xyzgrid_ext.xyzroom import XYZRoom

GATE = (302, 530)


class ToWilds(xymap_legend.MapTransitionNode):
    target_map_xyz = (*GATE, "wilds")


class ToMoor(xymap_legend.MapTransitionNode):
    target_map_xyz = (*GATE, "moor")


def land(name, place):
    places = {place: {"at": GATE, "exits": {"gate": (1, 0, "yard")}}}
    options = {"title": f"the {name.title()}"}
    return {"zcoord": name, "land": {"seed": 5, "places": places}, "options": options}


YARD = {
    "zcoord": "yard",
    "map": "\n+ 0 1 2\n\n0 M-#-T\n\n+ 0 1 2\n",
    "legend": {"T": ToWilds, "M": ToMoor},
}
HOME = (1, 0, "yard")
NEAR, DEEP = (300, 505), (300, 380)

shared_maps = spawned_once(land("wilds", "Ashwick"), land("moor", "Moorgate"), YARD)


@pytest.fixture(autouse=True)
def _nobody_was_anywhere(grid):
    drawing.recall(grid)
    yield
    drawing.recall(grid)


@pytest.fixture
def ann(grid, make_player, found_at_once):
    player = make_player("Ann")
    player.character.move_to(XYZRoom.objects.get_xyz(HOME), move_type="teleport")
    return player


def stand(grid, player, *xyz):
    player.character.move_to(XYZRoom.objects.get_xyz(xyz), move_type="teleport")


def planned(grid, player, text, *switches):
    """Return the parts of a journey, each with its steps; the reason if there is none."""
    viewer = CharacterViewer(grid.live, player.character)
    journey, goal = parse_journey(text, switches, viewer, "goto")
    plan = drain(planning.plan_steps(viewer, viewer.here, goal.room, journey))
    assert all(place.map in ("wilds", "moor", "yard") for place in plan.journey.way)
    assert not plan.journey.way or plan.journey.way[-1] == plan.journey.place
    parts = [
        ("route", len(part.steps)) if isinstance(part, Route) else (part.land, part.steps)
        for part in plan.parts
    ]
    return parts or plan.why


OUT = ("wilds", 204)
CASES = {
    "into a land": (HOME, "(300,505,wilds)", [("route", 1), ("wilds", 27)]),
    "into a land, to a place": (HOME, "Ashwick", [("route", 1)]),
    "by way of a far cell": (
        HOME,
        "Ashwick via (300,505,wilds)",
        [("route", 1), ("wilds", 27), ("wilds", 27)],
    ),
    "out of a land": ((*DEEP, "wilds"), "(1,0,yard)", [OUT, ("route", 1)]),
    "within a land": ((*DEEP, "wilds"), "Ashwick", [OUT]),
    "from land to land": ((*DEEP, "wilds"), "(300,505,moor)", [OUT, ("route", 2), ("moor", 27)]),
    "too far": (HOME, "(9000,9000,wilds)", NoPath.TOO_FAR),
    "too far on another land": ((*DEEP, "wilds"), "(9000,9000,moor)", NoPath.TOO_FAR),
    "into the sea": (HOME, "(302,-30,wilds)", NoPath.NONE),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_journey_leads_over_maps_and_lands_by_their_gates(grid, ann, case):
    start, goal, parts = case
    stand(grid, ann, *start)
    assert planned(grid, ann, goal) == parts


def test_a_plan_holds_in_the_world_that_is_drawn_meanwhile(grid, ann, monkeypatch):
    stand(grid, ann, *DEEP, "wilds")
    beside, drawn = journeys.run_in_thread, []

    def slow(what, items, work):
        if not drawn:  # somebody comes to another part of the land meanwhile
            drawn.append(drawing.draw_here(grid.live, Place("wilds", Coord(-9000, -9000))))
        return (yield from beside(what, items, work))

    monkeypatch.setattr(journeys, "run_in_thread", slow)
    assert planned(grid, ann, "(300,505,moor)") == [OUT, ("route", 2), ("moor", 27)]
    assert drawn == [grid.live]


def test_journeys_keep_to_explored_rooms_and_tell_of_shut_gates(grid, ann):
    assert planned(grid, ann, "(300,505,wilds)", "explored") is None
    assert "is too far away" in ann.types("goto/explored (300,505,wilds)")
    ahead = way_to(1, 0, "east")
    ahead.locks.add("traverse:false()")
    told = ann.types("goto (300,505,wilds)")
    assert "Every way to (300,505,wilds) is blocked: east" in told
    assert ann.character.location.xyz == HOME


def test_a_land_in_fog_is_crossed_by_builders_alone(grid, ann, make_player):
    builder = make_player("Bea", permissions=["Builder"])
    for player in (ann, builder):
        stand(grid, player, *DEEP, "wilds")
    grid.live.__dict__["in_fog"] = frozenset({"wilds"})
    assert planned(grid, ann, "(1,0,yard)") is None
    assert planned(grid, builder, "(1,0,yard)") == [OUT, ("route", 1)]


def way_to(x, y, word):
    room = XYZRoom.objects.get_xyz((x, y, "wilds" if y else "yard"))
    return next(one for one in room.exits if one.key == word)


@pytest.fixture
def walks(clock, ann):
    """Return a function (seconds) -> what Ann is told while so much time passes."""

    def walks(seconds):
        before = len(ann.sent)
        clock.pump([0.5] * (2 * seconds))
        return ann.text_since(before)

    return walks


def test_a_walk_leads_from_a_map_over_a_land_and_survives_a_reload(grid, ann, walks):
    assert "You set out for (300,505,wilds): 28 steps" in ann.types("goto (300,505,wilds)")
    walks(8)
    assert ann.character.location.xyz[2] == "wilds"
    assert len(journey_of(ann.character).way) == 2  # the next square, and the goal
    walking.stop_timer(ann.character)
    ann.character.ndb.xyzgrid_walk = None
    walking.resume_all()
    assert "You have arrived at" in walks(40)
    assert ann.character.location.xyz == (*NEAR, "wilds")


def test_a_walk_leads_where_nothing_is_drawn_and_the_land_is_drawn_ahead_of_it(grid, ann, walks):
    stand(grid, ann, *GATE, "wilds")
    assert grid.live.room_at_xyz(*NEAR, "wilds") is None
    told = ann.types("path (300,505)")
    assert "(300,505,wilds) is 27 steps from here.\n  27 steps to the south." in told
    assert "You set out for (300,505,wilds): 27 steps" in ann.types("goto (300,505)")
    walks(3)
    assert "You stop on the way to (300,505,wilds)" in ann.types("goto")
    assert "You walk on to (300,505,wilds):" in ann.types("goto")
    assert "You have arrived at" in walks(30)
    assert ann.character.location.xyz == (*NEAR, "wilds")


def test_a_walk_out_of_a_land_ends_where_its_gate_is_shut_meanwhile(grid, ann, walks):
    stand(grid, ann, *DEEP, "wilds")
    assert "You set out for A room: 205 steps" in ann.types("goto (1,0,yard)")
    stop = journey_of(ann.character).way[-2]
    assert (stop.coord[:2], stop.map) == (GATE, "wilds")
    way_to(*GATE, "gate").locks.add("traverse:false()")
    stand(grid, ann, 302, 527, "wilds")  # the wind carries her
    told = walks(3)
    assert "Every way to A room is blocked: gate" in told
    assert "Type goto to walk on to A room." in told
    assert "is blocked: gate" in ann.types("goto")
    way_to(*GATE, "gate").locks.add("traverse:all()")
    ann.types("goto")
    assert "You have arrived" in walks(5)
