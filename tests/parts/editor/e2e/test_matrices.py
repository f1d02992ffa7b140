"""A matrix in a real browser, sheet by sheet: linked, applied to a game, and walked."""

EDITOR = "document.getElementById('xyzgrid-edit')"
HAND = {
    "endnode      2 1 2\n": "endnode      2 0 2\n",
    "node 0 0 1  forward   twoway\n": (
        "node 0 0 0  right     twoway\nnode 0 0 1  forward   twoway\n"
    ),
    "node 0 2 0  down\n": "node 0 2 0  forward\nnode 0 2 0  down\n",
    "wormhole 0 1 1  1 0 2\n": "wormhole 0 1 1  1 0 2\nwormhole 0 2 1  2 0 0  twoway\n",
}


def test_the_undertow_is_linked_sheet_by_sheet_as_by_hand_and_walked(old_map, server):
    canvas = old_map("undertow")
    page = canvas.page
    file = server.folder.parent / "world" / "undertow.matrix"
    module = file.with_suffix(".py")
    before, text = file.read_text(), module.read_text()
    page.see("[data-part=difficulty]", "difficulty 4 of 10")
    # a way out of a trap, and a step that is taken back
    canvas.press("d")
    canvas.drag((0, 0), (1, 0))
    canvas.drag((1, 1), (2, 1))
    canvas.press("Control+z")
    # one way forward to the next sheet
    canvas.press("v")
    canvas.click(0, 2)
    canvas.press("o", ">", "o")
    assert canvas.told("level") == "1"
    # a wormhole between two sheets, and the end on the third
    canvas.press("l")
    canvas.click(0, 2)
    canvas.press("PageDown")
    canvas.click(2, 0)
    canvas.press("v", "PageUp", "PageUp")
    canvas.click(2, 0)
    page("click", "text=End node")
    page.see(".xyz-nodes [aria-pressed=true]", "End node")
    rooms = canvas.rooms()
    assert rooms["0,2,1"]["exits"]["wormhole"]["to"] == "2,0,0"
    assert "backward" not in rooms["0,2,1"]["exits"]
    # beyond the last sheet there is none, unless the cube grows
    canvas.press("PageUp")
    page.see("[data-part=said]", "Make the edge 4")
    canvas.press("PageDown")
    page.see("[data-part=difficulty]", "difficulty 3 of 10")
    page.value("document.querySelector('[data-part=said]').hidden = true")
    for width in (800, 400, 1280):
        page("setViewportSize", {"width": width, "height": 800})
        page.until(
            f"innerWidth === {width} && Konva.stages[0].width() ==="
            " document.querySelector('[data-part=stage]').clientWidth"
        )
        canvas.press("Home")
        page.shot(f"editor, a matrix at {width} pixels")
        assert page.value("document.documentElement.scrollWidth <= innerWidth")
    page.picture("editor-matrix", "#xyzgrid-edit")
    with server.builder() as walker:
        walker.ask("tel (0,2,undertow:0)", "The Hatch")
        canvas.press("p")
        page.see("[data-part=plan] pre", "+wormhole 0 2 1  2 0 0  twoway")
        page("click", "text=Apply to the game")
        page.until("document.querySelector('[data-part=plan]').dataset.state === 'done'")
        walker.ask("forward", rooms["0,2,1"]["name"])
        walker.ask("wormhole", rooms["2,0,0"]["name"])
        walker.ask("tel (4,4,town)", "Lantern Square")  # as other tests want it
    by_hand = before
    for old, new in HAND.items():
        assert before.count(old) == 1
        by_hand = by_hand.replace(old, new)
    assert (file.read_text(), module.read_text()) == (by_hand, text)
    # an earlier version is the earlier file
    page("click", "[data-part=versions] summary")
    page("click", "[data-part=versions] li:last-child >> text=Restore")
    page.until(f"{EDITOR}.draft.document.head.end === '2,1,2'")
    canvas.press("p")
    page.see("[data-part=plan] pre", "-wormhole 0 2 1  2 0 0  twoway")
    page("click", "text=Apply to the game")
    page.until("document.querySelectorAll('[data-part=versions] li').length === 3")
    assert (file.read_text(), module.read_text()) == (before, text)
    assert page.complaints == []
