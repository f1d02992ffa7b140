"""`make bench-scale`: what a map costs as it grows; each stage in a process of its own.

python tests/bench/bench_scale.py                  up to 10,648 rooms; some minutes
python tests/bench/bench_scale.py --all            up to a million rooms; 3 GB on disk
python tests/bench/bench_scale.py --edges 46 --lazy 46 100
python tests/bench/bench_scale.py --all --folder F              kept there, and not measured twice
python tests/bench/bench_scale.py --all --folder F --again walk start     but for these stages

One table: a row for each figure, a column for each map; below, what some should be at most.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import starts
from maps import ALL, LAZY, World
from measure import number
from run import begin_task
from worker import FOLDER, SIDE

STAGES = ("spawn", "walk", "start", "change", "login")  # a walk makes rooms of lazy maps
Figures = dict[str, float]
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


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--all", action="store_true", help="all maps")
    parser.add_argument("--edges", type=int, nargs="*", help="edges of maps that are spawned")
    parser.add_argument("--lazy", type=int, nargs="*", help="edges of lazy maps")
    parser.add_argument("--folder", help="keep databases and figures here, and use those there")
    parser.add_argument("--again", nargs="+", choices=STAGES, default=[], metavar="STAGE",
                        help="measure these again, though the folder has figures")  # fmt: skip
    options = parser.parse_args()
    with TemporaryDirectory(prefix="xyzgrid-bench-") as temporary:
        folder, columns = Path(options.folder or temporary), dict[World, Figures]()
        again, game = options.again, folder / "empty" / "game"
        empty = kept(game.parent, "login", again, lambda: starts.measure_empty(game))
        for world in _worlds(options):
            figures: Figures = {}
            for stage in STAGES:
                action = _stage(folder, world, stage)
                figures |= kept(folder / world.name, stage, again, action)
            more = {f"{key}, more": figures[key] - value for key, value in empty.items()}
            columns[world] = figures | more
    print(table(columns))


def _worlds(options: argparse.Namespace) -> Iterator[World]:
    """The maps that are measured; unless any are named, small ones."""
    is_named = options.edges is not None or options.lazy is not None
    edges, lazy = ((), ()) if is_named else ((10, 22), (22,))
    if options.all:
        edges, lazy = (10, 22, 46), (10, 22, 46, 100)
    yield from (World(ALL, edge) for edge in options.edges or edges)
    yield from (World(LAZY, edge) for edge in options.lazy or lazy)


def kept(place: Path, stage: str, again: list[str], action: Callable[[], Figures]) -> Figures:
    """The figures of a stage, from the file of its folder if it has them."""
    place.mkdir(parents=True, exist_ok=True)
    file = place / "figures.json"
    stages = json.loads(file.read_text()) if file.exists() else {}
    if stage not in stages or stage in again:
        print(f"measuring {place.name}: {stage} ...", file=sys.stderr, flush=True)
        stages[stage] = action()
        file.write_text(json.dumps(stages, indent=1))
    return dict(stages[stage])


def _stage(folder: Path, world: World, stage: str) -> Callable[[], Figures]:
    """What measures one stage of a map."""
    place, options = folder / world.name, {"kind": world.kind, "edge": world.edge}

    def measure() -> Figures:
        if stage == "login":
            return starts.measure_map(place / "game", world, folder / "empty" / "game")
        if not (place / "bench.db3").exists():
            shutil.rmtree(place / "cache", ignore_errors=True)
            (place / "cache").mkdir()
            run(place, "tables", {})
        if stage == "walk":
            return run(place, "walk", options)
        return run(place, "grown", {"stage": stage, **options})

    return measure


def run(folder: Path, task: str, options: dict[str, Any]) -> Figures:
    environment = {FOLDER: str(folder), SIDE: "ours", "PYTHONPATH": str(folder)}
    process = begin_task(task, options, environment)
    lines = [json.loads(line) for line in process.stdout or () if line.startswith("{")]
    if code := process.wait():
        sys.exit(f"{task} failed ({code})")
    return {line["key"]: line["value"] for line in lines if task != "tables"}


def table(columns: Mapping[World, Figures]) -> str:
    """The table, and below it what is reached of what should be."""
    heads = [[world.kind for world in columns], [f"{world.rooms:,}" for world in columns]]
    rows = [("", cells) for cells in heads]
    for key in dict.fromkeys(key for figures in columns.values() for key in figures):
        found = [figures.get(key) for figures in columns.values()]
        rows.append((key, ["" if one is None else _number(one) for one in found]))
    lines = [f"{label:44}" + "".join(f"{cell:>9}" for cell in cells) for label, cells in rows]
    for key, most in MOST.items():
        if reached := [(found[key], world) for world, found in columns.items() if key in found]:
            worst, world = max(reached)
            word = "reached" if worst < most else "MISSED "
            told = f"{_number(worst)} ({world.kind}, {world.rooms:,} rooms)"
            lines.append(f"{word}  {key} under {most:g}: at most {told}")
    return "\n".join([NOTE, *map(str.rstrip, lines)])


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else number(value)


if __name__ == "__main__":
    main()
