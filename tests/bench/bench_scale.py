"""`make bench-scale`: what a map costs as it grows; each stage in a process of its own.

python tests/bench/bench_scale.py                  up to 10,648 rooms; some minutes
python tests/bench/bench_scale.py --all            a million rooms and an endless land; 3 GB on disk
python tests/bench/bench_scale.py --edges 46 --lazy 46 100 --land --without login
python tests/bench/bench_scale.py --all --folder F              kept there, and not measured twice
python tests/bench/bench_scale.py --all --folder F --again walk held      but for these stages
python tests/bench/bench_scale.py --smoke          whether all can be measured; figures mean nothing
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import starts
import table_grown
from forks import FOLDER, SIDE, Forks, fresh
from grown import ALL, LAND, LAZY, World

_GROWN = ("spawn", "explore", "start", "seen", "change", "part")
STAGES = (*_GROWN, "walk", "held", "land", "login")
_ONLY = {"explore": (LAZY, LAND), "held": (ALL, LAZY), "land": (LAND,)}  # others: every kind of map
_EMPTY = "empty"
Begin = Callable[..., Any]  # `fresh`, or that of forks


def main() -> None:
    """Measure, and print one table: a row for each figure, a column for each map."""
    options = _options()
    with TemporaryDirectory(prefix="xyzgrid-bench-") as own, Forks() as forks:
        begin = forks.begin if options.smoke else fresh
        folder = Path(options.folder or own)
        folder.mkdir(exist_ok=True)
        stages = [stage for stage in STAGES if stage not in options.without]
        empty = {}
        if "login" in stages:
            place = folder / _EMPTY
            place.mkdir(exist_ok=True)
            empty = kept(place, "login", options.again, lambda: starts.of_empty(place / "game"))
        columns = {
            world: table_grown.finished(
                figures_of(folder, world, stages, options.again, begin), empty
            )
            for world in _worlds(options)
        }
    print(table_grown.text(columns))
    if lost := table_grown.unknown(columns):
        sys.exit(f"no row shows {', '.join(sorted(lost))}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--all", action="store_true", help="all maps")
    parser.add_argument("--edges", type=int, nargs="*", help="edges of maps that are spawned")
    parser.add_argument("--lazy", type=int, nargs="*", help="edges of lazy maps")
    parser.add_argument("--land", action="store_true", help="an endless land, too")
    parser.add_argument("--without", nargs="+", choices=STAGES, default=[], metavar="STAGE",
                        help=f"leave out some of {', '.join(STAGES)}")  # fmt: skip
    parser.add_argument("--folder", help="keep databases and figures here, and use those there")
    parser.add_argument("--again", nargs="+", choices=STAGES, default=[], metavar="STAGE",
                        help="measure these again, though the folder has figures")  # fmt: skip
    parser.add_argument("--smoke", action="store_true", help="in less time, for no figures")
    return parser.parse_args()


def _worlds(options: argparse.Namespace) -> Iterator[World]:
    """The maps that are measured; unless any are named, small ones."""
    is_named = options.edges is not None or options.lazy is not None or options.land
    edges, lazy = ((), ()) if is_named else ((10, 22), (22,))
    if options.all:
        edges, lazy = (10, 22, 46), (10, 22, 46, 100)
    yield from (World(ALL, edge) for edge in options.edges or edges)
    yield from (World(LAZY, edge) for edge in options.lazy or lazy)
    if options.land or options.all:
        yield World(LAND)


def figures_of(
    folder: Path, world: World, stages: Collection[str], again: Collection[str], begin: Begin
) -> dict[str, float]:
    """All figures of a map; what its folder has of them is not measured again."""
    place, found = folder / world.name, dict[str, float]()
    if not (place / "bench.db3").exists():
        shutil.rmtree(place, ignore_errors=True)
        (place / "cache").mkdir(parents=True)
        run(place, "tables", {}, begin)
    for stage in stages:
        if world.kind in _ONLY.get(stage, table_grown.KINDS):
            found |= kept(place, stage, again, partial(_measured, folder, world, stage, begin))
    return found


def kept(place: Path, stage: str, again: Collection[str], measure: Any) -> dict[str, float]:
    """The figures of a stage, from the file of the folder if it has them."""
    file = place / "figures.json"
    found = _read(file)
    if stage not in found or stage in again:
        print(f"measuring {place.name}: {stage} ...", file=sys.stderr, flush=True)
        new = measure()
        found = {**_read(file), stage: new}  # another run may have written it meanwhile
        file.write_text(json.dumps(found, indent=1))
    return dict(found[stage])


def _read(file: Path) -> dict[str, dict[str, float]]:
    return json.loads(file.read_text()) if file.exists() else {}


def _measured(folder: Path, world: World, stage: str, begin: Begin) -> dict[str, float]:
    place, which = folder / world.name, {"kind": world.kind, "edge": world.edge}
    if stage == "login":
        return starts.of_map(place / "game", world, folder / _EMPTY / "game")
    if stage == "held":
        both = (run(place, "held", {"workers": n, "edge": world.edge}, begin) for n in (0, 1))
        return {key: value for found in both for key, value in found.items()}
    if stage in _GROWN:
        return run(place, "grown", {"stage": stage, **which}, begin)
    return run(place, stage, which if stage == "walk" else {}, begin)


def run(folder: Path, task: str, options: dict[str, Any], begin: Begin = fresh) -> dict[str, float]:
    """The figures of one process."""
    told = told_by(folder, task, options, begin)
    return {key: line["value"] for key, line in told.items() if task != "tables"}


def told_by(
    folder: Path, task: str, options: dict[str, Any], begin: Begin = fresh
) -> dict[str, dict[str, Any]]:
    """What one process reports, by its keys."""
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    # verdicts that an earlier run has kept would make the solver seem quick
    cache = str(folder / f"verdicts{options.get('workers')}")
    own = {FOLDER: str(folder), SIDE: "ours", "PYTHONPATH": path, "XYZGRID_CACHE": cache}
    process = begin(task, options, own)
    lines = [json.loads(line) for line in iter(process.stdout.readline, "") if line[0] == "{"]
    if code := process.wait():
        sys.exit(f"{task} failed ({code})")
    process.stdout.close()
    return {line["key"]: line for line in lines if "key" in line}


if __name__ == "__main__":
    main()
