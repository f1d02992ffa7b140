"""A trace tells which transition fired where, and what it tells leads to what the engine does."""

from pathlib import Path

import pytest

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.parts.boards import content
from xyzgrid_ext.parts.boards.core.automaton import load
from xyzgrid_ext.parts.boards.core.automaton.trace import draw_rule
from xyzgrid_ext.parts.boards.core.board import CHARACTERS, begin, press


def read(name):
    file = Path(content.BOARDS / f"{name}.game")
    return load(name, file.read_text(), file.with_suffix(".toml").read_text()).board


@pytest.mark.parametrize("name", ["boxes", "digger", "fire", "snake", "swarm"])
def test_what_a_trace_tells_is_what_the_engine_does(name):
    board = read(name)
    play = begin(board, 1)
    width = board.sheets[0].width
    for move in CHARACTERS.read("ljlk~jh~~l"):
        cells = bytearray(play.state.cells)
        for fired in board.trace(play.state, move):
            at = fired.row * width + fired.column
            places = [at + y * width + x for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y]
            for place, sign in zip((at, *places), fired.rule.result, strict=True):
                cells[place] = cells[place] if sign == "*" else ord(sign)
        assert bytes(cells) == board.cycle(play.state, move).cells
        play = press(board, play, *move)


def test_a_trace_shows_a_transition_as_two_squares(capsys):
    board = read("boxes")
    (fired,) = board.trace(board.start(1), ("l",))
    assert draw_rule(fired).splitlines()[1:] == ["  ***   ***", "  @o     @o", "  ***   ***"]
    assert main(["play", "boxes", "--keys", "l", "--trace"]) == 0
    assert "cycle 1, 'l'\nlist 2, line " in capsys.readouterr().out
    assert main(["play", "firing-line", "--keys", "left", "--trace"]) == 1
