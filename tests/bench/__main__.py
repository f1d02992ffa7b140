"""`make bench`: one table, ours beside the contrib's, measured in the same run.

    python tests/bench                 everything; some minutes
    python tests/bench --quick         400 rooms only
    python tests/bench --smoke         whether every row can be measured; no figure means anything
    python tests/bench --scale         routes over a million rooms only
    python tests/bench --long          the contrib's spawn of 2,500 rooms as well
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
from typing import Any

import live
import table
import table_scale
import table_spawn
from engines import ENGINES, FOR_EQUAL_WEIGHTS
from forks import Forks, fresh
from run import Bench, Figure, Results


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    sides: tuple[int, ...] = (20, 50, 100)
    """Rooms along an edge: 400, 2,500 and 10,000 rooms."""
    edges: tuple[int, ...] = (7, 10, 12, 22, 46, 100)
    """Of the cubes for routes at scale: from 343 to 1,000,000 rooms."""
    paths: int = 200
    """Paths of each kind, and look-ups."""
    runs: int = 5
    """Of what is measured as a whole."""
    turns: int = 100
    """How often each ground is walked around."""
    ground: int = 6
    """Rooms along an edge of each ground."""
    boards: tuple[int, int, float] = (100, 2000, 4)
    """In live play: so many more at once, the most, and seconds for each number."""
    whole: bool = True
    """Also the contrib's spawn, routes without weights, and a running game."""


FULL = Size()
QUICK = Size((20,), (7,), 40, 1, 5, boards=(10, 20, 4), whole=False)
SMOKE = Size((8,), (4,), 4, 1, 1, 4, (2, 2, 0.5), whole=False)
ROUTE_SECONDS = 20  # for all paths of one engine; the slow ones find fewer
LONG_SIDES = (20, 50)  # the contrib's spawn: a minute, a quarter of an hour
LIVE_SIDE = 50
SPAWN_SIDE = 10  # what the contrib's spawner can make while somebody waits
SPAWN_FLOOR = 100  # a first spawn is at least so many times as fast as the contrib's
BOARD_CYCLES = 50  # of a board, for each path


def main() -> int:
    """Measure, print, and give the exit code."""
    options = _options()
    size = SMOKE if options.smoke else QUICK if options.quick else FULL
    signal.signal(signal.SIGTERM, _stop)
    try:
        with TemporaryDirectory(prefix="xyzgrid-bench-") as folder, Forks() as forks:
            begin = forks.begin if options.smoke else fresh
            bench = Bench(Path(folder), options.patience, begin)
            bench.make_tables()
            if not options.scale:
                _measure(bench, size, options.long)
            _measure_scale(bench, size)
            if not options.scale and size.whole:
                _measure_live(bench, Path(folder))
    except KeyboardInterrupt:
        print("bench: stopped", file=sys.stderr)
        return 130
    table_scale.compare(bench.results)
    about = {**_machine(), **bench.results.versions}
    print(table.text(bench.results, _head(about)))
    print(table_spawn.text(bench.results))
    print(table_scale.text(bench.results))
    if options.json:
        data = table.as_json(bench.results, about)
        data["writers"] = list(table_spawn.rows(bench.results))
        data["live"] = table_spawn.live(bench.results)
        data["scale"] = list(table_scale.rows(bench.results))
        Path(options.json).write_text(json.dumps(data, indent=1))
    unmeasured = any(side == "ours" for side, *_ in bench.results.skipped)
    return 1 if bench.results.wrong or unmeasured else 0


