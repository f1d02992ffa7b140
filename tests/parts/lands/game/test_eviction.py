"""Rooms of lazy maps that go again when nobody comes, and those that stay."""

import random
from itertools import pairwise

import pytest
from evennia import create_object, create_script
from evennia.objects.models import ObjectDB
from evennia.scripts.tickerhandler import TICKER_HANDLER
from spawned import spawned_once

from tests.parts.lands.game.lazy_maps import BIG, TOWN, at, rows
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.base.write_lock import sole_writer
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.parts.lands.game.eviction import Idle, RoomCaretaker, evict_steps
from xyzgrid_ext.xyzroom import XYZRoom

PLAIN = {at: {**room, "things": []} for at, room in BIG["rooms"].items()}
shared_maps = spawned_once(TOWN, BIG | {"rooms": PLAIN})
START = ["....", "....", "o..."]


@pytest.fixture
def walker(grid, player):
    player.character.move_to(XYZRoom.objects.get_xyz((1, 0, "town")), quiet=True)
    return player


def rounds(grid, times=4):
    """Let all rooms that may go do so: first their exits, then they."""
    idle = Idle()
    return sum(drain(evict_steps(grid.live, idle, 0, TERMINAL)) for _ in range(times))


def test_rooms_go_again_but_for_those_around_somebody(grid, walker):
    for line in ("east", "east", "east", "north"):
        walker.types(line)
    assert rows() == ["..o.", "ooOo", "OOOo"]
    rounds(grid)
    assert rows() == ["..o.", ".oOo", "ooOo"]
    assert walker.types("path (3,2,big)").endswith("1 second.")
    for line in ("south", "west", "west", "west"):
        walker.types(line)
    rounds(grid)
    assert rows() == ["....", "o...", "Oo.."]
    walker.types("west")
    assert walker.at == "Square"
    rounds(grid)
    assert rows() == START


def test_what_goes_while_a_plan_is_made_is_not_made_again_by_it(grid):
    at(3, 2)
    steps = spawning.plan_steps(grid.live, ["town", "big"])
    while next(steps).what != "exits of the map":
        pass
    assert rounds(grid)
    todo = drain(steps)
    assert not todo
    assert todo.unmade == {"big": 11}


def test_a_room_that_comes_again_has_its_number_for_clients_and_another_object(grid, superuser):
    room = ("big", 6)
    number = grid.live.number(room)
    before = at(2, 1).pk
    assert grid.live.number(room) == number
    assert rounds(grid)
    assert grid.live.object(room) is None
    assert grid.live.number(room) == number
    assert at(2, 1).pk > before


def thing_in(room):
    create_object("evennia.DefaultObject", key="a purse", location=room)


def remembered(room):
    create_object("evennia.DefaultObject", key="a map").db.marked = [{"here": (1, room)}]


def home(room):
    create_object("evennia.DefaultObject", key="a dog").home = room


def way_in(room):
    limbo = ObjectDB.objects.get(db_key="Limbo")
    create_object("evennia.DefaultExit", key="hole", location=limbo, destination=room)


def renamed(room):
    room.key = "Home"


STAYS = {
    "an attribute": lambda room: room.attributes.add("desc", "Mine."),
    "a tag": lambda room: room.tags.add("shop", category="landmark"),
    "an alias": lambda room: room.aliases.add("mine"),
    "a lock": lambda room: room.locks.add("enter:perm(Builder)"),
    "a name": renamed,
    "an exit's attribute": lambda room: room.exits[0].attributes.add("desc", "Worn."),
    "an exit that is gone": lambda room: room.exits[0].delete(),
    "a thing": thing_in,
    "a home": home,
    "a way in": way_in,
    "a value that holds it": remembered,
    "a script": lambda room: create_script("evennia.DefaultScript", key="rain", obj=room),
    "a ticker": lambda room: TICKER_HANDLER.add(60, room.at_desc),
    "something in memory": lambda room: setattr(room.ndb, "echo", 1),
    "a permission": lambda room: room.permissions.add("Helper"),
}


@pytest.mark.parametrize("change", STAYS.values(), ids=STAYS)
def test_a_room_that_differs_from_the_file_stays(grid, limbo, change):
    room = at(3, 2)
    change(room)
    rounds(grid)
    try:
        assert grid.live.object_id(("big", 11)) == room.pk
    finally:
        TICKER_HANDLER.clear()


def test_the_caretaker_lets_rooms_go_between_other_work(grid, limbo, clock, settings):
    settings.XYZGRID_LAZY_KEEP = 1e-9
    caretaker = RoomCaretaker(clock)
    at(3, 2)
    caretaker._round()
    assert not caretaker.gone  # nobody else may write, which only a Server can say
    with sole_writer("test"):
        for _ in range(4):
            caretaker._round()
            clock.pump([0.1] * 100)
    assert caretaker.gone == 4  # its exits; it, and the two to which they led
    assert rows() == START


def test_rows_grow_and_shrink_while_people_walk_and_nothing_is_lost(grid, walker, make_player):
    chance, sizes = random.Random(5), []
    other = make_player("Bob", location=walker.character.location)
    purse = create_object("evennia.DefaultObject", key="purse", location=walker.character)
    for turn in range(60):
        for one in (walker, other):
            one.types(chance.choice(("east", "west", "north", "south")))
            assert one.character.location is not None
        if turn == 20:
            place = walker.character.location
            walker.types("drop purse")
        if turn % 5 == 4:
            rounds(grid, 1)
        sizes.append(ObjectDB.objects.count())
    assert any(after > before for before, after in pairwise(sizes))
    assert any(after < before for before, after in pairwise(sizes))
    assert purse.location == place
    assert ObjectDB.objects.filter(pk=place.pk).exists()
