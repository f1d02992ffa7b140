"""Matrices whose links are changed in the editor, as by hand in their definition file."""

import pytest
from worlds import room_named

from tests.parts.editor.game.editor_pages import Editor, named
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

CUBE = """\
# the mill, by hand
matrixedge   3
startnode    0 0 0
endnode      2 0 1

# the race
node 0 0 0  right  twoway   # wet
node 1 0 0  right  twoway

# the wheel
node 2 0 0  forward

wormhole 1 0 0  2 0 1   # a chute
"""
MODULE = '''"""A mill."""
XYMAP_DATA = {
    "zcoord": "mill",
    "matrix": "mill.matrix",
    "options": {"play": "matrix"},
    "prototypes": {
        (0, 0, 0): {"prototype_parent": "xyz_room", "key": "Weir"},
        ("*", "*", "*"): {"prototype_parent": "xyz_room", "key": "Race"},  # all others
        ("*", "*", "*", "*"): {"prototype_parent": "xyz_exit", "desc": "Wet."},
    },
    "transitions": {(0, 0, 0, "out"): (0, 0, "inn")},
}
'''
LOFT = """        (1, 1, 1): {
            "prototype_parent": "xyz_room",
            "key": "Loft",
        },
"""


@pytest.fixture
def mill(inn, spawned, tmp_path, superuser):
    """Return an editor of a matrix that leads to another map, its module and its file."""
    (tmp_path / "mill.matrix").write_text(CUBE)
    return Editor(superuser.account, "mill"), spawned(MODULE)[-1], tmp_path / "mill.matrix"


def way(room, direction, to):
    return {"op": "exit", "room": room, "direction": direction, "value": to and {"to": to}}


def node(room):
    return {"op": "add", "room": room, "values": {}}


def head(key, value):
    return {"op": "head", "key": key, "value": value}


LINKS = (
    node("2,1,0"),
    way("2,0,0", "up", "2,1,0"),
    way("2,1,0", "down", "2,0,0"),
    node("1,1,1"),
    way("2,1,0", "wormhole", "1,1,1"),
    way("0,0,0", "right", None),
    head("end", "1,1,1"),
    way("1,0,0", "wormhole", None),
)
BY_HAND = (
    CUBE.replace("endnode      2 0 1", "endnode      1 1 1")
    .replace("node 0 0 0  right  twoway   # wet", "node 1 0 0  left")
    .replace("forward\n", "forward\nnode 2 0 0  up        twoway\n")
    .replace("wormhole 1 0 0  2 0 1   # a chute", "wormhole 2 1 0  1 1 1")
)


@pytest.mark.beside("matrix_game")
def test_links_are_drawn_and_the_file_is_as_by_hand(mill, player):
    editor, module, matrix = mill
    told = editor.get()[1]
    assert told["document"]["head"] == {
        "edge": 3,
        "start": "0,0,0",
        "end": "2,0,1",
        "current": "0,0,0",
    }
    assert told["directions"]["forward"] == [0, 0, 1]
    assert told["topology"]
    assert editor.draws(*LINKS) == (200, {"revision": 8})
    rooms = editor.get()[1]["document"]["rooms"]
    assert (rooms["1,1,1"]["name"], rooms["2,1,0"]["exits"]["down"]["to"]) == ("Race", "2,0,0")
    assert rooms["2,1,0"]["exits"]["wormhole"]["prototype"] == {"desc": "Wet."}
    assert editor.draws(named("1,1,1", "Loft"))[0] == 200
    # the way back is missing: the start is cut off
    findings = editor.post("check")[1]["findings"]
    lost = "the end node (1,1,1) cannot be reached from the start node (0,0,0)"
    assert lost in [one["text"] for one in findings]
    editor.draws(head("start", "1,0,0"), head("current", "1,0,0"))
    told = editor.post("check")[1]
    assert told["difficulty"].startswith("difficulty 1 of 10")
    plan = editor.post("plan")[1]
    assert "+node 2 0 0  up        twoway" in plan["diff"]
    assert "b/mill.matrix" in plan["diff"]
    assert editor.applies()["state"] == "done"
    by_hand = BY_HAND.replace("startnode    0 0 0", "startnode    1 0 0")
    assert matrix.read_text() == by_hand
    text = MODULE.replace('"Wet."},\n', f'"Wet."}},\n{LOFT}')
    assert module.read_text() == text
    assert editor.get()[1]["revision"] > 9
    assert not editor.get()[1]["stale"]
    # the version before comes back, byte for byte outside the lines that were changed twice
    (_newest, first) = editor.get("/versions")[1]
    assert editor.post(f"versions/{first['id']}/restore")[0] == 200
    assert editor.applies()["state"] == "done"
    assert module.read_text().count("Loft") == 1
    lines = matrix.read_text().splitlines()
    assert {*CUBE.splitlines()} - {*lines} == {
        "node 0 0 0  right  twoway   # wet",
        "wormhole 1 0 0  2 0 1   # a chute",
    }


