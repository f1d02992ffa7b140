"""What lasts of games in a matrix, who leaves and comes back, and who plays or watches beside."""

import re

from evennia import create_object
from evennia.utils.idmapper.models import flush_cache
from matrix_lines import lines_of, plays
from worlds import room_at

from xyzgrid_ext.commands import XYZGridCmdSet
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.parts.matrix_game.game.state import is_under_way, play_of

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


def test_a_game_survives_the_process(ann, grid):
    plays(ann, "in", "forward", "save", "up")
    character = again(ann)
    play = play_of(get_xyzgrid().live, character)
    assert play is not None
    assert (play.run.moves, play.saved.moves, play.status) == (2, 1, "playing")
    assert is_under_way(character, character.location)


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
