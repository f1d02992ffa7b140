"""Our own format, SVG and DOT, and the pictures of symbols."""

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.symbols import FOLDER, pictures
from xyzgrid_ext.core.sheet.legend import LEGEND, STAIRS
from xyzgrid_ext.core.view.payload import map_payload
from xyzgrid_ext.parts.formats.core import FORMATS


@settings(max_examples=40)
@given(st.data())
def test_the_file_has_the_maps_as_clients_get_them(maps, data):
    views = [data.draw(maps.views), maps.tower]
    document = json.loads(maps.written("json", *views))
    assert document == {
        "format": "xyzgrid",
        "version": 1,
        "maps": json.loads(json.dumps([map_payload(view) for view in views])),
    }


def test_every_room_is_a_line_and_drawn_once_without_scripts(maps):
    lines = maps.written("json", maps.tower).splitlines()
    assert len(lines) == 2 + len(maps.tower.rooms)
    assert all('"num"' in line for line in lines[2:])
    for row in FORMATS:
        broken = maps.yard.rooms[0].__class__(99, "half \ud800", 0, 0, 0)
        view = maps.yard.__class__(maps.yard.head, (broken,))
        assert "half \ufffd" in maps.written(row.name, view).encode().decode()
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
    root, levels = read(maps.written("svg", maps.tower))
    drawn = sorted(f"{one.get('data-from')}-{one.get('data-to')}" for one in levels[1][2])
    assert " ".join(drawn) == "1-2 1-3 1-5 2-None 3-4 3-4 3-5 5-3"
    drawing = root.findall(f"{SVG}g")[1]
    assert len(drawing.findall(f".//{SVG}path[@class='arrow']")) == 3
    root, _ = read(maps.written("svg", maps.tower))
    signs = [
        element.get("class") for group in root.findall(f"{SVG}g")[:2] for element in group.iter()
    ]
    counts = {"door locked": 1, "door closed": 1, "way wormhole": 3, "stairs": 2, "portal": 1}
    counts |= {"way stub": 1, "room here": 1}
    assert {sign: signs.count(sign) for sign in counts} == counts
    text = maps.written("svg", maps.tower, maps.yard)
    assert "<script" not in text
    assert "href" not in text
    assert not re.search(r"\son\w+=", text)
    assert "prefers-color-scheme: dark" in text
    assert set(re.findall(r"https?://[^\"]*", text)) == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("name", ["mmp", "mudlet"])
def test_no_two_areas_have_one_name_and_none_is_without(maps, name):
    """Mudlet passes over such an area, with all its rooms."""
    heads = [replace(maps.yard.head, key=key, number=8 + n) for n, key in enumerate("abc")]
    heads[2] = replace(heads[2], name=" ")
    rooms = [replace(maps.yard.rooms[0], number=head.number, exits=()) for head in heads]
    pairs = zip(heads, rooms, strict=True)
    text = maps.written(name, *(replace(maps.yard, head=head, rooms=(one,)) for head, one in pairs))
    (read,) = (row.read for row in FORMATS if row.name == name)
    views, _findings = read(text, "f")
    assert [view.head.name for view in views] == ["Yard", "Yard 2", "area 10"]


PAGE = Path(__file__).resolve().parents[4] / "docs/howto/symbols.md"


def test_each_picture_of_a_symbol_is_as_drawn_and_on_the_page():
    made = pictures()
    for file, drawn in made.items():
        if os.environ.get("XYZGRID_GOLDEN"):
            file.parent.mkdir(exist_ok=True)
            file.write_text(drawn, encoding="utf-8")
        assert file.read_text(encoding="utf-8") == drawn, f"make pages: {file.name}"
    assert sorted(FOLDER.iterdir()) == sorted(made)
    page = PAGE.read_text(encoding="utf-8")
    shown = re.findall(r"\(\.\./pictures/symbols/([\w-]+)\.svg\)", page)
    assert sorted(shown) == sorted(file.stem for file in pictures())
    named = {sign.replace("\\|", "|") for sign in re.findall(r"`(\\?\||[^`\s])`", page)}
    assert set(LEGEND) | set(STAIRS) <= named


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


# Graphviz, read again by a small reader of its published grammar (https://graphviz.org/doc/info/lang.html).
#
# Names of nodes and what stands between brackets; subgraphs in braces; strings in double quotes in
# which a quote has a backslash before it.
TOKEN = re.compile(r'\s+|"((?:[^"\\]|\\.)*)"|(->)|([A-Za-z_0-9.]+)|([{}\[\];=])', re.DOTALL)


def tokens(text):
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        assert match, f"no token at {text[at : at + 40]!r}"
        at = match.end()
        if not match[0].isspace():
            yield ("text", unquoted(match[1])) if match[1] is not None else ("word", match[0])


