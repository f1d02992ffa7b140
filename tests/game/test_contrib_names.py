"""The contrib's names find our grid, rooms and exits, for code of games that knows only those."""

import os
import subprocess
import sys

import pytest
from contrib_games import contrib_game, lane, legends_put_back
from evennia.contrib.grid.xyzgrid import commands, launchcmd
from evennia.contrib.grid.xyzgrid import xyzgrid as contrib_grid
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.contrib.grid.xyzgrid.xyzgrid import get_xyzgrid as bound_at_import
from evennia.objects.models import ObjectDB
from evennia.scripts.models import ScriptDB
from evennia.utils.ansi import strip_ansi
from spawned import spawned_once
from worlds import room_at

from xyzgrid_ext import install, xyzroom
from xyzgrid_ext.game.db import typeclass_paths
from xyzgrid_ext.xyzgrid import XYZGrid

pytestmark = pytest.mark.django_db


class StrangerRoom(contrib.XYZRoom):
    """A game's own room, which knows nothing of us."""


class StrangerExit(contrib.XYZExit):
    """A game's own exit, which knows nothing of us."""


def retype(old, new):
    ObjectDB.objects.filter(db_typeclass_path=old).update(db_typeclass_path=new)
    typeclass_paths.flush_objects()


class MixingRoom(xyzroom.XYZRoomMixin, contrib.XYZRoom):
    """A game's own room, which mixes ours in."""


def path(cls):
    return f"{cls.__module__}.{cls.__qualname__}"


def own(key, cls=StrangerRoom):
    return {"prototype_parent": "xyz_room", "key": key, "typeclass": path(cls)}


shared_maps = spawned_once(
    lane("own lane", prototypes={("*", "*"): own("Lane")}),
    lane(
        "mixed lane",
        prototypes={
            (1, 0): own("Middle"),
            (0, 0, "e"): {"prototype_parent": "xyz_exit", "typeclass": path(StrangerExit)},
        },
    ),
    {"zcoord": "tower", "levels": ["+ 0\n\n0 U\n\n+ 0\n", "+ 0 1\n\n0 D-#\n\n+ 0 1\n"]}
    | {"prototypes": {("*", "*", "*"): own("Stairs")}},
)


def grids():
    return ScriptDB.objects.filter(db_typeclass_path__endswith=".XYZGrid").count()


def told(player, line):
    return strip_ansi(player.types(line))


def test_a_room_of_the_contribs_class_shows_our_map_and_makes_no_second_grid(grid, make_player):
    room = room_at(grid, 1, 0, "own lane")
    assert type(room) is StrangerRoom
    ann = make_player("Ann", location=room)
    assert "#-@-#-#" in told(ann, "look")
    assert room.xyzgrid is grid
    assert room.xymap is grid.get_map("own lane")
    assert grids() == 1


def test_a_level_is_shown_by_a_room_of_the_contribs_class(grid, make_player):
    ann = make_player("Ann", location=room_at(grid, 0, 0, "tower:1"))
    assert "@-#" in told(ann, "look")


def test_names_are_ours_wherever_they_were_bound_and_classes_of_a_game_its_own(grid):
    for get in (
        bound_at_import,
        contrib_grid.get_xyzgrid,
        commands.get_xyzgrid,
        launchcmd.get_xyzgrid,
    ):
        assert get() is get(print_errors=False) is grid
    assert room_at(grid, 0, 0, "own lane").exits[0].xyzgrid is grid
    assert grids() == 1
    assert StrangerRoom.objects.filter_xyz(xyz=("*", "*", "mixed lane")).count() == 1
    assert not MixingRoom.objects.filter_xyz(xyz=("*", "*", "mixed lane"))


