"""How a character wants to go, what is in its way, and what it has explored.

town   2 H-#-#-#-#-S     H home, S shop: the long way round
       |           |
     1 A-B-C=D-E-F-G     = bronze door: needs a key
       |
     0 K                 K a shop as well

well   W - . - . - P     a wormhole leads from W to P at once
"""

import pytest
from evennia import create_object
from evennia.objects.models import ObjectDB
from spawned import spawned_once
from worlds import room, room_named

from xyzgrid_ext.core.routes import ExploredRooms
from xyzgrid_ext.game.db import exploration, memory

TOWN = r"""
+ 0 1 2 3 4 5 6

2 #-#-#-#-#-#-#
  |           |
1 #-#-#-#-#-#-#
  |
0 #

+ 0 1 2 3 4 5 6
"""
NAMES = {
    (0, 2): "Home", (1, 2): "North", (6, 2): "Tailor",
    (0, 1): "Arch", (1, 1): "Bank", (2, 1): "Court", (3, 1): "Dock", (4, 1): "East", (5, 1): "Fair",
    (6, 1): "Gate", (0, 0): "Kiosk",
}  # fmt: skip
ISLAND = "\n+ 0\n\n0 #\n\n+ 0\n"
WELL = """
matrixedge 4
startnode 0 0 0
endnode 3 0 0
node 0 0 0 right twoway
node 1 0 0 right twoway
node 2 0 0 right twoway
wormhole 0 0 0 3 0 0
"""


ROOMS = {at: room(name) for at, name in NAMES.items()}
ROOMS[6, 2] = room("Tailor", tags=[("shop", "landmark")])
ROOMS[0, 0] = room("Kiosk", tags=["shop"])
ROOMS[5, 1] = room("Fair", tags=[("stage", "plot")])
DOOR = {"prototype_parent": "xyz_exit", "key": "bronze door", "needs": ["item:bronze key"]}
shared_maps = spawned_once(
    {"zcoord": "town", "map": TOWN, "prototypes": ROOMS | {(2, 1, "e"): DOOR}},
    {"zcoord": "island", "map": ISLAND, "prototypes": {(0, 0): room("Rock", tags=["rock"])}},
    {
        "zcoord": "well",
        "matrix": WELL,
        "prototypes": {(0, 0, 0): room("Water"), (3, 0, 0): room("Pool")},
    },
)


@pytest.fixture
def walker(grid, player, clock):
    player.character.move_to(room_named("Bank"), quiet=True)

    def walks(line, steps=40):
        before = len(player.sent)
        player.types(line)
        clock.pump([0.5] * steps)
        return player.text_since(before)

    player.walks = walks
    return player


def put(walker, key):
    walker.character.move_to(room_named(key), quiet=True)


# --- the nearest


@pytest.mark.parametrize(("start", "found"), [("Bank", "Kiosk"), ("Gate", "Tailor")])
def test_goto_nearest_leads_to_the_nearest_room_with_a_tag(walker, start, found):
    put(walker, start)
    assert f"You have arrived at {found}." in walker.walks("goto nearest shop")


@pytest.mark.parametrize("kind", ["smith", "stage", "xyz_room"])
def test_there_is_no_place_of_a_kind_that_no_tag_for_places_names(walker, kind):
    assert walker.types(f"goto nearest {kind}").startswith(
        f"You know of no place of the kind '{kind}'."
    )


def test_kind_out_of_reach_is_told_and_walk_takes_no_wormhole(walker):
    assert walker.types("goto nearest rock") == "There is no way from here to any 'rock'."
    memory.learn_wormhole(walker.character, "0,0,0,well wormhole")
    put(walker, "Water")
    assert walker.types("path pool").startswith("Pool is 1 step from here.")
    assert walker.types("path/walk pool").startswith("Pool is 3 steps from here.")
    walker.walks("goto/walk pool", steps=1)
    walker.types("goto")
    assert walker.types("goto").startswith("You walk on to Pool: 1 step")  # two of three are done


# --- switches and places to pass


def test_via_passes_the_places_in_their_order_also_after_a_stop(walker):
    assert walker.types("path kiosk via home via north").splitlines()[:2] == [
        "Kiosk is 6 steps from here.",
        "  town: west, north, east, west, 2 south",
    ]
    walker.types("goto kiosk via home via north")
    seen = [walker.at]
    while len(seen) < 7:
        walker.walks("look", steps=1)
        seen.append(walker.at)
    assert seen == ["Arch", "Home", "North", "Home", "Arch", "Kiosk", "Kiosk"]
    walker.types("goto kiosk via home")
    walker.types("goto")
    assert walker.types("goto").startswith("You walk on to Kiosk: 3 steps")


