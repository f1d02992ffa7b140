"""Firing Line as a board: its time, its words, what it stores."""

import copy
import re

import pytest

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.boards.core.board import COLOURS
from xyzgrid_ext.parts.boards.core.firing_line import BOARDS, Options
from xyzgrid_ext.parts.boards.core.firing_line.options import POINTS

BOARD = BOARDS["firing-line"]


@pytest.mark.parametrize(
    ("played", "seconds"),
    [
        (0, 1.0),
        (29.99, 1.0),
        (30, 0.95),
        (59.99, 0.95),
        (60, 0.9025),
        (600, 0.95**20),
        (36 * 30, 0.95**36),
        (37 * 30, 0.15),
        (100_000, 0.15),
    ],
)
def test_the_timer_is_5_percent_shorter_every_30_seconds_and_never_under_150_ms(played, seconds):
    assert BOARD.tick_interval(BOARD.start(1), played) == pytest.approx(seconds)


def test_aim_timer_and_colours_of_a_board():
    numbers = re.findall(r"\d+", BOARD.messages["start"])
    assert tuple(map(int, numbers)) == POINTS[1:]
    restarting = [control.key for control in BOARD.controls if control.restarts]
    assert restarting == ["down"]
    shown = set("IOTSZLJiotszlj")
    assert set(BOARD.colours) == shown
    assert {colour.removeprefix("bright ") for colour in BOARD.colours.values()} <= set(COLOURS)


# words


def test_game_in_words_tells_of_what_options_show(drawn):
    game = drawn(
        """
        ....SS....
        ...SS.....
        :
        t.........
        tt..i.....
        t...i...jj
        """,
        queue="L",
        lines=12,
    )
    assert list(map(str, game.board.describe(game.state))) == [
        "piece: S", "turned: 0 degrees", "columns: 4 to 6", "rows to the bottom: 16",
        "heights of the columns: 3, 2, 0, 0, 2, 0, 0, 0, 1, 1", "next: L", "lines: 12",
    ]  # fmt: skip
    game.play("down,cw")
    assert list(map(str, game.board.describe(game.state)))[1:4] == [
        "turned: 90 degrees",
        "columns: 5 to 6",
        "rows to the bottom: 16",
    ]
    options = Options(hold=True, preview=3, goal=10)
    game = drawn("OO........\nOO........", queue="TLS", options=options, lines=4)
    assert list(map(str, game.board.side_lines(game.state))) == [
        "next: T, L, S",
        "held: nothing",
        "lines: 4 of 10",
    ]
    game.play("hold")
    assert list(map(str, game.board.side_lines(game.state)))[:2] == ["next: L, S, O", "held: O"]


# data


def spoilt(change):
    data = copy.deepcopy(BOARD.to_data(BOARD.start(3)))
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda data: data.pop("queue"), "KeyError"),
        (lambda data: data.update(score="many"), "ValueError"),
        (lambda data: data.update(piece=["T", 0]), "ValueError"),
        (lambda data: data["tank"].pop(), "not 20 rows of 10 cells"),
        (lambda data: data["tank"].__setitem__(3, "...."), "not 20 rows of 10 cells"),
        (lambda data: data["tank"].__setitem__(9, "T........."), "unknown cubes"),
        (lambda data: data["tank"].__setitem__(9, "jjjjjjjjjj"), "a full row"),
        (lambda data: data.update(queue="X"), "unknown pieces"),
        (lambda data: data.update(held="TT"), "unknown pieces"),
        (lambda data: data.update(piece=["T", 4, 3, 3]), "the piece that falls is unknown"),
        (lambda data: data.update(piece=["T", 0, 19, 3]), "not in free cells"),
    ],
)
def test_what_is_no_stored_game_is_refused(change, fault):
    with pytest.raises(GridError, match=f"no stored game of Firing Line: .*{fault}"):
        BOARD.from_data(spoilt(change))


def test_the_drawing_has_walls_two_columns_a_cell_and_the_pieces_to_come(drawn):
    game = drawn(
        """
        ....SS....
        ...SS.....
        :
        t.........
        """,
        queue="LO",
    )
    lines = game.board.text_drawing(game.state)
    assert lines[0].rstrip() == "| . . . .SSSS . . . .|"
    assert lines[1].rstrip() == "| . . .SSSS . . . . .|   LLLLLL"
    assert lines[2].rstrip() == "| . . . . . . . . . .|   LL"
    assert lines[4].rstrip() == "| . . . . . . . . . .|     OOOO"
    assert lines[19:] == ("|tt . . . . . . . . .|" + " " * 11, "+--------------------+" + " " * 11)
