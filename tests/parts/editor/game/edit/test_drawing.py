"""Drawn maps whose cells are drawn in the editor, as by hand in the file."""

import pytest
from evennia import search_object
from worlds import room_named

from tests.parts.editor.e2e.gestures import PIER_AND_TIDE
from tests.parts.editor.game.editor_pages import Editor, named
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.game.world.current import current

ISLE = (
    PIER_AND_TIDE
    + r'''

MAP = r"""
+ 0 1   left of the isle
                      (all of it is drawn)
1 #
  |
0 #-#

+ 0 1
"""

XYMAP_DATA = {
    "zcoord": "isle",
    "map": MAP,  # by hand
    "legend": {"P": Pier, "~": Tide},
    "prototypes": {
        (0, 0): {"prototype_parent": "xyz_room", "key": "Shore"},
        ("*", "*"): {"prototype_parent": "xyz_room", "key": "Sand"},  # all others
    },
}
'''
)


CLIFF = """        (2, 2): {
            "prototype_parent": "xyz_room",
            "key": "Cliff",
        },
"""
BY_HAND = ISLE.replace(
    """1 #
  |
0 #-#

+ 0 1
""",
    """2     #
      |
1 #   |
  |   |
0 #-#~P

+ 0 1 2
""",
).replace("all others\n", f"all others\n{CLIFF}")


@pytest.fixture
def isle(spawned, superuser):
    """Return an editor of a drawn map with classes of its own, and its file."""
    (file,) = spawned(ISLE)
    return Editor(superuser.account, "isle"), file


def cells(**symbols):
    """Return an operation that draws; `x4y0` is the cell (4,0)."""
    places = {name[1:].replace("y", ","): symbol for name, symbol in symbols.items()}
    return {"op": "draw", "level": 0, "cells": places}


def test_cells_are_drawn_and_the_file_is_as_by_hand(isle, player):
    editor, file = isle
    told = editor.get()[1]
    assert told["document"]["drawings"] == [["#-#", "|", "#"]]
    by_symbol = {row["symbol"]: row for row in told["legend"]}
    assert by_symbol["P"]["about"] == "A pier, where boats land."
    assert (by_symbol["P"]["kind"], by_symbol["P"]["shown"]) == ("room", "|cp|n")
    assert by_symbol["~"]["joins"] == {"e": "w", "w": "e"}
    assert by_symbol["-"]["kind"] == "link"
    # a ford to the east, a pier beyond it, and a way to the north
    cliff = cells(x3y0="~", x4y0="P", x4y1="|", x4y2="|", x4y3="|", x4y4="#")
    assert editor.draws(cliff)[0] == 200
    rooms = {"0,0,0", "1,0,0", "0,1,0", "2,0,0", "2,2,0"}
    assert set(editor.get()[1]["document"]["rooms"]) == rooms
    assert editor.draws(named("2,2,0", "Cliff"))[0] == 200
    assert editor.post("check")[1]["findings"] == []
    editor.draws(cells(x6y4="#"))
    (alone,) = editor.post("check")[1]["findings"]
    assert (alone["room"], alone["fix"]) == ("3,2,0", None)  # an exit alone is nothing to draw
    editor.draws(cells(x6y4=" "))
    told = editor.applies()
    assert told["state"] == "done", told
    assert file.read_text() == BY_HAND
    player.character.move_to(room_named("Shore"), quiet=True)
    for way in ("east", "east", "north"):
        player.types(way)
    assert player.at == "Cliff"


def test_refused_drawing_keeps_its_rooms_and_a_room_comes_back_with_its_texts(isle):
    editor, file = isle
    editor.draws(cells(x4y0="?"))
    (finding,) = [one for one in editor.post("check")[1]["findings"] if one["severity"] == "error"]
    assert finding["cell"] == [0, 4, 0]
    assert finding["source"] == "0 #-# ?\n      ^"
    assert len(editor.get()[1]["document"]["rooms"]) == 3
    assert editor.post("plan")[0] == 422
    editor.draws(cells(x4y0=" "))
    assert editor.post("plan")[0] == 200
    for bad in ({"4,0": "##"}, {"-1,0": "#"}, {"2000,0": "#"}, {}, {"1,1": "\n"}):
        assert editor.draws({"op": "draw", "level": 0, "cells": bad})[0] == 400, bad
    assert editor.draws({**cells(x0y0="#"), "level": 1})[0] == 400
    assert file.read_text() == ISLE
    editor, _file = isle
    editor.draws(named("1,0,0", "Dune"), cells(x1y0=" ", x2y0=" "))
    assert "1,0,0" not in editor.get()[1]["document"]["rooms"]
    editor.draws(cells(x1y0="-", x2y0="#"))
    assert editor.get()[1]["document"]["rooms"]["1,0,0"]["name"] == "Dune"
    # a symbol of another class changes what the file says, but not what the draft says
    editor.draws(cells(x0y2="P"))
    editor.draws(cells(x0y2="#"), cells(x2y0="P"))
    rooms = editor.get()[1]["document"]["rooms"]
    assert (rooms["1,0,0"]["name"], rooms["0,1,0"]["name"]) == ("Dune", "Sand")


