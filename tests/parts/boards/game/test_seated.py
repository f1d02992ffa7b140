"""What one types at a board: its keys, its words, and what does not lead away from it."""

import pytest
from evennia import create_object

from xyzgrid_ext.parts.boards.core.board import read_replay
from xyzgrid_ext.parts.boards.game import files as boards
from xyzgrid_ext.parts.boards.game import scores, session
from xyzgrid_ext.parts.boards.game.machines import CmdPlay
from xyzgrid_ext.parts.boards.machine import Machine


@pytest.fixture
def seat(limbo, player, clock, monkeypatch):
    """Return a function: board -> its machine, at which the player sits. Time stands still."""
    monkeypatch.setattr(session, "monotonic_time", clock.seconds)

    def sit(board, level=""):
        key = f"the {board}"
        machine = create_object(Machine, key=key, location=limbo, home=limbo)
        machine.db.board = board
        player.types(f"play {key}{level}")
        return machine

    return sit


def keys(machine):
    return session.session_of(machine).play.keys


def test_after_a_won_game_an_exit_leads_away(seat, player, limbo):
    cellar = create_object("typeclasses.rooms.Room", key="Cellar")
    create_object("typeclasses.exits.Exit", key="north", aliases=["n"], location=limbo,
                  destination=cellar)  # fmt: skip
    seat("boxes")
    assert "\n  undo:  take back the last key" in player.types("help")
    player.types("n")
    assert player.character.location == limbo
    player.types("restart")
    assert "Par is 2" in player.types("ee")
    player.types("n")
    assert player.character.location == cellar


def test_ways_are_arrows_and_lead_nowhere_else(seat, player, limbo):
    create_object(
        "typeclasses.exits.Exit", key="north", aliases=["n", "cellar door"], location=limbo,
        destination=create_object("typeclasses.rooms.Room", key="Cellar"),
    )  # fmt: skip
    boxes = seat("boxes")
    player.types("nneesw")
    player.types("north")
    assert keys(boxes) == "klljhk"
    for word in ("ne", "cellar door", "y"):
        assert f"'{word}' is not one of its keys.\nKeys: w left," in player.types(word)
    assert player.character.location == limbo
    assert "Your game waits there" in player.types("leave")
    player.types("cellar door")
    assert player.character.location.key == "Cellar"


def test_a_push_against_a_wall_is_no_move(seat, player):
    boxes = seat("boxes")
    assert "1 move." in player.types("h")
    assert player.types("h") == "Nothing moves."
    assert keys(boxes) == "h"


def test_hints_lead_to_a_win_and_count_as_moves(seat, player):
    boxes = seat("boxes")
    player.types("h")
    for _step in range(3):
        assert "Try e (right)" in player.types("hint")
        player.types("l")
    (row,) = scores.score_table(boards.board_named("boxes"), 1)
    assert (row.score, read_replay(row.replay).keys) == (7, r"h\?l\?l\?l")
    assert scores.is_valid(boards.board_named("boxes"), row)
    player.types("undo")
    assert keys(boxes) == r"h\?l\?l\?"
    player.types("restart")
    player.types("checkpoint")
    player.types("hint")
    player.types("back")
    assert keys(boxes) == r"\?"


def test_a_game_that_is_lost_already_gives_no_hint(seat, player):
    boxes = seat("boxes")
    player.types("kl")
    player.types("j")
    assert "The game can no longer be won from here" in player.types("hint")
    assert r"\?" not in keys(boxes)


def test_help_tells_of_the_game_and_a_clock_what_it_needs(seat, player):
    seat("boxes")
    told = player.types("help play")
    assert "The Salt Store" in told
    assert "e, l, right:  right" in told
    assert "hint" in told
    assert "shoot" not in told
    player.types("stop")
    assert "Usage" in player.types("help play")
    machine = seat("firing-line", " live")
    told = player.types("play firing-line live")
    assert "needs a client that keeps its board in one place" in told
    assert session.session_of(machine) is None


def test_who_watches_reads_what_has_changed_and_not_often(
    seat, player, make_player, clock, monkeypatch
):
    monkeypatch.setattr(CmdPlay, "sees_only_lines", lambda self: False)
    seat("firing-line", " live")
    ben = make_player("Ben")
    seen = ben.types("watch")
    assert seen.count("| . . . . . . . . . .|") >= 17
    assert "+--------------------+" in seen
    own, his = len(player.sent), len(ben.sent)
    for _second in range(10):
        clock.advance(1.0)
    assert player.text_since(own).count("\n") < 60
    assert 5 < ben.text_since(his).count("\n") < 40
    assert player.text_since(own).splitlines()[0].startswith(" 1 |")
    assert "Press any key to go on" in player.types("pause")
    own = len(player.sent)
    clock.advance(5.0)
    assert player.text_since(own) == ""
    player.types("l")
    clock.advance(1.5)
    assert player.text_since(own).count("|") > 4


@pytest.mark.parametrize(
    ("thing", "fault"),
    [
        ({"board": "boxs"}, "there is no board 'boxs', which board names\ndid you mean 'boxes'?"),
        ({"live": "xyzzy"}, "there is no board 'xyzzy', which live names\nknown: boxes"),
        ({"board": "boxes"}, ""),
    ],
)
def test_a_board_that_there_is_not_is_told(run, module, thing, fault):
    box = {"typeclass": "xyzgrid_ext.parts.boards.machine.Machine", "key": "box", **thing}
    hall = {"prototype_parent": "xyz_room", "key": "Hall", "things": [box]}
    name = module("halls", zcoord="lane", map="+ 0\n\n0 #\n\n+ 0\n", prototypes={(0, 0): hall})
    code, text = run("check", name)
    assert (code, fault in text, "things[0]" in text) == (int(bool(fault)), True, bool(fault))
