"""The plan of single rooms is that part of the plan of all, and reads these rooms alone."""

import random
from dataclasses import replace

from django.db import connection
from django.test.utils import CaptureQueriesContext

from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.spawn import XYZ, Existing, Wanted
from xyzgrid_ext.core.spawn.plan import part_of
from xyzgrid_ext.core.spawn.wanted import xyz_of
from xyzgrid_ext.game.base.pace import TERMINAL, Pace
from xyzgrid_ext.game.base.task import drain, silent
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.spawn import lookup, reconcile, spawning
from xyzgrid_ext.game.spawn.spawning import RoomFilter
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.xyzroom import XYZExit, XYZRoom

HALL = {"prototype_parent": "xyz_room", "key": "Hall"}
OTHER = {"prototype_parent": "xyz_room", "key": "Cave", "desc": "Wet."}
CUBE = {
    "zcoord": "cube",
    "matrix": "matrixedge 3\nstartnode 0 0 0\nendnode 2 2 2\n"
    + "".join(f"node {x} {y} {z} right twoway\n" for x in (0, 1) for y in (0, 1) for z in (0, 2))
    + "node 0 0 0 up twoway\nnode 0 0 2 up twoway\nnode 0 0 0 forward\nwormhole 2 0 0 0 1 2\n",
    "prototypes": {("*", "*", "*"): HALL},
}


def plan_of(live, only=None):
    return drain(spawning.plan_steps(live, ["cube"], only=only), silent)


def test_a_plan_of_rooms_is_that_part_of_the_plan_of_all(spawn_maps):
    grid = spawn_maps(CUBE)
    chance = random.Random(1)
    for room in XYZRoom.objects.filter_xyz(("*", "*", "*")):
        room.db.desc = "Changed by hand." if chance.random() < 0.3 else room.db.desc
    exits = list(XYZExit.objects.filter_xyz_exit())
    for one in chance.sample(exits, 5):
        one.delete()
    for one in chance.sample([one for one in exits if one.pk], 4):
        one.destination = grid.get_room((0, 0, "cube:0"))[0]
    grid.get_room((1, 1, "cube:2"))[0].delete()
    grid.live.forget_objects()
    changed = {(0, 0, 0): OTHER, (2, 0, 0): OTHER, (2, 0, 0, "*"): {"key": "x"}}
    # two links less, so that a room and some exits go
    gone = "node 1 1 2 right twoway\n"
    text = CUBE["matrix"].replace(gone, "").replace("node 0 0 0 forward\n", "")
    new, _ = from_matrix(parse(text).matrix, "cube", prototypes=CUBE["prototypes"] | changed)
    live = Live([replace(grid.live.loaded["cube"], grid=new)])
    whole, places = plan_of(live), {xyz_of(new, room) for room in range(new.rooms)}
    places |= set(whole.gone_rooms)
    assert all((whole.gone_rooms, whole.gone_exits, whole.new_exits, whole.changed_rooms))
    for few in [{place} for place in places] + [set(chance.sample(sorted(places), 4))]:
        found, part = plan_of(live, few), part_of(whole, few.__contains__)
        for name in ("new_rooms", "new_exits", "changed_rooms", "changed_exits"):
            assert getattr(found, name) == getattr(part, name), (name, few)
        for name in ("gone_rooms", "gone_exits", "unresolved"):
            assert getattr(found, name) == getattr(part, name), (name, few)


def test_the_plan_of_one_room_does_not_cost_more_where_the_map_is_larger(
    spawn_maps, django_assert_max_num_queries
):
    grid = spawn_maps(CUBE)
    place = RoomFilter.of(grid.live, (0, 0, "cube:0"))
    read = []
    steps = spawning.plan_steps(grid.live, ["cube"], place, TERMINAL)
    with django_assert_max_num_queries(20):
        todo = drain(steps, lambda step: read.append(step) if step.what == "read" else None)
    assert not todo
    assert read[-1].total < 20  # the room and those beside it, with their exits


def test_a_plan_beside_a_lazy_map_looks_at_its_rooms_in_slices(spawn_maps, monkeypatch):
    grid = spawn_maps(CUBE, {**CUBE, "zcoord": "wide", "options": {"rooms": "lazy"}})
    asked, most, rooms = [], 0, grid.live.grids["cube"].rooms
    is_lazy = reconcile.is_lazy
    monkeypatch.setattr(reconcile, "is_lazy", lambda *values: asked.append(1) or is_lazy(*values))
    wanted, existing, last = Wanted({}, {}), Existing({}, {}), Wanted({}, {})
    existing.rooms.update(dict.fromkeys([XYZ(x, 0, "cube:0") for x in range(rooms)]))
    pace = Pace(0, least=1, first=1, most=1)
    for _ in reconcile.adjust_steps(grid.live, wanted, existing, last, pace, is_whole=True):
        most = max(most, len(asked))
        asked.clear()
    assert most == 1
    assert not plan_of(grid.live)


def test_the_ids_of_many_objects_are_found_as_those_of_few(spawn_maps, monkeypatch):
    spawn_maps(CUBE, {**CUBE, "zcoord": "other"})
    levels = {"cube:0", "cube:1", "cube:2"}
    few = drain(lookup.existing_steps(levels, TERMINAL), silent)
    monkeypatch.setattr(lookup, "_MANY", 5)
    assert drain(lookup.existing_steps(levels, TERMINAL), silent) == few
    monkeypatch.setattr(lookup, "_FEW", 2)  # more levels than a statement names
    assert drain(lookup.existing_steps(levels, TERMINAL), silent) == few
    assert len(few.rooms) == len({row.id for row in few.rooms.values()}) > 5


def test_objects_at_places_are_read_line_by_line(spawn_maps, monkeypatch):
    spawn_maps(CUBE)
    places = {XYZ(0, 0, "cube:0"), XYZ(1, 1, "cube:2"), XYZ(9, 9, "cube:0")}
    monkeypatch.setattr(lookup, "_NEAR", 2)
    steps, queries, found = lookup.tags_at_steps(places), [], None
    while found is None:
        with CaptureQueriesContext(connection) as asked:
            try:
                next(steps)
            except StopIteration as end:
                found = end.value
        queries.append(len(asked))
    at = {pk: objects.xyz_in(tags) for pk, tags in objects.coordinates().items()}
    assert set(found) == {pk for pk, xyz in at.items() if xyz in places} != set()
    assert len(queries) > 5
    assert max(queries) == 3
    assert not drain(lookup.tags_at_steps(set()), silent)
