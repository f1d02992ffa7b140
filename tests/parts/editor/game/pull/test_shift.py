"""`shift` moves a map in its file, in others, and in the game; whoever is killed can finish it."""

import pytest
from django.db import connection
from evennia import create_object
from evennia.objects.models import ObjectDB
from evennia.server.models import ServerConfig
from worlds import room_named

from tests.parts.editor.game.inn_map import INN
from xyzgrid_ext.game.db import exploration, objects
from xyzgrid_ext.parts.editor.game import maps as editing

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
def files(spawned):
    return spawned(LANE, MOOR, INN)


def rows():
    ends = ObjectDB.objects.values_list("pk", "db_key", "db_location_id", "db_destination_id")
    return {pk: row for pk, *row in ends}


def all_of(files):
    return [file.read_text() for file in files], rows(), objects.coordinates()


@pytest.mark.beside("dungeons")
def test_a_map_moves_with_everything(files, spawned, run, make_player, monkeypatch):
    lane, moor, inn = files
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
def test_what_cannot_move_stays_and_says_why(files, run, words, fault):
    before = all_of(files)
    code, text = run("shift", *words, "--yes")
    assert (code, fault in text) == (1, True), text
    assert all_of(files) == before
    assert not ServerConfig.objects.filter(db_key="xyzgrid shift").exists()


def test_a_module_that_computes_exits_is_put_back(files, run):
    moor = files[1]
    computed = MOOR.replace('(1, 0, "lane")', 'tuple([1, 0]) + ("lane",)')
    moor.write_text(computed)
    code, text = run("shift", "lane", "4,0", "--yes")
    assert code == 1
    assert "moor (0, 0, 0): the file would not say what it says now" in text
    assert (files[0].read_text(), moor.read_text()) == (LANE, computed)


class Killed(BaseException):
    """The process ends here: nothing after it is done."""


@pytest.mark.parametrize("word", [(), ("--back",)])
@pytest.mark.parametrize("writes", range(4))
def test_whoever_is_killed_can_finish_or_take_back(files, run, monkeypatch, writes, word):
    """After so many files; the third time, while the rooms move."""
    before, left = all_of(files), [*range(writes)]

    def write(file, text):
        if not left:
            raise Killed
        left.pop()
        file.write_text(text)

    def die(execute, sql, *others):
        if sql.startswith("UPDATE") and "db_tags" in sql:
            raise Killed
        return execute(sql, *others)

    with monkeypatch.context() as patched, connection.execute_wrapper(die):
        patched.setattr(editing, "replace_file", write)
        patched.setattr(
            "xyzgrid_ext.parts.editor.game.shift.StoredShift.put_back", lambda one: None
        )
        patched.setattr("xyzgrid_ext.parts.editor.game.shift._forget", lambda: None)
        with pytest.raises(Killed):
            run("shift", "lane", "4,0", "--yes")
    assert "was cut off" in run("shift", "lane", "1,0", "--yes")[1]
    assert run("shift", *word, "--yes")[0] == 0
    if word:
        assert all_of(files) == before
        run("shift", "lane", "4,0", "--yes")
    assert room_named("Mill").xyz == (5, 0, "lane")
    assert run("plan")[0] == 0
