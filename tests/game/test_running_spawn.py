"""A running server does what launchers and builders ask for, step by step, and keeps its world.

`land` writes real map modules, `server` is the worker of a server whose clock the test advances.
"""

import gc
import importlib
import itertools
import sys

import pytest

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.game.base.lock import SERVER, Holder, write_lock
from xyzgrid_ext.game.base.pace import SERVER as PACE
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli import dispatch, worker
from xyzgrid_ext.game.cli import jobs as works
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.db.jobs import JobState
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.typeclasses import XYZRoom
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

pytestmark = pytest.mark.django_db

numbers = itertools.count()
SOURCE = """
XYMAP_DATA = {"zcoord": "NAME", "map": '''
+ 0 1 2

0 DRAWN

+ 0 1 2
''', "prototypes": {("*", "*"): {"prototype_parent": "xyz_room", "key": "KEY"}}}
"""
THREE, TWO = "#-#-#", "#-#"


@pytest.fixture
def land(tmp_path, monkeypatch, limbo):
    """Return a function (map, drawing, name of rooms) -> the reference of its module, written."""
    name = f"realm_{next(numbers)}"
    folder = tmp_path / name
    folder.mkdir()
    monkeypatch.syspath_prepend(tmp_path)

    def write(key, drawn=THREE, room="A room"):
        source = SOURCE.replace("NAME", key).replace("DRAWN", drawn).replace("KEY", room)
        (folder / f"{key}.py").write_text(source)
        importlib.invalidate_caches()
        return f"{name}.{key}"

    yield write
    for loaded in [key for key in sys.modules if key.split(".")[0] == name]:
        del sys.modules[loaded]


class Server:
    """The worker of a server; `run` lets time pass."""

    def __init__(self, clock):
        self.clock = clock
        self.worker = worker.Worker(clock)

    def start(self):
        self.worker.run()
        return self

    def run(self, seconds=5.0):
        self.clock.pump([0.01] * int(seconds * 100))


@pytest.fixture
def server(limbo, clock):
    """Return a server that has begun."""
    found = Server(clock).start()
    yield found
    found.worker.stop()


def ask(server, word, *names, asker=0):
    """Have something done; the job as it is then."""
    job = jobs.submit(word, names, asker)
    server.run()
    return jobs.find(job.key)


def names_of_rooms():
    return sorted(str(room.key) for room in XYZRoom.objects.all())


# --- jobs


def test_a_map_that_changed_on_disk_is_spawned_without_a_reload(land, server):
    get_xyzgrid().add(land("town"))
    done = ask(server, "spawn", "town")
    assert (done.state, done.lines[-1][:26]) == (JobState.DONE, "made 3 rooms and 4 exits, ")
    land("town", TWO, "A hut")
    done = ask(server, "spawn")
    assert done.state is JobState.DONE, done.lines
    assert names_of_rooms() == ["A hut", "A hut"]
    live = get_xyzgrid().live
    assert live.grids["town"].rooms == live.spawned("town") == 2
    assert live.object(("town", 1)).key == "A hut"


def test_only_what_changed_is_read_again_and_all_at_once(land, server, monkeypatch):
    get_xyzgrid().add(land("town"), land("hill"))
    ask(server, "spawn")
    before = get_xyzgrid().live
    read = []
    readers = works.load_steps.__globals__["readers"]
    monkeypatch.setitem(
        works.load_steps.__globals__,
        "readers",
        lambda reference, before: read.append(reference) or readers(reference, before),
    )
    reference = land("hill", TWO)
    ask(server, "spawn")
    after = get_xyzgrid().live
    assert read == [reference]
    assert after is not before
    assert after.loaded["town"] is before.loaded["town"]
    ask(server, "spawn")
    assert get_xyzgrid().live is after, "nothing has changed, and no walker looks for a way anew"


