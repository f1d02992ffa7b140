"""How long each question to a running game holds its thread, with a worker and without.

python tests/bench/bench_asked.py                  10,648 rooms; some minutes
python tests/bench/bench_asked.py --edge 46        97,336 rooms; half an hour, 700 MB on disk

    asked                          hold, ms    garbage, ms    no worker
    xyzgrid plan                       12.1            2.4         14.0
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


def main() -> None:
    """Measure, and print the table, the longest hold first."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--edge", type=int, default=22, help="edge of the cube of rooms")
    parser.add_argument("--only", nargs="+", default=[""], help="parts of the names of questions")
    parser.add_argument("--folder", help="keep the database here, and use the one that is there")
    options = parser.parse_args()
    with TemporaryDirectory() as own:
        folder = Path(options.folder or own) / str(options.edge)
        if not folder.exists():
            (folder / "cache").mkdir(parents=True)
            told_by(folder, "tables", {})
            told_by(folder, "grown", {"stage": "spawn", "kind": "all", "edge": options.edge})
        asked = {"edge": options.edge, "only": options.only}
        one, none = (told_by(folder, "asked", {"workers": n, **asked}) for n in (1, 0))
    head = f"{options.edge**3:,} rooms; asked"
    print(f"{head:50}{'hold, ms':>12}{'garbage, ms':>12}{'no worker':>12}")
    for key, found in sorted(one.items(), key=lambda item: -item[1]["value"]):
        cells = found["value"], found["garbage"], none[key]["value"]
        print(f"{key:50}" + "".join(f"{cell:>12,.1f}" for cell in cells))


def told_by(folder: Path, task: str, options: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What one process reports, by its keys."""
    print(f"measuring {task} {options} ...", file=sys.stderr, flush=True)
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    told = subprocess.run(
        [sys.executable, str(HERE / "worker.py"), task, json.dumps(options)],
        env={
            **os.environ,
            "PYTHONPATH": path,
            "XYZGRID_BENCH_FOLDER": str(folder),
            "XYZGRID_BENCH_SIDE": "ours",
            "XYZGRID_CACHE": str(folder / f"verdicts{options.get('workers')}"),
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    lines = [json.loads(line) for line in told.stdout.splitlines() if line.startswith("{")]
    return {line["key"]: line for line in lines}


if __name__ == "__main__":
    main()
