"""Adopting and unadopting small games of the contrib: what is refused, kept and told.

The game has two maps, `lane` and `alley`: rooms in a row.
"""

import os

import pytest
from contrib_games import (
    NOTHING,
    change_by_hand,
    contrib_game,
    lane,
    legends_put_back,
    module,
    room,
    rows,
)
from evennia.contrib.grid.xyzgrid import xyzgrid as contrib_grid
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.contrib.grid.xyzgrid.xyzgrid import get_xyzgrid as bound_at_import
from evennia.objects.models import ObjectDB
from evennia.scripts.models import ScriptDB
from evennia.utils.create import create_object
from spawned import built_once

from xyzgrid_ext.game.db import objects
from xyzgrid_ext.parts.adopt import rows as adoption
from xyzgrid_ext.xyzgrid import get_xyzgrid
from xyzgrid_ext.xyzroom import XYZExit, XYZRoom

BEND = "matrixedge 2\nstartnode 0 0 0\nendnode 1 0 0\ncurrentnode 0 0 0\nnode 0 0 0 right twoway\n"


@built_once
def shared_maps(folder, monkeypatch):
    maps = module(monkeypatch, "maps_two", XYMAP_DATA_LIST=[lane("lane", 6), lane("alley", 3)])
    contrib_game(folder, monkeypatch)(maps)


@pytest.fixture
def lanes(limbo):
    """Return the contrib's grid."""
    return contrib_grid.get_xyzgrid()


# --- there


def test_without_yes_nothing_changes_and_unadopting_says_what_is_remembered(
    lanes, run, monkeypatch, player
):
    before = rows()
    monkeypatch.setattr("sys.stdin", None)
    code, text = run("adopt")
    assert code == 1
    assert "maps_two: 'lane', 'alley'" in text
    assert "--yes" in text
    assert rows() == before
    player.character.db.journey = "the game's own"
    assert "remember" not in run("unadopt", "--yes")[1]
    for forget, stays in (((), True), (("--forget",), False)):
        run("adopt", "--yes")
        player.character.attributes.add("journey", "x", category="xyzgrid")
        player.character.attributes.add("lane", "0.4:1c", category="xyzgrid_explored")
        text = run("unadopt", "--yes", *forget)[1]
        assert f", 1 of them, {'stays, for a later' if stays else 'goes'}" in text
        kept = ObjectDB.objects.filter(db_attributes__db_category__startswith="xyzgrid")
        assert (kept.count() > 0) == stays
    assert ObjectDB.objects.get(pk=player.character.pk).db.journey == "the game's own"


# --- what is told


def test_a_map_without_a_module_stays_with_the_contrib_and_works(lanes, game, run, make_player):
    grid = game(lane("old lane"))
    change_by_hand()
    before = rows()
    code, text = run("adopt", "--yes")
    assert (code, "'old lane' stays with the contrib" in text) == (0, True)
    assert contrib.XYZRoom.objects.count() == 4
    theirs = contrib_grid.get_xyzgrid()
    assert (theirs.pk, list(theirs.grid)) == (grid.pk, ["old lane"])
    ann = make_player("Ann", location=room(0, 0, "old lane"))
    assert "@-#-#" in ann.types("look")
    assert run("adopt")[1].endswith("Nothing to do: the grid is ours.\n")
    ann.character.delete()
    assert run("unadopt", "--yes")[0] == 0
    assert ScriptDB.objects.filter(db_key="XYZGrid").count() == 1
    assert set(contrib_grid.get_xyzgrid().grid) == {"lane", "alley", "old lane"}
    assert rows()["ObjectDB_db_tags"] == before["ObjectDB_db_tags"]


# --- and back


@pytest.fixture
def with_cube(lanes, run, monkeypatch, tmp_path):
    """An adopted game that has got a matrix and a map of levels since."""
    run("adopt", "--yes")
    (tmp_path / "cube.matrix").write_text(BEND, encoding="utf-8")
    name = module(
        monkeypatch,
        "maps_solid",
        __file__=str(tmp_path / "maps_solid.py"),
        XYMAP_DATA_LIST=[{"zcoord": "bend", "matrix": "cube.matrix"}, lane("path")],
    )
    assert run("add", name, str(tmp_path / "cube.matrix"))[0] == 0
    assert run("spawn", "--yes")[0] == 0


