"""Work in this process, in a pool and on a cluster: the same results, whatever dies meanwhile."""

import multiprocessing.util
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import wait
from importlib import import_module
from multiprocessing import active_children, spawn
from pathlib import Path

import pytest

from tools import gallery
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.workers import TRIES, NoProcessError, Pool, opened

sys.path.append(str(Path(__file__).parent))  # processes that are spawned have it as well
tasks = import_module("tasks_of_tests")


def is_gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_dungeons_are_the_same_here_in_a_pool_and_on_a_cluster(capsys):
    shown = []
    for workers in "12":
        assert gallery.main([*tasks.GALLERY, "--workers", workers]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    script = Path(__file__).with_name("on_a_cluster.py")
    done = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},  # for `tools`
    )
    assert (done.returncode, done.stdout) == (0, shown[0]), done.stderr


def test_every_result_comes_once_though_a_process_of_the_pool_is_killed(tmp_path):
    with opened(2) as work:
        found = work.map(tasks.slow_square, range(60))
        assert next(found) == 0
        os.kill(active_children()[0].pid, signal.SIGKILL)
        assert list(found) == [n * n for n in range(1, 60)]
        assert work.submit(tasks.dies, tmp_path / "once", 7, 1).result() == 7
        # what kills its process each time is given up, and the pool goes on
        assert type(work.submit(tasks.dies, tmp_path / "ever", 8, 99).exception()).__name__ == (
            "BrokenProcessPool"
        )
        assert (tmp_path / "ever").read_text().split() == ["8"] * TRIES
        assert work.submit(tasks.slow_square, 3).result() == 9
        error = work.submit(tasks.refuses).exception()
        assert (str(error), error.findings) == (str(tasks.REFUSED), tasks.REFUSED.findings)


def fails(*_values):
    raise BlockingIOError("no more processes")


@pytest.mark.parametrize("how", ["ends", "raises"])
def test_pool_without_processes_reports_that_none_starts(how, monkeypatch):
    executable = spawn.get_executable()
    if how == "ends":
        spawn.set_executable("/nowhere/python")
    else:
        monkeypatch.setattr(multiprocessing.util, "spawnv_passfds", fails)
    try:
        with Pool(1) as pool:
            for _ in range(2):
                error = pool.submit(os.getpid).exception(60)
                assert isinstance(error, NoProcessError)
    finally:
        spawn.set_executable(executable)


def test_a_pool_starts_no_process_before_there_is_work_and_ends_in_the_midst_of_it():
    pool = Pool(2)
    assert active_children() == []
    assert pool.submit(tasks.slow_square, 2).result() == 4
    waiting = [pool.submit(time.sleep, 600) for _ in range(4)]
    pids = [child.pid for child in active_children()]
    pool.shutdown(cancel_futures=True)
    assert not wait(waiting, 10).not_done
    assert pids
    assert all(map(is_gone, pids))
    with pytest.raises(NoProcessError):
        pool.submit(tasks.slow_square, 2).result()


def test_an_address_without_a_cluster_is_told():
    with pytest.raises(UsageError, match="no cluster answers"):
        opened("nowhere://x")


AS_TWISTED = """
import sys
from xyzgrid_ext.workers import Pool

class Log:
    def fileno(self): return -1
    def write(self, text): pass
    def flush(self): pass

if __name__ == "__main__":
    sys.stderr = Log()
    pool = Pool(1)
    print(pool.submit(abs, -7).result())
    pool.shutdown()
"""


def test_processes_start_where_a_log_stands_for_the_file_of_errors(tmp_path):
    (tmp_path / "game.py").write_text(AS_TWISTED)
    done = subprocess.run([sys.executable, tmp_path / "game.py"], capture_output=True, text=True)
    assert done.stdout == "7\n"
