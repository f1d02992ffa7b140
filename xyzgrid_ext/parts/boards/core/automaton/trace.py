"""Traces which transitions fire in a cycle, and where, for authors of games. Slow but simple.

list 1, line 3, at column 2, row 2, key l
  ***   ***
  *@.   *.@
  ***   ***
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from xyzgrid_ext.parts.boards.core.automaton.model import ANY, ENTER, Game, TransitionRule


class FiredRule(NamedTuple):
    """A rule that fired: its list (1 or 2), its line there (from 1); column and row (from 0)."""

    list: int
    line: int
    rule: TransitionRule
    column: int
    row: int


def draw_rule(fired: FiredRule) -> str:
    """Return lines that say which rule fired where, and show what it matched and wrote."""
    rule = fired.rule
    rows = zip(
        _square(rule.centre, rule.around), _square(rule.result[0], rule.result[1:]), strict=True
    )
    key = "" if rule.key == ANY else f", key {'ENTER' if rule.key == ENTER else rule.key}"
    place = f"at column {fired.column + 1}, row {fired.row + 1}"
    head = f"list {fired.list}, line {fired.line}, {place}{key}"
    return "\n".join([head, *(f"  {before}   {after}" for before, after in rows)])


def _square(centre: str, around: str) -> tuple[str, str, str]:
    return around[:3], f"{around[3]}{centre}{around[4]}", around[5:]


def trace_cycle(
    game: Game, before: bytes, width: int, height: int, key: str
) -> Iterator[FiredRule]:
    """Run a cycle on a map and yield the rules that fire, in order.

    `before` is the map: rows, a newline after each, a NUL byte. `width` includes the newline; `key`
    is "" for no key.
    """
    cells = bytearray(before)
    places = [(x, y) for y in range(1, height - 1) for x in range(1, width)]
    for number, rules in enumerate((game.first, game.second), 1):
        for x, y in places if number == 1 else reversed(places):
            at = y * width + x
            here = [at + i * width + j for i in (-1, 0, 1) for j in (-1, 0, 1)]
            around = here[:4] + here[5:]
            centre = chr(cells[at])
            for line, rule in reversed(list(enumerate(rules, 1))):
                if rule.centre != centre or rule.key not in (ANY, key):
                    continue
                if _matches(cells, around, rule.around):
                    _write(cells, [at, *around], rule.result)
                    yield FiredRule(number, line, rule, x, y)


def _matches(cells: bytearray, around: Sequence[int], wanted: str) -> bool:
    return all(c in (ANY, chr(cells[at])) for at, c in zip(around, wanted, strict=True))


def _write(cells: bytearray, places: Sequence[int], result: str) -> None:
    for at, character in zip(places, result, strict=True):
        if character != ANY:
            cells[at] = ord(character)
