"""The matrix game as players have it, move by move: what they type, what comes back."""

import pytest
from matrix_lines import lines_of, plays
from worlds import room_at

# --- begin


def test_coming_in_shows_the_room_and_hides_exits_and_map_until_asked(ann):
    assert lines_of(ann.types("in")) == [
        "The Grate",
        "Rust.",
        "You can use moves, hint, save, restart and give up. Par is 4 moves.",
    ]
    assert lines_of(plays(ann, "in", "forward")) == ["In the Drain", "Wet."]
    assert ann.types("moves") == "You can go backward or up. You have made 1 move so far."
    assert lines_of(ann.types("look")) == ["In the Drain", "Wet."]


# --- on the way


@pytest.mark.parametrize("word", ["fo", "backward"])
def test_a_movement_that_is_no_way_costs_nothing(ann, word):
    # at the trap there is none at all
    told = plays(ann, "in", "right", word)
    assert told.startswith("You cannot go ")
    assert "after 1 move." in ann.types("moves")


@pytest.mark.beside("verbs")
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


def test_wormholes_tell_nothing_before_the_jump_and_builders_ways_lead_out(
    ann, grid, shore, make_player
):
    bea = make_player("Bea", location=room_at(grid, 1, 0, "drain:0"), permissions=["Builder"])
    bea.types("open crack = (0,0,shore:0)")
    assert "trapped" not in plays(ann, "in", "right")
    assert ann.types("moves") == "You can go crack. You have made 1 move so far."
    assert ann.types("crack").startswith("You leave the game after 1 move.")
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


# --- hints


def test_a_hint_leads_through_wormholes_once_they_are_known(ann):
    assert "Try down" in plays(ann, "in", "up", "hint")
    plays(ann, "wormhole", "restart")
    assert ann.types("hint").startswith("Try up.")
    assert plays(ann, "up", "hint").startswith("Try wormhole.")


# --- wormholes of a place that is not played


def test_giving_up_gets_out_of_a_trap_of_a_place_that_is_not_played(ann, shore, limbo):
    assert ann.types("give up") == "You are already at the entrance."
    assert "The Pit" in plays(ann, "right", "forward")
    told = ann.types("give up")
    assert told.startswith("You give up, and find yourself back at the entrance.\n")
    assert ann.character.location == shore
    ann.character.move_to(limbo)
    assert ann.types("give up") == "There is nothing to give up here."
