"""Copies of a dungeon: one for each party or character."""

import sys
from dataclasses import replace

import pytest
from dungeon_maps import row, run_now
from evennia import create_object
from evennia.contrib.grid.xyzgrid.xymap_legend import TransitionMapNode
from evennia.objects.models import ObjectDB
from twisted.internet.task import Clock
from vault_map import PORCH, VAULT, copy_keys, rooms_named

from xyzgrid_ext.core.parts import core_parts
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.base.write_lock import write_lock
from xyzgrid_ext.game.db.objects import INSTANCE, tagged_objects
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.spawning import orphan_plan
from xyzgrid_ext.game.world.index import Index
from xyzgrid_ext.parts.dungeons.game import copies, dungeon
from xyzgrid_ext.parts.dungeons.game import stored as dungeons
from xyzgrid_ext.parts.dungeons.game.caretaker import Caretaker
from xyzgrid_ext.parts.dungeons.game.copies import leftover_copies


@pytest.fixture
def grid(spawn_maps, monkeypatch):
    """Return the grid: a porch, and a hatch in it that leads into the vault."""
    from dungeon_maps import run_now
    from evennia import create_object
    from vault_map import PORCH, VAULT

    from xyzgrid_ext.parts.dungeons.game import copies

    monkeypatch.setattr(copies, "run_in_slices", run_now)
    grid = spawn_maps(PORCH, VAULT)
    porch, hall = (grid.live.object(room) for room in (("porch", 0), ("vault", 1)))
    kind = "xyzgrid_ext.parts.dungeons.entrance.Entrance"
    create_object(kind, key="hatch", location=porch, destination=hall)
    return grid


@pytest.fixture
def visitors(grid, make_player):
    """Return a function: a name -> a player on the porch."""
    return lambda name, **more: make_player(name, location=grid.live.object(("porch", 0)), **more)


@pytest.fixture
def hours(grid):
    """Return a caretaker of which the clock is `hours.time`."""
    from xyzgrid_ext.parts.dungeons.game.caretaker import Caretaker

    class Hours:
        time = 1000.0

        def pass_by(self, minutes):
            self.time += minutes * 60
            self.caretaker.tend()

    hours = Hours()
    hours.caretaker = Caretaker(now=lambda: hours.time)
    return hours


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


def test_the_lease_ends_with_people_and_things_brought_out(grid, visitors, hours):
    ann, ben = visitors("Ann"), visitors("Ben")
    for player in (ann, ben):
        player.character.tags.add("swallows", category="party")
        player.types("hatch")
    sword = create_object(key="sword", location=ann.character.location)
    ann.account.unpuppet_object(ann.session)  # asleep in there
    ben.character.move_to(grid.live.object(("porch", 0)))
    hours.pass_by(0)
    hours.pass_by(9)
    assert copy_keys(grid) == ["vault #1"]
    hours.pass_by(1)
    assert copy_keys(grid) == []
    assert rooms_named("Hall") == 1
    assert not grid.attributes.get("dungeon vault #1", category="xyzgrid")
    ann.account.puppet_object(ann.session, ann.character)
    # the vault is drawn, and knows no outside: they go where they are at home
    for thing in (ann.character, sword):
        assert thing.location is not None
        assert thing.location.key != "Hall"


def test_a_generated_dungeon_has_an_outside_to_be_brought_to(
    spawn_maps, monkeypatch, make_player, hours
):
    monkeypatch.setattr(copies, "run_in_slices", run_now)
    order = dungeon("cellars", floors=2, copies="character", lease=10, outside=(1, 0, "yard"))
    yard = PORCH | {"zcoord": "yard"}
    grid = spawn_maps(yard, order)
    start = grid.live.grids["cellars"]
    entrance = grid.live.object(("cellars", start.room_at(start.start)))
    garden = grid.live.object(("yard", 1))
    create_object(
        "xyzgrid_ext.parts.dungeons.entrance.Entrance",
        key="hatch",
        location=garden,
        destination=entrance,
    )
    ann = make_player("Ann", location=garden)
    assert "no place called 'the cellars'" in ann.types("path the cellars"), "she was never there"
    ann.types("hatch")
    assert "Garden is 1 step" in ann.types("path garden")
    assert "Garden is 1 step" in ann.types("path the cellars")  # the way in
    sword = create_object(key="sword", location=ann.character.location)
    said = ann.types("out")
    assert "Garden" in said
    assert "You are already there" in ann.types("path cellars")
    hours.pass_by(0)
    hours.pass_by(10)
    assert sword.location == garden
    assert not dungeons.all_copies(grid)


def test_copies_left_half_made_or_half_removed_are_swept(grid, visitors, hours):
    ann, ben = visitors("Ann"), visitors("Ben")
    ann.types("hatch")
    ben.types("hatch")
    for key, state in (("vault #1", dungeons.MAKING), ("vault #2", dungeons.GOING)):
        copy = dungeons.all_copies(grid)[key]
        dungeons.store_copy(grid, replace(copy, state=state))
    grid.running = None
    hours.caretaker.sweep()
    assert copy_keys(grid) == []
    assert rooms_named("Hall") == 1
    assert ann.character.location is not None


