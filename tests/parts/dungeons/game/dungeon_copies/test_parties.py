"""Copies of a dungeon: one for each party or character."""

import pytest
from dungeon_maps import run_now
from vault_map import copy_keys, rooms_named

from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.spawning import orphan_plan
from xyzgrid_ext.game.world.index import Index
from xyzgrid_ext.parts.dungeons.game import copies
from xyzgrid_ext.parts.dungeons.game import stored as dungeons


def test_everybody_enters_a_copy_of_their_own(grid, visitors):
    ann, ben = visitors("Ann"), visitors("Ben")
    assert "Hall" in ann.types("hatch")
    assert "Hall" in ben.types("hatch")
    assert copy_keys(grid) == ["vault #1", "vault #2"]
    assert ann.character.location != ben.character.location
    assert {ann.character.location, ben.character.location}.isdisjoint(
        {grid.live.object(("vault", 1))}
    )
    for line in ("west", "open chest", "east"):
        ann.types(line)
    assert "You have 1 small key." in ann.types("look")
    assert "small key." not in ben.types("look")
    assert "cannot go east" in ben.types("east")
    assert "End" in ann.types("east")


def test_a_copy_of_a_party_is_not_taken_for_ones_own_begun_again(grid, visitors):
    ann = visitors("Ann")
    porch = ann.character.location
    for line in ("hatch", "west", "open chest"):
        ann.types(line)
    for party, told in (("party owls", "Hall"), ("party leave", "Nothing has changed here")):
        ann.character.move_to(porch)
        ann.types(party)
        said = ann.types("hatch")
        assert told in said
        assert "was reset since you left" not in said
    assert copy_keys(grid) == ["vault #1", "vault #2"]


@pytest.mark.parametrize("steps_before", [0, 2, 1000])
def test_a_copy_is_made_whole_while_the_maps_are_read_again(
    grid, visitors, monkeypatch, steps_before
):
    orders, read = [], Index.for_maps
    with monkeypatch.context() as held:
        held.setattr(copies, "run_in_slices", lambda *order: orders.append(order))
        ann = visitors("Ann")
        ann.types("hatch")
    steps, then = orders.pop()

    def read_meanwhile(*arguments):
        index = read(*arguments)
        for _ in range(steps_before):
            next(steps, None)
        return index

    monkeypatch.setattr(Index, "for_maps", read_meanwhile)
    grid.install(drain(grid.renewed_steps()).live)
    run_now(steps, then)
    assert grid.live.where(ann.character.location) == ("vault #1", 1)
    ann.types("west")
    assert "1 step" in ann.types("path hall")
    (copy,) = dungeons.all_copies(grid).values()
    drain(copies.removing_steps(grid.live, copy))
    assert grid.live.where(ann.character.location) is None
    assert set(grid.live.router.world.grids) == {"porch", "vault"}


def test_who_loses_the_connection_wakes_where_they_were(grid, visitors, hours):
    ann = visitors("Ann")
    ann.types("hatch")
    before = ann.character.location
    ann.account.unpuppet_object(ann.session)
    hours.pass_by(1)
    hours.pass_by(9)
    ann.account.puppet_object(ann.session, ann.character)
    assert ann.character.location == before
    hours.pass_by(9)
    assert copy_keys(grid) == ["vault #1"]


def test_nobody_hears_of_a_copy(grid, visitors, superuser, run):
    ann, ben = visitors("Ann"), visitors("Ben")
    ann.types("hatch")
    assert "#1" not in superuser.types("map list")
    assert "#1" not in superuser.types("xyzgrid list")
    assert "no map" in ben.types("map vault #1").lower()
    assert "You know of no place called 'hall'" in ben.types("path hall")
    assert "Hall" in ann.types("west") + ann.types("path hall")
    assert set(grid.live.grids) == {"porch", "vault"}
    assert "#1" not in run("list")[1]
    assert "#1" not in run("check")[1]
    assert "#1" not in run("plan")[1]


def test_prune_and_spawn_leave_copies_alone(grid, visitors, run):
    visitors("Ann").types("hatch")
    assert not orphan_plan(grid.live)
    assert run("prune", "--yes")[0] == 0
    assert run("spawn", "--yes")[0] == 0
    assert rooms_named("Hall") == 2
    assert not drain(spawning.plan_steps(grid.live, ["vault"]))


def test_a_new_process_knows_the_copies(grid, visitors):
    ann = visitors("Ann")
    for line in ("hatch", "west", "open chest"):
        ann.types(line)
    grid.running = None
    assert "You have 1 small key." in ann.types("look")
    assert "Hall" in ann.types("east")
    grid.reload()
    assert "End" in ann.types("east")


def test_nobody_is_brought_to_safety_into_a_dungeon(grid, visitors, run, make_player):
    visitors("Ann").types("hatch")
    ben = make_player("Ben", location=grid.live.object(("vault", 2)))
    eve = make_player("Eve", location=grid.live.object(("porch", 1)))
    assert run("delete", "--yes", "porch")[0] == 0
    assert eve.character.location == eve.character.home
    assert run("delete", "--yes", "vault")[0] == 0
    assert ben.character.location == ben.character.home


def test_a_copy_that_cannot_be_made_keeps_nobody(grid, visitors, monkeypatch):
    def broken(live, copy):
        yield from ()
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(copies, "making_steps", broken)
    ann = visitors("Ann")
    assert "The entrance does not open" in ann.types("hatch")
    assert ann.character.location.key == "Porch"
    assert dungeons.all_copies(grid)["vault #1"].state == dungeons.GOING
