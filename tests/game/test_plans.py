"""What a plan says, and that the plan of single rooms is that part of the plan of all."""

import json
import random
from dataclasses import replace

import pytest

from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.spawn import Change
from xyzgrid_ext.core.spawn.plan import filter_plan
from xyzgrid_ext.core.spawn.wanted import xyz_of
from xyzgrid_ext.game.base.task import drain, ignore_progress
from xyzgrid_ext.game.cli.report import change_text
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.xyzroom import XYZExit, XYZRoom

LANE = "\n+ 0 1 2\n\n0 #-#-#\n\n+ 0 1 2\n\n"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (Change("key", "Mil", "Mill"), "key Mil -> Mill"),
        (Change("home", None, 2), "home nothing -> 2"),
        (Change("attribute desc", "", "Grass."), "attribute desc '' -> Grass."),
        (Change("attribute desc", "x" * 100, "y"), f"attribute desc {'x' * 40}... -> y"),
        (Change("attribute desc", "a\nb", "c"), "attribute desc a b -> c"),
        (
            Change(
                "attribute desc", f"{'la ' * 30}di {'la ' * 30}", f"{'la ' * 30}do {'la ' * 30}"
            ),
            "attribute desc ...la la la la di la la la la la la la la l... -> "
            "...la la la la do la la la la la la la la l...",
        ),
        (
            Change(
                "attribute desc",
                [("time:night", "Dark. " * 9), ("rain", "Wet."), "Dry."],
                [("time:night", "Dark. " * 9), ("rain", "Mud."), "Dry.", "Hot."],
            ),
            "attribute desc 2 of 4: rain, Wet. -> rain, Mud. and 1 more",
        ),
        (Change("aliases", ["a"], ["n", "no"]), "aliases + n, no"),
        (Change("tags", None, [("wet", None), ("low", "land")]), "tags + wet, low (land)"),
    ],
)
def test_a_change_is_told_with_its_values_around_the_place_where_they_differ(change, text):
    assert change_text(change) == text


@pytest.fixture
def lane(spawn_maps):
    """Return the spawned lane with a room renamed, an exit that is gone, one room too many."""
    grid = spawn_maps(
        {
            "zcoord": "lane",
            "map": LANE,
            "prototypes": {("*", "*"): {"prototype_parent": "xyz_room", "key": "Lane"}},
        }
    )
    XYZRoom.objects.get_xyz((1, 0, "lane")).key = "Street"
    XYZRoom.objects.get_xyz((2, 0, "lane")).exits[0].delete()
    grid.live.forget_objects()
    return grid


def test_plan_names_who_would_be_moved(lane, run, player):
    player.character.move_to(XYZRoom.objects.get_xyz((2, 0, "lane")), quiet=True)
    lane.add_maps({"zcoord": "lane", "map": LANE.replace("#-#-#", "#-#")})
    code, text = run("plan", "lane")
    assert code == 2
    assert "> (2,0,lane) Ann goes to A room (1,0,lane)\n" in text
    assert ", 1 character to move\n" in text
    moved = json.loads(run("plan", "lane", "--json")[1])["moved"]
    assert moved == [
        {
            "what": "person",
            "xyz": [2, 0, "lane"],
            "id": player.character.pk,
            "name": "Ann",
            "to": "A room (1,0,lane)",
        }
    ]


def test_plan_for_scripts_has_keys_that_stay(lane, run):
    code, text = run("plan", "--json")
    found = json.loads(text)
    room = XYZRoom.objects.get_xyz((1, 0, "lane"))
    assert code == 2
    assert found["rooms"]["change"] == [
        {
            "xyz": [1, 0, "lane"],
            "name": "Lane",
            "id": room.pk,
            "changes": [{"field": "key", "old": "Street", "new": "Lane"}],
        }
    ]
    assert found["exits"]["create"] == [
        {"xyz": [2, 0, "lane"], "direction": "w", "name": "west", "target": [1, 0, "lane"]}
    ]
    empty = {key: [] for key in ("create", "change", "remove")}
    assert found["rooms"] | {"change": []} == empty
    assert found["exits"] | {"create": []} == empty
    assert (found["unresolved"], found["doubles"], found["findings"]) == ([], [], [])
    run("spawn", "--yes")
    code, text = run("plan", "--json")
    assert (code, json.loads(text)["rooms"]) == (0, empty)


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
