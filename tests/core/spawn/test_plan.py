"""The difference between what is wanted and what exists: its laws, rooms, parts of a plan."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.spawn.towns import (
    EAST,
    ELSEWHERE,
    EXIT,
    HERE,
    ROOM,
    THERE,
    TOWN,
    altered,
    existing_of,
    parts,
    row_of,
    values,
)
from xyzgrid_ext.core.spawn import XYZ, Existing, ExitKey, ExitSpec, RoomSpec, Template, Wanted
from xyzgrid_ext.core.spawn.plan import PlanBuilder, filter_plan, plan

# --- laws

words = st.sampled_from(["", "a", "A", "b:c", "é"])
templates = st.builds(
    Template,
    prototype_key=words,
    typeclass=words,
    key=st.none() | words,
    attrs=st.dictionaries(
        st.tuples(words, st.none() | words), st.tuples(st.none() | st.integers() | words, words)
    ),
    locks=st.lists(words, unique=True).map(tuple),
    aliases=st.lists(words).map(tuple),
    tags=st.lists(st.tuples(words, st.none() | words, st.none() | words)).map(tuple),
)
xyzs = st.builds(XYZ, st.integers(0, 3), st.integers(0, 3), st.sampled_from(["a", "b:0", "b:1"]))
wanteds = st.builds(
    Wanted,
    st.dictionaries(xyzs, st.builds(RoomSpec, words, templates), max_size=3),
    st.dictionaries(
        st.builds(ExitKey, xyzs, words),
        st.builds(ExitSpec, words, st.lists(words).map(tuple), xyzs, templates),
        max_size=3,
    ),
)


@given(wanteds)
def test_what_exists_as_wanted_needs_nothing_and_the_rest_comes_or_goes(wanted):
    others = {spec.target: 1 for spec in wanted.exits.values()}
    assert not plan(wanted, existing_of(wanted, others))
    todo = plan(wanted, Existing({}, {}, others))
    assert (todo.new_rooms, todo.new_exits) == (wanted.rooms, wanted.exits)
    assert parts(todo) <= {"new_rooms", "new_exits"}
    existing = existing_of(wanted)
    todo = plan(Wanted({}, {}), existing)
    assert todo.gone_rooms == {xyz: row.id for xyz, row in existing.rooms.items()}
    assert todo.gone_exits == {key: row.id for key, row in existing.exits.items()}
    assert parts(todo) <= {"gone_rooms", "gone_exits"}


@given(wanteds, wanteds)
def test_every_room_and_exit_is_dealt_with_once(wanted, other):
    """New, gone, or there already; and each exit in question leads to a room that will be."""
    existing = existing_of(other)
    todo = plan(wanted, existing)
    assert (existing.rooms.keys() - todo.gone_rooms.keys()) | todo.new_rooms.keys() == (
        wanted.rooms.keys()
    )
    kept = (existing.exits.keys() - todo.gone_exits.keys()) | todo.new_exits.keys()
    assert kept == wanted.exits.keys() - todo.unresolved.keys()
    assert all(spec.target in wanted.rooms for spec in todo.new_exits.values())
    assert not todo.new_rooms.keys() & todo.gone_rooms.keys()
    assert not todo.changed_rooms.keys() & (todo.new_rooms.keys() | todo.gone_rooms.keys())
    pieces = PlanBuilder(wanted, existing)
    for part, work in (
        (existing.rooms, pieces.compare_rooms),
        (wanted.rooms, pieces.compare_new_rooms),
        (existing.exits, pieces.compare_exits),
        (wanted.exits, pieces.compare_new_exits),
    ):
        for one in part:
            work([one])
    assert pieces.result() == todo


# --- rooms


def changes(change, **of_row):
    """What differs if the row of a room, or its spec, is changed."""
    existing = existing_of(TOWN)
    rows = {**existing.rooms, HERE: altered(existing.rooms[HERE], **of_row)}
    spec = RoomSpec(change.pop("key", "Hall"), replace(ROOM, **change))
    wanted = Wanted({**TOWN.rooms, HERE: spec}, TOWN.exits)
    todo = plan(wanted, replace(existing, rooms=rows))
    assert parts(todo) <= {"changed_rooms"}
    assert set(todo.changed_rooms) <= {HERE}
    return todo.changed_rooms[HERE][2] if todo.changed_rooms else ()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"key": "Parlour"}, ("key", "Hall", "Parlour")),
        ({"typeclass": "a.Cave"}, ("typeclass", "a.Room", "a.Cave")),
        ({"aliases": ("Great Hall", "Lounge")}, ("aliases", ["great hall"], ["lounge"])),
        ({"permissions": ("Helper", "Guide")}, ("permissions", ["helper"], ["guide"])),
        ({"locks": ("view:none()",)}, ("locks", ["view:all()"], ["view:none()"])),
        ({"tags": (("cold", "climate", None),)}, ("tags", None, [("cold", "climate")])),
        ({"attrs": {("desc", None): ("Small.", "")}}, ("attribute desc", "Large.", "Small.")),
        (
            {"attrs": {("smell", None): ("of bread", "")}},  # of another category
            ("attribute smell", None, "of bread"),
        ),
        ({"attrs": {("mood", None): (None, "")}}, ("attribute mood", None, None)),
        (
            {"attrs": {("desc", None): ("Large.", "attredit:none()")}},
            ("lock of attribute desc", "", "attredit:none()"),
        ),
        ({"prototype_key": "hall"}, ("prototype", ["xyz_room"], "hall")),
    ],
)
def test_what_a_prototype_says_otherwise_is_a_change(change, expected):
    assert values(changes(change)) == (expected,)


@pytest.mark.parametrize(
    "by_hand",
    [
        {"aliases": frozenset({"great hall", "lounge"})},
        {"tags": frozenset({("warm", "climate"), ("visited", None)})},
        {"locks": frozenset({"view:all()", "get:false()", "edit:id(7)"})},
        {"attrs": {**ROOM.attrs, ("mood", None): (7, "")}},
        {"attrs": {**ROOM.attrs, ("desc", None): ("Large.", "attredit:id(7)")}},
    ],
)
def test_what_a_builder_added_and_no_prototype_names_is_no_change(by_hand):
    assert changes({}, **by_hand) == ()


def test_names_and_values_that_no_prototype_gives_are_left_alone():
    assert values(changes({"key": "A room"}, key="Hall")) == (("key", "Hall", "A room"),)
    nameless = replace(ROOM, key=None)
    wanted = Wanted({HERE: RoomSpec("A room", nameless)}, {})
    existing = existing_of(wanted)
    renamed = existing.rooms[HERE]._replace(key="A builder's name")
    assert not plan(wanted, replace(existing, rooms={HERE: renamed}))
    varying = replace(ROOM, varying=frozenset({"desc"}))
    wanted = Wanted({HERE: RoomSpec("Hall", varying)}, {})
    existing = existing_of(wanted)
    grown = altered(existing.rooms[HERE], attrs={**ROOM.attrs, ("desc", None): (3, "")})
    assert not plan(wanted, replace(existing, rooms={HERE: grown}))


# --- a part of a plan

TWO = Wanted(
    {HERE: RoomSpec("Hall", ROOM), THERE: RoomSpec("Hall", ROOM)},
    {
        EAST: ExitSpec("right", ("ri",), THERE, EXIT),
        ExitKey(THERE, "left"): ExitSpec("left", ("le",), HERE, EXIT),
    },
)


def test_part_of_a_plan_makes_no_exit_into_nothing_and_others_wait():
    part = filter_plan(plan(TWO, Existing({}, {})), lambda xyz: xyz == HERE)
    assert set(part.new_rooms) == {HERE}
    assert not part.new_exits
    assert part.unresolved == {EAST: THERE}
    rooms = existing_of(Wanted(TWO.rooms, {}))
    part = filter_plan(plan(TWO, rooms), lambda xyz: xyz == HERE)
    assert set(part.new_exits) == {EAST}
    assert not part.unresolved
    assert not filter_plan(plan(TWO, rooms), lambda xyz: True, {"up"})
    wanted = town_with(ExitSpec("right", ("ri",), ELSEWHERE, EXIT))
    todo = plan(wanted, replace(existing_of(TOWN), others={ELSEWHERE: 77}))
    assert values(todo.changed_exits[EAST][2]) == (("destination", THERE, ELSEWHERE),)
    assert not todo.unresolved
    todo = plan(wanted, existing_of(TOWN))
    assert todo.unresolved == {EAST: ELSEWHERE}
    assert todo.gone_exits == {EAST: 100}
    assert parts(todo) == {"gone_exits"}
    fresh = plan(wanted, Existing({}, {}))
    assert (fresh.unresolved, fresh.new_exits) == ({EAST: ELSEWHERE}, {})


def test_homes_and_targets_of_exits_are_changed_and_not_made_anew():
    named = RoomSpec("Hall", replace(ROOM, home=7))
    for home, changes in ((7, ()), (3, (("home", 3, 7),))):
        row = row_of(named, 1)._replace(home=home)
        todo = plan(Wanted({HERE: named}, {}), Existing({HERE: row}, {}))
        found = [values(own) for *_, own in todo.changed_rooms.values()]
        assert found == [changes] * bool(changes)
    assert not plan(
        Wanted({HERE: RoomSpec("Hall", ROOM)}, {}),
        Existing({HERE: row_of(named, 1)._replace(home=3)}, {}),
    )
    todo = plan(town_with(ExitSpec("door", ("right", "ri"), THERE, EXIT)), existing_of(TOWN))
    row, spec, found = todo.changed_exits[EAST]
    assert (row.id, spec.key) == (100, "door")
    assert values(found) == (("key", "right", "door"), ("aliases", ["ri"], ["right"]))
    assert parts(todo) == {"changed_exits"}
    todo = plan(town_with(ExitSpec("right", ("ri",), HERE, EXIT)), existing_of(TOWN))
    assert values(todo.changed_exits[EAST][2]) == (("destination", THERE, HERE),)


def town_with(exit_spec, rooms=TOWN.rooms):
    return Wanted(rooms, {EAST: exit_spec})


@pytest.mark.parametrize(
    ("by_hand", "change"),
    [
        ({"target": None}, ("destination", None, THERE)),  # its tags
        ({"destination": None}, ("destination", None, THERE)),
        ({"destination": 0}, ("destination", HERE, THERE)),
        ({"destination": 7}, ("destination", "#7", THERE)),
        ({"location": 1}, ("location", THERE, HERE)),
        ({"location": None}, ("location", None, HERE)),
        ({"direction": None}, ("direction", None, "right")),
    ],
)
def test_an_exit_that_was_bent_or_moved_by_hand_is_changed(by_hand, change):
    existing = existing_of(TOWN)
    bent = {EAST: altered(existing.exits[EAST], **by_hand)}
    todo = plan(TOWN, replace(existing, exits=bent))
    assert values(todo.changed_exits[EAST][2]) == (change,)
