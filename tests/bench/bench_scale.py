"""`make bench-scale`: what a map costs as it grows; each stage in a process of its own.

python tests/bench/bench_scale.py                  up to 10,648 rooms; some minutes
python tests/bench/bench_scale.py --all            up to a million rooms; 3 GB on disk
python tests/bench/bench_scale.py --edges 46 --lazy 46 100 --without login
python tests/bench/bench_scale.py --all --folder F              kept there, and not measured twice
python tests/bench/bench_scale.py --all --folder F --again walk start     but for these stages
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import starts
import table_grown
from grown import ALL, LAZY, World
from run import begin_task
from worker import FOLDER, SIDE

STAGES = ("spawn", "walk", "start", "change", "login")  # a walk makes rooms of lazy maps
_EMPTY = "empty"
Figures = dict[str, float]


def main() -> None:
    """Measure, and print one table: a row for each figure, a column for each map."""
    options = _options()
    with TemporaryDirectory(prefix="xyzgrid-bench-") as temporary:
        folder = Path(options.folder or temporary)
        columns = {world: dict[str, float]() for world in _worlds(options)}
        empty: Figures = {}
        if "login" not in options.without:
            game = folder / _EMPTY / "game"
            empty = kept(game.parent, "login", options, lambda: starts.measure_empty(game))
        for world in columns:
            figures: Figures = {}
            for stage in (stage for stage in STAGES if stage not in options.without):
                figures |= kept(
                    folder / world.name,
                    stage,
                    options,
                    lambda world=world, stage=stage: measure(folder, world, stage),
                )
            columns[world] = dict(table_grown.with_more(figures, empty))
    print(table_grown.text(columns))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--all", action="store_true", help="all maps")
    parser.add_argument("--edges", type=int, nargs="*", help="edges of maps that are spawned")
    parser.add_argument("--lazy", type=int, nargs="*", help="edges of lazy maps")
    parser.add_argument("--without", nargs="+", choices=STAGES, default=[], metavar="STAGE",
                        help=f"leave out some of {', '.join(STAGES)}")  # fmt: skip
    parser.add_argument("--folder", help="keep databases and figures here, and use those there")
    parser.add_argument("--again", nargs="+", choices=STAGES, default=[], metavar="STAGE",
                        help="measure these again, though the folder has figures")  # fmt: skip
    return parser.parse_args()


def _worlds(options: argparse.Namespace) -> Iterator[World]:
    """The maps that are measured; unless any are named, small ones."""
    is_named = options.edges is not None or options.lazy is not None
    edges, lazy = ((), ()) if is_named else ((10, 22), (22,))
    if options.all:
        edges, lazy = (10, 22, 46), (10, 22, 46, 100)
    yield from (World(ALL, edge) for edge in options.edges or edges)
    yield from (World(LAZY, edge) for edge in options.lazy or lazy)


def kept(
    place: Path, stage: str, options: argparse.Namespace, action: Callable[[], Figures]
) -> Figures:
    """The figures of a stage, from the file of its folder if it has them."""
    place.mkdir(parents=True, exist_ok=True)
    file = place / "figures.json"
    stages = json.loads(file.read_text()) if file.exists() else {}
    if stage not in stages or stage in options.again:
        print(f"measuring {place.name}: {stage} ...", file=sys.stderr, flush=True)
        stages[stage] = action()
        file.write_text(json.dumps(stages, indent=1))
    return dict(stages[stage])


def measure(folder: Path, world: World, stage: str) -> Figures:
    """The figures of one stage of a map."""
    place, options = folder / world.name, {"kind": world.kind, "edge": world.edge}
    if stage == "login":
        return starts.measure_map(place / "game", world, folder / _EMPTY / "game")
    if not (place / "bench.db3").exists():
        shutil.rmtree(place / "cache", ignore_errors=True)
        (place / "cache").mkdir()
        run(place, "tables", {})
    if stage == "walk":
        return run(place, "walk", options)
    return run(place, "grown", {"stage": stage, **options})


def run(folder: Path, task: str, options: dict[str, Any]) -> Figures:
    """The figures of one process."""
    process = begin_task(
        task, options, {FOLDER: str(folder), SIDE: "ours", "PYTHONPATH": str(folder)}
    )
    lines = [json.loads(line) for line in process.stdout or () if line.startswith("{")]
    if code := process.wait():
        sys.exit(f"{task} failed ({code})")
    return {line["key"]: line["value"] for line in lines if task != "tables"}


if __name__ == "__main__":
    main()