def test_3d_maps_stay_as_rooms_and_come_back_or_are_deleted(with_cube, run, make_player):
    before = rows()
    code, text = run("unadopt", "--yes")
    assert code == 0
    assert "the contrib has no 3D maps: 'bend', 'cube' stay as rooms without a map" in text
    assert set(contrib_grid.get_xyzgrid().grid) == {"lane", "alley", "path"}
    ann = make_player("Ann", location=room(0, 0, "bend:0"))
    assert "Exits: right" in ann.types("look")
    ann.character.delete()
    ann.account.delete()
    assert run("unadopt", "--yes") == (0, "Nothing to do: there is no grid of ours.\n")
    assert run("adopt", "--yes")[0] == 0
    assert run("plan") == NOTHING
    assert rows()["ObjectDB"] == before["ObjectDB"]
    assert room(0, 0, "bend:0").exits[0].direction == "right"
    lamp = create_object("evennia.objects.objects.DefaultObject", "lamp", room(1, 0, "cube:0"))
    flat = contrib.XYZRoom.objects.filter_xyz(("*", "*", "path")).count()
    code, text = run("unadopt", "--yes", "--delete-3d")
    assert (code, "'bend', 'cube' are deleted with their rooms" in text) == (0, True)
    assert not contrib.XYZRoom.objects.filter_xyz(("*", "*", "bend:0")).exists()
    assert not contrib.XYZRoom.objects.filter_xyz(("*", "*", "cube:0")).exists()
    assert contrib.XYZRoom.objects.filter_xyz(("*", "*", "path")).count() == flat == 4
    assert ObjectDB.objects.get(pk=lamp.pk).location is not None
    assert get_xyzgrid().attributes.get("maps") in (None, [])


@pytest.mark.beside("dungeons")
def test_the_exits_of_an_open_copy_keep_their_directions_there_and_back(lanes, run):
    from xyzgrid_ext.parts.dungeons.game import stored as dungeons
    from xyzgrid_ext.parts.dungeons.game.stored import Copy

    run("adopt", "--yes")
    dungeons.new_copy(get_xyzgrid(), Copy("", "cistern", "character 1", "a digest"))
    cell, _ = XYZRoom.create("Cell", xyz=(0, 0, "cistern #1"))
    mark = ("cistern #1", objects.INSTANCE)
    tags = [("cistern #1", objects.Z), ("north", objects.DIRECTION), mark]
    way = create_object(XYZExit, "north", cell, destination=cell, tags=tags)
    run("unadopt", "--yes")
    assert not exit_directions(room(0, 0, "lane").exits)
    run("adopt", "--yes")
    assert exit_directions([way]) == ["north"]


def exit_directions(exits):
    words = [one.tags.get(category=objects.DIRECTION, return_list=True) for one in exits]
    return [word for those in words for word in those]


# --- safety and cost


class PowerCutError(Exception):
    """The process ends here."""


@pytest.mark.parametrize(
    ("word", "step"),
    [
        *((word, step) for word in ("adopt", "unadopt") for step in ("retype", "store_maps")),
        ("adopt", "tag_directions"),
        ("unadopt", "untag_directions"),
    ],
)
def test_an_end_in_the_middle_leaves_everything_as_it_was(lanes, run, monkeypatch, word, step):
    if word == "unadopt":
        run("adopt", "--yes")
    before = rows()
    work, done = getattr(adoption, step), []

    def work_and_end(*arguments):
        done.append(work(*arguments))
        raise PowerCutError

    monkeypatch.setattr(adoption, step, work_and_end)
    with pytest.raises(PowerCutError):
        run(word, "--yes")
    assert done
    assert rows() == before


@pytest.mark.parametrize("word", ["adopt", "unadopt"])
def test_a_running_game_is_refused(lanes, run, server_folder, monkeypatch, word):
    monkeypatch.setattr("xyzgrid_ext.game.base.settings.database_address", lambda: "evennia.db3")
    if word == "unadopt":
        run("adopt", "--yes")
    before = rows()
    file = server_folder / "server.pid"
    file.write_text(str(os.getpid()))
    assert run(word, "--yes")[0] == 0, "the number is some other program's by now"
    monkeypatch.setattr("xyzgrid_ext.game.cli.running.Path.read_bytes", lambda file: b"server.pid")
    code, text = run(word, "--yes")
    assert code == 1
    assert f"this game is running (server, process {os.getpid()})" in text
    assert "evennia stop" in text
    assert rows() != before, "only the first call did its work"
    file.write_text("4194305")  # above what Linux gives
    assert run(word, "--yes")[0] == 0


@pytest.mark.beside("lands")
def test_unadopting_names_lazy_maps(spawn_maps, run):
    drawing = "+ 0 1\n\n0 #-#\n\n+ 0 1\n"
    spawn_maps({"zcoord": "lane", "map": drawing, "options": {"rooms": "lazy"}})
    code, text = run("unadopt", "--yes")
    assert code == 0
    assert "! 'lane' is lazy: the contrib's next spawn makes all of its rooms" in text


def test_unadopt_gives_the_name_back_to_the_contrib(spawn_maps, run):
    spawn_maps(lane("own lane"))
    with legends_put_back():
        assert run("unadopt", "--yes")[0] == 0
        assert type(bound_at_import()) is contrib_grid.XYZGrid
        assert ScriptDB.objects.filter(db_typeclass_path__endswith=".XYZGrid").count() == 1
