"""A part of a land as a map: rooms, their texts, links, places and what is refused."""

import re

import pytest

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.grid import check_grid
from xyzgrid_ext.core.grid.draw import draw_sheet, room_symbol
from xyzgrid_ext.core.mapdata.validate import validate
from xyzgrid_ext.parts.lands.content import LAND
from xyzgrid_ext.parts.lands.core.to_grid import land_grid, make_content

CONTENT = make_content(**LAND)
PLACES = {
    "Saltmouth": {"at": (321, 533), "symbol": "S", "exits": {"boat": (1, 2, "isle")}},
    "Highfold": (264, 541),
    "Otterbank": (312, 541),
    "Ashwick": (302, 530),
}
AREA = (260, 528, 78, 24)


def vale(area=AREA, places=PLACES, **more):
    order = {"seed": 5, "area": area, "places": places} | more.pop("land", {})
    return land_grid(order, "vale", CONTENT, **more)


@pytest.fixture(scope="module")
def grid():
    found, findings = vale()
    assert findings == []
    return found


def text_of(grid, room):
    prototype = grid.protos[grid.room_proto[room]]
    return prototype["key"], prototype["desc"], room_symbol(grid, room)


def test_maps_of_a_land_agree_are_whole_and_tell_their_rooms_apart(grid):
    part, _ = vale(area=(280, 530, 50, 16))
    assert part.rooms > 400
    for room in range(part.rooms):
        x, y, _z = part.coord(room)
        assert text_of(part, room) == text_of(grid, grid.room_at(Coord(x + 20, y + 2)))
    assert check_grid(grid) == []
    steps = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
    for link in range(grid.links):
        source, way = grid.coord(int(grid.source[link])), grid.way_of(link)
        if way.direction == "boat":
            assert grid.outside[link] == Place("isle", Coord(1, 2))
            continue
        dx, dy = steps[way.direction]
        assert grid.coord(int(grid.target[link])) == Coord(source.x + dx, source.y + dy)
    symbols = [room_symbol(grid, room)[2] for room in range(grid.rooms)]
    assert not {"~", "=", "A"} & set(symbols)
    assert {"#", "H", "S", "o"} < set(symbols)
    cost = dict(zip((symbols[room] for room in grid.target), grid.weight, strict=True))
    assert (cost["#"], cost[","], cost["T"], cost["^"]) == (1, 2, 3, 8)
    names = {text_of(grid, room)[0] for room in range(grid.rooms)}
    assert len(names) > 40
    assert not [name for name in names if re.search(r"\d|[{}]", name)]
    beside = sum(text_of(grid, a) == text_of(grid, a + 1) for a in range(grid.rooms - 1))
    assert beside < grid.rooms / 6
    (road,) = {name for name in names if "Highfold" in name and "road" in name}
    assert road == "The road between Highfold and Otterbank"


def test_prototype_adds_to_the_land_and_an_island_is_drawn_in_grey():
    own = {
        (61, 5): {"desc": "Own."},
        ("*", "*"): {"typeclass": "a.B"},
        (61, 5, "boat"): {"desc": "Tar."},
    }
    grid, findings = vale(prototypes=own | {(76, 3): {"key": "Wet"}})
    assert [finding.code for finding in findings] == ["unused-prototype-key"]
    assert {p.get("typeclass") for p in (grid.protos[n] for n in grid.room_proto)} == {"a.B", None}
    salt = grid.room_at(Coord(61, 5))
    assert text_of(grid, salt)[:2] == ("Saltmouth", "Own.")
    boat = grid.link_by_name(salt, "boat")
    assert grid.protos[grid.link_proto[boat]] == {"prototype_parent": "xyz_exit", "desc": "Tar."}
    area = (200, 432, 78, 24)
    bare, _ = vale(area, {})
    island = Coord(60, 20)
    assert bare.room_at(island) is None
    assert draw_sheet(bare, 0).cells[60, 20] == "|x,|n"
    with_place, _ = vale(area, {"Rest": (260, 452)})
    assert text_of(with_place, with_place.room_at(island))[0] == "Rest"


@pytest.mark.parametrize(
    ("land", "told"),
    [
        ({"places": {"Wet": (337, 540)}}, "'Wet' cannot stand at (337, 540), which is sea"),
        ({"roads": [("Ashwick", "Nowhere")]}, "roads lead to 'Nowhere', which is not a place"),
        ({"places": {"A": (264, 541), "B": (9000, 9000)}}, "'A' and 'B' are too far apart"),
    ],
)
def test_what_cannot_be_is_refused_with_a_cure(land, told):
    with pytest.raises(RefusedError) as refused:
        vale(land=land)
    (finding,) = refused.value.findings
    assert finding.message.startswith(told)
    assert finding.cure


def test_a_module_is_checked_drawn_and_walked_in_the_terminal(tmp_path, capsys):
    file = tmp_path / "vale.py"
    land = {"seed": 5, "area": AREA, "places": PLACES | {"Saltmouth": (321, 533)}}
    file.write_text(f"XYMAP_DATA = { ({'zcoord': 'vale', 'land': land})!r}", encoding="utf-8")
    assert main(["check", str(file)]) == 0
    assert main(["draw", str(file)]) == 0
    assert "nnnno####nnnnnnn==" in capsys.readouterr().out
    assert main(["path", str(file), "4,13", "42,2"]) == 0
    assert "steps: east, east, east, east" in capsys.readouterr().out


# --- the keys of a land in a map's data


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (
            {"zcoord": "vale", "land": {"area": (0, 0, 1001, 5)}},
            "error land.area: must be (x, y, width, height), width and height from 1 to 1000, not "
            "(0, 0, 1001, 5)",
        ),
        (
            {"zcoord": "vale", "land": {"area": (0, 0, 9, 9), "places": {"A": {"at": 5}}}},
            "error land.places.A.at: must be (x, y) of the land, not 5",
        ),
        (
            {"zcoord": "vale", "land": {"area": (0, 0, 9, 9)}, "transitions": {}},
            "error transitions: a land does not have this key",
        ),
    ],
)
def test_a_fault_is_told_with_its_path(data, fault):
    found = validate(data)[0]
    assert f"{found.severity} {found.message}" == fault
    assert found.cure
