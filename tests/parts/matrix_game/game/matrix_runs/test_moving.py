"""The matrix game as players have it, move by move: what they type, what comes back."""

from dataclasses import replace

import pytest
from matrix_lines import lines_of, plays
from worlds import room_at

from xyzgrid_ext.commands import XYZGridWordsCmdSet
from xyzgrid_ext.parts.matrix_game.game.state import play_of

pytestmark = pytest.mark.django_db


# --- begin


def test_coming_in_shows_the_room_and_the_words_of_the_game(ann):
    assert lines_of(ann.types("in")) == [
        "The Grate",
        "Rust.",
        "You can use moves, hint, save, restart and give up. Par is 4 moves.",
    ]


def test_exits_and_map_are_hidden_and_shown_when_asked_for(ann):
    assert lines_of(plays(ann, "in", "forward")) == ["In the Drain", "Wet."]
    assert ann.types("moves") == "You can go backward or up. You have made 1 move so far."
    assert lines_of(ann.types("look")) == ["In the Drain", "Wet."]


def test_where_names_no_coordinates_as_soon_as_somebody_comes_in(ann):
    ann.types("in")
    ann.character.cmdset.add(XYZGridWordsCmdSet)
    assert ann.types("where") == "You are somewhere in drain."
    plays(ann, "forward")
    assert ann.types("where") == "You are somewhere in drain."


def test_the_way_out_is_told_with_the_moves(ann):
    told = plays(ann, "in", "moves")
    assert told == "You can go forward, up, right or out. You have made 0 moves so far."


def test_moves_tells_the_exits_of_any_place(ann, limbo, make_player):
    assert ann.types("moves") == "You can go up, right or in."
    assert make_player("Ben").types("moves") == "There is no way out."


# --- on the way


@pytest.mark.parametrize("word", ["fo", "backward", "ba", "up", "u", "down", "d", "le", "ri"])
def test_a_movement_that_is_no_way_costs_nothing(ann, word):
    # at the trap there is none at all
    told = plays(ann, "in", "right", word)
    assert told.startswith("You cannot go ")
    assert "after 1 move." in ann.types("moves")


def test_movements_say_which_way_there_is_not(ann):
    assert plays(ann, "in", "d") == "You cannot go down."
    assert ann.types("nw") == "You cannot go northwest."
    assert plays(ann, "forward", "out").endswith(
        "There is no exit out here. give up takes you back to the entrance."
    )
    assert ann.types("wormhole") == ann.types("wh") == "There is no wormhole here."
    assert ann.types("wh2") == "There is no wormhole 2 here."


def test_outside_of_a_game_there_is_no_exit(ann, make_player):
    assert ann.types("d") == "There is no exit down here."
    ben = make_player("Ben")
    assert ben.types("forward") == "There is no exit forward here."
    assert ben.types("e") == "There is no exit east here."
    assert ben.types("out") == "There is no exit out here."
    assert ann.types("wh 3") == "There is no wormhole 3 here."


def test_real_exits_are_taken_by_all_their_names(ann):
    for line in ("in", "fo", "ba", "u", "d"):
        ann.types(line)
    assert ann.types("moves").endswith("You have made 4 moves so far.")


def test_lost_in_a_trap_given_up_begun_again_and_won(ann, shore):
    assert lines_of(plays(ann, "in", "right")) == [
        "In the Drain",
        "Wet.",
        "There is no way out of here: you are trapped, after 1 move.",
        "restart starts over, and give up ends the game.",
    ]
    assert lines_of(ann.types("give up")) == [
        "You give up after 1 move. From there, the end could no longer be reached.",
        "The Grate",
        "Rust.",
        "You are not playing. restart, or any step, starts a game. You can leave by out.",
    ]
    assert lines_of(ann.types("restart")) == [
        "You start over.",
        "The Grate",
        "Rust.",
        "You can use moves, hint, save, restart and give up. Par is 4 moves.",
    ]
    assert lines_of(plays(ann, "fo", "up", "right", "backward"))[-6:] == [
        "The Bell",
        "Brass.",
        "This is the end: you have won in 4 moves!",
        "Par is 4 moves. That is your best game so far. Look around as long as you like.",
        "Type restart to play again, or give up to go back to the entrance.",
        "scores shows the best games.",
    ]
    told = lines_of(ann.types("give up"))
    assert told[0] == "You go back to the entrance."
    assert told[-2:] == [
        "Exits: forward to In the Drain, up, right to In the Drain, and out to The Shore",
        "You have won. Type restart to play again.",
    ]
    assert plays(ann, "out", "in").endswith("Par is 4 moves. Your best game took 4 moves.")
    assert "Your best game took 4 moves." in plays(ann, "out", "score")


