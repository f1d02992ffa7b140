"""Reads a definition file into a matrix, and reports all faults of the file in one go.

    text ── lines ─► statements ── heads, ranges, links ─► Matrix ── remarks
               └─────── faults ────────┴─────────────────────┴──────► findings

Statements may come in any order, so checks that depend on `matrixedge` wait until all are read. A
statement with an error is left out, and faults that follow from its absence are not reported.

Most lines of a large file are node lines. If all of these are plain and sound, they are read as
columns (`DirectedLinks`), and only the other lines are read one by one. Otherwise all lines are
read one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.findings import Finding, Severity, errors_of
from xyzgrid_ext.core.matrix.check import Notice, WormholeEnds, end_warnings, wormhole_warnings
from xyzgrid_ext.core.matrix.lines import (
    GRAMMAR,
    LineFault,
    Statement,
    closest_option,
    quote_word,
    read_line,
    split_words,
)
from xyzgrid_ext.core.matrix.model import DIRECTIONS, MAX_EDGE, Columns, Keys, Matrix, node_keys

_HEADS = {"matrixedge": "5", "startnode": "0 0 0", "endnode": "4 4 4", "currentnode": "0 0 0"}
MAX_BYTES = 256 << 20
"""The largest size of a file, in bytes; a cube of ten million nodes fits."""
_SOURCE = 120  # characters of a line that a finding shows
MAX_FINDINGS = 1000
"""The most findings reported for a file; with more wrong lines, reading stops."""

ParsedLink = tuple[int, int, int, int]
"""A link: x, y, z of the node that it leaves, and an index into DIRECTIONS."""
_Key = TypeVar("_Key", ParsedLink, WormholeEnds)


class ParsedMatrix(NamedTuple):
    """What a file says: its matrix (None if it has errors), and findings in order of lines."""

    matrix: Matrix | None
    findings: tuple[Finding, ...]


class _Report:
    """Collects findings and the lines that they are about."""

    def __init__(self, file: str, lines: Sequence[str]) -> None:
        self.file = file
        self.lines = lines
        self.findings: list[Finding] = []
        self.untold: list[Severity] = []

    def fault(self, line: int, fault: LineFault) -> None:
        if len(self.findings) >= MAX_FINDINGS:
            self.untold.append(fault.severity)
            return
        severity, code, message, cure, start, width = fault
        source = _printable(self.lines[line - 1])
        width = max(1, min(width, len(source) - min(start, len(source))))
        finding = Finding(severity, code, message, cure, self.file, line, start + 1, source, width)
        self.findings.append(finding)

    def word(
        self, severity: Severity, code: str, message: str, cure: str, at: Statement, *index: int
    ) -> None:
        """Add a finding about one word of a statement, or about a range of words."""
        words = split_words(self.lines[at.line - 1])
        first, last = words[index[0]], words[index[-1]]
        width = last.start + len(last.text) - first.start
        self.fault(at.line, LineFault(severity, code, message, cure, first.start, width))

    def whole(self, severity: Severity, code: str, message: str, cure: str) -> None:
        self.findings.append(Finding(severity, code, message, cure, self.file))


def parse(text: str, file: str = "") -> ParsedMatrix:
    """Parse the text of a matrix file. Never raises, whatever the text is.

    Lines end by LF or CRLF; a byte order mark is skipped. `file` is the file name in findings.
    """
    text = text.removeprefix("\ufeff")
    other_lines, nodes = split_node_lines(text)
    parsed = _by_columns(_Report(file, _lines(other_lines)), nodes)
    return parsed or _by_lines(_Report(file, _lines(text)))


def _lines(text: str) -> list[str]:
    return [line.removesuffix("\r") for line in text.split("\n")]


def _by_columns(report: _Report, nodes: DirectedLinks) -> ParsedMatrix | None:
    """Return the result for a file whose node lines are all plain and sound, or None."""
    statements: list[Statement] = []
    for number, line in enumerate(report.lines, 1):
        if line and (statement := read_line(number, line)) is not None:
            if statement.keyword == "node" or not statement.sound:
                return None
            statements.append(statement)
            for fault in statement.faults:
                report.fault(number, fault)
    heads = _heads(statements, report)
    edge = _edge(heads)
    if edge is None or not nodes.are_sound(edge):
        return None
    inside = [s for s in statements if _in_range(s, edge, report)]
    return _finished(heads, nodes, inside, report)


def _by_lines(report: _Report) -> ParsedMatrix:
    """Return the result for any file, reading all lines one by one."""
    statements, wrong = list[Statement](), 0
    for number, line in enumerate(report.lines, 1):
        if (statement := read_line(number, line)) is None:
            continue
        statements.append(statement)
        for fault in statement.faults:
            report.fault(number, fault)
        wrong += not statement.sound
        if wrong >= MAX_FINDINGS:
            return _given_up(report, number)
    heads = _heads(statements, report)
    edge = _edge(heads)
    inside = [s for s in statements if _in_range(s, edge, report)]
    rows = np.array(list(_links(inside, edge, report)), np.int32).reshape(-1, 4)
    return _finished(heads, DirectedLinks(rows[:, :3], rows[:, 3].astype(np.uint8)), inside, report)


def _edge(heads: Mapping[str, Statement]) -> int | None:
    return heads["matrixedge"].numbers[0] if "matrixedge" in heads else None


def _finished(
    heads: dict[str, Statement], nodes: DirectedLinks, inside: Iterable[Statement], report: _Report
) -> ParsedMatrix:
    """Return the matrix if there were no errors; add warnings about likely mistakes."""
    wormholes = _wormholes(inside, report)
    for remark in wormhole_warnings(wormholes):
        _place(remark, heads, wormholes, report)
    matrix = None
    if "matrixedge" in heads and not errors_of(report.findings):
        matrix = _matrix(heads, nodes, wormholes)
        for remark in end_warnings(matrix):
            _place(remark, heads, wormholes, report)
    if report.untold:
        worst = min(report.untold, key=list(Severity).index)
        report.whole(worst, "more", f"and {len(report.untold):,} more", "correct those first")
        matrix = None if worst is Severity.ERROR else matrix
    return ParsedMatrix(matrix, _in_order(report))


def _given_up(report: _Report, line: int) -> ParsedMatrix:
    """Return the result for a file in which nearly everything is wrong."""
    message = f"{MAX_FINDINGS:,} lines are wrong; nothing after line {line:,} was read"
    report.whole(Severity.ERROR, "too-many-faults", message, "correct those first")
    return ParsedMatrix(None, _in_order(report))


def _in_order(report: _Report) -> tuple[Finding, ...]:
    return tuple(sorted(report.findings, key=lambda f: (f.line == 0, f.line, f.column)))


def _heads(statements: Iterable[Statement], report: _Report) -> dict[str, Statement]:
    """Pick the statements that may occur only once, and report those that are missing."""
    heads: dict[str, Statement] = {}
    tried = set()
    for statement in statements:
        keyword = statement.keyword
        if not keyword:
            # a misspelt matrixedge is reported as that, not as missing on top
            for piece in report.lines[statement.line - 1].split("\r"):
                tried |= {closest_option(word.text, GRAMMAR) for word in split_words(piece)[:1]}
        if keyword not in _HEADS:
            continue
        tried.add(keyword)
        if not statement.sound and not _only_case(statement):
            continue
        if keyword == "matrixedge" and not 1 <= statement.numbers[0] <= MAX_EDGE:
            message = f"matrixedge {_number(statement, 0, report)} is out of range"
            cure = f"an edge has 1 to {MAX_EDGE} nodes"
            report.word(Severity.ERROR, "edge-out-of-range", message, cure, statement, 1)
        elif keyword in heads:
            _twice(heads[keyword], statement, report)
            # of two edges the larger one puts fewer coordinates out of range
            heads[keyword] = max(heads[keyword], statement, key=lambda s: s.numbers)
        else:
            heads[keyword] = statement
    for keyword, example in _HEADS.items():
        if keyword in tried:
            continue
        if keyword == "currentnode":
            cure = "the player begins at the start node"
            report.whole(Severity.INFO, "no-currentnode", "there is no currentnode line", cure)
        else:
            cure = f"add one, such as: {keyword} {example}"
            message = f"there is no {keyword} line"
            report.whole(Severity.ERROR, f"missing-{keyword}", message, cure)
    return heads


def _only_case(statement: Statement) -> bool:
    """Whether all errors are only about upper case, so that the meaning is clear."""
    errors = (f for f in statement.faults if f.severity is Severity.ERROR)
    return all(f.code.startswith("uppercase-") for f in errors)


def _twice(first: Statement, second: Statement, report: _Report) -> None:
    keyword, last = second.keyword, len(second.numbers)
    if first.numbers == second.numbers:
        message = f"{keyword} is already on line {first.line}, with the same value"
        cure = "delete one of the two lines"
        report.word(Severity.WARNING, "repeated-head", message, cure, second, 0, last)
    else:
        message = f"{keyword} has another value on line {first.line} than on line {second.line}"
        cure = f"delete line {first.line} or line {second.line}"
        report.word(Severity.ERROR, "contradicting-heads", message, cure, second, 0, last)


def _in_range(statement: Statement, edge: int | None, report: _Report) -> bool:
    """Whether all coordinates are inside the cube, as far as its edge is known."""
    if not statement.numbers or statement.keyword == "matrixedge":
        return False
    limit = edge or MAX_EDGE
    bad = [i for i, number in enumerate(statement.numbers) if not 0 <= number < limit]
    for i in bad:
        message = f"{'xyz'[i % 3]} = {_number(statement, i, report)} is out of range"
        report.word(Severity.ERROR, "out-of-range", message, _limits(edge), statement, 1 + i)
    return not bad


def _number(statement: Statement, index: int, report: _Report) -> str:
    return quote_word(split_words(report.lines[statement.line - 1])[1 + index].text).strip("'")


def _limits(edge: int | None) -> str:
    if edge is None:
        return f"coordinates go from 0 to {MAX_EDGE - 1} at most"
    return f"matrixedge is {edge}: coordinates go from 0 to {edge - 1}"


def _links(
    inside: Iterable[Statement], edge: int | None, report: _Report
) -> dict[ParsedLink, Statement]:
    """Return every directed link, with the first line that states it."""
    limit = edge or MAX_EDGE
    links: dict[ParsedLink, Statement] = {}
    for s in inside:
        if s.keyword != "node" or s.direction < 0:
            continue
        way = DIRECTIONS[s.direction]
        node = Coord(*s.numbers)
        neighbour = way.step_from(node)
        if not all(0 <= n < limit for n in neighbour):
            message = f"{way.value} from {node} leaves the cube"
            cure = f"it would lead to {neighbour}; {_limits(edge)}"
            report.word(Severity.ERROR, "leaves-cube", message, cure, s, 4)
            continue
        if not s.sound:
            continue
        added: list[ParsedLink] = [(*node, s.direction)]
        if s.twoway:
            added.append((*neighbour, DIRECTIONS.index(way.opposite)))
        _add(links, added, s, report)
    return links


def _wormholes(inside: Iterable[Statement], report: _Report) -> dict[WormholeEnds, Statement]:
    """Return every directed wormhole with the first line that states it, in the file's order."""
    wormholes: dict[WormholeEnds, Statement] = {}
    for s in inside:
        if s.keyword == "wormhole" and s.sound:
            added: list[WormholeEnds] = [s.numbers]
            if s.twoway:
                added.append((*s.numbers[3:], *s.numbers[:3]))
            _add(wormholes, added, s, report)
    return wormholes


