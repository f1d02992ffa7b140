"""A game made by the contrib's own code becomes ours, and the contrib's again, row by row.

The game is its example: two drawn maps with transitions, made by its own spawner. What players and
builders changed in it is in every test that compares rows.
"""

import os
import random
import shlex
import sys
import types

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from evennia.contrib.grid.xyzgrid import example, xymap, xymap_legend
from evennia.contrib.grid.xyzgrid import xyzgrid as contrib_grid
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.objects.models import ObjectDB
from evennia.prototypes import prototypes as protlib
from evennia.scripts.models import ScriptDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag
from evennia.utils.create import create_object

from xyzgrid_ext.game import typeclasses
from xyzgrid_ext.game.cli import migration
from xyzgrid_ext.game.db import objects, typeclass_paths
from xyzgrid_ext.game.typeclasses.script import XYZGrid, get_xyzgrid

pytestmark = pytest.mark.django_db

EXAMPLE = "evennia.contrib.grid.xyzgrid.example"
TREE, CAVE = "the large tree", "the small cave"
NOTHING = (0, "Nothing to do: the rooms are as the maps say.\n")
BEND = "matrixedge 2\nstartnode 0 0 0\nendnode 1 0 0\ncurrentnode 0 0 0\nnode 0 0 0 right twoway\n"


class OwnRoom(contrib.XYZRoom):
    """A game's own room, which knows nothing of us."""


class MixedRoom(typeclasses.XYZRoomMixin, contrib.XYZRoom):
    """A game's own room, which mixes ours in."""


class GoneNode(xymap_legend.MapNode):
    """A class of a legend that its module does not have for long."""

    symbol = "G"


@pytest.fixture(autouse=True)
def _classes_of_legends():
    """The contrib's parser writes into the classes of legends: put back what was there."""
    legend = {**xymap.DEFAULT_LEGEND, **example.LEGEND_MAP1, **example.LEGEND_MAP2, "G": GoneNode}
    before = [(cls, vars(cls).get("prototype", legend)) for cls in legend.values()]
    yield
    for cls, prototype in before:
        if prototype is not legend:
            cls.prototype = prototype
        elif "prototype" in vars(cls):
            del cls.prototype


@pytest.fixture
def contrib_game(limbo, monkeypatch, tmp_path, settings):
    """Return a function: modules or data -> the contrib's grid with these maps, spawned by it."""
    settings.GAME_DIR = str(tmp_path)
    monkeypatch.setattr(xymap, "_CACHE_DIR", str(tmp_path))
    # the prototypes xyz_room and xyz_exit as a game of the contrib has them; a first search, as
    # that would read those of the settings over them
    protlib.search_prototype("xyz_room")
    monkeypatch.setattr(protlib, "_MODULE_PROTOTYPES", dict(protlib._MODULE_PROTOTYPES))
    protlib.load_module_prototypes("evennia.contrib.grid.xyzgrid.prototypes")

    def make(*maps):
        grid = contrib_grid.get_xyzgrid()
        for one in maps:
            grid.add_maps(*([one] if isinstance(one, dict) else grid.maps_from_module(one)))
        grid.reload()
        grid.spawn()
        return grid

    return make


@pytest.fixture
def lanes(contrib_game, monkeypatch):
    """The contrib's grid with two small maps: quicker than its example."""
    return contrib_game(
        module(monkeypatch, "maps_two", XYMAP_DATA_LIST=[lane("lane", 6), lane("alley", 3)])
    )


def module(monkeypatch, name, **values):
    """Make a module of the game."""
    made = types.ModuleType(name)
    vars(made).update(values)
    monkeypatch.setitem(sys.modules, name, made)
    return name


def lane(name, length=4, **more):
    """A map: rooms in a row."""
    axis = "+ " + " ".join(str(x % 10) for x in range(length))
    return {"zcoord": name, "map": f"{axis}\n\n0 {'-'.join('#' * length)}\n\n{axis}\n"} | more


def room(x, y, z):
    return contrib.XYZRoom.objects.get_xyz((x, y, z))


def exit_of(xyz, key):
    return next(exi for exi in room(*xyz).exits if exi.key == key)


