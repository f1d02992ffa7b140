"""`make bench-scale`: what a map costs as it grows; each stage in a process of its own.

python tests/bench/bench_scale.py                  1,000 and 10,648 rooms; a minute or two
python tests/bench/bench_scale.py --edges 46       97,336 rooms; some minutes, 700 MB on disk
python tests/bench/bench_scale.py --lazy 46 100    lazy maps: a million rooms, of which few are made
python tests/bench/bench_scale.py --land           an endless land as well; half a minute
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).resolve().parent
STAGES = ("spawn", "start", "seen", "change", "part")
READ = ("maps read", "routes built", "objects known")
LAZY = ("spawn", "explore", "start", "seen", "change", "part")


def main() -> None:
    """Measure, and print one table: a row for each figure, a column for each size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--edges", type=int, nargs="*", default=[10, 22])
    parser.add_argument("--lazy", type=int, nargs="+", default=[], help="edges of lazy maps")
    parser.add_argument("--land", action="store_true", help="an endless land, too")
    parser.add_argument("--folder", help="keep the databases here, and use those that are there")
    options = parser.parse_args()
    with TemporaryDirectory() as own:
        folder = Path(options.folder or own)
        columns = [figures_of(folder / str(edge), edge) for edge in options.edges]
        columns += [figures_of_lazy(folder / f"lazy{edge}", edge) for edge in options.lazy]
        if options.land:
            columns.append(figures_of_land(folder / "land"))
    heads = [f"{edge**3:,}" for edge in options.edges]
    heads += [f"lazy {edge**3:,}" for edge in options.lazy]
    heads += ["land"] * options.land
    for column in columns:
        if column.keys() >= set(READ):
            column["start or reload, in all"] = sum(column[key] for key in READ)
    print(f"{'processor seconds':32}" + "".join(f"{head:>16}" for head in heads))
    for key in dict.fromkeys(key for column in columns for key in column):
        cells = (f"{column[key]:,.2f}" if key in column else "" for column in columns)
        print(f"{key:32}" + "".join(f"{cell:>16}" for cell in cells))


def figures_of(folder: Path, edge: int) -> dict[str, float]:
    """All figures of a cube; its database is made if the folder has none."""
    found: dict[str, float] = {}
    is_new = not folder.exists()
    (folder / "cache").mkdir(parents=True, exist_ok=True)
    if is_new:
        run(folder, "tables", {})
    for stage in STAGES if is_new else STAGES[1:]:
        found |= run(folder, "grown", {"stage": stage, "edge": edge})
    found |= run(folder, "held", {"workers": 0, "edge": edge})
    return found | held(folder, edge)


def held(folder: Path, edge: int) -> dict[str, float]:
    """How long a game with a worker holds its thread, and the longest of these times."""
    found = run(folder, "held", {"workers": 1, "edge": edge})
    holds = [value for key, value in found.items() if key.endswith("hold, ms")]
    return found | {"longest hold, with a worker, ms": max(holds)}


def figures_of_lazy(folder: Path, edge: int) -> dict[str, float]:
    """The figures of a cube of which rooms are made as somebody walks through it."""
    (folder / "cache").mkdir(parents=True)
    run(folder, "tables", {})
    found: dict[str, float] = {}
    for stage in LAZY:
        found |= run(folder, "grown", {"stage": stage, "edge": edge, "lazy": True})
    return found | held(folder, edge)


def figures_of_land(folder: Path) -> dict[str, float]:
    """The figures of an endless land with some groups of people."""
    (folder / "cache").mkdir(parents=True)
    run(folder, "tables", {})
    return run(folder, "land", {})


def run(folder: Path, task: str, options: dict[str, Any]) -> dict[str, float]:
    """The figures of one process."""
    print(f"measuring {options or task} ...", file=sys.stderr, flush=True)
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    told = subprocess.run(
        [sys.executable, str(HERE / "worker.py"), task, json.dumps(options)],
        env={
            **os.environ,
            "PYTHONPATH": path,
            "XYZGRID_BENCH_FOLDER": str(folder),
            "XYZGRID_BENCH_SIDE": "ours",
            # verdicts that an earlier run has kept would make the solver seem quick
            "XYZGRID_CACHE": str(folder / f"verdicts{options.get('workers')}"),
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    lines = [json.loads(line) for line in told.stdout.splitlines() if line.startswith("{")]
    return {line["key"]: line["value"] for line in lines if task != "tables"}


if __name__ == "__main__":
    main()
