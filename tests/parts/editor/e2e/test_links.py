"""Links that are clicked, exits that a move has made wrong, and space in the west, in a browser."""

import json

EDITOR = "document.getElementById('xyzgrid-edit')"
FAR = (
    {"op": "add", "room": "0,3,0", "values": {"name": "Spring"}},
    {"op": "exit", "room": "0,0,0", "direction": "north", "value": {"to": "0,3,0"}},
    {"op": "exit", "room": "0,3,0", "direction": "south", "value": {"to": "0,0,0"}},
)


def test_links_are_clicked_exits_are_renamed_and_the_map_gets_space(new_map, server):
    canvas = new_map("weir")
    page = canvas.page
    canvas.press("d")
    canvas.drag((0, 0), (3, 0))
    page.value(f"{EDITOR}.draft.do({json.dumps(FAR)}), 1")
    # a long straight link: one way, and back again, with a cost
    canvas.press("v", "Home")
    canvas.click(0, 1.5)
    page.see("[data-part=panel] h2", "Spring")
    page("click", ".xyz-exit-rows button.xyz-small")
    page("click", "text=Add this way")
    page("click", ".xyz-exit-rows summary")
    canvas.write(".xyz-exit-rows [name=weight]", "3")
    page.shot("editor, a link")
    rooms = canvas.rooms()
    ways = [rooms[place]["exits"][way] for place, way in (("0,0,0", "north"), ("0,3,0", "south"))]
    assert sorted(way.get("weight", 1) for way in ways) == [1, 3]
    # the last room goes from the east to the north of its neighbour
    canvas.click(3, 0)
    canvas.drag((3, 0), (2, 1))
    page("click", "text=Rename them")
    assert canvas.rooms()["2,0,0"]["exits"]["north"] == {"to": "2,1,0"}
    # another map's room is found by its name
    canvas.click(2, 1)
    page("fill", "[name=direction]", "boat")
    page("fill", "[name=to]", "lantern sq")
    page.until("document.querySelector('#xyzgrid-places option')?.value === '4,4,0@town'")
    # a frame may begin anywhere; what is drawn beyond the edge makes space once all is applied
    canvas.press("v")
    canvas.drag((-0.8, -0.8), (1.4, 0.6))
    assert canvas.told("selected") == "2"
    canvas.press("p")
    page.see(".xyz-plan-made", "New rooms")
    page("click", "text=Apply to the game")
    page.until("document.querySelector('[data-part=plan]').dataset.state === 'done'")
    canvas.press("d")
    canvas.drag((0, 0), (-2, 0))
    page("click", "text=Move the whole map by 2 east, 0 north")
    page.until(f"{EDITOR}.draft.rooms['2,3,0']?.name === 'Spring'")
    with server.builder() as walker:
        walker.ask("tel (2,3,weir)", "Spring")
        walker.ask("tel (4,4,town)", "Lantern Square")  # as other tests want it
