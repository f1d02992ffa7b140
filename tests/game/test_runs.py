"""The matrix game as players have it: what they type, what comes back.

the drain, which is played                 the shore, which is not

z = 0        z = 1                         z = 0             z = 1
1 H   E      1 B ─► C   C ─ba► E           1 W               .  .
  │            ▲                             │
0 S ─► T     0 A   .    S ◄fo► A           0 S ── J          .  P     J ─fo► P

S start, E end, T and P traps; wormholes: H to E, W to J, J to W and to S. The starts are
joined by `in` and `out`. Without wormholes it is four moves: forward, up, right, backward.
"""

from dataclasses import replace

import pytest
import worlds
from evennia import create_object
from evennia.utils.idmapper.models import flush_cache
from spawned import spawned_once
from worlds import DRAIN, room_at

from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.game.visibility.matrix_state import is_on, play_of

pytestmark = pytest.mark.django_db

SHORE = worlds.SHORE + "wormhole 1 0 0 0 1 0\nwormhole 1 0 0 0 0 0\n"


def named(key, desc=""):
    return {"prototype_parent": "xyz_room", "key": key, "desc": desc}


shared_maps = spawned_once(
    {
        "zcoord": "drain",
        "matrix": DRAIN,
        "options": {"play": "matrix"},
        "transitions": {(0, 0, 0, "out"): (0, 0, "shore:0")},
        "prototypes": {
            ("*", "*", "*"): named("In the Drain", "Wet."),
            (0, 0, 0): named("The Grate", "Rust."),
            (1, 1, 0): named("The Bell", "Brass."),
        },
    },
    {
        "zcoord": "shore",
        "matrix": SHORE,
        "transitions": {(0, 0, 0, "in"): (0, 0, "drain:0")},
        "prototypes": {
            (0, 0, 0): named("The Shore"),
            (1, 0, 0): named("The Jetty"),
            (0, 1, 0): named("The Whirl"),
            (1, 0, 1): named("The Pit"),
        },
    },
)


@pytest.fixture
def shore(grid):
    return room_at(grid, 0, 0, "shore:0")


@pytest.fixture
def ann(shore, make_player):
    return make_player("Ann", location=shore)


def plays(player, *lines):
    return [player.types(line) for line in lines][-1]


def lines_of(text):
    return [line for line in text.split("\n") if line]


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
    assert plays(ann, "forward", "out").startswith("There is no way out here. give up ")
    assert ann.types("wormhole") == ann.types("wh2") == "There is no wormhole here."


def test_outside_of_a_game_there_is_no_exit(ann, make_player):
    assert ann.types("d") == "There is no exit down here."
    ben = make_player("Ben")
    assert ben.types("forward") == "There is no exit forward here."
    assert ben.types("e") == "There is no exit east here."
    assert ben.types("out") == "There is no exit out here."
    assert ann.types("wh 3") == "There is no wormhole here."


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


def test_a_hint_leads_through_wormholes_once_they_are_known(ann):
    assert "Try down" in plays(ann, "in", "up", "hint")
    plays(ann, "wormhole", "restart")
    assert ann.types("hint").startswith("Try up.")
    assert plays(ann, "up", "hint").startswith("Try wormhole.")


def test_no_hints_for_who_is_trapped_or_does_not_play(ann):
    assert ann.types("hint").startswith("There is no game to play here.")
    assert "you are trapped" in plays(ann, "in", "right", "hint")
    assert plays(ann, "give up", "hint") == "You are not playing. restart starts a game."


# --- the table


def test_games_that_were_won_stand_in_a_table_with_replays_that_hold(ann, make_player, shore):
    assert plays(ann, "in", "scores") == "Nobody has won drain yet."
    assert "scores shows the best games" in plays(
        ann, "forward", "hint", "up", "right", "backward"
    ).replace("\n", " ")
    assert ann.types("scores").split("\n")[1] == "1: Ann, 9 moves, 1 hint, valid."
    replay = ann.types("scores replay")
    assert replay.startswith("matrix:drain:")
    assert replay.endswith(":fo,hint,u,ri,ba")
    plays(ann, "restart", "up", "wormhole")
    ben = make_player("Ben", location=shore)
    plays(ben, "in", "forward", "save", "restart", "restart saved", "up", "right", "backward")
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
    assert "1: Ann, 1 move, 0 hints, NOT valid." in ann.types("scores")
    kept["drain"]["rows"] = 7
    assert ann.types("scores") == "Nobody has won drain yet."


# --- save


def test_a_saved_place_can_be_taken_up_with_its_moves(ann):
    plays(ann, "in", "forward", "up")
    assert ann.types("save") == "Saved. restart saved takes you back here."
    plays(ann, "restart", "right")
    assert lines_of(ann.types("restart saved"))[0] == "You are back where you saved."
    assert ann.types("moves") == "You can go right. You have made 2 moves so far."


def test_the_entrance_tells_of_a_saved_place(ann):
    told = plays(ann, "in", "forward", "save", "restart", "out", "in")
    assert told.endswith("\nYou have saved your place after 1 move. restart saved takes you there.")


def test_what_cannot_be_saved_is_told(ann):
    assert ann.types("save") == "There is no game to play here. journal tells what there is to do."
    assert plays(ann, "in", "restart saved") == "You have not saved your place here."
    assert plays(ann, "right", "save") == "This is a trap: you would not want to come back here."
    assert plays(ann, "give up", "save") == "You are not playing. restart starts a game."
    assert ann.types("restart everything") == "Type restart, or restart saved."


