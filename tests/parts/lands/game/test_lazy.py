"""Lazy maps: a room becomes rows when somebody comes to it."""

import itertools
from contextlib import suppress
from dataclasses import replace

import pytest
from django.db import OperationalError
from evennia.objects.models import ObjectDB
from spawned import savepoint_undone, spawned_once
from test_interrupted import assert_whole, breaking_at

from tests.parts.lands.game.lazy_maps import BIG, TOWN, at, rows
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.base.write_lock import WriteLock
from xyzgrid_ext.game.cli import doctor
from xyzgrid_ext.game.cli.jobs import plan_lines
from xyzgrid_ext.game.cli.report import list_lines, on_demand_lines
from xyzgrid_ext.game.cli.undoing import Undone
from xyzgrid_ext.game.commands import building
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.world.lookups import UndrawnError
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.lands.game import lazy_rooms
from xyzgrid_ext.xyzroom import XYZExit, XYZRoom

shared_maps = spawned_once(TOWN, BIG)


def test_spawns_and_full_coordinates_make_a_room_with_its_things_once(grid):
    assert rows() == ["....", "....", "o..."]
    todo = drain(spawning.plan_steps(grid.live, ["town", "big"]))
    assert not todo
    told = list(plan_lines(grid.live, todo, (), Undone()))
    assert "11 rooms of 'big' are made when somebody comes" in told
    assert not list(XYZRoom.objects.filter_xyz((3, 2, "big")))
    assert at(3, 2).key == "Field 3 2"
    assert rows() == ["..oO", "...o", "o..."]
    found = XYZExit.objects.get_xyz_exit((3, 1, "Big"), ("2", 1, "big"))
    assert (found.key, found.destination.key) == ("west", "Field 2 1")
    with pytest.raises(XYZRoom.DoesNotExist):
        at(9, 9)
    at(1, 0)
    (lamp,) = ObjectDB.objects.filter(db_key="a lamp")
    assert lamp.location.key == "Field 2 0"
    lamp.location = at(3, 2)
    at(2, 0).delete()
    assert at(2, 0).exits
    assert [one.location.key for one in ObjectDB.objects.filter(db_key="a lamp")] == ["Field 3 2"]


def test_a_room_is_made_with_its_exits_and_the_rooms_around_it_when_somebody_comes(grid, player):
    player.character.location = XYZRoom.objects.get_xyz((1, 0, "town"))
    assert "Exits: east, north" in player.types("east")
    assert rows() == ["....", "o...", "Oo.."]
    player.types("east")
    assert player.at == "Field 1 0"
    assert rows() == ["....", "oo..", "OOo."]
    before = ObjectDB.objects.count()
    for line in ("west", "west", "east", "east"):
        player.types(line)
    assert ObjectDB.objects.count() == before


def test_a_walk_and_a_teleport_make_the_rooms_that_they_come_to(grid, superuser, player, clock):
    superuser.types("tel (2,1,big)")
    assert superuser.at == "Field 2 1"
    assert rows() == ["..o.", ".oOo", "o.o."]
    player.character.location = XYZRoom.objects.get_xyz((0, 0, "town"))
    player.types("goto/full (3,2,big)")
    for _ in range(8):
        clock.advance(10)
    assert player.at == "Field 3 2"
    assert "." not in rows()[0][2:] + rows()[1][2:]


@pytest.mark.parametrize("large", [30_000, 0])
def test_a_name_leads_builders_to_the_only_room_of_it_that_nobody_has_come_to(
    grid, superuser, found_at_once, monkeypatch, large
):
    monkeypatch.setattr(building, "_LARGE", large)
    superuser.types(f"tel field {3 - bool(large)} 2")
    assert superuser.at == f"Field {3 - bool(large)} 2"
    superuser.types("open hatch = Field 0 1")
    hatch = superuser.character.location.search("hatch")
    assert hatch.destination.key == "Field 0 1"


def test_nothing_is_half_made_whatever_statement_fails(grid):
    with savepoint_undone():
        at(1, 1)
        wanted = rows()
    for number in itertools.count(1):
        with savepoint_undone():
            live = grid.live
            live.forget_objects()
            with breaking_at(number), suppress(OperationalError, MapError):
                lazy_rooms.ensure_room(live, ("big", 5))
                break
            assert rows() == ["....", "....", "o..."]
            assert_whole()
            assert at(1, 1).key == "Field 1 1"
            assert rows() == wanted
    assert number > 5, "statements in bulk"