def test_the_world_stays_whole_until_the_plan_is_made(land, server):
    grid = get_xyzgrid()
    grid.add(land("town"))
    grid.spawn()
    old = grid.live
    land("town", TWO)
    steps = works.work_of("spawn", grid, works.Order((), PACE))
    seen = []
    for step in steps:
        seen.append((step.what, grid.live is old))
    swapped = [is_old for _, is_old in seen].index(False)
    assert any(is_old for what, is_old in seen[:swapped])
    assert all(not is_old for _, is_old in seen[swapped:])
    assert seen[swapped][0].startswith("removed")


def test_an_object_of_each_class_is_made_in_a_slice_of_its_own(land, server):
    grid = get_xyzgrid()
    grid.add(land("town"))
    steps = works.work_of("spawn", grid, works.Order((), PACE))
    told = [(step.done, step.total) for step in steps if step.what == "classes"]
    assert told == [(1, 2), (2, 2)], "rooms and exits"


def test_objects_are_found_after_the_swap_without_reading_the_index_again(
    land, server, django_assert_max_num_queries
):
    grid = get_xyzgrid()
    grid.add(land("town"), land("hill"))
    grid.spawn()
    room = grid.live.object(("town", 2))
    land("town", TWO, "A room")
    live = drain(grid.renewed_steps(PACE)).live
    with django_assert_max_num_queries(0):
        assert live.where(room) is None, "the map has no such room any more"
        assert live.spawned("town") == 2
        assert live.spawned("hill") == 3


def test_a_map_that_fails_now_stays_as_it_is_and_all_others_are_done(land, server):
    grid = get_xyzgrid()
    grid.add(land("town"), land("hill"))
    ask(server, "spawn")
    land("town", "#-%-#")
    land("hill", TWO)
    room = grid.get_room((1, 0, "town"))[0]
    room.key = "A hall"
    assert ask(server, "plan").code == 1
    done = ask(server, "spawn")
    assert (done.state, done.code) == (JobState.DONE, 1)
    assert "%" in "\n".join(done.lines)
    assert [grid.live.spawned(key) for key in ("town", "hill")] == [3, 2]
    assert room.key == "A hall"
    assert ask(server, "check").code == 1
    land("town")
    assert ask(server, "check").code == ask(server, "spawn").code == 0


def test_a_map_that_is_named_and_fails_now_refuses_the_job_and_the_world_stays(land, server):
    grid = get_xyzgrid()
    grid.add(land("town"), land("hill"))
    ask(server, "spawn")
    old = grid.live
    land("town", "#-%-#")
    failed = ask(server, "spawn", "town")
    assert (failed.state, failed.code) == (JobState.FAILED, 1)
    assert "%" in "\n".join(failed.lines)
    assert grid.live is old
    with pytest.raises(RefusedError):
        drain(grid.renewed_steps(PACE, {"town"}))
    # of another map the work goes on, and this one is as it was
    land("hill", TWO)
    assert ask(server, "spawn", "hill").code == 0
    assert [grid.live.spawned(key) for key in ("town", "hill")] == [3, 2]


def test_maps_are_added_deleted_and_pruned_by_the_server(land, server):
    reference = land("town")
    assert "added 'town': 3 rooms, 4 exits" in ask(server, "add", reference).lines
    ask(server, "spawn")
    get_xyzgrid().remove("town")
    assert ask(server, "prune").lines[-1].startswith("removed 3 rooms and 4 exits")
    ask(server, "add", reference)
    ask(server, "spawn")
    gone, stays = ask(server, "delete", "town").lines
    assert gone == "'town' gone."
    assert stays == f"{reference} stays: `evennia xyzgrid add {reference}` adds it again."
    assert (names_of_rooms(), get_xyzgrid().records) == ([], [])
    assert ask(server, "delete", "town").state is JobState.FAILED


def test_code_of_a_game_does_not_spawn_beside_a_job(land, server):
    grid = get_xyzgrid()
    grid.add(land("town"))
    jobs.submit("spawn", [])
    server.run(1.02)
    with pytest.raises(GridError, match="at work on the grid: spawn"):
        grid.spawn()
    server.run()
    assert grid.spawn().rooms == 0


