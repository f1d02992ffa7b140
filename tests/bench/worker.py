"""One measuring process: sets Evennia up on a database of its own, then runs one task.

    python worker.py TASK '{"side": 20, ...}'      prints one JSON line for each figure

The parent hands the folder for all files and the side to be measured in the environment.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
DATABASE = "bench.db3"


def stand() -> None:
    """Make Evennia ready; its tables are there already, but for the task that makes them."""
    sys.path[1:1] = [str(REPOSITORY / "mygame"), str(REPOSITORY)]
    folder = os.environ["XYZGRID_BENCH_FOLDER"]
    os.environ["TEST_DB_PATH"] = os.path.join(folder, DATABASE)
    os.environ["DJANGO_SETTINGS_MODULE"] = "bench_settings"
    import django

    django.setup()


def main() -> None:
    """Run the task that the command line names."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's: it ends this process
    task, options = sys.argv[1], json.loads(sys.argv[2])
    stand()
    if task != "tables":
        import evennia  # asks the database, which has tables only now

        evennia._init()
    importlib.import_module(f"task_{task}").run(**options)


if __name__ == "__main__":
    main()
