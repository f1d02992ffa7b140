"""The table of `bench_scale`: its rows, what some of them should be at most, and how it is printed.

                                                all     all    lazy    land
                                              1,000  10,648  10,648   10^12
step into a room: unmade                ms               -    11.2    10.9
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from grown import ALL, LAND, LAZY, World
from table import number

KINDS = (ALL, LAZY, LAND)
_CUBES, _UNMADE = (ALL, LAZY), (LAZY, LAND)
_HELD = {
    "map read": "map read",
    "plan": "plan of all rooms",
    "dungeon": "dungeon of 100 rooms made",
    "board": "board solved",
}
_LABEL, _UNIT, _CELL = 41, 3, 7
Figures = Mapping[str, float]


class Row(NamedTuple):
    """A figure for each map."""

    key: str
    """Its name among the figures."""
    label: str
    unit: str
    most: float | None = None
    """What it should be at most."""
    kinds: Sequence[str] = KINDS
    """The kinds of maps that have it."""

    @property
    def is_hold(self) -> bool:
        """Whether it tells how long a game with a worker holds its thread."""
        return "hold" in self.key and ", here:" not in self.key


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
        Row("read", "in all", "s"),
        Row("MB", "memory of this", "MB"),
        Row("rooms made", "rooms made", ""),
    ),
    "What a player types, until its text is sent": (
        Row("step: unmade, ms", "step into a room: unmade", "ms", 15, _UNMADE),
        Row("step: unmade: slowest, ms", "  the slowest", "ms", None, _UNMADE),
        Row("step: cold, ms", "step into a room: made, not visited", "ms"),
        Row("step: cold: slowest, ms", "  the slowest", "ms"),
        Row("step: made, ms", "step into a room: made", "ms"),
        Row("step: made: slowest, ms", "  the slowest", "ms"),
        Row("map, ms", "map", "ms"),
        Row("map: slowest, ms", "  the slowest", "ms"),
        Row("goto: first, ms", "goto across, to the first step", "ms"),
        Row("goto: step, ms", "  each step after it", "ms"),
        Row("goto: steps", "  steps", ""),
        Row("goto: all, s", "  in all", "s"),
        Row("goto: longest hold, ms", "  longest hold", "ms"),
        Row("yardstick, ms", "meanwhile: a loop of 100,000 additions", "ms"),
    ),
    "Parts of that": (
        Row("made far away, ms", "a room made, far from others", "ms", None, (LAZY,)),
        Row("made on a walk, ms", "a room made, on a walk", "ms", None, _UNMADE),
        Row("made after a plan, ms", "a room made, after a plan of all rooms", "ms", None, (LAZY,)),
        Row("map of a look, ms", "the map of a look drawn", "ms"),
        Row("way between any two rooms, ms", "a way between any two rooms", "ms"),
    ),
    "What a builder does": (
        Row("spawn", "spawn", "s", None, (ALL,)),
        Row("spawn: MB at the worst", "  memory at the worst", "MB", None, (ALL,)),
        Row("one room changed", "one room changed, all compared", "s"),
        Row("plan of one room", "plan of one room", "s"),
    ),
    "The longest hold of the thread, by a game without and with a worker": (
        *(Row(f"{key}, {where}: hold, ms", label, "ms", None, _CUBES)
          for key, what in _HELD.items()
          for where, label in (("here", f"{what}, without"), ("elsewhere", "  with"))),
        Row("longest hold, ms", "longest of all with a worker", "ms", 20),
    ),
    "A land: its squares redrawn around groups of people far apart": (
        *(Row(f"longest hold, {n} groups, ms", f"longest hold, {n} groups", "ms", None, (LAND,))
          for n in (1, 4, 8)),
        *(Row(f"in a worker: {n} groups drawn, ms", f"in a worker: {n} groups drawn", "ms", None,
              (LAND,)) for n in (1, 4, 8)),
        Row("in a worker: way of 800 steps, ms", "in a worker: way of 800 steps", "ms", None,
            (LAND,)),
        Row("in a worker: map from afar, ms", "in a worker: map from afar", "ms", None, (LAND,)),
        Row("8 groups, MB", "memory with 8 groups", "MB", None, (LAND,)),
    ),
}  # fmt: skip
ROWS = [row for rows in SECTIONS.values() for row in rows]
_LEFT_OUT = (": queries", ": garbage, ms")  # endings of figures that are measured beside
_PARTS = ("maps read", "routes built", "objects known")


def finished(figures: Figures, empty: Figures) -> Figures:
    """The figures of a map, with those that follow from them; `empty` are of the empty game."""
    more = {f"{key}, more": figures[key] - value for key, value in empty.items() if key in figures}
    holds = [figures[row.key] for row in ROWS if row.is_hold and row.key in figures]
    found = {**figures, **more}
    if holds:
        found["longest hold, ms"] = max(holds)
    if all(key in figures for key in _PARTS):
        found["read"] = sum(figures[key] for key in _PARTS)
    return found


def unknown(columns: Mapping[World, Figures]) -> set[str]:
    """The figures that no row shows."""
    known = {row.key for row in ROWS}
    found = {key for figures in columns.values() for key in figures if not key.endswith(_LEFT_OUT)}
    return found - known


def text(columns: Mapping[World, Figures]) -> str:
    """The table, and below it what is reached of what should be."""
    lines = [
        "Times are processor seconds of the thread that runs the game, medians, unless told.",
        "all: all rooms are made by a spawn; lazy, land: each when somebody comes.",
        "",
        _line("", "", [world.kind for world in columns]),
        _line("", "", [_rooms(world) for world in columns]),
    ]
    for title, rows in SECTIONS.items():
        shown = [row for row in rows if any(_cells(row, columns))]
        if shown:
            lines += ["", title, "-" * len(title)]
            lines += [_line(row.label, row.unit, _cells(row, columns)) for row in shown]
    return "\n".join([*lines, "", *targets(columns)])


def targets(columns: Mapping[World, Figures]) -> Iterator[str]:
    """Whether each row with a target reached it, by its worst figure."""
    for row in ROWS:
        found = [(one[row.key], world) for world, one in columns.items() if row.key in one]
        if row.most is None or not found:
            continue
        worst, world = max(found)
        label = row.label.strip() if not row.label.startswith(" ") else row.key
        word = "reached" if worst < row.most else "MISSED "
        yield (
            f"{word}  {label} under {row.most:g} {row.unit}: at most {_number(worst)} {row.unit} "
            f"({world.kind}, {_rooms(world)} rooms)"
        )


def _cells(row: Row, columns: Mapping[World, Figures]) -> list[str]:
    return [
        _number(one[row.key]) if row.key in one and world.kind in row.kinds else ""
        for world, one in columns.items()
    ]


def _line(label: str, unit: str, cells: Sequence[str]) -> str:
    line = f"{label:{_LABEL}}{unit:>{_UNIT}}" + "".join(f"{cell:>{_CELL}}" for cell in cells)
    return line.rstrip()


def _rooms(world: World) -> str:
    return f"{world.rooms:,}" if world.rooms < 10**6 else f"10^{len(str(world.rooms)) - 1}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else number(value)