def test_jobs_are_done_one_after_the_other(land, server):
    get_xyzgrid().add(land("town"))
    first, second = jobs.submit("plan", []), jobs.submit("spawn", [])
    server.run(1.1)
    server.run(10)
    first, second = jobs.find(first.key), jobs.find(second.key)
    assert (first.state, second.state) == (JobState.DONE, JobState.DONE)
    assert first.code == works.CHANGES
    assert first.touched <= second.touched


@pytest.mark.parametrize(
    ("word", "names", "fault"),
    [("spawn", ["nowhere"], "there is no map 'nowhere'"), ("dance", [], "no work called 'dance'")],
)
def test_what_cannot_be_done_fails_with_a_word(server, word, names, fault):
    failed = ask(server, word, *names)
    assert (failed.state, failed.code) == (JobState.FAILED, 1)
    assert fault in failed.lines[0]
    assert ask(server, "plan").state is JobState.DONE, "and the next one is done"


def test_an_error_of_the_work_is_told_and_the_server_goes_on(land, server, monkeypatch):
    get_xyzgrid().add(land("town"))

    def breaks(*args):
        raise RuntimeError("the disk is full")
        yield

    with monkeypatch.context() as patch:
        patch.setattr(spawning, "apply_steps", breaks)
        failed = ask(server, "spawn")
    assert failed.lines[0] == "RuntimeError: the disk is full"
    assert "next spawn finishes" in failed.lines[1]
    assert ask(server, "spawn").state is JobState.DONE


# --- who has the write lock


def test_a_server_holds_the_lock_and_gives_signs(server):
    first = write_lock().holder()
    assert first.role == SERVER
    server.run(1.1)
    assert write_lock().holder().sign > first.sign


def test_a_server_waits_for_a_launcher_and_looks_anew_then(land, clock, limbo, monkeypatch):
    grid = get_xyzgrid()
    grid.add(land("town"))
    old = grid.live
    free = []
    acquire = type(write_lock()).acquire
    monkeypatch.setattr(
        type(write_lock()), "acquire", lambda self, role: bool(free) and acquire(self, role)
    )
    waiting = Server(clock).start()
    job = jobs.submit("plan", [])
    waiting.run(3)
    assert jobs.find(job.key).state is JobState.WAITING
    land("town", TWO)
    free.append(True)
    waiting.run(5)
    assert jobs.find(job.key).state is JobState.DONE
    assert grid.live is not old
    assert grid.live.grids["town"].rooms == 2
    waiting.worker.stop()


def test_what_a_reload_cuts_off_is_taken_up_by_the_next_server(land, server):
    get_xyzgrid().add(land("town"))
    job = jobs.submit("spawn", [])
    server.run(1.02)
    assert jobs.find(job.key).state is JobState.RUNNING
    server.worker.stop()
    assert jobs.find(job.key).state is JobState.WAITING
    assert not write_lock().held
    again = Server(server.clock).start()
    again.run()
    assert jobs.find(job.key).state is JobState.DONE
    assert names_of_rooms() == ["A room"] * 3
    again.worker.stop()


def test_what_a_crash_cut_off_and_what_nobody_did_for_long_is_told_as_failed(
    limbo, clock, monkeypatch
):
    cut = jobs.save(jobs.submit("spawn", ["cut"]), state=JobState.RUNNING)
    old = jobs.submit("spawn", ["old"])
    now = jobs.time.time() + 90
    monkeypatch.setattr(jobs.time, "time", lambda: now)
    found = Server(clock).start()
    found.run(1)
    assert "ended in the middle" in jobs.find(cut.key).lines[0]
    assert "no server has done it" in jobs.find(old.key).lines[0]
    found.worker.stop()


# --- the launcher, beside a server


