"""The table: which figures it shows, and how they are printed.

what                                      rooms  unit     ours     p99  contrib     p99     ratio
parse, with overrides                     2,500    ms     51.1            9,310           182.2 x
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any, NamedTuple

from run import Figure, Results

WIDTH = 100
_NOTHING = "-"
_SKIPPED = "skipped"


class Row(NamedTuple):
    """A line for each size: the figure `key` of the run `run`, of both sides."""

    label: str
    unit: str
    run: str
    key: str
    contrib_key: str | None = None
    """Where the contrib's goes by another name."""


class Section(NamedTuple):
    """Rows under a heading."""

    title: str
    note: str
    rows: tuple[Row, ...]


PLAIN, OVERRIDDEN, SPAWN = "without overrides", "with overrides", "spawn"
STEP = "step"

SECTIONS = (
    Section(
        "Load: from the data of a map module to a parsed map",
        "Overrides: wildcards with prototype_parent, some rooms by name. The contrib resolves the "
        "prototypes here, ours at the spawn.",
        (
            Row("load, without overrides", "ms", PLAIN, "load"),
            Row("load, with overrides", "ms", OVERRIDDEN, "load"),
            Row("  queries of that", "", OVERRIDDEN, "load queries"),
        ),
    ),
    Section(
        "Paths: directions from room to room, on the loaded map",
        "Built once after each load: ours a graph of the world, the contrib a matrix of all pairs, "
        "which it writes to a file and may find there at the next start.",
        (
            Row("build graph | path matrix", "ms", PLAIN, "build"),
            Row("build graph | matrix from its file", "ms", PLAIN, "build", "build cached"),
            Row("first path, corners, with building", "ms", PLAIN, "first path"),
            Row("path again, corner to corner", "ms", PLAIN, "path again"),
            Row("path, same target, other starts", "ms", PLAIN, "path same target"),
            Row("path, new targets, random pairs", "ms", PLAIN, "path new targets"),
        ),
    ),
    Section(
        "Memory: what a fresh process holds beyond what it held before the load (resident set)",
        "The peak is the whole process, with Python and Evennia in it.",
        (
            Row("after load, without overrides", "MB", PLAIN, "held after load"),
            Row("after load, with overrides", "MB", OVERRIDDEN, "held after load"),
            Row("after the first path", "MB", PLAIN, "held after first path"),
            Row("after all paths above", "MB", PLAIN, "held after paths"),
            Row("peak of the process", "MB", PLAIN, "peak"),
            Row("path cache on disk", "MB", PLAIN, "cache file"),
        ),
    ),
    Section(
        "A step: from a typed `north` to the text of the new room, packed for the Portal",
        "Processor time, in turns with a step between plain rooms of Evennia in the same process; "
        "'to plain' is the ratio to those. Calls are of functions, the same at every run.",
        (
            Row("a step between plain rooms", "ms", "step, plain", "ms"),
            Row("  on the grid, without a map", "ms", "step, no map", "ms"),
            Row("    to plain", "x", "step, no map", "ratio"),
            Row("  on the grid, with a map", "ms", "step, map", "ms"),
            Row("    to plain", "x", "step, map", "ratio"),
            Row("  with a map, and GMCP", "ms", "step, GMCP", "ms"),
            Row("    to plain", "x", "step, GMCP", "ratio"),
            Row("    calls", "", "step, map", "calls"),
            Row("    calls, to plain", "x", "step, map", "calls ratio"),
            Row("    statements", "", "step, map", "queries"),
        ),
    ),
    Section(
        "Spawn, with overrides: rooms and exits into SQLite",
        "Ours compares every field that a prototype names, and so finds what was changed by hand; "
        "the contrib makes all of it again, and takes minutes for 400 rooms. bulk_create: Django "
        "writes the same rows, ready made.",
        (
            Row("first spawn", "s", SPAWN, "spawn"),
            Row("again, nothing changed", "s", SPAWN, "spawn again"),
            Row("  queries of that", "", SPAWN, "spawn again queries"),
            Row("one room changed", "s", SPAWN, "spawn one", "spawn again"),
            Row("bulk_create of these rows", "s", SPAWN, "bulk_create"),
        ),
    ),
)


