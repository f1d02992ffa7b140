"""`tools/trust`: what the package promises, tried by machine, in one table.

python tests/trust                    all kinds, long: hours; again, it goes on where it ended
python tests/trust --short            a part of each: two minutes
python tests/trust table              the table as far as it goes
python tests/trust explore --players 100 --minutes 10     walkers in a lazy map, through kills
python tests/trust fuzz --only matrix --first 4711 --inputs 1 --rows -    one input again
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
sys.path[:0] = [str(HERE), str(REPOSITORY)]

import breaks  # noqa: E402
import fuzz  # noqa: E402
import lost  # noqa: E402
import play  # noqa: E402
import races  # noqa: E402
import served  # noqa: E402
import shell  # noqa: E402
import suites  # noqa: E402
from limits import Failure, Tally  # noqa: E402
from readers import READERS as PURE  # noqa: E402
from readers import Reader  # noqa: E402
from rows import Row, Rows, line  # noqa: E402

READERS = (*PURE, *shell.READERS)


class Trial:
    """A run of this tool: its options, a folder of its own, and the rows that it adds to."""

    def __init__(self, options: argparse.Namespace, folder: Path, rows: Rows) -> None:
        self.options, self.folder, self._rows = options, folder, rows
        told = subprocess.run(
            ["git", "describe", "--always", "--dirty"],
            cwd=REPOSITORY, capture_output=True, text=True, check=False,
        )  # fmt: skip
        self._commit = told.stdout.strip()

    def wants(self, name: str) -> bool:
        """Whether something is to be tried."""
        return not self.options.only or name in self.options.only.split(",")

    def tries(self, kind: str, count: int, size: int, run: Callable[[int, int], Tally]) -> None:
        """Try what is left of so many inputs, in parts of a size."""
        for first, number in self._rows.left(kind, self.options.first, max(1, count), size):
            tally = run(first, number)
            self.add(Row(kind, first, tally.tried, tally.refused, round(tally.seconds, 1),
                         tuple(tally.failures), tally.note, tally.lost))  # fmt: skip

    def add(self, row: Row) -> None:
        """Keep a row, and show it."""
        self._rows.add(replace(row, commit=self._commit))
        print(line([row]), file=sys.stderr, flush=True)


def fuzzed(trial: Trial) -> None:
    """Inputs of every reader."""
    folder, options = trial.folder, trial.options
    served_too = not options.pure and any(map(trial.wants, served.NAMES))
    for reader in (*READERS, *(served.readers(folder) if served_too else ())):
        if not trial.wants(reader.name):
            continue
        few = fuzz.FEW if reader.has_database else 1

        def run(first: int, count: int, reader: Reader = reader) -> Tally:
            return fuzz.fuzz(reader, folder, first, count, options.seconds)

        trial.tries(f"fuzz: {reader.name}", options.inputs // few, PART // few, run)


def raced(trial: Trial) -> None:
    """Races of every kind."""
    folder, options = trial.folder, trial.options
    play.make_game(folder)
    for contest in filter(lambda one: trial.wants(one.name), races.CONTESTS):

        def run(first: int, count: int, contest: races.Contest = contest) -> Tally:
            return races.race(contest, folder, first, count, options.seconds)

        trial.tries(f"races: {contest.name}", options.inputs // fuzz.RARE, PART // fuzz.RARE, run)


def broken(trial: Trial) -> None:
    """The process is killed, the disk is full, the database locked …"""
    folder, options = trial.folder, trial.options
    play.make_game(folder)
    count = options.inputs // fuzz.RARE // 5
    for one in filter(lambda one: trial.wants(one.name), (*breaks.BREAKS, *lost.BREAKS)):

        def run(first: int, count: int, one: breaks.Break = one) -> Tally:
            return breaks.broken(one, folder, first, count, options.seconds)

        trial.tries(f"faults: {one.name}", count, PART // fuzz.RARE // 5, run)
    if trial.wants(breaks.SPAWN) and not options.short:  # every run of the tests has that one

        def spawns(first: int, count: int) -> Tally:
            return breaks.spawns_killed(folder, first, count)

        trial.tries(f"faults: {breaks.SPAWN}", count, count, spawns)


def on_servers(trial: Trial) -> None:
    """Faults that only a real server shows."""
    import servers

    for one in filter(lambda one: trial.wants(one.name), servers.SERVERS):
        trial.tries(f"servers: {one.name}", one.times, one.times, lambda _first, count, one=one:
                    servers.run(one, trial.folder, count))  # fmt: skip


def suite(one: suites.Suite) -> Callable[[Trial], None]:
    """Tests of the suite that try a table of cases."""

    def run(trial: Trial) -> None:
        is_long = not trial.options.short
        trial.tries(one.name, 1, 1, lambda _first, _count: suites.run(
            one, trial.folder, is_long=is_long))  # fmt: skip

    return run


def soaked(trial: Trial) -> None:
    """A crowd on a real server."""
    import soak

    _crowd(trial, "soak", soak.run)


def explored(trial: Trial) -> None:
    """A crowd in a lazy map of a real server, which is killed."""
    import explore

    _crowd(trial, "explore", explore.run)


def guested(trial: Trial) -> None:
    """A crowd on a real server, and guests who ask for copies without end."""
    import guests

    _crowd(trial, "guests", guests.run)


def _crowd(trial: Trial, kind: str, play: Callable[[Path, int, float], Any]) -> None:
    players, minutes = trial.options.players, trial.options.minutes

    def run(_first: int, _count: int) -> Tally:
        began = time.monotonic()
        found = play(trial.folder / kind, players, minutes)
        failures = [Failure(1, fault, "") for fault in found.judged()]
        seconds = time.monotonic() - began
        return Tally(len(found.answers), 0, seconds, failures, found.measured())

    trial.tries(f"{kind}: {players} players, {minutes:g} min", 1, 1, run)


ROWS = ".trust/rows.jsonl"
PART = 2_000  # inputs of a row; what takes longer has fewer
KINDS: dict[str, Callable[[Trial], None]] = {
    "fuzz": fuzzed,
    "maps": suite(suites.MAPS),
    "rights": suite(suites.RIGHTS),
    "races": raced,
    "faults": broken,
    "servers": on_servers,
    "soak": soaked,
    "explore": explored,
    "guests": guested,
    "table": lambda trial: None,
}
SHORT = ("fuzz", "races", "faults")


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
    parser.add_argument("--rows", metavar="FILE", help=f"where rows are kept ({ROWS}); - for none")
    parser.add_argument("--players", type=int, default=100, metavar="N", help="of a crowd")
    parser.add_argument("--minutes", type=float, default=30.0, metavar="M", help="of a crowd")
    options = parser.parse_args()
    options.inputs = options.inputs or (200 if options.short else 20_000)
    options.seconds = options.seconds or (1.5 if options.short else 3600.0)
    if wrong := [kind for kind in options.kinds if kind not in KINDS]:
        parser.error(f"there is no kind {wrong[0]!r}: {', '.join(KINDS)}")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the soak stops its server
    kept = options.rows or ("-" if options.short else str(REPOSITORY / ROWS))
    rows = Rows(None if kept == "-" else Path(kept).resolve())
    with tempfile.TemporaryDirectory(prefix="trust-") as folder:
        trial = Trial(options, Path(folder), rows)
        for kind in options.kinds or (SHORT if options.short else KINDS):
            KINDS[kind](trial)
    print(rows.table())
    failures = rows.failures()
    for kind, found in failures.items():
        print(*fuzz.report(kind, found), sep="\n")
    return int(bool(failures))


if __name__ == "__main__":
    raise SystemExit(main())