@pytest.mark.parametrize("rooms", [contrib.XYZRoom, xyzroom.XYZRoom])
def test_rooms_of_any_class_are_found_by_coordinate(grid, rooms):
    lane_rooms = rooms.objects.filter_xyz(xyz=("*", "*", "Mixed Lane"))
    assert {type(room) for room in lane_rooms} == {StrangerRoom, xyzroom.XYZRoom}
    assert lane_rooms.count() == 4, "and no exit"
    for x in range(4):
        assert rooms.objects.get_xyz(xyz=(x, 0, "mixed lane")).xyz == (x, 0, "mixed lane")
    assert rooms.objects.get_xyz(xyz=("0", 0, "tower:1"), db_key="Stairs").key == "Stairs"
    assert rooms.objects.filter_xyz().count() == 11
    with pytest.raises(rooms.DoesNotExist, match=r"no XYZRoom at \(9,0,mixed lane\)"):
        rooms.objects.get_xyz(xyz=(9, 0, "mixed lane"))


@pytest.mark.parametrize("exits", [contrib.XYZExit, xyzroom.XYZExit])
def test_exits_of_any_class_are_found_by_coordinates(grid, exits):
    for x, cls in enumerate((StrangerExit, xyzroom.XYZExit, xyzroom.XYZExit)):
        ends = {"xyz": (x, 0, "mixed lane"), "xyz_destination": (x + 1, 0, "mixed lane")}
        assert type(exits.objects.get_xyz_exit(**ends)) is cls
        assert exits.objects.filter_xyz_exit(**ends).count() == 1
    assert exits.objects.filter_xyz_exit(xyz=("*", "*", "mixed lane")).count() == 6
    assert exits.objects.filter_xyz(xyz=(0, 0, "mixed lane")).count() == 1, "and no room"
    with pytest.raises(exits.DoesNotExist, match=r"from \(0,0,mixed lane\) to \(3,0,mixed lane\)"):
        exits.objects.get_xyz_exit(xyz=(0, 0, "mixed lane"), xyz_destination=(3, 0, "mixed lane"))


