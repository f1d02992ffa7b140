"""Boards without a server: cycles of both engines, and what a state takes."""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from automata import KINDS, grains
from measure import each, once, report

from xyzgrid_ext.parts.boards.core import board
from xyzgrid_ext.parts.boards.core.firing_line import BOARDS

# grains that move in each cycle: a quiet board, and one where everything moves
GRAINS = {"quiet": 20, "busy": 400}
_KEYS = ("left", "right", "cw", "ccw", "drop")


def run(count: int) -> None:
    """Measure both."""
    firing_line(count)
    for name, number in GRAINS.items():
        automaton(name, number, count)


def automaton(name: str, number: int, count: int) -> None:
    """Run an automaton, each second cycle with the key that lifts all that lies at the bottom."""
    one = grains(number)
    engine, cells = one.engines[0], one.start(1).cells
    keys = ["k", ""] * (count // 2)

    def cycle(key: str) -> None:
        nonlocal cells
        cells = engine.cycle(cells, key)

    took, _ = once(lambda: [cycle(key) for key in keys])
    report(f"automaton rate, {name}", len(keys) / took * 1000)
    each(f"automaton, {name}", cycle, [(key,) for key in keys])
    if sum(map(cells.count, KINDS.encode())) != number:
        report("wrong", f"the {number} grains of an automaton are another number now")
    report(f"automaton state, {name}", sys.getsizeof(cells) / 1024)


def firing_line(count: int) -> None:
    """Play the modern game with a key and a tick in each cycle, begun anew after each defeat."""
    one, chance = BOARDS["firing-line-modern"], random.Random(7)
    moves = [(chance.choice(_KEYS), "tick") for _ in range(count)]
    plays = [board.begin(one, seed=1)]

    def cycle(*move: str) -> tuple[str, ...]:
        play = board.press(one, plays[-1], *move)
        if one.status(play.state).phase is not board.Phase.PLAYING:
            play = board.begin(one, seed=len(plays))
        plays.append(play)
        return one.frame(play.state)

    took, _ = once(lambda: [cycle(*move) for move in moves])
    report("Firing Line rate", len(moves) / took * 1000)
    frames = each("Firing Line", cycle, moves)
    if any(len(frame) != 20 or {len(row) for row in frame} != {10} for frame in frames):
        report("wrong", "a frame of Firing Line is not 20 rows of 10")
    largest = max((play.state for play in plays), key=_held)
    report("Firing Line state", _held(largest) / 1024)
    report("Firing Line stored", len(json.dumps(one.to_data(largest))) / 1024)


def _held(state: Any) -> int:
    """Bytes of a state, each object once; what all states share is counted too."""
    piece = state.piece
    parts = [state, state.tank, *state.tank, piece, state.queue, state.held, state.bag]
    parts += [state.stream, state.score, state.lines, *([piece.row] if piece else [])]
    return sum(map(sys.getsizeof, {id(part): part for part in parts}.values()))
