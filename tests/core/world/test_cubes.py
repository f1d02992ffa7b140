"""The two cubes that come with the game keep the promises that are made about them.

Everything is counted here by hand, over nothing but the links that the parser read.
"""

import importlib
import re
import subprocess
import sys
from collections import Counter, deque
from itertools import pairwise
from pathlib import Path

import pytest

from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.grid.descriptions import text_of
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.matrix.model import DIRECTIONS

FAR = 10**9
CUBES = ("glasswork", "undertow")
# where the town's transitions lead to, and the room of the town that each comes from
ENTRANCES = {"glasswork": ((4, 0, 0), (4, 6)), "undertow": ((3, 0, 0), (4, 0))}


class Cube:
    """A map module of `world` and the links of its matrix as plain sets."""

    def __init__(self, name):
        module = importlib.import_module(f"world.{name}")
        self.data = module.XYMAP_DATA
        self.file = Path(module.__file__).with_name(self.data["matrix"])
        self.parsed = parse(self.file.read_text(encoding="utf-8"), self.file.name)
        matrix = self.matrix = self.parsed.matrix
        self.links = {
            (Coord(*node), DIRECTIONS[way].of(Coord(*node)))
            for node, way in zip(matrix.sources.tolist(), matrix.directions.tolist(), strict=True)
        }
        self.wormholes = {(Coord(*row[:3]), Coord(*row[3:])) for row in matrix.wormholes.tolist()}
        self.rooms = {room for link in self.links | self.wormholes for room in link}
        self.traps = {
            room
            for room in self.rooms - {matrix.end}
            if not any(start == room for start, _ in self.links | self.wormholes)
        }

    def prototypes(self, length):
        return {key: value for key, value in self.data["prototypes"].items() if len(key) == length}

    def named(self):
        return {key: value for key, value in self.prototypes(3).items() if "*" not in key}


@pytest.fixture(params=CUBES, scope="module")
def cube(request):
    return Cube(request.param)


@pytest.fixture(scope="module")
def glasswork():
    return Cube("glasswork")


@pytest.fixture(scope="module")
def undertow():
    return Cube("undertow")


def distances(links, start):
    """Steps from `start` to everything that can be reached from it."""
    onward = {}
    for here, there in links:
        onward.setdefault(here, []).append(there)
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in onward.get(here, ()):
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


def a_way(links, start, end):
    """One of the shortest ways, as rooms."""
    left = distances({(there, here) for here, there in links}, end)
    way = [start]
    while way[-1] != end:
        here = way[-1]
        way.append(min(t for h, t in links if h == here and left.get(t, FAR) < left[here]))
    return way


# --- the numbers ---


def test_the_file_is_accepted_without_a_warning(cube):
    assert not cube.parsed.findings


def test_there_are_at_least_300_rooms(cube):
    assert len(cube.rooms) >= 300


def test_there_are_at_least_600_links_also_if_both_ways_count_once(cube):
    both_ways = {(a, b) for a, b in cube.links if a < b and (b, a) in cube.links}
    assert len(both_ways) >= 600


def test_two_way_and_one_way_links_are_mixed(cube):
    assert len([1 for a, b in cube.links if (b, a) not in cube.links]) >= 20


def test_there_are_at_least_eight_wormholes_one_way_and_both_ways(cube):
    lines = {frozenset(pair) for pair in cube.wormholes}
    both_ways = {frozenset((a, b)) for a, b in cube.wormholes if (b, a) in cube.wormholes}
    assert len(lines) >= 8
    assert both_ways
    assert both_ways != lines


def test_some_wormholes_lead_from_the_depth_back_to_the_shallows(cube):
    edge = cube.matrix.edge
    assert any(a.z >= edge - 2 and b.z <= 1 for a, b in cube.wormholes)


def test_there_are_at_least_three_traps(cube):
    assert len(cube.traps) >= 3


