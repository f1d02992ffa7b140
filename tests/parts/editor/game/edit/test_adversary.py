"""A builder with a right on one map, who wants more: others' maps, files, code, the server."""

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