def rows():
    """All that the database holds: objects, scripts, tags, attributes, and who has which."""
    typeclass_paths.forget()
    links = [
        model.objects
        for owner in (ObjectDB, ScriptDB)
        for model in (owner.db_tags.through, owner.db_attributes.through)
    ]
    found = {
        manager.model.__name__: {row[0]: row for row in manager.all().values_list()}
        for manager in (ObjectDB.objects, ScriptDB.objects, Tag.objects, Attribute.objects)
    }
    # a link is what it links
    found |= {m.model.__name__: {row[1:] for row in m.all().values_list()} for m in links}
    return found


def without_labels(found):
    """Rows without the tags of prototypes, which the contrib's spawner makes anew each time."""
    labels = {pk for pk, row in found["Tag"].items() if row[2] == "from_prototype"}
    return found | {
        "Tag": {pk: row for pk, row in found["Tag"].items() if pk not in labels},
        "ObjectDB_db_tags": {link for link in found["ObjectDB_db_tags"] if link[1] not in labels},
    }


def change_by_hand(seed=7):
    """What builders and players do to a world: all of it must stay."""
    chance = random.Random(seed)
    rooms = sorted(contrib.XYZRoom.objects.all_family(), key=lambda one: one.pk)
    exits = sorted(contrib.XYZExit.objects.all_family(), key=lambda one: one.pk)
    for one in chance.sample(rooms, 6):
        one.db.secret = [one.key, {"n": chance.random()}]
        one.tags.add("haunted", category=chance.choice(["mood", None]))
        one.aliases.add(f"place{one.pk}")
    for one in chance.sample(rooms, 3):
        one.locks.add("view:perm(Builder)")
        one.permissions.add("Helper")
    for one in chance.sample(exits, 3):
        one.locks.add("traverse:false()")
        one.db.err_traverse = "It is locked."
        one.db.desc = "Heavy."
        one.aliases.add("portal")
    own = chance.sample(rooms, 2)
    shed = create_object(django_settings.BASE_ROOM_TYPECLASS, key="shed")
    create_object("evennia.objects.objects.DefaultExit", "trapdoor", own[0], destination=shed)
    create_object("evennia.objects.objects.DefaultExit", "ladder", shed, destination=own[0])
    create_object(contrib.XYZExit, "rope", own[0], destination=own[1])
    create_object("evennia.objects.objects.DefaultObject", "lamp", chance.choice(rooms))
    create_object(django_settings.BASE_CHARACTER_TYPECLASS, "Zoe", chance.choice(rooms))


# --- there


def test_an_unchanged_game_becomes_ours_and_the_plan_is_empty(contrib_game, run):
    contrib_game(EXAMPLE)
    before = rows()
    rooms, exits = contrib.XYZRoom.objects.count(), contrib.XYZExit.objects.count()
    code, text = run("adopt", "--yes")
    assert (code, "!" in text) == (0, False)
    assert f"{rooms} rooms and {exits} exits change to our classes, {exits} exits get" in text
    assert 'EXTRA_LAUNCHER_COMMANDS["xyzgrid"] = "xyzgrid_ext.game.cli.launcher' in text
    assert run("plan") == NOTHING
    assert run("list")[1].count("all spawned") == 2
    after = rows()
    assert after["ObjectDB"].keys() == before["ObjectDB"].keys()
    assert contrib.XYZRoom.objects.count() == contrib.XYZExit.objects.count() == 0
    assert (typeclasses.XYZRoom.objects.count(), typeclasses.XYZExit.objects.count()) == (
        rooms,
        exits,
    )


def test_what_was_changed_by_hand_stays(contrib_game, run):
    contrib_game(EXAMPLE)
    change_by_hand()
    before = rows()
    assert run("adopt", "--yes")[0] == 0
    after = rows()
    directions = {pk for pk, row in after["Tag"].items() if row[2] == objects.DIRECTION}
    assert {pk: row for pk, row in after["Tag"].items() if pk not in directions} == before["Tag"]
    assert {link for link in after["ObjectDB_db_tags"] if link[1] not in directions} == before[
        "ObjectDB_db_tags"
    ]
    assert after["ObjectDB_db_attributes"] == before["ObjectDB_db_attributes"]
    for pk, row in before["ObjectDB"].items():
        # everything but the class
        assert [v for v in after["ObjectDB"][pk] if "XYZ" not in str(v)] == [
            v for v in row if "XYZ" not in str(v)
        ]
    code, text = run("plan")
    assert code == 2, "three descriptions differ from the maps"
    changes = [line.split(": ")[-1] for line in text.splitlines()[:-1]]
    assert all(change.startswith("attribute desc") for change in changes)


