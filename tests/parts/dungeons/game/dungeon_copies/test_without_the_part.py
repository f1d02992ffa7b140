"""A game that has played a dungeon, without the part, and with it again."""

from evennia.objects.models import ObjectDB
from vault_map import copy_keys

from xyzgrid_ext.core.parts import core_parts
from xyzgrid_ext.game.db.objects import INSTANCE, tagged_objects
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.parts.dungeons.game.copies import leftover_copies


def test_a_game_in_play_runs_without_dungeons_and_goes_on_with_them(grid, visitors, without, run):
    ann = visitors("Ann")
    for line in ("hatch", "west", "open chest"):
        ann.types(line)
    assert copy_keys(grid) == ["vault #1"]
    room, rooms = ann.character.location, ObjectDB.objects.count()

    without("dungeons")
    assert "dungeons" not in {part.name for part in (*game_parts(), *core_parts())}
    grid.running = None  # as in a new process
    grid.reload()
    (refused,) = grid.live.unloaded_maps
    told = "this map is a dungeon: it needs the part dungeons"
    assert (refused.name, [finding.message for finding in refused.findings]) == ("vault", [told])
    assert ann.character.location == room
    assert ObjectDB.objects.count() == rooms
    assert room.key in ann.types("look")
    assert "left of vault #1" in run("doctor")[1]
    porch = ObjectDB.objects.get(db_key="Porch")
    ann.character.move_to(porch)
    assert "Porch" in ann.types("look")

    without()
    grid.running = None
    grid.reload()
    assert copy_keys(grid) == ["vault #1"]
    assert "Hall" in ann.types("hatch")
    assert "You have 1 small key." in ann.types("look")


def test_what_a_dungeon_left_is_removed_and_the_dungeon_put_back(grid, visitors, without, run):
    ann = visitors("Ann")
    ann.types("hatch")
    (key,) = copy_keys(grid)
    without("dungeons")
    grid.running = None
    assert f"removed {key}, a copy that no part keeps" in run("doctor", "--fix")[1]
    assert not tagged_objects(INSTANCE)
    assert "left of" not in run("doctor")[1]
    assert "was removed" in ann.text_since(0)
    ann.character.move_to(ObjectDB.objects.get(db_key="Porch"))

    without()
    grid.running = None
    grid.reload()
    assert [copy.key for copy in leftover_copies(grid.live)] == [key], "the caretaker forgets it"
    assert key not in grid.live.copies
    assert "vault" in grid.live.grids


def test_an_exit_that_a_builder_opened_stays_and_leads_in_again_with_the_part(
    grid, visitors, without, run
):
    ann = visitors("Ann")
    without("dungeons")
    grid.running = None
    assert "exits that builders opened: 1" in run("doctor")[1]
    assert "of parts that the game does not have" not in run("doctor", "--fix")[1]
    without()
    grid.running = None
    grid.reload()
    assert "Hall" in ann.types("hatch")
