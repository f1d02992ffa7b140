"""Three drawings in a real browser, edited by some forty gestures each, as by hand in their files.

What is applied goes into a running game with a walker on the map; its file and its rooms are then
as with the same edits by hand.
"""

import json

import pytest

from tests.parts.editor.e2e.gestures import ISLE, TOWN, TREE

EDITOR = "document.getElementById('xyzgrid-edit')"
# all that the database has of a map's rooms and exits, without numbers and times
ROWS = """
from evennia.objects.models import ObjectDB
def place(one):
    return one and sorted(one.tags.all(return_key_and_category=True))
for one in ObjectDB.objects.filter(db_tags__db_key__in=%r).distinct():
    attributes = {row.key: repr(row.value) for row in one.attributes.all()}
    names, places = sorted(one.aliases.all()), map(place, (one, one.location, one.destination))
    print("ROW", one.key, one.typeclass_path, names, str(one.locks), sorted(attributes.items()),
        *places)
"""


class Hands:
    """What a builder does to a drawing with mouse and keys: a method for each word of a table."""

    def __init__(self, canvas):
        self.canvas, self.page, self.level = canvas, canvas.page, 0

    def do(self, gesture):
        word, _, rest = gesture.strip().partition(" ")
        self.canvas.press("Home")
        getattr(self, word)(*rest.split(" "))
        self.page.until(f"{EDITOR}.dataset.saved === 'true' && !{EDITOR}.draft.isUnread")

    def _at(self, place):
        return [float(part) for part in place.split(",")]

    def _choose(self, place):
        self.canvas.press("v")
        self.canvas.click(*self._at(place))

    def draw(self, *places):
        self.canvas.press("d")
        self.canvas.drag(*map(self._at, places))

    def link(self, *places):
        self.canvas.press("l")
        self.canvas.drag(*map(self._at, places))

    def steps(self, *places):
        self.canvas.press("l")
        for place in places:
            self.canvas.click(*self._at(place))

    def keys(self, *places):
        self.canvas.press("v")
        for place in places:
            self.canvas.click(*self._at(place))
            self.canvas.press("k")

    def end(self, place):
        self.canvas.click(*self._at(place))
        self.canvas.press("k")

    def oneway(self, _nothing):
        self.canvas.press("o")

    def brush(self, symbol):
        which = ":last-child" if symbol == "⌫" else f"[title^={json.dumps(symbol + ' ')}]"
        self.page("click", f".xyz-brushes button{which}")

    def put(self, symbol, *places):
        self.canvas.press("b")
        self.brush(symbol)
        self.canvas.drag(*map(self._at, places))

    stroke = put

    def fill(self, symbol, place):
        self.canvas.press("f")
        self.brush(symbol)
        self.canvas.click(*self._at(place))

    def pick(self, place, *places):
        self.canvas.press("i")
        self.canvas.click(*self._at(place))
        self.canvas.drag(*map(self._at, places))

    def dig(self, place, way):
        self._choose(place)
        self.canvas.press(f"Alt+Arrow{way}")

    def new(self, place):
        self._choose(place)
        self.canvas.press("n")

    def frame(self, low, high):
        self.canvas.press("v")
        (left, down), (right, up) = self._at(low), self._at(high)
        self.canvas.drag((left - 0.45, down - 0.45), (right + 0.45, up + 0.45))

    def delete(self, _nothing):
        self.canvas.press("Delete")

    def erase(self, place):
        self._choose(place)
        self.delete("")

    def undo(self, _nothing):
        self.canvas.press("Control+z")

    def redo(self, _nothing):
        self.canvas.press("Control+y")

    def type(self, place, text):
        self._choose(place)
        self.canvas.press("x")
        self.page.see(".xyz-text textarea", "")
        self.page("keyboard.insertText", text.replace("⏎", "\n"))
        self.page("keyboard.press", "Escape")

    def strike(self, place, across):
        """Delete a symbol so many cells beside a room."""
        self._choose(place)
        self.canvas.press("x")
        for key in ["ArrowRight"] * int(across) + ["Delete", "Escape"]:
            self.page("keyboard.press", key)

    def _field(self, field, place, *words):
        self._choose(place)
        self.page.until(f"{EDITOR}.dataset.selected === '1'")
        self.canvas.write(f"[name={field}]", " ".join(words))

    def name(self, *words):
        self._field("name", *words)

    def desc(self, *words):
        self._field("desc", *words)

    def _exit(self, field, place, way, *words):
        self._choose(place)
        row = f".xyz-exit-rows li:has(b:text-is('{way}'))"
        self.page("click", f"{row} summary")
        self.page("fill", f"{row} [name={field}]", " ".join(words))
        self.page("press", f"{row} [name={field}]", "Enter")

    def needs(self, *words):
        self._exit("needs", *words)

    def call(self, *words):
        self._exit("name", *words)

    def move(self, *places):
        self.canvas.press("v")
        self.canvas.drag(*map(self._at, places))

    def cut(self, place, way):
        self._choose(place)
        self.page("click", f".xyz-exit-rows button[aria-label$=': {way}']")

    def copy(self, low, high):
        self.frame(low, high)
        self.canvas.press("Control+c")

    def paste(self, place):
        self.canvas.press("Control+v")
        self.canvas.click(*self._at(place))

    def stairs(self, place):
        self._choose(place)
        self.canvas.press(">")

    def told(self, *words):
        self.page.see("[data-part=said]", " ".join(words))

    def above(self, _nothing):
        self.canvas.press("PageUp", "Home")

    def below(self, _nothing):
        self.canvas.press("PageDown", "Home")