def test_the_adopted_game_is_played_across_both_maps(contrib_game, run, make_player, clock):
    contrib_game(EXAMPLE)
    exit_of((3, 0, TREE), "east").db.desc = "Heavy."
    run("adopt", "--yes")
    ann = make_player("Ann", location=room(9, 7, TREE))
    assert "@" in ann.types("map")
    begun = len(ann.sent)
    assert "You set out" in ann.types("goto craggy crevice")
    for _ in range(60):
        clock.advance(1)
    assert "You have arrived at Craggy crevice." in ann.text_since(begun)
    assert ann.character.location == room(3, 3, CAVE)


def test_an_exit_that_a_builder_renamed_keeps_its_name_and_gets_its_direction(contrib_game, run):
    grid = contrib_game(EXAMPLE)
    door = exit_of((1, 0, CAVE), "east")
    door.key = "oak door"
    assert "e" in door.aliases.all()
    run("adopt", "--yes")
    door = ObjectDB.objects.get(pk=door.pk)
    assert (door.key, door.direction) == ("oak door", "e")
    assert grid.pk == get_xyzgrid().pk


def test_without_yes_the_plan_is_shown_and_nothing_changes(lanes, run, monkeypatch):
    before = rows()
    monkeypatch.setattr("sys.stdin", None)
    code, text = run("adopt")
    assert code == 1
    assert "maps_two: 'lane', 'alley'" in text
    assert "--yes" in text
    assert rows() == before


def test_adopting_again_changes_nothing(lanes, run):
    change_by_hand()
    run("adopt", "--yes")
    before = rows()
    code, text = run("adopt")
    assert (code, text.splitlines()[-1]) == (0, "Nothing to do: the grid is ours.")
    assert rows() == before


def test_a_game_without_any_grid_has_nothing_to_adopt(limbo, run):
    assert run("adopt")[0] == run("unadopt")[0] == 0
    assert not ScriptDB.objects.exists()


def test_a_look_for_the_maps_tells_that_the_contribs_can_be_adopted(lanes, run):
    assert "Take it over: evennia xyzgrid adopt" in run("list")[1]
    run("adopt", "--yes")
    assert "Take it over" not in run("list")[1]


def test_a_grid_of_ours_that_was_made_before_is_one_with_the_adopted(lanes, run):
    run("init")
    assert ScriptDB.objects.count() == 2
    run("adopt", "--yes")
    assert [script.pk for script in ScriptDB.objects.all()] == [lanes.pk]
    assert isinstance(get_xyzgrid(), XYZGrid)
    assert run("plan") == NOTHING


def test_maps_that_were_added_to_ours_before_are_kept(lanes, run, monkeypatch):
    run("add", module(monkeypatch, "maps_more", XYMAP_DATA=lane("path")))
    run("adopt", "--yes")
    assert {"lane", "alley", "path"} <= {
        line.split("  ")[0] for line in run("list")[1].splitlines()
    }


def test_the_commands_of_the_readme_say_what_it_says(contrib_game, run, readme):
    contrib_game(EXAMPLE)
    (block,) = readme("launcher")
    for part in block.split("$ evennia xyzgrid ")[1:]:
        command, *lines = part.strip().split("\n")
        code, text = run(*shlex.split(command))
        assert (code, set(lines) - set(text.splitlines())) == (0, set()), command


def test_the_lines_to_change_are_those_of_the_readme(contrib_game, run, readme):
    (block,) = readme("diff")
    contrib_game(EXAMPLE)
    for word, sign in (("adopt", "+"), ("unadopt", "-")):
        text = run(word, "--yes")[1]
        lines = [line[1:] for line in block.splitlines() if line.startswith(sign)]
        assert len(lines) == 3
        assert set(lines) <= {line.strip() for line in text.splitlines()}


# --- what is told


