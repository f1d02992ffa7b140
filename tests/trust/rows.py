"""The rows of the table, in a file: a long run goes on where it ended, and runs join.

    {"kind": "fuzz: matrix", "first": 1, "tried": 2000, "refused": 1830, "failures": [] …}

A part of a kind is a row, written as soon as it is done. Of parts that begin with the same seed the
last counts, and one with failures is tried again: so a table has no failures once they are mended.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from limits import Failure


@dataclass(frozen=True)
class Row:
    """What became of inputs `first` to `first + tried - 1` of a kind.

    `note` says what else was found, or why nothing was tried; `lost` are the most seconds of play
    that a fault has cost, where that is measured; `commit` is that of the code.
    """

    kind: str
    first: int
    tried: int
    refused: int
    seconds: float
    failures: tuple[Failure, ...] = ()
    note: str = ""
    lost: float | None = None
    commit: str = ""


class Rows:
    """All rows that there are, by kind and first seed."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._rows: dict[tuple[str, int], Row] = {}
        if file is not None and file.exists():
            for line in file.read_text("utf-8").splitlines():
                data = json.loads(line)
                data["failures"] = tuple(Failure(**one) for one in data["failures"])
                row = Row(**data)
                self._rows[row.kind, row.first] = row

    def add(self, row: Row) -> None:
        """Have one more, or another in place of the one of that seed."""
        self._rows[row.kind, row.first] = row
        if self._file is not None:
            self._file.parent.mkdir(exist_ok=True)
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(row)) + "\n")

    def left(self, kind: str, first: int, count: int, size: int) -> Iterator[tuple[int, int]]:
        """The parts that are not there without failures: (first seed, how many), each to be added.

        No more come after one of which not all could be tried.
        """
        at, end = first, first + count
        while at < end:
            row = self._rows.get((kind, at))
            if row is not None and row.tried and not row.failures:
                at += row.tried
                continue
            following = (begin for name, begin in self._rows if name == kind and begin > at)
            number = min(at + size, end, *following) - at
            yield at, number
            if self._rows[kind, at].tried < number:
                return
            at += number

    def failures(self) -> dict[str, list[Failure]]:
        """The failures of each kind that has some."""
        found: dict[str, list[Failure]] = {}
        for row in self._rows.values():
            if row.failures:
                found.setdefault(row.kind, []).extend(row.failures)
        return found

    def table(self) -> str:
        """A line for each kind, and one for all of them."""
        kinds: dict[str, list[Row]] = {}
        for _key, row in sorted(self._rows.items(), key=lambda item: item[0][1]):
            kinds.setdefault(row.kind, []).append(row)
        order = {kind: None for kind, _first in self._rows}
        lines = [f"{'kind':<32}{'tried':>9}{'refused':>10}{'failures':>10}{'seconds':>9}  seeds"]
        lines += [line(kinds[kind]) for kind in order]
        every = list(self._rows.values())
        lines.append(line(every).replace(every[0].kind.ljust(32), "all".ljust(32), 1)[:70])
        commits = sorted({row.commit for row in every if row.commit})
        return "\n".join([*lines, f"code of {', '.join(commits)}"] if commits else lines)


def line(rows: list[Row]) -> str:
    """Rows of a kind as one line of the table."""
    tried, refused = sum(row.tried for row in rows), sum(row.refused for row in rows)
    failures, seconds = sum(len(row.failures) for row in rows), sum(row.seconds for row in rows)
    said = [_seeds(rows), *dict.fromkeys(row.note for row in rows if row.note)]
    if lost := [row.lost for row in rows if row.lost is not None]:
        said.append(f"at most {max(lost):.1f} s lost")
    told = f"{tried:>9}{refused:>10}{failures:>10}{seconds:>9.0f}" if tried else "-".rjust(9)
    return f"{rows[0].kind:<32}{told}  {'; '.join(one for one in said if one)}"


def _seeds(rows: list[Row]) -> str:
    """The seeds of rows, as few spans."""
    spans: list[list[int]] = []
    for row in rows:
        if spans and spans[-1][1] >= row.first - 1:
            spans[-1][1] = max(spans[-1][1], row.first + row.tried - 1)
        elif row.tried:
            spans.append([row.first, row.first + row.tried - 1])
    return ", ".join(f"{first}-{last}" for first, last in spans)
