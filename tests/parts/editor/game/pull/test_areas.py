"""Areas of maps that are written by builders in the game, and planned in the editor."""

import pytest
from django.db import connection
from evennia import create_object
from evennia.objects.models import ObjectDB
from evennia.server.models import ServerConfig
from worlds import room_at, room_named

from tests.parts.editor.game.inn_map import INN, does
from xyzgrid_ext.game.db import exploration, objects
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


LANE = '''XYMAP_DATA = {
    "zcoord": "lane",
    "map": """
+ 0 1

0 #-#

+ 0 1
""",
    "prototypes": {(0, 0): {"prototype_parent": "xyz_room", "key": "Gate"},
                   (1, 0): {"prototype_parent": "xyz_room", "key": "Mill"}},
}
'''
MOOR = """XYMAP_DATA = {"zcoord": "moor", "rooms": {(0, 0): {"key": "Moor", "exits": {
    "lane": (1, 0, "lane")}}}}
"""
CRYPT = """XYMAP_DATA = {"zcoord": "crypt", "dungeon": {
    "parameters": {"rooms": 12}, "outside": (1, 0, "lane")}}
"""


TOWER = '''XYMAP_DATA = {"zcoord": "tower", "levels": [r"""
+ 0 1

0 #-U

+ 0 1
""", r"""
+ 0 1

0 #-D

+ 0 1
"""], "prototypes": {(0, 0, 1): {"prototype_parent": "xyz_room", "key": "Loft"}}}
'''
MINE = """XYMAP_DATA = {"zcoord": "mine", "matrix": "mine.matrix", "contents": [
    {"prototype": {"key": "bat"}, "rooms": [(1, 0, 1)]}], "prototypes": {
    (1, 0, 1): {"prototype_parent": "xyz_room", "key": "Shaft"}}}
"""
MATRIX = """matrixedge 2
startnode 0 0 1  # the lamp
endnode 1 0 1
node 0 0 1   right twoway
wormhole 1 0 1 0 0 1
"""


@pytest.fixture
def modules(spawned):
    return spawned(LANE, MOOR, INN)


def rows():
    ends = ObjectDB.objects.values_list("pk", "db_key", "db_location_id", "db_destination_id")
    return {pk: row for pk, *row in ends}


def all_of(modules):
    return [file.read_text() for file in modules], rows(), objects.coordinates()


@pytest.mark.beside("dungeons")
def test_a_map_moves_with_everything(modules, spawned, run, make_player, monkeypatch):
    lane, moor, inn = modules
    crypt = spawned(CRYPT)[-1]
    monkeypatch.setattr("django.conf.settings.XYZGRID_START", (0, 0, "lane"), raising=False)
    mill = room_named("Mill")
    cup = create_object("evennia.objects.objects.DefaultObject", "cup", mill)
    ann = make_player("Ann", location=mill)
    ann.types("west")
    before = rows()
    code, text = run("shift", "lane", "4,0", "--dry-run")
    assert (code, lane.read_text()) == (2, LANE)
    assert "2 rooms of 'lane' move by (4,0)" in text
    assert "+0         #-#" in text
    code, text = run("shift", "lane", "4,0", "--yes")
    assert code == 0
    assert "XYZGRID_START still says (0,0,lane)" in text
    assert '"lane": (5, 0, "lane")' in moor.read_text()
    assert '"outside": (5, 0, "lane")' in crypt.read_text()
    assert inn.read_text() == INN
    assert rows() == before
    assert (mill.xyz, cup.location) == ((5, 0, "lane"), mill)
    assert (4, 0, 0) in exploration.explored_rooms(ann.character)["lane"]
    assert run("plan") == (0, "Nothing to do: the rooms are as the maps say.\n")
    assert ann.types("goto (5,0,lane)").startswith("You set out for Mill")
    assert run("shift", "lane", "-4,0", "--yes")[0] == 0
    assert (lane.read_text(), moor.read_text()) == (LANE, MOOR)
    assert mill.xyz == (1, 0, "lane")