@pytest.mark.parametrize("typed", ["goto  via home", "goto kiosk via "])
def test_via_needs_a_place_on_both_sides(walker, typed):
    assert "goto" in walker.types(typed)
    assert walker.at == "Bank"


# --- locked


def test_where_all_ways_are_locked_the_door_and_what_it_needs_are_told(walker, grid):
    put(walker, "Court")
    exit_of("Tailor", "w").db.needs = ["puzzle:orrery"]
    exit_of("North", "e").db.needs = ["puzzle:orrery"]
    assert walker.types("goto dock").splitlines() == [
        "Every way to Dock is blocked: bronze door, east from Court.",
        "You need the bronze key.",
    ]
    assert walker.at == "Court"


def test_exit_in_the_way_is_told_and_a_lock_that_refuses_remembered(walker):
    for room_name, direction in ("Bank", "w"), ("Arch", "s"):
        exit_of(room_name, direction).db.needs = ["puzzle:orrery"]
    assert "Every way to Kiosk is blocked: south from Arch." in walker.types("goto kiosk")
    create_object(
        "evennia.objects.objects.DefaultObject", key="bronze key", location=walker.character
    )
    lane = exit_of("Home", "e")
    # as it is after a start: a lock in the database that nobody has met
    ObjectDB.objects.filter(pk=lane.pk).update(
        db_lock_storage="view:all();traverse:false();call:all()"
    )
    lane.db_lock_storage = "view:all();traverse:false();call:all()"
    lane.locks.reset()
    put(walker, "Home")
    heard = walker.walks("goto tailor")
    assert heard.count("This exit is locked to you: east from Home.") == 1
    assert heard.count("You take another way to Tailor.") == 1
    assert "You have arrived at Tailor." in heard
    put(walker, "Home")
    assert walker.types("path tailor").startswith("Tailor is 8 steps")


def test_builders_are_told_the_coordinate(grid, make_player, clock):
    builder = make_player("Bob", permissions=["Builder"], location=room_named("Court"))
    exit_of("Tailor", "w").locks.add("traverse:false()")
    exit_of("North", "e").locks.add("traverse:false()")
    exit_of("Court", "e").locks.add("traverse:false()")
    assert builder.types("goto dock").startswith(
        "Every way to Dock is blocked: bronze door, east of (2,1,town)."
    )


def exit_of(key, direction):
    found = room_named(key)
    return found.live.exit(found.here, direction)


# --- explored


def test_explored_leads_only_where_one_has_been(walker):
    for way in ("east", "west", "west", "south", "north"):
        walker.types(way)
    assert walker.at == "Arch"
    assert walker.types("path/explored court").startswith("Court is 2 steps from here.")
    assert walker.types("path/explored home").startswith(
        "There is no way to Home that goes only through rooms you have visited."
    )
    assert walker.types("path home").startswith("Home is 1 step from here.")


def test_what_was_explored_is_written_some_seconds_later_and_once(
    walker, clock, django_assert_num_queries
):
    exploration.save(walker.character)
    walker.types("west")
    walker.types("north")
    assert not written(walker) >= {"Home"}
    clock.advance(exploration.SAVE_DELAY)
    assert written(walker) >= {"Home", "Arch", "Bank"}
    assert not clock.getDelayedCalls()
    walker.types("south")  # nothing new: nothing to write
    assert not clock.getDelayedCalls()


def written(walker):
    """Names of the rooms of the town that stand in the database."""
    text = walker.character.attributes.get("town", category="xyzgrid_explored", default="")
    live = room_named("Bank").live
    rooms = ExploredRooms.from_text(text).rooms(live.grids["town"])
    return {live.object(("town", int(number))).key for number in rooms.nonzero()[0]}


def test_what_was_explored_outlives_restarts_and_stops(walker, grid):
    walker.types("west")
    walker.account.unpuppet_object(walker.session)
    assert written(walker) >= {"Arch", "Bank"}
    walker.character.ndb.xyzgrid_chart = None  # as after a restart
    assert walker.character.attributes.get("town", category="xyzgrid_explored")
    walker.account.puppet_object(walker.session, walker.character)
    assert walker.types("path/explored bank").startswith("Bank is 1 step")
    grid.at_server_reload()
    assert written(walker) >= {"Arch"}


def test_a_set_that_cannot_be_read_is_begun_anew(walker):
    walker.character.attributes.add("town", "rubbish", category="xyzgrid_explored")
    walker.character.ndb.xyzgrid_chart = None
    walker.types("west")
    assert walker.types("path/explored arch") == "You are already there: this is Arch."
