"""Messages to the map editor that nobody means well: of any form, size, number and content."""

import json

import pytest
from worlds import room_named

from tests.parts.editor.game.editor_pages import Editor, named
from xyzgrid_ext.parts.editor.web import refusals

pytestmark = pytest.mark.django_db

HOSTILE = [
    "ops",
    *("..", "../../etc/passwd", "%2e%2e/", "inn/../lane", "inn%00", "x" * 5000, "'", "<b>"),
]


def test_names_are_no_paths(inn, superuser):
    for key in HOSTILE:
        status, told = Editor(superuser.account, key).get()
        assert status in (404, 422), (key, told)
        assert "Traceback" not in str(told)


BAD = [
    b"",
    b"[]",
    b"{",
    b'{"revision": "0", "ops": []}',
    b'{"revision": 0}',
    b'{"revision": 0, "ops": {}}',
    b'{"revision": 0, "ops": [null, 5, "x"]}',
    b'{"revision": true, "ops": []}',
    b'{"revision": 0, "ops": [{"op": "set", "room": "0,0,0", "key": "name", "value": 1e999}]}',
    b'{"revision": 0, "ops": [{"op": {}, "room": []}]}',
    b'{"revision": 0, "ops": [{"op": "set", "room": {"a": 1}, "key": [], "value": NaN}]}',
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"revision": 0, "ops": [{"op": "option", "key": "a", "value": '
    + b"[" * 900
    + b"]" * 900
    + b"}]}",
]


def test_messages_of_any_form_are_refused_and_change_nothing(editor):
    for body in BAD:
        answer = editor.client.post("/map/edit/api/inn/ops", body, content_type="application/json")
        assert answer.status_code in (400, 413), body[:80]
    assert editor.get()[1]["revision"] == 0


def test_messages_are_bounded_in_size_number_and_pace(editor, settings):
    settings.XYZGRID_LIMITS = {"edit_bytes": 2000, "edit_operations": 3, "edit_messages": 1}
    assert editor.draws(named("0,0,0", "x" * 2000))[0] == 413
    assert editor.draws(*[named("0,0,0", "x")] * 4)[0] == 413
    assert 429 in [editor.get()[0] for _ in range(9)]
    settings.XYZGRID_LIMITS = {"edit_work": 1}
    assert [editor.post("check")[0] for _ in range(7)][-1] == 429
    settings.XYZGRID_LIMITS = {"edit_rooms": 1}
    refusals.messages.forget()
    assert "the map editor opens maps of 1 at most" in editor.get()[1]["cure"]


def test_markup_and_quotes_stay_text_in_file_game_and_answers(editor, inn, player):
    name = '</script><b>|rx\' """ {0}'
    editor.draws(named("1,0,0", name), {"op": "option", "key": "title", "value": "'''\n|n#"})
    assert editor.applies()["state"] == "done"
    assert room_named(name)
    assert json.loads(json.dumps(editor.get()[1]))["document"]["rooms"]["1,0,0"]["name"] == name
    assert editor.client.get("/map/edit/api/inn").headers["X-Content-Type-Options"] == "nosniff"
