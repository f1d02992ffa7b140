"""Reads game files, reporting all errors in one go, and writes them.

list 1          transitions, one a line; an empty line ends the list
list 2          the same
WIDTH HEIGHT    WIDTH counts the newline of a row
map             HEIGHT rows of WIDTH - 1 characters

If any transition has a TAB, TABs mean any character in all of them. The original's own source is
such a file: the end of its comment, after the last row, is not part of the map.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from xyzgrid_ext.core.findings import Finding, Severity, errors_of
from xyzgrid_ext.parts.boards.core.automaton.model import (
    ENTER,
    MAX_CELLS,
    BoardMap,
    Game,
    TransitionRule,
)

_SIZE = re.compile(r"[ \t]*([0-9]{1,9})[ \t]+([0-9]{1,9})(.*)", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_RULE = 19
_TAB = "\t"
_SHOWN = 120  # characters of a line that a finding shows
_SHAPE = "expected 19 characters: eabcdfghi, 512346789 and the key; 18 if the key is ENTER"


class ParsedGame(NamedTuple):
    """A game, or None if there were errors, and all findings in the order of lines."""

    game: Game | None
    findings: tuple[Finding, ...]


class _AutomatonReader:
    """The lines of a file, read one after the other, and the findings so far."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = text.split("\n")
        if self.lines[-1] == "":
            self.lines.pop()
        self.next = 0
        self.findings: list[Finding] = []
        self.tabs = False
        """Whether a TAB matches any character, and a star matches only itself."""
        if self.lines and text.endswith("\r\n") and all(x.endswith("\r") for x in self.lines):
            self.lines = [line[:-1] for line in self.lines]
            message = "all lines end with CRLF; the carriage returns are ignored"
            self.report(Severity.WARNING, "crlf", message, "end lines with LF", 1)

    def peek(self) -> str | None:
        return self.lines[self.next] if self.next < len(self.lines) else None

    def report(
        self,
        severity: Severity,
        code: str,
        message: str,
        cure: str,
        line: int,
        column: int = 0,
        width: int = 1,
    ) -> None:
        source = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        text = "".join(c if c.isprintable() else "?" for c in source[:_SHOWN])
        self.findings.append(
            Finding(severity, code, message, cure, self.file, line, column, text, width)
        )

    def error(self, code: str, message: str, cure: str, column: int = 0, width: int = 1) -> None:
        """Add an error about the next line."""
        line = min(self.next + 1, len(self.lines)) or 1
        self.report(Severity.ERROR, code, message, cure, line, column, width)


def parse(text: str, file: str = "") -> ParsedGame:
    """Parse a game file. Never raises: errors become findings.

    Args:
        text: the whole file.
        file: the file name in findings.
    """
    reader = _AutomatonReader(text, file)
    for number, line in enumerate(reader.lines, 1):
        if odd := _NOT_ASCII.search(line):
            message = f"{odd[0]!r} is not an ASCII character"
            cure = "use characters below 128 only, and no byte order mark"
            reader.report(Severity.ERROR, "not-ascii", message, cure, number, odd.start() + 1)
    reader.tabs = any(_TAB in line and len(line) in (_RULE, _RULE - 1) for line in reader.lines)
    first = _rules(reader, 1)
    second = _rules(reader, 2)
    sheet = _map(reader, *size) if (size := _size(reader)) else None
    findings = tuple(sorted(reader.findings, key=lambda finding: finding.line))
    if sheet is None or errors_of(findings):
        return ParsedGame(None, findings)
    return ParsedGame(Game(first, second, sheet), findings)


def _rules(reader: _AutomatonReader, number: int) -> tuple[TransitionRule, ...]:
    """Read a list up to and including its empty line; stop before a size."""
    rules: list[TransitionRule] = []
    while (line := reader.peek()) is not None:
        if line == "":
            reader.next += 1
            return tuple(rules)
        if len(line) in (_RULE, _RULE - 1) and reader.tabs and "*" in line[:18]:
            message = "a transition with stars, where TABs stand for anything; it is left out"
            reader.report(
                Severity.WARNING, "star-and-tab", message, "write TABs, or stars", reader.next + 1
            )
        elif len(line) in (_RULE, _RULE - 1):
            line = line.replace(_TAB, "*")
            rules.append(TransitionRule(line[0], line[1:9], line[9:18], line[18:] or ENTER))
        elif _SIZE.fullmatch(line):
            message = f"the size of the map in list {number}"
            reader.error("unended-list", message, "end each of the two lists with an empty line")
            return tuple(rules)
        else:
            message = f"a transition of {len(line)} character{'s'[: len(line) != 1]}"
            reader.error("rule-length", message, _SHAPE, 1, min(len(line), _SHOWN))
        reader.next += 1
    reader.error("unended-list", f"the file ends in list {number}", "end it with an empty line")
    return tuple(rules)


