"""`spawn --changed` compares the rooms that changed in the files since the last whole spawn."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from evennia.prototypes import prototypes as protlib

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.spawn import XYZ, RoomSpec, SpawnPlan, Template, tiled
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain, silent
from xyzgrid_ext.game.cli import naming
from xyzgrid_ext.game.cli.diff import diff_lines
from xyzgrid_ext.game.cli.jobs import work_of
from xyzgrid_ext.game.cli.orders import Order
from xyzgrid_ext.game.spawn import changed, spawning
from xyzgrid_ext.game.spawn.room_filter import RoomFilter
from xyzgrid_ext.game.world import rereading
from xyzgrid_ext.game.world.world import Live

HALL = {"prototype_parent": "xyz_room", "key": "Hall"}
CAVE = {"prototype_parent": "xyz_room", "key": "Cave", "desc": "Wet."}
TEXT = "matrixedge 3\nstartnode 0 0 0\nendnode 2 2 2\n" + "".join(
    f"node {x} {y} {z} right twoway\n" for x in (0, 1) for y in (0, 1) for z in (0, 2)
)
CUBE = {"zcoord": "cube", "matrix": TEXT, "prototypes": {("*", "*", "*"): HALL}}


@pytest.fixture
def cube(spawn_maps, settings, tmp_path):
    settings.CACHE_DIR = str(tmp_path)
    return spawn_maps(CUBE)


def report(grid, *words):
    """What a job tells at its end, and its exit code."""
    done = drain(work_of(words[0], grid, Order(words[1:], TERMINAL)), silent)
    return done.lines[-1], done.code


def world(grid, text=TEXT, own=None):
    """The world with another text of the map, or other prototypes."""
    prototypes = CUBE["prototypes"] | (own or {})
    new, _ = from_matrix(parse(text).matrix, "cube", prototypes=prototypes)
    return Live([replace(grid.live.loaded["cube"], grid=new)])


def planned(live, *names):
    """The plan, with how many rooms and exits of the database were read for it."""
    read = []
    todo, whole, _ = drain(
        naming.plan_steps(live, names, TERMINAL, [], fingerprints=True),
        lambda step: read.append(step.total) if step.what == "read" else None,
    )
    return todo, whole, max(read, default=0)


@pytest.mark.parametrize("many", [0, 1_000_000], ids=["as in a large game", "as in a small one"])
def test_only_what_changed_in_the_file_is_read_and_applied(cube, monkeypatch, many):
    monkeypatch.setattr(tiled, "_MANY", many)
    assert planned(cube.live, "--changed")[2] > 25, "nothing is known before the first whole spawn"
    lines = drain(work_of("plan", cube, Order(("--changed",), TERMINAL)), silent).lines
    assert lines[0].startswith("--changed compares all rooms this time")
    assert report(cube, "spawn") == ("Nothing to do: the rooms are as the maps say.", 0)
    todo, _, read = planned(cube.live, "--changed")
    assert (bool(todo), read) == (False, 0)

    less = TEXT.replace("node 1 1 2 right twoway\n", "")  # a room and its exits go
    more = f"{TEXT}node 0 0 0 forward\n"
    for text, own in ((TEXT, {(1, 0, 0): CAVE}), (less, None), (more, {(0, 1, 2): CAVE})):
        live = world(cube, text, own)
        part, whole, read = planned(live, "--changed", "cube")
        everything, _, _ = planned(live, "cube")
        assert part
        assert read < 20 or part.gone_rooms
        for name in ("new_rooms", "new_exits", "changed_rooms", "changed_exits"):
            assert getattr(part, name) == getattr(everything, name), name
        assert (part.gone_rooms, part.gone_exits) == (everything.gone_rooms, everything.gone_exits)
        drain(spawning.apply_steps(live, part), silent)
        assert not planned(live, "--changed")[0], "of the rest, it is known as before"
        drain(changed.remember_steps(whole))
        assert not planned(live, "--changed")[0]
        assert not planned(live, "cube")[0]


def test_what_a_builder_destroyed_is_made_anew_by_a_spawn_that_compares_all(cube):
    report(cube, "spawn")
    cube.get_room((1, 1, "cube:2"))[0].delete()
    cube.live.forget_objects()
    assert report(cube, "plan", "--changed") == ("Nothing to do: the rooms are as the maps say.", 0)
    assert report(cube, "plan", "cube")[1] == 2
    assert report(cube, "spawn")[0].startswith("made 1 room ")
    assert cube.get_room((1, 1, "cube:2"))


def test_what_was_spawned_from_another_file_is_compared_and_the_rest_is_known(cube):
    report(cube, "spawn")
    live = world(cube, own={(1, 0, 0): CAVE})
    spawning.spawn(live, ["cube"], part=RoomFilter.of(live, (1, 0, "cube:0")))
    todo, _, read = planned(cube.live, "--changed")
    assert [xyz[:2] for xyz in todo.changed_rooms] == [(1, 0)]
    assert read < 20


@pytest.mark.parametrize("loss", ["file", "token", "prototype", "damage"])
def test_where_nothing_is_known_all_is_compared(cube, tmp_path, monkeypatch, loss):
    report(cube, "spawn")
    (file,) = (tmp_path / "xyzgrid_ext").glob("spawned-*.npz")
    if loss == "file":
        file.unlink()
    elif loss == "damage":
        file.write_bytes(file.read_bytes()[:200])
    elif loss == "token":  # a back-up of the database, beside a newer file
        changed.ServerConfig.objects.filter(db_key__startswith=changed._ROW).update(db_value="")
    else:
        protlib.search_prototype("xyz_room")
        own = {**protlib._MODULE_PROTOTYPES["xyz_room"], "desc": "Another default."}
        monkeypatch.setitem(protlib._MODULE_PROTOTYPES, "xyz_room", own)
    assert planned(cube.live, "--changed")[2] > 25


def test_after_a_restart_the_same_is_known(cube, monkeypatch):
    """Evennia makes a list of a set of a prototype's tags: its order differs with each process."""
    report(cube, "spawn")
    found = protlib.search_prototype

    def otherwise(*args, **kwargs):
        bases = found(*args, **kwargs)
        return [{**one, "prototype_tags": one["prototype_tags"][::-1]} for one in bases]

    assert any(len(one["prototype_tags"]) > 1 for one in found())
    monkeypatch.setattr(protlib, "search_prototype", otherwise)
    assert planned(cube.live, "--changed")[2] == 0


