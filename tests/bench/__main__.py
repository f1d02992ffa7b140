"""`make bench`: one table, ours beside the contrib's and scipy's, measured in the same run.

    python tests/bench                 everything; some minutes
    python tests/bench --smoke         whether every row can be measured; no figure means anything
    python tests/bench --scale         routes over a million rooms only
    python tests/bench --json FILE     the figures as data, too

A line for each figure, with those of all sides, and how many times ours is theirs:

    load: load                      2,500   ours 51.1   contrib 9,310   contrib by ours 182.2

Exit code 1 if anything gave a wrong result.
"""

import argparse
import json
import os
import platform
import signal
import sys
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import number
from run import Bench, Figure
from task_scale import ENGINES, FOR_EQUAL_WEIGHTS

RUNS = {False: "routes, weights 1", True: "routes, weights 1 to 9"}
COSTS = "costs"  # of routes, which are compared and not shown
SPAWN_FLOOR = 100  # a first spawn is at least so many times as fast as the contrib's
HEAD = """\
xyzgrid_ext (ours) beside evennia.contrib.grid.xyzgrid (contrib), in the same run.
Square maps, every room with an exit to each neighbour. Medians.
{machine}, {cores} cores, load {load}; Python {python}, Evennia {evennia}, Django {django},
numpy {numpy}, scipy {scipy}

Milliseconds; spawns in s; bytes a room; queries, calls, ratios. Behind a comma: p99 of many runs.
Load: from the data of a map module to a parsed map. First path: ours a graph of the world, the
contrib a matrix of all pairs, which it writes to a file; and the path from corner to corner.
Step: from a typed `north` to the text of the new room, packed for the Portal: processor time, in
turns with a step between plain rooms of Evennia in the same process, and its ratio to those.
Spawn: rooms and exits into SQLite; bulk_create: Django writes the same rows, ready made.
Routes: a cube of rooms, one link in ten left out, 100 wormholes; first: from a random room to
another, the path included; again: the same once more.
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench", description="Ours beside the contrib's.")
    parser.add_argument("--smoke", action="store_true", help="as little as each row takes")
    parser.add_argument("--scale", action="store_true", help="routes at scale, and nothing else")
    parser.add_argument("--json", metavar="FILE", help="write the figures to a file as well")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with TemporaryDirectory(prefix="xyzgrid-bench-") as folder:
        bench = Bench(Path(folder))
        if not options.scale:
            _measure(bench, options.smoke)
        _measure_routes(bench, options.smoke)
    about = {
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        **bench.versions,
    }
    rows = _rows(bench)
    print(HEAD.format(**about))
    print("\n".join(_line(*key, row) for key, row in rows.items()))
    print(
        "\n".join(f"WRONG: {fault}" for fault in bench.wrong) or "Checked: all paths are shortest"
    )
    if options.json:
        text = [
            [*key, {side: one._asdict() for side, one in row.items()}] for key, row in rows.items()
        ]
        Path(options.json).write_text(json.dumps({"about": about, "rows": text}, indent=1))
    return int(bool(bench.wrong))


def _measure(bench: Bench, smoke: bool) -> None:
    """Measure what the contrib has, too: its spawns and matrices only as long as somebody waits."""
    for side in (8,) if smoke else (20, 50, 100):
        for whose in ("ours", "contrib") if side < 100 else ("ours",):
            bench.run(whose, "load", "load", side**2, whose=whose, side=side)
    for side in (10,) if smoke else (10, 20, 50, 100):
        for whose in ("ours", "contrib") if side == 10 else ("ours",):
            bench.run(whose, "spawn", "spawn", side**2, whose=whose, side=side)
    for whose in ("ours", "contrib"):
        bench.run(whose, "step", "step", 36, whose=whose, turns=1 if smoke else 100, side=6)
    both = [bench.figures.get((whose, "spawn", 100, "spawn")) for whose in ("contrib", "ours")]
    if all(both) and (ratio := both[0].value / both[1].value) < SPAWN_FLOOR:
        bench.wrong.append(f"a first spawn is {ratio:.0f} times as fast as the contrib's")


def _measure_routes(bench: Bench, smoke: bool) -> None:
    """Measure routes over up to a million rooms by every engine, which must agree."""
    for edge in (4,) if smoke else (7, 10, 12, 22, 46, 100):
        for weighted, name in RUNS.items():
            engines = [one for one in ENGINES if not weighted or one not in FOR_EQUAL_WEIGHTS]
            for engine in engines:
                options = {"edge": edge, "weighted": weighted, "count": 4 if smoke else 200}
                bench.run(engine, "scale", name, edge**3, engine=engine, **options)
            costs = [bench.figures.pop((one, name, edge**3, COSTS)).value for one in engines]
            for one, other in pairwise(costs):
                if any(abs(a - b) > 1e-6 for a, b in zip(one, other, strict=False)):
                    bench.wrong.append(f"{edge**3:,} rooms, {name}: engines differ")


Key = tuple[str, str, int]


def _rows(bench: Bench) -> dict[Key, dict[str, Figure]]:
    """The figures of all sides by what was run, name and rooms: sizes of one below each other."""
    order = list(dict.fromkeys((run, name) for _side, run, _rooms, name in bench.figures))
    rows: dict[Key, dict[str, Figure]] = {}
    for (side, run, rooms, name), figure in bench.figures.items():
        rows.setdefault((run, name, rooms), {})[side] = figure
    return dict(sorted(rows.items(), key=lambda row: (order.index(row[0][:2]), row[0][2])))


def _line(run: str, name: str, rooms: int, row: dict[str, Figure]) -> str:
    cells = [
        f"{side} {number(one.value)}" + ("" if one.p99 is None else f", {number(one.p99)}")
        for side, one in row.items()
    ]
    if (ours := row.get("ours")) is not None and ours.value > 0:
        others = [(side, one) for side, one in row.items() if side != "ours"]
        cells += [f"{side} by ours {number(one.value / ours.value)}" for side, one in others]
    return f"{f'{run}: {name}':<44}{rooms:>9,}   {'   '.join(cells)}"


if __name__ == "__main__":
    sys.exit(main())