class Line(NamedTuple):
    """One line of the table, as it goes into the JSON too."""

    section: str
    label: str
    rooms: int
    unit: str
    ours: Figure | None
    contrib: Figure | None
    skipped: dict[str, str]

    @property
    def ratio(self) -> float | None:
        """The contrib's figure divided by ours; None where there are not two, or ours is 0."""
        if self.ours is None or self.contrib is None or self.ours.value <= 0:
            return None
        return self.contrib.value / self.ours.value


def lines(section: Section, results: Results) -> Iterator[Line]:
    """The lines of a section, sizes of one row below each other."""
    for row in section.rows:
        for rooms in sorted({key[2] for key in results.figures}):
            figures = [
                results.figures.get((side, row.run, rooms, key))
                for side, key in (("ours", row.key), ("contrib", row.contrib_key or row.key))
            ]
            if figures == [None, None]:
                continue
            skipped = {
                side: results.skipped[side, row.run, rooms]
                for side, figure in zip(("ours", "contrib"), figures, strict=True)
                if figure is None and (side, row.run, rooms) in results.skipped
            }
            yield Line(section.title, row.label, rooms, row.unit, *figures, skipped)


def text(results: Results, head: str) -> str:
    """The whole table."""
    parts = [head, _columns("what", "rooms", "unit", "ours", "p99", "contrib", "p99", "ratio")]
    for section in SECTIONS:
        found = list(lines(section, results))
        if found:
            parts += ["", section.title, *wrap(section.note, WIDTH), "-" * WIDTH]
            parts += [_printed(line) for line in found]
    if results.skipped:
        parts += ["", "skipped:"]
        parts += [
            f"  {side}, {rooms:,} rooms, {run}: {reason}"
            for (side, run, rooms), reason in sorted(results.skipped.items())
        ]
    parts += ["", *(f"WRONG: {wrong}" for wrong in results.wrong)]
    if not results.wrong:
        parts.append("Checked: all paths arrive and are as short as can be")
    return "\n".join(parts)


def as_json(results: Results, about: dict[str, Any]) -> dict[str, Any]:
    """The same as plain data."""
    found = [line for section in SECTIONS for line in lines(section, results)]
    rows = [
        {
            **line._asdict(),
            "ours": line.ours and vars(line.ours),
            "contrib": line.contrib and vars(line.contrib),
            "ratio": line.ratio,
        }
        for line in found
    ]
    return {"about": about, "rows": rows, "wrong": results.wrong}


def _printed(line: Line) -> str:
    cells = [*_cells(line.ours, line, "ours"), *_cells(line.contrib, line, "contrib")]
    ratio = _NOTHING if line.ratio is None else f"{number(line.ratio)} x"
    return _columns(line.label, f"{line.rooms:,}", line.unit, *cells, ratio)


def _cells(figure: Figure | None, line: Line, side: str) -> tuple[str, str]:
    if figure is None:
        return (_SKIPPED if side in line.skipped else _NOTHING), ""
    value = f"{figure.value:,.0f}" if not line.unit else number(figure.value)
    return value, "" if figure.p99 is None else number(figure.p99)


def number(value: float) -> str:
    """Three significant digits; all digits of larger numbers."""
    limits = ((100, 0), (10, 1), (1, 2), (0.1, 3), (0, 4))
    return f"{value:,.{next(digits for limit, digits in limits if abs(value) >= limit)}f}"


def _columns(what: str, rooms: str, unit: str, *cells: str) -> str:
    ours, ours_p99, contrib, contrib_p99, ratio = cells
    return (
        f"{what:<37}{rooms:>7} {unit:>4} {ours:>9} {ours_p99:>8} {contrib:>9} {contrib_p99:>8}"
        f" {ratio:>11}"
    )
