r"""Parts of a drawing that would be lost at its edges, because of its corner marks.

    column 0 1 2 3 ...
           + 0 1 2        a drawing is read from two columns right of the marks on, and from two
             . . .        lines below the upper one to two lines above the lower one. Whatever
         2 . #-#          stands on the dots or further out is silently left out: numbers
         1 . #-#          of axes and comments are meant to be, rooms are not
             . . .
           + 0 1 2

Only text that must be part of the drawing is reported, so comments may contain anything. Numbers
are compared with the place where they stand: `label_findings`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace

from xyzgrid_ext.core.findings import Finding, Severity

CORNER_MARK = "+"
"""Marks the upper and the lower left corner of a drawing."""
_MARK_LINE = re.compile(r"\s*\+[\s\d]*")


@dataclass(frozen=True)
class Frame:
    """Where the two corner marks `+` of a drawing stand: lines `upper` and `lower`, and a column.

    All count from 0. If no mark stands below the upper one in the same column, `aligned` is False,
    and `lower` is the last line.
    """

    upper: int
    lower: int
    column: int
    aligned: bool

    @property
    def left(self) -> int:
        """The leftmost column that belongs to the drawing."""
        return self.column + 2


def cut_off_findings(drawing: str, rooms: Set[str], links: Set[str], file: str) -> list[Finding]:
    """Return findings about symbols outside the marks of a drawing: one error for each side.

    Args:
        drawing: the text, with its marks.
        rooms: the symbols of rooms.
        links: the symbols of links.
        file: the file name in findings.
    """
    lines = drawing.split("\n")
    if (frame := find_frame(lines)) is None:
        return []  # without marks there is no drawing, and the parser says so
    return [*_askew(lines, frame, file), *_above_and_below(lines, frame, rooms, links, file)] or [
        *_beside(lines, frame, rooms, links, file)
    ]


def label_findings(drawing: str, file: str) -> list[Finding]:
    """Return findings about wrong numbers along the axes of a drawing: the first of each axis.

    The last digits of a number are enough, as authors of wide maps write `8 9 0 1`.
    """
    lines = drawing.split("\n")
    if (frame := find_frame(lines)) is None or not frame.aligned:
        return []
    findings = [_wrong_row_label(lines, frame, file)]
    findings += [_wrong_column_label(lines, frame, at, file) for at in (frame.upper, frame.lower)]
    return [finding for finding in findings if finding is not None]


def _wrong_row_label(lines: list[str], frame: Frame, file: str) -> Finding | None:
    lowest = frame.lower - 2
    for number in range(lowest, frame.upper + 1, -1):
        label = re.fullmatch(r"\s*(\d+)\s*", lines[number][: frame.left])
        y, is_between = divmod(lowest - number, 2)
        if label and (is_between or not str(y).endswith(label[1])):
            place = "between two rows of rooms" if is_between else f"at y = {y}"
            return _wrong_label(file, place, number, label.span(1), lines[number])
    return None


def _wrong_column_label(lines: list[str], frame: Frame, number: int, file: str) -> Finding | None:
    line = lines[number]
    if not _MARK_LINE.fullmatch(line):
        return None
    for label in re.finditer(r"(?<!\d)\d{1,3}(?!\d)", line):  # more digits are several labels
        cells = range(label.start() - frame.left, label.end() - frame.left)
        columns = [cell // 2 for cell in cells if not cell % 2]
        if not any(str(x).endswith(label[0]) for x in columns):
            place = f"at x = {columns[0]}" if columns else "between two columns of rooms"
            return _wrong_label(file, place, number, label.span(), line)
    return None


def _wrong_label(file: str, place: str, number: int, span: tuple[int, int], line: str) -> Finding:
    start, end = span
    message = f"the label {line[start:end]} stands {place}"
    cure = "coordinates count from 0 at the lower left: correct the label, or move it"
    finding = _error(file, "wrong-label", message, cure, number, start, line, end)
    return replace(finding, severity=Severity.WARNING)


def find_frame(lines: Sequence[str]) -> Frame | None:
    """Return where a drawing's corner marks are, by the contrib's rules; None without two marks."""
    upper = next((number for number, line in enumerate(lines) if CORNER_MARK in line), None)
    if (
        upper is None
        or upper == len(lines) - 1
        or sum(line.count(CORNER_MARK) for line in lines) < 2
    ):
        return None
    column = lines[upper].find(CORNER_MARK)
    below = range(upper + 1, len(lines))
    lower = next((number for number in below if lines[number].find(CORNER_MARK) == column), None)
    return Frame(upper, len(lines) - 1 if lower is None else lower, column, lower is not None)


def _askew(lines: list[str], frame: Frame, file: str) -> Iterator[Finding]:
    """Report a lower mark that is not below the upper one: the drawing would have no end."""
    if frame.aligned:
        return
    for number in range(frame.upper + 1, len(lines)):
        line = lines[number]
        # in the middle of a drawing it would be a crossing of links
        if _MARK_LINE.fullmatch(line) and not lines[number - 1].strip():
            column = line.find(CORNER_MARK)
            message = f"the lower + is in column {column + 1}, the upper in {frame.column + 1}"
            cure = "put one straight below the other; above the drawing, the first + counts"
            yield _error(file, "marks-askew", message, cure, number, column, line)
            return


def _above_and_below(
    lines: list[str], frame: Frame, rooms: Set[str], links: Set[str], file: str
) -> Iterator[Finding]:
    """Report rows of the drawing next to a mark, where a line must be empty."""
    lower = ("above the lower +", [frame.lower - 1])
    if not frame.aligned:
        side = "of the last two, as no + stands below the upper one,"
        lower = (side, [frame.lower - 1, frame.lower])
    for side, numbers in (("below the upper +", [frame.upper + 1]), lower):
        for number in numbers:
            row = lines[number][frame.left :]
            if number <= frame.upper or not _is_row(row, rooms, links):
                continue
            message = f"the line {side} is not read, so these rooms would be lost"
            cure = "leave an empty line between each + and the drawing"
            start = frame.left + len(row) - len(row.lstrip())
            yield _error(file, "row-lost", message, cure, number, start, lines[number])
            break


def _beside(
    lines: list[str], frame: Frame, rooms: Set[str], links: Set[str], file: str
) -> Iterator[Finding]:
    """Report rows that begin to the left of the drawing."""
    for number in range(frame.upper + 2, frame.lower - 1):
        line = lines[number]
        for word in re.finditer(r"\S+", line[: frame.left]):
            label = re.match(r"\d*", word[0])
            start = word.start() + (label.end() if label else 0)
            part = line[start : word.end()]
            touches = word.end() == frame.left and bool(line[frame.left :][:1].strip())
            if not _is_drawn(part, rooms, links, touches):
                continue
            message = (
                f"what stands left of column {frame.left + 1} is not read, "
                "so this part of the drawing would be lost"
            )
            cure = (
                f"the + in line {frame.upper + 1}, column {frame.column + 1} marks the corner: "
                "put it, and the lower one, two columns left of the drawing"
            )
            yield _error(file, "column-lost", message, cure, number, start, line, word.end())
            return


def _is_row(text: str, rooms: Set[str], links: Set[str]) -> bool:
    """Whether a line is a row of a drawing: only symbols, with rooms, and no mere words."""
    symbols = set(text) - {" "}
    return (
        symbols <= rooms | links
        and not symbols.isdisjoint(rooms)
        and any(not symbol.isalnum() for symbol in symbols)
    )


def _is_drawn(word: str, rooms: Set[str], links: Set[str], touches: bool) -> bool:
    """Whether a word beside the drawing belongs to it: it contains rooms, or is a bent link."""
    if _is_row(word, rooms, links):
        return True
    return touches and len(word) > 1 and set(word) <= links and not set(word) <= {"-", "|"}


def _error(
    file: str, code: str, message: str, cure: str, number: int, start: int, line: str, end: int = 0
) -> Finding:
    width = (end or len(line.rstrip())) - start
    return Finding(Severity.ERROR, code, message, cure, file, number + 1, start + 1, line, width)