def test_the_traps_are_entered_from_a_room_with_another_way(cube):
    for trap in cube.traps:
        before = {a for a, b in cube.links if b == trap}
        assert all(any(a == room and b != trap for a, b in cube.links) for room in before)


# --- the way ---


def test_the_shortest_way_is_at_least_20_steps_wormholes_or_not(cube):
    for links in (cube.links, cube.links | cube.wormholes):
        assert 20 <= distances(links, cube.matrix.start)[cube.matrix.end] <= 80


def test_a_wormhole_can_shorten_the_way(cube):
    start, end = cube.matrix.start, cube.matrix.end
    short = distances(cube.links | cube.wormholes, start)[end]
    assert short < distances(cube.links, start)[end]


@pytest.mark.parametrize("direction", Direction)
def test_every_shortest_way_without_wormholes_uses(cube, direction):
    start, end = cube.matrix.start, cube.matrix.end
    rest = {(a, b) for a, b in cube.links if direction.of(a) != b}
    assert distances(rest, start).get(end, FAR) > distances(cube.links, start)[end]


def test_a_walk_along_the_shortest_way_arrives_by_links_that_are_there(cube):
    way = a_way(cube.links, cube.matrix.start, cube.matrix.end)
    assert all(step in cube.links for step in pairwise(way))
    assert len(way) - 1 == distances(cube.links, cube.matrix.start)[cube.matrix.end]


def test_every_room_can_be_reached_from_the_start_without_a_wormhole(cube):
    assert set(distances(cube.links, cube.matrix.start)) == cube.rooms


def test_everything_but_the_traps_leads_back_to_the_start_without_a_wormhole(cube):
    back = distances({(b, a) for a, b in cube.links}, cube.matrix.start)
    assert cube.rooms - set(back) == cube.traps


# --- the module ---


def test_the_game_begins_on_the_first_sheet_at_the_start(cube):
    assert cube.matrix.start == cube.matrix.current
    assert cube.matrix.start.z == 0


def test_rooms_with_a_prototype_exist(cube):
    assert set(cube.named()) <= cube.rooms


def test_every_sheet_has_a_text_for_its_rooms(cube):
    sheets = {key[2] for key in cube.prototypes(3) if key[:2] == ("*", "*")}
    assert {room.z for room in cube.rooms} <= sheets


def test_exits_with_a_prototype_exist(cube):
    exits = {(*a, d.value) for a, b in cube.links for d in Direction if d.of(a) == b}
    exits |= set(cube.data["transitions"])
    assert {key for key in cube.prototypes(4) if "*" not in key} <= exits


def test_prototypes_say_what_they_are(cube):
    parents = {len(key): value["prototype_parent"] for key, value in
               cube.data["prototypes"].items()}  # fmt: skip
    assert parents == {3: "xyz_room", 4: "xyz_exit"}
    assert all(p["desc"] for p in cube.data["prototypes"].values())


def test_the_entrance_leads_back_to_the_town(cube):
    room, back = ENTRANCES[cube.data["zcoord"]]
    assert room == cube.matrix.start
    assert cube.data["transitions"] == {(*room, "out"): (*back, "town")}


def test_lines_fit_a_terminal_of_80_columns(cube):
    for prototype in cube.data["prototypes"].values():
        for line in text_of(prototype["desc"]).split("\n"):
            assert len(re.sub(r"\|[a-z]", "", line)) <= 76, line


def test_texts_use_no_colour_but_bold_and_end_it_on_the_line(cube):
    for prototype in cube.data["prototypes"].values():
        for line in text_of(prototype["desc"]).split("\n"):
            assert re.sub(r"\|w[^|]+\|n", "", line).count("|") == 0, line


def test_start_and_end_have_names_of_their_own(cube):
    named = cube.named()
    start, end = named[cube.matrix.start], named[cube.matrix.end]
    assert start["key"] != end["key"]


