"""`make bench`: one table, ours beside the contrib's, measured in the same run.

    python tests/bench                 everything; some minutes
    python tests/bench --quick         400 rooms only
    python tests/bench --smoke         whether every row can be measured; no figure means anything
    python tests/bench --scale         routes over a million rooms only
    python tests/bench --json FILE     the figures as data, too

Exit code 1 if anything gave a wrong result, or ours could not be measured. The rows are in
`table.py`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import table
from engines import ENGINES, FOR_EQUAL_WEIGHTS
from run import Bench


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    sides: tuple[int, ...] = (20, 50, 100)
    """Rooms along an edge: 400, 2,500 and 10,000 rooms."""
    edges: tuple[int, ...] = (7, 10, 12, 22, 46, 100)
    """Of the cubes for routes at scale: from 343 to 1,000,000 rooms."""
    paths: int = 200
    """Paths of each kind."""
    runs: int = 5
    """Of what is measured as a whole."""
    turns: int = 100
    """How often each ground is walked around."""
    ground: int = 6
    """Rooms along an edge of each ground."""
    whole: bool = True
    """Also the contrib's spawn, and routes without weights."""


FULL = Size()
QUICK = Size((20,), (7,), 40, 1, 5, whole=False)
SMOKE = Size((8,), (4,), 4, 1, 1, 4, whole=False)
ROUTE_SECONDS = 20  # for all paths of one engine; the slow ones find fewer
SPAWN_SIDE = 10  # what the contrib's spawner can make while somebody waits
SPAWN_FLOOR = 100  # a first spawn is at least so many times as fast as the contrib's


def main() -> int:
    """Measure, print, and give the exit code."""
    options = _options()
    size = SMOKE if options.smoke else QUICK if options.quick else FULL
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with TemporaryDirectory(prefix="xyzgrid-bench-") as folder:
            bench = Bench(Path(folder), options.patience)
            bench.make_tables()
            if not options.scale:
                _measure(bench, size)
            _measure_routes(bench, size)
    except KeyboardInterrupt:
        print("bench: stopped", file=sys.stderr)
        return 130
    table.compare(bench.results)
    about = {
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        **bench.results.versions,
    }
    print(table.text(bench.results, _HEAD.format(**about)))
    if options.json:
        Path(options.json).write_text(json.dumps(table.as_json(bench.results, about), indent=1))
    unmeasured = any(side == "ours" for side, *_ in bench.results.skipped)
    return 1 if bench.results.wrong or unmeasured else 0


def _measure(bench: Bench, size: Size) -> None:
    """Measure everything that the contrib has, too."""
    for side in size.sides:
        for name, overrides in ((table.PLAIN, False), (table.OVERRIDDEN, True)):
            options = {"side": side, "overrides": overrides, "count": size.paths, "runs": size.runs}
            for whose in ("ours", "contrib"):
                bench.run(whose, "load", name, side * side, {"whose": whose, **options})
    for side in (SPAWN_SIDE,) if size.whole else ():
        for whose in ("ours", "contrib"):
            bench.run(whose, "spawn", table.SPAWN, side**2, {"whose": whose, "side": side})
        _check_spawn(bench, side**2)
    for side in size.sides:
        bench.run("ours", "spawn", table.SPAWN, side**2, {"whose": "ours", "side": side})
    for whose in ("ours", "contrib"):
        options = {"whose": whose, "turns": size.turns, "side": size.ground}
        bench.run(whose, "step", table.STEP, 36, options)


def _measure_routes(bench: Bench, size: Size) -> None:
    """Measure routes by every engine."""
    for edge in size.edges:
        for weighted, name in list(table.RUNS.items())[not size.whole :]:
            for engine in [e for e in ENGINES if not weighted or e not in FOR_EQUAL_WEIGHTS]:
                options = {"engine": engine, "edge": edge, "weighted": weighted}
                options |= {"count": size.paths, "seconds": ROUTE_SECONDS}
                bench.run(engine, "scale", name, edge**3, options)


def _check_spawn(bench: Bench, rooms: int) -> None:
    """Report a first spawn that is slower than the floor."""
    figures = bench.results.figures
    ours, contrib = (
        figures.get((side, table.SPAWN, rooms, "spawn")) for side in ("ours", "contrib")
    )
    if ours and contrib and (ratio := contrib.value / ours.value) < SPAWN_FLOOR:
        bench.results.wrong.append(f"a first spawn is {ratio:.0f} times as fast as the contrib's")


_HEAD = """\
xyzgrid_ext (ours) beside evennia.contrib.grid.xyzgrid (contrib), in the same run.
Square maps, every room with an exit to each neighbour. Medians.
{machine}, {cores} cores, load {load}; Python {python}, Evennia {evennia}, Django {django},
numpy {numpy}, scipy {scipy}
"""


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description="Ours beside the contrib's.")
    parser.add_argument("--quick", action="store_true", help="400 rooms only, few repeats")
    parser.add_argument("--smoke", action="store_true", help="as little as each row takes")
    parser.add_argument("--scale", action="store_true", help="routes at scale, and nothing else")
    parser.add_argument("--json", metavar="FILE", help="write the figures to a file as well")
    parser.add_argument(
        "--patience",
        metavar="SECONDS",
        type=float,
        default=90,
        help="how long to wait for a figure before it is skipped (90)",
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
