"""What lasts of games in a matrix, who leaves and comes back, and who plays or watches beside.

the drain, which is played                 the shore, which is not

z = 0        z = 1                         z = 0             z = 1
1 H   E      1 B ─► C   C ─ba► E           1 W               .  .
  │            ▲                             │
0 S ─► T     0 A   .    S ◄fo► A           0 S ── J          .  P     J ─fo► P

S start, E end, T and P traps; wormholes: H to E, W to J, J to W and to S. The starts are
joined by `in` and `out`. Without wormholes it is four moves: forward, up, right, backward.
"""

import re

import pytest
from evennia import create_object
from evennia.utils.idmapper.models import flush_cache
from matrix_lines import lines_of, plays
from spawned import built_once, spawn
from worlds import room_at

from xyzgrid_ext.commands import XYZGridCmdSet
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.parts.matrix_game.game.state import is_under_way, play_of


def named(key, desc=""):
    return {"prototype_parent": "xyz_room", "key": key, "desc": desc}


@built_once
def shared_maps(folder, monkeypatch):
    from worlds import DRAIN, SHORE

    drain = {
        "zcoord": "drain",
        "matrix": DRAIN,
        "options": {"play": "matrix"},
        "transitions": {(0, 0, 0, "out"): (0, 0, "shore:0")},
        "prototypes": {
            ("*", "*", "*"): named("In the Drain", "Wet."),
            (0, 0, 0): named("The Grate", "Rust."),
            (1, 1, 0): named("The Bell", "Brass."),
        },
    }
    shore = {
        "zcoord": "shore",
        "matrix": SHORE + "wormhole 1 0 0 0 1 0\nwormhole 1 0 0 0 0 0\n",
        "transitions": {(0, 0, 0, "in"): (0, 0, "drain:0")},
        "prototypes": {
            (0, 0, 0): named("The Shore"),
            (1, 0, 0): named("The Jetty"),
            (0, 1, 0): named("The Whirl"),
            (1, 0, 1): named("The Pit"),
        },
    }
    return spawn((drain, shore), folder, monkeypatch)


@pytest.fixture
def shore(grid):
    from worlds import room_at

    return room_at(grid, 0, 0, "shore:0")


@pytest.fixture
def ann(shore, make_player):
    return make_player("Ann", location=shore)


# --- the table


def test_games_that_were_won_stand_in_a_table_with_replays_that_hold(ann, make_player, shore):
    assert plays(ann, "in", "scores") == "Nobody has won drain yet."
    assert "scores shows the best games" in plays(
        ann, "forward", "hint", "up", "right", "backward"
    ).replace("\n", " ")
    assert re.search(r"^ 1 +Ann +9 +1 +valid", ann.types("scores"), re.MULTILINE)
    replay = ann.types("scores replay")
    assert replay.startswith("matrix:drain:")
    assert replay.endswith(":fo,hint,u,ri,ba")
    plays(ann, "restart", "up", "wormhole")
    ben = make_player("Ben", location=shore)
    plays(ben, "in", "forward", "save", "restart", "restart saved", "up", "right", "backward")
    ben.session.protocol_flags["SCREENREADER"] = True
    told = ben.types("scores").split("\n")[1:3]
    assert told == ["1: Ann, 2 moves, 0 hints, valid.", "2: Ben, 4 moves, 0 hints, valid."]
    assert (
        ben.types(f"scores verify {replay}")
        == "The replay is valid: it reaches the end in 9 moves."
    )
    head = replay.rpartition(":")[0]
    for forged in (f"{head}:fo,ri", f"{head}:forward", f"{replay},fo", "matrix:drain:0:fo", "x"):
        assert ben.types(f"scores verify {forged}") == "That replay is NOT valid."
    assert "does not reach the end: 1 move." in ben.types(f"scores verify {head}:fo")
    plays(ben, "give up", "out")
    assert "1: Ann, 2 moves" in ben.types("scores Drain")


def test_a_game_through_a_way_that_the_file_has_not_and_a_forged_row_do_not_count(ann, grid):
    kind = "evennia.DefaultExit"
    create_object(
        kind, "rift", room_at(grid, 0, 0, "drain:0"), destination=room_at(grid, 1, 1, "drain:0")
    )
    assert "you have won in 1 move!" in plays(ann, "in", "rift", "look")
    assert ann.types("scores") == "Nobody has won drain yet."
    assert ann.types("scores replay") == "You have no game in the score table."
    plays(ann, "restart", "up", "wormhole")
    kept = grid.attributes.get("matrix_scores", category="xyzgrid")
    kept["drain"]["rows"][0]["moves"] = 1
    assert re.search(r"1 +Ann +1 +0 +NOT valid", ann.types("scores"))
    kept["drain"]["rows"] = 7
    assert ann.types("scores") == "Nobody has won drain yet."


# --- save


