"""One measuring process: runs one task, with Evennia on a database of its own where it needs that.

    python worker.py TASK '{"side": 20, ...}'      prints one JSON line for each figure

The parent hands the folder for all files and the side to be measured in the environment.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import forks

REPOSITORY = Path(__file__).resolve().parents[2]
DATABASE = "bench.db3"
OF_CORE = ("boards", "scale")  # tasks that need no Evennia
LOADED = ("scipy.sparse.csgraph", "xyzgrid_ext.game.startup")  # before forks, too: most import it


def stand() -> None:
    """Make Evennia ready; its tables are there already, but for the task that makes them."""
    folders = ("mygame", ".", "tests/game")
    sys.path[1:1] = [str(REPOSITORY / folder) for folder in folders]
    folder = os.environ["XYZGRID_BENCH_FOLDER"]
    os.environ["TEST_DB_PATH"] = os.path.join(folder, DATABASE)
    os.environ["DJANGO_SETTINGS_MODULE"] = "bench_settings"
    import django

    django.setup()


def main() -> None:
    """Run the task that the command line names, or fork for each of those that are asked for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's: it ends this process
    task, options = sys.argv[1], json.loads(sys.argv[2])
    if task not in OF_CORE:
        stand()
    if task not in (*OF_CORE, "tables"):
        import evennia  # asks the database, which has tables only now

        evennia._init()
    if task == "forks":
        for name in LOADED:
            importlib.import_module(name)
        from django.db import connections

        connections.close_all()  # each fork has its own
        gc.freeze()
        forks.serve(run)
    else:
        run(task, options)


def run(task: str, options: dict[str, Any]) -> None:
    """Run a task."""
    importlib.import_module(f"task_{task}").run(**options)


if __name__ == "__main__":
    main()