def unquoted(text):
    plain = re.sub(r"\\(.)", lambda found: {"n": "\n"}.get(found[1], found[1]), text)
    return plain.replace("&amp;", "&")


class Graph:
    """Nodes with their attributes and clusters, edges in order."""

    def __init__(self, text):
        self.tokens = list(tokens(text))
        self.nodes, self.edges, self.clusters = {}, [], {}
        assert [self.next(), self.next(), self.next()] == ["digraph", "world", "{"]
        self.statements([])
        assert not self.tokens

    def peek(self):
        return self.tokens[0][1] if self.tokens[0][0] == "word" else None

    def next(self):
        return self.tokens.pop(0)[1]

    def statements(self, clusters):
        while self.peek() != "}":
            word = self.next()
            if word == "subgraph":
                name = self.next()
                assert self.next() == "{"
                self.statements([*clusters, name])
            elif word == ";":
                continue
            elif self.peek() == "=":
                self.next()
                self.clusters[clusters[-1]] = self.next()
            else:
                end = None
                if self.peek() == "->":
                    self.next()
                    end = self.next()
                attributes = self.attributes() if self.peek() == "[" else {}
                if end is not None:
                    self.edges.append((word, end, attributes))
                elif word not in ("graph", "node", "edge"):
                    self.nodes[word] = (attributes, tuple(clusters))
        assert self.next() == "}"

    def attributes(self):
        assert self.next() == "["
        found = {}
        while self.peek() != "]":
            name = self.next()
            assert self.next() == "="
            found[name] = self.next()
        self.next()
        return found


def test_maps_are_clusters_whose_nodes_have_places_of_their_own(maps):
    graph = Graph(maps.written("dot", maps.tower, maps.yard))
    assert graph.clusters == {
        "cluster_7": 'Tower <of> & "Babel"',
        "cluster_7_0": "level 0",
        "cluster_7_1": "level 1",
        "cluster_8": "Yard",
    }
    assert graph.nodes["room_6"][1] == ("cluster_7", "cluster_7_1")
    assert graph.nodes["room_99"][1] == ("cluster_8",)
    assert graph.nodes["room_1"][0]["label"] == 'The <Gate> & "Yard"'
    graph = Graph(maps.written("dot", maps.tower))
    looks = {(source, attributes["label"]): attributes for source, _, attributes in graph.edges}
    assert looks["room_1", "wormhole"]["style"] == "dashed"
    assert looks["room_1", "east"]["arrowtail"] == "box"
    assert looks["room_1", "east"]["tooltip"] == "needs smallkey"
    assert "style" not in looks["room_1", "north"]
    graph = Graph(maps.written("dot", maps.tower))
    at = places(graph)
    west = next(
        end for source, end, told in graph.edges if told["label"] == "west" and "stub" in end
    )
    x, y = at["room_2"]
    assert at[west][1] == y
    assert at[west][0] < x - 36
    at = places(Graph(maps.written("dot", maps.tower, maps.yard)))
    rooms = {name: place for name, place in at.items() if name.startswith("room_")}
    assert len(set(rooms.values())) == len(rooms)
    level_0 = [rooms[f"room_{number}"][1] for number in (1, 2, 3, 4, 5)]
    assert max(level_0) < rooms["room_6"][1] < rooms["room_99"][1]
    apart = rooms["room_3"][0] - rooms["room_1"][0]
    assert apart >= 6 * max(len(room.name) for room in maps.tower.rooms)


def places(graph):
    """Where each node stands, in points, y up: what `neato -n` asks of every one of them."""
    written = {name: told["pos"] for name, (told, _) in graph.nodes.items()}
    assert all(re.fullmatch(r"-?\d+,-?\d+!", place) for place in written.values())
    return {name: tuple(map(int, place[:-1].split(","))) for name, place in written.items()}


def as_labels_keep(text):
    text = re.sub("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    return text.replace("\r", "")


@settings(max_examples=40)
@given(st.data())
def test_any_map_is_a_graph_of_its_rooms_and_ways(maps, data):
    view = data.draw(maps.views)
    graph = Graph(maps.written("dot", view))
    assert {name: told["label"] for name, (told, _) in graph.nodes.items() if "label" in told} == {
        f"room_{room.number}": as_labels_keep(room.name) for room in view.rooms
    }
    found = [
        (source, end if end.startswith("room_") else None, told["label"])
        for source, end, told in graph.edges
    ]
    assert found == [
        (
            f"room_{room.number}",
            None if way.target is None else f"room_{way.target}",
            as_labels_keep(way.name),
        )
        for room in view.rooms
        for way in room.exits
    ]