def test_a_saved_place_can_be_taken_up_with_its_moves(ann):
    plays(ann, "in", "forward", "up")
    assert ann.types("save") == "Saved. restart saved takes you back here."
    plays(ann, "restart", "right")
    assert lines_of(ann.types("restart saved"))[0] == "You are back where you saved."
    assert ann.types("moves") == "You can go right. You have made 2 moves so far."


# --- leave


def test_who_is_brought_away_keeps_the_place(ann, limbo):
    plays(ann, "in", "forward", "up")
    before = len(ann.sent)
    ann.character.move_to(limbo, move_type="teleport")
    assert ann.text_since(before).startswith(
        "You leave the game after 2 moves.\n"
        "Your place is kept: restart saved at the entrance takes you there."
    )
    ann.character.move_to(get_xyzgrid().live.object(("shore", 0)))
    assert "after 2 moves. restart saved takes you there." in ann.types("in")
    assert plays(ann, "restart saved", "moves").startswith("You can go right.")


def test_an_exit_that_a_builder_leads_out_of_the_map_ends_the_game(ann, grid, limbo):
    way = next(exi for exi in room_at(grid, 0, 1, "drain:1").exits if exi.key == "right")
    way.destination = limbo
    told = plays(ann, "in", "forward", "up", "right")
    assert told.startswith("You leave the game after 2 moves.\nYour place is kept")


# --- what lasts


def again(player):
    """The character as the next process would load it."""
    character = player.character
    pk, kind = character.pk, type(character)
    flush_cache()
    return kind.objects.get(pk=pk)


def test_game_survives_the_process_and_who_is_put_into_it_is_not_stuck(ann, grid):
    plays(ann, "in", "forward", "save", "up")
    character = again(ann)
    play = play_of(get_xyzgrid().live, character)
    assert play is not None
    assert (play.run.moves, play.saved.moves, play.status) == (2, 1, "playing")
    assert is_under_way(character, character.location)
    ann.character.move_to(room_at(grid, 1, 0, "drain:0"), move_type="teleport")
    told = ann.types("look")
    assert told.endswith(
        "You are not playing. restart starts a game, and give up takes you to the entrance."
    )
    assert "Exits" not in told
    assert ann.types("give up").startswith("You go back to the entrance.\nThe Grate")
    ann.character.move_to(room_at(grid, 1, 0, "drain:0"), move_type="teleport")
    assert ann.types("restart").startswith("You start over.\nThe Grate")


def test_who_stands_elsewhere_after_a_crash_plays_on_from_there(ann, grid):
    plays(ann, "in", "forward")
    # the process died between the step and its count
    ann.character.location = room_at(grid, 0, 1, "drain:1")
    assert ann.types("moves") == "You can go right. You have made 1 move so far."
    assert "you have won in 3 moves!" in plays(ann, "right", "backward")


# --- others


def test_two_play_beside_each_other(ann, shore, make_player):
    ben = make_player("Ben", location=shore)
    plays(ann, "in", "forward")
    plays(ben, "in", "forward", "up")
    assert ann.types("moves").endswith("You have made 1 move so far.")
    assert ben.types("moves").endswith("You have made 2 moves so far.")
    ann.types("give up")
    assert "you have won in 4 moves!" in plays(ben, "right", "backward")


def test_who_watches_is_not_told_where_ways_lead(ann, shore, make_player):
    ben = make_player("Ben", location=shore)
    plays(ann, "in", "up")
    plays(ben, "in")
    heard = len(ann.sent)
    ben.types("up")
    ben.types("wormhole")
    assert lines_of(ann.text_since(heard)) == ["Ben comes in.", "Ben jumps into the wormhole."]
    heard = len(ben.sent)
    plays(ann, "wormhole")
    assert lines_of(ben.text_since(heard)) == ["Ann comes out of nowhere."]
    heard = len(ben.sent)
    ann.types("give up")
    assert lines_of(ben.text_since(heard)) == ["Ann is gone."]


def test_a_matrix_in_play_waits_while_its_part_is_gone(ann, grid, without, shore, make_player):
    plays(ann, "in", "forward")
    without("matrix_game")
    grid.reload()
    (fault,) = [one for one in grid.live.findings() if "matrix_game" in one.message]
    assert fault.message == "this map is a matrix in play: it needs the part matrix_game"
    ben = make_player("Ben", location=shore)
    ben.types("right")
    assert ben.character.location.key == "The Jetty"
    assert ben.types("wormhole") == (
        "There are several wormholes here. Say which one, for example wormhole 2."
    )
    ben.types("wh 2")
    assert ben.character.location.key == "The Shore"
    ben.types("goto The Jetty")
    assert ben.character.location.key == "The Jetty"
    assert XYZGridCmdSet().get("moves") is None
    without()
    grid.reload()
    assert ann.types("moves") == "You can go backward or up. You have made 1 move so far."


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
