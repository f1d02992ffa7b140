"""A board on a real terminal: single keys, colours, and the board's clock.

Commands are keys that no game uses: Ctrl-U or Backspace, Ctrl-R, Ctrl-N, Ctrl-P, TAB, Ctrl-C.
"""

from __future__ import annotations

import codecs
import os
import select
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from xyzgrid_ext.core.board import CHARACTERS, COLOURS, Board, Phase, control_of, made
from xyzgrid_ext.terminal.table import BoardTable, answer, at_level, introduction, standing

try:
    import termios
    import tty
except ImportError:  # not a POSIX system: lines instead of keys
    HAS_KEYS = False
else:
    HAS_KEYS = True

_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
_ORDERS: Mapping[str, str] = {
    "\x15": "undo",
    "\x7f": "undo",
    "\x08": "undo",
    "\x12": "restart",
    "\x0e": "next",
    "\x10": "previous",
    "\t": "describe",
    "\x03": "quit",
    "\x04": "quit",
}
_HINT = "Backspace undo · Ctrl-R restart · Ctrl-N next · Ctrl-P previous · TAB words · Ctrl-C quit"


def usable() -> bool:
    """Whether this terminal allows single keys."""
    return HAS_KEYS and sys.stdin.isatty() and sys.stdout.isatty()


def run(table: BoardTable) -> BoardTable:
    """Play until the player leaves; return the final state."""
    with _single_keys():
        print("\x1b[2J", end="")
        _show(table, introduction(table))
        game = _Game(table)
        while not game.table.left:
            game.step()
    return game.table


class _Game:
    """The main loop: one key or none, one cycle, one frame. Keys typed ahead are queued here."""

    def __init__(self, table: BoardTable) -> None:
        self.table = table
        self.keys: deque[str] = deque()
        self.played = 0.0
        self.deadline: float | None = None

    def step(self) -> None:
        """Wait for a key or the clock, and handle it."""
        board, play = self.table.board, self.table.play
        on = board.status(play.state).phase is Phase.PLAYING
        wait = board.interval(play.state, self.played) if on else None
        now = time.monotonic()
        if wait is None:
            self.deadline = None
        elif self.deadline is None:
            self.deadline = now + wait
        if not self.keys:
            patience = None if self.deadline is None else max(0.0, self.deadline - now)
            self.keys.extend(_typed(patience))
            self.played += time.monotonic() - now
        if not self.keys:
            self._cycle(None)
            return
        key = self.keys.popleft()
        if order := _ORDERS.get(key):
            self._order(order)
        else:
            self._cycle(key)

    def _cycle(self, key: str | None) -> None:
        board, play = self.table.board, self.table.play
        control = None if key is None else control_of(board, key)
        if key is None:
            move = board.clock
        elif control is not None:
            move = (control.key,)
        elif board.notation is CHARACTERS and len(key) == 1:
            move = (key,)  # without a meaning it costs a cycle, as it always did
        else:
            return
        if key is not None and self._due():
            move = (*move, *board.clock)  # the timer has fired since the last cycle
            self.deadline = None
        if control is None or control.restarts:
            self.deadline = None
        self.table = replace(self.table, play=made(board, play, move))
        _show(self.table)

    def _due(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline

    def _order(self, order: str) -> None:
        if order in ("restart", "next", "previous"):
            step = {"restart": 0, "next": 1, "previous": -1}[order]
            self.table, self.played = at_level(self.table, self.table.play.seed + step), 0.0
            _show(self.table, introduction(self.table))
        else:
            self.table, said = answer(self.table, order)
            _show(self.table, said if order == "describe" else "")
        self.deadline = None


@contextmanager
def _single_keys() -> Iterator[None]:
    """Switch the terminal to single keys without echo, within the block."""
    stream = sys.stdin.fileno()
    before = termios.tcgetattr(stream)
    try:
        tty.setraw(stream, termios.TCSADRAIN)
        after = termios.tcgetattr(stream)
        after[1] = before[1]  # output goes on as it was: a newline returns the carriage
        termios.tcsetattr(stream, termios.TCSADRAIN, after)
        yield
    finally:
        termios.tcsetattr(stream, termios.TCSADRAIN, before)
        print()


def _typed(patience: float | None) -> list[str]:
    """Return the keys that arrive within some seconds, with names for arrows; empty if none do."""
    stream = sys.stdin.fileno()
    if not select.select([stream], [], [], patience)[0]:
        return []
    data = os.read(stream, 1024)
    if not data:
        return ["\x04"]
    text = codecs.decode(data, "utf-8", "replace").replace("\r", "\n")
    keys: list[str] = []
    while text:
        if text[:2] in ("\x1b[", "\x1bO") and text[2:3] in _ARROWS:
            keys.append(_ARROWS[text[2]])
            text = text[3:]
        else:
            keys.append(text[0])
            text = text[1:]
    return keys


def _show(table: BoardTable, said: str = "") -> None:
    """Paint the screen over the old one, so that it does not flicker."""
    rows = map(_painter(table.board), table.board.frame(table.play.state))
    beside = map(str, table.board.aside(table.play.state))
    lines = ["  ".join(filter(None, pair)) for pair in zip_longest(rows, beside)]
    # the 20 rows of the highest board and these fit into 24
    lines += [standing(table), _HINT, *said.split("\n")]
    text = "\n".join(f"{line}\x1b[K" for line in lines)
    sys.stdout.write(f"\x1b[H{text}\x1b[J")
    sys.stdout.flush()


def _painter(board: Board[Any]) -> Callable[[str], str]:
    if os.environ.get("NO_COLOR"):
        return str
    codes = {}
    for character, name in board.colours.items():
        bright, _, colour = name.rpartition(" ")
        codes[ord(character)] = (
            f"\x1b[{(90 if bright else 30) + COLOURS.index(colour)}m{character}\x1b[39m"
        )
    return lambda row: row.translate(codes)
