"""A board on a real terminal: single keys, colours, the board's clock, and a screen of any size.

Commands are keys that no game uses: Ctrl-U or Backspace, Ctrl-R, Ctrl-N, Ctrl-P, Ctrl-Z, TAB,
Ctrl-C; `p` pauses as well, unless the board has such a key. The clock runs only while the board
is on the screen and nothing covers it. A panel stands beside or below the picture:

    |      TTTTTT        |   LLLLLL    Firing Line, level 1 of 4
    |                    |   LL
    …                                  score 0
    +--------------------+
                                       keys: h left, l right, …

The panel says as much as the screen has room for. No line is ever wider than the screen.
"""

from __future__ import annotations

import codecs
import os
import re
import select
import signal
import sys
import textwrap
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from xyzgrid_ext.core.view.fitting import unwrap
from xyzgrid_ext.parts.boards.core.board import (
    CHARACTERS,
    COLOURS,
    AnyBoard,
    Phase,
    find_control,
    try_move,
)
from xyzgrid_ext.parts.boards.terminal.table import (
    BoardTable,
    at_level,
    board_message,
    headline,
    introduction,
    keys_lines,
    run_line,
    status_line,
)

_GAP = 3  # columns between a picture and its panel
_NARROWEST = 24  # columns of a panel beside a picture
_NO_BREAK = "\u00a0"  # a blank at which no line is broken


class Size(NamedTuple):
    """The size of a screen in characters."""

    columns: int
    rows: int


class ScreenRow(NamedTuple):
    """A row of the screen: a part of the picture, which may be coloured, and the text beside it."""

    picture: str
    text: str = ""


Picture = Sequence[str]
"""A board as rows of text."""
Panel = Sequence[str]
"""The paragraphs of a panel; an empty one is a blank line."""


def arrange(
    pictures: Sequence[Picture], panels: Sequence[Panel], size: Size
) -> list[ScreenRow] | None:
    """Return the rows of the screen with the first picture and the first panel that fit together.

    All panels are tried for a picture before the next one. None if nothing fits.
    """
    return next(
        (
            rows
            for picture in pictures
            for panel in panels
            for rows in _places(picture, panel, size)
            if len(rows) <= size.rows and _width(picture) <= size.columns
        ),
        None,
    )


def _size_needed(picture: Picture, panel: Panel, columns: int) -> Size:
    """Return the size that a picture and a panel below it need on a screen of so many columns."""
    wide = max(_width(picture), columns)
    return Size(_width(picture), len(picture) + len(_break_lines(panel, wide)))


def _break_lines(panel: Panel, columns: int) -> list[str]:
    """Break paragraphs into lines of at most `columns`, even within a word that is longer."""
    lines = "\n".join(panel).split("\n")
    parts = (part for line in lines for part in textwrap.wrap(line, max(1, columns)) or [""])
    return [part.replace(_NO_BREAK, " ") for part in parts]


def _unbroken_list(entries: str, separator: str) -> str:
    """Return a list of entries that `_break_lines` breaks between them, never within one."""
    return separator.join(entry.replace(" ", _NO_BREAK) for entry in entries.split(separator))


def _places(picture: Picture, panel: Panel, size: Size) -> Iterator[list[ScreenRow]]:
    wide = _width(picture)
    beside = size.columns - wide - _GAP
    if beside >= _NARROWEST:
        texts = _break_lines(panel, beside)
        pairs = zip_longest(picture, texts, fillvalue="")
        yield [ScreenRow(row.ljust(wide + _GAP), text) for row, text in pairs]
    yield [
        *map(ScreenRow, picture),
        *(ScreenRow("", text) for text in _break_lines(panel, size.columns)),
    ]


def _width(picture: Picture) -> int:
    return max(map(len, picture), default=0)


try:
    import termios
    import tty
except ImportError:  # not a POSIX system: lines instead of keys
    HAS_KEYS = False
else:
    HAS_KEYS = True

_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
_KEY = re.compile(r"\x1b[\[O][0-9;]*([@-~])|(.)", re.DOTALL)
_CUT = ("\x1b", "\x1b[", "\x1bO")  # a key whose rest has not arrived
_REST = 0.2  # seconds that the rest of a key may take, on a slow line
_ORDERS: Mapping[str, str] = {
    "\x15": "undo",
    "\x7f": "undo",
    "\x08": "undo",
    "\x12": "restart",
    "\x0e": "next",
    "\x10": "previous",
    "\x1a": "pause",
    "\t": "describe",
    "\x03": "quit",
    "\x04": "quit",
}
_PAUSE = "p"
_GO_ON = "Any key goes on."
_SIZE = Size(80, 24)  # of a terminal that does not know its own
# another screen without a cursor, whose lines are cut at the edge; and back
_OPEN, _CLOSE = "\x1b[?1049h\x1b[?25l\x1b[?7l", "\x1b[?7h\x1b[?25h\x1b[?1049l"


