"""What happens to exits in the game, and routes that follow at once.

yard   1 A-B-C-D      the straight way
         | | |        and the way round, below
       0 E-F-G
"""

import re

import pytest
from evennia.objects.models import ObjectDB
from spawned import spawned_once
from worlds import room, room_named

YARD = r"""
+ 0 1 2 3

1 #-#-#-#
  | |   |
0 #-#-#-#

+ 0 1 2 3
"""
NAMES = {
    (0, 1): "Ash", (1, 1): "Beech", (2, 1): "Cedar", (3, 1): "Dogwood",
    (0, 0): "Elm", (1, 0): "Fir", (2, 0): "Gorse", (3, 0): "Holly",
}  # fmt: skip
FAR = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n"
GAME = """
matrixedge 2
startnode 0 0 0
endnode 1 1 0
node 0 0 0 right twoway
node 1 0 0 up twoway
"""


shared_maps = spawned_once(
    {"zcoord": "yard", "map": YARD, "prototypes": {at: room(n) for at, n in NAMES.items()}},
    {"zcoord": "far", "map": FAR, "prototypes": {(0, 0): room("Far"), (1, 0): room("Farther")}},
    {
        "zcoord": "game",
        "matrix": GAME,
        "prototypes": {(0, 0, 0): room("Hatch"), (1, 1, 0): room("Prize")},
        "transitions": {(0, 0, 0, "out"): (0, 0, "yard")},
    },
)


@pytest.fixture
def walker(grid, player, clock):
    player.character.move_to(room_named("Ash"), quiet=True)
    player.goes_on = lambda steps: clock.pump([0.5] * steps)
    return player


@pytest.fixture
def builder(grid, superuser):
    superuser.character.move_to(room_named("Beech"), quiet=True)
    return superuser


def exit_of(key, direction):
    found = room_named(key)
    return found.live.exit(found.here, direction)


def far_is(walker, place="dogwood"):
    """How many steps a place is away, as `path` tells it; 0 for no way."""
    told = re.search(r" is (\d+) steps? from here", walker.types(f"path {place}"))
    return int(told[1]) if told else 0


NEEDS = "set east/needs = ['item:key']"


@pytest.mark.parametrize(
    ("shut", "opened"),
    [
        (NEEDS, "set east/needs = []"),
        (NEEDS, "set east/needs ="),
        ("lock east = traverse:false()", "lock east = traverse:all()"),
    ],
)
def test_what_a_builder_shuts_and_opens_is_followed_at_once(walker, builder, shut, opened):
    assert far_is(walker) == 3
    for typed, steps in ((shut, 5), (opened, 3)):
        builder.types(typed)
        assert far_is(walker) == steps


def test_a_walk_under_way_goes_around_a_door_that_locks_before_it(walker, builder):
    walker.types("goto dogwood")
    builder.types("lock east = traverse:false()")
    before = len(walker.sent)
    walker.goes_on(12)
    heard = walker.text_since(before)
    assert heard.count("You take another way to Dogwood.") == 1
    assert "locked" not in heard  # it was known in time
    assert "You have arrived at Dogwood." in heard


def test_an_exit_that_is_deleted_is_not_gone_to_until_it_is_spawned_again(walker, grid):
    assert far_is(walker) == 3
    exit_of("Beech", "e").delete()
    assert far_is(walker) == 5
    grid.spawn()
    assert far_is(walker) == 3


def test_an_exit_that_a_builder_opens_is_a_way_at_once(walker, builder):
    assert far_is(walker, "(1,0,far)") == 0
    builder.types("open cave;cv = (0,0,far)")
    assert walker.types("path (1,0,far)").splitlines()[1:4] == [
        "  yard: east, cave",
        "  far: east",
        "Speed-walk: e cv e",
    ]
    walker.types("goto (1,0,far)")
    walker.goes_on(6)
    assert walker.character.location.key == "Farther"


@pytest.mark.parametrize("made", ["dig", "tunnel"])
def test_a_way_through_a_room_that_is_on_no_map_is_no_way(walker, builder, made):
    assert far_is(walker, "(1,0,far)") == 0
    builder.types({"dig": "dig Cellar = down, up", "tunnel": "tunnel ne = Cellar"}[made])
    assert far_is(walker, "(1,0,far)") == 0
    assert far_is(walker) == 3


def test_exit_that_is_removed_or_leads_elsewhere_is_followed_at_once(walker, builder):
    builder.types("open cave = (0,0,far)")
    assert far_is(walker, "(1,0,far)") == 3
    builder.types("del/force cave")
    assert far_is(walker, "(1,0,far)") == 0
    builder.types("open cave = (0,0,far)")
    cave = ObjectDB.objects.get(db_key="cave")
    assert far_is(walker, "(0,0,far)") == 2
    cave.destination = room_named("Dogwood")
    assert far_is(walker, "(0,0,far)") == 0
    assert far_is(walker) == 2
    cave.destination = None
    assert far_is(walker) == 3


def test_exit_that_is_locked_or_hidden_is_no_way_and_not_told(walker, builder):
    builder.types("open cave = (0,0,far)")
    cave = ObjectDB.objects.get(db_key="cave")
    for access in ("traverse", "view", "call"):
        cave.locks.add(f"{access}:id({builder.character.id})")
        assert far_is(walker, "(0,0,far)") == 0
        cave.locks.add(f"{access}:all()")
        assert far_is(walker, "(0,0,far)") == 2
    ObjectDB.objects.get(db_key="cave").locks.add("view:false()")
    assert "cave" not in walker.types("goto (0,0,far)")


def test_ways_survive_maps_that_are_loaded_anew(walker, builder, grid):
    builder.types("open cave = (0,0,far)")
    exit_of("Beech", "e").db.needs = ["item:key"]
    grid.reload()
    assert far_is(walker, "(0,0,far)") == 2
    assert far_is(walker) == 5


def test_a_room_that_goes_takes_its_ways_along(walker, builder, grid):
    builder.types("open cave = (0,0,far)")
    assert far_is(walker, "(1,0,far)") == 3
    grid.remove_map("far")
    assert far_is(walker) == 3
    assert "There is no map 'far'." in walker.types("path (1,0,far)")
