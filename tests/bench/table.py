"""The figures as text: a line for each, with those of all sides, and how many times ours is theirs.

what                                      rooms   ours          contrib        contrib by ours
with overrides: load                      2,500   51.1          9,310          182.2
routes, weights 1: first                  1,000   0.21, 1.20    0.30, 0.41     1.43
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from engines import ENGINES
from run import Figure, Results

PLAIN, OVERRIDDEN, SPAWN = "without overrides", "with overrides", "spawn"
STEP = "step"
RUNS = {False: "routes, weights 1", True: "routes, weights 1 to 9"}
_COSTS = "costs"  # of routes, which are compared and not shown
NOTE = """\
Milliseconds; spawns in s; held, peak and cache file in MB; bytes a room; queries, calls, ratios.
Load: from the data of a map module to a parsed map. Overrides: wildcards with prototype_parent,
some rooms by name. Build: ours a graph of the world, the contrib a matrix of all pairs, which it
writes to a file; cached: from that file. Held: by a fresh process beyond what it held before.
Step: from a typed `north` to the text of the new room, packed for the Portal: processor time, in
turns with a step between plain rooms of Evennia in the same process, and its ratio to those.
Spawn: rooms and exits into SQLite; bulk_create: Django writes the same rows, ready made.
Routes: a cube of rooms, one link in ten left out, 100 wormholes; first: from a random room to
another, the path included; again: the same once more. Behind a comma: p99 of many runs.
"""


class Line(NamedTuple):
    """A figure of all sides that have it, as it goes into the JSON too."""

    run: str
    key: str
    rooms: int
    figures: dict[str, Figure]


def lines(results: Results) -> Iterator[Line]:
    """The figures, sizes of one below each other."""
    names = {(run, key) for _side, run, _rooms, key in results.figures if key != _COSTS}
    order = [(run, key) for _side, run, _rooms, key in results.figures]
    for run, key in sorted(names, key=order.index):
        for rooms in sorted({at[2] for at in results.figures if (at[1], at[3]) == (run, key)}):
            found = {
                at[0]: one for at, one in results.figures.items() if at[1:] == (run, rooms, key)
            }
            yield Line(run, key, rooms, found)


def text(results: Results, head: str) -> str:
    """The whole table."""
    parts = [head, NOTE, *map(_printed, lines(results))]
    parts += [
        f"skipped: {side}, {rooms:,} rooms, {run}: {reason}"
        for (side, run, rooms), reason in sorted(results.skipped.items())
    ]
    parts += [f"WRONG: {wrong}" for wrong in results.wrong]
    return "\n".join(parts if results.wrong else [*parts, "Checked: all paths are shortest ones"])


def as_json(results: Results, about: dict[str, Any]) -> dict[str, Any]:
    """The same as plain data."""
    rows = [
        line._asdict() | {"figures": {side: vars(one) for side, one in line.figures.items()}}
        for line in lines(results)
    ]
    return {"about": about, "rows": rows, "wrong": results.wrong}


def compare(results: Results) -> None:
    """Note as wrong what engines do not agree on."""
    for name in RUNS.values():
        for rooms in {key[2] for key in results.figures if key[1] == name}:
            costs = [
                (engine, figure.value)
                for engine in ENGINES
                if (figure := results.figures.get((engine, name, rooms, _COSTS))) is not None
            ]
            for (one, mine), (other, others) in pairwise(costs):
                if any(abs(a - b) > 1e-6 for a, b in zip(mine, others, strict=False)):
                    results.wrong.append(f"{rooms:,} rooms, {name}: {one} and {other} differ")


def _printed(line: Line) -> str:
    ours = line.figures.get("ours")
    cells = [
        f"{side} {number(one.value)}" + ("" if one.p99 is None else f", {number(one.p99)}")
        for side, one in line.figures.items()
    ]
    cells += [
        f"{side} by ours {number(one.value / ours.value)}"
        for side, one in line.figures.items()
        if ours is not None and ours.value > 0 and side != "ours"
    ]
    return f"{f'{line.run}: {line.key}':<44}{line.rooms:>9,}   {'   '.join(cells)}"


def number(value: float) -> str:
    """Three significant digits; all digits of larger numbers."""
    limits = ((100, 0), (10, 1), (1, 2), (0.1, 3), (0, 4))
    return f"{value:,.{next(digits for limit, digits in limits if abs(value) >= limit)}f}"
