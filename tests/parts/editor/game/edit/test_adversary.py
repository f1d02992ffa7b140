"""What nobody may do in the editor; lines between pages; matrices that are drawn."""

import ast
import json
from types import SimpleNamespace

import evennia
import pytest
from evennia.accounts.models import AccountDB
from evennia.objects.models import ObjectDB
from worlds import room_named

from tests.parts.editor.core.test_forms import CODE
from tests.parts.editor.game.editor_pages import Editor, named
from xyzgrid_ext.game.protocols import oob
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.parts.editor.game import edits
from xyzgrid_ext.parts.editor.web import lines


def proto(value, room="1,0,0"):
    return {"op": "set", "room": room, "key": "prototype", "value": value}


def exit_(value):
    value = {"to": "1,0,0", **value}
    return {"op": "exit", "room": "0,0,0", "direction": "east", "value": value}


ADDRESSES = {
    "get": ("", "/line", "/places?text=gate", "/versions", "/versions/1", "/game", "/job/1-1"),
    "post": (
        *("ops", "check", "prove", "plan", "apply", "rebase", "discard", "shift", "convert"),
        *("removal", "remove", "create", "versions/1/restore"),
    ),
}


def test_no_address_and_no_ticket_of_one_map_opens_another(editor, files, builder):
    lane = files[1]
    before = lane.read_text()
    there = Editor(builder.account, "lane")
    body = {"revision": 0, "ops": [named("0,0,0", "Mine")], "by": [1, 0], "name": "lane"}
    for method, addresses in ADDRESSES.items():
        for one in addresses:
            told = there.get(one) if method == "get" else there.post(one, **body)
            assert told[0] == 403, (one, told)
    editor.draws(named("0,0,0", "Porch"))
    assert editor.applies()["state"] == "done"
    version = editor.get("/versions")[1][0]["id"]
    edits.grant("lane", edits.Who(builder.account.pk, "Bob"), "editor")
    assert there.post(f"versions/{version}/restore", revision=0)[0] == 404
    assert there.get(f"/versions/{version}")[0] == 404
    ticket = lines.read_ticket(lines.new_ticket(builder.account.pk, "inn"))
    assert ticket.key == "inn"
    assert lines.read_ticket(lines.new_ticket(builder.account.pk, "inn")[:-2] + "xx") is None
    assert lane.read_text() == before


SPOOFS = (
    proto({"tags": [["lane", "room_z_coordinate"], ["0", "room_x_coordinate"]]}),
    proto({"tags": [["lane", "ROOM_Z_COORDINATE "]]}),
    proto({"prototype_parent": {"tags": [["lane", "room_z_coordinate"]]}}),
    proto({"tags": [{"key": "lane", "category": "room_z_coordinate"}]}),
    exit_({"prototype": {"tags": [["lane", "exit_dest_z_coordinate"]]}}),
)


def test_nothing_that_would_run_is_taken_and_no_room_says_it_is_elsewhere(editor, inn):
    for op in SPOOFS:
        assert editor.draws(op)[0] == 400, op
    editor.draws(named("1,0,0", "Taproom"))
    assert editor.applies()["state"] == "done"
    on_lane = {"db_tags__db_key": "lane", "db_tags__db_category": "room_z_coordinate"}
    rooms = ObjectDB.objects.filter(**on_lane, db_location=None)
    assert sorted(room.key for room in rooms) == ["Gate", "Lane"]
    for op in CODE:
        status, told = editor.draws(op)
        assert (status, told["code"]) == (400, "code"), (op, told)
    known = {type(node) for node in ast.walk(ast.parse(inn.read_text()))}
    for number, text in enumerate(BREAKING):
        desc = {"op": "set", "room": "0,0,0", "key": "desc", "value": f"{text}\n{text}"}
        editor.draws(desc, proto({f"a{number}": [text, {text: text}]}))
        told = editor.applies()
        assert told["state"] == "done", (text, told)
        module = ast.parse(inn.read_text())
        assert {type(node) for node in ast.walk(module)} <= known | {ast.List}
        assert room_named("Hall").db.desc == f"{text}\n{text}"


BREAKING = (
    '"""', "'''", "\\", '\\"', '"); __import__("os"); ("', "{0}", "%s", "#\\u0022", "\u2028",
)  # fmt: skip


def test_names_of_new_maps_are_no_files_and_a_flood_is_refused(editor, superuser, inn, settings):
    assert editor.post("create")[0] == 403
    folder = sorted(inn.parent.iterdir())
    for name in ("../../evil", "/etc/evil", "a/b", "x\\y", "..", "con\x00", "a\nb", "inn;x"):
        root = Editor(superuser.account, name.replace("/", "%2f"))
        assert root.post("create")[0] in (400, 404, 422), name
    assert sorted(inn.parent.iterdir()) == folder
    settings.XYZGRID_LIMITS = {"edit_messages": 3, "edit_work": 1}
    answers = [editor.draws(named("0,0,0", f"{n}"), revision=n)[0] for n in range(60)]
    assert answers.count(429) > 10
    assert [editor.post("plan")[0] for _ in range(20)].count(429) > 10
    other = Editor(superuser.account)
    assert other.get()[0] == 200
    assert other.post("check")[0] == 200


