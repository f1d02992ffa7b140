"""Exits that are new, changed, gone, or wait for the room to which they lead."""

from dataclasses import replace

import pytest

from tests.core.spawn.towns import (
    EAST,
    ELSEWHERE,
    EXIT,
    HERE,
    THERE,
    TOWN,
    altered,
    existing_of,
    parts,
    values,
)
from xyzgrid_ext.core.spawn import Existing, ExitSpec, Wanted
from xyzgrid_ext.core.spawn.plan import plan


def town_with(exit_spec, rooms=TOWN.rooms):
    return Wanted(rooms, {EAST: exit_spec})


def test_a_renamed_exit_is_changed_and_not_made_anew():
    todo = plan(town_with(ExitSpec("door", ("right", "ri"), THERE, EXIT)), existing_of(TOWN))
    row, spec, found = todo.changed_exits[EAST]
    assert (row.id, spec.key) == (100, "door")
    assert values(found) == (("key", "right", "door"), ("aliases", ["ri"], ["right"]))
    assert parts(todo) == {"changed_exits"}


def test_an_exit_that_leads_elsewhere_is_changed():
    """evennia#3176: the contrib leaves it at its old destination for ever."""
    todo = plan(town_with(ExitSpec("right", ("ri",), HERE, EXIT)), existing_of(TOWN))
    assert values(todo.changed_exits[EAST][2]) == (("destination", THERE, HERE),)


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


def test_an_exit_may_lead_to_a_room_of_another_map_that_exists():
    wanted = town_with(ExitSpec("right", ("ri",), ELSEWHERE, EXIT))
    todo = plan(wanted, replace(existing_of(TOWN), others={ELSEWHERE: 77}))
    assert values(todo.changed_exits[EAST][2]) == (("destination", THERE, ELSEWHERE),)
    assert not todo.unresolved


def test_an_exit_to_a_room_that_does_not_exist_yet_waits():
    """It is told, not made, and not left behind at its old destination."""
    wanted = town_with(ExitSpec("right", ("ri",), ELSEWHERE, EXIT))
    todo = plan(wanted, existing_of(TOWN))
    assert todo.unresolved == {EAST: ELSEWHERE}
    assert todo.gone_exits == {EAST: 100}
    assert parts(todo) == {"gone_exits"}
    fresh = plan(wanted, Existing({}, {}))
    assert (fresh.unresolved, fresh.new_exits) == ({EAST: ELSEWHERE}, {})
