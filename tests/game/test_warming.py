"""Rooms that were read ahead: the first visit costs what the second one does."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from evennia import create_object
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter, DefaultObject
from evennia.typeclasses.attributes import Attribute
from worlds import room_at

from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.world import ahead, prefetch

TOWN = """
+ 0 1 2 3

1 #-#-#-#
  | |
0 #-#

+ 0 1 2 3

"""
ROOM = {"prototype_parent": "xyz_room", "desc": "Grass.", "aliases": ["meadow"]}
TAGGED = {
    **ROOM,
    "tags": [("wet", "ground"), ("green", None)],
    "key": "Swamp",
    "attrs": [("deep", 3)],
}
GATE = {"prototype_parent": "xyz_exit", "aliases": ["gate"], "locks": "traverse:all();view:all()"}


@pytest.fixture
def grid(spawn_maps):
    """Return the grid of a spawned map, of which Evennia has nothing in memory."""
    prototypes = {("*", "*"): ROOM, (1, 1): TAGGED, (0, 1, "e"): GATE}
    found = spawn_maps({"zcoord": "town", "map": TOWN, "prototypes": prototypes})
    forget(found)
    return found


def forget(grid):
    for number in (*grid.live._index.rooms, *grid.live._index.links):
        if (known := ObjectDB.get_cached_instance(number)) is not None:
            known.flush_from_cache(force=True)
    Attribute.flush_instance_cache(force=True)


def number(grid, x, y):
    return grid.live.object_id(grid.live.room_at_xyz(x, y, "town"))


def read_ahead(grid):
    drain(prefetch.warm_steps(list(grid.live._index.rooms), Pace()))


def queries(player, line):
    """Statements that a line costs: (how many read, how many in all)."""
    with CaptureQueriesContext(connection) as asked:
        player.types(line)
    statements = [one["sql"] for one in asked.captured_queries]
    return sum(sql.startswith("SELECT") for sql in statements), len(statements)


def put(player, where):
    player.character.location = where
    player.types("look")


def test_a_first_visit_reads_nothing_and_costs_what_a_second_one_does(grid, make_player):
    player = make_player("Ann")
    read_ahead(grid)
    put(player, room_at(grid, 0, 0))
    player.types("north")  # what is the character's own is read at its first step
    player.types("south")
    way = ["east", "look", "north", "east"]
    first = [queries(player, line) for line in way]
    player.types("west")
    player.types("south")
    player.types("west")
    assert first == [queries(player, line) for line in way]
    assert {reads for reads, _ in first} == {0}


def test_without_it_a_first_visit_reads_many_times(grid, make_player):
    player = make_player("Ann")
    put(player, room_at(grid, 0, 0))
    reads, _ = queries(player, "north")
    assert reads > 5


def test_without_it_a_step_reads_all_of_the_room_that_its_exits_are_tried_in(grid, make_player):
    player = make_player("Ann")
    put(player, room_at(grid, 0, 0))
    player.types("north")
    player.types("south")
    reads, _ = queries(player, "east")
    assert 5 < reads <= 9
    assert queries(player, "look")[0] == 0
    assert prefetch.is_warm(number(grid, 1, 0))


def test_reading_takes_as_many_queries_for_few_rooms_as_for_many(grid):
    numbers = list(grid.live._index.rooms)
    with CaptureQueriesContext(connection) as one:
        prefetch.warm(numbers[:1], {})
    forget(grid)
    with CaptureQueriesContext(connection) as all_of_them:
        prefetch.warm(numbers, {})
    assert len(all_of_them) <= len(one) <= 7  # where all exits lead is read among them


def test_what_is_warm_is_not_read_again(grid):
    read_ahead(grid)
    with CaptureQueriesContext(connection) as asked:
        read_ahead(grid)
    assert len(asked) == 0


def test_attributes_tags_and_locks_are_those_that_evennia_reads(grid):
    """All handlers, with what they say of what is there and of what is not."""

    def told(one):
        return {
            "attributes": [(a.key, a.category, a.value) for a in one.attributes.all()],
            "deep": one.attributes.get("deep"),
            "none": one.attributes.get("never made"),
            "tags": sorted(one.tags.all(return_key_and_category=True), key=str),
            "ground": one.tags.get(category="ground"),
            "no category": one.tags.get(category=None),
            "has": one.tags.has("wet", category="ground"),
            "aliases": sorted(one.aliases.all()),
            "permissions": one.permissions.all(),
            "locks": str(one.locks),
            "contents": sorted(thing.pk for thing in one.contents),
        }

    def all_of_it():
        rooms = [ObjectDB.objects.get(pk=pk) for pk in sorted(grid.live._index.rooms)]
        return [told(one) for place in rooms for one in (place, *place.contents)]

    evennias = all_of_it()
    forget(grid)
    read_ahead(grid)
    assert all_of_it() == evennias


def test_what_is_changed_later_is_seen(grid):
    read_ahead(grid)
    swamp = room_at(grid, 1, 1)
    swamp.tags.add("foggy", category="weather")
    swamp.tags.remove("wet", category="ground")
    swamp.attributes.remove("deep")
    swamp.db.desc = "Mud."
    thing = create_object(DefaultObject, key="boat", location=swamp)
    assert swamp.tags.get(category="weather") == "foggy"
    assert swamp.tags.get(category="ground") is None
    assert swamp.db.deep is None
    assert swamp.db.desc == "Mud."
    assert thing in swamp.contents
    thing.delete()
    assert thing not in swamp.contents


def test_an_exit_knows_its_destination_and_its_command(grid):
    read_ahead(grid)
    with CaptureQueriesContext(connection) as asked:
        way = grid.live.exit(grid.live.room_at_xyz(0, 1, "town"), "e")
        assert way.destination == room_at(grid, 1, 1)
        assert "gate" in way.cmdset.current.commands[0].aliases
    assert len(asked) == 0


def test_rooms_that_are_gone_are_passed_over(grid):
    numbers = list(grid.live._index.rooms)
    room_at(grid, 3, 1).delete()
    prefetch.warm(numbers, {})
    assert sum(map(prefetch.is_warm, numbers)) == len(numbers) - 1


# --- which rooms, and when


def order(grid, starts, megabytes):
    return drain(ahead.order_steps(grid.live, starts, megabytes))


def test_the_rooms_near_to_players_come_first(grid):
    far = grid.live.room_at_xyz(3, 1, "town")
    assert order(grid, [far], 100)[:3] == [number(grid, x, 1) for x in (3, 2, 1)]
    assert sorted(order(grid, [far], 100)) == sorted(grid.live._index.rooms)


def test_there_are_as_many_as_there_is_memory_for(grid):
    far = grid.live.room_at_xyz(3, 1, "town")
    two_rooms_and_three_exits = 5 * ahead.OBJECT_KB / 1000
    assert len(order(grid, [far], two_rooms_and_three_exits)) == 2
    assert order(grid, [far], 0) == []


def test_rooms_that_nobody_can_walk_to_come_last(grid):
    assert len(order(grid, [], 100)) == len(grid.live._index.rooms)


def test_a_map_that_goes_while_rooms_are_ordered_is_passed_over(grid, monkeypatch):
    monkeypatch.setattr(ahead, "_AT_ONCE", 1)
    live = grid.live
    (key, some) = next(iter(live.grids.items()))
    live.add_copy("copy", some)
    work = ahead.order_steps(live, [("copy", 0), ("copy", 1)], 100)
    next(work)
    live.drop_copy("copy")
    assert len(drain(work)) == live.spawned(key)


def test_players_and_the_start_are_where_it_begins(grid, make_player, settings):
    settings.XYZGRID_START = (2, 1, "town")
    put(make_player("Ann"), room_at(grid, 0, 0))
    found = ahead.starts(grid.live)
    assert set(found) == {grid.live.room_at_xyz(*xy, "town") for xy in ((0, 0), (2, 1))}


@pytest.fixture
def rounds(grid, clock):
    """Return an Ahead, and its clock."""
    reader = ahead.ReadAhead(clock)
    reader.run()
    return reader, clock


def test_the_server_begins_soon_and_takes_in_what_is_made_or_forgotten_later(grid, rounds):
    reader, clock = rounds
    clock.pump([0.1] * 30)
    assert reader.rooms == len(grid.live._index.rooms)
    assert all(map(prefetch.is_warm, grid.live._index.rooms))
    forget(grid)
    clock.pump([0.5] * 60)
    assert all(map(prefetch.is_warm, grid.live._index.rooms))


def test_it_works_in_slices(grid, rounds):
    _, clock = rounds
    clock.pump([1.0, 0.02, 0.02, 0.02])
    warm = sum(map(prefetch.is_warm, grid.live._index.rooms))
    assert 0 < warm < len(grid.live._index.rooms)


def test_many_who_stand_in_one_room_are_made_ready_one_after_the_other(grid):
    room = room_at(grid, 1, 1)
    people = [create_object(DefaultCharacter, f"Guard {n}", room) for n in range(5)]
    for one in people:
        one.flush_from_cache(force=True)
    forget(grid)
    steps = prefetch.warm_steps([room.pk], Pace(seconds=0.0))
    ready = [sum(prefetch.is_warm(one.pk) for one in people) for _step in steps]
    assert ready[0] == 0
    assert set(ready) == set(range(6))


def test_what_is_deleted_between_two_steps_is_not_made_ready(grid):
    room = room_at(grid, 1, 1)
    forget(grid)
    steps = prefetch.warm_steps([room.pk], Pace(seconds=0.0))
    next(steps)  # all is read, and nothing made ready
    gone = ObjectDB.objects.filter(db_location=room.pk).first()
    gone.delete()
    assert list(steps)
    assert not prefetch.is_ready(gone)


def test_statements_for_rooms_with_as_many_exits_are_made_once(grid):
    rooms = [grid.live.object_id(("town", number)) for number in range(grid.live.spawned("town"))]
    for _ in "twice":
        forget(grid)
        made = objects._statement.cache_info().misses
        for room in rooms:
            prefetch.warm([room], {})
    assert objects._statement.cache_info().misses == made