class Page:
    """A page of the editor at the other end of a line; nobody is logged in to the game by it."""

    logged_in, uid, puppet = False, None, None

    def __init__(self, editor, number, revision=0):
        self.sessid, self.ndb, self.told = number, SimpleNamespace(xyzgrid_rates=None), []
        evennia.SESSION_HANDLER[number] = self
        ticket = editor.get("/line")[1]["ticket"]
        self.say(do="open", ticket=ticket, revision=revision)

    def say(self, **message):
        oob.xyzgrid_edit(self, json.dumps(message))

    def msg(self, xyzgrid_edit):
        ((text,), _more) = xyzgrid_edit
        self.told.append(json.loads(text))

    def hears(self):
        """All that it was told since the last time, by the kind."""
        told, self.told = self.told, []
        return {one.pop("is"): one for one in told}


@pytest.fixture
def pages(inn, make_player, clock, monkeypatch):
    """Return a function that opens a line for a new editor of the inn: (page, editor)."""
    monkeypatch.setattr(lines, "_lines", lines.Lines())
    monkeypatch.setattr(lines, "call_later", clock.callLater)
    monkeypatch.setattr(lines, "_now", clock.seconds)
    opened = []

    def open_page(name, role="editor"):
        account = make_player(name).account
        edits.grant("inn", edits.Who(account.pk, name), role)
        editor = Editor(account)
        page = Page(editor, 9000 + len(opened))
        opened.append(page)
        return page, editor

    yield open_page
    for page in opened:
        evennia.SESSION_HANDLER.pop(page.sessid, None)
    clock.advance(1)


def test_what_one_draws_the_others_are_told_at_once(pages, clock):
    (ann, editor), (eve, browser) = pages("Ann"), pages("Eve")
    assert ann.hears()["people"]["people"] == [
        {"number": 0, "name": "Ann"},
        {"number": 1, "name": "Eve"},
    ]
    eve.hears()
    porch = {**named("0,0,0", "Porch"), "id": "a.0"}
    assert editor.draws(porch, revision=0) == (200, {"revision": 1})
    told = {"ops": {"since": 0, "revision": 1, "ops": [porch], "who": ["Ann"]}}
    assert eve.hears() == told
    assert ann.hears() == told, "its own, by their identities"
    pub = named("1,0,0", "Pub"), named("1,0,0", "Bar")
    edits.append_operations(edits.draft_rows(["inn"])["inn"], [pub], edits.Who(1, "Eve"))
    clock.advance(1)  # of another process
    assert ann.hears()["ops"]["who"] == ["Eve"]
    # who is late is told by whom, and finds by their identities what had come through
    status, late = editor.draws(porch, revision=0)
    assert (status, late["who"], late["ops"][0]["id"]) == (409, ["Ann", "Eve"], "a.0")
    browser.post("discard")
    clock.advance(1)
    assert ann.hears()["ops"]["ops"] is None
    again = editor.draws(porch, revision=0)[1]
    assert (again["reset"], again["had"]) == (True, ["a.0"])


def test_a_line_is_whose_ticket_it_has_and_only_by_right(pages, clock):
    (ann, reader), (eve, editor) = pages("Ann", "reader"), pages("Eve")
    assert reader.draws(named("0,0,0", "A"), revision=0)[0] == 403
    ann.say(do="open", ticket="forged", revision=0)
    assert "again" in ann.hears()
    edits.grant("inn", edits.Who(AccountDB.objects.get(username="Ann").pk, "Ann"), edits.NO_ROLE)
    clock.pump([1] * 5)
    assert "right" in ann.hears()["end"]["fault"]
    ann.say(do="here", revision=0)
    assert "again" in ann.hears(), "a line that has ended"
    eve.hears()
    account = AccountDB.objects.get(username="Eve")
    account.set_password("another")
    account.save()
    assert editor.draws(named("0,0,0", "A"), revision=0)[0] == 403
    clock.pump([1] * 5)
    assert "Log in" in eve.hears()["end"]["fault"]


def test_lines_are_bounded(pages, settings):
    def bound(**limits):
        settings.XYZGRID_LIMITS = limits

    bound(edit_account=1)
    (ann, browser), (eve, _eve) = pages("Ann"), pages("Eve")
    assert "Too many" in Page(browser, ann.sessid + 99).hears()["end"]["fault"]
    bound(edit_people=2)
    assert "Too many" in Page(browser, ann.sessid + 99).hears()["end"]["fault"]
    ann.hears()
    bound(edit_messages=0)
    assert browser.draws(revision=0)[0] == 429
    here = {"do": "at", "level": 0, "cursor": [0, 0], "selected": ["0,0,0", "1,0,0"]}
    bound(edit_selected=1)
    eve.say(**here)
    assert ann.hears()["at"]["selected"] == ["0,0,0"]
    for limit in ("edit_cursors", "edit_lines"):
        bound(**{limit: 0})
        eve.say(**here)
        assert ann.hears() == {}


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