def test_the_caretaker_sweeps_once_it_may_write_and_looks_after_that(grid, visitors, monkeypatch):
    ann = visitors("Ann")
    ann.types("hatch")
    copy = dungeons.all_copies(grid)["vault #1"]
    dungeons.store_copy(grid, replace(copy, state=dungeons.MAKING))
    clock, now = Clock(), [0.0]
    caretaker = Caretaker(clock, lambda: now[0])
    caretaker.run()
    clock.advance(5)
    assert copy_keys(grid) == ["vault #1"], "somebody else writes"
    assert write_lock().acquire("test")
    try:
        clock.advance(5)
        assert copy_keys(grid) == []
        ann.character.move_to(grid.live.object(("porch", 0)))
        ann.types("hatch")
        ann.character.move_to(grid.live.object(("porch", 0)))
        clock.advance(5)
        now[0] = 600.0
        clock.advance(5)
        assert copy_keys(grid) == []
    finally:
        write_lock().release()


def test_copies_of_a_dungeon_that_has_changed_are_swept_at_the_next_start(
    grid, visitors, hours, monkeypatch
):
    ann = visitors("Ann")
    ann.types("hatch")
    module = sys.modules[grid.records[-1]["reference"]]
    changed = VAULT["prototypes"] | {(0, 0): {"prototype_parent": "xyz_room", "gives": []}}
    monkeypatch.setattr(module, "XYMAP_DATA_LIST", [PORCH, VAULT | {"prototypes": changed}])
    grid.reload()
    assert "Closet" in ann.types("west"), "as it was, as long as the server runs"
    grid.running = None
    hours.caretaker.sweep()
    assert copy_keys(grid) == []
    assert ann.character.location == ann.character.home


def test_a_dungeon_begins_again_when_it_was_empty_for_long_enough(spawn_maps, make_player, hours):
    rules = VAULT["options"]["dungeon"] | {"copies": "shared", "reset": 10}
    grid = spawn_maps(VAULT | {"zcoord": "cave", "options": {"dungeon": rules}})
    ann = make_player("Ann", location=grid.live.object(("cave", 1)))
    for line in ("west", "open chest"):
        ann.types(line)
    hours.pass_by(20)
    assert "You have 1 small key." in ann.types("look")
    ann.character.move_to(ann.character.home)
    hours.pass_by(0)
    hours.pass_by(9)
    assert grid.attributes.get("dungeon cave", category="xyzgrid")
    hours.pass_by(1)
    assert not grid.attributes.get("dungeon cave", category="xyzgrid")


class OutToFarBank(TransitionMapNode):
    target_map_xyz = (3, 0, "banks")


class IntoTunnel(TransitionMapNode):
    target_map_xyz = (5, 0, "tunnel")


class IntoVault(TransitionMapNode):
    target_map_xyz = (0, 0, "vault")


BANKS = {
    "zcoord": "banks",
    "map": """
 + 0 1 2 3

 0 #-#-T #

 + 0 1 2 3
""",
    "legend": {"T": IntoTunnel},
    "prototypes": {
        (0, 0): {"prototype_parent": "xyz_room", "key": "Near bank"},
        (1, 0): {"prototype_parent": "xyz_room", "key": "Ford"},
        (3, 0): {"prototype_parent": "xyz_room", "key": "Far bank"},
    },
}


@pytest.fixture(params=["shared", "party"])
def tunnel(request, spawn_maps, monkeypatch):
    """Return the grid: a dungeon leads from one bank out on the other."""
    monkeypatch.setattr(copies, "run_in_slices", run_now)
    made = dungeon("tunnel", copies=request.param, lease=10, outside=(3, 0, "banks"))
    grid = spawn_maps(BANKS, made)
    assert grid.live.grids["tunnel"].start[:2] == IntoTunnel.target_map_xyz[:2]
    return grid


def test_no_way_leads_through_a_dungeon_in_which_nobody_has_been(tunnel, make_player):
    ann = make_player("Ann", location=tunnel.live.object(("banks", 0)))
    told = "You know of no way from here to Far bank."
    assert told in ann.types("path far bank")
    assert told in ann.types("goto far bank")
    assert ann.at == "Near bank"


def test_who_has_come_into_a_dungeon_knows_the_way_out(tunnel, make_player):
    ann = make_player("Ann", location=tunnel.live.object(("banks", 1)))
    ann.types("east")
    assert ann.character.location.here[0].startswith("tunnel")
    assert "Far bank is 1 step from here." in ann.types("path far bank")
    ann.types("goto far bank")
    assert ann.at == "Far bank"


def test_a_drawn_dungeon_is_no_way_for_who_has_not_been_there(spawn_maps, make_player):
    vault = row(["Hall", "End"], copies="shared")
    vault["map"] = vault["map"].replace(" 0 #-#", " 0 #-#-T").replace("+ 0 1", "+ 0 1 2")
    vault["legend"] = {"T": OutToFarBank}
    grid = spawn_maps(BANKS | {"legend": {"T": IntoVault}}, vault)
    ann = make_player("Ann", location=grid.live.object(("banks", 0)))
    assert "You know of no way" in ann.types("path far bank")
    ann.types("east")
    ann.types("east")
    assert ann.at == "Hall"
    assert "You know of no way" in ann.types("path far bank"), "the way out is another room's"
    ann.types("east")
    assert "Far bank is 1 step" in ann.types("path far bank")


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
