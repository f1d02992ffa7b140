"""What stands where on a terminal's screen: the picture of a board, and a panel beside or below it.

    |      TTTTTT        |   LLLLLL    Firing Line, level 1 of 4
    |                    |   LL
    …                                  score 0
    +--------------------+
                                       keys: h left, l right, …

The panel says as much as the screen has room for. No line is ever wider than the screen.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

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
Panel = Sequence[str]
"""The paragraphs of a panel; an empty one is a blank line."""


def arranged(
    pictures: Sequence[Picture], panels: Sequence[Panel], size: Size
) -> list[ScreenRow] | None:
    """Return the rows of the screen with the first picture and the first panel that fit together.

    A smaller panel is tried before the next picture. None if the screen is too small for all.
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


def least(picture: Picture, panel: Panel, columns: int) -> Size:
    """Return the size that a picture and a panel below it need on a screen of so many columns."""
    wide = max(_width(picture), columns)
    return Size(_width(picture), len(picture) + len(broken(panel, wide)))


def broken(panel: Panel, columns: int) -> list[str]:
    """Break paragraphs into lines of at most `columns`, even within a word that is longer."""
    lines = "\n".join(panel).split("\n")
    parts = (part for line in lines for part in textwrap.wrap(line, max(1, columns)) or [""])
    return [part.replace(_NO_BREAK, " ") for part in parts]


def listed(entries: str, separator: str) -> str:
    """Return a list of entries that `broken` breaks between them, never within one."""
    return separator.join(entry.replace(" ", _NO_BREAK) for entry in entries.split(separator))


def _places(picture: Picture, panel: Panel, size: Size) -> Iterator[list[ScreenRow]]:
    wide = _width(picture)
    beside = size.columns - wide - _GAP
    if beside >= _NARROWEST:
        texts = broken(panel, beside)
        pairs = zip_longest(picture, texts, fillvalue="")
        yield [ScreenRow(row.ljust(wide + _GAP), text) for row, text in pairs]
    yield [*map(ScreenRow, picture), *(ScreenRow("", text) for text in broken(panel, size.columns))]


def _width(picture: Picture) -> int:
    return max(map(len, picture), default=0)
