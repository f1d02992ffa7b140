"""The table of `bench_scale`: a row for each figure, and what some of them should be at most.

                                                all     all    lazy
                                              1,000  10,648  10,648
step: unmade, ms                                               11.2
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grown import World
from table import number

_LABEL, _CELL = 44, 9
Figures = Mapping[str, float]
MOST = {
    "login, more": 5,
    "Server, MB, more": 550,
    "step: unmade, ms": 15,
    "goto: longest hold, ms": 20,
}
NOTE = """\
Seconds, unless told: of the processor, of the thread that runs the game, medians. Login and reload
are by the clock, on a real server, from `evennia start` and `reload` to the first answer; more:
than a game with a yard of 49 rooms. The yardstick is a loop of 100,000 additions meanwhile.
all: all rooms are made by a spawn; lazy: each when somebody comes.
"""


def with_more(figures: Figures, empty: Figures) -> Figures:
    """The figures of a map, and how much more these are than those of the empty game."""
    more = {f"{key}, more": figures[key] - value for key, value in empty.items() if key in figures}
    return {**figures, **more}


def text(columns: Mapping[World, Figures]) -> str:
    """The table, and below it what is reached of what should be."""
    keys = dict.fromkeys(key for figures in columns.values() for key in figures)
    lines = [
        _line("", [world.kind for world in columns]),
        _line("", [f"{world.rooms:,}" for world in columns]),
        *(_line(key, _cells(key, columns)) for key in keys),
    ]
    return "\n".join([NOTE, *lines, "", *targets(columns)])


def targets(columns: Mapping[World, Figures]) -> Iterator[str]:
    """Whether each figure with a target reached it, at its worst."""
    for key, most in MOST.items():
        if reached := [(found[key], world) for world, found in columns.items() if key in found]:
            worst, world = max(reached)
            word = "reached" if worst < most else "MISSED "
            yield (
                f"{word}  {key} under {most:g}: at most {_number(worst)} "
                f"({world.kind}, {world.rooms:,} rooms)"
            )


def _cells(key: str, columns: Mapping[World, Figures]) -> list[str]:
    return [_number(figures[key]) if key in figures else "" for figures in columns.values()]


def _line(label: str, cells: Sequence[str]) -> str:
    return (f"{label:{_LABEL}}" + "".join(f"{cell:>{_CELL}}" for cell in cells)).rstrip()


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else number(value)
