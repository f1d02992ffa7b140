"""When copies of a dungeon end: leases, the caretaker, and dungeons that have changed."""

import sys
from dataclasses import replace

from dungeon_maps import run_now
from evennia import create_object
from twisted.internet.task import Clock
from vault_map import PORCH, VAULT, copy_keys, rooms_named

from xyzgrid_ext.game.base.write_lock import write_lock
from xyzgrid_ext.parts.dungeons.game import copies, dungeon
from xyzgrid_ext.parts.dungeons.game import stored as dungeons
from xyzgrid_ext.parts.dungeons.game.caretaker import Caretaker


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
