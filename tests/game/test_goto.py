"""What goto and path understand, and what they answer."""

import pytest
from evennia.objects.models import ObjectDB
from spawned import spawned_once
from worlds import CUBE, room, transition

from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.db.memory import journey_of

TOWN = r"""
+ 0 1 2 3 4

1   #
    |
0 #-#-#-#-T

+ 0 1 2 3 4

"""
TOWN_NAMES = {
    (0, 0): ("The West Gate", ["gate"]),
    (1, 0): ("The Square", ["market"]),
    (2, 0): ("Alley", []),
    (3, 0): ("Alley", []),
    (1, 1): ("The Old Lantern", ["tavern", "market"]),
}


# a street, and a cube at its end
shared_maps = spawned_once(
    {
        "zcoord": "town",
        "map": TOWN,
        "legend": {"T": transition((0, 0, "cube:0"))},
        "prototypes": {at: room(key, aliases=aliases) for at, (key, aliases) in TOWN_NAMES.items()},
    },
    {
        "zcoord": "cube",
        "matrix": CUBE,
        "prototypes": {
            (0, 0, 0): room("Entrance"),
            (0, 0, 1): room("Heart"),
            (1, 1, 1): room("Pit"),
        },
        "transitions": {(0, 0, 0, "out"): (3, 0, "town")},
    },
)


@pytest.fixture
def walker(grid, player, clock):
    player.character.move_to(ObjectDB.objects.get(db_key="The Square"), quiet=True)
    player.walk = lambda: clock.pump([0.5] * 40)
    return player


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("the west gate", "The West Gate"),
        ("gate", "The West Gate"),
        ("the gate", "The West Gate"),
        ("GATE", "The West Gate"),
        ("west", "The West Gate"),
        ("the tavern", "The Old Lantern"),
        ("(0,0)", "The West Gate"),
        ("( 0 , 0 )", "The West Gate"),
        ("0,0", "The West Gate"),
        ("(0,0,town)", "The West Gate"),
        ("(0,0,TOWN)", "The West Gate"),
        ("(0, 0, 1, cube)", "Heart"),
        ("(0,0,cube:1)", "Heart"),
        ("heart", "Heart"),
    ],
)
def test_a_place_is_named_by_name_alias_part_of_name_or_coordinates(walker, typed, found):
    assert walker.types(f"path {typed}").startswith(f"{found} is ")
    walker.types(f"goto {typed}")
    walker.walk()
    assert walker.at == found


@pytest.mark.parametrize("typed", ["goto north", "goto NORTH", "path the north"])
def test_an_exit_named_as_a_place_is_told_to_be_typed(walker, typed):
    assert walker.types(typed) == "There is an exit north here: type north to take it."


def test_a_map_goes_before_a_level_of_the_same_name(walker, spawn_maps):
    spawn_maps({"zcoord": "1", "map": "\n+ 0\n\n0 #\n\n+ 0\n\n"})
    walker.types("goto entrance")
    walker.walk()
    assert "You know of no way from here to " in walker.types("path (0,0,1)")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("nowhere", "You know of no place called 'nowhere'.\nType goto with the name of a place"),
        ("lantren", "You know of no place called 'lantren'.\nDid you mean The Old Lantern?"),
        ("the wset gate", "You know of no place called 'the wset gate'.\nDid you mean The West "),
        ("(9,9)", "There is no room at (9,9,town).\nmap shows where the rooms are."),
        ("(-1,0)", "There is no room at (-1,0,town)."),
        ("(x,y)", "'(x,y)' is not a coordinate."),
        ("(0,0,1)", "town has only one level, so there is no level 1."),
        ("(0,0,moon)", "There is no map 'moon'."),
        ("(0,0,0,moon)", "There is no map 'moon'."),
        ("(0,0,3,cube)", "cube has no level 3.\nIts levels are 0 to 2."),
        ("(0,0,cube)", "cube has several levels.\nSay which one, 0 to 2: (x,y,z,cube)."),
        ("the square", "You are already there: this is The Square."),
        ("Here", "You are already there: this is The Square."),
        ("", "You are not on the way anywhere."),
    ],
)
def test_what_cannot_be_done_is_answered(walker, typed, answer):
    assert walker.types(f"goto {typed}").startswith(answer)
    assert walker.at == "The Square"


def test_the_others_of_one_name_are_told_by_the_way_and_understood_by_number(walker):
    walker.types("goto market")
    assert walker.types("path alley").endswith(
        "\n1 other place has this name:\n  path 2  Alley (3,0,town)"
    )
    walker.types("goto 2")
    walker.walk()
    assert walker.character.location.xyz == (3, 0, "town")
    said = walker.types("goto alley")
    assert said.startswith("You are already there: this is Alley.")
    assert said.endswith("  goto 2  Alley, east of The Square")
    walker.types("goto 2")
    walker.walk()
    assert walker.character.location.xyz == (2, 0, "town")
    assert walker.types("goto 3").startswith("You know of no place called '3'.")


