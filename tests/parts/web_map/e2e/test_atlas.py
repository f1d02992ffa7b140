"""What the pane knows of the maps: its arithmetic alone, in Node.js without a browser."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import xyzgrid_ext

pytestmark = pytest.mark.once

ATLAS = Path(xyzgrid_ext.__file__).parent / "parts/web_map/static/xyzgrid/js/pane/atlas.js"
HALL = {"num": 1, "name": "Hall", "x": 0, "y": 0, "z": 0}
CELL = {"num": 2, "name": "Cell", "x": 0, "y": 1, "z": 0}
TOWER = {"key": "tower", "number": 9, "name": "Tower", "known": 2, "levels": 2}
NORTH = {"name": "north", "dir": "n", "to": 2}
SOUTH = {"name": "south", "dir": "s", "to": 1}
SHEET = {**TOWER, "here": 1, "rooms": [{**HALL, "exits": [NORTH]}, {**CELL, "exits": [SOUTH]}]}


def coord(x, y, z=0):
    return {"id": 9, "x": x, "y": y, "z": z, "cont": 0}


@pytest.fixture
def atlas():
    """Return a function: calls of an Atlas, as JavaScript -> what the last one is."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js here: install it, and npm with it")

    def run(*calls):
        told = f"const atlas = new Atlas(); {'; '.join(calls[:-1])}; const found = {calls[-1]};"
        code = (
            f"import {{ Atlas, side }} from {json.dumps(ATLAS.as_uri())};"
            f"const SHEET = {json.dumps(SHEET)}; {told}"
            "console.log(JSON.stringify(found ?? null));"
        )
        done = subprocess.run(
            [node, "--no-warnings", "--input-type=module", "--eval", code],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stderr == ""
        return json.loads(done.stdout)

    return run


def call(name, value):
    return f"atlas.{name}({json.dumps(value)})"


def test_a_map_that_is_not_known_must_be_asked_for(atlas):
    assert atlas("0", call("arrive", {"num": 1, "name": "Hall", "coord": coord(0, 0)})) is True


def test_a_place_without_coordinates_has_no_map(atlas):
    info = {"num": -1, "name": "A played matrix", "exits": {}}
    assert atlas("atlas.load(SHEET)", call("arrive", info)) is False
    assert atlas("atlas.load(SHEET)", call("arrive", info), "[atlas.map, atlas.here]") == [
        None,
        None,
    ]


def test_a_step_through_rooms_that_are_known_asks_for_nothing(atlas):
    info = {"num": 2, "name": "Cell", "coord": coord(0, 1), "exits": {"s": 1}}
    assert atlas("atlas.load(SHEET)", call("arrive", info)) is False
    assert atlas("atlas.load(SHEET)", call("arrive", info), "atlas.here") == 2


def test_a_room_that_is_new_is_on_the_map_at_once(atlas):
    info = {"num": 3, "name": "Loft", "coord": coord(1, 1), "exits": {"w": 2}, "stubs": ["e"]}
    assert atlas("atlas.load(SHEET)", call("arrive", info)) is True
    drawn = atlas("atlas.load(SHEET)", call("arrive", info), "atlas.room(3)")
    assert (drawn["x"], drawn["y"]) == (1, 1)
    assert [(way["dir"], way["to"]) for way in drawn["exits"]] == [("w", 2), ("e", None)]


def test_what_was_known_of_an_exit_stays_with_it(atlas):
    hole = {"name": "wormhole", "to": 2, "kind": "wormhole", "needs": ["lock"]}
    sheet = {**SHEET, "rooms": [{**HALL, "exits": [NORTH, hole]}, *SHEET["rooms"][1:]]}
    info = {"num": 1, "name": "Hall", "coord": coord(0, 0), "exits": {"n": 2}}
    info["specials"] = {"wormhole": 2}
    assert atlas(call("load", sheet), call("arrive", info)) is False
    assert atlas(call("load", sheet), call("arrive", info), "atlas.room(1).exits[1]") == hole


def test_a_door_that_is_locked_is_locked_and_one_that_opens_is_open(atlas):
    locked = {"n": {"name": "north", "flags": ["door", "closed", "locked"], "to": 2}}
    opened = {"n": {"name": "north", "flags": ["door"], "to": 2}}
    first = ("atlas.load(SHEET)", call("change", locked))
    assert atlas(*first, "atlas.room(1).exits[0].door") == "locked"
    assert atlas(*first, "atlas.way(2)") == []
    assert atlas(*first, call("change", opened), "atlas.room(1).exits[0].door") == "open"
    assert atlas(*first, call("change", opened), "atlas.way(2)") == [2]


def test_an_exit_that_is_gone_is_gone(atlas):
    assert atlas("atlas.load(SHEET)", call("change", {"n": False}), "atlas.room(1).exits") == []


def test_a_level_that_comes_anew_replaces_that_level_alone(atlas):
    attic = {"num": 5, "name": "Attic", "x": 0, "y": 0, "z": 1, "exits": []}
    above = {**TOWER, "rooms": [attic]}
    calls = ("atlas.load(SHEET)", call("load", above))
    assert atlas(*calls, "[atlas.rooms(0).length, atlas.rooms(1).length]") == [2, 1]
    less = call("load", {**SHEET, "rooms": SHEET["rooms"][:1]})
    assert atlas(*calls, less, "[atlas.rooms(0).length, atlas.rooms(1).length]") == [1, 1]


def test_stairs_are_told_by_where_they_lead(atlas):
    attic = {"num": 5, "name": "Attic", "x": 0, "y": 0, "z": 1, "exits": []}
    ladder = {"name": "ladder", "to": 5, "kind": "stairs"}
    sheet = {**SHEET, "rooms": [{**HALL, "exits": [ladder]}, attic]}
    assert atlas(call("load", sheet), "side(atlas.map, atlas.room(1), atlas.room(1).exits[0])") == (
        "up"
    )