def test_restart_gets_out_of_a_trap(ann):
    assert "The Grate" in plays(ann, "in", "right", "restart")
    assert ann.types("moves").endswith("You have made 0 moves so far.")


def test_giving_up_tells_how_far_the_end_was(ann):
    told = plays(ann, "in", "forward", "up", "give up")
    assert told.startswith("You give up after 2 moves. The end was 2 moves away.")


def test_giving_up_at_the_entrance_costs_nothing(ann):
    assert plays(ann, "in", "give up").startswith("You give up before the first move.\n")


def test_a_way_that_a_builder_opened_leads_out_of_a_trap(ann, grid, shore, make_player):
    bea = make_player("Bea", location=room_at(grid, 1, 0, "drain:0"), permissions=["Builder"])
    bea.types("open crack = (0,0,shore:0)")
    assert "trapped" not in plays(ann, "in", "right")
    assert ann.types("moves") == "You can go crack. You have made 1 move so far."
    assert ann.types("crack").startswith("You leave the game after 1 move.")


def test_a_step_from_the_entrance_begins_the_next_game(ann):
    assert plays(ann, "in", "give up", "forward", "moves").endswith("You have made 1 move so far.")


def test_the_winner_sees_exits_until_the_next_game(ann):
    plays(ann, "in", "up", "wormhole")
    text = plays(ann, "give up", "look")
    assert "Exits: forward, up to In the Drain, right, and out to The Shore" in text
    assert "Exits" not in ann.types("restart")
    assert "Exits" not in plays(ann, "up", "wormhole", "give up", "out", "in")


def test_a_worse_game_leaves_the_best_as_it_was(ann):
    plays(ann, "in", "up", "wormhole", "restart", "forward", "up", "right")
    assert "in 4 moves!\nPar is 4 moves. Your best game took 2 moves." in ann.types("backward")


# --- hints


def test_a_hint_tells_a_step_and_costs_five_moves(ann):
    assert plays(ann, "in", "hint") == "Try forward. (The hint cost 5 moves.)"
    assert ann.types("moves").endswith("You have made 5 moves so far.")


def test_what_is_no_hint_costs_nothing(ann):
    assert plays(ann, "in", "hint please") == "Type hint alone, with nothing after it."
    assert ann.types("moves").endswith("You have made 0 moves so far.")


def test_a_hint_leads_through_wormholes_once_they_are_known(ann):
    assert "Try down" in plays(ann, "in", "up", "hint")
    plays(ann, "wormhole", "restart")
    assert ann.types("hint").startswith("Try up.")
    assert plays(ann, "up", "hint").startswith("Try wormhole.")


def test_no_hints_for_who_is_trapped_or_does_not_play(ann):
    assert ann.types("hint").startswith("There is no game to play here.")
    assert "you are trapped" in plays(ann, "in", "right", "hint")
    assert plays(ann, "give up", "hint") == "You are not playing. restart starts a game."


# --- wormholes of a place that is not played


def test_the_far_end_of_a_wormhole_is_not_told_before_the_jump(ann, shore, make_player):
    ben = make_player("Ben", location=shore)
    plays(ann, "up")
    plays(ben, "up")
    assert "Jetty" not in ann.types("look wormhole")
    wormhole = next(exi for exi in ann.character.location.exits if exi.key == "wormhole")
    command = wormhole.exit_command(key="wormhole", obj=wormhole)
    assert command.get_extra_info(ann.character) == " (exit)"
    heard = len(ann.sent)
    assert "The Jetty" in ben.types("wormhole")
    assert lines_of(ann.text_since(heard)) == ["Ben jumps into the wormhole."]
    assert command.get_extra_info(ben.character) == " (exit to The Jetty)"


@pytest.mark.parametrize(
    ("word", "place"),
    [
        ("wh1", "The Whirl"),
        ("WORMHOLE 1", "The Whirl"),
        ("wh2", "The Shore"),
        ("wh 2", "The Shore"),
    ],
)
def test_several_wormholes_have_numbers(ann, word, place):
    plays(ann, "right", word)
    assert ann.character.location.key == place


@pytest.mark.parametrize("word", ["wh", "wormhole"])
def test_a_wormhole_among_several_must_be_named(ann, word):
    assert plays(ann, "right", word).startswith("There are several wormholes here. Say which one")
    assert ann.character.location.key == "The Jetty"


@pytest.mark.parametrize("word", ["wh", "wh1", "wh 1", "wormhole 1"])
def test_the_only_wormhole_has_the_first_number(ann, grid, word):
    ann.character.location = room_at(grid, 0, 1, "shore:0")
    ann.types(word)
    assert ann.character.location.key == "The Jetty"


