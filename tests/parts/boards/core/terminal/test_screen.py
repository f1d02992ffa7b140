"""Boards on a terminal: what stands on the screen, at every size, and what stays behind."""

import json
import os
import signal

import pytest

from xyzgrid_ext.__main__ import main

PIECE = ["firing-line", "--rolls", "2,5,1,1,1,1,1,1"]
TANK = [
    "| . . . .TT . . . . .|",
    "| . . .TTTTTT . . . .|   LLLLLL",
    *["| . . . . . . . . . .|"] * 18,
    "+--------------------+",
]
KEYS = ["h left", "l right", "c clockwise", "z counter-clockwise", "d down", "f drop", "p pause"]


def picture(game):
    return [row[:31].rstrip() for row in game.screen.rows]


# the whole game is in sight


def test_whole_tank_stands_on_24_rows_and_unknown_keys_do_nothing(terminal):
    game = terminal(*PIECE)
    game.expect("Ctrl-C quit")
    assert picture(game)[:2] == TANK[:2]
    assert [row[:22] for row in game.screen.rows[:21]] == [row[:22] for row in TANK]
    game.expect("score 0", *KEYS)
    game.type("f")
    game.expect("TTTTTT . . . .|\n+-----")
    game.expect("tttttt", *KEYS)  # they are still there after a tick
    assert game.end() == 0
    game = terminal("boxes")
    game.expect("# @o .#")
    game.type("\x1b[3~\x1b[1;5H\x1b")
    game.watch(0.01)
    game.type("[C")
    game.expect("#  @o.#", "moves 1,")
    assert game.end() == 0


# pause and help


def test_p_pauses_until_any_key(terminal):
    game = terminal(*PIECE)
    game.expect("TTTTTT")
    game.type("p")
    game.expect("Paused.")
    before = game.screen.rows
    game.watch(1.5)
    assert game.screen.rows == before
    game.type("h")
    game.expect("score 0")
    assert " . . .TTTTTT . . . ." in "\n".join(game.screen.rows), "the key was only to go on"
    game.expect(f"{TANK[2]}\n")
    assert game.end() == 0


# sizes


@pytest.mark.parametrize(("columns", "rows"), [(24, 24), (40, 24), (80, 22), (200, 60)])
def test_a_tank_fits_on_screens_of_many_sizes(terminal, columns, rows):
    """`Screen` itself fails when a line is too wide or too low."""
    game = terminal(*PIECE, columns=columns, rows=rows)
    game.expect("TTT", "score 0")
    assert game.end() == 0


def test_a_screen_that_is_too_small_says_so_and_the_game_waits(terminal):
    game = terminal(*PIECE)
    game.expect("TTTTTT")
    game.resize(60, 12)
    game.expect("Firing Line needs 10 columns and 21 rows", "has 60 and 12.")
    game.watch(1.5)
    game.resize(80, 24)
    game.expect(*TANK[:2])
    assert game.end() == 0


# the terminal afterwards


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_leaves_the_terminal_as_it_was(terminal, number):
    game = terminal(*PIECE)
    game.expect("TTTTTT")
    os.kill(game.process, number)
    assert game.ended() == 128 + number
    assert game.screen.rows[0] == "Firing Line: score 0"


def data(capsys, *arguments):
    """What `play … --json` prints."""
    assert main(["play", *arguments, "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return json.loads(said.out)


def refused(capsys, *arguments):
    """What is said on standard error when `play` exits with 2."""
    with pytest.raises(SystemExit) as left:
        main(["play", *arguments])
    assert left.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


def rows(frame):
    """The rows of a frame that are not empty: {row: cells}."""
    return {number: row for number, row in enumerate(frame) if row != "." * 10}


# --keys … --json


def test_the_first_frame_is_the_start_then_one_comes_after_each_cycle(capsys):
    keys = "left,right+cw,drop,-,tick"
    played = data(capsys, "firing-line", "--keys", keys, "--rolls", "2,0,7,3")
    assert len(played["frames"]) == 6
    assert [rows(frame) for frame in played["frames"]] == [
        {0: "....T.....", 1: "...TTT...."},
        {0: "...T......", 1: "..TTT....."},
        {0: "....T.....", 1: "....TT....", 2: "....T....."},
        {17: "....T.....", 18: "....TT....", 19: "....T....."},
        {17: "....T.....", 18: "....TT....", 19: "....T....."},
        {0: "...IIII...", 17: "....t.....", 18: "....tt....", 19: "....t....."},
    ]
    assert (played["status"], played["score"]) == ("playing", 0)
    assert {(len(frame), *map(len, frame)) for frame in played["frames"]} == {(20, *[10] * 20)}


# what is refused


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--keys", "lefft"], "firing-line has no key 'lefft'; expected left, right, cw, ccw"),
        (["--keys", "left", "--rolls", "0,8"], "--rolls: roll 2 is 8; a roll is 0 to 7"),
        (["--keys", "left", "--rolls", "0,x"], "--rolls: '0,x' is not numbers between commas"),
        (["--keys", "left", "--rolls", "0,0", "--seed", "3"], "--rolls take the place of --seed"),
        (["--keys", "left", "--rolls", "0"], "the rolls have run out: roll 2 is wanted, given: 1"),
        (["--keys", "left", "--level", "2"], "firing-line has no levels"),
    ],
)
def test_wrong_usage_says_why(arguments, said, capsys):
    assert said in refused(capsys, "firing-line", *arguments)
