"""`dungeon` for builders, and dungeons that they have made."""

import sys

import pytest

from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli import jobs as works
from xyzgrid_ext.game.cli.jobs import Order
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.maps.loader import load_maps
from xyzgrid_ext.parts.dungeons.core import order as dungeon_order
from xyzgrid_ext.parts.dungeons.game import copies

YARD = {
    "zcoord": "yard",
    "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n",
    "prototypes": {("*", "*"): {"prototype_parent": "xyz_room", "key": "Yard"}},
}
VAULT = YARD | {
    "zcoord": "vault",
    "options": {"dungeon": {"start": (0, 0), "goal": (1, 0)}},
    "prototypes": {
        ("*", "*"): {"prototype_parent": "xyz_room", "key": "Vault"},
        (0, 0): {"prototype_parent": "xyz_room", "key": "Hall", "gives": ["smallkey"]},
        (0, 0, "e"): {"prototype_parent": "xyz_exit", "needs": ["smallkey"]},
        (1, 0, "w"): {"prototype_parent": "xyz_exit", "needs": ["smallkey"]},
    },
}


@pytest.fixture
def builder(make_player):
    return make_player("Bea", permissions=["Builder"])


def do_jobs(grid):
    """Do what waits, as the server does."""
    said = []
    for job in jobs.all_jobs():
        report = drain(works.job_steps(job.word, grid, Order(job.names, TERMINAL)))
        said += report.lines
    return "\n".join(said)


def stand(grid, player, key, number):
    player.character.move_to(grid.live.object((key, number)))


def test_a_dungeon_is_made_in_the_game_and_is_there_after_a_restart(spawn_maps, builder):
    grid = spawn_maps(YARD)
    stand(grid, builder, "yard", 1)
    assert "The dungeon is being made" in builder.types("dungeon new the deep seed=7 floors=2")
    told = do_jobs(grid)
    assert "Its entrance is " in told
    assert "open deep = (5,0,0,the deep)" in told
    listed = builder.types("dungeon list")
    assert "the deep: " in listed
    assert "entrance (5,0,0,the deep), shared, reset never" in listed
    grid.running = None
    live = grid.live
    assert live.spawned_count("the deep") == live.grids["the deep"].rooms
    builder.types("open deep = (5,0,the deep:0)")
    builder.types("deep")
    assert builder.character.location.here[0] == "the deep"
    assert "Yard" in builder.types("out")
    assert builder.character.location == live.object(("yard", 1))


def test_orders_are_read_as_written_and_what_cannot_be_made_is_told(spawn_maps, builder):
    grid = spawn_maps(YARD)
    assert "already" in builder.types("dungeon new yard")
    assert "Usage" in builder.types("dungeon new")
    assert "Usage" in builder.types("dungeon frob")
    for bad in ("seed=7 tier=0", "corridors=9", "outside=town", "options=x", "lease=no"):
        (loaded,) = load_maps(dungeon_order.order_text("deep", **dungeon_order.parse(bad)[1]))
        assert loaded.grid is None, bad
        assert loaded.findings
    assert [one.name for one in grid.live.unloaded_maps] == []
    given = {"seed": "old well", "tier": 3, "outside": (3, 3, "town"), "items": ("rope", "bomb")}
    text = dungeon_order.order_text("the deep", **given)
    assert text == 'dungeon the deep items=rope,bomb outside=3,3,town seed="old well" tier=3'
    assert dungeon_order.is_dungeon_order(text)
    assert dungeon_order.parse(text.removeprefix("dungeon ")) == ("the deep", given)


@pytest.mark.parametrize("name", ['the "Crow" \\ inn', "Rome, Italy"])
def test_a_dungeon_is_made_from_a_map_of_any_name(spawn_maps, builder, name):
    grid = spawn_maps(YARD | {"zcoord": name})
    stand(grid, builder, name.lower(), 1)
    assert "The dungeon is being made" in builder.types("dungeon new pot")
    assert "The dungeon 'pot' is ready" in do_jobs(grid)
    builder.character.move_to(grid.live.object(("pot", grid.live.grids["pot"].rooms - 1)))
    (way,) = {str(place) for place in grid.live.grids["pot"].outside.values()}
    assert name.lower() in way
    grid.running = None
    assert "pot" in grid.live.grids


