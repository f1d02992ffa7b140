"""Fingerprints tell the rooms of which spawning would make something else."""

import os
import random
import subprocess
import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.grid import from_rooms
from xyzgrid_ext.core.spawn import (
    XYZ,
    Differences,
    ExitKey,
    Fingerprints,
    Template,
    fingerprints,
    hash_of,
    stable_text,
    wanted,
)

SIDES = {"east": (1, 0), "north": (0, 1), "west": (-1, 0)}


def rooms(chance, edge=4):
    """Some rooms of a square, with exits, names and weights by chance."""
    places = [(x, y, z) for x in range(edge) for y in range(edge) for z in (0, 1)]
    chance.shuffle(places)
    found = {}
    for x, y, z in sorted(places[: chance.randint(1, len(places))]):
        exits = {}
        for side, (dx, dy) in SIDES.items():
            to = (x + dx, y + dy, z)
            if to in places and chance.random() < 0.5:
                exits[side] = {"to": to, "key": chance.choice(["", "gate"])}
        if chance.random() < 0.3:
            exits["up"] = {"to": (0, 0, chance.choice(["far", "nowhere"]))}
        found[x, y, z] = {"key": chance.choice("abc"), "exits": exits}
    for room in found.values():  # exits into rooms only
        room["exits"] = {
            side: {key: value for key, value in one.items() if value}
            for side, one in room["exits"].items()
            if one["to"] in found or isinstance(one["to"][2], str)
        }
    return found


def made(grid, far):
    """What spawning makes of a map, by room; and its fingerprints."""
    grids = {map_key(one.name): one for one in (grid, far)}
    templates = [Template("own", "a.Room", key=repr(proto)) for proto in grid.protos]
    found = wanted(grid, templates, grids)
    by_room = {place: [spec] for place, spec in found.rooms.items()}
    for key, spec in found.exits.items():
        assert isinstance(key, ExitKey)
        by_room[key.room].append((key.direction, spec))
    hashes = [hash_of(repr(proto)) for proto in grid.protos]
    told = fingerprints(grid, hashes, lambda place: map_key(place.map) in grids)
    return {place: sorted(map(repr, specs)) for place, specs in by_room.items()}, told


def test_the_rooms_that_changed_are_those_of_which_something_else_is_made():
    chance = random.Random(3)
    far = from_rooms({(0, 0): {"key": "Far"}}, "far")[0]
    differed = 0
    for _ in range(60):
        before = rooms(chance)
        after = dict(before) if chance.random() < 0.8 else rooms(chance)
        for place in chance.sample(sorted(after), min(2, len(after))):
            after[place] = after[place] | {"key": chance.choice("abcd")}
        (old, told), (new, retold) = (
            made(from_rooms(one, "Cube")[0], far) for one in (before, after)
        )
        differs = {place for place in {*old, *new} if old.get(place) != new.get(place)}
        found = Differences(told, retold)
        assert (set(found), len(found)) == (differs, len(differs))
        assert all(xyz in found for xyz in differs)
        assert XYZ(0, 0, "another") not in found
        differed += len(differs)
        assert not Differences(told, told)
    assert differed > 100


def test_rooms_at_negative_coordinates_are_told_apart():
    places = np.array([(-2, -1, 0), (-1, -1, 0), (-1, 3, 0), (2, -1, 0)], np.int32)
    before = Fingerprints(("wilds",), places, np.array([1, 2, 3, 4], np.uint64))
    now = Fingerprints(("wilds",), places[:3], np.array([1, 5, 3], np.uint64))
    assert set(Differences(before, now)) == {XYZ(-1, -1, "wilds"), XYZ(2, -1, "wilds")}


VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=3) | st.floats(allow_nan=False),
    lambda parts: st.lists(parts) | st.tuples(parts) | st.dictionaries(st.text(max_size=3), parts),
    max_leaves=8,
)


@given(VALUES)
def test_a_value_without_sets_is_told_as_python_tells_it(value):
    assert stable_text(value) == repr(value)


def test_a_set_is_told_alike_by_every_process():
    code = (
        "from xyzgrid_ext.core.spawn import stable_text\n"
        "print(stable_text({'a': {'north', 'east', 'south'}, 'b': frozenset('abc'), 'c': set()}))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in (1, 2, 3)
    }
    assert said == {
        "{'a': {'east', 'north', 'south'}, 'b': frozenset({'a', 'b', 'c'}), 'c': set()}\n"
    }
