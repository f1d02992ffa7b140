"""The table of `bench_scale`: its rows, what some of them should be at most, and how it is printed.

                                                all     all    lazy
                                              1,000  10,648  10,648
step into a room: unmade                ms                     11.2
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from grown import World
from table import number

_LABEL, _UNIT, _CELL = 41, 3, 9
Figures = Mapping[str, float]


class Row(NamedTuple):
    """A figure for each map that has it."""

    key: str
    """Its name among the figures."""
    label: str
    unit: str
    most: float | None = None
    """What it should be at most."""


SECTIONS: Mapping[str, Sequence[Row]] = {
    "On a real server, by the clock. More: than a game with a yard of 49 rooms": (
        Row("login", "from `evennia start` to a login", "s"),
        Row("login, more", "  more", "s", 5),
        Row("login: processor", "  processor time of the Server", "s"),
        Row("login: processor, more", "    more", "s"),
        Row("Server, MB", "memory of the Server", "MB"),
        Row("Server, MB, more", "  more", "MB", 550),
        Row("reload", "from `reload` to the next answer", "s"),
        Row("reload, more", "  more", "s"),
    ),
    "What the Server does at a start or reload, in a process of its own": (
        Row("maps read", "maps read", "s"),
        Row("routes built", "routes built", "s"),
        Row("objects known", "objects known", "s"),
        Row("MB", "memory of this", "MB"),
    ),
    "What a player types, until its text is sent": (
        Row("step: unmade, ms", "step into a room: unmade", "ms", 15),
        Row("step: unmade: slowest, ms", "  the slowest", "ms"),
        Row("step: cold, ms", "step into a room: made, not visited", "ms"),
        Row("step: cold: slowest, ms", "  the slowest", "ms"),
        Row("step: made, ms", "step into a room: made", "ms"),
        Row("step: made: slowest, ms", "  the slowest", "ms"),
        Row("map, ms", "map", "ms"),
        Row("map: slowest, ms", "  the slowest", "ms"),
        Row("goto: first, ms", "goto across, to the first step", "ms"),
        Row("goto: step, ms", "  each step after it", "ms"),
        Row("goto: steps", "  steps", ""),
        Row("goto: longest hold, ms", "  longest hold", "ms", 20),
        Row("yardstick, ms", "meanwhile: a loop of 100,000 additions", "ms"),
    ),
    "What a builder does": (
        Row("spawn", "spawn", "s"),
        Row("spawn: MB at the worst", "  memory at the worst", "MB"),
        Row("one room changed", "one room changed, all compared", "s"),
    ),
}


def with_more(figures: Figures, empty: Figures) -> Figures:
    """The figures of a map, and how much more these are than those of the empty game."""
    more = {f"{key}, more": figures[key] - value for key, value in empty.items() if key in figures}
    return {**figures, **more}


def text(columns: Mapping[World, Figures]) -> str:
    """The table, and below it what is reached of what should be."""
    lines = [
        "Times are processor seconds of the thread that runs the game, medians, unless told.",
        "all: all rooms are made by a spawn; lazy: each when somebody comes.",
        "",
        _line("", "", [world.kind for world in columns]),
        _line("", "", [f"{world.rooms:,}" for world in columns]),
    ]
    for title, rows in SECTIONS.items():
        shown = [row for row in rows if any(row.key in figures for figures in columns.values())]
        if shown:
            lines += ["", title, "-" * len(title)]
            lines += [_line(row.label, row.unit, _cells(row, columns)) for row in shown]
    return "\n".join([*lines, "", *targets(columns)])


def targets(columns: Mapping[World, Figures]) -> Iterator[str]:
    """Whether each row with a target reached it, by its worst figure."""
    for row in (row for rows in SECTIONS.values() for row in rows):
        reached = [(figures[row.key], world) for world, figures in columns.items()
                   if row.key in figures]  # fmt: skip
        if row.most is None or not reached:
            continue
        worst, world = max(reached)
        label = row.key if row.label.startswith(" ") else row.label
        word = "reached" if worst < row.most else "MISSED "
        yield (
            f"{word}  {label} under {row.most:g} {row.unit}: at most {_number(worst)} {row.unit} "
            f"({world.kind}, {world.rooms:,} rooms)"
        )


def _cells(row: Row, columns: Mapping[World, Figures]) -> list[str]:
    return [_number(figures[row.key]) if row.key in figures else "" for figures in columns.values()]


def _line(label: str, unit: str, cells: Sequence[str]) -> str:
    line = f"{label:{_LABEL}}{unit:>{_UNIT}}" + "".join(f"{cell:>{_CELL}}" for cell in cells)
    return line.rstrip()


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else number(value)
