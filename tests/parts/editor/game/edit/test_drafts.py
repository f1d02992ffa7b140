"""Drafts: drawn, checked, applied, and cells of drawn maps in them."""

import sys

import pytest
from evennia import search_object
from worlds import DRAWN, room_named

from tests.parts.editor.e2e.gestures import PIER_AND_TIDE
from tests.parts.editor.game.editor_pages import INN, LOFT, Editor, named
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli.jobs import Order, job_steps
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.editor.core.values import name_fault
from xyzgrid_ext.parts.editor.web import drafts


def test_a_draft_is_the_file_and_then_what_was_drawn(editor):
    _status, told = editor.get()
    assert (told["map"], told["kind"], told["revision"], told["stale"]) == (
        "Inn",
        "rooms",
        0,
        False,
    )
    assert told["document"]["rooms"]["1,0,0"]["exits"] == {"west": {"to": "0,0,0"}}
    assert editor.draws(named("1,0,0", "Taproom"), *LOFT) == (200, {"revision": 4})
    rooms = editor.get()[1]["document"]["rooms"]
    assert rooms["1,0,0"]["name"] == "Taproom"
    assert rooms["0,1,0"]["exits"] == {"south": {"to": "0,0,0"}}
    assert editor.draws({"op": "remove", "room": "0,1,0"}) == (200, {"revision": 5})
    assert editor.post("discard")[1]["document"]["rooms"]["1,0,0"]["name"] == "Bar"


def test_who_is_late_is_told_what_was_done(editor):
    editor.draws(named("0,0,0", "A"))
    editor.draws(named("0,0,0", "B"))
    status, told = editor.draws(named("0,0,0", "C"), revision=1)
    assert (status, told["revision"], told["ops"]) == (409, 2, [named("0,0,0", "B")])
    assert editor.draws(named("0,0,0", "C"), revision=7)[1]["reset"]
    draft = drafts.open_draft("inn")
    editor.draws(named("0,0,0", "D"))  # between the look at the draft and that at its operations
    with pytest.raises(drafts.StaleError) as late:
        drafts.refuse_stale(draft, 1)
    assert (late.value.revision, late.value.since) == (2, [named("0,0,0", "B")])


def test_a_long_history_is_read_again_after_a_start(editor):
    for start in range(0, 450, 150):
        editor.draws(*(named("0,0,0", f"Hall {n}") for n in range(start, start + 150)))
    drafts.documents.clear()
    told = editor.get()[1]
    assert (told["revision"], told["document"]["rooms"]["0,0,0"]["name"]) == (450, "Hall 449")


def test_draft_is_checked_with_operations_that_mend_it_and_end_its_colours(editor):
    editor.draws(LOFT[0], LOFT[1])
    _status, told = editor.post("check")
    assert told["traps"] == ["0,1,0"]
    (found,) = [one for one in told["findings"] if one["room"] == "0,1,0"]
    assert found["fix"] == [LOFT[2]]
    editor.draws(*found["fix"])
    assert editor.post("check")[1] == {
        "findings": [],
        "unreachable": [],
        "areas": [],
        "traps": [],
        "stale": False,
    }
    assert editor.post("prove")[1]["proved"] is None
    for name in ("|rHall", "|[bHall|_", "|nHall |=m"):
        editor.draws(named("0,0,0", name))
        (found,) = editor.post("check")[1]["findings"]
        assert found["fix"] == [named("0,0,0", f"{name}|n")]
    for name in ("|rHall|n", "Hall || r", "||red Hall"):
        editor.draws(named("0,0,0", name))
        assert editor.post("check")[1]["findings"] == []


def test_what_far_maps_have_is_no_finding(editor, files):
    door = {"to": "1,0,0", "needs": ["item:brass hook"]}
    desc = [{"text": "It hums.", "needs": ["puzzle:hook"]}]
    editor.draws(
        {"op": "exit", "room": "0,0,0", "direction": "east", "value": door},
        {"op": "set", "room": "1,0,0", "key": "desc", "value": desc},
    )
    lacks = [one["text"] for one in editor.post("check")[1]["findings"]]
    assert [text.rpartition(", ")[2] for text in lacks] == [
        "which nothing gives",
        "and nothing in the game has this name",
    ]
    hook = {"prototype_parent": "xyz_thing", "key": "brass hook", "puzzle": "hook"}
    lane = files[1]
    lane.write_text(lane.read_text().replace('"key": "Lane"', f'"key": "Lane", "things": [{hook}]'))
    get_xyzgrid().reload()
    assert editor.post("check")[1]["findings"] == []