def test_a_changed_file_takes_the_cells_of_the_draft(isle):
    editor, file = isle
    editor.draws(cells(x3y0="-", x4y0="#"))
    file.write_text(ISLE.replace("1 #\n", "1 #-#\n").replace("# by hand", "# by two hands"))
    assert editor.post("check")[1]["stale"]
    assert editor.post("rebase")[1]["conflicts"] == []
    assert editor.get()[1]["document"]["drawings"] == [["#-#-#", "|", "#-#"]]
    assert editor.applies()["state"] == "done"
    assert "1 #-#\n  |\n0 #-#-#\n" in file.read_text()


def test_a_drawing_is_converted_to_rooms_if_the_game_stays_as_it_is(isle, run):
    editor, file = isle
    file.write_text(ISLE.replace("1 #\n  |\n", "1 #\n  |\\\n"))
    assert run("spawn", "isle", "--yes")[0] == 0
    rooms = editor.get()[1]["document"]["rooms"]
    assert run("convert", "isle", "--dry-run")[0] == 2
    assert '"map": MAP,  # by hand' in file.read_text()
    assert run("convert", "isle", "--yes")[0] == 0
    assert '"map": MAP' not in file.read_text()
    assert '"aliases": ["north-west"]' in file.read_text()
    told = editor.get()[1]
    assert (told["topology"], told["document"]["rooms"].keys()) == (True, rooms.keys())
    assert run("plan", "isle")[1].startswith("Nothing to do")
    # and back, but not with an exit that no symbol draws
    boat = {"op": "exit", "room": "0,0,0", "direction": "boat", "value": {"to": "0,1,0"}}
    locked = {"op": "exit", "room": "0,0,0", "direction": "east", "value": {"to": "1,0,0"}}
    locked["value"]["needs"] = ["item:key"]
    editor.draws(boat, locked)
    assert editor.applies()["state"] == "done"
    text = file.read_text()
    status, told = run("convert", "isle", "--yes")
    assert (status, file.read_text()) == (1, text)
    assert "0,0,0 boat is none of the eight directions" in told
    editor.draws({**boat, "value": None})
    assert editor.applies()["state"] == "done"
    assert run("convert", "isle", "--dry-run")[0] == 2
    assert run("convert", "isle", "--yes")[0] == 0
    assert '    "map": r"""\n+ 0 1\n\n1 #\n  |\\\n0 #-#\n\n+ 0 1\n""",\n' in file.read_text()
    told = editor.get()[1]
    assert (told["topology"], told["document"]["rooms"].keys()) == (False, rooms.keys())
    assert told["document"]["rooms"]["0,0,0"]["exits"]["east"]["needs"] == ["item:key"]
    assert run("plan", "isle")[1].startswith("Nothing to do")


FORT = """
XYMAP_DATA = {
    "zcoord": "fort",
    "rooms": {
        (0, 0, 0): {"key": "Gate", "exits": {"n": (0, 2, 0), "ne": (1, 1, 0), "up": (0, 0, 1)}},
        (0, 2, 0): {"key": "Yard", "exits": {"south": (0, 0, 0)}},
        (1, 1, 0): {"key": "Keep", "exits": {"sw": {"to": (0, 0, 0), "key": "slope"}}},
        (0, 0, 1): {"key": "Roof", "tags": ["high"], "exits": {"down": (0, 0, 0)}},
    },
    "options": {"map_visual_range": 2},
}
"""
LOWEST = """r\"\"\"
+ 0 1

2 #
  |
1 | #
  |/
0 U

+ 0 1
\"\"\","""


