"""`export` and `import` without a game: a matrix leaves as a file and comes back as a module."""

import json
import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.grid import from_rooms
from xyzgrid_ext.parts.formats.core import FORMATS, read_mmp

SHORTCUT = Path(__file__).parents[3] / "core/matrix/examples/shortcut.matrix"


def test_a_matrix_is_written_with_coordinates_for_names_and_rooms_from_one_on(capsys):
    assert main(["export", str(SHORTCUT), "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["maps"]
    assert (told["name"], told["levels"], told["known"]) == ("shortcut", 5, 6)
    assert told["rooms"][1] == {
        "num": 2,
        "name": "(2,2,1)",
        "x": 2,
        "y": 2,
        "z": 1,
        "exits": [
            {"name": "forward", "to": 3, "kind": "stairs"},
            {"name": "backward", "to": 1, "kind": "stairs"},
            {"name": "wormhole", "to": 5, "kind": "wormhole"},
        ],
    }


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.name)
def test_several_matrices_are_one_file(capsys, tmp_path, row):
    other = tmp_path / "other.matrix"
    other.write_text(SHORTCUT.read_text())
    assert main(["export", str(SHORTCUT), str(other), f"--{row.name}"]) == 0
    text = capsys.readouterr().out
    assert "shortcut" in text
    assert "other" in text


def test_what_was_exported_can_be_imported_but_a_bad_matrix_is_not_exported(capsys, tmp_path):
    file = tmp_path / "shortcut.json"
    main(["export", str(SHORTCUT), "--mudlet"])
    file.write_text(capsys.readouterr().out)
    assert main(["import", str(file)]) == 0
    shown = capsys.readouterr()
    names = {}
    exec(shown.out, names)
    (data,) = names["XYMAP_DATA_LIST"]
    grid, _ = from_rooms(data["rooms"], data["zcoord"])
    assert (grid.name, grid.rooms, shown.err) == ("shortcut", 6, "")
    file = tmp_path / "bad.matrix"
    file.write_text("matrixedge five")
    assert main(["export", str(file), "--svg"]) == 1
    shown = capsys.readouterr()
    assert (shown.out, "bad.matrix:1:12" in shown.err) == ("", True)


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("none.xml", None, "cannot be read: No such file"),
        ("bad.xml", "<map>", "no XML: no element found"),
        ("bad.json", "{", "not JSON: Expecting property name"),
        ("text.txt", "hello", "neither MMP nor a Mudlet map"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_and_nothing_is_printed(
    capsys, tmp_path, name, text, fault
):
    file = tmp_path / name
    if text is not None:
        file.write_text(text)
    assert main(["import", str(file)]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"{file}:")
    assert fault in shown.err


@pytest.mark.parametrize(
    "encoding", ["x-odd", "utf-16", "UTF-7", "hex", "idna", "punycode", "cp1252", "ebcdic-cp-be"]
)
def test_a_map_is_read_whatever_encoding_it_claims(encoding, tmp_path, capsys):
    room = '<room id="1" area="1" title="Inn"><coord x="0" y="0" z="0"/></room>'
    text = f'<?xml version="1.0" encoding="{encoding}"?><map><rooms>{room}</rooms></map>'
    path = tmp_path / "isle.xml"
    path.write_text(text)
    assert main(["import", str(path)]) == 0
    assert "Inn" in capsys.readouterr().out


EXITS = {
    1: "east 3, north 2", 2: "east 4, south 1", 3: "north 4, east 5, west 1", 4: "south 3, west 2",
    5: "west 3, down 6", 6: "south 7, up 5", 7: "north 6",
}  # fmt: skip


def rooms_of(exits, order=None, places=None):
    """The places of rooms with these exits, and the warnings of the reader."""
    rows = []
    for number in order or sorted(exits):
        ways = [word.split() for word in exits[number].split(", ") if word]
        place = 'x="{}" y="{}" z="{}"'.format(*places[number]) if number in (places or {}) else ""
        rows.append(
            f'<room id="{number}" area="1">{f"<coord {place}/>" if place else ""}'
            + "".join(f'<exit direction="{way}" target="{to}"/>' for way, to in ways)
            + "</room>"
        )
    (view,), findings = read_mmp.read(f"<map>{''.join(rows)}</map>", "drift.xml")
    return {room.number: (room.x, room.y, room.z) for room in view.rooms}, findings


@pytest.mark.parametrize("seed", range(5))
def test_exits_lead_where_they_point_in_whatever_order_the_rooms_come(seed):
    order = random.Random(seed).sample(sorted(EXITS), len(EXITS))
    places, (finding,) = rooms_of(EXITS, order)
    assert places == {
        **{1: (0, 0, 0), 2: (0, 1, 0), 3: (1, 0, 0), 4: (1, 1, 0)},
        **{5: (2, 0, 0), 6: (2, 0, -1), 7: (2, -1, -1)},
    }
    assert str(finding) == (
        "drift.xml: warning: 7 of 7 rooms have no coordinates, such as room 1\n"
        "they are laid out by the directions of their exits"
    )


def test_rooms_are_laid_out_around_coordinates_and_foreign_xml_refused():
    places, _ = rooms_of(EXITS, places={5: (9, 9, 9)})
    assert (places[5], places[3], places[6]) == ((9, 9, 9), (8, 9, 9), (9, 9, 8))
    star = {1: ", ".join(f"east {n}" for n in range(2, 8)), **dict.fromkeys(range(2, 8), "")}
    places, _ = rooms_of(star)
    assert [places[n] for n in range(1, 6)] == [(x, 0, 0) for x in range(5)]
    assert len(set(places.values())) == 7
    places, _ = rooms_of({1: "east 2", 2: "portal 3", 3: "north 4", 4: ""})
    assert places == {1: (0, 0, 0), 2: (1, 0, 0), 3: (3, 0, 0), 4: (3, 1, 0)}
    text = '<map type="mmapper2xml" version="1.0.0"><room id="1"><exit dir="north"/></room></map>'
    with pytest.raises(RefusedError) as refused:
        read_mmp.read(text, "arda.mm2xml")
    (finding,) = refused.value.findings
    assert (finding.code, "Export Mmp Map" in finding.cure) == ("mmapper-map", True)


# MMP, read again by a plain XML reader and by the rules by which Mudlet reads it.
#
# Mudlet (XMLimport::readRoom) takes of a room id, area, title, environment; of an exit either one
# of twelve full direction words, or special="1" with a command and no direction; doors 0 to 3.
DIRECTIONS = {
    **{"n": "north", "e": "east", "s": "south", "w": "west", "u": "up", "d": "down"},
    **{"ne": "northeast", "se": "southeast", "sw": "southwest", "nw": "northwest"},
    **{"in": "in", "out": "out"},
}
NUMBERS = {"room": {"id", "area", "environment"}, "coord": {"x", "y", "z"}, "area": {"id"}}
MAY = {
    "map": set(),
    "areas": set(),
    "rooms": set(),
    "environments": set(),
    "features": set(),
    "area": {"id", "name", "key"},
    "room": {"id", "area", "title", "environment"},
    "coord": {"x", "y", "z"},
    "exit": {"direction", "special", "command", "target", "door", "name"},
    "feature": {"type"},
    "environment": {"id", "name", "color", "htmlcolor"},
}
IN = {
    "map": ["areas", "rooms", "environments"],
    "areas": "area",
    "rooms": "room",
    "environments": "environment",
    "features": "feature",
}


def faults(root):
    """What is not as clients read it: nothing, in a good file."""
    rooms = {room.get("id") for room in root.iter("room")}
    areas = {area.get("id") for area in root.iter("area")}
    environments = {kind.get("id") for kind in root.iter("environment")}
    for element in root.iter():
        if not set(element.attrib) <= MAY[element.tag]:
            yield element.tag, element.keys()
        if not all(
            element.get(name).lstrip("-").isdigit() for name in NUMBERS.get(element.tag, ())
        ):
            yield "no number", element.attrib
        children = [child.tag for child in element]
        allowed = IN.get(element.tag, ["coord", "exit", "features"])
        if element.tag == "map" and children != allowed:
            yield "order", children
        if not set(children) <= ({allowed} if isinstance(allowed, str) else set(allowed)):
            yield element.tag, children
    for room in root.iter("room"):
        if room.get("area") not in areas or room.get("environment") not in environments:
            yield "dangling", room.attrib
        if int(room.get("id")) < 1 or len(room.findall("coord")) != 1:
            yield "room", room.attrib
        keys = []
        for way in room.iter("exit"):
            is_special = way.get("special") == "1" and way.get("command")
            if bool(is_special) == (way.get("direction") in DIRECTIONS.values()):
                yield "neither one nor the other", way.attrib
            if way.get("target") not in rooms:
                yield "leads out of the file", way.attrib
            if way.get("door", "0") not in "0123":
                yield "door", way.attrib
            keys.append(way.get("direction") or way.get("command"))
        if len(keys) != len(set(keys)):
            yield "one way twice", keys


def read(text):
    root = ElementTree.fromstring(text)
    assert list(faults(root)) == []
    return root


def by_title(root, title):
    return next(room for room in root.iter("room") if room.get("title") == title)


def test_directions_doors_and_ways_to_other_maps_are_kept(maps):
    gate = by_title(read(maps.written("mmp", maps.tower)), 'The <Gate> & "Yard"')
    assert [way.attrib for way in gate.iter("exit")] == [
        {"direction": "north", "target": "2"},
        {"direction": "east", "target": "3", "door": "3"},
        {"special": "1", "command": "wormhole", "target": "5"},
    ]
    root = read(maps.written("mmp", maps.tower, maps.yard))
    hall = by_title(root, "Hall \u00e9 \u6771")
    assert hall.findall("exit")[-1].attrib == {"direction": "out", "target": "99"}
    assert [area.get("id") for area in root.iter("area")] == ["7", "8"]


def as_xml_keeps(text):
    """Characters that XML 1.0 cannot hold are told by a sign in their place."""
    return re.sub("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)


@settings(max_examples=40)
@given(st.data())
def test_any_map_can_be_read_and_has_nothing_that_was_not_seen(maps, data):
    view = data.draw(maps.views)
    root = read(maps.written("mmp", view))
    names = [(int(room.get("id")), room.get("title")) for room in root.iter("room")]
    assert names == [(room.number, as_xml_keeps(room.name)) for room in view.rooms]
    for room, element in zip(view.rooms, root.iter("room"), strict=True):
        place = tuple(int(element.find("coord").get(axis)) for axis in "xyz")
        assert place == (room.x, room.y, room.z)
        known = [way for way in room.exits if way.target is not None]
        assert [(as_xml_keeps(way.name), way.target) for way in known] == [
            (way.get("name") or way.get("command") or way.get("direction"), int(way.get("target")))
            for way in element.iter("exit")
        ]
