"""The two cubes that come with the game keep the promises that are made about them.

Everything is counted here by hand, over nothing but the links that the parser read.
"""

import importlib
import re
import subprocess
import sys
from collections import Counter, deque
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


def test_cubes_are_as_large_and_mixed_as_promised(cube):
    assert not cube.parsed.findings
    both_ways = {(a, b) for a, b in cube.links if a < b and (b, a) in cube.links}
    wormholes = {frozenset(pair) for pair in cube.wormholes}
    there_and_back = {frozenset((a, b)) for a, b in cube.wormholes if (b, a) in cube.wormholes}
    assert len(cube.rooms) >= 300
    assert len(both_ways) >= 600
    assert len([1 for a, b in cube.links if (b, a) not in cube.links]) >= 20
    assert len(wormholes) >= 8
    assert there_and_back not in (set(), wormholes)
    assert any(a.z >= cube.matrix.edge - 2 and b.z <= 1 for a, b in cube.wormholes)
    assert len(cube.traps) >= 3
    for trap in cube.traps:
        before = {a for a, b in cube.links if b == trap}
        assert all(any(a == room and b != trap for a, b in cube.links) for room in before)


def test_shortest_way_is_long_and_a_wormhole_can_shorten_it(cube):
    start, end = cube.matrix.start, cube.matrix.end
    long, short = (distances(x, start)[end] for x in (cube.links, cube.links | cube.wormholes))
    assert 20 <= short < long <= 80


@pytest.mark.parametrize("direction", Direction)
def test_every_shortest_way_without_wormholes_uses(cube, direction):
    start, end = cube.matrix.start, cube.matrix.end
    rest = {(a, b) for a, b in cube.links if direction.of(a) != b}
    assert distances(rest, start).get(end, FAR) > distances(cube.links, start)[end]


def test_every_room_is_reached_and_all_but_traps_lead_back_without_wormholes(cube):
    assert set(distances(cube.links, cube.matrix.start)) == cube.rooms
    back = distances({(b, a) for a, b in cube.links}, cube.matrix.start)
    assert cube.rooms - set(back) == cube.traps


def test_prototypes_are_of_rooms_and_exits_that_exist(cube):
    assert set(cube.named()) <= cube.rooms
    sheets = {key[2] for key in cube.prototypes(3) if key[:2] == ("*", "*")}
    assert {room.z for room in cube.rooms} <= sheets
    exits = {(*a, d.value) for a, b in cube.links for d in Direction if d.of(a) == b}
    exits |= set(cube.data["transitions"])
    assert {key for key in cube.prototypes(4) if "*" not in key} <= exits


def test_entrance_leads_back_to_the_town(cube):
    room, back = ENTRANCES[cube.data["zcoord"]]
    assert room == cube.matrix.start == cube.matrix.current
    assert cube.data["transitions"] == {(*room, "out"): (*back, "town")}


def test_texts_fit_a_terminal_and_end_their_colours(cube):
    for prototype in cube.data["prototypes"].values():
        for line in text_of(prototype["desc"]).split("\n"):
            assert len(re.sub(r"\|[a-z]", "", line)) <= 76, line
            assert re.sub(r"\|w[^|]+\|n", "", line).count("|") == 0, line


def test_names_are_unique_over_both_cubes():
    count = Counter(
        name.casefold()
        for cube in map(Cube, CUBES)
        for room in cube.named().values()
        for name in (room["key"], *room.get("aliases", ()))
    )
    assert [name for name, times in count.items() if times > 1] == []


def test_rooms_of_the_glassworks_warn_of_traps_and_speak_of_wormholes():
    glasswork = Cube("glasswork")
    named, exits = glasswork.named(), glasswork.prototypes(4)
    assert glasswork.data["options"]["play"] == "explore"
    for a, b in glasswork.links:
        if b in glasswork.traps:
            (direction,) = (d.value for d in Direction if d.of(a) == b)
            assert (*a, direction) in exits
            assert "|wgive up|n takes you back to the entrance" in named[b]["desc"]
    mouths = {mouth for mouth, _ in glasswork.wormholes}
    assert all("wormhole" in named[mouth]["desc"] for mouth in mouths)
    silent = (room for key, room in glasswork.prototypes(3).items() if key not in mouths)
    assert not any("wormhole" in room["desc"] for room in silent)


def test_rooms_of_the_undertow_look_alike_but_start_and_end():
    undertow = Cube("undertow")
    assert undertow.data["options"]["play"] == "matrix"
    assert set(undertow.named()) == {undertow.matrix.start, undertow.matrix.end}
    alike = [room for key, room in undertow.prototypes(3).items() if "*" in key]
    assert len({room["key"] for room in alike}) == 1


def test_world_needs_no_evennia():
    code = (
        "import sys, world, world.glasswork, world.undertow, world.help_entries, "
        "world.prototypes; sys.exit('evennia' in sys.modules or 'django' in sys.modules)"
    )
    root = Path(importlib.import_module("world").__file__).parents[1]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0


def test_help_entries_hide_no_command_and_fit_a_terminal():
    entries = importlib.import_module("world.help_entries").HELP_ENTRY_DICTS
    names = [name for entry in entries for name in (entry["key"], *entry["aliases"])]
    assert len(names) == len(set(names))
    assert not {"map", "goto", "path", "moves", "hint", "save", "restart", "give up"} & set(names)
    lines = [line for entry in entries for line in entry["text"].split("\n")]
    assert max(len(re.sub(r"\|[a-z]", "", line)) for line in lines) <= 78
