"""What a plan says, to people and to scripts."""

import json

import pytest

from xyzgrid_ext.core.spawn import Change
from xyzgrid_ext.game.cli.report import change_text
from xyzgrid_ext.xyzroom import XYZRoom

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