def _measure(bench: Bench, size: Size, long: bool) -> None:
    count = size.paths
    for side in size.sides:
        for name, overrides in ((table.PLAIN, False), (table.OVERRIDDEN, True)):
            for whose in ("ours", "contrib"):
                options = {"side": side, "overrides": overrides, "count": count}
                options["runs"] = size.runs
                bench.run(whose, "load", name, side * side, {"whose": whose, **options})
        for whose in ("ours", "contrib"):
            options = {"whose": whose, "side": side, "count": count}
            bench.run(whose, "view", table.VIEW, side * side, options)
    if size.whole:
        small = SPAWN_SIDE**2
        bench.run("ours", "rooms", table.SPAWN, small, {"side": SPAWN_SIDE, "count": 0})
        bench.run("contrib", "spawn_contrib", table.SPAWN, small, {"side": SPAWN_SIDE})
        _check_spawn(bench.results, small)
    for side in size.sides:
        bench.run("ours", "rooms", table.ROOMS, side * side, {"side": side, "count": count})
        bench.run("ours", "rows", table_spawn.WRITERS, side * side, {"side": side})
        if side in LONG_SIDES[: 2 if long else 1] and size.whole:
            bench.run("contrib", "spawn_contrib", table.SPAWN, side * side, {"side": side})
        else:
            _tell_spawn(bench.results, side * side)
    for whose in ("ours", "contrib"):
        options = {"whose": whose, "turns": size.turns, "side": size.ground}
        bench.run(whose, "step", table.STEP, 36, options)
    bench.run("ours", "boards", table.BOARDS, 0, {"count": count * BOARD_CYCLES})
    options = dict(zip(("step", "most", "seconds"), size.boards, strict=True))
    bench.run("ours", "live_boards", table.LIVE_BOARDS, 0, options)


def _measure_live(bench: Bench, folder: Path) -> None:
    """A spawn into a running game, with ten players in it."""
    print("measuring a running game: ten players and a spawn ...", file=sys.stderr, flush=True)
    (place := folder / "live").mkdir()
    found = live.measure(place, LIVE_SIDE)
    bench.results.wrong += [f"running game: {fault}" for fault in found.pop("wrong")]
    for key, value in found.items():
        if isinstance(value, int | float):
            bench.results.figures["ours", table_spawn.LIVE, LIVE_SIDE**2, key] = Figure(value)


def _measure_scale(bench: Bench, size: Size) -> None:
    """Routes by every engine that is installed."""
    for edge in size.edges:
        for weighted, name in list(table_scale.RUNS.items())[not size.whole :]:
            for engine in [e for e in ENGINES if not weighted or e not in FOR_EQUAL_WEIGHTS]:
                options = {"engine": engine, "edge": edge, "weighted": weighted}
                options |= {"count": size.paths, "seconds": ROUTE_SECONDS}
                bench.run(engine, "scale", name, edge**3, options)


def _check_spawn(results: Results, rooms: int) -> None:
    """Report a first spawn that is slower than the floor."""
    both = [
        results.figures.get((side, table.SPAWN, rooms, "spawn")) for side in ("ours", "contrib")
    ]
    if all(both) and (ratio := both[1].value / both[0].value) < SPAWN_FLOOR:
        results.wrong.append(f"a first spawn is {ratio:.0f} times as fast as the contrib's")


def _tell_spawn(results: Results, rooms: int) -> None:
    """Why the contrib's spawn stands in one row only."""
    reason = "not run"
    small = results.figures.get(("contrib", table.SPAWN, SPAWN_SIDE**2, "spawn"))
    if small is not None:
        least = small.value * rooms / SPAWN_SIDE**2
        reason += f"; at the rate of {SPAWN_SIDE**2} rooms it takes {least:,.0f} s or more"
    results.skipped["contrib", table.SPAWN, rooms] = reason


def _machine() -> dict[str, Any]:
    return {
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
    }


def _head(about: dict[str, Any]) -> str:
    return "\n".join(
        (
            "xyzgrid_ext (ours) beside evennia.contrib.grid.xyzgrid (contrib), in the same run.",
            "Square maps, every room with an exit to each neighbour. Medians; p99 where there are "
            "many runs.",
            "Ratio: the contrib's figure divided by ours; above 1 x ours is the better one.",
            "{machine}, {cores} cores, load {load}; Python {python}, Evennia {evennia}, Django "
            "{django},\nnumpy {numpy}, scipy {scipy}\n".format(**about),
        )
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description="Ours beside the contrib's.")
    parser.add_argument("--quick", action="store_true", help="400 rooms only, few repeats")
    parser.add_argument("--smoke", action="store_true", help="as little as each row takes")
    parser.add_argument(
        "--long",
        action="store_true",
        help="the contrib's spawn of 2,500 rooms too, a quarter of an hour; add --patience 900",
    )
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


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
