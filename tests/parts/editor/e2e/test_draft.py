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


OPEN = "document.querySelector('[data-part=plan]').open"
DONE = "document.querySelector('[data-part=plan]').dataset.state === 'done'"
SEEN = "(name) => document.querySelector(`[data-do=${name}]`).checkVisibility()"


def name_it(canvas, name):
    canvas.press("v")
    canvas.click(0, 0)
    canvas.write("[name=name]", name)
    canvas.page.until("document.getElementById('xyzgrid-edit').dataset.saved === 'true'")


def apply(canvas):
    page = canvas.page
    page.value("document.querySelector('[data-part=plan]').dataset.state = ''")
    canvas.press("p")
    page.until(OPEN)
    page("click", "text=Apply to the game")
    page.until(DONE)


def test_versions_are_looked_at_and_restored_and_drafts_rebased_and_thrown_away(new_map, server):
    canvas = new_map("tarn")
    page = canvas.page
    page.value("(globalThis.confirm = () => true, 1)")
    name_it(canvas, "Shore")
    # options are fields; they go into the file with the rest
    page.value("(document.querySelector('[data-part=options]').closest('details').open = true)")
    page("selectOption", "[data-part=options] [name=fog]", "explored")
    apply(canvas)
    name_it(canvas, "Bank")
    apply(canvas)
    file = server.folder.parent / "world" / "tarn.py"
    assert "Bank" in file.read_text()
    assert '"fog": "explored"' in file.read_text()
    # an earlier version is looked at, and changes nothing; then it is restored
    page("click", "[data-part=versions] summary")
    page.until("document.querySelectorAll('[data-part=versions] li').length === 3")
    page("click", "[data-part=versions] li:nth-child(2) button:first-of-type")
    page.see("[data-part=past]:not([hidden])", "earlier version")
    assert not page.value(f"({SEEN})('plan')")
    page("click", "[data-do=back]")
    page("click", "[data-part=versions] li:nth-child(2) button:last-of-type")
    page.until("document.querySelector('[data-part=past]').hidden")
    page("waitForTimeout", 500)
    assert canvas.rooms()["0,0,0"]["name"] == "Shore"
    # the draft is thrown away
    page("click", "[data-do=discard]")
    page("waitForTimeout", 500)
    assert canvas.rooms()["0,0,0"]["name"] == "Bank"
    # the file changes under a draft, which is put on top of it
    canvas.press("d")
    canvas.click(1, 0)
    assert len(canvas.rooms()) == 2
    file.write_text(file.read_text().replace("Bank", "Strand"))
    canvas.press("p")
    page.see("[data-part=stale]:not([hidden])", "has changed")
    page("click", "[data-do=rebase]")
    page.until("document.querySelector('[data-part=stale]').hidden")
    assert [room["name"] for room in canvas.rooms().values()] == ["Strand", "New room"]
    # the map is removed: its name is asked for
    page("click", "[data-do=removeMap]")
    page.see("dialog[open]", "with its rooms (1)")
    page("fill", "dialog [name=name]", "mare")
    page("click", "dialog .xyz-danger")
    page.see("dialog [role=status]", "not the name")
    page("fill", "dialog [name=name]", "tarn")
    page("click", "dialog .xyz-danger")
    page.until("location.pathname === '/map/edit/'")
    assert page.value("!document.body.textContent.includes('tarn')")
    assert file.exists()
    # a name that no map may have is explained as one types
    page.go("/map/edit/")
    faults = {"a/b": "Not allowed: /", "x" * 81: "81 characters", "--": "needs a letter",
              "Town": "already such a map", "mill pond": ""}  # fmt: skip
    for name, fault in faults.items():
        page("fill", "#xyzgrid-new [name=name]", name)
        page.see("#xyzgrid-new [role=status]", fault)
        page("waitForTimeout", 1500)  # until the game has answered
        assert page.value("document.forms['xyzgrid-new'].checkValidity()") is (not fault)
