"""A builder with a right on one map, who wants more: others' maps, files, code, the server."""

import ast

from evennia.objects.models import ObjectDB
from worlds import room_named

from tests.parts.editor.core.test_forms import CODE
from tests.parts.editor.game.editor_pages import Editor, named
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


def test_names_of_new_maps_are_no_files_and_need_a_superuser(editor, superuser, inn):
    assert editor.post("create")[0] == 403
    folder = sorted(inn.parent.iterdir())
    for name in ("../../evil", "/etc/evil", "a/b", "x\\y", "..", "con\x00", "a\nb", "inn;x"):
        root = Editor(superuser.account, name.replace("/", "%2f"))
        assert root.post("create")[0] in (400, 404, 422), name
    assert sorted(inn.parent.iterdir()) == folder


def test_a_flood_is_refused_and_costs_others_nothing(editor, superuser, settings, inn):
    settings.XYZGRID_LIMITS = {"edit_messages": 3, "edit_work": 1}
    answers = [editor.draws(named("0,0,0", f"{n}"), revision=n)[0] for n in range(60)]
    assert answers.count(429) > 10
    assert [editor.post("plan")[0] for _ in range(20)].count(429) > 10
    other = Editor(superuser.account)
    assert other.get()[0] == 200
    assert other.post("check")[0] == 200
