"""A spawn that ends at any statement leaves a whole grid, and the next one finishes it.

before  #-#-#      after  #---#
        | |               |   |
        #-#               #-#-#
"""

import itertools
from contextlib import contextmanager
from dataclasses import replace

import pytest
from django.db import OperationalError, connection
from evennia import create_object
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from spawned import savepoint_undone

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.base.pace import SERVER
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.xyzroom import XYZExit, XYZRoom

BEFORE = ["#-#-#", "| |", "#-#"]
AFTER = ["#---#", "|   |", "#-#-#"]
TWO_AT_A_TIME = replace(SERVER, first=2, least=2, most=2)


def draw(module, lines, desc):
    """The grid with a map of these lines, loaded."""
    rooms = {"prototype_parent": "xyz_room", "desc": desc, "tags": [("dark", "mood")]}
    drawn = "\n".join(["+", "", *(f"  {line}" for line in lines), "", "+", ""])
    module("maps.torn", zcoord="torn", map=drawn, prototypes={("*", "*"): rooms})
    grid = get_xyzgrid()
    if grid.records:
        grid.reload()
    else:
        grid.add("maps.torn")
    return grid


@contextmanager
def breaking_at(number, for_good=False):
    """The statement of that number fails, of those in bulk: Evennia tries its own once more.

    If `for_good`, all that write fail from there on: what is left is what a killed process leaves.
    """
    written = itertools.count(1)
    failed = False

    def wrapper(execute, sql, params, many, context):
        nonlocal failed
        ours = sql.startswith(("INSERT", "DELETE")) or (sql.startswith("UPDATE") and " IN (" in sql)
        changes = sql.startswith(("INSERT", "UPDATE", "DELETE"))
        if (ours and next(written) == number) or (failed and changes):
            failed = for_good
            raise OperationalError("database or disk is full")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield


def assert_whole():
    """What must hold of the database and of memory at any time."""
    tags = objects.coordinates()
    rooms = {pk: objects.xyz_in(own) for pk, own in tags.items() if not objects.is_exit(own)}
    assert None not in rooms.values()
    assert len(set(rooms.values())) == len(rooms)
    described = ObjectDB.objects.filter(db_attributes__db_key="desc").values_list("pk", flat=True)
    assert tags.keys() <= set(described)
    ends = ObjectDB.objects.values_list("pk", "db_location_id", "db_destination_id")
    for pk, *both in ends.filter(pk__in=tags):
        assert not objects.is_exit(tags[pk]) or set(both) <= rooms.keys(), tags[pk]
    assert not Attribute.objects.filter(db_model="objectdb", objectdb__isnull=True).exists()
    stored = {row["id"]: row for row in ObjectDB._base_manager.values()}
    values = dict(Attribute.objects.values_list("pk", "db_value"))
    for known in ObjectDB.get_all_cached_instances():
        assert {name: vars(known)[name] for name in stored[known.pk]} == stored[known.pk]
        if (contents := vars(known).get("contents_cache")) is not None:
            there = {pk for pk, row in stored.items() if row["db_location_id"] == known.pk}
            assert {one.pk for one in contents.get()} == there
        for attribute in known.db_attributes.all():
            assert attribute.db_value == values[attribute.pk]
    for person in ObjectDB.objects.filter(db_key="lamp"):
        assert person.location is not None


def facts():
    tags = objects.coordinates()
    own = ObjectDB.objects.filter(pk__in=tags)
    desc = dict(
        own.filter(db_attributes__db_key="desc").values_list("pk", "db_attributes__db_value")
    )
    mood = dict(own.filter(db_tags__db_category="mood").values_list("pk", "db_tags__db_key"))
    return sorted(
        (str(objects.xyz_in(tags[pk])), tags[pk].get(objects.DIRECTION, ""), key,
         desc.get(pk), str(mood.get(pk)), str(goal and objects.xyz_in(tags[goal])))
        for pk, key, goal in own.values_list("pk", "db_key", "db_destination_id")
    )  # fmt: skip


@pytest.fixture
def torn(limbo, module):
    """Spawn BEFORE, with somebody in one of its rooms, and let the map be AFTER."""
    draw(module, BEFORE, "old").spawn()
    create_object("evennia.DefaultObject", "lamp", XYZRoom.objects.get(**at(1, 1)))
    draw(module, AFTER, "new")


def spawn_until(number, in_memory):
    """Spawn the map, which fails at a statement; the grid, and the error or None."""
    grid = get_xyzgrid()
    kept = [*XYZRoom.objects.all(), *XYZExit.objects.all()] if in_memory else []
    for one in kept:
        assert one.contents is not None
    steps = spawning.spawn_steps(grid.live, ["torn"], pace=TWO_AT_A_TIME)
    with breaking_at(number, for_good=not in_memory):
        try:
            drain(steps)
        except GridError as err:
            return grid, str(err)
    return grid, None


def at(x, y):
    places = objects.places_of(objects.coordinates())
    return {"pk__in": [pk for pk, xyz in places.items() if xyz[:2] == (x, y)]}


@pytest.mark.parametrize("in_memory", [True, False])
def test_wherever_the_database_fails_the_grid_is_whole_and_can_be_finished(torn, in_memory):
    with savepoint_undone():
        assert spawn_until(0, in_memory)[1] is None
        wanted = facts()
        assert_whole()
    for number in itertools.count(1, 4):
        with savepoint_undone():
            grid, failed = spawn_until(number, in_memory)
            if failed is None:
                break
            assert "the database failed: database or disk is full" in failed
            assert "spawn again" in failed
            assert_whole()
            grid.spawn()
            assert_whole()
            assert facts() == wanted, number
            assert not drain(spawning.plan_steps(grid.live, ["torn"]))
    assert number > 25
