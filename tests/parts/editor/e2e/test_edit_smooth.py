"""How smooth the map editor is with 10,000 rooms, 2,000 of them in sight: figures, and no limit.

A trace of the browser says what each thread of the page did. A frame costs what its main thread
does from one frame to the next: scripts, styles, layout, painting, and the drawing of the canvas,
which is done there when there is no graphics card.
"""

import json
import statistics

import pytest

from tests.e2e.browser.fixtures import ARTEFACTS

pytestmark = pytest.mark.once

FIGURES = ARTEFACTS / "editor, smoothness.json"
EDITOR = "document.getElementById('xyzgrid-edit')"
SIDE = 100  # rooms
# a map of 10,000 rooms in the page alone: the server is told nothing of it
LARGE = """
(() => {
  const rooms = {}, names = ["Lane", "Old mill pond", "Crooked stairs", "Market"];
  for (let x = 0; x < SIDE; x += 1) for (let y = 0; y < SIDE; y += 1) {
    const exits = {};
    if (x + 1 < SIDE) exits.east = { to: `${x + 1},${y},0` };
    if (x) exits.west = { to: `${x - 1},${y},0` };
    if (y + 1 < SIDE) exits.north = { to: `${x},${y + 1},0` };
    if (y && x % 3) exits.south = { to: `${x},${y - 1},0`, needs: y % 9 ? [] : ["item:key"] };
    rooms[`${x},${y},0`] = { name: names[(x + y) % 4], desc: "", symbol: "#", exits };
  }
  const { draft } = document.getElementById("xyzgrid-edit");
  draft.take({ document: { map: draft.document.map, rooms, options: {} } });
  document.querySelector("[data-do=whole]").click();
})()
""".replace("SIDE", str(SIDE))


# 2,000 of its rooms, so many as fit into the canvas, around the middle of the map
IN_SIGHT = """
(() => {
  const [stage] = Konva.stages, cell = 64 * stage.scaleX();
  const more = Math.sqrt((stage.width() * stage.height()) / cell ** 2 / 2000);
  stage.setPointersPositions({ clientX: stage.width() / 2, clientY: stage.height() / 2 });
  stage.fire("wheel", { evt: { preventDefault() {}, deltaY: -500 * Math.log(more) } });
})()
"""
# which share of the pixels a pan changes, and which share another drawing of all then changes
CHANGED = """
(async () => {
  const [stage] = Konva.stages, pause = (time) => new Promise((done) => setTimeout(done, time));
  const canvas = stage.getLayers()[0].getNativeCanvasElement();
  const picture = () =>
    canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  const share = (one, other) =>
    one.filter((part, number) => Math.abs(part - other[number]) > 64).length / one.length;
  const evt = { preventDefault() {}, shiftKey: true, deltaY: 137 };
  await pause(500);
  const before = picture();
  stage.fire("wheel", { evt });
  await new Promise(requestAnimationFrame);
  const moved = picture();
  await pause(500);
  return [share(before, moved), share(moved, picture())];
})()
"""


def frames(trace):
    """Return what each frame of a trace costs the page's main thread: ms that pass, ms of work."""
    events = json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]
    (main,) = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "FireAnimationFrame" and one["args"]["data"].get("frame")
    }
    mine = sorted(
        (one for one in events if (one["pid"], one["tid"]) == main and one["ph"] == "X"),
        key=lambda one: (one["ts"], -one["dur"]),
    )
    starts = [one["ts"] for one in events if one["name"] == "FireAnimationFrame"]
    costs, end, number = [(0.0, 0.0)] * (len(starts) + 1), 0, 0
    for one in mine:
        if one["ts"] < end:  # within the task before
            continue
        end = one["ts"] + one["dur"]
        while number < len(starts) and starts[number] < end:
            number += 1
        passed, worked = costs[number]
        costs[number] = passed + one["dur"] / 1000, worked + one.get("tdur", 0) / 1000
    return costs[1:]


def traced(page, act):
    """Do something, and return figures of the frames meanwhile."""
    path = ARTEFACTS / f"editor, {act.__name__}.trace.json"
    ARTEFACTS.mkdir(exist_ok=True)
    page("trace")
    act()
    page("waitForTimeout", 600)
    page("traced", str(path))
    passed, worked = zip(*frames(path), strict=True)
    return {
        "frames": len(passed),
        "median ms": round(statistics.median(passed), 1),
        "p95 ms": round(statistics.quantiles(passed, n=20)[-1], 1),
        "p95 ms of processor": round(statistics.quantiles(worked, n=20)[-1], 1),
    }


def test_a_pan_of_a_large_map_shows_what_is_there_and_leaves_figures(old_map):
    canvas = old_map("town")
    page = canvas.page
    page.value(LARGE)
    page.value(IN_SIGHT)
    middle = page.value(
        "(({ left, top, width, height }) => [left + width / 2, top + height / 2])"
        "(document.querySelector('[data-part=stage]').getBoundingClientRect())"
    )

    def pan():
        canvas.press("h")
        page("mouse.move", *middle)
        page("mouse.down")
        for step in range(60):
            far = 5 * min(step, 60 - step)
            page("mouse.move", middle[0] + far, middle[1] + far // 2)
            page("waitForTimeout", 30)
        page("mouse.up")

    def zoom():
        page("mouse.move", *middle)
        for step in range(40):
            page("mouse.wheel", 0, 20 if 10 <= step < 30 else -20)
            page("waitForTimeout", 30)

    found = {act.__name__: traced(page, act) for act in (pan, zoom)}
    FIGURES.write_text(json.dumps(found, indent=1))
    print(json.dumps(found, indent=1))
    assert all(one["frames"] > 20 for one in found.values())
    by_pan, at_rest = page.value(CHANGED)
    assert by_pan > 0.02
    assert at_rest < 0.002, "lines at other fractions of a pixel"
