"""Work that goes to other processes while the game goes on, and the code that asks for it."""

import os
import time
from functools import partial
from multiprocessing import spawn
from threading import Event, get_ident

import pytest

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.grid import from_matrix, sheet_of
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.matrix.generate import generate
from xyzgrid_ext.game.base import elsewhere, task
from xyzgrid_ext.game.base.elsewhere import begun_again, heavy, heavy_each
from xyzgrid_ext.game.maps import loader, verdicts
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.world import maps
from xyzgrid_ext.game.world.rereading import load_steps
from xyzgrid_ext.workers.pool import Pool


@pytest.fixture(scope="module")
def pool():
    with Pool(1) as pool:
        yield pool


@pytest.fixture
def away(pool):
    """A process beside this one, as a running Server has it."""
    made = elsewhere.Elsewhere()
    made.take(pool)
    return made


class FakeReactor:
    """What threads hand to the thread of the game, done when the test says so.

    After `hold`, work for a thread begins then, too: nobody waits for what is done quickly.
    """

    def __init__(self, threads):
        self.handed, self._come = [], Event()
        self._threads, self._may_begin = threads, Event()
        self._may_begin.set()

    def hold(self):
        self.running = True
        self._may_begin.clear()

    def submit(self, work):
        return self._threads.submit(lambda: self._may_begin.wait(60) and work())

    def callFromThread(self, function, *values):  # noqa: N802 - Twisted's name
        self.handed.append((function, values))
        self._come.set()

    def turn(self):
        is_held = not self._may_begin.is_set()
        self._may_begin.set()
        assert self._come.wait(60)
        self._come.clear()
        if is_held:
            self._may_begin.clear()
        while self.handed:
            function, values = self.handed.pop(0)
            function(*values)


@pytest.fixture
def game_thread(monkeypatch):
    fake = FakeReactor(elsewhere._threads)
    monkeypatch.setattr(elsewhere, "_threads", fake)
    monkeypatch.setattr(task, "reactor", fake)
    monkeypatch.setattr(elsewhere, "reactor", fake)
    return fake


def test_work_is_begun_again_with_each_answer_and_returns_what_it_returns_at_once(away):
    begun = []

    def work():
        begun.append("work")
        pids = {heavy(os.getpid), *heavy_each(os.getpid, [(), ()])}
        return pids, heavy(divmod, 17, len(pids))

    assert work() == ({os.getpid()}, (17, 0))  # nobody drives it: it is done here
    (pid,), found = task.drain(begun_again("maps read", work, away))
    assert pid != os.getpid()
    assert found == (17, 0)
    assert begun == ["work"] * 5  # one alone, and one more for each answer


def test_what_is_raised_elsewhere_is_raised_where_it_was_asked_for(away):
    def work():
        with pytest.raises(MapError, match="too small") as told:
            heavy(generate, 2, 10, 1)
        return told.value

    here = work()
    there = task.drain(begun_again("maps read", work, away))
    assert (there.message, there.cure) == (here.message, here.cure)


def test_an_answer_to_another_question_is_not_taken(away):
    questions = iter("abbbb")

    def work():
        text = next(questions)
        return heavy(str.upper, text)

    assert task.drain(begun_again("maps read", work, away)) == "B"


def slow():
    """Work that is not done before the test goes on."""
    return heavy(time.sleep, 0.3), "done"


def test_a_task_waits_for_the_other_process_without_a_turn_of_its_own(away, game_thread, clock):
    found = []
    task.begin(begun_again("maps read", slow, away), found.append)
    assert (found, clock.due()) == ([], [])
    game_thread.turn()
    assert found == [(None, "done")]


def test_a_task_that_is_cancelled_hears_no_answer(away, game_thread, clock):
    found = []
    begun = task.begin(begun_again("maps read", slow, away), found.append)
    begun.cancel()
    game_thread.turn()
    assert (found, clock.due()) == ([], [])


def test_work_that_a_stopping_server_drops_is_neither_done_nor_refused(game_thread, clock):
    found, refused = [], []
    stopping = elsewhere.Elsewhere()
    stopping.take(Pool(1))
    task.begin(begun_again("maps read", slow, stopping), found.append, failed=refused.append)
    stopping.end()
    game_thread.turn()
    assert (found, refused, clock.due()) == ([], [], [])


