r"""The cycle of an automaton, exact and fast.

A cycle applies list 1 from the top left to the bottom right, then list 2 in the opposite order. At
each cell, it tries the transitions whose centre is the character that is there NOW, the last line
of the file first. Each one that matches writes at once, and the loop continues with the next one
for this centre. Nothing is buffered: the scan reads what was written ahead of it. An example is the
boulder clash, one map with rules for rolling right and left:

    o.o      ..o  rolled by list 1      o..  rolled by list 2
    \./      \o/                        \o/
    ...      ...                        ...

The map is one flat buffer that includes the newlines, and the neighbours of a cell are at fixed
offsets from it: the first column of a row is next to the newline of the row before. One more cell
follows the map, NUL at first: the lower right neighbour of the last centre.

For speed, one regular expression per list finds the next cell where any of its rules matches. For
list 2 the buffer is reversed, so that both scans go forward.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from xyzgrid_ext.parts.boards.core.automaton.model import ANY, BoardMap, Game, TransitionRule

NO_KEY = ""
"""The key of a cycle in which no key is pressed."""

Cell = tuple[int, int]
"""(offset in the buffer, code of the character there)."""


class _Step(NamedTuple):
    """A prepared transition: the neighbours it needs, and what it writes, in order."""

    needs: tuple[Cell, ...]
    writes: tuple[Cell, ...]


class _Pass(NamedTuple):
    """The transitions of a list that one key makes possible.

    `find` finds cells where a transition matches; `steps` has the transitions for each centre, the
    last line first.
    """

    find: re.Pattern[bytes]
    steps: dict[int, tuple[_Step, ...]]


def make_buffer(sheet: BoardMap) -> bytes:
    """Return a map as the engine stores it: its rows, a newline after each, and a NUL byte."""
    return sheet.cells.encode("ascii") + b"\0"


class Engine:
    """Runs the rules of a game on maps of one size; caches what it prepares for each key."""

    def __init__(self, game: Game, width: int, height: int) -> None:
        self._lists = (game.first, game.second)
        self._bound = frozenset(game.keys)
        self._width = width
        self._height = height
        self._passes: dict[str, tuple[_Pass | None, _Pass | None]] = {}

    def cycle(self, cells: bytes, key: str = NO_KEY) -> bytes:
        """Return the map after one cycle with a key; both maps are in the form of `make_buffer`."""
        key = key if key in self._bound else NO_KEY
        passes = self._passes.get(key)
        if passes is None:
            passes = self._passes[key] = self._prepared(key)
        width, count = self._width, len(cells)
        # the centres are rows 1 to height - 2, without column 0
        first, last = width + 1, (self._height - 1) * width - 1
        if passes[0]:
            buffer = bytearray(cells)
            _scan(passes[0], buffer, first, last, width, 0)
            cells = bytes(buffer)
        if passes[1]:
            buffer = bytearray(cells[::-1])
            end = count - 1
            _scan(passes[1], buffer, end - last, end - first, width, end % width)
            cells = bytes(buffer[::-1])
        return cells

    def _prepared(self, key: str) -> tuple[_Pass | None, _Pass | None]:
        return tuple(  # type: ignore[return-value]
            _pass([rule for rule in rules if rule.key in (ANY, key)], self._width * sign, sign)
            for rules, sign in zip(self._lists, (1, -1), strict=True)
        )


def _scan(plan: _Pass, buffer: bytearray, at: int, last: int, width: int, border: int) -> None:
    """Apply a list in place to the cells from `at` to `last`, except those of column 0."""
    search, steps = plan.find.search, plan.steps
    while (match := search(buffer, at)) is not None:
        at = match.start()
        if at > last:
            return
        if at % width != border:
            for needs, writes in steps[buffer[at]]:
                for offset, code in needs:
                    if buffer[at + offset] != code:
                        break
                else:
                    for offset, code in writes:
                        buffer[at + offset] = code
        at += 1


def _pass(rules: Iterable[TransitionRule], row: int, column: int) -> _Pass | None:
    """Prepare rules; `row` and `column` are the offsets to the next row and column."""
    around = [y * row + x * column for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y]
    steps: dict[int, list[_Step]] = {}
    for rule in reversed(list(rules)):
        needs: dict[int, int] = {}
        wanted = [(o, ord(c)) for o, c in zip(around, rule.around, strict=True) if c != ANY]
        # on a map of one column two neighbours are the same cell
        if any(needs.setdefault(offset, code) != code for offset, code in wanted):
            continue
        places = zip((0, *around), rule.result, strict=True)
        writes = tuple((offset, ord(c)) for offset, c in places if c != ANY)
        steps.setdefault(ord(rule.centre), []).append(_Step(tuple(needs.items()), writes))
    if not steps:
        return None
    patterns = [_pattern(centre, of_centre) for centre, of_centre in steps.items()]
    find = re.compile(b"|".join(patterns), re.DOTALL)
    return _Pass(find, {centre: tuple(of_centre) for centre, of_centre in steps.items()})


def _pattern(centre: int, steps: Sequence[_Step]) -> bytes:
    """Return a pattern for a centre where at least one of the steps has the neighbours it needs.

    It begins with the character itself, so that the search can skip all others.
    """
    character = re.escape(bytes([centre]))
    around = dict.fromkeys(_around(character, dict(step.needs)) for step in steps)
    if b"" in around:
        return character
    return character + b"(?:" + b"|".join(around) + b")"


def _around(character: bytes, needs: dict[int, int]) -> bytes:
    before = {offset: code for offset, code in needs.items() if offset < 0}
    behind = {offset: code for offset, code in needs.items() if offset > 0}
    pattern = b""
    if before:
        pattern += b"(?<=" + _run(before, min(before), 0) + character + b")"
    if behind:
        pattern += b"(?=" + _run(behind, 1, max(behind) + 1) + b")"
    return pattern


def _run(codes: dict[int, int], start: int, end: int) -> bytes:
    """Return the part of the pattern between two offsets: a dot for each irrelevant character."""
    run, gap = b"", 0
    for offset in range(start, end):
        if offset in codes:
            run += b".{%d}" % gap if gap else b""
            run, gap = run + re.escape(bytes([codes[offset]])), 0
        else:
            gap += 1
    return run + (b".{%d}" % gap if gap else b"")
