"""Work in this process, in a pool and on a cluster: the same results, whatever dies meanwhile."""

import multiprocessing.util
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import active_children, spawn
from pathlib import Path

import pytest

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.workers.executors import opened
from xyzgrid_ext.workers.pool import TRIES, Pool

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
        assert main(["gallery", *tasks.GALLERY, "--workers", workers]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    script = Path(__file__).with_name("on_a_cluster.py")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, shown[0]), done.stderr


def test_every_result_comes_once_though_a_process_of_the_pool_is_killed(tmp_path):
    with opened(workers=2) as work:
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


@pytest.fixture
def cannot_start(monkeypatch):
    """Give a function after which no process can start: it ends at once, or there is none."""
    executable = spawn.get_executable()

    def forbid(how):
        if how == "ends":
            spawn.set_executable("/nowhere/python")
        else:
            monkeypatch.setattr(multiprocessing.util, "spawnv_passfds", fails)

    yield forbid
    spawn.set_executable(executable)


@pytest.mark.parametrize("how", ["ends", "raises"])
def test_work_is_done_by_another_executor_once_no_process_can_start(how, cannot_start):
    cannot_start(how)
    told = []

    def instead(error):
        told.append(error)
        return ThreadPoolExecutor(1)

    with Pool(1, instead) as pool:
        found = [pool.submit(os.getpid) for _ in range(5)]
        assert {one.result(60) for one in found} == {os.getpid()}
        assert pool.submit(tasks.slow_square, 3).result(60) == 9
        assert type(pool.submit(tasks.refuses).exception(60)) is type(tasks.REFUSED)
    assert len(told) == 1
    with Pool(1) as pool:  # without another executor it is an error, again and again
        for _ in range(2):
            error = pool.submit(os.getpid).exception(60)
            # a process that ends at once may do so while it is told what to do: a broken pipe
            assert isinstance(error, BrokenProcessPool | OSError)


def test_work_that_has_killed_a_process_is_done_by_no_other_executor(cannot_start, tmp_path):
    with Pool(1, lambda _: ThreadPoolExecutor(1)) as pool:
        assert pool.submit(os.getpid).result(60) != os.getpid()
        cannot_start("ends")
        error = pool.submit(tasks.dies, tmp_path / "marks", 8, 99).exception(60)
        assert isinstance(error, BrokenProcessPool)
        assert (tmp_path / "marks").read_text().split() == ["8"]
        assert pool.submit(os.getpid).result(60) == os.getpid()


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
    with pytest.raises(RuntimeError, match="after shutdown"):
        pool.submit(tasks.slow_square, 2)


def test_an_address_without_a_cluster_is_told():
    with pytest.raises(UsageError, match="no cluster answers"), opened(cluster="nowhere://x"):
        pass


AS_TWISTED = """
import sys
from xyzgrid_ext.workers.pool import Pool

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
