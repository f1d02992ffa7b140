"""Work in this process, in a pool and on a cluster: the same results, whatever dies meanwhile."""

import multiprocessing.util
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from importlib import import_module
from multiprocessing import active_children, spawn
from pathlib import Path

import pytest

from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.workers import MAX_ATTEMPTS, NoWorkersError, Pool

sys.path.append(str(Path(__file__).parent))  # processes that are spawned have it as well
tasks = import_module("tasks_of_tests")


def is_gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_every_result_of_a_cluster_comes_once_though_a_worker_is_killed():
    script = Path(__file__).with_name("on_a_cluster.py")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def work():
    with closing(Pool(2)) as workers:
        yield workers


def test_every_result_comes_once_though_a_process_of_the_pool_is_killed(work, tmp_path):
    others = {child.pid for child in active_children()}  # of the pools of tests before
    results = work.map(tasks.slow_square, range(60))
    assert next(results) == 0
    os.kill(({child.pid for child in active_children()} - others).pop(), signal.SIGKILL)
    assert list(results) == [n * n for n in range(1, 60)]
    assert work.run(tasks.dies, tmp_path / "once", 7, 1) == 7
    # what kills its process each time is given up, and the others go on
    with pytest.raises(BrokenProcessPool):
        work.run(tasks.dies, tmp_path / "ever", 8, 99)
    assert (tmp_path / "ever").read_text().split() == ["8"] * MAX_ATTEMPTS
    assert work.run(tasks.slow_square, 3) == 9
    with pytest.raises(RefusedError) as refused:
        work.run(tasks.refuses)
    assert (str(refused.value), refused.value.findings) == (
        str(tasks.REFUSED),
        tasks.REFUSED.findings,
    )


def fails(*_values):
    raise BlockingIOError("no more processes")


@pytest.mark.parametrize("how", ["ends", "raises"])
def test_where_no_process_starts_work_is_refused(work, how, monkeypatch):
    executable = spawn.get_executable()
    if how == "ends":
        spawn.set_executable("/nowhere/python")
    else:
        monkeypatch.setattr(multiprocessing.util, "spawnv_passfds", fails)
    try:
        for _ in range(2):
            with pytest.raises(NoWorkersError, match="no worker process starts"):
                work.run(os.getpid)
    finally:
        spawn.set_executable(executable)


def test_no_process_starts_before_there_is_work_and_all_end_in_the_midst_of_it():
    others = {child.pid for child in active_children()}  # of the pools of tests before
    work = Pool(2)
    assert {child.pid for child in active_children()} <= others
    assert work.run(tasks.slow_square, 2) == 4
    waiting = work._executor.submit(time.sleep, 600)
    pids = {child.pid for child in active_children()} - others
    work.close()
    with pytest.raises((BrokenProcessPool, CancelledError)):
        waiting.result(10)
    assert pids
    end = time.monotonic() + 10
    while not all(map(is_gone, pids)):
        assert time.monotonic() < end
        time.sleep(0.05)
    with pytest.raises(NoWorkersError):
        work.run(tasks.slow_square, 2)


def test_address_without_a_cluster_is_told_and_logs_may_stand_for_files(tmp_path):
    with pytest.raises(NoWorkersError, match="no cluster answers"):
        Pool("nowhere://x").run(int)
    (tmp_path / "game.py").write_text(AS_TWISTED)
    done = subprocess.run([sys.executable, tmp_path / "game.py"], capture_output=True, text=True)
    assert done.stdout == "7\n"


AS_TWISTED = """
import sys
from xyzgrid_ext.workers import Pool

class Log:
    def fileno(self): return -1
    def write(self, text): pass
    def flush(self): pass

if __name__ == "__main__":
    sys.stderr = Log()
    workers = Pool(1)
    print(workers.run(abs, -7))
    workers.close()
"""