def _add(
    stated: dict[_Key, Statement], added: Sequence[_Key], statement: Statement, report: _Report
) -> None:
    """Add the links of a line, and report any that an earlier line has stated."""
    first = next((stated[link] for link in added if link in stated), None)
    if first is not None:
        last = len(split_words(report.lines[statement.line - 1].partition("#")[0])) - 1
        if first.twoway == statement.twoway:
            code, message = "repeated-link", f"the same link is already on line {first.line}"
            cure = "delete one of the two lines"
        else:
            word, other_word = ("twoway", "oneway") if first.twoway else ("oneway", "twoway")
            code = "oneway-and-twoway"
            message = f"line {first.line} has the same link {word}, this line has it {other_word}"
            cure = "the link is twoway now: a oneway line adds one direction, and removes none"
        report.word(Severity.WARNING, code, message, cure, statement, 0, last)
    for link in added:
        stated.setdefault(link, statement)


def _place(
    remark: Notice,
    heads: dict[str, Statement],
    wormholes: dict[WormholeEnds, Statement],
    report: _Report,
) -> None:
    """Attach a remark to the line that it is about."""
    code, message, cure, about = remark
    at = heads[about] if isinstance(about, str) else wormholes[about]
    report.word(Severity.WARNING, code, message, cure, at, 0, len(at.numbers))


