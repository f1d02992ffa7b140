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
const answer = { document: { rooms, options: {} }, revision: 0, writable: true };
const draft = new Draft(server, answer, {});
const told = [];
draft.addEventListener("clash", ({ detail }) =>
  told.push(...detail.map(({ op, room, why }) => [op.room, room.name, why])));
draft.do(ours);
await draft.saved();
console.log(JSON.stringify([told, Object.values(draft.rooms).map(({ name }) => name)]));
"""
# a page draws on a line that breaks and is gone; the next one goes on: what each step became
RELOADED = """
import { Draft } from "%s";
import { Kept } from "%s";
import { applyAll } from "%s";
import { Refusal } from "%s";
const start = { rooms: %s, options: {} };
let cut = "";
const server = {
  document: structuredClone(start), done: [], begun: 0,
  async get() {
    const revision = this.begun + this.done.length;
    return structuredClone({ document: this.document, revision, writable: true });
  },
  async post(_path, { revision, ops, ids = [] }) {
    if (cut === "before") throw new TypeError(cut);
    const since = this.done.slice(revision - this.begun), newest = this.begun + this.done.length;
    const told = { revision: newest, who: since.map(() => "Eve") };
    const had = this.done.map(({ id }) => id).filter((id) => ids.includes(id));
    if (revision < this.begun) throw new Refusal(409, { ...told, ops: [], reset: true, had });
    if (since.length) throw new Refusal(409, { ...told, ops: since, had: [] });
    applyAll(this.document, ops);
    this.done.push(...ops);
    if (cut === "after") throw new TypeError(cut);
    return { revision: newest + ops.length };
  },
};
class Storage {
  setItem(key, text) { this[key] = text; }
  getItem(key) { return this[key]; }
  removeItem(key) { delete this[key]; }
}
const storage = new Storage();
const now = 1e6;
const open = async (page) => {
  const draft = new Draft(server, await server.get(), {});
  const kept = new Kept("inn", page, storage, () => now);
  const keep = () => {
    const steps = draft.waiting.map(({ id, ops }) => ({ id, ops }));
    kept.put({ revision: draft.revision, steps });
  };
  for (const name of ["change", "kept"]) draft.addEventListener(name, keep);
  return [draft, kept];
};
const move = (x) => [{ op: "move", rooms: [`${x},0,0`], by: [10, 0, 0] }];
const [first, kept] = await open("a");
cut = "after";
first.do(move(0));
await new Promise((resolve) => setTimeout(resolve, 250));
cut = "before";
first.do(move(1));
first.server = { post: () => new Promise(() => {}) }; // the page is gone
const [second, other] = await open("b");
const before = other.orphan() ?? null;
kept.leave();
const left = JSON.parse(storage.getItem(other.orphan()));
cut = "";
await server.post("", { revision: 1, ops: [{ op: "option", key: "eve", value: 1 }] });
const adopted = await second.adopt(left);
await second.saved();
// once more, as a second page might; and the first one, which was only asleep
const again = await second.adopt(left);
first.server = server;
await first.saved();
const same = (draft) => JSON.stringify(draft.document) === JSON.stringify(server.document);
console.log(JSON.stringify({
  before, adopted, again, saved: !second.waiting.length && !first.waiting.length,
  keys: Object.keys(storage), places: Object.keys(server.document.rooms).sort(),
  steps: server.done.length, same: [same(second), same(first)],
}));
process.exit(0);
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
    "each has a room": (
        (named("1,0,0", "Pub"), named("0,0,0", "Room")),
        ([], ["Room", "Pub"]),
    ),
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


def test_what_was_not_sent_before_a_page_was_left_is_sent_once_by_the_next():
    modules = ("draft.js", "kept.js", "operations.js", "server.js")
    rooms = json.dumps({"0,0,0": HALL, "1,0,0": BAR})
    told = run(RELOADED % (*(DRAFT.with_name(name).as_uri() for name in modules), rooms))
    assert told == {
        "before": None,  # while the page is there, its steps are its own
        "adopted": True,
        "again": True,
        "saved": True,
        "keys": [],
        "places": ["10,0,0", "11,0,0"],
        "steps": 3,
        "same": [True, True],
    }