def test_a_wormhole_of_another_number_is_refused(ann, grid):
    ann.character.location = room_at(grid, 0, 1, "shore:0")
    assert ann.types("wh 2") == "There is no wormhole 2 here."


def test_an_exit_of_a_builder_may_have_the_name_of_a_movement(limbo, superuser):
    superuser.types("@dig Attic = hatch;up;d")
    superuser.types("up")
    assert superuser.character.location.key == "Attic"


def test_ordinary_exits_are_announced_as_ever(ann, shore, make_player):
    ben = make_player("Ben", location=shore)
    heard = len(ann.sent)
    ben.types("right")
    assert ann.text_since(heard) == "Ben is leaving The Shore, heading for The Jetty."


def test_giving_up_gets_out_of_a_trap_of_a_place_that_is_not_played(ann, shore, limbo):
    assert ann.types("give up") == "You are already at the entrance."
    assert "The Pit" in plays(ann, "right", "forward")
    told = ann.types("give up")
    assert told.startswith("You give up, and find yourself back at the entrance.\n")
    assert ann.character.location == shore
    ann.character.move_to(limbo)
    assert ann.types("give up") == "There is nothing to give up here."


def test_giving_is_still_giving(ann):
    assert "give up" not in ann.types("give up to Ben")
    assert ann.character.location.key == "The Shore"


# --- builders, and where a game begins


def test_builders_see_where_a_matrix_begins_and_ends(ann, superuser, grid):
    superuser.character.move_to(room_at(grid, 0, 0, "shore:0"), quiet=True)
    assert "In shore, this is the start node." in superuser.types("look")
    superuser.character.move_to(room_at(grid, 1, 1, "drain:0"), quiet=True)
    assert "In drain, this is the end node." in superuser.types("look")
    assert "start node" not in ann.types("look")


def test_rooms_of_one_name_are_told_apart_by_coordinates_for_builders(superuser, grid):
    superuser.character.move_to(room_at(grid, 0, 0, "drain:0"), quiet=True)
    superuser.types("give up")
    assert "In the Drain (1,0,0,drain) is 1 step" in superuser.types("path in the drain")
    assert "The Jetty is " in superuser.types("path jetty")


def test_the_current_node_of_a_file_is_a_saved_game_and_restart_begins_at_the_start(
    ann, grid, monkeypatch
):
    loaded = grid.live.loaded["drain"]
    saved = replace(loaded, matrix=replace(loaded.matrix, current=(0, 0, 1)))
    monkeypatch.setitem(grid.live.loaded, "drain", saved)
    assert lines_of(plays(ann, "in", "restart saved"))[:2] == [
        "You are back where you saved.",
        "In the Drain",
    ]
    told = lines_of(ann.types("restart"))
    assert told[:2] == ["You start over.", "The Grate"]
    assert told[-1].endswith("Par is 4 moves.")
    plays(ann, "fo", "up", "right", "backward")
    assert play_of(grid.live, ann.character).best == 4
    assert "1: Ann, 4 moves, 0 hints, valid." in ann.types("scores")


# --- the entrance


@pytest.fixture
def shut(grid, superuser):
    """Leave the played matrix without an exit; a builder's exit leads in."""
    for exit_obj in room_at(grid, 0, 0, "drain:0").exits:
        if exit_obj.key == "out":
            exit_obj.delete()
    superuser.character.move_to(room_at(grid, 0, 1, "shore:0"), quiet=True)
    superuser.types("open hatch = (0,0,drain:0)")


@pytest.mark.usefixtures("shut")
def test_give_up_leads_out_of_an_entrance_without_an_exit(ann):
    told = plays(ann, "in", "fo", "goto jetty")
    assert "does not work in here" in told
    told = plays(ann, "give up", "goto jetty")
    assert told.endswith("give up takes you out of here.")
    assert ann.types("out") == "There is no exit out here. give up takes you out of here."
    assert ann.types("look").endswith(
        "You are not playing. restart, or any step, starts a game. give up takes you out of here."
    )
    told = lines_of(ann.types("give up"))
    assert told[0].startswith("You go all the way back and out, to The ")
    assert ann.character.location.key in ("The Shore", "The Whirl")


def test_an_exit_of_a_builder_is_told_at_the_entrance(ann, grid, superuser, shut):
    superuser.character.move_to(room_at(grid, 0, 0, "drain:0"), quiet=True)
    superuser.types("open crack = (0,0,shore:0)")
    told = plays(ann, "in", "give up")
    assert "You can leave by crack." in told
    assert ann.types("give up") == "You are already at the entrance."