def _matrix(
    heads: dict[str, Statement], nodes: DirectedLinks, wormholes: Iterable[WormholeEnds]
) -> Matrix:
    start = Coord(*heads["startnode"].numbers)
    return Matrix(
        heads["matrixedge"].numbers[0],
        start,
        Coord(*heads["endnode"].numbers),
        Coord(*heads["currentnode"].numbers) if "currentnode" in heads else start,
        nodes.sources,
        nodes.directions,
        np.array(list(wormholes), np.int32).reshape(-1, 6),
    )


def _printable(line: str) -> str:
    """Return a line in a form that can be shown: control characters replaced, cut if long."""
    if len(line) > _SOURCE:
        line = line[: _SOURCE - 1] + "…"
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() or c == "\t" else "\ufffd" for c in line)


# --- plain node lines, read in one go into columns


_RUN = re.compile(
    r"^(?:node +[0-9]{1,3}+ +[0-9]{1,3}+ +[0-9]{1,3}+ +"
    r"(?:forward|backward|up|down|left|right)(?: +twoway| +oneway)?+\r?+(?:\n|\Z))++",
    re.MULTILINE,
)
_BLANK, _END, _ZERO, _TWOWAY = (ord(sign) for sign in " \n0t")
# a direction is known by its first letter
_OF_LETTER = np.zeros(128, np.uint8)
_OF_LETTER[[ord(way.value[0]) for way in DIRECTIONS]] = range(len(DIRECTIONS))
_DELTAS = np.array([way.delta for way in DIRECTIONS], np.int32)
_OPPOSITES = np.array([DIRECTIONS.index(Direction(way).opposite) for way in DIRECTIONS], np.uint8)