def rows(server, case):
    maps = [case.map, *(f"{case.map}:{level}" for level in range(3))]
    told = server.evennia("shell", "-c", ROWS % (maps,))
    return sorted(line for line in told.splitlines() if line.startswith("ROW"))


def the_file(server, case):
    """Return the file of a drawing, which is added to the game unless it has it."""
    file = server.folder.parent / "world" / f"{case.module}.py"
    if case.source:
        file.write_text(case.source)
        server.evennia("xyzgrid", "add", f"world.{case.module}")
        server.evennia("xyzgrid", "spawn", "--yes")
    return file


def applied(page):
    page.value("delete document.querySelector('[data-part=plan]').dataset.state")
    page("click", "text=Apply to the game")
    page.until("document.querySelector('[data-part=plan]').dataset.state === 'done'")


@pytest.mark.parametrize("case", [TREE, TOWN, ISLE], ids=lambda case: case.module)
def test_gestures_make_of_a_drawing_what_hands_make_of_its_file(case, old_map, server):
    file = the_file(server, case)
    before = hand = file.read_text()
    for old, new in case.hand.items():
        assert hand.count(old) == 1, old
        hand = hand.replace(old, new)
    canvas = old_map(case.map)
    page = canvas.page
    with server.builder() as walker:
        walker.ask(f"tel ({case.stands})", "Exits")
        hands = Hands(canvas)
        for gesture in case.gestures.strip().splitlines():
            hands.do(gesture)
        for width in (800, 400, 1280):
            page("setViewportSize", {"width": width, "height": 800})
            page.until(f"innerWidth === {width}")
            page.shot(f"editor, {case.map} at {width} pixels")
            assert page.value("document.documentElement.scrollWidth <= innerWidth")
        canvas.press("p")
        page.see(".xyz-plan-made", "New rooms")
        applied(page)
        assert file.read_text() == hand
        assert page.outside == []
        walker.ask(f"goto {case.arrives}", "You have arrived", timeout=60)
        by_gestures = rows(server, case)
        walker.ask("tel (4,4,town)", "Lantern Square")  # as other tests want it
    for text in (before, hand):
        file.write_text(text)
        server.evennia("xyzgrid", "spawn", case.map, "--yes")
    assert rows(server, case) == by_gestures
    file.write_text(before)
    server.evennia("xyzgrid", "spawn", case.map, "--yes")


def test_a_fault_that_is_typed_is_told_with_a_caret_and_a_version_comes_back(old_map, server):
    canvas = old_map("town")
    page = canvas.page
    file = server.folder.parent / "world" / "town.py"
    before, rooms = file.read_text(), len(canvas.rooms())
    canvas.press("d")
    canvas.drag((6, 6), (8, 6))
    canvas.press("x")
    page.see(".xyz-text textarea", "")
    page("keyboard.press", "ArrowUp")
    page("keyboard.press", "ArrowUp")
    page("keyboard.type", "?")
    page.see("[data-part=findings] pre", "^")
    page.shot("editor, a fault in the text of a drawing")
    page("keyboard.press", "Backspace")
    page("keyboard.press", "Escape")
    page.until(f"Object.keys({EDITOR}.draft.rooms).length === {rooms + 2}")
    canvas.press("p")
    page.see(".xyz-plan-made", "New rooms: 2")
    applied(page)
    assert file.read_text() != before
    page("click", "[data-part=versions] summary")
    page("click", "[data-part=versions] li:last-child >> text=Restore")
    page.until(f"Object.keys({EDITOR}.draft.rooms).length === {rooms}")
    canvas.press("p")
    page.see(".xyz-plan-removed", "2")
    applied(page)
    assert file.read_text() == before