@pytest.fixture
def beside(server, monkeypatch):
    """Let launchers find the server, and time pass for it while they wait."""

    class Others:
        def acquire(self, word):
            return False

        def holder(self):
            return Holder(SERVER, 42, 0.0, dispatch.time.time())

    monkeypatch.setattr(dispatch, "write_lock", Others)
    monkeypatch.setattr(dispatch.time, "sleep", server.run)
    return server


def test_a_launcher_hands_its_work_to_the_server_and_tells_the_same(land, run, beside):
    code, text = run("add", land("town"))
    assert (code, "added 'town': 3 rooms, 4 exits" in text) == (0, True)
    code, text = run("spawn", "--yes")
    assert code == 0
    assert text.splitlines()[0] == "The game is running: its server, process 42, does it."
    assert text.splitlines()[-1].startswith("made 3 rooms and 4 exits, ")
    assert "reload" not in text
    assert run("plan")[0] == 0
    assert run("spawn", "nowhere", "--yes")[0] == 1
    assert "spawn: done: made 3 rooms" in run("jobs")[1]


def test_a_launcher_asks_before_it_hands_over(land, run, beside, monkeypatch):
    run("add", land("town"))
    code, text = run("spawn")
    assert (code, "3 rooms and 4 exits to make" in text, "--yes" in text) == (1, True, True)
    assert [job.word for job in jobs.all_jobs()] == ["add"]
    monkeypatch.setattr("sys.stdin", type("Terminal", (), {"isatty": lambda self: True})())
    monkeypatch.setattr("builtins.input", lambda question: "y")
    assert run("spawn")[0] == 0
    assert names_of_rooms() == ["A room"] * 3


def test_an_interrupted_launcher_says_that_the_server_goes_on(land, run, beside, monkeypatch):
    run("add", land("town"))

    def interrupted(seconds):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(dispatch.time, "sleep", interrupted)
        code, text = run("spawn", "--yes")
    assert code == 130
    assert "The server goes on with it." in text
    beside.run()
    assert jobs.all_jobs()[-1].state is JobState.DONE


def test_a_server_that_is_lost_is_told(land, run, beside, monkeypatch):
    run("add", land("town"))
    silent = Holder(SERVER, 42, 0.0, dispatch.time.time())
    monkeypatch.setattr(dispatch.write_lock, "holder", lambda self: silent)
    now = itertools.count(dispatch.time.time(), 3.0)
    monkeypatch.setattr(dispatch.time, "time", lambda: next(now))
    monkeypatch.setattr(dispatch.time, "sleep", lambda seconds: None)
    code, text = run("spawn", "--yes")
    assert code == 1
    assert "the server has given no sign of life for 20 seconds" in text
    assert "spawn again finishes what it has begun" in text
    assert jobs.all_jobs()[-1].state is JobState.FAILED, "no server does it later, unasked"


def test_a_launcher_is_refused_by_another_and_may_wait_for_it(land, run, monkeypatch):
    reference = land("town")
    answers = []

    class Others:
        def acquire(self, word):
            return bool(answers)

        def holder(self):
            return Holder("delete", 42, 0.0, dispatch.time.time())

        def release(self):
            answers.clear()

    monkeypatch.setattr(dispatch, "write_lock", Others)
    code, text = run("add", reference)
    assert code == 1
    assert "`evennia xyzgrid delete`, process 42, since" in text
    assert "--wait" in text
    monkeypatch.setattr(dispatch.time, "sleep", answers.append)
    code, text = run("add", reference, "--wait")
    assert (code, text.splitlines()[0][:11]) == (0, "Waiting for")


# --- the builder in the game


def test_builders_have_the_words_of_the_launcher(land, server, superuser):
    get_xyzgrid().add(land("town"))
    assert "town" in superuser.types("xyzgrid list")
    assert "0 spawned" in superuser.types("xyzgrid")
    superuser.types("xyzgrid plan")
    begun = len(superuser.sent)
    server.run()
    assert "3 rooms and 4 exits to make" in superuser.text_since(begun)
    superuser.types("xyzgrid spawn town (0,0,town)")
    server.run()
    assert "made 3 rooms and 4 exits" in superuser.text_since(begun)
    superuser.types("xyzgrid check")
    server.run()
    assert "no findings" in superuser.text_since(begun)
    assert "spawn town (0,0,town): done" in superuser.types("xyzgrid jobs")


