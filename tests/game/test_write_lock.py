"""One process at a time writes the grid; the kernel lets go of what a dead one held."""

import os
import subprocess
import sys
import time

import pytest
from django.conf import settings

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.base.settings import database_address
from xyzgrid_ext.game.base.write_lock import SERVER_ROLE, WriteLock, sole_writer, write_lock

# another process: takes the write lock, says so, and holds it until it is told otherwise
OTHER = """
import os, sys, time
from pathlib import Path
import django
django.setup()
from xyzgrid_ext.game.base.write_lock import WriteLock
write_lock = WriteLock(Path(sys.argv[1]))
print(write_lock.acquire(sys.argv[2]), os.getpid(), flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def other(server_folder):
    """Return a function that lets another process take the write lock, in a role."""
    begun = []

    def acquire(role):
        process = subprocess.Popen(
            [sys.executable, "-c", OTHER, str(write_lock().file), role],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        begun.append(process)
        took, pid = process.stdout.readline().split()
        assert (took, int(pid)) == ("True", process.pid)
        return process

    yield acquire
    for process in begun:
        process.kill()
        process.communicate()


def test_who_comes_second_is_told_who_has_it_and_since_when(server_folder, other):
    process = other("spawn")
    lock = WriteLock(write_lock().file)
    assert not lock.acquire("delete")
    holder = lock.holder()
    assert (holder.role, holder.pid) == ("spawn", process.pid)
    assert abs(time.time() - holder.since) < 60
    assert str(holder).startswith(f"`evennia xyzgrid spawn`, process {process.pid}, since ")


def test_the_lock_of_one_who_was_killed_is_free(server_folder, other):
    process = other(SERVER_ROLE)
    lock = WriteLock(write_lock().file)
    assert not lock.acquire("spawn")
    process.kill()
    process.wait()
    assert lock.acquire("spawn")
    assert lock.holder().role == "spawn"


def test_each_database_has_its_own_lock(server_folder, monkeypatch):
    """As `evennia test` beside the running server of the game, in memory or in PostgreSQL."""
    address = "xyzgrid_ext.game.base.settings.database_address"
    monkeypatch.setattr(address, lambda: "server/evennia.db3")
    assert write_lock().acquire(SERVER_ROLE)
    for other in (None, "localhost:5432/test_game"):
        monkeypatch.setattr(address, lambda other=other: other)
        with sole_writer("spawn"):
            assert write_lock().holder().role == "spawn"
    monkeypatch.setattr(address, lambda: "server/evennia.db3")
    assert write_lock().is_held
    write_lock().release()
    assert len(list(server_folder.glob("*.lock"))) == 2, "nothing stays of a database in memory"


def test_address_of_a_database_moves_with_its_game(monkeypatch, tmp_path):
    (tmp_path / "game" / "server").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "game")
    for folder, name, address in (
        ("game", "game/server/evennia.db3", "server/evennia.db3"),
        ("link", "game/server/evennia.db3", "server/evennia.db3"),
        ("game", "link/server/evennia.db3", "server/evennia.db3"),
    ):
        sqlite = {"ENGINE": "django.db.backends.sqlite3", "NAME": tmp_path / name}
        monkeypatch.setattr(settings, "DATABASES", {"default": sqlite})
        monkeypatch.setattr(settings, "GAME_DIR", str(tmp_path / folder))
        assert database_address() == address
    for name in (":memory:", "file:memorydb_default?mode=memory&cache=shared"):
        sqlite = {"ENGINE": "django.db.backends.sqlite3", "NAME": name}
        monkeypatch.setattr(settings, "DATABASES", {"default": sqlite})
        assert database_address() is None


def test_who_writes_alone_lets_go_and_nobody_writes_beside_another(server_folder, other):
    with sole_writer("spawn"):
        assert write_lock().is_held
    assert not write_lock().is_held
    write_lock().acquire(SERVER_ROLE)
    with sole_writer("spawn"), sole_writer("delete"):
        assert write_lock().holder().role == SERVER_ROLE
    assert write_lock().is_held
    write_lock().release()
    process = other("adopt")
    with pytest.raises(GridError, match=f"xyzgrid adopt`, process {process.pid}"), sole_writer("x"):
        pass
    process.kill()
    process.wait()
    write_lock().acquire(SERVER_ROLE)
    write_lock().busy = "spawn town"
    with pytest.raises(GridError, match="at work on the grid: spawn town"), sole_writer("x"):
        pass
    write_lock().release()


def test_a_folder_that_does_not_take_files_is_a_clear_error(server_folder):
    file = server_folder / "file"
    file.write_text("")
    with pytest.raises(GridError, match=r"cannot be locked.*\n.*right to write"):
        WriteLock(file / "x.lock").acquire("spawn")