def test_it_takes_whole_maps_and_no_more_queries_on_a_larger_one(cube):
    with pytest.raises(UsageError, match=r"\(0,0,cube:0\) is a part of a map"):
        report(cube, "plan", "(0,0,cube:0)", "--changed")
    report(cube, "spawn")
    with CaptureQueriesContext(connection) as asked:
        planned(world(cube, own={(1, 0, 0): CAVE}), "--changed")
    assert len(asked) <= 16


MODULE = "XYMAP_DATA = {{'zcoord': 'cube', 'matrix': 'cube.matrix', 'prototypes': {}, {}}}\n"


def test_other_prototypes_of_a_matrix_take_over_its_rooms_and_links(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "cube.matrix").write_text(TEXT)

    def written(prototypes, more=""):
        (tmp_path / "dressed_cube.py").write_text(MODULE.format(prototypes, more))
        records = [{"reference": "dressed_cube", "maps": ["cube"]}]
        return drain(rereading.renewed_steps(records, {}, live, TERMINAL)).live

    live = Live([])
    live = written({(0, 0, 0): HALL})
    new = written({(0, 0, 0): CAVE, (9, 9, 9): CAVE})
    grid, former = new.grids["cube"], live.grids["cube"]
    assert grid.coords is former.coords
    assert grid.protos[grid.room_proto[0]] == CAVE
    told = live.loaded["cube"].findings
    assert new.loaded["cube"].findings[:-1] == told
    assert new.loaded["cube"].findings[-1].code == "unused-prototype-key"
    live = new
    new = written({(0, 0, 0): HALL})
    assert new.grids["cube"].coords is grid.coords
    assert new.loaded["cube"].findings == told
    live = new
    faulty = written({"here": HALL})  # it stays as it was
    assert faulty.grids["cube"].protos == new.grids["cube"].protos
    assert written({(0, 0, 0): HALL}, "'options': {'wormholes': 'known'}").grids["cube"].options
    (tmp_path / "cube.matrix").write_text(TEXT + "node 0 0 0 forward\n")
    assert written({(0, 0, 0): HALL}).grids["cube"].links == former.links + 1


def test_the_routes_of_a_map_that_differs_are_ready_before_it_is_in_use(
    cube, tmp_path, monkeypatch
):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "cube.matrix").write_text(TEXT)
    (tmp_path / "routed_cube.py").write_text(MODULE.format({(0, 0, 0): HALL}, ""))
    records = [{"reference": "routed_cube", "maps": ["cube"]}]

    def read(live):
        return drain(rereading.renewed_steps(records, {}, live, TERMINAL)).live

    first = read(Live([]))
    assert first.loaded["cube"].table is None, "nobody has asked for a route"
    here, there = (("cube", first.grids["cube"].room_at(Coord(x, 0, 0))) for x in (0, 1))
    assert first.router.route(here, there) is not None
    (tmp_path / "cube.matrix").write_text(TEXT + "node 0 0 0 forward\n")
    second = read(first)
    assert second.loaded["cube"].table is not None
    second.succeed(first)
    assert second.loaded["cube"].table is None, "the routes have taken it"
    assert second.router.route(here, there) is not None


def test_a_report_makes_only_the_lines_that_it_shows(monkeypatch):
    made = []
    monkeypatch.setattr(XYZ, "__str__", lambda xyz: made.append(xyz) or "(a place)")
    template = Template("xyz_room", "typeclasses.rooms.Room")
    rooms = {XYZ(x, 0, "town"): RoomSpec("Hall", template) for x in range(1000)}
    told = diff_lines(SpawnPlan(rooms, {}, {}, {}, {}, {}))
    assert told[-2:] == [
        "+ ... and 960 more",
        "1,000 rooms and 0 exits to make, 0 to change, 0 to remove",
    ]
    assert told[:-2] == ["+ (a place) Hall"] * 40
    assert len(made) == 40