def test_rooms_on_levels_become_drawings_and_rooms_again_for_an_owner(spawned, superuser, run):
    (file,) = spawned(FORT)
    editor = Editor(superuser.account, "fort")
    old = room_named("Keep").pk
    told = editor.has_done(*editor.post("convert"))
    assert told["state"] == "done", told
    assert LOWEST in file.read_text()
    assert run("spawn", "fort", "--yes")[0] == 0
    assert room_named("Keep").pk == old
    editor.draws(named("1,1,0", "Tower"))
    assert editor.post("convert")[0] == 422  # the draft has changes
    assert editor.applies()["state"] == "done"
    assert editor.has_done(*editor.post("convert"))["state"] == "done"
    assert '"southwest": {"to": (0, 0, 0), "key": "slope", "aliases"' in file.read_text()


JETTY = '''
from evennia.contrib.grid.xyzgrid.xymap_legend import MapNode


class Jetty(MapNode):
    symbol = "Q"
    display_symbol = "|cq|n"
    prototype = {"prototype_parent": "xyz_room", "key": "Jetty"}


class Market(MapNode):
    symbol = "M"
    prototype = {"prototype_parent": "xyz_room", "key": "Market", "desc": "Stalls."}


XYMAP_DATA = {
    "zcoord": "jetty",
    "map": """
+ 0 1 2

0 #-Q-M

+ 0 1 2
""",
    "legend": {"Q": Jetty, "M": Market},
    "areas": {
        "pier": {"rooms": ["Q"], "title": "The Pier", "goto": "no"},  # wet
        "town": {
            "rooms": ["(0,0)-(0,0)", "M"],
            "prototype": {"tags": [("dry", "zone")], "desc": "Dry."},
        },
    },
    "contents": [{"prototype": {"key": "gull"}, "rooms": ["Q", "M"], "wanders": {"rooms": ["Q"]}}],
    "options": {"symbols": {"M": {"at": {"time:night": "x"}}}},
}
'''


@pytest.mark.beside("contents")
def test_areas_and_contents_of_a_converted_drawing_keep_their_rooms(spawned, run):
    (file,) = spawned(JETTY)
    before = current().grids["jetty"]
    assert run("convert", "jetty", "--yes")[0] == 0
    pier = '"pier": {"rooms": [(1, 0)], "title": "The Pier", "goto": "no"},  # wet'
    assert pier in file.read_text()
    assert '"rooms": [(1, 0), "M"], "wanders": {"rooms": [(1, 0)]}' in file.read_text()
    after = current().grids["jetty"]
    assert {"q", "M"} <= {*after.drawn[0].cells.values()}
    assert after.areas == before.areas
    assert (file.read_text().count("dry"), file.read_text().count('"desc": "Stalls."')) == (1, 1)
    assert after.room_area.tolist() == before.room_area.tolist()
    assert after.options == before.options | {"contents": after.options["contents"]}
    assert run("plan", "jetty")[1].startswith("Nothing to do")


FERRY = '''
XYMAP_DATA = {
    "zcoord": "ferry",
    "map": """
+ 0 1

0 #-#

+ 0 1
""",
    "prototypes": {
        (1, 0): {
            "prototype_parent": "xyz_room",
            "things": [{"prototype_parent": "xyz_thing", "key": "bell"}],
        },
        (0, 0, "e"): {"prototype_parent": "xyz_exit", "typeclass": "xyzgrid_ext.xyzroom.XYZExit"},
    },
}
'''


def test_a_conversion_that_is_refused_shows_no_change_and_says_why(isle, spawned, run):
    file = spawned(FERRY, is_spawned=False)[-1]
    status, told = run("convert", "ferry", "--dry-run")
    assert (status, "writes" in told) == (1, False)
    assert run("spawn", "ferry", "--yes")[0] == 0
    search_object("bell")[0].delete()
    assert "says: 1 thing to make" in run("convert", "ferry", "--dry-run")[1]
    assert run("spawn", "ferry", "--yes")[0] == 0
    for _way in range(2):  # the exit with a class keeps its parent
        assert run("convert", "ferry", "--yes")[0] == 0
        assert run("plan", "ferry")[1].startswith("Nothing to do")
    assert run("convert", "ferry", "--yes")[0] == 0
    file.write_text(file.read_text().replace('"west": ', '"north": (0, 0, "isle"), "west": '))
    get_xyzgrid().reload()
    assert "1,0,0 north leads to another map" in run("convert", "ferry", "--dry-run")[1]
