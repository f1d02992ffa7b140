"""Areas of maps that are written by builders in the game, and planned in the editor."""

import pytest
from evennia.objects.models import ObjectDB
from worlds import room_at, room_named

from tests.parts.editor.game.inn_map import does
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

COPSE = """\
XYMAP_DATA = {
    "zcoord": "copse",
    "rooms": {
        (0, 0): {"key": "Oak", "exits": {"east": (1, 0)}},
        (1, 0): {"exits": {"west": (0, 0)}},
    },
    "areas": {
        "wood": {"rooms": ["(0,0)-(1,0)"], "prototype": {"key": "Beech", "desc": "Leaves."}},
    },
}
"""


def test_values_of_areas_are_nobodys_change_and_go_with_them(spawned, builder, run):
    (file,) = spawned(COPSE)[-1:]
    assert "Nothing to take" in run("pull", "copse")[1]
    assert run("plan")[0] == 0
    does(builder, f"tel {room_at(get_xyzgrid(), 1, 0, 'copse').dbref}", "desc here = A stump.")
    assert run("pull", "copse", "--apply")[0] == 0
    assert '"A stump."' in file.read_text()
    assert "Beech" in file.read_text().split("areas")[1], "and not in the room"
    assert run("plan")[0] == 0
    file.write_text(file.read_text().replace(', "desc": "Leaves."', ""))
    get_xyzgrid().reload()
    assert "Oak: attribute desc Leaves. -> An empty room." in run("plan")[1]


DOOR = '{"to": (1, 0), "key": "oak door"%s}'
LOCKED = ', "needs": ["item:key"]'


@pytest.fixture
def write(inn):
    """Return a function that replaces texts of the file and has the game read it again."""
    first = inn.read_text()

    def write(*changes):
        text = first
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        inn.write_text(text)
        get_xyzgrid().reload()

    return write


def door(more):
    """Return the change that gives the hall a door."""
    return '"exits": {"east": (1, 0)}', f'"exits": {{"east": {DOOR % more}}}'


def needs():
    return list(ObjectDB.objects.get(db_key="oak door").db.needs or [])


def test_what_the_file_adds_and_needs_that_a_builder_gave_stay(write, run):
    tagged = '"key": "Hall", "tags": [("inn", None)], "aliases": ["tavern"],'
    write(('"key": "Hall",', tagged), door(LOCKED), ('"light": 3', '"light": 5'))
    told = run("plan")[1]
    assert "oak door" in told
    assert "by hand" not in told
    assert "undone" not in run("spawn", "--yes")[1]
    assert needs() == ["item:key"]
    write(door(""))
    run("spawn", "--yes")
    ObjectDB.objects.get(db_key="oak door").db.needs = ["item:rope"]
    assert "Nothing to do" in run("plan")[1]
    write(door(""), ('"light": 3', '"light": 5'))
    run("spawn", "--yes")
    assert needs() == ["item:rope"]
    write(door(LOCKED))
    run("spawn", "--yes")
    ObjectDB.objects.get(db_key="oak door").db.needs = ["item:rope"]
    write(door(""))
    run("spawn", "--yes")
    assert needs() == ["item:rope"], "the builder has changed them since"


def test_rooms_that_have_moved_in_the_file_are_spawned_before_their_texts_are_pulled(
    files, builder, run
):
    lane = files[1]
    does(builder, f"tel {room_named('Gate').dbref}", "desc here = An open gate.")
    text = lane.read_text().replace("+ 0 1", "+ 0 1 2").replace("0 #-#", "0   #-#")
    lane.write_text(text.replace("(1, 0):", "(2, 0):").replace("(0, 0):", "(1, 0):"))
    get_xyzgrid().reload()
    before = lane.read_text()
    for words in (["lane"], ["(1,0,lane)"], ["--apply"]):
        status, told = run("pull", *words)
        assert status == 1
        assert "2 rooms of 'lane' have moved by (1,0): to take the changes by hand, put" in told
    assert lane.read_text() == before
    assert run("spawn", "lane", "--moved", "--yes")[0] == 0
    assert run("pull", "lane", "--apply")[0] == 0
    assert '"key": "Gate",' in lane.read_text().split("An open gate.")[0].split("(1, 0)")[-1]
