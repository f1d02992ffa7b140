r"""Follows the links of a drawing from room to room.

    #-o #     out of the left room to the east: `-` hands on to `o`, which looks around itself and
       \|     finds one other link, `\`; that leads south-east into `|` from the north-west, where
        |     `|` has no way in: a fault, told at the cell of `|`.

The drawing is one text with a margin of blanks, so that a neighbour is an offset away. The joins of
smart links depend on their neighbours, so they are computed on first use.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.raster import Cell
from xyzgrid_ext.core.sheet.drawing import BLANK, Drawing
from xyzgrid_ext.core.sheet.legend import DIRECTIONS, SymbolKind

NOWHERE = -1
"""In place of the side where one leaves a link: the link does not go on."""
JUMP = 8
"""In place of the side where one leaves a link: the trail goes on at a teleporter's other end."""
_BACK = (4, 5, 6, 7, 0, 1, 2, 3, JUMP)
_SIDES = range(8)
_NUMBER = {direction: number for number, direction in enumerate(DIRECTIONS)}
_CURE = "correct the drawing; `evennia xyzgrid help drawing` shows the symbols"


class Trail(NamedTuple):
    """The links that an exit passes in a drawing, in order, and the place where it ends.

    `end` and `steps` are numbers of cells in a `Trace`; `Trace.cell` turns them into (x, y).
    """

    end: int
    steps: list[int]
    sides: list[int]
    """For each link, the side on which it is entered."""