def test_a_won_game_forgets_the_saved_place(ann):
    plays(ann, "in", "up", "save", "wormhole", "give up")
    assert ann.types("restart saved") == "You have not saved your place here."


# --- leave


def test_leaving_by_the_entrance_ends_the_game(ann):
    told = plays(ann, "in", "forward", "backward", "out")
    assert told.startswith("You leave the game after 2 moves.\n~~~")
    assert "The Shore\n" in told
    assert plays(ann, "in", "moves").endswith("You have made 0 moves so far.")


def test_leaving_before_the_first_move_is_not_worth_a_word(ann):
    assert "game" not in plays(ann, "in", "out")


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


def test_who_is_put_into_the_middle_is_not_stuck(ann, grid):
    ann.character.move_to(room_at(grid, 1, 0, "drain:0"), move_type="teleport")
    told = ann.types("look")
    assert told.endswith(
        "You are not playing. restart starts a game, and give up takes you to the entrance."
    )
    assert "Exits" not in told
    assert ann.types("give up").startswith("You go back to the entrance.\nThe Grate")
    ann.character.move_to(room_at(grid, 1, 0, "drain:0"), move_type="teleport")
    assert ann.types("restart").startswith("You start over.\nThe Grate")


def test_a_way_that_a_builder_has_made_within_the_map_is_a_step_of_the_game(ann, grid):
    kind = "evennia.DefaultExit"
    create_object(
        kind, "rift", room_at(grid, 0, 0, "drain:1"), destination=room_at(grid, 1, 1, "drain:1")
    )
    told = plays(ann, "in", "forward", "rift")
    assert "You leave the game" not in told
    assert ann.types("moves") == "You can go backward. You have made 2 moves so far."
    assert "you have won in 3 moves!" in ann.types("backward")


def test_an_exit_that_a_builder_leads_out_of_the_map_ends_the_game(ann, grid, limbo):
    way = next(exi for exi in room_at(grid, 0, 1, "drain:1").exits if exi.key == "right")
    way.destination = limbo
    told = plays(ann, "in", "forward", "up", "right")
    assert told.startswith("You leave the game after 2 moves.\nYour place is kept")


def test_who_cannot_be_moved_plays_on(ann, monkeypatch):
    plays(ann, "in", "forward")
    monkeypatch.setattr(type(ann.character), "at_pre_move", lambda *args, **kwargs: False)
    assert ann.types("restart").endswith("You cannot get there now. Ask a builder for help.")
    assert ann.types("moves").endswith("You have made 1 move so far.")


# --- what lasts


def again(player):
    """The character as the next process would load it."""
    character = player.character
    pk, kind = character.pk, type(character)
    flush_cache()
    return kind.objects.get(pk=pk)


def test_a_game_survives_the_process(ann, grid):
    plays(ann, "in", "forward", "save", "up")
    character = again(ann)
    play = play_of(get_xyzgrid().live, character)
    assert play is not None
    assert (play.run.moves, play.saved.moves, play.status) == (2, 1, "playing")
    assert is_on(character, character.location)


def test_a_game_waits_for_who_logs_off(ann):
    plays(ann, "in", "forward", "up")
    ann.account.unpuppet_object(ann.session)
    assert ann.character.location is None
    ann.account.puppet_object(ann.session, ann.character)
    assert ann.types("moves") == "You can go right. You have made 2 moves so far."


def test_who_stands_elsewhere_after_a_crash_plays_on_from_there(ann, grid):
    plays(ann, "in", "forward")
    # the process died between the step and its count
    ann.character.location = room_at(grid, 0, 1, "drain:1")
    assert ann.types("moves") == "You can go right. You have made 1 move so far."
    assert "you have won in 3 moves!" in plays(ann, "right", "backward")


def test_what_is_stored_is_plain(ann):
    plays(ann, "in", "up", "save", "wormhole")
    stored = ann.character.attributes.get("runs", category=memory.CATEGORY)
    assert stored["drain"]["best"] == 2
    assert stored["drain"]["run"]["at"] == [1, 1, 0]


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


def test_who_watches_is_told_rightly_who_comes_back(ann, shore, make_player):
    ben = make_player("Ben", location=shore)
    plays(ann, "in", "forward", "save")
    plays(ben, "in", "forward")
    plays(ann, "restart")
    heard = len(ben.sent)
    plays(ann, "restart saved")
    assert lines_of(ben.text_since(heard)) == ["Ann comes in."]


def test_builders_play_as_well(shore, make_player):
    bea = make_player("Bea", location=shore, permissions=["Builder"])
    assert "Exits" not in plays(bea, "in", "forward")
    assert bea.types("moves").endswith("You have made 1 move so far.")
    told = bea.types("give up")
    assert "Exits: forward to In the Drain, up, right, and out to The Shore" in told


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
    [("wh", "The Whirl"), ("wh1", "The Whirl"), ("wormhole", "The Whirl"), ("wh2", "The Shore")],
)
def test_several_wormholes_have_numbers(ann, word, place):
    plays(ann, "right", word)
    assert ann.character.location.key == place


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


def test_a_game_begins_at_the_current_node(ann, grid, monkeypatch):
    loaded = grid.live.loaded["drain"]
    saved = replace(loaded, matrix=replace(loaded.matrix, current=(0, 0, 1)))
    monkeypatch.setitem(grid.live.loaded, "drain", saved)
    told = lines_of(plays(ann, "in", "restart"))
    assert told[:2] == ["You start over.", "In the Drain"]
    assert told[-1].endswith("Par is 3 moves.")
    plays(ann, "up", "right", "backward")
    assert play_of(grid.live, ann.character).best == 3