def test_what_is_no_matrix_is_refused_and_a_lone_node_waits_for_its_link(mill):
    editor, _module, matrix = mill
    refused = {
        "bad-link": (node("2,2,2"), way("0,0,0", "up", "2,2,2")),
        "bad-direction": (way("0,0,0", "north", "1,0,0"),),
        "bad-coordinate": (node("3,0,0"),),
        "named-node": ({"op": "remove", "room": "2,0,1"},),
        "read-only": (way("0,0,0", "out", None),),
        "no-move": ({"op": "move", "rooms": ["1,0,0"], "by": [0, 1, 0]},),
        "bad-value": (head("edge", 2),),
        "no-such-room": (head("end", "2,2,2"),),
        "unknown-key": (head(["end"], "1,0,0"),),
    }
    for code, ops in refused.items():
        status, told = editor.draws(*ops)
        assert (status, told["code"]) == (400, code), told
    editor.draws(node("1,0,1"), way("1,0,0", "forward", "1,0,1"))
    fixes = {one["text"]: one["fix"] for one in editor.post("check")[1]["findings"]}
    assert fixes["no way out of (1,0,1)"] == [way("1,0,1", "backward", "1,0,0")]
    assert editor.draws(*fixes["no way out of (1,0,1)"])[0] == 200
    editor.draws(node("2,2,2"))
    errors = [one for one in editor.post("check")[1]["findings"] if one["severity"] == "error"]
    assert [(one["room"], one["fix"][0]["op"]) for one in errors] == [("2,2,2", "remove")]
    assert editor.post("plan")[0] == 422
    assert matrix.read_text() == CUBE
    # a sheet more, and a node on it
    editor.draws(head("edge", 4), node("2,2,3"), way("2,2,3", "backward", "2,2,2"))
    assert editor.applies()["state"] == "done"
    assert "matrixedge   4" in matrix.read_text()
    (room,) = get_xyzgrid().get_room(("2", "2", "mill:3"))
    assert room.key == "Race"


def test_a_changed_definition_file_takes_the_links_of_the_draft(mill):
    editor, _module, matrix = mill
    editor.draws(*LINKS[:3])
    editor.draws({"op": "remove", "room": "1,0,0"})
    new = CUBE.replace("by hand", "by two hands").replace("endnode      2 0 1", "endnode 1 0 0")
    matrix.write_text(new)
    assert editor.post("check")[1]["stale"]
    assert editor.post("plan")[0] == 422
    lost = "remove 1,0,0 is lost: 1,0,0 is the end node"
    assert editor.post("rebase")[1]["conflicts"] == [lost]
    assert editor.applies()["state"] == "done"
    text = matrix.read_text()
    assert "by two hands" in text
    assert "node 2 0 0  up        twoway" in text
    assert room_named("Weir") is not None


def test_a_bare_definition_file_is_linked_but_holds_no_texts(inn, tmp_path, superuser):
    file = tmp_path / "well.matrix"
    file.write_text(CUBE)
    grid = get_xyzgrid()
    grid.add(str(file))
    grid.spawn()
    editor = Editor(superuser.account, "well")
    told = editor.get()[1]
    assert (told["writable"], told["topology"]) == (True, True)
    assert told["fixed"]["0,0,0"] == ["name", "desc", "symbol", "prototype"]
    status, told = editor.draws(named("0,0,0", "Weir"))
    assert (status, told["code"]) == (400, "read-only")
    assert "holds no names and texts" in told["fault"]
    assert editor.draws(*LINKS)[0] == 200
    assert "b/well.matrix" in editor.post("plan")[1]["diff"]
    assert editor.applies()["state"] == "done"
    assert file.read_text() == BY_HAND


def test_an_apply_that_was_cut_off_between_its_two_files_goes_on(mill):
    editor, module, matrix = mill
    editor.draws(*LINKS[:3])
    editor.draws(named("2,1,0", "Loft"))
    written = MODULE.replace('"Wet."},\n', f'"Wet."}},\n{LOFT.replace("(1, 1, 1)", "(2, 1, 0)")}')
    asked = editor.post("apply", revision=editor.get()[1]["revision"])
    module.write_text(written.replace("A mill", "Another mill"))
    assert editor.has_done(*asked)["state"] == "failed"
    assert (module.read_text().count("Another"), matrix.read_text()) == (1, CUBE)
    module.write_text(MODULE)
    asked = editor.post("apply", revision=editor.get()[1]["revision"])
    module.write_text(written)
    assert editor.has_done(*asked)["state"] == "done"
    assert module.read_text() == written
    assert "node 2 0 0  up        twoway" in matrix.read_text()
