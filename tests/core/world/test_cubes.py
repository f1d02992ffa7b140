"""The two cubes that come with the game keep the promises that are made about them.

Everything is counted here by hand, over nothing but the links that the parser read.
"""

import importlib
import subprocess
import sys
from collections import deque
from pathlib import Path

import pytest

from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.matrix.model import DIRECTIONS

CUBES = ("glasswork", "deep")


class Cube:
    """A map module of `world` and the links of its matrix as plain sets."""

    def __init__(self, name):
        module = importlib.import_module(f"world.{name}")
        self.data = module.XYMAP_DATA
        self.file = Path(module.__file__).with_name(self.data["matrix"])
        self.parsed = parse(self.file.read_text(encoding="utf-8"), self.file.name)
        matrix = self.matrix = self.parsed.matrix
        self.links = {
            (Coord(*node), DIRECTIONS[way].step_from(Coord(*node)))
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


def test_every_room_is_reached_and_all_but_traps_lead_back_without_wormholes(cube):
    assert set(distances(cube.links, cube.matrix.start)) == cube.rooms
    back = distances({(b, a) for a, b in cube.links}, cube.matrix.start)
    assert cube.rooms - set(back) == cube.traps


def test_prototypes_are_of_rooms_and_exits_that_exist(cube):
    assert set(cube.named()) <= cube.rooms
    sheets = {key[2] for key in cube.prototypes(3) if key[:2] == ("*", "*")}
    assert {room.z for room in cube.rooms} <= sheets
    exits = {(*a, d.value) for a, b in cube.links for d in Direction if d.step_from(a) == b}
    exits |= set(cube.data["transitions"])
    assert {key for key in cube.prototypes(4) if "*" not in key} <= exits


def test_world_needs_no_evennia():
    code = (
        "import sys, world, world.glasswork, world.deep, world.help_entries, "
        "world.prototypes; sys.exit('evennia' in sys.modules or 'django' in sys.modules)"
    )
    root = Path(importlib.import_module("world").__file__).parents[1]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0