def _size(reader: _AutomatonReader) -> tuple[int, int] | None:
    line = reader.peek()
    if line is None:
        # an unended list has been told already
        if not any(finding.code == "unended-list" for finding in reader.findings):
            reader.error("no-size", "the file ends before the size of the map", "add WIDTH HEIGHT")
        return None
    match = _SIZE.fullmatch(line)
    if match is None:
        message = "no size of the map after the two lists"
        cure = "expected WIDTH HEIGHT, as in 41 20; WIDTH counts the newline of a row"
        reader.error("no-size", message, cure, 1, min(len(line), _SHOWN))
        return None
    width, height = int(match[1]), int(match[2])
    if width < 2 or height < 1:
        message = f"a map of {width} × {height}"
        cure = "expected a WIDTH of 2 or more (the newline counts) and a HEIGHT of 1 or more"
        reader.error("bad-size", message, cure)
        return None
    if width * height > MAX_CELLS:
        reader.error("bad-size", f"a map of {width} × {height}", f"at most {MAX_CELLS:,} cells")
        return None
    if match[3].strip(" \t\r"):
        message = "text after the size of the map is ignored"
        column = match.start(3) + 1
        width_of_text = len(match[3])
        cure = "begin the map on the next line"
        line_number = reader.next + 1
        reader.report(
            Severity.WARNING, "behind-size", message, cure, line_number, column, width_of_text
        )
    reader.next += 1
    return width, height


def _map(reader: _AutomatonReader, width: int, height: int) -> BoardMap:
    """Read the given number of rows, with a finding for each that is too long or too short."""
    columns = width - 1
    rows = reader.lines[reader.next : reader.next + height]
    for number, row in enumerate(rows, reader.next + 1):
        if odd := _CONTROL.search(row):
            message = f"a control character in the map, {odd[0]!r}; it counts as one cell"
            cure = "write spaces instead" if odd[0] == "\t" else "write visible characters"
            place = odd.start() + 1
            reader.report(Severity.WARNING, "control-character", message, cure, number, place)
        if number == reader.next + height and row[columns:].startswith("*/"):
            message = f"text after the last row is ignored: {row[columns:][:_SHOWN]!r}"
            reader.report(Severity.WARNING, "behind-map", message, "remove it", number, columns + 1)
        elif len(row) > columns:
            message = f"a row of {len(row)} characters, {columns} are the most"
            cure = f"cut it, or write a WIDTH of {len(row) + 1}: the newline counts"
            reader.report(
                Severity.ERROR, "long-row", message, cure, number, columns + 1, len(row) - columns
            )
        elif len(row) < columns:
            message = f"a row of {len(row)} characters instead of {columns}; spaces are added"
            cure = "fill it up with spaces"
            reader.report(Severity.WARNING, "short-row", message, cure, number, len(row) + 1)
    last = len(reader.lines)
    if missing := height - len(rows):
        message = f"{missing} row{'s'[: missing != 1]} of the map missing; empty ones are added"
        cure = f"write {height} rows, or a HEIGHT of {len(rows)}"
        reader.report(Severity.WARNING, "missing-rows", message, cure, last)
    if any(reader.lines[reader.next + height :]):
        message = f"text after the {height} rows of the map is ignored"
        cure = "remove it, or write a greater HEIGHT"
        number = reader.next + height + 1
        reader.report(Severity.WARNING, "behind-map", message, cure, number)
    rows = [row[:columns] for row in rows] + [""] * missing
    return BoardMap(width, height, "".join(f"{row:<{columns}}\n" for row in rows))


def write(game: Game) -> str:
    """Return a game as the text of a file, which `parse` reads as the same game."""
    lists = ["".join(f"{rule.line}\n" for rule in rules) for rules in (game.first, game.second)]
    sheet = game.sheet
    return f"{lists[0]}\n{lists[1]}\n{sheet.width} {sheet.height}\n{sheet.cells}"