def test_a_builder_is_told_of_what_is_under_way(land, server, superuser):
    get_xyzgrid().add(land("town"))
    superuser.types("xyzgrid spawn")
    assert "spawn is already running" in superuser.types("xyzgrid spawn")
    assert "It is waiting for spawn" in superuser.types("xyzgrid plan town")
    assert "Unknown command: 'dance'" in superuser.types("xyzgrid dance")


def test_names_with_blanks_need_no_quotes_where_they_stand_alone(land, server, superuser):
    get_xyzgrid().add(land("old town"))
    begun = len(superuser.sent)
    superuser.types("xyzgrid plan old town")
    server.run()
    superuser.types('xyzgrid plan "old town" (0,0,old town)')
    server.run()
    assert superuser.text_since(begun).count("3 rooms and 4 exits to make") == 2


def test_players_do_not_have_it(player):
    assert "not available" in player.types("xyzgrid list")


def test_what_is_told_of_a_map_is_no_markup(land, server, superuser):
    get_xyzgrid().add(land("town", room="||rRed||n"))
    superuser.types("xyzgrid plan")
    begun = len(superuser.sent)
    server.run()
    assert "|rRed|n" in superuser.text_since(begun).replace("||", "|")


def test_the_game_and_the_terminal_answer_alike(land, server, superuser, run):
    get_xyzgrid().add(land("town"))
    for words in (("show", "town"), ("path", "(0,0,town)", "(2,0,town)"), ("list", "town")):
        told = superuser.types(" ".join(("xyzgrid", *words)))
        assert told.rstrip() == run(*words)[1].rstrip()
    assert superuser.types('xyzgrid path "(2,0,town)" (0,0,town) --json') == (
        '{"exits": ["west", "west"], "cost": 2}'
    )
    helped = run("help", "spawn")[1].replace("evennia xyzgrid", "xyzgrid")
    assert superuser.types("xyzgrid help spawn").split() == helped.split()
    assert superuser.types("xyzgrid spawn --help").split() == helped.split()


def test_words_and_options_of_a_terminal_are_told_as_such(land, server, superuser):
    assert "fetch works in a terminal, while the server is stopped" in superuser.types(
        "xyzgrid fetch x"
    )
    assert "add works in a terminal only" in superuser.types("xyzgrid add world.town")
    assert "--json works in a terminal only" in superuser.types("xyzgrid plan --json")
    assert jobs.all_jobs() == []


def test_a_wrong_use_in_the_game_ends_nothing_and_shows_the_use(land, server, superuser):
    told = superuser.types("xyzgrid spawn --now")
    assert "unrecognized arguments: --now" in told
    assert "usage: spawn [MAP|ROOMS ...] [--changed] [--yes] [--wait]" in told.replace("||", "|")
    assert "there is no help on 'bogus'" in superuser.types("xyzgrid help bogus")


def test_options_may_stand_before_and_behind_names(land, server, superuser):
    get_xyzgrid().add(land("town"))
    superuser.types("xyzgrid spawn --yes town --wait (0,0,town)")
    assert [job.title for job in jobs.all_jobs()] == ["spawn town (0,0,town)"]


def test_while_a_job_is_done_only_young_objects_are_searched_for_garbage(land, server, clock):
    get_xyzgrid().add(land("brook"))
    jobs.submit("plan", ("brook",))
    was_on = set()
    while server.worker._job is None:
        clock.advance(0.5)
    while server.worker._job is not None:
        was_on.add(gc.isenabled())
        clock.advance(0.01)
    assert was_on == {False}
    assert gc.isenabled()