def test_several_names_are_listed_and_the_third_number_is_a_level_of_a_cube(walker):
    walker.types("west")
    assert walker.types("goto market").splitlines() == [
        "Several places match 'market', nearest first:",
        "  goto (1,0,town)  The Square",
        "  goto (1,1,town)  The Old Lantern",
    ]
    walker.types("goto entrance")
    walker.walk()
    assert walker.types("path (0,0,1)").startswith("Heart is 5 steps from here.")


def test_path_tells_the_whole_way_and_goto_takes_the_nearest_of_a_name(walker):
    assert walker.types("path heart") == (
        "Heart is 8 steps from here.\n"
        "  town: 3 east\n"
        "  cube: 2 right, forward, 2 left\n"
        "Speed-walk: 3e 2ri fo 2le\n"
        "Walking there takes about 4 seconds."
    )
    assert walker.at == "The Square"
    walker.types("goto alley")
    walker.walk()
    assert walker.character.location.xyz == (2, 0, "town")
    walker.types("goto entrance")
    walker.walk()
    walker.types("goto alley")
    walker.walk()
    assert walker.character.location.xyz == (3, 0, "town")


def test_path_clear_forgets_the_way(walker):
    assert walker.types("path clear") == "There is no path to forget."
    walker.types("goto heart")
    assert walker.types("path clear") == "You forget the way to Heart."
    walker.walk()
    assert walker.at == "Alley"
    assert walker.types("path").startswith("You are not on the way")


def test_goto_alone_stops_and_then_goes_on(walker):
    walker.types("goto heart")
    assert walker.types("goto") == (
        "You stop on the way to Heart. Type goto to walk on, or path clear to forget the path."
    )
    walker.walk()
    assert walker.at == "Alley"
    assert walker.types("goto").startswith(
        "You walk on to Heart: 7 steps, about 3 seconds. Type goto to stop."
    )
    walker.walk()
    assert walker.at == "Heart"


def test_a_wormhole_is_taken_only_by_those_who_have_jumped_it(walker, grid, superuser):
    assert walker.types("path heart").startswith("Heart is 8 steps")
    superuser.character.move_to(walker.character.location, quiet=True)
    assert superuser.types("path heart").startswith("Heart is 4 steps")
    walker.types("goto entrance")
    walker.walk()
    walker.types("wormhole")
    assert walker.at == "Heart"
    assert memory.wormholes(walker.character) == {"0,0,0,cube wormhole"}
    walker.types("goto square")
    walker.walk()
    assert "cube: wormhole" in walker.types("path heart")


def test_who_is_off_the_maps_is_told_so(walker, limbo):
    walker.character.move_to(limbo, quiet=True)
    assert walker.types("goto square").startswith("You are not on a map here.")
    assert walker.types("path (1,0)").startswith("You are not on a map here.")


def test_a_room_that_is_not_spawned_is_not_walked_to(walker, grid):
    ObjectDB.objects.get(db_key="Heart").delete()
    grid.live.forget_objects()
    assert "It has not been spawned, or a builder has removed it." in walker.types(
        "goto (0,0,1,cube)"
    )


def test_a_target_that_is_gone_is_told(walker, grid):
    walker.types("path heart")
    ObjectDB.objects.get(db_key="Heart").delete()
    assert walker.types("path") == "Heart no longer exists."
    assert journey_of(walker.character) is None


def test_an_alias_without_its_article_goes_before_a_part_of_another_name(spawn_maps, player):
    rooms = {(0, 0): ("The Forge Loft", []), (1, 0): ("Lantern", ["forge"]), (2, 0): ("Well", [])}
    live = spawn_maps(
        {
            "zcoord": "inn",
            "map": "\n+ 0 1 2\n\n0 #-#-#\n\n+ 0 1 2\n\n",
            "prototypes": {
                xy: {"prototype_parent": "xyz_room", "key": key, "aliases": aliases}
                for xy, (key, aliases) in rooms.items()
            },
        }
    ).live
    player.character.location = live.object(("inn", 2))
    assert player.types("path the forge").startswith("Lantern is ")
    assert player.types("path forge l").startswith("The Forge Loft is ")


def test_a_name_of_this_map_goes_before_an_alias_on_another(spawn_maps, player):
    def row(zcoord, keys, aliases=()):
        rooms = {(x, 0): {"prototype_parent": "xyz_room", "key": k} for x, k in enumerate(keys)}
        rooms[0, 0]["aliases"] = list(aliases)
        return {"zcoord": zcoord, "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n", "prototypes": rooms}

    live = spawn_maps(
        row("pit", ["Bunks", "End"]), row("inn", ["The Bunk Room", "Bar"], ["bunks"])
    ).live
    player.character.location = live.object(("pit", 1))
    assert player.types("path bunks").startswith("Bunks is ")
    player.character.location = live.object(("inn", 1))
    assert player.types("path bunks").startswith("Several places match 'bunks'")
