"""How long each question to a running game holds its thread, with a worker and without.

python tests/bench/bench_asked.py                  10,648 rooms; some minutes
python tests/bench/bench_asked.py --edge 46        97,336 rooms; half an hour, 700 MB on disk

    asked                          hold, ms    garbage, ms    no worker
    xyzgrid plan                       12.1            2.4         14.0

A virtual machine that is paused by its host, or gets its memory from it only now, adds to single
holds. With --runs N, all is asked N times, and the shortest of the N longest holds is shown.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench_scale import told_by


def main() -> None:
    """Measure, and print the table, the longest hold first."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--edge", type=int, default=22, help="edge of the cube of rooms")
    parser.add_argument("--only", nargs="+", default=[""], help="parts of the names of questions")
    parser.add_argument("--runs", type=int, default=1, help="how often everything is asked")
    parser.add_argument("--folder", help="keep the database here, and use the one that is there")
    options = parser.parse_args()
    with TemporaryDirectory() as own:
        folder = Path(options.folder or own) / str(options.edge)
        if not folder.exists():
            (folder / "cache").mkdir(parents=True)
            told_by(folder, "tables", {})
            told_by(folder, "grown", {"stage": "spawn", "kind": "all", "edge": options.edge})
        asked = {"edge": options.edge, "only": options.only}
        one, none = (_least(folder, options.runs, {"workers": n, **asked}) for n in (1, 0))
    head = f"{options.edge**3:,} rooms; asked"
    print(f"{head:50}{'hold, ms':>12}{'garbage, ms':>12}{'no worker':>12}")
    for key, found in sorted(one.items(), key=lambda item: -item[1]["value"]):
        cells = found["value"], found["garbage"], none[key]["value"]
        print(f"{key:50}" + "".join(f"{cell:>12,.1f}" for cell in cells))


def _least(folder: Path, runs: int, asked: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return for each question the run whose longest hold was the shortest."""
    found: dict[str, dict[str, Any]] = {}
    for _ in range(runs):
        for key, row in told_by(folder, "asked", asked).items():
            found[key] = min(row, found.get(key, row), key=lambda one: one["value"])
    return found


if __name__ == "__main__":
    main()