def test_exits_that_are_no_way_of_the_map_are_told_and_left(contrib_game, run):
    contrib_game(EXAMPLE)
    made, _ = contrib.XYZExit.create("slide", xyz=(3, 3, CAVE), xyz_destination=(1, 0, CAVE))
    opened = create_object(contrib.XYZExit, "rope", room(3, 3, CAVE), destination=room(1, 0, CAVE))
    code, text = run("adopt", "--yes")
    assert code == 0
    assert f"#{made.pk} 'slide' of (3,3,{CAVE}) is no way of the map" in text
    assert "1 exit that builders opened stay" in text
    for pk in (made.pk, opened.pk):
        found = ObjectDB.objects.get(pk=pk)
        assert found.direction is None
        assert found.is_typeclass(typeclasses.XYZExit)
    run("spawn", "--yes")
    assert ObjectDB.objects.filter(pk=opened.pk).exists()


def test_rooms_that_claim_one_coordinate_are_told(contrib_game, run):
    contrib_game(EXAMPLE)
    first = room(3, 3, CAVE)
    double = create_object(contrib.XYZRoom, "double", nohome=True)
    for part, category in zip((3, 3, CAVE), (objects.X, objects.Y, objects.Z), strict=True):
        double.tags.add(str(part), category=category)
    text = run("adopt", "--yes")[1]
    assert f"(3,3,{CAVE}) is claimed by #{first.pk}, #{double.pk}; spawn keeps the first" in text


def test_tags_that_the_contribs_spawner_left_over_are_counted(contrib_game, run):
    contrib_game(EXAMPLE)
    contrib_game()  # its parser makes new random names each time
    orphans = typeclass_paths.orphaned_labels()
    assert orphans > 30
    assert (
        f"{orphans} tags of prototypes, left over by the contrib, stay" in run("adopt", "--yes")[1]
    )
    assert typeclass_paths.orphaned_labels() == orphans


def test_rooms_that_no_map_has_are_told_and_show_no_map(lanes, run, make_player):
    lone, _ = contrib.XYZRoom.create("Lone", xyz=(2, 2, "Nowhere"))
    assert "no map has the 1 room on 'nowhere'" in run("adopt", "--yes")[1]
    ann = make_player("Ann", location=ObjectDB.objects.get(pk=lone.pk))
    assert "Lone" in ann.types("look")
    assert ScriptDB.objects.filter(db_key="XYZGrid").count() == 1


def test_a_games_own_class_stays_and_is_told(contrib_game, run):
    grid = contrib_game(EXAMPLE)
    path = f"{OwnRoom.__module__}.{OwnRoom.__qualname__}"
    swapped = [room(3, 3, CAVE).pk, room(1, 0, CAVE).pk]
    ObjectDB.objects.filter(pk__in=swapped).update(db_typeclass_path=path)
    mixed = f"{MixedRoom.__module__}.{MixedRoom.__qualname__}"
    ObjectDB.objects.filter(pk=room(2, 0, CAVE).pk).update(db_typeclass_path=mixed)
    ObjectDB.objects.filter(pk=room(1, 1, CAVE).pk).update(db_typeclass_path="typeclasses.gone.R")
    typeclass_paths.forget()
    text = run("adopt", "--yes")[1]
    assert f"{path}, of 2 objects, is the game's own and stays: give it our XYZRoomMixin" in text
    assert "typeclasses.gone.R, of 1 object, cannot be imported" in text
    assert mixed not in text
    assert set(
        ObjectDB.objects.filter(pk__in=swapped).values_list("db_typeclass_path", flat=True)
    ) == {path}
    text = run("unadopt", "--yes")[1]
    assert f"{mixed}, of 1 object, mixes ours in: take that out" in text
    assert path not in text
    assert contrib_grid.get_xyzgrid().pk == grid.pk


def test_a_map_without_a_module_stays_with_the_contrib_and_works(
    lanes, contrib_game, run, make_player
):
    grid = contrib_game(lane("old lane"))
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


def test_a_map_without_a_module_is_adopted_when_its_module_is_named(
    lanes, contrib_game, run, monkeypatch
):
    grid = contrib_game(lane("old lane"))
    run("adopt", "--yes")
    name = module(monkeypatch, "maps_old", XYMAP_DATA=lane("old lane"))
    code, text = run("adopt", name, "--yes")
    assert (code, "stays with the contrib" in text) == (0, False)
    assert contrib.XYZRoom.objects.count() == 0
    assert [script.pk for script in ScriptDB.objects.filter(db_key="XYZGrid")] == [grid.pk]
    assert run("plan") == NOTHING


