"""Map files of others, read: what comes back, what is told, and what is refused with its place."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import RefusedError, Severity
from xyzgrid_ext.core.grid import check_world, from_rooms
from xyzgrid_ext.core.view import Door
from xyzgrid_ext.core.view.snapshot import ExitKind
from xyzgrid_ext.parts.formats.core import FORMATS, convert_to_module
from xyzgrid_ext.parts.formats.terminal import full_map_views

READ = {row.name: row.read for row in FORMATS if row.read}
# as Mudlet's saveJsonMap writes: keys in alphabetical order, numbers as they come
MUDLET = {
    "anonymousAreaName": "Unnamed Area",
    "areaCount": 2,
    "areas": [
        {"id": -1, "name": "Default Area", "roomCount": 0, "rooms": []},
        {
            "gridMode": True,
            "id": 3,
            "labels": [{"id": 0, "coordinates": [0.5, 0.5, 0], "size": [1, 1], "image": []}],
            "name": "The Woods",
            "roomCount": 3,
            "rooms": [
                {
                    "coordinates": [-4, 7, 0],
                    "environment": 272,
                    "exits": [
                        {"exitId": 12, "name": "northeast", "weight": 3},
                        {"door": "closed", "exitId": 13, "locked": True, "name": "enter hut"},
                    ],
                    "hash": "abc",
                    "id": 11,
                    "name": "Clearing",
                    "stubExits": [{"name": "south"}],
                    "symbol": {"text": "C", "color24RGB": [1, 2, 3]},
                    "userData": {"notes": "mine", "feature-shop": "true"},
                    "weight": 2,
                },
                {
                    "coordinates": [-2, 9, 0],
                    "environment": 272,
                    "exits": [
                        {
                            "customLine": {"coordinates": [[0, 1]], "endsInArrow": False},
                            "exitId": 11,
                            "name": "southwest",
                        }
                    ],
                    "id": 12,
                },
                {
                    "coordinates": [-4, 7, 0],
                    "environment": -1,
                    "exits": [],
                    "id": 13,
                    "name": "Hut",
                },
            ],
        },
    ],
    "customEnvColors": [{"color24RGB": [0, 128, 0], "id": 272}],
    "defaultAreaName": "Default Area",
    "envToColorMapping": {"1": 1},
    "formatVersion": 1,
    "labelCount": 1,
    "roomCount": 3,
}
# as MMapper writes
MMP = """<?xml version="1.0" encoding="UTF-8"?>
<map>
    <areas>
        <area id="1" name="Arda"/>
    </areas>
    <rooms>
        <room id="5" area="1" title="Grey Havens" environment="2" important="1">
            <coord x="-3" y="0" z="0"/>
            <exit direction="east" target="6" door="2"/>
            <exit direction="worldmap" target="6"/>
            <exit special="1" command="enter portal" target="6" hidden="1"/>
        </room>
        <room id="6" area="1" title="A Quay" environment="13"><coord x="0" y="0" z="0"/></room>
    </rooms>
    <environments>
        <environment id="2" name="City" color="7"/>
        <environment id="13" name="Cavern" color="8"/>
    </environments>
