"""Firing Line, the falling-block board.

    play = board.begin(BOARDS["firing-line"], seed=7)
    play = board.press(BOARDS["firing-line"], play, "left", "cw")

BOARDS come with the package; FiringLine and Options make others.
"""

from xyzgrid_ext.parts.boards.core.firing_line.board import BOARDS, FiringLine
from xyzgrid_ext.parts.boards.core.firing_line.dice import Dice, FixedDice, SeededDice
from xyzgrid_ext.parts.boards.core.firing_line.options import FAITHFUL, MODERN, Options
from xyzgrid_ext.parts.boards.core.firing_line.state import FiringLineState

__all__ = [
    "BOARDS", "FAITHFUL", "MODERN", "Dice", "FiringLine", "FiringLineState", "FixedDice", "Options",
    "SeededDice",
]  # fmt: skip