def test_a_list_of_maps_that_cannot_be_read_is_made_anew_of_named_modules(
    contrib_game, run, monkeypatch
):
    node = types.ModuleType("maps_node")
    node.Gone = type("Gone", (GoneNode,), {"__module__": "maps_node", "__qualname__": "Gone"})
    monkeypatch.setitem(sys.modules, "maps_node", node)
    name = module(monkeypatch, "maps_gone", XYMAP_DATA=lane("Gone Lane", legend={"G": node.Gone}))
    contrib_game(name)
    before = rows()
    monkeypatch.delattr(node, "Gone")
    typeclass_paths.forget()
    code, text = run("adopt", "--yes")
    assert code == 1
    assert "the contrib's list of its maps cannot be read" in text
    assert "Its rooms are on 'gone lane'" in text
    assert "evennia xyzgrid adopt world.mymap" in text
    assert rows()["ObjectDB"] == before["ObjectDB"]
    monkeypatch.setattr(sys.modules["maps_gone"], "XYMAP_DATA", lane("Gone Lane"))
    assert run("adopt", name, "--yes")[0] == 0
    assert run("plan") == NOTHING
    run("unadopt", "--yes")
    assert list(contrib_grid.get_xyzgrid().grid) == ["Gone Lane"]


def test_a_named_module_that_does_not_load_is_refused(lanes, run):
    before = rows()
    code, text = run("adopt", "maps.nowhere", "--yes")
    assert (code, "there is no module 'maps.nowhere'" in text) == (1, True)
    assert rows() == before


def test_a_map_that_does_not_load_is_told_and_adopted_to_the_end_when_it_does(
    contrib_game, run, monkeypatch
):
    name = module(monkeypatch, "maps_lane", XYMAP_DATA=lane("lane"))
    contrib_game(name)
    monkeypatch.setattr(sys.modules[name], "XYMAP_DATA", lane("lane") | {"map": "+ 0\n"})
    code, text = run("adopt", "--yes")
    assert (code, "Adopt again when it does" in text) == (0, True)
    assert exit_of((0, 0, "lane"), "east").direction is None
    monkeypatch.setattr(sys.modules[name], "XYMAP_DATA", lane("lane"))
    get_xyzgrid().reload()
    assert "6 exits get the tag" in run("adopt", "--yes")[1]
    assert exit_of((0, 0, "lane"), "east").direction == "e"


# --- and back


@pytest.mark.parametrize("seed", range(6))
def test_there_and_back_leaves_every_row_as_it_was(contrib_game, run, monkeypatch, seed):
    data = [
        lane("Lane One", 3 + seed),
        lane("2", 4),
        lane(3, 3) | {"options": {"map_mode": "scan"}},
    ]
    contrib_game(module(monkeypatch, "maps_lanes", XYMAP_DATA_LIST=data))
    change_by_hand(seed)
    before = rows()
    assert run("adopt", "--yes")[0] == 0
    assert rows() != before
    assert run("unadopt", "--yes")[0] == 0
    assert rows() == before
    assert list(contrib_grid.get_xyzgrid().grid) == ["Lane One", "2", 3]


def test_after_it_the_contribs_own_code_goes_on(contrib_game, run, make_player):
    contrib_game(EXAMPLE)
    made = rows()
    run("adopt", "--yes")
    code, text = run("unadopt", "--yes")
    assert code == 0
    assert "evennia.contrib.grid.xyzgrid.launchcmd.xyzcommand" in text
    assert rows() == made
    grid = contrib_grid.get_xyzgrid()
    assert type(grid) is contrib_grid.XYZGrid
    assert set(grid.grid) == {TREE, CAVE}
    grid.spawn()
    assert without_labels(rows()) == without_labels(made)

    ann = make_player("Ann", location=room(1, 0, CAVE))
    ann.character.cmdset.add("evennia.contrib.grid.xyzgrid.commands.XYZGridCmdSet")
    assert "@" in ann.types("look")
    assert "steps" in ann.types("path craggy crevice")
    ann.types("east")
    assert ann.character.location == room(2, 0, CAVE)