</map>
"""


def module(text, name="file"):
    """The module of a file as data, and what is told of it."""
    written, findings = convert_to_module(text, name)
    namespace = {}
    exec(written, namespace)
    return namespace["XYMAP_DATA_LIST"], findings


def grids(datas):
    return {map_key(data["zcoord"]): from_rooms(data["rooms"], data["zcoord"])[0] for data in datas}


def test_maps_that_mudlet_and_mmapper_wrote_are_read():
    (view,), findings = READ["mudlet"](json.dumps(MUDLET), "woods.json")
    clearing = next(room for room in view.rooms if room.number == 11)
    assert (view.head.name, len(view.rooms)) == ("The Woods", 3)
    assert (clearing.name, clearing.symbol, clearing.details) == ("Clearing", "C", ("shop",))
    assert [
        (way.name, way.direction, way.target, way.door, way.weight) for way in clearing.exits
    ] == [
        ("northeast", "ne", 12, Door.NONE, 3.0),
        ("enter hut", "", 13, Door.CLOSED, 1.0),
        ("south", "s", None, Door.NONE, 1.0),
    ]
    assert [str(finding) for finding in findings] == [
        "woods.json: warning: areas[1] has 1 labels\nthey are left out",
        "woods.json: warning: userData of rooms: notes (1)\nit is left out",
        "woods.json: warning: environments without names: 272 (2)\n"
        "they are left out: give rooms tags instead",
    ]
    (view,), findings = READ["mmp"](MMP, "arda.xml")
    havens, quay = view.rooms
    assert (havens.name, havens.environment, quay.environment) == ("Grey Havens", "City", "Cavern")
    assert [(way.name, way.direction, way.door) for way in havens.exits] == [
        ("east", "e", Door.CLOSED),
        ("worldmap", "", Door.NONE),
        ("enter portal", "", Door.LOCKED),
    ]
    assert findings == []


@pytest.mark.parametrize(
    ("symbol", "taken"),
    [
        ("\N{CROSSED SWORDS}\N{VARIATION SELECTOR-16}", "\N{CROSSED SWORDS}"),
        ("e\u0301", "\u00e9"),
        ("T", "T"),
        ("\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}", None),
        ("WG", None),
        ("店", None),
    ],
)
def test_symbol_that_is_not_one_column_wide_is_named(symbol, taken):
    woods = json.loads(json.dumps(MUDLET))
    woods["areas"][1]["rooms"][0]["symbol"] = {"text": symbol}
    text, findings = convert_to_module(json.dumps(woods), "f")
    assert ("'symbol': " in text) == (taken is not None)
    assert taken is None or f"'symbol': {taken!r}" in text
    told = [str(finding) for finding in findings if finding.code == "symbol"]
    assert told == (
        [
            f"f: warning: the symbol of room 11 is {symbol!a}\n"
            "it is left out: a symbol is one character of one column"
        ]
        if taken is None
        else []
    )


def test_module_keeps_what_it_can_hold_and_puts_areas_right():
    (data,), findings = module(json.dumps(MUDLET), "woods.json")
    grid = from_rooms(data["rooms"], data["zcoord"])[0]
    assert (
        "\n" + "\n".join(grid.drawn[0].lines())
        == r"""
    #
   /
# /
 /
