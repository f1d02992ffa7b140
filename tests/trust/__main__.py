"""`tools/trust`: what the package promises, tried by machine, in one table.

python tests/trust                    all kinds, long: hours
python tests/trust --short            a part of each: two minutes
python tests/trust fuzz --only matrix --first 4711 --inputs 1     one input again
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
sys.path[:0] = [str(HERE), str(REPOSITORY)]

import breaks  # noqa: E402
import fuzz  # noqa: E402
import play  # noqa: E402
import races  # noqa: E402
import served  # noqa: E402
import shell  # noqa: E402
from readers import READERS as PURE  # noqa: E402

READERS = (*PURE, *shell.READERS)


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    kind: str
    tried: int
    refused: int
    failures: int
    seeds: str
    seconds: float


def fuzzed(options: argparse.Namespace, folder: Path) -> tuple[list[Row], list[str]]:
    """Inputs of every reader."""
    rows, told = [], []
    names = [reader.name for reader in READERS] + ([] if options.pure else [*served.NAMES])
    names = options.only.split(",") if options.only else names
    readers = [*READERS, *(served.readers(folder) if {*served.NAMES} & {*names} else ())]
    for reader in (reader for reader in readers if reader.name in names):
        count = options.inputs // fuzz.FEW if reader.has_database else options.inputs
        tally = fuzz.fuzz(reader, folder, options.first, max(1, count), options.seconds)
        seeds = f"{options.first}-{options.first + tally.tried - 1}"
        rows.append(
            Row(f"fuzz: {reader.name}", tally.tried, tally.refused, len(tally.failures), seeds,
                tally.seconds)
        )  # fmt: skip
        told += fuzz.report(reader.name, tally.failures)
        print(_line(rows[-1]), file=sys.stderr, flush=True)
    return rows, told


def raced(options: argparse.Namespace, folder: Path) -> tuple[list[Row], list[str]]:
    """Races of every kind."""
    play.make_game(folder)
    rows, told = [], []
    for contest in races.CONTESTS:
        if options.only and contest.name not in options.only.split(","):
            continue
        count = max(1, options.inputs // fuzz.RARE)
        tally = races.race(contest, folder, options.first, count, options.seconds)
        seeds = f"{options.first}-{options.first + tally.tried - 1}"
        name = f"race: {contest.name}"
        rows.append(Row(name, tally.tried, 0, len(tally.failures), seeds, tally.seconds))
        told += fuzz.report(contest.name, tally.failures, "races")
        print(_line(rows[-1]), file=sys.stderr, flush=True)
    return rows, told


def broken(options: argparse.Namespace, folder: Path) -> tuple[list[Row], list[str]]:
    """The process is killed, the disk is full, the database locked …"""
    play.make_game(folder)
    rows, told = [], []
    count = max(1, options.inputs // fuzz.RARE // 5)
    for one in (
        *breaks.BREAKS,
        *[None][: not options.short],
    ):  # every run of the tests has that one
        name = one.name if one else breaks.SPAWN
        if options.only and name not in options.only.split(","):
            continue
        tally = (
            breaks.broken(one, folder, options.first, count, options.seconds)
            if one
            else breaks.spawns_killed(folder, options.first, count)
        )
        seeds = f"{options.first}-{options.first + tally.tried - 1}"
        rows.append(
            Row(f"fault: {name}", tally.tried, 0, len(tally.failures), seeds, tally.seconds)
        )
        told += fuzz.report(name, tally.failures, "faults")
        print(_line(rows[-1]), file=sys.stderr, flush=True)
    return rows, told


def soaked(options: argparse.Namespace, folder: Path) -> tuple[list[Row], list[str]]:
    """A crowd on a real server."""
    import soak

    began = time.monotonic()
    found = soak.run(folder / "soak", options.players, options.minutes)
    faults, busy, quiet = found.judged(), found.times(quiet=False), found.times(quiet=True)
    told = [f"soak: {fault}" for fault in faults]
    told.append(
        f"soak: {options.players} players, {options.minutes:g} minutes, {found.pages} pages, "
        f"{len(found.reloads)} reloads; p99 {soak.p99(busy or [0]):.0f} ms, quiet "
        f"{soak.p99(quiet or [0]):.0f} ms; memory {found.before >> 20} to {found.after >> 20} MB"
    )
    row = Row("soak", len(found.answers), 0, len(faults), "", time.monotonic() - began)
    return [row], told


KINDS = {"fuzz": fuzzed, "races": raced, "faults": broken, "soak": soaked}
SHORT = ("fuzz", "races", "faults")


def _line(row: Row) -> str:
    return (
        f"{row.kind:<28}{row.tried:>9}{row.refused:>10}{row.failures:>10}  {row.seeds:<16}"
        f"{row.seconds:>7.0f} s"
    )


def main() -> int:
    """Try, print the table, and give the exit code: 1 with any failure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--short", action="store_true", help="a part of each, in two minutes")
    parser.add_argument("--pure", action="store_true", help="only readers that need no game")
    parser.add_argument("--only", metavar="NAME,…", help="these readers, faults or races alone")
    parser.add_argument("--inputs", type=int, default=None, metavar="N", help="of each reader")
    parser.add_argument("--seconds", type=float, default=None, metavar="S", help="for each reader")
    parser.add_argument("--first", type=int, default=1, metavar="SEED", help="the first seed")
    parser.add_argument("--players", type=int, default=100, metavar="N", help="of the soak")
    parser.add_argument("--minutes", type=float, default=30.0, metavar="M", help="of the soak")
    options = parser.parse_args()
    options.inputs = options.inputs or (200 if options.short else 20_000)
    options.seconds = options.seconds or (1.5 if options.short else 3600.0)
    if wrong := [kind for kind in options.kinds if kind not in KINDS]:
        parser.error(f"there is no kind {wrong[0]!r}: {', '.join(KINDS)}")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the soak stops its server
    began = time.monotonic()
    rows: list[Row] = []
    told: list[str] = []
    with tempfile.TemporaryDirectory(prefix="trust-") as folder:
        for kind in options.kinds or (SHORT if options.short else KINDS):
            more, faults = KINDS[kind](options, Path(folder))
            rows += more
            told += faults
    print(f"{'kind':<28}{'tried':>9}{'refused':>10}{'failures':>10}  seeds")
    print(*map(_line, rows), sep="\n")
    tried, failures = sum(row.tried for row in rows), sum(row.failures for row in rows)
    print(f"{tried} tried, {failures} failures, {time.monotonic() - began:.0f} s")
    print(*told, sep="\n", end="\n" if told else "")
    return int(bool(failures))


if __name__ == "__main__":
    raise SystemExit(main())
