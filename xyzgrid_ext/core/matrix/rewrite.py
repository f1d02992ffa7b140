"""Writes another matrix into a definition file, and leaves the rest as its author wrote it.

    # the street                          # the street
    node 0 0 0  right     twoway   ──►    node 0 0 0  right               the way back is gone
    node 1 0 0  up                        node 1 0 0  up        twoway    a way back is new
    node 1 1 0  left                      node 1 1 0  forward             a link instead of another

Comments, blanks, line ends and the order of lines stay. A line that says nothing any more goes; a
new one has the form of `write` and stands behind those of its node, or of the nearest one. A file
in the form of `write` keeps that form, with its lines sorted.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.matrix.lines import Statement, read_line, split_words
from xyzgrid_ext.core.matrix.model import DIRECTIONS, Matrix
from xyzgrid_ext.core.matrix.parse import parse
from xyzgrid_ext.core.matrix.write import IS_RISING, link_line, wormhole_lines

Link = tuple[int, ...]
"""A link as (x, y, z, index into DIRECTIONS); or a wormhole as x, y, z of mouth and of far end."""


class _Line(NamedTuple):
    """A line of a link or a wormhole: its number from 0, and what it says, the way out first."""

    number: int
    says: tuple[Link, ...]


def replace_matrix(text: str, matrix: Matrix) -> str:
    """Return the text of a matrix file changed to say another matrix; comments and layout stay.

    `parse` must accept the text.
    """
    return _Text(text).with_matrix(matrix)


def shift_nodes(text: str, by: Coord) -> str:
    """Return the text of a matrix file with `by` added to all nodes; its edge grows if it must.

    Raises:
        ValueError: if a node would have a coordinate below 0.
    """
    return _Text(text).shifted(by)


def reverse_link(link: Link) -> Link:
    """Return the link, or the wormhole, that leads the other way."""
    if len(link) != 4:
        return (*link[3:], *link[:3])
    way = DIRECTIONS[link[3]]
    return (*way.step_from(Coord(*link[:3])), DIRECTIONS.index(way.opposite))


def wormholes_by_mouth(matrix: Matrix) -> dict[tuple[int, ...], list[Link]]:
    """Return (x, y, z) of a node -> the wormholes (six numbers each) that begin there, in order."""
    by_mouth: dict[tuple[int, ...], list[Link]] = defaultdict(list)
    for row in matrix.wormholes.tolist():
        by_mouth[tuple(row[:3])].append(tuple(row))
    return by_mouth


class _Text:
    """A file as lines, and what becomes of each: `None` if it goes."""

    def __init__(self, text: str) -> None:
        self._bom = text[: text.startswith("\ufeff")]
        self._end = "\r" if "\r\n" in text else ""
        self._text = text
        self._lines: list[str | None] = []
        self._lines += text[len(self._bom) :].split("\n")
        self._said: dict[str, list[Statement]] = defaultdict(list)
        for number, line in enumerate(self._lines):
            statement = read_line(number, (line or "").removesuffix("\r"))
            if statement is not None:
                self._said[statement.keyword].append(statement)
        self._new: dict[int, list[str]] = defaultdict(list)  # lines before a line, by its number

    def shifted(self, by: Coord) -> str:
        edge = 0
        for statement in (s for said in self._said.values() for s in said):
            if statement.keyword != "matrixedge" and statement.numbers:
                moved = [n + by[at % 3] for at, n in enumerate(statement.numbers)]
                if min(moved) < 0:
                    raise ValueError(f"line {statement.line + 1} would have a coordinate below 0")
                edge = max(edge, *moved)
                self._put_numbers(statement, moved)
        for statement in self._said["matrixedge"]:
            self._put_numbers(statement, [max(edge + 1, *statement.numbers)])
        return self._joined()

    def with_matrix(self, matrix: Matrix) -> str:
        self._heads(matrix)
        links = {
            (*node, way)
            for node, way in zip(matrix.sources.tolist(), matrix.directions.tolist(), strict=True)
        }
        self._nodes(links)
        holes = wormholes_by_mouth(matrix)
        before = list(self._lines), {number: list(new) for number, new in self._new.items()}
        self._holes(holes, [row for rows in holes.values() for row in rows])
        text = self._joined()
        made = parse(text).matrix
        if made is None or wormholes_by_mouth(made) != holes:  # their numbers need another order
            self._lines, self._new = before[0], defaultdict(list, before[1])
            for statement in self._said["wormhole"]:
                self._lines[statement.line] = None
            self._add_holes([tuple(row) for row in matrix.wormholes.tolist()])
            text = self._joined()
        return text

    def _joined(self) -> str:
        lines: list[str] = []
        for number, line in enumerate([*self._lines, None]):
            lines += [f"{new}{self._end}" for new in self._new.get(number, ())]
            if line is not None:
                lines.append(line)
        if lines and lines[-1]:
            # the last line had no line end: the new last one gets it, if there is one
            last = len(self._lines) in self._new
            if last and self._lines[-1]:
                at = len(lines) - len(self._new[len(self._lines)]) - 1
                lines[at] += self._end
            lines += [""] * last
        return self._bom + "\n".join(lines)

    # --- the head

    def _heads(self, matrix: Matrix) -> None:
        values = {
            "matrixedge": (matrix.edge,),
            "startnode": matrix.start,
            "endnode": matrix.end,
            "currentnode": matrix.current,
        }
        for keyword, numbers in values.items():
            for statement in self._said[keyword]:
                if statement.numbers != numbers:
                    self._put_numbers(statement, numbers)
        if not self._said["currentnode"] and matrix.current != matrix.start:
            x, y, z = matrix.current
            self._new[self._said["startnode"][-1].line + 1].append(f"currentnode  {x} {y} {z}")

    def _put_numbers(self, statement: Statement, numbers: Iterable[int]) -> None:
        line = self._lines[statement.line] or ""
        words = split_words(line.removesuffix("\r"))[1 : 1 + len(statement.numbers)]
        last = words[-1]
        text = " ".join(map(str, numbers))
        self._lines[statement.line] = (
            line[: words[0].start] + text + line[last.start + len(last.text) :]
        )

    # --- links

    def _nodes(self, wanted: set[Link]) -> None:
        lines = []
        for s in self._said["node"]:
            link = (*s.numbers, s.direction)
            lines.append(_Line(s.line, (link, reverse_link(link)) if s.twoway else (link,)))
        by_link = self._keep(lines, wanted)
        missing = wanted - by_link.keys()
        places = _Places(lines)
        for link in sorted(missing):
            line = by_link.get(reverse_link(link))
            if line is None or len(line.says) > 1:
                continue
            if IS_RISING[line.says[0][3]] or not places.are_sorted:
                self._make_twoway(line.number)
                missing.discard(link)
            else:  # in the form of `write`, a line of both begins at the lower end
                self._lines[line.number] = None
                missing.add(line.says[0])
        first = self._section(lines, "currentnode", "endnode", "startnode", "matrixedge")
        for link in sorted(missing):
            back = reverse_link(link)
            both = back in missing
            if not both or IS_RISING[link[3]]:
                at = places.behind(link)
                new = self._new[first if at is None else at]
                if at is None and not lines and not new:
                    new.append("")
                new.append(link_line(Coord(*link[:3]), link[3], both))

    def _keep(self, lines: Iterable[_Line], wanted: set[Link]) -> dict[Link, _Line]:
        """Take away what is not wanted any more; return the lines of what is left."""
        by_link: dict[Link, _Line] = {}
        for line in lines:
            there = [link for link in line.says if link in wanted]
            if there == list(line.says[:1]) and len(line.says) > 1:
                self._make_oneway(line.number)
                line = _Line(line.number, line.says[:1])
            elif len(there) < len(line.says):
                self._lines[line.number] = None
                continue
            for link in line.says:
                by_link.setdefault(link, line)
        return by_link

    def _section(self, lines: list[_Line], *before: str) -> int:
        """Return before which line the first line of a section stands, or would stand."""
        if lines:
            return lines[0].number
        return 1 + max(s.line for keyword in before for s in self._said[keyword])

    def _make_oneway(self, number: int) -> None:
        line = self._lines[number] or ""
        word = next(word for word in split_words(line.removesuffix("\r")) if word.text == "twoway")
        self._lines[number] = line[: word.start].rstrip(" \t") + line[word.start + len(word.text) :]

    def _make_twoway(self, number: int) -> None:
        line = self._lines[number] or ""
        words = split_words(line.removesuffix("\r"))
        last = next((word for word in words if word.text == "oneway"), None)
        if last is not None:
            line = f"{line[: last.start]}twoway{line[last.start + len(last.text) :]}"
        else:
            count = {"node": 5, "wormhole": 7}[words[0].text]
            at = words[count - 1].start
            name = words[count - 1].text
            gap = f"{name:<8}" if count == 5 else name
            line = f"{line[:at]}{gap}  twoway{line[at + len(name) :]}"
        self._lines[number] = line

    # --- wormholes

    def _holes(self, wanted: dict[Link, list[Link]], rows: list[Link]) -> None:
        lines = []
        for s in self._said["wormhole"]:
            back = reverse_link(s.numbers)
            is_both = s.twoway and back != s.numbers
            lines.append(_Line(s.line, (s.numbers, back) if is_both else (s.numbers,)))
        by_row = self._keep(lines, set(rows))
        missing = []
        for row in rows:
            if row in by_row:
                continue
            line = by_row.get(reverse_link(row))
            if line is not None and len(line.says) == 1 and len(wanted[row[:3]]) == 1:
                self._make_twoway(line.number)
                by_row[row] = line
            else:
                missing.append(row)
        self._add_holes(missing)

    def _add_holes(self, rows: list[Link]) -> None:
        """Add lines of wormholes behind the others, in this order."""
        said = self._said["wormhole"] or self._said["node"]
        at = 1 + (
            said[-1].line if said else self._section([], "endnode", "startnode", "matrixedge") - 1
        )
        if rows and not self._said["wormhole"]:
            self._new[at].append("")
        self._new[at] += wormhole_lines(rows)


class _Places:
    """Where new lines of links stand among those that there were."""

    def __init__(self, lines: list[_Line]) -> None:
        self._keys = [line.says[0] for line in lines]
        self._numbers = [line.number for line in lines]
        self.are_sorted = self._keys == sorted(self._keys)

    def behind(self, link: Link) -> int | None:
        """Return before which line a link's stands; None if there are no others before it."""
        if not self._numbers:
            return None
        if self.are_sorted:
            at = bisect_left(self._keys, link)
            return self._numbers[at - 1] + 1 if at else None
        x, y, z, way = link

        def apart(number: int) -> tuple[int | bool, ...]:
            """Sort lines of the same sheet first, then those that lead to another, or not, too."""
            key = self._keys[number]
            is_other = _stays(key[3]) != _stays(way)
            return key[2] != z, is_other, abs(key[0] - x) + abs(key[1] - y), -number

        return self._numbers[min(range(len(self._keys)), key=apart)] + 1


def _stays(way: int) -> bool:
    return not DIRECTIONS[way].delta[2]