C"""
    )
    assert [(finding.code, finding.message) for finding in findings] == [
        ("labels", "areas[1] has 1 labels"),
        ("user-data", "userData of rooms: notes (1)"),
        ("environment", "environments without names: 272 (2)"),
        ("moved", "room 13 stands where another does, at (-4, 7, 0)"),
        ("stub", "the exit 'south' of room 11 leads nowhere"),
    ]
    (data,), _findings = module(MMP, "arda.xml")
    exits = data["rooms"][min(data["rooms"])]["exits"]
    doors = {name: way.get("door") for name, way in exits.items() if isinstance(way, dict)}
    assert doors == {"east": {}, "enter portal": {"locked": True}}
    text = MMP.replace('x="-3"', 'x="-900000"')
    (data,), findings = module(text)
    assert list(data["rooms"]) == [(0, 0, 0), (1, 0, 0)]
    assert "is 900001 wide in x" in findings[0].message
    two = '<area id="1" name="Arda:3"/><area id="2" name="arda 3"/>'
    text = MMP.replace('<area id="1" name="Arda"/>', two).replace(
        'id="6" area="1"', 'id="6" area="2"'
    )
    datas, _ = module(text)
    assert [data["zcoord"] for data in datas] == ["Arda 3", "arda 3 2"]
    assert datas[0]["rooms"][0, 0, 0]["exits"]["worldmap"] == (0, 0, "arda 3 2")
    assert not [f for f in check_world(grids(datas)) if f.severity is Severity.ERROR]
    datas, findings = module(MMP.replace('target="6" door', 'target="7" door'))
    assert [str(finding) for finding in findings[:1]] == [
        "file:12: warning: the exit 'east' of room 5 leads to room 7, which is not in the file\n"
        "it is left out"
    ]
    assert "east" not in datas[0]["rooms"][0, 0, 0]["exits"]


def changed(change):
    document = json.loads(json.dumps(MUDLET))
    change(document)
    return json.dumps(document)


def rooms_of(document):
    return document["areas"][1]["rooms"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("hello", "f: neither MMP nor a Mudlet map"),
        ('{\n "areas": [}', "f:2:12: not JSON: Expecting value"),
        ('{"a":' * 100_000, "f: lists within lists without end"),
        ("{}", "f: no Mudlet map, or one without areas"),
        (changed(lambda d: d.update(formatVersion=2.0)), "f: a Mudlet map of version 2.0"),
        (changed(lambda d: d["areas"].append(7)), "f: areas[2]: is not an area"),
        (changed(lambda d: rooms_of(d).append(7)), "f: areas[1].rooms[3]: is not a room"),
        (changed(lambda d: rooms_of(d)[0].pop("id")), "f: areas[1].rooms[0]: its id is None"),
        (changed(lambda d: rooms_of(d)[1].update(id=11)), "rooms[1]: there are two rooms 11"),
        (
            changed(lambda d: rooms_of(d)[1].update(coordinates=[1, 2])),
            "f: areas[1].rooms[1] (room 12): its coordinates are [1, 2]",
        ),
        (
            changed(lambda d: rooms_of(d)[0]["exits"][0].pop("exitId")),
            "f: areas[1].rooms[0].exits[0] (northeast): its exitId is None",
        ),
        (MMP.replace("</rooms>", "", 1), "f:19:3: no XML: mismatched tag"),
        (MMP.replace("<map>", '<!DOCTYPE a [<!ENTITY b "c">]><map>', 1), "f:2: a document type"),
        (MMP.replace('id="6" area', 'id="5" area'), "f:13: there are two rooms 5"),
        (MMP.replace('id="6" area', 'id="six" area'), "f:13: id is 'six'"),
        (MMP.replace('x="0"', 'x="9999999999"'), "f:13: room 6: x is '9999999999'"),
        (MMP.replace('direction="worldmap"', ""), "f:10: an exit without a direction"),
    ],
)
def test_a_damaged_file_is_refused_with_the_place(text, fault):
    with pytest.raises(RefusedError) as refused:
        convert_to_module(text, "f")
    told = "\n".join(str(finding) for finding in refused.value.findings)
    assert fault in told
    assert all(f.cure for f in refused.value.findings if f.severity is Severity.ERROR)


@settings(max_examples=60)
@given(st.data())
def test_a_module_of_a_map_has_the_same_rooms_and_leads_the_same_ways(maps, data):
    """Through the file, the module and the grid, and seen again."""
    view = data.draw(maps.views)
    datas, _ = module(maps.written("mudlet", view))
    (back,) = full_map_views([*grids(datas).values()])
    least = [min(getattr(room, axis) for room in view.rooms) for axis in "xyz"]
    ours = {(r.x - least[0], r.y - least[1], r.z - least[2]): r for r in view.rooms}
    theirs = {(room.x, room.y, room.z): room for room in back.rooms}
    assert ours.keys() == theirs.keys()
    place = {room.number: spot for spot, room in ours.items()}
    again = {room.number: spot for spot, room in theirs.items()}
    for spot, room in ours.items():
        if room.name.strip():
            assert theirs[spot].name == room.name
        known = [way for way in room.exits if way.target is not None]
        found = theirs[spot].exits
        assert [
            (place[w.target], w.needs, w.weight, w.kind is ExitKind.WORMHOLE) for w in known
        ] == [(again[w.target], w.needs, w.weight, w.kind is ExitKind.WORMHOLE) for w in found]
        assert [w.name for w in known if w.name.strip()] == [
            w.name for own, w in zip(known, found, strict=True) if own.name.strip()
        ]
