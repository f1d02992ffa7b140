"""One process at a time writes the grid; the kernel lets go of what a dead one held."""

import os
import subprocess
import sys
import time

import pytest

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.base.lock import SERVER, Baton, baton, sole_writer

# another process: takes the baton, says so, and holds it until it is told otherwise
OTHER = """
import os, sys, time
from pathlib import Path
import django
django.setup()
from xyzgrid_ext.game.base.lock import Baton
baton = Baton(Path(sys.argv[1]))
print(baton.take(sys.argv[2]), os.getpid(), flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def other(server_folder):
    """Return a function that lets another process take the baton, in a role."""
    begun = []

    def take(role):
        process = subprocess.Popen(
            [sys.executable, "-c", OTHER, str(server_folder), role],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        begun.append(process)
        took, pid = process.stdout.readline().split()
        assert (took, int(pid)) == ("True", process.pid)
        return process

    yield take
    for process in begun:
        process.kill()
        process.communicate()


def test_what_is_free_is_taken_and_given_back(server_folder):
    baton = Baton(server_folder)
    assert baton.take("spawn")
    assert baton.held
    assert baton.take("spawn"), "who has it may ask again"
    baton.give_back()
    baton.give_back()
    assert not baton.held
    assert Baton(server_folder).take(SERVER)


def test_who_comes_second_is_told_who_has_it_and_since_when(server_folder, other):
    process = other("spawn")
    baton = Baton(server_folder)
    assert not baton.take("delete")
    holder = baton.holder()
    assert (holder.role, holder.pid) == ("spawn", process.pid)
    assert abs(time.time() - holder.since) < 60
    assert str(holder).startswith(f"`evennia xyzgrid spawn`, process {process.pid}, since ")


def test_the_baton_of_one_who_was_killed_is_free(server_folder, other):
    process = other(SERVER)
    baton = Baton(server_folder)
    assert not baton.take("spawn")
    process.kill()
    process.wait()
    assert baton.take("spawn")
    assert baton.holder().role == "spawn"


def test_who_writes_alone_lets_go_afterwards_unless_it_had_the_baton_before():
    with sole_writer("spawn"):
        assert baton().held
    assert not baton().held
    baton().take(SERVER)
    with sole_writer("spawn"), sole_writer("delete"):
        assert baton().holder().role == SERVER
    assert baton().held
    baton().give_back()


def test_nobody_writes_beside_another_process_or_beside_steps_of_this_one(server_folder, other):
    process = other("adopt")
    with pytest.raises(GridError, match=f"xyzgrid adopt`, process {process.pid}"), sole_writer("x"):
        pass
    process.kill()
    process.wait()
    baton().take(SERVER)
    baton().busy = "spawn town"
    with pytest.raises(GridError, match="at work on the grid: spawn town"), sole_writer("x"):
        pass
    baton().give_back()


def test_each_sign_of_life_is_written_down(server_folder):
    baton = Baton(server_folder)
    baton.take(SERVER)
    first = baton.holder().sign
    time.sleep(0.01)
    baton.beat()
    assert baton.holder().sign > first
    assert str(baton.holder()).startswith("the running server, process ")


def test_a_note_that_cannot_be_read_says_nothing(server_folder):
    baton = Baton(server_folder)
    assert baton.holder() is None
    for text in ("", "{", "[1]", '{"role": "x"}'):
        (server_folder / "xyzgrid.holder").write_text(text)
        assert baton.holder() is None


def test_a_folder_that_does_not_take_files_is_a_clear_error(server_folder):
    file = server_folder / "file"
    file.write_text("")
    with pytest.raises(GridError, match=r"cannot be locked.*\n.*right to write"):
        Baton(file).take("spawn")
