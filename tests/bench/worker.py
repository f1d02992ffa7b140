"""One measuring process: runs one task, with Evennia on a database of its own where it needs that.

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
FOLDER, SIDE = "XYZGRID_BENCH_FOLDER", "XYZGRID_BENCH_SIDE"
DATABASE = "bench.db3"


def make_tables() -> None:
    """Make the empty database that others are copies of, and tell what is measured with what."""
    import django
    import evennia
    import migrated_database
    import numpy
    import scipy
    from measure import report

    migrated_database.migrate()
    versions = {
        "python": sys.version.split()[0],
        "evennia": evennia.__version__.split()[0],
        "django": django.get_version(),
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
    }
    report("versions", versions)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's: it ends this process
    task, options = sys.argv[1], json.loads(sys.argv[2])
    if task != "scale":  # which needs no Evennia
        sys.path[1:1] = [str(REPOSITORY / folder) for folder in ("mygame", ".", "tests/game")]
        os.environ["TEST_DB_PATH"] = os.path.join(os.environ[FOLDER], DATABASE)
        os.environ["DJANGO_SETTINGS_MODULE"] = "bench_settings"
        import django

        django.setup()
    if task == "tables":
        make_tables()
        return
    if task != "scale":
        import evennia

        evennia._init()  # asks the database
    importlib.import_module(f"task_{task}").run(**options)


if __name__ == "__main__":
    main()
