"""`sync`: the rooms become as the files say, with nobody to ask, and nobody's work is lost."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from evennia import create_object
from job_server import TWO, ask, names_of_rooms

from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.xyzroom import XYZRoom

IMPORT = "from evennia.contrib.grid.xyzgrid.xymap_legend import BasicMapNode"
ROOMS = (
    '"rooms": {(0, 0): {"symbol": "a", "exits": {"east": {"to": (1, 0), "weight": 2}}}, (1, 0): {}}'
)


def room(*xyz):
    return XYZRoom.objects.get_xyz(xyz=xyz)


def test_the_setting_is_the_list_of_maps(land, run, settings):
    settings.XYZGRID_MAPS = [land("town")]
    code, text = run("sync", "--check")
    assert (code, "new 'town': 3 rooms" in text, names_of_rooms()) == (2, True, [])
    assert run("sync")[0] == 0
    assert (names_of_rooms(), run("sync", "--check")[0], run("plan")[0]) == (["A room"] * 3, 0, 0)
    for words in (("add", land("hill")), ("delete", "town", "--yes")):
        code, text = run(*words)
        assert (code, "the setting XYZGRID_MAPS lists the maps" in text) == (1, True)
    assert run("sync", "town")[0] == 1


AREA = '"areas": {"quay": {"rooms": ["(0,0)-(1,0)"], "title": "TITLE"}}'
NODE = """"legend": {"#": type("Node", (BasicMapNode,), {"display_symbol": 'H'})}"""


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        ("", '"options": {"title": "The Town"}', "options"),
        (AREA, AREA.replace("TITLE", "The Quay"), "areas"),
        (AREA, AREA.replace('"TITLE"', '"TITLE", "goto": "no"'), "areas"),
        (NODE, NODE.replace("'H'", "'I'"), "legend"),
        (ROOMS, ROOMS.replace('"symbol": "a"', '"symbol": "b"'), "rooms"),
        (ROOMS, ROOMS.replace('"weight": 2', '"weight": 3'), "rooms"),
    ],
)
def test_what_makes_no_rows_is_work_to_do_until_the_game_has_read_it(
    land, run, settings, before, after, names
):
    def write(more):
        file = Path(find_spec(town).origin)
        if more.startswith('"rooms"'):
            file.write_text(f'XYMAP_DATA = {{"zcoord": "town", {more}}}')
        else:
            file.write_text(f"{IMPORT}{source[:-2]}, {more}}}\n")

    town = land("town")
    source = Path(find_spec(town).origin).read_text()
    settings.XYZGRID_MAPS = [town, land("hill")]
    write(before)
    assert (run("sync")[0], run("plan")[0]) == (0, 0)
    write(after)
    line = f"~ town: map text changed: {names}"
    for words in (("plan",), ("plan", "town"), ("plan", "--json"), ("sync", "--check")):
        code, text = run(*words)
        told = names in text if "--json" in words else line in text.splitlines()
        assert (code, told, "Nothing to do" in text) == (2, True, False), text
    assert run("plan", "hill")[0] == 0
    code, text = run("sync")
    assert (code, line in text.splitlines()) == (0, True)
    assert (run("sync", "--check")[0], "Nothing to do" in run("plan")[1]) == (0, True)


def test_a_map_that_is_no_longer_listed_goes_with_prune_alone_but_not_from_under_people(
    land, run, settings, player, superuser
):
    settings.XYZGRID_MAPS = [land("town"), land("hill")]
    assert run("sync")[0] == 0
    player.character.location = room(0, 0, "hill")
    superuser.character.location = room(1, 0, "town")
    superuser.types("open gate = (2,0,hill)")
    settings.XYZGRID_MAPS = settings.XYZGRID_MAPS[:1]
    code, text = run("sync")
    assert code == 0
    assert "is on no list, and has 3 rooms; `evennia xyzgrid sync --prune` removes them" in text
    assert run("sync", "--check", "--prune")[0] == 2
    assert len(names_of_rooms()) == 6
    code, text = run("sync", "--prune")
    assert (code, "= (0,0,hill) stays: Ann" in text, "removed 3" in text) == (2, True, True)
    assert "= (2,0,hill) stays: the exit gate (#" in text
    assert [room.xyz[0] for room in XYZRoom.objects.filter_xyz(xyz=("*", "*", "hill"))] == [0, 2]


def test_a_room_that_the_map_no_longer_has_stays_while_a_thing_is_in_it(land, run, settings):
    settings.XYZGRID_MAPS = [land("town")]
    run("sync")
    lamp = create_object("evennia.objects.objects.DefaultObject", "lamp", room(2, 0, "town"))
    land("town", TWO)
    code, text = run("sync")
    assert (code, f"= (2,0,town) stays: lamp (#{lamp.id})" in text) == (2, True)
    assert "map text changed" not in text, "which the rooms tell"
    assert (run("sync", "--check")[0], len(names_of_rooms())) == (2, 3)
    lamp.delete()
    assert (run("sync")[0], len(names_of_rooms())) == (0, 2)


@pytest.mark.parametrize("decided", [("rename", "town", "city"), ("delete", "town")])
def test_a_map_that_may_have_a_new_name_is_not_pruned(land, run, settings, decided):
    settings.XYZGRID_MAPS = [land("town"), land("hill")]
    run("sync")
    town, city = (Path(find_spec(name).origin) for name in (settings.XYZGRID_MAPS[0], land("city")))
    town.write_text(city.read_text())
    code, text = run("sync", "--prune")
    assert (code, 'xyzgrid rename "town" "city"' in text, len(names_of_rooms())) == (1, True, 6)
    assert (run(*decided, "--yes")[0], run("sync")[0]) == (0, 0)
    assert {room.xyz[2] for room in XYZRoom.objects.all()} == {"city", "hill"}


def test_a_running_server_takes_what_is_listed_by_now(land, server, settings):
    settings.XYZGRID_MAPS = [land("town")]
    assert ask(server, "sync").code == 0
    settings.XYZGRID_MAPS = [land("town", TWO), land("hill"), "no.such.module"]
    done = ask(server, "sync")
    assert (done.code, len(names_of_rooms())) == (1, 5)
    assert any("no.such.module" in line for line in done.lines)
    assert [one["maps"] for one in get_xyzgrid().records] == [["town"], ["hill"], []]


def test_slips_in_the_list_of_maps_are_told(land, run, settings):
    town = land("town")
    settings.XYZGRID_MAPS = [town, town, town.replace("town", "twon")]
    text = run("sync")[1]
    assert f"XYZGRID_MAPS lists {town} more than once: once is enough" in text
    assert f"did you mean '{town}'?" in text


def test_the_page_about_deploying_does_what_it_says(run, settings, documented):
    named = next(block for block in documented("python") if "XYZGRID_MAPS = " in block)
    names = {}
    exec(named, names)
    settings.XYZGRID_MAPS = [
        f"xyzgrid_ext.content.examples.{name[6:]}" for name in names["XYZGRID_MAPS"]
    ]
    blocks = [block for block in documented("sh") if "xyzgrid sync" in block]
    words = [line.split()[2:] for block in blocks for line in block.splitlines()]
    assert [run(*each)[0] for each in words] == [2, 0, 0]
    assert len(XYZRoom.objects.all()) == 10
