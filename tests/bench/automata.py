"""Automata to measure: a map of 80 × 25, ten kinds of grains, 40 transitions.

Grains fall and slide to the right on the floor; a key lifts them all, and at the ceiling they slide
to the left. No two transitions fire at one grain, so that it stays one.
"""

from __future__ import annotations

import random

from xyzgrid_ext.parts.boards.core.automaton import Automaton, load

KINDS = "abcdefghij"
COLUMNS, ROWS = 80, 25

#        e abcdfghi 5 12346789 K, for a grain G
LIFTED = "G*.****** . *G****** k"
TO_LEFT = "G*#*.**** . ***G**** *"
FALLEN = "G******.* . ******G* *"
TO_RIGHT = "G****.*#* . ****G*** *"


def grains(number: int) -> Automaton:
    """The board with so many grains at random places."""
    loaded = load("grains", text(number))
    if loaded.board is None:
        raise SystemExit("\n".join(map(str, loaded.findings)))
    return loaded.board


def text(number: int) -> str:
    """Its game file."""
    lists = [
        [rule.replace(" ", "").replace("G", kind) for rule in rules for kind in KINDS]
        for rules in ((LIFTED, TO_LEFT), (FALLEN, TO_RIGHT))
    ]
    chance = random.Random(7)
    width, height = COLUMNS - 2, ROWS - 2
    inside = ["."] * (width * height)
    for place in chance.sample(range(len(inside)), number):
        inside[place] = chance.choice(KINDS)
    rows = [f"#{''.join(inside[y * width : (y + 1) * width])}#" for y in range(height)]
    wall = "#" * COLUMNS
    size = f"{COLUMNS + 1} {ROWS}"
    return "\n".join((*lists[0], "", *lists[1], "", size, wall, *rows, wall, ""))
