"""A drawing in a real browser: drawn, brushed and typed, applied to a game with a walker on it."""

EDITOR = "document.getElementById('xyzgrid-edit')"
HAND = {
    " 7         G\n           |\n 6   #-I   #   #\n": (
        " 7         G       #\n           |       |\n 6   #-I   #   #-#-#\n"
    ),
    '        tags=["shop"],\n    ),\n}\n': (
        '        tags=["shop"],\n    ),\n    (8, 7): {\n        "prototype_parent": "xyz_room",\n'
        '        "key": "Crow\'s Nest",\n    },\n}\n'
    ),
}


def test_the_town_is_drawn_as_by_hand_and_walked(old_map, server):
    canvas = old_map("town")
    page = canvas.page
    file = server.folder.parent / "world" / "town.py"
    before = file.read_text()
    rooms = len(canvas.rooms())
    with server.builder() as walker:
        walker.ask("tel (6,6,town)", "Exits")
        # a chain of rooms, a way by a brush, and a room that is typed
        canvas.press("d")
        canvas.drag((6, 6), (8, 6))
        page("click", ".xyz-brushes button:text-is('|')")
        canvas.click(8, 6.5)
        canvas.press("v")
        canvas.click(8, 6)
        canvas.press("x")
        page.see(".xyz-text textarea", "")
        page("keyboard.press", "ArrowUp")
        page("keyboard.press", "ArrowUp")
        page("keyboard.type", "?")
        page.see("[data-part=findings] pre", "^")
        page.shot("editor, a fault in the text of a drawing")
        page("keyboard.press", "Backspace")
        page("keyboard.type", "#")
        page("keyboard.press", "Escape")
        page.until(f"Object.keys({EDITOR}.draft.rooms).length === {rooms + 3}")
        canvas.click(8, 7)
        canvas.write("[name=name]", "Crow's Nest")
        for width in (800, 400, 1280):
            page("setViewportSize", {"width": width, "height": 800})
            page.until(f"innerWidth === {width}")
            page.shot(f"editor, the town at {width} pixels")
            assert page.value("document.documentElement.scrollWidth <= innerWidth")
        canvas.press("p")
        page.see(".xyz-plan-made", "New rooms: 3")
        page("click", "text=Apply to the game")
        page.until("document.querySelector('[data-part=plan]').dataset.state === 'done'")
        walker.ask("goto Crow's Nest", "You have arrived", timeout=60)
        walker.ask("tel (4,4,town)", "Lantern Square")  # as other tests want it
    for old, new in HAND.items():
        assert before.count(old) == 1
        before = before.replace(old, new)
    assert file.read_text() == before
    # taken back: the file is as it was
    page("click", "[data-part=versions] summary")
    page("click", "[data-part=versions] li:last-child >> text=Restore")
    page.until(f"Object.keys({EDITOR}.draft.rooms).length === {rooms}")
