"""Areas, contents and the orders of dungeons, which are keys of a map beside its rooms."""

import pytest

from tests.parts.editor.game.editor_pages import Editor, named
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.editor.web import refusals

MAPS = {
    "quay": '''"""A quay."""
XYMAP_DATA = {
    "zcoord": "quay",
    "map": """
+ 0 1 2

0 #-#-#

+ 0 1 2
""",
    "areas": {
        "pier": {"rooms": ["(1,0)-(2,0)"], "title": "The Pier"},  # wet
    },
    "contents": [
        {"prototype": "xyz_thing", "rooms": [(0, 0)], "wanders": {"route": [(0, 0), (2, 0)]}},
    ],
}
''',
    "crypt": '''"""A crypt."""
XYMAP_DATA = {
    "zcoord": "crypt",
    "dungeon": {"parameters": {"seed": 3, "rooms": 12}},  # small
}
''',
    "lea": '''"""A lea."""
XYMAP_DATA = {
    "zcoord": "lea",
    "land": {"seed": 5, "area": (301, 530, 3, 2)},  # dry
    "options": {"fog": "open"},  # so far
}
''',
    "dice": '''"""A cube."""
XYMAP_DATA = {
    "zcoord": "dice",
    "matrix": "dice.matrix",
    "options": {"fog": "open"},  # so far
}
''',
}


@pytest.fixture
def opened(spawned, superuser):
    """Return a function: name -> an editor of a map, and its file."""
    return lambda name: (Editor(superuser.account, name), *spawned(MAPS[name]))


def key(name, value):
    return {"op": "key", "key": name, "value": value}


@pytest.mark.beside("contents")
def test_areas_and_contents_are_written_into_a_map_of_rooms(inn, superuser):
    editor = Editor(superuser.account)
    yard = {"rooms": [[0, 0]], "prototype": {"tags": [["wet", "zone"]]}, "colour": "#336699"}
    crab = {"prototype": {"prototype_parent": "xyz_thing", "key": "crab"}, "rooms": ["area:yard"]}
    assert editor.draws(key("areas", {"yard": yard}), key("contents", [crab]))[0] == 200
    assert editor.post("check")[1]["findings"] == []
    assert editor.applies()["state"] == "done"
    assert """    "areas": {
        "yard": {
            "rooms": [[0, 0]],
            "prototype": {"tags": [("wet", "zone")]},
            "colour": "#336699",
        },
    },
""" in inn.read_text()
    grid = current().grids["inn"]
    assert [area.key for area in grid.areas] == ["yard"]
    assert grid.protos[grid.room_proto[0]]["tags"] == [("wet", "zone")]
    # what the check finds is told at once; classes and other keys are refused
    editor.draws(key("contents", [{**crab, "rooms": ["area:cellar"]}]))
    assert "area:cellar" in str(editor.post("check")[1]["findings"])
    for name, value in {
        "areas": {"yard": {**yard, "prototype": {"typeclass": "x"}}},
        "zcoord": "x",
    }.items():
        assert editor.draws(key(name, value))[0] == 400, name


@pytest.mark.beside("contents")
def test_areas_of_a_drawing_change_in_place(opened):
    editor, file = opened("quay")
    areas = editor.get()[1]["document"]["keys"]["areas"]
    areas["pier"] |= {"title": "The Old Pier", "prototype": {"desc": "Planks."}}
    editor.draws(key("areas", areas))
    rooms = editor.get()[1]["document"]["rooms"]
    assert [room["desc"] for room in rooms.values()] == ["", "Planks.", "Planks."]
    assert editor.applies()["state"] == "done"
    new = """{
            "rooms": ["(1,0)-(2,0)"],
            "title": "The Old Pier",
            "prototype": {"desc": "Planks."},
        }"""
    assert file.read_text() == MAPS["quay"].replace(
        '{"rooms": ["(1,0)-(2,0)"], "title": "The Pier"}', new
    )


@pytest.mark.beside("contents")
def test_places_of_a_route_are_written_as_map_data_has_them(opened):
    editor, file = opened("quay")
    contents = editor.get()[1]["document"]["keys"]["contents"]
    contents[0]["wanders"]["route"][1] = [1, 0]
    contents[0]["wanders"]["every"] = 9
    cat = {"key": "cat", "prototype_parent": "xyz_thing"}
    walk = {"route": [[0, 0], [1, 0], [2, 0]]}
    contents.append({"prototype": cat, "rooms": [[1, 0]], "wanders": walk})
    area = {
        "rooms": [[0, 0]],
        "prototype": {"contents": [{"prototype": "xyz_thing", "wanders": walk}]},
    }
    editor.draws(key("contents", contents), key("areas", {"end": area}))
    assert editor.post("check")[1]["findings"] == []
    assert editor.applies()["state"] == "done"
    text = file.read_text()
    assert text.count('"route": [(0, 0), (1, 0)]') == 1
    assert text.count('"route": [(0, 0), (1, 0), (2, 0)]') == 2
    assert current().grids["quay"].options["contents"][0]["wanders"]["every"] == 9


@pytest.mark.beside("contents", "lands")
@pytest.mark.parametrize("name", ["lea", "dice"])
def test_keys_and_options_of_lands_and_matrices_are_read_again_and_written(opened, tmp_path, name):
    (tmp_path / "dice.matrix").write_text(
        "matrixedge 2\nstartnode 0 0 0\nendnode 1 0 0\nnode 0 0 0 right twoway\n"
    )
    editor, file = opened(name)
    told = editor.get()[1]
    assert {"areas", "options"} <= {*told["keys"]}, told["why"]
    assert {"areas", "contents"} <= told["forms"]["map"]["properties"].keys()
    assert "fog" in told["forms"]["options"]["properties"]
    end = sorted(told["document"]["rooms"])[-1]
    corner = [int(part) for part in end.split(",")[: 2 + (name == "dice")]]
    areas = {"end": {"rooms": [corner], "prototype": {"desc": "Mud."}}}
    editor.draws(
        {"op": "option", "key": "fog", "value": "explored"},
        {"op": "option", "key": "title", "value": "Low"},
        key("areas", areas),
    )
    assert editor.get()[1]["document"]["rooms"][end]["desc"] == "Mud."
    assert editor.post("check")[1]["areas"][0]["rooms"] == [end]
    editor.draws(key("areas", {"end": {"rooms": [[99, 99]], "prototype": 5}}))
    assert "prototype" in str(editor.post("check")[1]["findings"])
    editor.draws(key("areas", areas))
    assert editor.applies()["state"] == "done"
    assert '"options": {"fog": "explored", "title": "Low"},  # so far' in file.read_text()
    assert current().grids[name].options["title"] == "Low"
    renames = {"op": "option", "key": "directions", "value": "compass"}
    assert editor.draws(renames)[0] == (400 if name == "dice" else 200)


@pytest.mark.beside("dungeons")
def test_order_of_a_dungeon_is_changed_and_makes_another_dungeon(opened):
    editor, file = opened("crypt")
    told = editor.get()[1]
    assert told["keys"][0] == "dungeon"
    order = told["document"]["keys"]["dungeon"]
    order["parameters"]["seed"] = 4
    editor.draws(key("dungeon", order))
    assert editor.get()[1]["document"]["rooms"] != told["document"]["rooms"]
    assert editor.applies()["state"] == "done"
    assert file.read_text() == MAPS["crypt"].replace('"seed": 3', '"seed": 4')


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