def test_room_that_cannot_be_made_is_not_entered_and_lost_exits_come_at_a_look(grid, player):
    player.character.location = XYZRoom.objects.get_xyz((1, 0, "town"))
    with breaking_at(1):
        assert "You cannot get there now" in player.types("east")
    assert player.at == "Gate"
    other = WriteLock(lazy_rooms.write_lock().file)
    assert other.acquire("server")
    assert "You cannot get there now" in player.types("east")
    other.release()
    player.types("east")
    assert player.at == "Field 0 0"
    (field,) = XYZRoom.objects.filter_xyz((0, 0, "big"))
    player.character.location = field  # without hooks, as who is moved when a room goes
    assert "Exits: east, north" in player.types("look")
    assert rows() == ["....", "o...", "Oo.."]


def with_options(grid, **options):
    """The world when the map is another one."""
    old = grid.live.loaded["big"]
    new = replace(old.grid, options={**old.grid.options, **options})
    live = Live([grid.live.loaded["town"], replace(old, grid=new)])
    grid.install(live)
    return live


def test_a_map_that_becomes_lazy_keeps_its_rows_and_one_that_is_no_longer_gets_all(grid):
    live = with_options(grid, rooms="all")
    grid.spawn()
    assert rows() == ["OOOO", "OOOO", "OOOO"]
    live = with_options(grid, rooms="lazy")
    at(2, 2).delete()
    at(3, 2).key = "Field"
    todo = drain(spawning.plan_steps(live, ["big"]))
    assert {xyz[:2] for xyz in todo.new_rooms} == {(2, 2)}  # exits of made rooms lead there
    assert {xyz[:2] for xyz in todo.changed_rooms} == {(3, 2)}
    assert not todo.gone_rooms
    assert not todo.unmade
    grid.spawn()
    assert rows() == ["OOoO", "OOOO", "OOOO"]


def test_a_large_map_that_was_never_spawned_is_lazy_and_stays_so_unless_told_otherwise(
    grid, settings
):
    settings.XYZGRID_LAZY_ABOVE = 11
    grid.attributes.remove("lazy_numbers", category="xyzgrid")
    live = with_options(grid, rooms=None)
    assert not live.on_demand  # one of its rooms is there, and nothing says that it was lazy
    (first,) = XYZRoom.objects.filter_xyz(("*", "*", "big"))
    first.delete()
    live = with_options(grid, rooms=None)
    todo = drain(spawning.plan_steps(live, ["town", "big"]))
    assert list(on_demand_lines(todo)) == [
        "11 rooms of 'big' are made when somebody comes",
        '  as it has more than 11 rooms: "rooms": "all" in its options makes all of them',
    ]
    grid.attributes.remove("lazy_numbers", category="xyzgrid")
    drain(spawning.apply_steps(live, todo))  # which says it for processes to come
    live = with_options(grid, rooms=None)
    assert (rows(), list(live.on_demand_reasons)) == (["....", "....", "o..."], ["big"])
    assert any("(lazy: it has more than " in line for line in list_lines(live))
    assert ("lazy", "big, 12 rooms") in [row[:2] for row in doctor.map_rows()]
    with_options(grid, rooms="all")
    grid.spawn()
    assert rows() == ["OOOO", "OOOO", "OOOO"]
    assert not with_options(grid, rooms=None).on_demand
    settings.XYZGRID_LAZY_ABOVE = 12
    assert not with_options(grid, rooms=None).on_demand_reasons


def test_who_cannot_come_yet_hears_why_once(grid, player, monkeypatch):
    def ensure(live, room):
        raise UndrawnError("the land is not drawn there yet", "wait a moment")

    player.character.location = XYZRoom.objects.get_xyz((1, 0, "town"))
    with monkeypatch.context() as patch:
        patch.setattr(lazy_rooms, "ensure_room", ensure)
        told = player.types("east")
    assert told == "The land is still being drawn there. Try again in a moment."
    player.types("east")
    assert player.at == "Field 0 0"


def test_a_half_made_map_keeps_its_rooms_while_the_part_is_gone(grid, player, without):
    assert at(1, 1).key == "Field 1 1"
    before = rows()
    without("lands")
    grid.reload()
    assert (grid.live.on_demand, rows()) == (frozenset(), before)
    player.character.location = at(1, 1)
    player.types("goto town")
    assert player.types("look")
    without()
    grid.reload()
    assert (grid.live.on_demand, rows()) == ({"big"}, before)
    assert at(3, 2).key == "Field 3 2"