def test_a_deferred_gives_the_result_in_the_thread_of_the_game(away, game_thread):
    found, refused = [], []
    elsewhere.deferred(away.submit(str.upper, "a")).addCallback(found.append)
    assert found == []  # whether it is there or not
    game_thread.turn()
    assert found == ["A"]
    elsewhere.deferred(away.submit(generate, 2, 10, 1)).addErrback(refused.append)
    game_thread.turn()
    assert refused[0].check(MapError)


def test_without_a_server_work_is_done_where_it_is_asked_for():
    assert elsewhere.submit(os.getpid).result() == os.getpid()
    assert next(begun_again("maps read", lambda: 3), None) is None


def test_many_values_are_worked_on_beside_the_game_and_few_at_once(game_thread):
    def thread_of(many):
        return task.drain(elsewhere.beside("compared", many, get_ident))

    game_thread.running = False
    assert thread_of(elsewhere.FEW) == get_ident()
    game_thread.running = True
    assert thread_of(elsewhere.FEW - 1) == get_ident()
    assert thread_of(elsewhere.FEW) != get_ident()
    with pytest.raises(ZeroDivisionError):
        task.drain(elsewhere.beside("compared", elsewhere.FEW, lambda: 1 / 0))


def test_a_server_without_workers_solves_and_reads_in_a_thread_of_its_own(game_thread):
    made = elsewhere.Elsewhere()
    made.take(elsewhere.in_thread())
    asked = []

    def work():
        asked.append(get_ident())
        return heavy(get_ident)

    assert task.drain(begun_again("boards", work, made)) not in asked
    made.end()


def test_a_server_whose_workers_cannot_start_works_in_a_thread_and_logs_one_line(monkeypatch):
    told = []
    executable = spawn.get_executable()
    monkeypatch.setattr(elsewhere.logger, "log_err", told.append)
    monkeypatch.setattr(elsewhere.settings, "workers", lambda: 2)
    monkeypatch.setattr(elsewhere.settings, "cluster", lambda: "")
    monkeypatch.setattr(elsewhere.reactor, "addSystemEventTrigger", lambda *_: None)
    made = elsewhere.Elsewhere()
    spawn.set_executable("/nowhere/python")
    try:
        made.start()
        found = [made.submit(os.getpid) for _ in range(3)]
        assert [one.result(60) for one in found] == [os.getpid()] * 3
    finally:
        spawn.set_executable(executable)
        made.end()
    (line,) = told
    assert "no worker process starts" in line


def test_a_large_level_is_drawn_in_a_thread_before_somebody_comes_there(game_thread, monkeypatch):
    threads = []

    def drawn(*values):
        threads.append(get_ident())
        return sheet_of(*values)

    monkeypatch.setattr(maps, "sheet_of", drawn)
    nodes = "".join(f"node {x} {y} 1 up twoway\n" for x in range(40) for y in range(39))
    text = f"matrixedge 40\nstartnode 0 0 0\nendnode 1 1 1\n{nodes}node 0 0 0 right\n"
    grid, _ = from_matrix(parse(text).matrix, "cube")
    world = maps.Maps([LoadedMap("cube", "cube", grid)])
    game_thread.hold()
    for _ in "twice":
        world.draw_soon(("cube", grid.rooms - 1))
    world.draw_soon(("cube", 0))  # two rooms are drawn when somebody is there
    game_thread.turn()
    assert len(threads) == 1
    assert get_ident() not in threads
    assert world.sheet("cube", 1).cells == sheet_of(grid, 1).cells
    assert len(threads) == 1


def test_until_a_large_level_is_drawn_a_look_draws_only_what_is_near(game_thread, monkeypatch):
    asked = []
    monkeypatch.setattr(maps, "sheet_of", lambda *args: asked.append(args[2:]) or sheet_of(*args))
    nodes = "".join(f"node {x} {y} 1 up twoway\n" for x in range(40) for y in range(39))
    text = f"matrixedge 40\nstartnode 0 0 0\nendnode 1 1 1\n{nodes}node 0 0 0 right\n"
    grid, _ = from_matrix(parse(text).matrix, "cube")
    world = maps.Maps([LoadedMap("cube", "cube", grid)])
    here = "cube", grid.room_at(Coord(7, 7, 1))
    game_thread.hold()
    near = world.sheet_near(here, 2)
    assert sorted(near.cells) == [(35, row) for row in range(10, 19)]
    game_thread.turn()
    whole = world.sheet_near(here, 2)
    assert whole is world.sheet("cube", 1)
    assert near.cells.items() < whole.cells.items()
    assert sorted(map(len, asked)) == [0, 1]


