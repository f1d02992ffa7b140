"""The tables of spawning: beside plainer ways to write the same rows, and into a running game.

rooms       rows    ours s  bulk_create     ratio    driver     ratio
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from run import Results

WRITERS = "rows"  # the run that writes one spawn's rows by plainer means
LIVE = "live"
_WIDTH = 100
_KEYS = ("quiet p50", "busy p50", "quiet p99", "busy p99", "quiet worst", "busy worst")


def text(results: Results) -> str:
    """Both tables; nothing of what was not measured."""
    parts = []
    if found := list(rows(results)):
        parts += [
            "",
            "First spawn, planned and made up, beside writing alone of the same rows, ready made.",
            "driver: executemany on SQLite, COPY on PostgreSQL. Ratio: that time divided by ours.",
            _line("rooms", "rows", "ours s", "bulk_create", "ratio", "driver", "ratio"),
            "-" * _WIDTH,
            *(_printed(row) for row in found),
        ]
    if (lived := live(results)) is not None:
        figures = {key: lived[key] for key in _KEYS}
        parts += [
            "",
            f"Ten players walk while {lived['rooms']:,} rooms are spawned into their game: "
            f"ms from command to room",
            f"{'':>12}{'p50':>10}{'p99':>10}{'worst':>10}",
            "-" * _WIDTH,
            *(
                f"{when:>12}" + "".join(f"{figures[f'{when} {what}']:>10.1f}"
                                        for what in ("p50", "p99", "worst"))
                for when in ("quiet", "busy")
            ),
            f"p99 apart: {figures['busy p99'] - figures['quiet p99']:.1f} ms; the spawn took "
            f"{lived['seconds']:.1f} s, {lived['commands']:.0f} commands were timed meanwhile",
        ]  # fmt: skip
    return "\n".join(parts)


def rows(results: Results) -> Iterator[dict[str, Any]]:
    """The first table as plain data."""
    for rooms in sorted({key[2] for key in results.figures if key[1] == WRITERS}):
        own = {
            key: results.figures["ours", WRITERS, rooms, key].value
            for key in ("rows", "spawn", "bulk_create", "driver")
        }
        yield {"rooms": rooms, **own}


def live(results: Results) -> dict[str, float] | None:
    """The second table as plain data; None if it was not measured."""
    found = {key[3]: figure.value for key, figure in results.figures.items() if key[1] == LIVE}
    sizes = [key[2] for key in results.figures if key[1] == LIVE]
    return {**found, "rooms": sizes[0]} if sizes else None


def _printed(row: dict[str, Any]) -> str:
    ours = row["spawn"]
    cells = [f"{row['rooms']:,}", f"{row['rows']:,.0f}", f"{ours:.3g}"]
    for key in ("bulk_create", "driver"):
        cells += [f"{row[key]:.3g}", f"{row[key] / ours:.2f} x"]
    return _line(*cells)


def _line(*cells: str) -> str:
    return f"{cells[0]:>7}{cells[1]:>11}" + "".join(f"{cell:>13}" for cell in cells[2:])
