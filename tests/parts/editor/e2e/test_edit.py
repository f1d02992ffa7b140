"""The editor of maps in a real browser: what one draws, mends and applies, a walker walks."""

import json
from pathlib import Path

TABLE = (Path(__file__).resolve().parents[1] / "edit_operations.json").read_text(encoding="utf-8")
# names of the rows of the table that the script does otherwise than they say
BY_THE_TABLE = """
(async ({ applied }) => {
  const { apply } = await import("/static/xyzgrid/js/edit/operations.js");
  const inOrder = (value) => JSON.stringify(value, (key, one) =>
    one && typeof one === "object" && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort())
      : one);
  const after = ({ before, op }) => {
    const document = structuredClone(before);
    const inverse = apply(document, op);
    const told = inOrder([document, inverse]);
    for (const back of inverse) apply(document, back);
    return told + inOrder(document);
  };
  return applied.filter((row) =>
    after(row) !== inOrder([row.after, row.inverse]) + inOrder(row.before)).map((row) => row.name);
})(%s)
"""
EDITOR = "document.getElementById('xyzgrid-edit')"


def test_script_draws_each_operation_as_the_server_does(window):
    table = json.loads(TABLE)
    assert table["applied"]
    page = window()
    page.go("/map/list/")
    assert page.value(BY_THE_TABLE % json.dumps(table)) == []


def test_a_new_map_that_is_drawn_mended_and_applied_is_walked(new_map, server):
    canvas = new_map("brook")
    page = canvas.page
    # a chain of rooms from the one that is there, around two corners, and one that stands alone
    canvas.press("d")
    canvas.drag((0, 0), (4, 0), (4, 3), (1, 3))
    canvas.click(1, 2)
    page.see("[data-part=findings] .xyz-finding", "Fix it")
    page.shot("editor, a finding")
    page("click", ".xyz-cure")
    page.see("[data-part=findings] li", "Nothing is wrong.")
    # stairs, a chain on the level above, a wormhole from there to the first room
    canvas.press("v")
    canvas.click(4, 3)
    canvas.press(">")
    assert canvas.told("level") == "1"
    canvas.press("Alt+ArrowRight", "Alt+ArrowRight", "Enter")
    canvas.write("[name=name]", "|yHayloft|n")
    canvas.write("[name=desc]", "Dusty, and |rred|n.")
    page.see(".xyz-preview span", "red")
    canvas.press("o", "k", "PageDown")
    canvas.click(0, 0)
    canvas.press("k", "o")
    # a locked door
    canvas.click(2, 0)
    page("click", ".xyz-exit-rows li:last-child summary")
    canvas.write(".xyz-exit-rows li:last-child [name=needs]", "item:brass key")
    canvas.name(r00="Bridge", r10="Bank", r20="Mill yard", r30="Mill", r40="Wheel", r41="Race")
    canvas.name(r42="Weir", r43="Stairs", r33="Granary", r23="Barn", r13="Pond", r12="Reeds")
    tunnel = {"op": "exit", "room": "1,2,0", "direction": "tunnel", "value": {"to": "3,0,0"}}
    page.value(f"{EDITOR}.draft.do([{json.dumps(tunnel)}]), 1")
    page.until(f"{EDITOR}.dataset.saved === 'true'")
    page("waitForTimeout", 1500)  # until it is checked
    page.picture("editor", "#xyzgrid-edit")
    for width in (400, 800, 1280):
        page("setViewportSize", {"width": width, "height": 800})
        page.until(f"innerWidth === {width}")
        assert page.value("document.documentElement.scrollWidth <= innerWidth")
        page.shot(f"editor, a map at {width} pixels")
    rooms = canvas.rooms()
    assert len(rooms) == 15
    assert rooms["2,0,0"]["exits"]["east"] == {"to": "3,0,0", "needs": ["item:brass key"]}
    assert rooms["6,3,1"]["name"] == "|yHayloft|n"
    assert [way["to"] for way in rooms["6,3,1"]["exits"].values()] == ["5,3,1", "0,0,0"]
    # all of it undone, and done again
    for _step in range(20):
        canvas.press("Control+z")
    assert len(canvas.rooms()) == 1
    for _step in range(20):
        canvas.press("Control+y")
    assert canvas.rooms() == rooms
    # what it would change, and its change
    canvas.press("p")
    page.see(".xyz-plan-made", "New rooms: 15")
    page.shot("editor, a plan at 1280 pixels")
    page("setViewportSize", {"width": 800, "height": 800})
    page.shot("editor, a plan at 800 pixels")
    assert page.value("document.documentElement.scrollWidth <= innerWidth")
    page("click", "[data-part=versions] summary")
    page.see("[data-part=versions] li", "There is no earlier version.")
    page("click", "text=Apply to the game")
    page.until("document.querySelector('[data-part=plan]').dataset.state === 'done'")
    page.see("[data-part=versions] li", "made 15 rooms and 30 exits")
    canvas.press("c")
    page.see("[data-part=findings] li", "needs 'brass key', and nothing in the game has this name")
    assert page.value("document.querySelector('[data-part=plan]').open")
    assert page.outside == []
    # 409 is how the server tells of what was done meanwhile: the apply
    assert [one for one in page.complaints if "409 (Conflict)" not in one] == []
    with server.builder() as walker:
        walker.ask("tel (0,0,0,brook)", "Bridge")
        walker.ask("goto Hayloft", "You have arrived", timeout=60)
        walker.ask("look", "Dusty, and red")
        walker.ask("tel (4,4,town)", "Lantern Square")  # as other tests want it
