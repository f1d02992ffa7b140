"""Mudlet's JSON, read again by the rules by which Mudlet reads it (TMap, TArea, TRoom: readJson…).

Mudlet takes numbers as whole ones (a weight of 2.5 is none to it), doors by three words, colours
as three numbers of a byte, and of userData only strings.
"""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from xyzgrid_ext.parts.formats.core import FORMATS

READ = {row.name: row.read for row in FORMATS if row.read}
LONG = [
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
    "up", "down", "in", "out",
]  # fmt: skip
SHORT = ["n", "ne", "e", "se", "s", "sw", "w", "nw", "u", "d"]

TOP = {
    "formatVersion": float, "areas": list, "areaCount": int, "roomCount": int, "labelCount": int,
    "customEnvColors": list, "envToColorMapping": dict, "playersRoomId": dict,
    "defaultAreaName": str, "anonymousAreaName": str, "mapSymbolFontDetails": str,
    "mapSymbolFontFudgeFactor": float, "onlyMapSymbolFontToBeUsed": bool, "playerRoomColors": list,
    "playerRoomStyle": int, "playerRoomOuterDiameterPercentage": int,
    "playerRoomInnerDiameterPercentage": int,
}  # fmt: skip
AREA = {"id": int, "name": str, "roomCount": int, "rooms": list, "userData": dict}
ROOM = {
    "id": int, "name": str, "coordinates": list, "environment": int, "symbol": dict, "exits": list,
    "stubExits": list, "userData": dict,
}  # fmt: skip
EXIT = {"name": str, "exitId": int, "door": str, "weight": int, "customLine": dict}
LINE = {"coordinates": list, "color24RGB": list, "endsInArrow": bool, "style": str}
OPTIONAL = {"symbol", "stubExits", "userData", "door", "weight", "customLine"}
STYLES = {"dash line", "dot line", "dash dot line", "dash dot dot line"}


def shaped(value, shape):
    """What is not of a shape: names and types."""
    yield from (("unknown", name) for name in value.keys() - shape.keys())
    yield from (("missing", name) for name in shape.keys() - OPTIONAL - value.keys())
    yield from (
        (name, value[name])
        for name in value.keys() & shape.keys()
        if type(value[name]) is not shape[name]
    )


def is_rgb(value):
    return len(value) == 3 and all(type(n) is int and 0 <= n <= 255 for n in value)


def faults(document):
    """What Mudlet would not take: nothing, in a good file."""
    yield from shaped(document, TOP)
    areas = document["areas"]
    rooms = [room for area in areas for room in area["rooms"]]
    numbers = {room["id"] for room in rooms}
    environments = {colour["id"] for colour in document["customEnvColors"]}
    if document["formatVersion"] != 1.0:
        yield "version", document["formatVersion"]
    if (document["areaCount"], document["roomCount"]) != (len(areas), len(rooms)):
        yield "counts", document["roomCount"]
    if (
        len(environments) != len(document["customEnvColors"])
        or min(environments, default=257) < 257
    ):
        yield "environments", environments
    yield from (("colour", c) for c in document["customEnvColors"] if not is_rgb(c["color24RGB"]))
    for area in areas:
        yield from shaped(area, AREA)
        if area["roomCount"] != len(area["rooms"]):
            yield "roomCount", area["name"]
    for room in rooms:
        yield from shaped(room, ROOM)
        if room["id"] < 1 or room["environment"] not in environments:
            yield "room", room
        if [type(n) for n in room["coordinates"]] != [int] * 3:
            yield "coordinates", room["coordinates"]
        if not all(isinstance(value, str) for value in room.get("userData", {}).values()):
            yield "userData", room
        for way in room["exits"]:
            yield from shaped(way, EXIT)
            if way["exitId"] not in numbers or not way["name"] or way.get("weight", 1) < 1:
                yield "exit", way
            line = way.get("customLine")
            if line:
                yield from shaped(line, LINE)
                if line["style"] not in STYLES or not is_rgb(line["color24RGB"]):
                    yield "line", line
        stubs = [stub["name"] for stub in room.get("stubExits", [])]
        yield from (("stub", name) for name in stubs if name not in LONG)
        names = [way["name"] for way in room["exits"]] + stubs
        if len(names) != len(set(names)):
            yield "one way twice", names
        # Mudlet would read such a name as a direction
        yield from (("command", name) for name in names if name.casefold() in SHORT)
        doors = [way.get("door", "open") for way in [*room["exits"], *room.get("stubExits", [])]]
        yield from (("door", door) for door in doors if door not in ("open", "closed", "locked"))


def read(text):
    document = json.loads(text)
    assert list(faults(document)) == []
    return document


def rooms_of(document):
    return {room["name"]: room for area in document["areas"] for room in area["rooms"]}


def test_directions_and_wormholes_go_as_mudlet_has_them(maps):
    room = rooms_of(read(maps.written("mudlet", maps.tower)))["Room"]
    assert [(way["name"], way["exitId"]) for way in room["exits"]] == [
        ("west", 1),
        ("northeast", 4),
        ("wormhole", 5),
        ("wormhole-2", 4),
    ]
    line = room["exits"][3]["customLine"]
    assert (line["coordinates"], line["style"], line["endsInArrow"]) == (
        [[3, 2]],
        "dash line",
        False,
    )
    assert "customLine" not in room["exits"][0]


@settings(max_examples=40)
@given(st.data())
def test_any_map_can_be_read_and_has_nothing_that_was_not_seen(maps, data):
    view = data.draw(maps.views)
    (area,) = read(maps.written("mudlet", view))["areas"]
    assert area["name"] == (
        view.head.name if view.head.name.strip() else f"area {view.head.number}"
    )
    assert [(room["id"], room["name"]) for room in area["rooms"]] == [
        (room.number, room.name) for room in view.rooms
    ]
    for room, told in zip(view.rooms, area["rooms"], strict=True):
        more = {
            name.removeprefix("exit "): json.loads(value)
            for name, value in told.get("userData", {}).items()
            if name.startswith("exit ")
        }
        stubs = [stub["name"] for stub in told.get("stubExits", [])]
        stubs += [name for name, extra in more.items() if extra.get("stub")]
        found = [(way["name"], way["exitId"]) for way in told["exits"]]
        found += [(name, None) for name in stubs]
        found = [(more.get(name, {}).get("name", name), target) for name, target in found]
        assert sorted(found, key=repr) == sorted(
            ((way.name, way.target) for way in room.exits), key=repr
        )


def told(view):
    """Of a map what a Mudlet file keeps: all but the numbers of those to whom it was written."""
    return {
        room.number: (
            (room.name, room.x, room.y, room.z, room.environment, set(room.details)),
            sorted(
                (w.name, w.target, w.kind.value, w.door.value, w.needs, w.weight)
                for w in room.exits
                if w.target is not None
            ),
        )
        for room in view.rooms
    }


@settings(max_examples=60)
@given(st.data())
def test_what_was_written_as_a_mudlet_map_comes_back(maps, data):
    view = data.draw(maps.views)
    (back,), _ = READ["mudlet"](maps.written("mudlet", view), "f")
    assert told(back) == told(view)
