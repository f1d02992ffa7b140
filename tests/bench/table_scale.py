"""The table of route engines: a line for each, sizes below each other.

engine                  rooms   build s  B/room   first ms      p99    again ms
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from engines import ENGINES
from run import Results
from table import number

RUNS = {False: "routes, weights 1", True: "routes, weights 1 to 9"}
_TITLE = (
    "Routes at scale: a cube of rooms, one link in ten left out, 100 wormholes; the path included",
    "first: from a random room to another; again: the same once more.",
    "Times but for building are the processor's. Bytes: what the process holds more, caches too.",
)


def text(results: Results) -> str:
    """The table; nothing if nothing was measured."""
    found = list(rows(results))
    if not found:
        return ""
    parts = ["", *_TITLE]
    for name in RUNS.values():
        parts += ["", name, _line("engine", "rooms", "build ms", "B/room", "first ms", "p99 ms")]
        parts[-1] += f"{'again ms':>11}"
        parts.append("-" * 100)
        parts += [_printed(row) for row in found if row["run"] == name]
        parts += _ratios(results, name)
    return "\n".join(parts)


def _ratios(results: Results, name: str) -> list[str]:
    """How many times that of another engine a first route of ours takes, at each size."""
    sizes = sorted({key[2] for key in results.figures if key[1] == name})
    lines = []
    for rooms in sizes:
        ours, *others = (results.figures.get((e, name, rooms, "first")) for e in ENGINES)
        ratios = [
            f"{ours.value / figure.value:.2f} times that of {engine}"
            for engine, figure in zip([*ENGINES][1:], others, strict=True)
            if ours is not None and figure is not None
        ]
        if ratios:
            lines.append(f"{rooms:,} rooms: a first route of ours takes {', '.join(ratios)}")
    return lines


def rows(results: Results) -> Iterator[dict[str, Any]]:
    """The same as plain data."""
    sizes = sorted({key[2] for key in results.figures if key[1] in RUNS.values()})
    for name in RUNS.values():
        for rooms in sizes:
            for engine in ENGINES:
                skipped = results.skipped.get((engine, name, rooms))
                figures = {
                    key: vars(results.figures[engine, name, rooms, key])
                    for key in ("build", "bytes", "first", "again")
                    if (engine, name, rooms, key) in results.figures
                }
                if figures or skipped:
                    row = {"run": name, "rooms": rooms, "engine": engine}
                    yield {**row, "skipped": skipped, "figures": figures}


def compare(results: Results) -> None:
    """Note as wrong what engines do not agree on."""
    for name in RUNS.values():
        for rooms in {key[2] for key in results.figures if key[1] == name}:
            costs = [
                (engine, figure.value)
                for engine in ENGINES
                if (figure := results.figures.get((engine, name, rooms, "costs"))) is not None
            ]
            for (one, mine), (other, others) in pairwise(costs):
                if any(abs(a - b) > 1e-6 for a, b in zip(mine, others, strict=False)):
                    results.wrong.append(f"{rooms:,} rooms, {name}: {one} and {other} differ")


def _printed(row: dict[str, Any]) -> str:
    figures = row["figures"]
    if "first" not in figures:
        return f"{row['engine']:<20}{row['rooms']:>11,}   skipped: {row['skipped']}"[:100]
    cells = [_cell(figures, key) for key in ("build", "bytes", "first")]
    cells.append(number(figures["first"]["p99"]))
    line = _line(row["engine"], f"{row['rooms']:,}", *cells)
    if "again" in figures:
        line += f"{_cell(figures, 'again'):>11}"
    return line


def _cell(figures: dict[str, Any], key: str) -> str:
    return number(figures[key]["value"]) if key in figures else "-"


def _line(engine: str, rooms: str, *cells: str) -> str:
    return f"{engine:<20}{rooms:>11}" + "".join(f"{cell:>11}" for cell in cells)
