"""What a plan says, to people and to scripts, and how far long work is."""

import json

import pytest

from xyzgrid_ext.core.spawn import Change
from xyzgrid_ext.game.base.task import Step
from xyzgrid_ext.game.cli import dispatch
from xyzgrid_ext.game.cli.dispatch import ProgressLine
from xyzgrid_ext.game.cli.report import change_text, lost_text
from xyzgrid_ext.xyzroom import XYZRoom

LANE = """
+ 0 1 2

0 #-#-#

+ 0 1 2

"""


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


def test_plan_shows_what_was_and_what_becomes(lane, run):
    code, text = run("plan", "lane")
    assert code == 2
    assert "~ (1,0,lane) Lane: key Street -> Lane\n" in text
    assert "+ (2,0,lane) west -> (1,0,lane)\n" in text
    assert XYZRoom.objects.get_xyz((1, 0, "lane")).key == "Street", "a plan changes nothing"


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


# --- how far it is


@pytest.fixture
def told(monkeypatch, capsys):
    """Return a function: (seconds, step), ... -> what a terminal, or else a file, is told."""

    def tell(*moments, on_terminal):
        monkeypatch.setattr(dispatch.sys.stdout, "isatty", lambda: on_terminal, raising=False)
        now = [0.0]
        progress = ProgressLine(lambda: now[0])
        for seconds, *step in moments:
            now[0] = seconds
            progress(Step(*step))
        progress.end()
        return capsys.readouterr().out

    return tell


def test_a_terminal_is_told_rate_and_time_left_in_one_line(told):
    out = told(
        (1.0, "rooms", 1000, 5000),
        (1.01, "rooms", 1010, 5000),  # too soon after the last
        (2.0, "rooms", 4000, 5000),
        (2.5, "rooms", 5000, 5000),
        on_terminal=True,
    )
    lines = [line.strip() for line in out.rstrip("\n").split("\r") if line]
    assert lines == [
        "rooms 1,000 of 5,000 · 1,000/s · 4 s left",
        "rooms 4,000 of 5,000 · 2,000/s · 0 s left",
        "rooms 5,000 of 5,000 · 2,000/s",
    ]


def test_each_kind_of_work_has_a_line_and_a_rate_of_its_own(told):
    out = told((1.0, "rooms", 10, 10), (3.0, "exits", 10, 40), (4.0, "exits", 40, 40),
               on_terminal=True)  # fmt: skip
    first, second = out.rstrip("\n").split("\n")
    assert first.strip("\r ") == "rooms 10 of 10 · 10/s"
    assert second.split("\r")[-1].strip() == "exits 40 of 40 · 40/s"


def test_a_file_is_told_every_tenth_of_what_is_changed(told):
    steps = [(0.0, "maps read", 1, 1), *((0.0, "rooms", n, 100) for n in range(1, 101))]
    out = told(*steps, on_terminal=False)
    assert out.splitlines() == ["  rooms 1 of 100"] + [
        f"  rooms {n} of 100" for n in range(10, 101, 10)
    ]


def test_a_description_of_parts_is_told_by_how_many_it_has():
    parts = [{"text": "A long and winding description. " * 3}] * 4
    change = Change("attribute desc", "By hand.", parts)
    assert change_text(change) == "attribute desc By hand. -> a list of 4"


def test_a_value_that_is_lost_is_told_whole_if_the_line_has_not_room_for_it():
    changes = [Change("key", "Mil", "Mill"), Change("attribute desc", "A hall.\n" * 9, "A hut.")]
    assert lost_text("(0,0,inn) Mil", changes).splitlines() == [
        "(0,0,inn) Mil: key Mil -> Mill, "
        "attribute desc A hall. A hall. A hall. A hall. A hall.... -> A hut.",
        *["    game: A hall."] * 9,
    ]
