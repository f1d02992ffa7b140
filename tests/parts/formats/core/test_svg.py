"""The drawing, read again as XML: every room is drawn once, at the place of its coordinates."""

import re
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

SVG = "{http://www.w3.org/2000/svg}"


def moved(element):
    x, y = re.fullmatch(r"translate\((-?\d+),(-?\d+)\)", element.get("transform")).groups()
    return int(x), int(y)


def read(text):
    """Each level: (heading, {number of a room: (title, x, y)}, the lines as elements)."""
    root = ElementTree.fromstring(text)
    levels = []
    for group in root.iter(f"{SVG}g"):
        if not (group.get("id") or "").startswith("map-"):
            continue
        rooms = {}
        for room in group.iter(f"{SVG}g"):
            if (room.get("class") or "").startswith("room"):
                number = int(room.get("id").removeprefix("room-"))
                assert number not in rooms, "drawn twice"
                rooms[number] = (room.findtext(f"{SVG}title"), *moved(room))
        lines = [line for line in group.iter(f"{SVG}path") if line.get("data-from")]
        levels.append((group.findtext(f"{SVG}text"), rooms, lines))
    return root, levels


def test_every_room_is_drawn_once_at_the_place_of_its_coordinates(maps):
    _, levels = read(maps.written("svg", maps.tower))
    assert [heading for heading, _, _ in levels] == [
        'Tower <of> & "Babel", level 1',
        'Tower <of> & "Babel", level 0',
    ]
    rooms = levels[1][1]
    (gate, x, y) = rooms[1]
    assert gate == 'The <Gate> & "Yard"'
    step = rooms[3][1] - x
    assert step > 0
    assert rooms[2][1:] == (x, y - step)
    assert rooms[4][1:] == (x + 3 * step, y - 2 * step)
    assert rooms[5][1:] == (x + 3 * step, y)


def test_a_way_that_leads_both_ways_is_one_line_and_one_way_has_an_arrow(maps):
    root, levels = read(maps.written("svg", maps.tower))
    drawn = sorted(f"{one.get('data-from')}-{one.get('data-to')}" for one in levels[1][2])
    assert " ".join(drawn) == "1-2 1-3 1-5 2-None 3-4 3-4 3-5 5-3"
    drawing = root.findall(f"{SVG}g")[1]
    assert len(drawing.findall(f".//{SVG}path[@class='arrow']")) == 3


def test_locks_and_doors_wormholes_stairs_and_portals_have_their_signs(maps):
    root, _ = read(maps.written("svg", maps.tower))
    signs = [
        element.get("class") for group in root.findall(f"{SVG}g")[:2] for element in group.iter()
    ]
    counts = {"door locked": 1, "door closed": 1, "way wormhole": 3, "stairs": 2, "portal": 1}
    counts |= {"way stub": 1, "room here": 1}
    assert {sign: signs.count(sign) for sign in counts} == counts


def test_the_drawing_has_no_script_and_reads_no_other_file(maps):
    text = maps.written("svg", maps.tower, maps.yard)
    assert "<script" not in text
    assert "href" not in text
    assert not re.search(r"\son\w+=", text)
    assert "prefers-color-scheme: dark" in text
    assert set(re.findall(r"https?://[^\"]*", text)) == {"http://www.w3.org/2000/svg"}


@settings(max_examples=40)
@given(st.data())
def test_any_map_is_drawn_inside_the_sheet_and_ids_are_of_one_room(maps, data):
    view = data.draw(maps.views)
    root, levels = read(maps.written("svg", view))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    drawn = [number for _, rooms, _ in levels for number in rooms]
    assert sorted(drawn) == [room.number for room in view.rooms]
    for group in root.findall(f"{SVG}g")[:-1]:
        left, top = moved(group)
        for room in group.iter(f"{SVG}g"):
            if (room.get("class") or "").startswith("room"):
                x, y = moved(room)
                assert 0 < left + x < int(root.get("width"))
                assert 0 < top + y < int(root.get("height"))
