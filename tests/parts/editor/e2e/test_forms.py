"""Forms made from the rows of map data, in a browser: doors, things, and what stands in rooms."""

import json
from time import sleep

MACHINE = {"prototype_parent": "xyz_machine", "key": "a brass box", "board": "boxes", "level": 2}
GATE = """        (0, 0, 0): {
            "key": "Gate",
            "things": [
                {
                    "prototype_parent": "xyz_machine",
                    "key": "a brass box",
                    "board": "boxes",
                    "level": 2,
                },
            ],
            "contents": [
                {"prototype": {"prototype_parent": "xyz_thing", "key": "stone"}, "count": 2},
            ],
            "exits": {
                "east": {
                    "to": (1, 0, 0),
                    "door": {"name": "oak door", "key": "brass key", "locked": True},
                },
            },
        },
"""


def field(*names):
    """The selector of a field within others."""
    *outer, last = names
    return " ".join([*(f'details[data-name="{name}"]' for name in outer), f'[name="{last}"]'])


def test_doors_things_and_contents_are_filled_in(new_map, server):
    canvas = new_map("glade")
    page = canvas.page
    canvas.press("d")
    canvas.drag((0, 0), (2, 0))
    canvas.press("v")
    canvas.click(0, 0)
    canvas.write("[name=name]", "Gate")
    # a door, of which each key has a field
    page("click", ".xyz-exit-rows summary")
    add = ".xyz-exit-rows select[aria-label='Add a field …']"
    page("selectOption", add, "door")
    canvas.write(f".xyz-exit-rows {field('door', 'name')}", "oak door")
    canvas.write(f".xyz-exit-rows {field('door', 'key')}", "brass key")
    page("selectOption", f".xyz-exit-rows {field('door', 'locked')}", "true")
    page.shot("editor, the form of a door")
    # a machine among the things: a field is added, and its row
    more = "[data-part=panel] > select[aria-label='Add a field …']"
    page("selectOption", more, "things")
    page("click", "details[data-name=things] > button")
    inner = "details[data-name=things] details[data-name='1']"
    for key, value in MACHINE.items():
        page("selectOption", f"{inner} > select:last-child", key)
        canvas.write(f"{inner} [name={key}]", str(value))
    # contents: a stone, twice; its prototype is written as fields
    page("selectOption", more, "contents")
    page("click", "details[data-name=contents] > button")
    row = "details[data-name=contents] > details[data-name='1']"
    page("selectOption", f"{row} > label select", {"label": "as: fields"})
    stone = f"{row} details[data-name=prototype]"
    for key, value in (("prototype_parent", "xyz_thing"), ("key", "stone")):
        page("selectOption", f"{stone} > select:last-child", key)
        canvas.write(f"{stone} [name={key}]", value)
    page("selectOption", f"{row} > select:last-child", "count")
    canvas.write(f"{row} > label [name=count]", "2")
    page.shot("editor, the forms of things and contents")
    room = canvas.rooms()["0,0,0"]
    assert room["prototype"] == {
        "things": [MACHINE],
        "contents": [{"prototype": {"prototype_parent": "xyz_thing", "key": "stone"}, "count": 2}],
    }
    assert room["exits"]["east"]["prototype"] == {
        "door": {"name": "oak door", "key": "brass key", "locked": True}
    }
    # areas, by a form; a brush gives rooms to them, and a legend tells their colours
    of_map = "[data-part=map-keys] details[data-name=areas]"
    page("click", "summary:text-is('Areas and contents of the map')")
    page("click", f"{of_map} > summary")
    for area, colour in (("garden", "#88cc88"), ("cellar", "")):
        page("fill", f"{of_map} > .xyz-add [name=key]", area)
        page("click", f"{of_map} > .xyz-add button")
        one = f"{of_map} details[data-name={area}]"
        canvas.write(f"{one} [name=colour]", colour)
        canvas.write(f"{one} [name=title]", area.title())
    canvas.press("b")
    page.see("[data-part=brushes]", "Choose what rooms get")
    for area, cell in (("garden", (1, 0)), ("cellar", (2, 0))):
        page("click", f"[data-part=brushes] button:text-is('{area.title()}')")
        canvas.click(*cell)
    page.see(".xyz-legend", "Garden (1)")
    page.see(".xyz-legend", "Cellar (1)")
    page.shot("editor, areas in colours with a legend")
    canvas.press("Escape")
    assert canvas.told("tool") == "select"
    areas = page.value("document.getElementById('xyzgrid-edit').draft.document.keys.areas")
    assert areas["garden"] == {"colour": "#88cc88", "title": "Garden", "rooms": [[1, 0, 0]]}
    canvas.press("p")
    page.see(".xyz-plan-made", "New rooms: 3")
    page("click", "text=Apply to the game")
    page.until("document.querySelector('[data-part=plan]').dataset.state === 'done'")
    assert GATE in (server.folder.parent / "world" / "glade.py").read_text()
    with server.builder() as walker:
        walker.ask("tel (0,0,glade)", "Gate")
        walker.ask("play brass box", "Level 2 of")
        walker.ask("stop", "You leave")
        looks = (walker.ask("look", "You see: .*") for _second in range(60))
        assert any("stone" in look or sleep(1) for look in looks)
        walker.ask("tel (4,4,town)", "Lantern Square")  # as other tests want it


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