def test_room_of_a_class_that_is_not_imported_is_found(grid, tmp_path, monkeypatch):
    """As in `evennia shell`, where nothing has imported the game's own rooms yet."""
    (tmp_path / "rooms_of_a_shell.py").write_text(
        "from evennia.contrib.grid.xyzgrid import xyzroom\n\n\n"
        "class Cellar(xyzroom.XYZRoom):\n    pass\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    retype(path(StrangerRoom), "rooms_of_a_shell.Cellar")
    for rooms in (xyzroom.XYZRoom, contrib.XYZRoom):
        assert type(rooms.objects.get_xyz(xyz=(1, 0, "mixed lane"))).__name__ == "Cellar"


@pytest.fixture
def no_grid(limbo):
    """Take the script of the grid away, as in a game at its first start."""
    typeclass_paths.drop_scripts(ScriptDB.objects.values_list("pk", flat=True))
    typeclass_paths.flush_objects()


def test_contribs_name_makes_our_grid_if_there_is_none(no_grid):
    assert type(bound_at_import()) is XYZGrid
    assert grids() == 1


SCRIPT = """
import sys
import django
django.setup()
import evennia
evennia._init()
print("evennia.contrib.grid.xyzgrid" in sys.modules)
from evennia.contrib.grid.xyzgrid.xyzroom import XYZExit, XYZRoom
from evennia.contrib.grid.xyzgrid.xyzgrid import get_xyzgrid
for function in (get_xyzgrid, XYZRoom.objects.get_xyz, XYZExit.objects.get_xyz_exit):
    print(function.__code__.co_filename.rpartition("/")[2])
"""


def test_every_process_with_our_app_has_the_names():
    """As an operator's script has; before Evennia is ready, nothing of the contrib is imported."""
    env = {name: value for name, value in os.environ.items() if name != "XYZGRID_TEST_DATABASE"}
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=env | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split("\n")[-5:] == ["False", *["contrib_names.py"] * 3, ""]


def test_the_contribs_commands_walk_and_draw_our_map(grid, make_player):
    bob = make_player("Bob", location=room_at(grid, 0, 0, "own lane"), superuser=True)
    bob.character.cmdset.add(commands.XYZGridCmdSet)
    assert "There are 2 steps" in told(bob, "path (2,0)")
    assert "own lane" in told(bob, "map list")


def test_contribs_launcher_lists_our_maps_and_nothing_is_told_of_their_rooms(grid, capsys, run):
    launchcmd.xyzcommand("list")
    assert "#-#-#-#" in capsys.readouterr().out
    for words in (("check",), ("spawn", "--yes"), ("doctor",)):
        assert "shows no map" not in run(*words)[1]


def test_a_grid_of_the_contribs_with_maps_stays_the_contribs(no_maps, run, tmp_path, monkeypatch):
    with legends_put_back():
        theirs, _faults = contrib_grid.XYZGrid.create("XYZGrid")
        assert bound_at_import() is no_maps, "an empty one is what the contrib makes by itself"
        theirs.add_maps(lane("their lane"))
        contrib_game(tmp_path, monkeypatch)()
        assert bound_at_import().pk == theirs.pk
        assert bound_at_import().get_map("their lane") is not None


@pytest.fixture
def beside(grid):
    with legends_put_back():
        theirs, _faults = contrib_grid.XYZGrid.create("XYZGrid")
        theirs.add_maps(lane("their lane"))
        yield theirs


def test_a_second_grid_is_named_and_one_without_maps_removed(grid, run):
    pk = contrib_grid.XYZGrid.create("XYZGrid")[0].pk
    named = f"a second grid, the script #{pk} (evennia.contrib.grid.xyzgrid.xyzgrid.XYZGrid)"
    assert f"{named}, has no maps" in run("list")[1]
    assert f"#{pk}, without maps" in run("doctor")[1]
    assert bound_at_import() is grid
    code, text = run("doctor", "--fix")
    assert (code, f"removed the second grid, the script #{pk}," in text) == (0, True)
    assert "second grid" not in run("list")[1] + run("doctor")[1] + run("doctor", "--fix")[1]
    assert (grids(), bound_at_import() is grid) == (1, True)


def test_second_grid_with_maps_stays_and_rooms_that_ask_it_are_told_of(beside, grid, run):
    assert "has the maps 'their lane'; `evennia xyzgrid adopt` takes them over" in run("list")[1]
    run("doctor", "--fix")
    assert grids() == 2
    text = f"{path(StrangerRoom)} shows no map, on 8 of our rooms and exits"
    assert text in run("check")[1]
    assert text in run("spawn", "--yes")[1]
    doctor = run("doctor")[1]
    assert path(StrangerRoom) in doctor
    assert "shows no map, on 8 of our rooms and exits" in doctor
    retype(path(StrangerRoom), path(MixingRoom))
    retype(path(StrangerExit), path(xyzroom.XYZExit))
    assert "shows no map" not in run("check")[1]


def test_init_makes_the_grid_and_says_that_it_wrote_no_lines(no_grid, run, tmp_path, settings):
    for name in install.LINES_TO_ADD:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    settings.GAME_DIR = str(tmp_path)
    code, text = run("init")
    assert (code, grids()) == (0, 1)
    assert "The grid is the script XYZGrid" in text
    assert "There is nobody to ask, and no file was changed; add --yes." in text
    assert not any((tmp_path / name).read_text() for name in install.LINES_TO_ADD)


def test_tidying_makes_no_grid_and_the_contribs_launcher_its_own(no_grid, run, settings):
    assert run("doctor", "--fix")[0] == 0
    assert grids() == 0
    settings.EXTRA_LAUNCHER_COMMANDS = {
        "xyzgrid": "evennia.contrib.grid.xyzgrid.launchcmd.xyzcommand"
    }
    assert type(bound_at_import()) is contrib_grid.XYZGrid