class LinkError(Exception):
    """Raised for links that do not join; `finding` says where and why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


class Trace:
    """Follows the links of one drawing from room to room. It numbers the cells: see `index`."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.pitch = pitch = drawing.width + 2
        rows = [BLANK + row.ljust(pitch - 1) for row in drawing.rows]
        self.text = BLANK * pitch + "".join(rows) + BLANK * pitch
        self.offsets = (pitch, pitch + 1, 1, 1 - pitch, -pitch, -pitch - 1, -1, pitch - 1)
        legend = drawing.legend
        self._places = frozenset(key for key, symbol in legend.items() if symbol.is_place)
        self._joins = {
            key: _joins(symbol.joins)
            for key, symbol in legend.items()
            if symbol.kind is SymbolKind.LINK
        }
        self._joined: dict[int, dict[int, int]] = {}
        self._asked: set[int] = set()
        self._pairs: dict[int, int] = {}

    def index(self, x: int, y: int) -> int:
        """Return the number of the cell at (x, y) in this trace."""
        return (y + 1) * self.pitch + x + 1

    def cell(self, index: int) -> Cell:
        """Return the cell, (x, y), that has a number in this trace; the inverse of `index`."""
        y, x = divmod(index, self.pitch)
        return x - 1, y - 1

    def trail_from(self, room: int, side: int) -> Trail | None:
        """Return the trail that leaves a room on a side (0 is north, 2 is east); None if none does.

        There is none against a one-way sign, wherever it stands: `#>--#` leads east only. `room` is
        the number of the room's cell.

        Raises:
            LinkError: if the trail ends nowhere, ends at a link that does not go on, or runs in a
                ring.
        """
        text, joins, places = self.text, self._joins, self._places
        at, entered = room + self.offsets[side], _BACK[side]
        steps: list[int] = []
        sides: list[int] = []
        while True:
            symbol = text[at]
            if symbol == BLANK:
                if not steps:
                    return None
                side_name = _COMPASS[_BACK[entered]]
                raise self._fault(steps[-1], f"points to empty space in the {side_name}")
            row = joins.get(symbol)
            side_out = self._smart(at, entered) if row is None else row[entered]
            if side_out == NOWHERE:
                if not steps or (row is not None and entered in row):
                    return None
                side_name = _COMPASS[entered]
                raise self._fault(
                    at, f"is joined from the {side_name}, but leads nowhere from there"
                )
            steps.append(at)
            sides.append(entered)
            if len(steps) > 9 * len(text):  # it has been on some side of some link twice
                raise self._fault(steps[0], "belongs to links that run in a ring without a room")
            at = self._pair(at) if side_out == JUMP else at + self.offsets[side_out]
            if text[at] in places:
                return Trail(at, steps, sides)
            entered = _BACK[side_out]

    def joined_sides(self, index: int) -> Mapping[int, int]:
        """Return side where one enters a SMART link -> side where one leaves it, as far as traced.

        Sides are indices into DIRECTIONS; `index` is the number of the link's cell.
        """
        return self._joined.get(index, {})

    # --- smart links

    def _smart(self, at: int, entered: int) -> int:
        joined = self._joined.get(at) or self._look_around(at, entered)
        return joined.get(entered, NOWHERE)

    def _look_around(self, at: int, entered: int) -> dict[int, int]:
        if at in self._asked:
            raise self._fault(at, "looks at a link that looks back, so neither knows where to lead")
        self._asked.add(at)
        try:
            kind = self.drawing.legend[self.text[at]].kind
            if kind is SymbolKind.ROUTER:
                joined = self._routed(at)
            elif kind is SymbolKind.SMART:
                joined = self._between(at)
            else:
                joined = self._teleported(at, entered)
        finally:
            self._asked.discard(at)
        self._joined[at] = joined
        return joined

    def _leads(self, at: int, entered: int) -> int:
        row = self._joins.get(self.text[at])
        return self._smart(at, entered) if row is None else row[entered]

    def _around(self, at: int) -> list[int]:
        """Return the sides with a place, a smart link, or a link that leads in here."""
        sides = []
        for side in _SIDES:
            neighbour = at + self.offsets[side]
            symbol = self.text[neighbour]
            if symbol == BLANK:
                continue
            accepts = symbol in self._places or self.drawing.legend[symbol].accepts_all
            if accepts or self._leads(neighbour, side) != NOWHERE:
                sides.append(side)
        return sides

    def _around_and_out(self, at: int) -> list[int]:
        """Return the sides of `_around`; beside at most one room, add the links that lead away."""
        sides = self._around(at)
        if len(sides) > 1 or not all(self._is_place(at, side) for side in sides):
            return sides
        for side in _SIDES:
            neighbour = at + self.offsets[side]
            symbol = self.text[neighbour]
            if symbol == BLANK or symbol in self._places or side in sides:
                continue
            accepts = self.drawing.legend[symbol].accepts_all
            if not accepts and self._leads(neighbour, _BACK[side]) != NOWHERE:
                sides.append(side)
        return sides

    def _is_place(self, at: int, side: int) -> bool:
        return self.text[at + self.offsets[side]] in self._places

    def _routed(self, at: int) -> dict[int, int]:
        around = self._around(at)
        joined = {side: _BACK[side] for side in around if _BACK[side] in around}
        single = [side for side in around if side not in joined]
        if len(single) not in (0, 2):
            names = ", ".join(_COMPASS[side] for side in single)
            raise self._fault(at, f"joins links in pairs, but has {len(single)} left over: {names}")
        if single:
            joined |= {single[0]: single[1], single[1]: single[0]}
        return joined

    def _between(self, at: int) -> dict[int, int]:
        around = self._around_and_out(at)
        places = [side for side in around if self._is_place(at, side)]
        if len(places) == 2:
            return {side: _BACK[side] for side in places}
        if len(around) - len(places) == 1:
            return {side: _BACK[side] for side in around}
        raise self._fault(
            at,
            f"joins two rooms, or a room and one link, but finds {len(places)} rooms and "
            f"{len(around) - len(places)} links",
        )

    def _teleported(self, at: int, entered: int) -> dict[int, int]:
        around = self._around_and_out(at)
        if len(around) != 1 or self._is_place(at, around[0]):
            raise self._fault(at, "needs exactly one link beside it, and no room")
        side = around[0] if entered == JUMP else entered
        return {side: JUMP, JUMP: side}

    def _pair(self, at: int) -> int:
        if at not in self._pairs:
            symbol = self.text[at]
            twins = [n for n, letter in enumerate(self.text) if letter == symbol and n != at]
            if len(twins) != 1:
                raise self._fault(at, f"needs exactly one other '{symbol}', not {len(twins)}")
            self._pairs |= {at: twins[0], twins[0]: at}
        return self._pairs[at]

    # --- faults

    def _fault(self, at: int, problem: str) -> LinkError:
        x, y = self.cell(at)
        message = f"the link '{self.text[at]}' {problem}"
        return LinkError(self.drawing.finding("bad-drawing", x, y, message, _CURE))


_COMPASS = (
    *("north", "north-east", "east", "south-east"),
    *("south", "south-west", "west", "north-west"),
    "jump",
)


def _joins(pairs: Mapping[str, str]) -> list[int]:
    row = [NOWHERE] * 9
    for entered, side_out in pairs.items():
        row[_NUMBER[entered]] = _NUMBER[side_out]
    return row