def test_a_large_level_whose_drawing_failed_is_drawn_at_the_next_look(game_thread, monkeypatch):
    nodes = "".join(f"node {x} {y} 1 up twoway\n" for x in range(40) for y in range(39))
    text = f"matrixedge 40\nstartnode 0 0 0\nendnode 1 1 1\n{nodes}node 0 0 0 right\n"
    grid, _ = from_matrix(parse(text).matrix, "cube")
    world = maps.Maps([LoadedMap("cube", "cube", grid)])
    here = "cube", grid.room_at(Coord(7, 7, 1))
    game_thread.hold()
    with monkeypatch.context() as broken:
        broken.setattr(maps, "sheet_of", lambda *_: 1 / 0)
        world.draw_soon(here)
        game_thread.turn()
    world.sheet_near(here, 2)
    game_thread.turn()
    assert world.sheet_near(here, 2) is world.sheet("cube", 1)


def test_the_levels_beside_a_room_are_drawn_in_a_thread_when_somebody_comes(
    game_thread, monkeypatch
):
    drawn = []
    monkeypatch.setattr(maps, "sheet_of", lambda grid, z: drawn.append(z) or sheet_of(grid, z))
    nodes = "".join(f"node {x} {y} {z} up twoway\n" for x in range(40) for y in range(39)
                    for z in range(4))  # fmt: skip
    ways = "".join(f"node 0 0 {z} forward twoway\n" for z in range(3))
    text = f"matrixedge 40\nstartnode 0 0 0\nendnode 1 1 1\n{nodes}{ways}"
    grid, _ = from_matrix(parse(text).matrix, "cube")
    world = maps.Maps([LoadedMap("cube", "cube", grid)])
    game_thread.hold()
    world.draw_around(("cube", grid.room_at(Coord(0, 0, 1))))
    while world._begun:
        game_thread.turn()
    assert sorted(drawn) == [0, 2]
    world.draw_around(("cube", grid.room_at(Coord(5, 5, 2))))  # no exit leads to another level
    world.draw_around(("cube", grid.room_at(Coord(0, 0, 1))))
    assert sorted(drawn) == [0, 2]


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
    for one in task.drain(load_steps(records, HANDED, {})):
        values = {} if one.grid is None else vars(one.grid)
        sheets = [dict(sheet.cells) for sheet in values.get("drawn", ())]
        shown = [str(value) for name, value in values.items() if name != "drawn"]
        found.append((one.name, [*map(str, one.findings)], shown, sheets))
    return found


def test_maps_are_read_elsewhere_as_they_are_here(pool, monkeypatch):
    here = loaded()
    assert [bool(found[1]) for found in here] == [False, False, True, False, False, False, True]
    monkeypatch.setattr(verdicts._verdicts, "_known", {})
    asked, submit = [], pool.submit

    def seen(work, *values):
        asked.append(work.__name__)
        return submit(work, *values)

    monkeypatch.setattr(pool, "submit", seen)
    monkeypatch.setattr(elsewhere._elsewhere, "_executor", pool)
    assert loaded() == here
    assert set(asked) == {"read_map", "furnished", "is_solvable", "read", "generated_map"}


def test_rooms_that_are_written_out_are_checked_and_read_in_a_thread(away, monkeypatch):
    threads = {}
    for name in ("faults_of", "from_rooms"):
        work = getattr(loader, name)

        def seen(*values, name=name, work=work):
            threads[name] = get_ident()
            return work(*values)

        monkeypatch.setattr(loader, name, seen)
    data = {"zcoord": "yard", "rooms": {(0, 0): {"key": "Yard"}}}
    reader = partial(loader.load_data, "yard", data)
    assert task.drain(begun_again("read", reader, away)).grid.rooms == 1
    assert set(threads) == {"faults_of", "from_rooms"}
    assert get_ident() not in threads.values()
