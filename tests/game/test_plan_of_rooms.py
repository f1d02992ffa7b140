"""The plan of single rooms is that part of the plan of all, and reads these rooms alone."""

import random
from dataclasses import replace

from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.spawn.plan import filter_plan
from xyzgrid_ext.core.spawn.wanted import xyz_of
from xyzgrid_ext.game.base.task import drain, ignore_progress
from xyzgrid_ext.game.spawn import spawning
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
    return drain(spawning.plan_steps(live, ["cube"], only=only), ignore_progress)


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
        found, part = plan_of(live, few), filter_plan(whole, few.__contains__)
        for name in ("new_rooms", "new_exits", "changed_rooms", "changed_exits"):
            assert getattr(found, name) == getattr(part, name), (name, few)
        for name in ("gone_rooms", "gone_exits", "unresolved"):
            assert getattr(found, name) == getattr(part, name), (name, few)