def test_a_dungeon_that_a_builder_made_is_deleted_when_that_is_confirmed(spawn_maps, builder):
    grid = spawn_maps(YARD, VAULT)
    stand(grid, builder, "yard", 1)
    builder.types("dungeon new pot rooms=12")
    do_jobs(grid)
    rooms = grid.live.grids["pot"].rooms
    assert f"remove its {rooms} rooms" in builder.types("dungeon delete pot")
    assert grid.live.level("pot") is not None
    stand(grid, builder, "pot", 0)
    assert "pot is being removed" in builder.types("dungeon delete pot yes")
    assert grid.live.where(builder.character.location) == ("yard", 1)
    (job,) = (job for job in jobs.all_jobs() if job.word == "delete")
    drain(works.job_steps(job.word, grid, Order(job.names, TERMINAL)))
    assert grid.live.level("pot") is None
    assert "comes from a map module" in builder.types("dungeon delete vault yes")
    assert "Usage" in builder.types("dungeon delete")
    assert "Usage" in builder.types("dungeon list all")


@pytest.mark.parametrize("name", ["pot #5", "(1,2)", "%s {0} |rx|n", "z" * 41])
def test_a_name_that_is_a_copys_or_cannot_be_typed_is_refused(spawn_maps, builder, name):
    grid = spawn_maps(YARD)
    stand(grid, builder, "yard", 1)
    assert "cannot have that name" in builder.types(f"dungeon new {name}")
    assert not list(jobs.all_jobs())


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("teir=2", "parameters.teir: there is no such key\ndid you mean 'tier'?"),
        ("tier=0", "tier: must be a whole number from 1 to 99, not 0"),
        ("copies=all", "copies: must be 'shared' or 'party' or 'character', not 'all'"),
    ],
)
def test_a_wrong_word_of_an_order_is_told_before_anything_is_made(spawn_maps, builder, order, said):
    stand(spawn_maps(YARD), builder, "yard", 1)
    text = builder.types(f"dungeon new pot {order}")
    assert said in text
    assert "being made" not in text
    assert jobs.all_jobs() == []


@pytest.mark.parametrize("name", ["this", "world.nowhere", "tests.game.fixtures", "..this"])
def test_a_catalogue_that_no_map_names_is_neither_imported_nor_found(spawn_maps, builder, name):
    stand(spawn_maps(YARD), builder, "yard", 1)
    before = set(sys.modules)
    said = builder.types(f"dungeon new pot catalogue={name}")
    assert f"There is no catalogue '{name}'." in said
    assert "world.catalogue, xyzgrid_ext.parts.dungeons.catalogue." in said
    assert jobs.all_jobs() == []
    assert set(sys.modules) == before


def test_the_way_into_a_dungeon_for_parties_leads_into_a_copy(spawn_maps, builder, monkeypatch):
    monkeypatch.setattr(copies, "run_in_slices", lambda steps, then: (drain(steps), then(None)))
    grid = spawn_maps(YARD, VAULT)
    stand(grid, builder, "yard", 1)
    builder.types("dungeon new name=pit copies=party lease=5")
    do_jobs(grid)
    builder.types("open pit = (5,0,pit)")
    assert "pit #1" not in builder.types("dungeon list")
    builder.types("pit")
    assert builder.character.location.here[0] == "pit #1"
    assert "pit #1, a copy for Bea: 1 of" in builder.types("dungeon list")
    assert "pit has been reset. 1 character is" in builder.types("dungeon reset pit")
    builder.types("open chute = (0,0,vault)")
    assert "vault #" not in builder.types("dungeon list")


def test_a_dungeon_is_proved(spawn_maps, builder):
    spawn_maps(VAULT)
    said = builder.types("dungeon prove vault").split("\n")
    assert said[0].startswith("It can always be won, whatever players do")
    assert said[said.index("Keys and items:") :] == [
        "Keys and items:",
        "  a small key: Hall",
        "Doors:",
        "  exit east in Hall: locked, a small key opens it",
        "  exit west in Vault: locked, a small key opens it",
        "One way through it: take a small key, unlock east, east.",
    ]
    assert "There is no dungeon 'yard'" in builder.types("dungeon prove yard")


def test_a_builder_lets_it_begin_again(spawn_maps, builder, player):
    grid = spawn_maps(VAULT)
    stand(grid, player, "vault", 0)
    player.types("open chest")
    player.types("east")
    assert "2 of 2 rooms seen, 1 of 1 things done, somebody is inside" in builder.types(
        "dungeon list"
    )
    assert "1 character is back" in builder.types("dungeon reset vault")
    assert player.character.location.key == "Hall"
    assert "east (locked)" in player.types("look")
    assert "a small key" in player.types("open chest")


def test_parties_go_by_a_word(make_player):
    ann, ben = make_player("Ann"), make_player("Ben")
    assert "not in a party" in ann.types("party")
    assert "you now enter your party's" in ann.types("party Swallows")
    ben.types("party swallows")
    assert ann.types("party") == "In the party 'swallows': Ann and Ben."
    ben.types("party gulls")
    assert ann.types("party") == "In the party 'swallows': Ann."
    ann.types("party leave")
    assert "not in a party" in ann.types("party")