@pytest.mark.beside("contents")
def test_drawn_levels_and_matrix_files_move_too(spawned, tmp_path, run):
    matrix = tmp_path / "mine.matrix"
    matrix.write_text(MATRIX)
    tower, mine = spawned(TOWER, MINE)
    before, pks = all_of([tower, mine, matrix]), [room_named(key).pk for key in ("Loft", "Shaft")]
    assert run("shift", "tower", "1,0,2", "--yes")[0] == 0
    assert run("shift", "mine", "2,1,1", "--yes")[0] == 0
    places = (1, 0, "tower:3"), (3, 1, "mine:2")
    for key, pk, place in zip(("Loft", "Shaft"), pks, places, strict=True):
        assert (room_named(key).pk, room_named(key).xyz) == (pk, place)
    moved = "matrixedge 4\nstartnode 2 1 2  # the lamp\nendnode 3 1 2\nnode 2 1 2   right twoway\n"
    assert matrix.read_text() == moved + "wormhole 3 1 2 2 1 2\n"
    assert '"rooms": [(3, 1, 2)]' in mine.read_text()
    assert run("plan") == (0, "Nothing to do: the rooms are as the maps say.\n")
    assert run("shift", "tower", "-1,0,-2", "--yes")[0] == 0
    assert run("shift", "mine", "-2,-1,-1", "--yes")[0] == 0
    matrix.write_text(matrix.read_text().replace("edge 4", "edge 2"))  # it does not shrink
    assert all_of([tower, mine, matrix]) == before


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("lane", "-1,0"), "a part of the drawing would stand left of x = 0"),
        (("lane", "0,0"), "'lane' would stay where it is"),
        (("lane", "1"), "'1' does not say how far 'lane' moves"),
        (("lane", "a,", "b"), "'a, b' does not say how far 'lane' moves"),
        ((), "there is no shift to finish"),
        (("nowhere", "1,0"), "there is no map 'nowhere'"),
        (("inn", "1000,0"), "whole numbers from -999 to 999"),
    ],
)
def test_what_cannot_move_stays_and_says_why(modules, run, words, fault):
    before = all_of(modules)
    code, text = run("shift", *words, "--yes")
    assert (code, fault in text) == (1, True), text
    assert all_of(modules) == before
    assert not ServerConfig.objects.filter(db_key="xyzgrid shift").exists()


def test_a_module_that_computes_exits_is_put_back(modules, run):
    moor = modules[1]
    computed = MOOR.replace('(1, 0, "lane")', 'tuple([1, 0]) + ("lane",)')
    moor.write_text(computed)
    code, text = run("shift", "lane", "4,0", "--yes")
    assert code == 1
    assert "moor (0, 0, 0): the file would not say what it says now" in text
    assert (modules[0].read_text(), moor.read_text()) == (LANE, computed)


class Killed(BaseException):
    """The process ends here: nothing after it is done."""


@pytest.mark.parametrize("word", [(), ("--back",)])
@pytest.mark.parametrize("writes", range(4))
def test_whoever_is_killed_can_finish_or_take_back(modules, run, monkeypatch, writes, word):
    """After so many files; the third time, while the rooms move."""
    before, left = all_of(modules), [*range(writes)]

    def write(file, pieces):
        if not left:
            raise Killed
        left.pop()
        file.write_text("".join(pieces))

    def die(execute, sql, *others):
        if sql.startswith("UPDATE") and "db_tags" in sql:
            raise Killed
        return execute(sql, *others)

    with monkeypatch.context() as patched, connection.execute_wrapper(die):
        patched.setattr("xyzgrid_ext.parts.editor.game.shift.replace_file", write)
        patched.setattr(
            "xyzgrid_ext.parts.editor.game.shift.StoredShift.put_back", lambda one: None
        )
        patched.setattr("xyzgrid_ext.parts.editor.game.shift._forget", lambda: None)
        with pytest.raises(Killed):
            run("shift", "lane", "4,0", "--yes")
    assert "was cut off" in run("shift", "lane", "1,0", "--yes")[1]
    assert run("shift", *word, "--yes")[0] == 0
    if word:
        assert all_of(modules) == before
        run("shift", "lane", "4,0", "--yes")
    assert room_named("Mill").xyz == (5, 0, "lane")
    assert run("plan")[0] == 0
