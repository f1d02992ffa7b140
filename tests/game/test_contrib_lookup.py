"""A game whose rooms subclass the contrib's, as the contrib's page says, has our maps as well."""

import pytest
from contrib_games import contrib_game, lane, legends_put_back
from evennia.contrib.grid.xyzgrid import commands, launchcmd
from evennia.contrib.grid.xyzgrid import xyzgrid as contrib_grid
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.contrib.grid.xyzgrid.xyzgrid import get_xyzgrid as bound_at_import
from evennia.scripts.models import ScriptDB
from evennia.utils.ansi import strip_ansi
from spawned import spawned_once
from worlds import room_at

from xyzgrid_ext.game import typeclasses
from xyzgrid_ext.game.db import typeclass_paths

pytestmark = pytest.mark.django_db


class StrangerRoom(contrib.XYZRoom):
    """A game's own room, which knows nothing of us."""


class MixingRoom(typeclasses.XYZRoomMixin, contrib.XYZRoom):
    """A game's own room, which mixes ours in."""


def path(cls):
    return f"{cls.__module__}.{cls.__qualname__}"


def own(key, cls=StrangerRoom):
    return {"prototype_parent": "xyz_room", "key": key, "typeclass": path(cls)}


shared_maps = spawned_once(
    lane("own lane", prototypes={("*", "*"): own("Lane")}),
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


def test_the_name_is_ours_wherever_it_was_bound(grid):
    for get in (
        bound_at_import,
        contrib_grid.get_xyzgrid,
        commands.get_xyzgrid,
        launchcmd.get_xyzgrid,
    ):
        assert get() is get(print_errors=False) is grid
    assert room_at(grid, 0, 0, "own lane").exits[0].xyzgrid is grid
    assert grids() == 1


def test_the_contribs_commands_walk_and_draw_our_map(grid, make_player):
    bob = make_player("Bob", location=room_at(grid, 0, 0, "own lane"), superuser=True)
    bob.character.cmdset.add(commands.XYZGridCmdSet)
    assert "There are 2 steps" in told(bob, "path (2,0)")
    assert "own lane" in told(bob, "map list")


def test_the_contribs_launcher_lists_our_maps(grid, capsys):
    launchcmd.xyzcommand("list")
    assert "#-#-#-#" in capsys.readouterr().out


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
    """Return the contrib's grid with a map, beside ours."""
    with legends_put_back():
        theirs, _faults = contrib_grid.XYZGrid.create("XYZGrid")
        theirs.add_maps(lane("their lane"))
        yield theirs


def test_the_contribs_grid_is_found_by_one_query(beside, django_assert_num_queries):
    assert bound_at_import() == beside
    with django_assert_num_queries(1):
        assert bound_at_import() == beside


def test_rooms_that_ask_the_contribs_grid_on_our_maps_are_told_of(beside, run):
    text = f"{path(StrangerRoom)} shows no map, on 7 of our rooms and exits"
    assert text in run("check")[1]
    assert text in run("spawn", "--yes")[1]
    doctor = run("doctor")[1]
    assert path(StrangerRoom) in doctor
    assert "shows no map, on 7 of our rooms and exits" in doctor


def test_nothing_is_told_of_rooms_that_find_our_grid(grid, run):
    for words in (("check",), ("spawn", "--yes"), ("doctor",)):
        assert "shows no map" not in run(*words)[1]


def test_classes_that_mix_ours_in_are_not_told_of(beside, run):
    typeclass_paths.retype(path(StrangerRoom), path(MixingRoom))
    typeclass_paths.forget()
    assert "shows no map" not in run("check")[1]


def test_unadopt_gives_the_name_back_to_the_contrib(grid, run):
    with legends_put_back():
        assert run("unadopt", "--yes")[0] == 0
        found = bound_at_import()
        assert type(found) is contrib_grid.XYZGrid
        assert grids() == 1