def test_names_are_unique_over_both_cubes(glasswork, undertow):
    count = Counter(
        name.casefold()
        for cube in (glasswork, undertow)
        for room in cube.named().values()
        for name in (room["key"], *room.get("aliases", ()))
    )
    assert [name for name, times in count.items() if times > 1] == []


# --- the one to be explored ---


def test_the_glassworks_are_to_be_explored(glasswork):
    assert glasswork.data["options"]["play"] == "explore"


def test_the_glassworks_have_at_least_40_named_rooms_a_dozen_of_them_deep(glasswork):
    named = glasswork.named()
    assert len(named) >= 40
    assert len({room["key"] for room in named.values()}) == len(named)
    assert all(room["aliases"] for room in named.values())
    assert len([key for key in named if key[2] >= 5 and key not in glasswork.traps]) >= 12


def test_each_sheet_of_the_glassworks_has_an_atmosphere_of_its_own(glasswork):
    rooms = glasswork.prototypes(3)
    texts = {rooms["*", "*", z]["desc"] for z in range(glasswork.matrix.edge)}
    assert len(texts) == glasswork.matrix.edge


def test_who_is_trapped_in_the_glassworks_reads_how_to_get_out(glasswork):
    named = glasswork.named()
    for trap in glasswork.traps:
        assert "no way out of here" in named[trap]["desc"]
        assert "|wgive up|n takes you back to the entrance" in named[trap]["desc"]


def test_the_exit_into_a_trap_of_the_glassworks_warns(glasswork):
    exits = glasswork.prototypes(4)
    for a, b in glasswork.links:
        if b in glasswork.traps:
            (direction,) = (d.value for d in Direction if d.of(a) == b)
            assert (*a, direction) in exits


def test_who_stands_at_a_wormhole_of_the_glassworks_reads_of_it(glasswork):
    named = glasswork.named()
    for mouth, _ in glasswork.wormholes:
        text = " ".join(named[mouth]["desc"].split())
        assert "hum" in text
        assert "wormhole" in text


def test_only_rooms_with_a_wormhole_or_the_entrance_speak_of_one(glasswork):
    mouths = {mouth for mouth, _ in glasswork.wormholes}
    for key, room in glasswork.prototypes(3).items():
        assert key in mouths or "wormhole" not in room["desc"]


# --- the one to be played ---


def test_the_undertow_is_to_be_played(undertow):
    assert undertow.data["options"]["play"] == "matrix"


def test_all_rooms_of_the_undertow_but_start_and_end_look_alike(undertow):
    assert set(undertow.named()) == {undertow.matrix.start, undertow.matrix.end}
    alike = {k: p for k, p in undertow.prototypes(3).items() if "*" in k}
    assert len({room["key"] for room in alike.values()}) == 1
    assert len({room["desc"] for room in alike.values()}) == 3


# --- and the rest of world ---


def test_the_cubes_do_not_need_evennia():
    code = (
        "import sys, world, world.glasswork, world.undertow, world.help_entries, "
        "world.prototypes; sys.exit('evennia' in sys.modules or 'django' in sys.modules)"
    )
    root = Path(importlib.import_module("world").__file__).parents[1]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0


def test_the_maps_are_listed_with_a_room_to_start_in():
    world = importlib.import_module("world")
    assert world.MAPS == [
        "world.town",
        "world.lighthouse",
        "world.caves",
        "world.glasswork",
        "world.undertow",
        "world.cistern",
    ]
    assert world.START[2] == "town"


def test_help_entries_have_what_evennia_asks_for_and_lines_that_fit():
    entries = importlib.import_module("world.help_entries").HELP_ENTRY_DICTS
    names = [name for e in entries for name in (e["key"], *e["aliases"])]
    assert len(names) == len(set(names))
    # a help entry of that name would hide the command's own
    assert not {"map", "goto", "path", "moves", "hint", "save", "restart", "give up"} & set(names)
    for entry in entries:
        assert entry["category"]
        for line in entry["text"].split("\n"):
            assert len(re.sub(r"\|[a-z]", "", line)) <= 78, line
