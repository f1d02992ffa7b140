"""Two builders draw the same map: the script of a draft alone, in Node.js without a browser."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import xyzgrid_ext

pytestmark = pytest.mark.once

DRAFT = Path(xyzgrid_ext.__file__).parent / "parts/editor/static/xyzgrid/js/edit/draft.js"
HALL, BAR = ({"name": name, "desc": "", "exits": {}} for name in ("Hall", "Bar"))
# what the later one of two is told, and what the rooms are called at last
CODE = """
import { Draft } from "%s";
import { Refusal } from "%s";
const { rooms, theirs, ours } = %s;
let revision = 0;
const server = {
  async post(_path, sent) {
    if (sent.revision < theirs.length) {
      revision = theirs.length;
      throw new Refusal(409, { revision, ops: theirs });
    }
    return { revision: (revision += sent.ops.length) };
  },
};
const answer = { document: { rooms, options: {} }, revision: 0, writable: true, rereads: [] };
const draft = new Draft(server, answer, {});
const told = [];
draft.addEventListener("clash", ({ detail }) =>
  told.push(...detail.map(({ op, room, why }) => [op.room, room.name, why])));
draft.do(ours);
await draft.saved();
console.log(JSON.stringify([told, Object.values(draft.rooms).map(({ name }) => name)]));
"""


def named(room, name):
    return {"op": "set", "room": room, "key": "name", "value": name}


def removed(room):
    return {"op": "remove", "room": room}


NO_ROOM = "there is no room at 0,0,0"
CASES = {
    "both give a name": (
        (named("0,0,0", "Porch"), named("0,0,0", "Room")),
        ([["0,0,0", "Room", ""]], ["Room", "Bar"]),
    ),
    "both give the same name": (
        (named("0,0,0", "Porch"), named("0,0,0", "Porch")),
        ([], ["Porch", "Bar"]),
    ),
    "each has a room": ((named("1,0,0", "Pub"), named("0,0,0", "Room")), ([], ["Room", "Pub"])),
    "a name for what is removed": (
        (removed("0,0,0"), named("0,0,0", "Room")),
        ([["0,0,0", "Hall", NO_ROOM]], ["Bar"]),
    ),
    "what gets a name is removed": (
        (named("0,0,0", "Porch"), removed("0,0,0")),
        ([["0,0,0", "Porch", ""]], ["Bar"]),
    ),
}


def run(code):
    """What a script prints in Node.js, which is JSON."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js here: install it, and npm with it")
    done = subprocess.run(
        [node, "--no-warnings", "--input-type=module", "--eval", code],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_the_later_of_two_builders_is_told_what_both_have_changed():
    for case, ((theirs, ours), expected) in CASES.items():
        given = {"rooms": {"0,0,0": HALL, "1,0,0": BAR}, "theirs": [theirs], "ours": [ours]}
        code = CODE % (DRAFT.as_uri(), DRAFT.with_name("server.js").as_uri(), json.dumps(given))
        assert tuple(run(code)) == expected, case
