"""MMP, read again by a plain XML reader and by the rules by which Mudlet reads it.

Mudlet (XMLimport::readRoom) takes of a room id, area, title, environment; of an exit either one of
twelve full direction words, or special="1" with a command and no direction; doors 0 to 3.
"""

import re
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

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
