"""Several builders at once: lines to the map editor."""

import json
from types import SimpleNamespace

import evennia
import pytest
from evennia.accounts.models import AccountDB

from tests.parts.editor.game.editor_pages import Editor, named
from xyzgrid_ext.game.protocols import oob
from xyzgrid_ext.parts.editor.game import edits
from xyzgrid_ext.parts.editor.web import lines

pytestmark = pytest.mark.django_db


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

    def draws(self, *ops, revision):
        self.say(do="post", id=1, body={"revision": revision, "ops": list(ops)})

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


def test_what_one_draws_by_a_line_or_by_http_the_others_are_told(pages, clock):
    (ann, _editor), (eve, browser) = pages("Ann"), pages("Eve")
    assert ann.hears()["people"]["people"] == [
        {"number": 0, "name": "Ann"},
        {"number": 1, "name": "Eve"},
    ]
    eve.hears()
    porch = {**named("0,0,0", "Porch"), "id": "a.0"}
    ann.draws(porch, revision=0)
    assert ann.hears() == {"answer": {"id": 1, "status": 200, "data": {"revision": 1}}}
    assert eve.hears() == {"ops": {"since": 0, "revision": 1, "ops": [porch], "who": ["Ann"]}}
    browser.draws(named("1,0,0", "Pub"), revision=1)
    clock.advance(1)
    assert ann.hears()["ops"]["who"] == ["Eve"]
    # who is late is told by whom, and finds by their identities what had come through
    ann.draws(porch, revision=0)
    late = ann.hears()["answer"]
    assert (late["status"], late["data"]["who"]) == (409, ["Ann", "Eve"])
    assert late["data"]["ops"][0]["id"] == "a.0"
    browser.post("discard")
    clock.advance(1)
    assert ann.hears()["ops"]["ops"] is None
    ann.draws(porch, revision=0)
    again = ann.hears()["answer"]["data"]
    assert (again["reset"], again["had"]) == (True, ["a.0"])


def test_a_line_is_whose_ticket_it_has_and_only_by_right(pages, clock):
    (ann, _ann), (eve, _eve) = pages("Ann", "reader"), pages("Eve")
    ann.draws(named("0,0,0", "A"), revision=0)
    assert ann.hears()["answer"]["status"] == 403
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
    eve.draws(named("0,0,0", "A"), revision=0)
    assert eve.hears()["answer"]["status"] == 403


def test_lines_are_bounded(pages, settings):
    def bound(**limits):
        settings.XYZGRID_LIMITS = limits

    bound(edit_account=1)
    (ann, browser), (eve, _eve) = pages("Ann"), pages("Eve")
    assert "Too many" in Page(browser, ann.sessid + 99).hears()["end"]["fault"]
    bound(edit_people=2)
    assert "Too many" in Page(browser, ann.sessid + 99).hears()["end"]["fault"]
    for limit in ("edit_messages", "edit_waiting"):
        ann.hears()
        bound(**{limit: 0})
        ann.draws(revision=0)
        assert ann.hears()["answer"]["status"] == 429
    here = {"do": "at", "level": 0, "cursor": [0, 0], "selected": ["0,0,0", "1,0,0"]}
    bound(edit_selected=1)
    eve.say(**here)
    assert ann.hears()["at"]["selected"] == ["0,0,0"]
    for limit in ("edit_cursors", "edit_lines"):
        bound(**{limit: 0})
        eve.say(**here)
        assert ann.hears() == {}
