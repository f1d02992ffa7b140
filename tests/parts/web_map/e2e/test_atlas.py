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


def call(name, value):
    return f"atlas.{name}({json.dumps(value)})"


def arrives(number, **info):
    return call("arrive", {"num": number, **info})


LOADED = "atlas.load(SHEET)"
CELL_AT_ONCE = {"name": "Cell", "coord": coord(0, 1), "exits": {"s": 1}}
LOFT = {"name": "Loft", "coord": coord(1, 1), "exits": {"w": 2}, "stubs": ["e"]}
HOLE = {"name": "wormhole", "to": 2, "kind": "wormhole", "needs": ["lock"]}
WITH_HOLE = {**SHEET, "rooms": [{**HALL, "exits": [NORTH, HOLE]}, *SHEET["rooms"][1:]]}
IN_HALL = {"name": "Hall", "coord": coord(0, 0), "exits": {"n": 2}, "specials": {"wormhole": 2}}
LOCKED = {"n": {"name": "north", "flags": ["door", "closed", "locked"], "to": 2}}
OPENED = {"n": {"name": "north", "flags": ["door"], "to": 2}}
ATTIC = {"num": 5, "name": "Attic", "x": 0, "y": 0, "z": 1, "exits": []}
LADDER = {"name": "ladder", "to": 5, "kind": "stairs"}
STAIRS = {**SHEET, "rooms": [{**HALL, "exits": [LADDER]}, ATTIC]}
DOOR = "[atlas.room(1).exits[0].door, atlas.way(2)]"
COUNTS = "[atlas.rooms(0).length, atlas.rooms(1).length]"
TOLD = {  # calls of an Atlas, as JavaScript, and what the last one returns
    "a map that is not known must be asked for": (
        [arrives(1, name="Hall", coord=coord(0, 0))],
        True,
    ),
    "a place without coordinates has no map": (
        [LOADED, f"[{arrives(-1, name='A matrix', exits={})}, atlas.map, atlas.here]"],
        [False, None, None],
    ),
    "a step through rooms that are known asks for nothing": (
        [LOADED, f"[{arrives(2, **CELL_AT_ONCE)}, atlas.here]"],
        [False, 2],
    ),
    "a room that is new is on the map at once": (
        [
            LOADED,
            f"[{arrives(3, **LOFT)}, atlas.room(3).x, atlas.room(3).y,"
            " atlas.room(3).exits.map(({ dir, to }) => [dir, to])]",
        ],
        [True, 1, 1, [["w", 2], ["e", None]]],
    ),
    "what was known of an exit stays with it": (
        [call("load", WITH_HOLE), f"[{arrives(1, **IN_HALL)}, atlas.room(1).exits[1]]"],
        [False, HOLE],
    ),
    "a door that is locked is locked": ([LOADED, call("change", LOCKED), DOOR], ["locked", []]),
    "one that opens is open": (
        [LOADED, call("change", LOCKED), call("change", OPENED), DOOR],
        ["open", [2]],
    ),
    "an exit that is gone is gone": (
        [LOADED, call("change", {"n": False}), "atlas.room(1).exits"],
        [],
    ),
    "a level that comes is beside the others": (
        [LOADED, call("load", {**TOWER, "rooms": [ATTIC]}), COUNTS],
        [2, 1],
    ),
    "a level that comes anew replaces that level alone": (
        [
            LOADED,
            call("load", {**TOWER, "rooms": [ATTIC]}),
            call("load", {**SHEET, "rooms": SHEET["rooms"][:1]}),
            COUNTS,
        ],
        [1, 1],
    ),
    "stairs are told by where they lead": (
        [call("load", STAIRS), "side(atlas.map, atlas.room(1), atlas.room(1).exits[0])"],
        "up",
    ),
}


def test_an_atlas_knows_what_it_was_told():
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js here: install it, and npm with it")
    code = f"import {{ Atlas, side }} from {json.dumps(ATLAS.as_uri())};"
    code += f"const SHEET = {json.dumps(SHEET)}; let atlas; const found = {{}};"
    for name, ((*calls, last), _expected) in TOLD.items():
        code += f"atlas = new Atlas(); {'; '.join(calls)}; found[{json.dumps(name)}] = {last};"
    done = subprocess.run(
        [node, "--no-warnings", "--input-type=module", "--eval", f"{code}"
         "console.log(JSON.stringify(found));"],
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert json.loads(done.stdout) == {name: expected for name, (_, expected) in TOLD.items()}
