"""A spawn that is killed leaves a grid that can be played, and the next spawn finishes it."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent / "crash"
KILLS = int(os.environ.get("XYZGRID_TEST_KILLS", "20"))  # `make test-all` asks for more


def kill_spawns(folder, database, kills, seed, driver="driver.py"):
    """Run a driver; its exit code and all that it printed."""
    environment = {**os.environ, "XYZGRID_DATABASE_URL": database}
    for name in ("TEST_DB_PATH", "DJANGO_SETTINGS_MODULE"):
        environment.pop(name, None)
    ran = subprocess.run(
        [sys.executable, str(HERE / driver), str(folder), str(kills), seed],
        env=environment, stdin=subprocess.DEVNULL, text=True, timeout=1200,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return ran.returncode, ran.stdout


def test_a_spawn_killed_at_any_moment_is_finished_by_the_next(tmp_path, new_database):
    seed = os.environ["XYZGRID_TEST_SEED"]
    code, told = kill_spawns(tmp_path, new_database(), KILLS, seed)
    assert code == 0, f"XYZGRID_TEST_SEED={seed}\n{told}"
    assert f"{KILLS} of" in told


def test_rooms_of_a_lazy_map_are_made_and_go_whole_or_not_at_all(tmp_path, new_database):
    seed, kills = os.environ["XYZGRID_TEST_SEED"], KILLS // 4
    code, told = kill_spawns(tmp_path, new_database(), kills, seed, driver="explorer.py")
    assert code == 0, f"XYZGRID_TEST_SEED={seed}\n{told}"
    assert f"{kills} of" in told
