"""Graphviz, read again by a small reader of its published grammar (https://graphviz.org/doc/info/lang.html).

Names of nodes and what stands between brackets; subgraphs in braces; strings in double quotes in
which a quote has a backslash before it.
"""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

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


def test_maps_are_clusters_and_levels_are_clusters_inside(maps):
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


def test_wormholes_are_dashed_and_locked_doors_have_a_box(maps):
    graph = Graph(maps.written("dot", maps.tower))
    looks = {(source, attributes["label"]): attributes for source, _, attributes in graph.edges}
    assert looks["room_1", "wormhole"]["style"] == "dashed"
    assert looks["room_1", "east"]["arrowtail"] == "box"
    assert looks["room_1", "east"]["tooltip"] == "needs smallkey"
    assert "style" not in looks["room_1", "north"]


def places(graph):
    """Where each node stands, in points, y up: what `neato -n` asks of every one of them."""
    written = {name: told["pos"] for name, (told, _) in graph.nodes.items()}
    assert all(re.fullmatch(r"-?\d+,-?\d+!", place) for place in written.values())
    return {name: tuple(map(int, place[:-1].split(","))) for name, place in written.items()}


def test_every_node_has_a_place_and_stubs_lie_in_their_direction(maps):
    graph = Graph(maps.written("dot", maps.tower))
    at = places(graph)
    west = next(
        end for source, end, told in graph.edges if told["label"] == "west" and "stub" in end
    )
    x, y = at["room_2"]
    assert at[west][1] == y
    assert at[west][0] < x - 36


def test_rooms_levels_and_maps_do_not_lie_upon_each_other(maps):
    at = places(Graph(maps.written("dot", maps.tower, maps.yard)))
    rooms = {name: place for name, place in at.items() if name.startswith("room_")}
    assert len(set(rooms.values())) == len(rooms)
    level_0 = [rooms[f"room_{number}"][1] for number in (1, 2, 3, 4, 5)]
    assert max(level_0) < rooms["room_6"][1] < rooms["room_99"][1]
    apart = rooms["room_3"][0] - rooms["room_1"][0]
    assert apart >= 6 * max(len(room.name) for room in maps.tower.rooms)


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