def test_draft_of_a_renamed_map_has_its_new_name(editor, inn, run, superuser):
    editor.draws(named("0,0,0", "Porch"))
    inn.write_text(inn.read_text().replace('"Inn"', '"Pub"'))
    assert run("rename", "inn", "Pub", "--yes")[0] == 0
    told = Editor(superuser.account, "pub").get()[1]
    assert (told["document"]["map"], told["document"]["rooms"]["0,0,0"]["name"]) == ("Pub", "Porch")


def test_prototypes_and_levels_are_checked_as_the_launcher_does(editor):
    for prototype in ({"prototype_parent": "nope"}, {"locks": "open:nobody("}):
        ops = {"op": "set", "room": "1,0,0", "key": "prototype", "value": prototype}
        assert editor.draws(ops)[0] == 200
        (found, *_more) = editor.post("check")[1]["findings"]
        assert found["severity"] in ("error", "warning")
        assert found["room"] == "1,0,0", found
    editor.draws({"op": "add", "room": "0,0,1", "values": {}})
    found = [one for one in editor.post("check")[1]["findings"] if one["room"] is None]
    assert [one["severity"] for one in found] == ["warning"]
    assert "made anew" in found[0]["text"]


def test_a_plan_shows_rooms_people_and_the_file(editor, inn, player, settings):
    settings.GAME_DIR = str(inn.parent.parent)
    player.character.move_to(room_named("Bar"), quiet=True)
    editor.draws(*LOFT, named("0,0,0", "Porch"), {"op": "remove", "room": "1,0,0"})
    _status, told = editor.post("plan")
    assert (told["made"], told["changed"]) == (["0,1,0"], ["0,0,0"])
    assert (told["removed"], told["rooms"], told["beside"]) == (["1,0,0"], 2, [])
    assert told["exits"] == [2, 0, 2]
    assert told["moved"] == [{"who": "Ann", "from": "1,0,0", "to": "Porch (0,0,Inn)"}]
    assert '+            "key": "Porch",  # where they come in' in told["diff"]
    path = f"{inn.parent.name}/{inn.name}"
    assert told["diff"].startswith(f"--- a/{path}\n+++ b/{path}\n")
    assert '-        (1, 0): {"key": "Bar", "exits": {"west": (0, 0)}},' in told["diff"]


def test_an_apply_writes_the_file_and_the_rooms_and_is_a_version(editor, inn, player):
    editor.draws(*LOFT, named("1,0,0", "Taproom"))
    told = editor.applies()
    assert told["state"] == "done", told
    assert "Taproom" in inn.read_text()
    player.character.move_to(room_named("Hall"), quiet=True)
    player.types("north")
    assert player.at == "Loft"
    _status, draft = editor.get()
    assert not draft["stale"]
    assert draft["document"]["rooms"]["0,1,0"]["name"] == "Loft"
    version, before = editor.get("/versions")[1]
    assert (before["who"], before["what"]) == ("file", "as it was before")
    assert (version["who"], version["what"]) == ("Bob", "made 1 room and 2 exits, changed 1 room")
    assert told["text"].splitlines()[-1] == version["what"], "as the plan has counted"


def test_a_plan_changes_nothing_that_rooms_have_from_their_areas(editor, inn):
    areas = '"areas": {"all": {"rooms": ["(0,0)-(5,5)"], "prototype": {"tags": ["wet"]}}}'
    inn.write_text(inn.read_text().replace('"rooms":', f'{areas}, "rooms":', 1))
    get_xyzgrid().reload()
    get_xyzgrid().spawn()
    editor.draws(named("1,0,0", "Taproom"))
    assert editor.post("plan")[1]["changed"] == ["1,0,0"]
    assert editor.applies()["state"] == "done"
    assert areas in inn.read_text()


def test_an_earlier_version_comes_back_by_draft_and_apply(editor, inn):
    editor.draws(named("1,0,0", "Taproom"))
    editor.applies()
    first = editor.get("/versions")[1][0]["id"]
    editor.draws({"op": "remove", "room": "1,0,0"}, named("0,0,0", "Ruin"))
    editor.applies()
    assert editor.get(f"/versions/{first}")[1]["rooms"]["1,0,0"]["name"] == "Taproom"
    assert editor.post(f"versions/{first}/restore")[0] == 200
    assert editor.applies()["state"] == "done"
    assert "Taproom" in inn.read_text()
    newest = editor.get("/versions")[1][0]
    assert newest["what"] == "made 1 room and 2 exits, changed 1 room"
    assert editor.post("versions/999/restore")[0] == 404


def test_a_draft_that_two_apply_at_once_is_one_version(editor):
    editor.draws(named("1,0,0", "Taproom"))
    first = editor.post("apply", revision=1)
    assert editor.post("apply", revision=1) == first
    assert editor.has_done(*first)["state"] == "done"
    assert len(editor.get("/versions")[1]) == 2
    assert editor.post("apply", revision=1)[0] == 409


