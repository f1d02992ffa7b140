"""Work that goes to other threads and processes while the game goes on."""

import os
import time
from multiprocessing import spawn
from threading import Thread, get_ident
from types import SimpleNamespace

import pytest
from twisted.internet.defer import Deferred

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.core.grid.draw import draw_sheet
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.game.base import background, task
from xyzgrid_ext.game.base.background import FEWEST_FOR_THREAD, run_in_thread
from xyzgrid_ext.game.base.task import StoppingError
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.world import maps
from xyzgrid_ext.game.world.rereading import read_maps
from xyzgrid_ext.parts.boards.game import files as boards


@pytest.fixture
def game():
    made = background.Processes()
    made.start(1)
    yield made
    made.end()


class Threads:
    """The threads of a game, which work when the test says so."""

    def __init__(self):
        self._waiting = []

    def defer(self, work):
        self._waiting.append((work, deferred := Deferred()))
        return deferred

    def turn(self):
        waiting, self._waiting = self._waiting, []
        for work, deferred in waiting:
            thread = Thread(target=work)
            thread.start()
            thread.join()
            deferred.callback(None)


@pytest.fixture
def threads(monkeypatch):
    made = Threads()
    monkeypatch.setattr(task, "deferToThread", made.defer)
    monkeypatch.setattr(background, "reactor", SimpleNamespace(running=True))
    return made


def test_many_values_are_worked_on_beside_a_running_game(threads, clock, monkeypatch):
    numbers = []
    for count in (FEWEST_FOR_THREAD - 1, FEWEST_FOR_THREAD):
        task.begin(run_in_thread("compared", count, get_ident), numbers.append)
    assert (numbers, clock.due()) == ([get_ident()], [])
    threads.turn()
    assert numbers[1] != get_ident()
    assert task.drain(run_in_thread("compared", FEWEST_FOR_THREAD, get_ident)) == get_ident()
    monkeypatch.setattr(background.reactor, "running", False)
    task.begin(run_in_thread("compared", FEWEST_FOR_THREAD, get_ident), numbers.append)
    assert numbers[2] == get_ident()


def test_work_beside_the_game_raises_where_it_was_asked_or_is_cancelled(threads, clock):
    refused = []
    task.begin(
        run_in_thread("compared", FEWEST_FOR_THREAD, lambda: 1 / 0),
        refused.append,
        failed=refused.append,
    )
    threads.turn()
    (failure,) = refused
    assert failure.check(ZeroDivisionError)
    answers = []
    task.begin(run_in_thread("compared", FEWEST_FOR_THREAD, get_ident), answers.append).cancel()
    threads.turn()
    assert (answers, clock.due()) == ([], [])


def test_work_that_ends_in_a_stopping_game_is_neither_done_nor_refused(threads, clock, monkeypatch):
    heard = []
    monkeypatch.setattr(task, "_waiting", task._Waiting())
    task.begin(
        run_in_thread("compared", FEWEST_FOR_THREAD, get_ident), heard.append, failed=heard.append
    )
    task._waiting.let_go()
    threads.turn()
    assert (heard, clock.due()) == ([], [])


def test_stopping_game_does_not_wait_for_its_processes(game):
    assert game.run(int) == 0
    ended = []

    def work():
        with pytest.raises(StoppingError):
            game.run(time.sleep, 600)
        ended.append(True)

    thread = Thread(target=work, daemon=True)
    thread.start()
    time.sleep(0.2)
    game.end()
    thread.join(10)
    assert ended
    with pytest.raises(StoppingError):
        game.run(int)


def test_server_whose_workers_cannot_start_does_the_work_and_logs_one_line(monkeypatch):
    lines = []
    executable = spawn.get_executable()
    monkeypatch.setattr(background.logger, "log_err", lines.append)
    game = background.Processes()
    spawn.set_executable("/nowhere/python")
    try:
        game.start(2)
        assert {game.run(os.getpid) for _ in range(3)} == {os.getpid()}
    finally:
        spawn.set_executable(executable)
        game.end()
    (line,) = lines
    assert "no worker process starts" in line


def test_server_without_its_cluster_does_the_work_and_logs_one_line(monkeypatch):
    lines = []
    monkeypatch.setattr(background.logger, "log_err", lines.append)
    game = background.Processes()
    game.start("nowhere://x")
    assert {game.run(os.getpid) for _ in range(3)} == {os.getpid()}
    (line,) = lines
    assert "no cluster answers" in line


def large_level():
    """Return a world of a cube with a large level, and a room of it."""
    nodes = "".join(f"node {x} {y} 1 up twoway\n" for x in range(40) for y in range(39))
    text = f"matrixedge 40\nstartnode 0 0 0\nendnode 1 1 1\n{nodes}node 0 0 0 right\n"
    grid, _ = from_matrix(parse(text).matrix, "cube")
    return maps.Maps([LoadedMap("cube", "cube", grid)]), ("cube", grid.room_at(Coord(7, 7, 1)))


def test_until_a_large_level_is_drawn_or_failed_a_look_draws_what_is_near(threads, monkeypatch):
    thread_of = {}  # the thread that has drawn, by the number of values: a third are rooms near

    def draw(*values):
        thread_of[len(values)] = get_ident()
        return draw_sheet(*values)

    monkeypatch.setattr(maps, "draw_sheet", draw)
    world, here = large_level()
    near = world.sheet_near(here, 2)
    assert sorted(near.cells) == [(35, row) for row in range(10, 19)]
    threads.turn()
    whole = world.sheet_near(here, 2)
    assert whole is world.sheet("cube", 1)
    assert near.cells.items() < whole.cells.items()
    assert thread_of[3] == get_ident() != thread_of[2]
    world, here = large_level()
    with monkeypatch.context() as broken:
        broken.setattr(maps, "draw_sheet", lambda *near: draw_sheet(*near) if near[2:] else 1 / 0)
        world.sheet_near(here, 2)
        threads.turn()
    world.sheet_near(here, 2)
    threads.turn()
    assert world.sheet_near(here, 2) is world.sheet("cube", 1)


REFERENCES = {
    "world.glasswork": ["glasswork"],
    "dungeon deep seed=7 tier=3": ["deep"],
    "dungeon gone seed=7 rooms=1": ["gone"],
}
HANDED = {
    "drawn": {"zcoord": "drawn", "map": "+ 0 1\n\n0 #-#\n\n+ 0 1"},
    "tower": {"zcoord": "tower", "levels": ["+ 0\n\n0 U\n\n+ 0", "+ 0\n\n0 D\n\n+ 0"]},
    "made": {"zcoord": "made", "matrix": {"edge": 10, "difficulty": 1, "seed": 3}},
    "small": {"zcoord": "small", "matrix": {"edge": 2, "difficulty": 9, "seed": 3}},
}


def loaded():
    """All these maps: their findings, and their grids as text."""
    records = [{"reference": name, "maps": maps} for name, maps in REFERENCES.items()]
    found = []
    for one in read_maps(records, HANDED, {}):
        values = {} if one.grid is None else vars(one.grid)
        sheets = [dict(sheet.cells) for sheet in values.get("drawn", ())]
        shown = [str(value) for name, value in values.items() if name != "drawn"]
        found.append((one.name, [*map(str, one.findings)], shown, sheets))
    return found


def test_maps_are_read_with_processes_as_without(game, monkeypatch):
    here = loaded()
    assert [bool(found[1]) for found in here] == [False, False, True, False, False, False, True]
    monkeypatch.setattr(boards._verdicts, "_known", {})
    monkeypatch.setattr(background._processes, "_workers", game._workers)
    assert loaded() == here
