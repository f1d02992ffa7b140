"""`tools/trust`: what the package promises, tried by machine, in one table.

python tests/trust                    all kinds, long: hours
python tests/trust --short            a part of each: two minutes
python tests/trust fuzz --only matrix --first 4711 --inputs 1     one input again
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
sys.path[:0] = [str(HERE), str(REPOSITORY)]

import breaks  # noqa: E402
import lost  # noqa: E402
import races  # noqa: E402
import served  # noqa: E402
import stand  # noqa: E402
from limits import Failure, Tally  # noqa: E402
from readers import FEW, RARE, READERS, SHELL, fuzz  # noqa: E402

Trials = Iterator[tuple[str, Tally]]
HEAD = f"{'kind':<32}{'tried':>9}{'refused':>10}{'failures':>10}{'seconds':>9}"


def try_inputs(options: argparse.Namespace, folder: Path) -> Trials:
    """Give every reader inputs that are nearly right."""
    rows = [*READERS, *SHELL]
    if not options.pure and any(wanted(options, served.NAMES)):
        rows += served.readers(folder)
    for reader in wanted(options, rows):
        count = max(1, options.inputs // (FEW if reader.has_database else 1))
        yield reader.name, fuzz(reader, folder, options.first, count, options.seconds)


def run_races(options: argparse.Namespace, folder: Path) -> Trials:
    """Let several people reach for the same thing."""
    stand.make_game(folder)
    count = max(1, options.inputs // RARE)
    for contest in wanted(options, races.CONTESTS):
        yield contest.name, races.race(contest, folder, options.first, count, options.seconds)


def break_games(options: argparse.Namespace, folder: Path) -> Trials:
    """Kill the process, fill the disk, lock the database …"""
    stand.make_game(folder)
    count = max(1, options.inputs // RARE // 5)
    for break_ in wanted(options, (*breaks.BREAKS, *lost.BREAKS)):
        yield break_.name, breaks.broken(break_, folder, options.first, count, options.seconds)


def wanted(options: argparse.Namespace, rows: object) -> list:
    """Those of some rows, or names, that are to be tried."""
    names = options.only.split(",") if options.only else None
    return [row for row in rows if names is None or getattr(row, "name", row) in names]


KINDS: dict[str, Callable[[argparse.Namespace, Path], Trials]] = {
    "fuzz": try_inputs,
    "races": run_races,
    "faults": break_games,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--short", action="store_true", help="a part of each, in two minutes")
    parser.add_argument("--pure", action="store_true", help="only readers that need no game")
    parser.add_argument("--only", metavar="NAME,…", help="these readers, faults or races alone")
    parser.add_argument("--inputs", type=int, default=None, metavar="N", help="of each reader")
    parser.add_argument("--seconds", type=float, default=None, metavar="S", help="for each reader")
    parser.add_argument("--first", type=int, default=1, metavar="SEED", help="the first seed")
    options = parser.parse_args()
    options.inputs = options.inputs or (200 if options.short else 20_000)
    options.seconds = options.seconds or (1.5 if options.short else 3600.0)
    if wrong := [kind for kind in options.kinds if kind not in KINDS]:
        parser.error(f"there is no kind {wrong[0]!r}: {', '.join(KINDS)}")
    kinds = options.kinds or list(KINDS)
    failures: dict[str, list[Failure]] = {}
    total = Tally()
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory(prefix="trust-") as folder:
        for kind in kinds:
            for name, tally in KINDS[kind](options, Path(folder)):
                print(line(f"{kind}: {name}", tally), flush=True)
                failures[f"{kind}: {name}"] = tally.failures
                total.tried += tally.tried
                total.refused += tally.refused
                total.seconds += tally.seconds
                total.failures += tally.failures
    print(line("all", total))
    for name, faults in failures.items():
        print(*report(name, faults), sep="\n", end="")
    return int(bool(total.failures))


def line(name: str, tally: Tally) -> str:
    counts = f"{tally.tried:>9}{tally.refused:>10}{len(tally.failures):>10}{tally.seconds:>9.0f}"
    loss = f"at most {tally.lost:.1f} s lost" if tally.lost is not None else ""
    return f"{name:<32}{counts}  {tally.note}{loss}".rstrip()


def report(name: str, failures: list[Failure]) -> Iterator[str]:
    """Each kind of failure once, with what to type to see it again."""
    kind, _colon, row = name.partition(": ")
    for sign, number in Counter(failure.sign for failure in failures).most_common():
        same = [failure for failure in failures if failure.sign == sign]
        seeds = [failure.seed for failure in same][:5]
        yield f"{name}: {sign} ({number} times, seeds {seeds})"
        yield f"    {same[0].told}"
        yield f"    sh tools/trust {kind} --only '{row}' --first {seeds[0]} --inputs 1\n"


if __name__ == "__main__":
    raise SystemExit(main())
