"""A game made by the contrib's own code becomes ours, and the contrib's again, row by row.

The game is its example: two drawn maps with transitions, made by its own spawner. What players and
builders changed in it is in every test that compares rows. Smaller games: `test_adoption_of_lanes`.
"""

from contrib_games import NOTHING, change_by_hand, contrib_game, exit_of, room, rows, without_labels
from evennia.contrib.grid.xyzgrid import xyzgrid as contrib_grid
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.objects.models import ObjectDB
from evennia.utils.create import create_object
from spawned import built_once

from xyzgrid_ext import xyzroom
from xyzgrid_ext.game.db import objects, typeclass_paths
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

EXAMPLE = "evennia.contrib.grid.xyzgrid.example"
TREE, CAVE = "the large tree", "the small cave"


class OwnRoom(contrib.XYZRoom):
    """A game's own room, which knows nothing of us."""


class MixedRoom(xyzroom.XYZRoomMixin, contrib.XYZRoom):
    """A game's own room, which mixes ours in."""


@built_once
def shared_maps(folder, monkeypatch):
    contrib_game(folder, monkeypatch)(EXAMPLE)


# --- there


def test_an_unchanged_game_becomes_ours_and_the_plan_is_empty(run):
    before = rows()
    rooms, exits = contrib.XYZRoom.objects.count(), contrib.XYZExit.objects.count()
    code, text = run("adopt", "--yes")
    assert (code, "!" in text) == (0, False)
    assert f"{rooms} rooms and {exits} exits change to our classes, {exits} exits get" in text
    assert "hook_up(globals())" in text
    assert run("plan") == NOTHING
    assert run("list")[1].count("all spawned") == 2
    after = rows()
    assert after["ObjectDB"].keys() == before["ObjectDB"].keys()
    assert contrib.XYZRoom.objects.count() == contrib.XYZExit.objects.count() == 0
    assert (xyzroom.XYZRoom.objects.count(), xyzroom.XYZExit.objects.count()) == (rooms, exits)


def test_what_was_changed_by_hand_stays(run):
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
    changes = [line.split(": ")[-1] for line in text.splitlines() if line[0] == "~"]
    assert all(change.startswith("attribute desc") for change in changes)


def test_renamed_exits_get_their_direction_and_those_that_are_no_way_are_left(run):
    grid = contrib_grid.get_xyzgrid()
    door = exit_of((1, 0, CAVE), "east")
    door.key = "oak door"
    assert "e" in door.aliases.all()
    run("adopt", "--yes")
    door = ObjectDB.objects.get(pk=door.pk)
    assert (door.key, door.direction) == ("oak door", "e")
    assert grid.pk == get_xyzgrid().pk
    made, _ = contrib.XYZExit.create("slide", xyz=(3, 3, CAVE), xyz_destination=(1, 0, CAVE))
    opened = create_object(contrib.XYZExit, "rope", room(3, 3, CAVE), destination=room(1, 0, CAVE))
    code, text = run("adopt", "--yes")
    assert code == 0
    assert f"#{made.pk} 'slide' of (3,3,{CAVE}) is not a way of the map" in text
    assert "1 exit that builders opened stay" in text
    for pk in (made.pk, opened.pk):
        found = ObjectDB.objects.get(pk=pk)
        assert found.direction is None
        assert found.is_typeclass(xyzroom.XYZExit)
    run("spawn", "--yes")
    assert ObjectDB.objects.filter(pk=opened.pk).exists()


# --- what is told


def test_a_games_own_class_stays_and_is_told(run):
    grid = contrib_grid.get_xyzgrid()
    path = f"{OwnRoom.__module__}.{OwnRoom.__qualname__}"
    swapped = [room(3, 3, CAVE).pk, room(1, 0, CAVE).pk]
    ObjectDB.objects.filter(pk__in=swapped).update(db_typeclass_path=path)
    mixed = f"{MixedRoom.__module__}.{MixedRoom.__qualname__}"
    ObjectDB.objects.filter(pk=room(2, 0, CAVE).pk).update(db_typeclass_path=mixed)
    ObjectDB.objects.filter(pk=room(1, 1, CAVE).pk).update(db_typeclass_path="typeclasses.gone.R")
    typeclass_paths.flush_objects()
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


# --- and back


def test_after_it_the_contribs_own_code_goes_on(run, make_player):
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
