"""Messages to the map editor that nobody means well: of any form, size, number and content."""

from tests.parts.editor.game.editor_pages import named
from xyzgrid_ext.parts.editor.web import refusals

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