def test_a_file_that_changes_meanwhile_is_not_written_over(editor, inn):
    editor.draws(named("1,0,0", "Taproom"))
    inn.write_text(INN.replace("A hall.", "A wide hall.").replace('"Bar"', '"Pub"'))
    assert editor.get()[1]["stale"]
    assert editor.post("apply", revision=editor.get()[1]["revision"])[0] == 422
    status, told = editor.post("plan")
    assert (status, told["offer"], editor.post("check")[1]["stale"]) == (422, "rebase", True)
    _status, told = editor.post("rebase")
    assert not editor.post("check")[1]["stale"]
    assert told["conflicts"] == ["set 1,0,0 name: the file has changed it, too; yours stays"]
    assert told["document"]["rooms"]["0,0,0"]["desc"] == "A wide hall."
    assert editor.applies()["state"] == "done"
    assert "A wide hall." in inn.read_text()
    assert "Taproom" in inn.read_text()


def test_an_apply_of_a_file_that_changes_at_the_last_moment_fails(editor, inn):
    editor.draws(named("1,0,0", "Taproom"))
    editor.post("apply", revision=1)
    changed = INN.replace("A hall.", "A wide hall.")
    inn.write_text(changed)
    (job,) = [one for one in jobs.all_jobs() if not one.ended]
    with pytest.raises(GridError, match="has changed since"):
        drain(job_steps(job.word, get_xyzgrid(), Order(job.names, TERMINAL)))
    assert inn.read_text() == changed
    assert [one["who"] for one in editor.get("/versions")[1]] == ["file"]


def test_an_apply_that_a_reload_cuts_off_goes_on(editor, inn):
    editor.draws(*LOFT)
    editor.post("apply", revision=3)
    (job,) = [one for one in jobs.all_jobs() if not one.ended]
    steps = job_steps(job.word, get_xyzgrid(), Order(job.names, TERMINAL))
    while room_named("Loft") is None:
        next(steps)
    steps.close()
    assert "Loft" in inn.read_text()
    assert len(editor.get("/versions")[1]) == 1
    drain(job_steps(job.word, get_xyzgrid(), Order(job.names, TERMINAL)))
    assert room_named("Loft")
    assert len(editor.get("/versions")[1]) == 2
    assert not editor.get()[1]["stale"]


def test_of_a_drawn_map_names_are_changed_and_nothing_else(files, superuser):
    lane = Editor(superuser.account, "lane")
    told = lane.get()[1]
    assert (told["kind"], told["topology"], told["writable"]) == ("drawn", False, True)
    assert lane.draws(LOFT[0])[1]["code"] == "read-only"
    assert lane.draws(named("1,0,0", "Alley")) == (200, {"revision": 1})
    assert lane.post("plan")[1]["changed"] == ["1,0,0"]
    assert lane.applies()["state"] == "done"
    assert room_named("Alley")
    lane.draws(named("1,0,0", "Lane"))
    lane.applies()
    assert files[1].read_text() == DRAWN


def test_a_superuser_makes_a_new_map(inn, superuser, editor, settings, tmp_path):
    (tmp_path / "drawn_here").mkdir()
    (tmp_path / "drawn_here" / "__init__.py").touch()
    settings.XYZGRID_DRAWN_MAPS = "drawn_here"
    new = Editor(superuser.account, "the mill")
    assert new.has_done(*new.post("create", name="The Mill"))["state"] == "done"
    assert [one.name for one in (tmp_path / "drawn_here").glob("t*.py")] == ["the_mill.py"]
    new.draws(named("0,0,0", "Mill"), LOFT[0], *LOFT[1:])
    assert new.applies()["state"] == "done"
    assert room_named("Mill")
    assert new.post("create", name="other")[0] == 400
    assert new.post("create", name="the mill")[1]["cure"] == "There is already such a map."
    assert editor.post("create", name="inn")[0] == 403
    sys.modules.pop("drawn_here.the_mill")


def test_a_new_map_has_a_plain_name(inn, superuser):
    for name in ("../etc", "a/b", "<b>x</b>", "a:1", "a.b", " ", "--", "x" * 81, "|rRed", 5):
        editor = Editor(superuser.account, str(name))
        status, told = editor.post("create", name=name)
        assert status == 400, name
        asked = editor.post("create", name=name, is_question=True)  # as while it is typed
        assert asked == (200, {"fault": told["cure"]}), name
    assert jobs.all_jobs() == []
    for name in ("Dvergr's Höhle_2", "काशी", "Half-way Inn"):
        assert name_fault(name) is None, name


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
