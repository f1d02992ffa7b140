"""Boards on a terminal: what stands on the screen, at every size, and what stays behind."""

import os
import signal

import pytest

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


def test_the_whole_tank_the_next_piece_and_the_keys_stand_on_a_screen_of_24_rows(terminal):
    game = terminal(*PIECE)
    game.expect("Ctrl-C quit")
    assert picture(game)[:2] == TANK[:2]
    assert [row[:22] for row in game.screen.rows[:21]] == [row[:22] for row in TANK]
    game.expect("score 0", *KEYS)
    game.type("f")
    game.expect("TTTTTT . . . .|\n+-----")
    game.expect("tttttt", *KEYS)  # they are still there after a tick
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


def test_a_part_of_a_key_is_waited_for_and_unknown_keys_do_nothing(terminal):
    game = terminal("boxes")
    game.expect("# @o .#")
    game.type("\x1b[3~\x1b[1;5H\x1b")
    game.watch(0.01)
    game.type("[C")
    game.expect("#  @o.#", "moves 1,")
    assert game.end() == 0
