"""Automatic walks: their steps, what one does by hand meanwhile, doors and places to stop at."""

from evennia import create_object
from worlds import room_at, room_named

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.game.db.memory import journey_of
from xyzgrid_ext.game.travel import walking


def test_the_first_step_is_taken_at_once_and_each_other_after_the_delay(walker, clock):
    walker.types("goto cross")
    assert walker.at == "Lane"
    clock.advance(0.4)
    assert walker.at == "Lane"
    clock.advance(0.2)
    assert walker.at == "Cross"


def test_arrival_is_told_once_and_leaves_nothing_behind(walker, clock, run):
    heard = walker.types("goto cross") + run(walker)
    assert heard.count("You have arrived at Cross.") == 1
    assert not clock.due()
    assert journey_of(walker.character) is None
    assert not walking.is_walking(walker.character)


def test_a_walk_through_many_rooms_of_one_name_gives_signs_of_life(
    spawn_maps, make_player, clock, run
):
    tunnel = {(x, 0, 0): {"key": "Tunnel", "exits": {"east": (x + 1, 0, 0)}} for x in range(25)}
    grid = spawn_maps({"zcoord": "tunnel", "rooms": {**tunnel, (25, 0, 0): {"key": "Cave"}}})
    ann = make_player("Ann", location=room_at(grid, 0, 0, "tunnel"))
    ann.types("goto cave")
    heard = run(ann)
    assert ann.at == "Cave"
    assert heard.splitlines().count("Tunnel") == 2


def test_another_exit_taken_by_hand_ends_the_walk_and_goto_walks_on(walker, run, clock):
    walker.types("goto chapel")
    heard = walker.types("west") + run(walker)
    assert walker.at == "West End"
    assert heard.count("You stop walking to Chapel.") == 1
    assert not clock.due()
    assert "You walk on to Chapel" in walker.types("goto")
    run(walker)
    assert walker.at == "Chapel"


def test_a_locked_exit_tried_by_hand_does_not_end_the_walk(walker, run):
    walker.types("goto chapel")
    run(walker, 1)
    assert walker.at == "Cross"
    assert "You stop walking" not in walker.types("bronze door")
    run(walker)
    assert walker.at == "Chapel"


def test_a_detour_by_hand_that_ends_at_the_goal_is_an_arrival(walker, grid, run):
    walker.types("goto shed")
    walker.types("goto chapel")
    create_object(
        "evennia.objects.objects.DefaultExit",
        key="rope",
        location=walker.character.location,
        destination=room_named("Chapel"),
    )
    heard = walker.types("rope") + run(walker)
    assert heard.count("You have arrived at Chapel.") == 1
    assert "You stop walking" not in heard


def test_one_who_is_brought_elsewhere_walks_on_from_there(walker, run):
    walker.types("goto lane")  # one step: there at once
    walker.types("goto chapel")
    walker.character.move_to(room_named("Shed"), quiet=True)
    run(walker)
    assert walker.at == "Chapel"


def test_one_who_is_brought_where_no_way_leads_back_is_told_and_may_go_on_later(walker, run):
    walker.types("goto chapel")
    walker.character.move_to(room_named("Cell"), quiet=True)
    heard = run(walker)
    assert "You know of no way from here to Chapel." in heard
    walker.character.move_to(room_named("Lane"), quiet=True)
    walker.types("goto")
    run(walker)
    assert walker.at == "Chapel"


def test_a_locked_door_is_named_once_and_ends_the_walk(walker, clock, run):
    heard = walker.types("goto east end") + run(walker)
    assert walker.at == "Cross"
    assert heard.count("The door does not move.") == 1
    assert heard.count("This exit is locked to you: bronze door, east from Cross.") == 1
    assert "arrived" not in heard
    assert not clock.due()


def test_a_room_to_stop_at_stops_the_walk_with_its_own_words(walker, run):
    room_named("Bridge").db.xyz_path_interrupt_msg = "The planks creak."
    heard = walker.types("goto garden") + run(walker)
    assert walker.at == "Bridge"
    assert "The planks creak." in heard
    walker.types("goto")
    assert walker.at == "Garden"


def test_a_walk_stops_before_a_link_to_stop_at(walker, run, grid):
    walker.character.move_to(room_named("Cell"), quiet=True)
    exit_obj = grid.live.exit(grid.live.locate(Place("ward", Coord(3, 0))), "e")
    exit_obj.db.xyz_path_interrupt_msg = "It is dark in there."
    heard = walker.types("goto vault") + run(walker)
    assert walker.at == "Cell"
    assert "It is dark in there." in heard


def test_behind_a_link_to_stop_at_goto_walks_on(spawn_maps, player, run):
    drawn = "+ 0 1 2 3\n\n0 #-#i#-#\n\n+ 0 1 2 3\n"
    rooms = {(x, 0): {"prototype_parent": "xyz_room", "key": f"Hut {x}"} for x in range(4)}
    grid = spawn_maps({"zcoord": "huts", "map": drawn, "prototypes": rooms})
    player.character.move_to(grid.live.object(("huts", 0)), quiet=True)
    heard = player.types("goto hut 3") + run(player)
    assert heard.startswith("You set out for Hut 3: 3 steps")
    assert heard.endswith("You stop here.\nTake east yourself, then type goto to walk on to Hut 3.")
    player.types("east")
    assert "You walk on to Hut 3: 1 step," in player.types("goto")
    assert player.at == "Hut 3"