def takes_single_keys() -> bool:
    """Whether this terminal allows single keys."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return HAS_KEYS and is_terminal and os.environ.get("TERM") != "dumb"


def run(table: BoardTable) -> int:
    """Play until the player leaves; return 0, or 128 and the number of the signal that ended it."""
    with _single_keys() as signals:
        game = _Game(table, signals)
        game.show()
        while not game.table.has_left and not game.signal:
            game.step()
    with suppress(OSError):  # the terminal may be gone
        print(f"{game.table.board.title}: {status_line(game.table)}")
    return 128 + game.signal if game.signal else 0


class _Game:
    """The main loop: one key or none, one cycle, one frame. Keys typed ahead are queued here."""

    def __init__(self, table: BoardTable, signals: int) -> None:
        self.table = table
        self.signals = signals
        self.signal = 0
        self.keys: deque[str] = deque()
        self.played = 0.0
        self.deadline: float | None = None
        self.note = ""
        """What is said in place of the standing until the next key."""
        self.paused = False
        self.page = ""
        """A text that covers the board, and how many of its lines have been read."""
        self.read = 0
        self.fits = True

    def step(self) -> None:
        """Wait for a key, the clock or a signal, and handle it."""
        if not self.keys:
            began, patience = time.monotonic(), self._patience()
            self._wait(patience)
            if patience is not None:
                self.played += time.monotonic() - began
        if self.signal:
            return
        if self.keys:
            self._press(self.keys.popleft())
        elif self._due():
            self._cycle(None)

    def _patience(self) -> float | None:
        """Return the seconds until the clock ticks; None while it stands."""
        board, state = self.table.board, self.table.play.state
        runs = self.fits and not (self.paused or self.page)
        on = runs and board.status(state).phase is Phase.PLAYING
        wait = board.tick_interval(state, self.played) if on else None
        if wait is None:
            self.deadline = None
            return None
        if self.deadline is None:
            self.deadline = time.monotonic() + wait
        return max(0.0, self.deadline - time.monotonic())

    def _wait(self, patience: float | None) -> None:
        """Wait so many seconds for keys and signals."""
        stream = sys.stdin.fileno()
        ready = select.select([stream, self.signals], [], [], patience)[0]
        if self.signals in ready:
            numbers = os.read(self.signals, 256)
            self.signal = next((n for n in numbers if n != signal.SIGWINCH), 0)
            if not self.signal:
                self.show()
        if stream in ready:
            self.keys.extend(_typed(stream))

    def _press(self, key: str) -> None:
        order = _ORDERS.get(key)
        if key == _PAUSE and find_control(self.table.board, key) is None:
            order = "pause"
        if order == "quit":
            self._order(order)
        elif self.page:
            self._turn()
        elif self.paused and order is None:
            self._resume()
        elif order is None:
            self._cycle(key)
        elif order != "pause" or self._has_clock():
            self._order(order)

    def _turn(self) -> None:
        """Show the next part of the page; after the last, the board."""
        self.read += _size().rows - 1
        if self.read >= len(_break_lines([self.page], _size().columns)):
            self.page = ""
        self.show()

    def _resume(self) -> None:
        self.paused, self.note = False, ""
        self.show()

    def _cycle(self, key: str | None) -> None:
        board, play = self.table.board, self.table.play
        control = None if key is None else find_control(board, key)
        if key is None:
            move = board.clock_move
        elif control is not None:
            move = (control.key,)
        elif board.notation is CHARACTERS and len(key) == 1:
            move = (key,)  # without a meaning it costs a cycle, as it always did
        else:
            return
        if key is not None and self._due():
            move = (*move, *board.clock_move)  # the timer has fired since the last cycle
            self.deadline = None
        if control is None or control.restarts:
            self.deadline = None
        self.table, self.note = replace(self.table, play=try_move(board, play, move)), ""
        self.show()

    def _due(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline

    def _has_clock(self) -> bool:
        return self.table.board.tick_interval(self.table.play.state, 0.0) is not None

    def _order(self, order: str) -> None:
        self.note, self.deadline = "", None
        if order == "pause":
            self.paused = not self.paused
            self.note = f"Paused. {_GO_ON}" if self.paused else ""
        elif order == "describe":
            text = run_line(self.table, order)[1]
            parts = [introduction(self.table), self._commands(), text]
            self.page, self.read = "\n\n".join(parts), 0
        elif order in ("restart", "next", "previous"):
            step = {"restart": 0, "next": 1, "previous": -1}[order]
            self.table, self.played = at_level(self.table, self.table.play.seed + step), 0.0
            self.paused = False
        else:
            before = self.table
            self.table, text = run_line(before, order)
            self.note = text if self.table is before else ""
        self.show()

    # --- what is on the screen

    def show(self) -> None:
        """Paint the screen over the old one, so that it does not flicker."""
        board, state, size = self.table.board, self.table.play.state, _size()
        if self.page:
            lines = _break_lines([self.page], size.columns)[self.read :][: max(1, size.rows - 1)]
            _paint([*(ScreenRow("", line) for line in lines), ScreenRow("", _GO_ON)], size, str)
            return
        pictures, panels = (board.text_drawing(state), board.frame(state)), self._panels()
        rows = arrange(pictures, panels, size)
        self.fits = rows is not None
        if rows is None:
            needed = _size_needed(pictures[-1], panels[-1], size.columns)
            text = (
                f"{board.title} needs {needed.columns} columns and {needed.rows} rows, and this "
                f"terminal has {size.columns} and {size.rows}. Make it larger, or leave by Ctrl-C."
            )
            rows = [ScreenRow("", line) for line in _break_lines([text], size.columns)]
        _paint(rows, size, _painter(board))

    def _panels(self) -> tuple[Panel, ...]:
        """Return what is said about the game, from the fullest to the shortest form."""
        table = self.table
        beside = [str(phrase) for phrase in table.board.side_lines(table.play.state)]
        now = self.note or status_line(table)
        keys = [_unbroken_list(line, ", ") for line in keys_lines(table)]
        commands, line = _unbroken_list(self._commands(), " · "), " · ".join([*beside, now])
        aim = unwrap(board_message(table, "start"))
        parts = filter(None, [headline(table), aim, "\n".join([*beside, now]), *keys, commands])
        return (
            [text for part in parts for text in (part, "")][:-1],
            [headline(table), line, *keys, commands],
            [f"{line} · TAB help", *keys],
            [" · ".join([line, *keys, "TAB help"])],
            [f"{line} · TAB help"],
        )

    def _commands(self) -> str:
        """Return the keys for commands that have a meaning on this board."""
        board = self.table.board
        free = find_control(board, _PAUSE) is None
        several = len(board.levels) > 1
        rows = (
            (_PAUSE if free else "Ctrl-Z", "pause", self._has_clock()),
            ("Backspace", "undo", board.can_undo),
            ("Ctrl-R", "restart", True),
            ("Ctrl-N", "next level" if several else "another game", several or not board.levels),
            ("Ctrl-P", "previous level", several),
            ("TAB", "help", True),
            ("Ctrl-C", "quit", True),
        )
        return " · ".join(f"{key} {meaning}" for key, meaning, offered in rows if offered)


@contextmanager
def _single_keys() -> Iterator[int]:
    """Switch the terminal to a screen with single keys, without echo, within the block.

    Yield a stream that has a byte for each signal: the size has changed, or the program shall end.
    So the terminal is as before in every case but `kill -9`.
    """
    stream = sys.stdin.fileno()
    before = termios.tcgetattr(stream)
    wakeups, writer = os.pipe()
    os.set_blocking(writer, False)
    numbers = (signal.SIGWINCH, signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    handlers = {number: signal.signal(number, lambda *_: None) for number in numbers}
    earlier = signal.set_wakeup_fd(writer)
    try:
        tty.setraw(stream, termios.TCSADRAIN)
        after = termios.tcgetattr(stream)
        after[1] = before[1]  # output goes on as it was: a newline returns the carriage
        termios.tcsetattr(stream, termios.TCSADRAIN, after)
        _write(_OPEN)
        yield wakeups
    finally:
        with suppress(OSError, termios.error):  # the terminal may be gone
            _write(_CLOSE)
            termios.tcsetattr(stream, termios.TCSADRAIN, before)
        signal.set_wakeup_fd(earlier)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        os.close(wakeups)
        os.close(writer)


def _typed(stream: int) -> list[str]:
    """Return the keys that have arrived, with names for arrows; the end of the input is Ctrl-D."""
    try:
        data = os.read(stream, 1024)
        while data.decode(errors="replace").endswith(_CUT):
            if not select.select([stream], [], [], _REST)[0]:
                break
            data += os.read(stream, 1024)
    except OSError:  # the terminal is gone
        return ["\x04"]
    if not data:
        return ["\x04"]
    text = codecs.decode(data, "utf-8", "replace").replace("\r", "\n")
    groups = [match.groups() for match in _KEY.finditer(text)]
    keys = [_ARROWS.get(arrow, "") if arrow else key for arrow, key in groups]
    return [key for key in keys if key]


def _size() -> Size:
    try:
        size = Size(*os.get_terminal_size(sys.stdout.fileno()))
    except OSError:
        return _SIZE
    return size if all(size) else _SIZE


def _paint(rows: list[ScreenRow], size: Size, paint: Callable[[str], str]) -> None:
    """Write rows over the screen, and blank rows below them."""
    blank = [ScreenRow("")] * (size.rows - len(rows))
    lines = []
    for number, row in enumerate([*rows, *blank][: size.rows], 1):
        rest = "" if len(row.picture) + len(row.text) >= size.columns else "\x1b[K"
        lines.append(f"\x1b[{number}H{paint(row.picture)}{row.text}{rest}")
    _write("".join(lines))


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _painter(board: AnyBoard) -> Callable[[str], str]:
    if os.environ.get("NO_COLOR"):
        return str
    codes = {}
    for character, name in board.colours.items():
        bright, _, colour = name.rpartition(" ")
        codes[ord(character)] = (
            f"\x1b[{(90 if bright else 30) + COLOURS.index(colour)}m{character}\x1b[39m"
        )
    return lambda row: row.translate(codes)