class DirectedLinks(NamedTuple):
    """The directed links of many lines, in the order of these; a two-way line gives two.

    Attributes:
        sources: int32 (m, 3), the x, y, z of the node that each link leaves.
        directions: uint8 (m,), the direction of each link: an index into DIRECTIONS.
    """

    sources: Columns
    directions: NDArray[np.uint8]

    def are_sound(self, edge: int) -> bool:
        """Whether all links are inside a cube with this edge, and none is repeated."""
        targets = self.sources + _DELTAS[self.directions]
        for nodes in (self.sources, targets):
            if nodes.size and not 0 <= nodes.min() <= nodes.max() < edge:
                return False
        links: Keys = node_keys(self.sources) * 8 + self.directions
        links.sort()
        return not (links[1:] == links[:-1]).any()


def split_node_lines(text: str) -> tuple[str, DirectedLinks]:
    """Return the text with each well-formed `node` line made blank, and the links of those."""
    runs: list[str] = []

    def blanked(run: re.Match[str]) -> str:
        runs.append(run[0] if run[0].endswith("\n") else f"{run[0]}\n")
        return "\n" * run[0].count("\n")

    other_lines = _RUN.sub(blanked, text)
    return other_lines, _read(re.sub(b"  +", b" ", "".join(runs).encode("ascii")))


def _read(lines: bytes) -> DirectedLinks:
    signs = np.frombuffer(lines, np.uint8)
    ends = np.flatnonzero(signs == _END)
    blanks = np.flatnonzero(signs == _BLANK)
    first = np.searchsorted(blanks, np.concatenate(([0], ends)))
    # four blanks, or five where the line says twoway or oneway
    has_word = np.diff(first) == 5
    first = first[:-1]
    numbers = [_numbers(signs, blanks[first + i], blanks[first + i + 1]) for i in range(3)]
    sources = np.stack(numbers, axis=-1) if len(ends) else np.zeros((0, 3), np.int32)
    directions = _OF_LETTER[signs[blanks[first + 3] + 1]]
    twoway = np.zeros(len(ends), bool)
    twoway[has_word] = signs[blanks[first[has_word] + 4] + 1] == _TWOWAY
    back = sources[twoway] + _DELTAS[directions[twoway]]
    return DirectedLinks(
        np.concatenate((sources, back)),
        np.concatenate((directions, _OPPOSITES[directions[twoway]])),
    )


def _numbers(
    signs: NDArray[np.uint8], before: NDArray[np.intp], behind: NDArray[np.intp]
) -> NDArray[np.int32]:
    """Return the numbers with one to three digits that stand between two blanks."""
    value = signs[behind - 1].astype(np.int32) - _ZERO
    for place, weight in ((2, 10), (3, 100)):
        at = behind - place
        value += np.where(at > before, signs[at].astype(np.int32) - _ZERO, 0) * weight
    return value