def test_unadopting_twice_changes_nothing(lanes, run):
    run("adopt", "--yes")
    run("unadopt", "--yes")
    before = rows()
    assert run("unadopt") == (0, "Nothing to do: there is no grid of ours.\n")
    assert rows() == before


@pytest.fixture
def with_cube(lanes, run, monkeypatch, tmp_path):
    """An adopted game that has got a matrix and a map of levels since."""
    run("adopt", "--yes")
    (tmp_path / "cube.matrix").write_text(BEND, encoding="utf-8")
    name = module(
        monkeypatch,
        "maps_solid",
        __file__=str(tmp_path / "maps_solid.py"),
        XYMAP_DATA_LIST=[
            {"zcoord": "bend", "matrix": "cube.matrix"},
            lane("path"),
        ],
    )
    assert run("add", name, str(tmp_path / "cube.matrix"))[0] == 0
    assert run("spawn", "--yes")[0] == 0


def test_3d_maps_stay_as_rooms_without_a_map_and_come_back(with_cube, run, make_player):
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


def test_3d_maps_are_deleted_when_that_is_asked_for(with_cube, run):
    lamp = create_object("evennia.objects.objects.DefaultObject", "lamp", room(1, 0, "cube:0"))
    flat = contrib.XYZRoom.objects.filter_xyz(("*", "*", "path")).count()
    code, text = run("unadopt", "--yes", "--delete-3d")
    assert (code, "'bend', 'cube' are deleted with their rooms" in text) == (0, True)
    assert not contrib.XYZRoom.objects.filter_xyz(("*", "*", "bend:0")).exists()
    assert not contrib.XYZRoom.objects.filter_xyz(("*", "*", "cube:0")).exists()
    assert contrib.XYZRoom.objects.filter_xyz(("*", "*", "path")).count() == flat == 4
    assert ObjectDB.objects.get(pk=lamp.pk).location is not None
    assert get_xyzgrid().attributes.get("maps") in (None, [])


def test_a_module_that_does_not_load_keeps_the_game_ours(contrib_game, run, monkeypatch):
    name = module(monkeypatch, "maps_lane", XYMAP_DATA=lane("lane"))
    contrib_game(name)
    run("adopt", "--yes")
    before = rows()
    monkeypatch.delattr(sys.modules[name], "XYMAP_DATA")
    code, text = run("unadopt", "--yes")
    assert (code, "until maps_lane is mended" in text) == (1, True)
    assert rows() == before


# --- safety and cost


class PowerCutError(Exception):
    """The process ends here."""


@pytest.mark.parametrize(
    ("word", "step"),
    [
        *((word, step) for word in ("adopt", "unadopt") for step in ("retype", "store")),
        ("adopt", "tag_directions"),
        ("unadopt", "untag_directions"),
    ],
)
def test_an_end_in_the_middle_leaves_everything_as_it_was(lanes, run, monkeypatch, word, step):
    if word == "unadopt":
        run("adopt", "--yes")
    before = rows()
    work, done = getattr(typeclass_paths, step), []

    def work_and_end(*arguments):
        done.append(work(*arguments))
        raise PowerCutError

    monkeypatch.setattr(typeclass_paths, step, work_and_end)
    with pytest.raises(PowerCutError):
        run(word, "--yes")
    assert done
    assert rows() == before


@pytest.mark.parametrize("word", ["adopt", "unadopt"])
def test_a_running_game_is_refused(lanes, run, server_folder, monkeypatch, word):
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


def test_the_number_of_queries_does_not_grow_with_the_rooms(contrib_game, monkeypatch):
    def queries(function, *arguments):
        with CaptureQueriesContext(connection) as seen:
            result = function(*arguments)
        counts[-1].append(len(seen))
        return result

    counts = []
    for turn, length in enumerate((3, 30)):
        contrib_game(module(monkeypatch, f"maps_{turn}", XYMAP_DATA=lane(f"lane {turn}", length)))
        typeclass_paths.forget()
        counts.append([])
        queries(migration.adopt, queries(migration.adoption))
        queries(migration.unadopt, queries(migration.unadoption))
    assert counts[0] == counts[1]
    assert max(counts[0]) < 40
