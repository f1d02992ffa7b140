"""A launcher beside a server, and builders in the game: what they ask for, the server does."""

import itertools
import os
from importlib.util import find_spec

import pytest
from evennia import create_object
from job_server import names_of_rooms

from xyzgrid_ext.game.base.write_lock import SERVER_ROLE, Holder
from xyzgrid_ext.game.cli import dispatch, running
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.db.jobs import JobState
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

# --- the launcher, beside a server


@pytest.fixture
def beside(server, monkeypatch):
    """Let launchers find the server, and time pass for it while they wait."""

    since = dispatch.time.time()

    class Others:
        is_held = False

        def acquire(self, word):
            return False

        def holder(self):
            return Holder(SERVER_ROLE, 42, since, dispatch.time.time())

    monkeypatch.setattr(dispatch, "write_lock", Others)
    monkeypatch.setattr(running, "write_lock", Others)
    monkeypatch.setattr(dispatch.time, "sleep", server.run)
    return server


def test_a_launcher_hands_its_work_to_the_server_and_tells_the_same(land, run, beside):
    code, text = run("add", land("town"))
    assert (code, "added 'town': 3 rooms, 4 exits" in text) == (0, True)
    code, text = run("spawn", "--yes")
    assert code == 0
    assert text.splitlines()[0] == "The game is running; its server (process 42) does the work."
    assert text.splitlines()[-1].startswith("made 3 rooms and 4 exits, ")
    assert "reload" not in text
    assert run("plan")[0] == 0
    assert run("spawn", "nowhere", "--yes")[0] == 1
    assert "spawn: done: made 3 rooms" in run("jobs")[1]


def test_spawn_waits_for_a_reload_after_a_change_that_the_server_has_not_read(
    land, run, beside, tmp_path, monkeypatch, settings
):
    for name in ("grid_rooms", "grid_prototypes"):
        (tmp_path / f"{name}.py").touch()
        os.utime(tmp_path / f"{name}.py", times=(0, 0))  # before the server has started
    monkeypatch.syspath_prepend(tmp_path)
    settings.GAME_DIR = str(tmp_path)
    settings.BASE_ROOM_TYPECLASS = "grid_rooms.Room"
    town = land("town")
    settings.PROTOTYPE_MODULES = [*settings.PROTOTYPE_MODULES, "grid_prototypes", town]
    run("add", town)
    os.utime(find_spec(town).origin, times=(2**32, 2**32))  # a server reads maps again
    assert "reload" not in run("plan")[1]
    for name, files in (
        ("grid_rooms", "grid_rooms.py"),
        ("grid_prototypes", "grid_prototypes.py and grid_rooms.py"),
    ):
        os.utime(tmp_path / f"{name}.py", times=(2**32, 2**32))
        unread = f"he running server has not read {files} since the last change"
        assert f"T{unread}. `evennia reload` lets it" in run("plan")[1]
        assert f"t{unread}, and would not do what plan shows" in run("spawn", "--yes")[1]
    assert [job.word for job in jobs.all_jobs()] == ["add"]


@pytest.mark.parametrize("words", [("add", "town"), ("doctor", "--fix")])
def test_a_launcher_leaves_work_without_a_question_to_the_server(land, run, beside, words):
    word, *names = words
    run(word, *(land(name) if name == "town" else name for name in names))
    assert [(job.word, job.state) for job in jobs.all_jobs()] == [
        ({"doctor": "tidy"}.get(word, word), JobState.DONE)
    ]


def test_a_launcher_asks_before_it_hands_over(land, run, beside, monkeypatch):
    run("add", land("town"))
    code, text = run("spawn")
    assert (code, "3 rooms and 4 exits to make" in text, "--yes" in text) == (1, True, True)
    assert [job.word for job in jobs.all_jobs()] == ["add"]
    monkeypatch.setattr("sys.stdin", type("Terminal", (), {"isatty": lambda self: True})())
    monkeypatch.setattr("builtins.input", lambda question: "y")
    assert run("spawn")[0] == 0
    assert names_of_rooms() == ["A room"] * 3


def test_launcher_that_is_interrupted_or_loses_the_server_says_what_goes_on(
    land, run, beside, monkeypatch
):
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
    silent = Holder(SERVER_ROLE, 42, dispatch.time.time(), dispatch.time.time())
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
        is_held = False

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


@pytest.fixture
def asks(server, superuser):
    """Return a function: a builder types a line, the server does it, the answer is flowing text."""

    def types(line):
        begun = len(superuser.sent)
        superuser.types(line)
        server.run()
        return " ".join(superuser.text_since(begun).split())

    return types


def test_builders_have_the_words_of_the_launcher(land, asks, superuser):
    get_xyzgrid().add(land("town"))
    assert "town" in superuser.types("xyzgrid list")
    assert "0 spawned" in superuser.types("xyzgrid")
    assert "3 rooms and 4 exits to make" in asks("xyzgrid plan")
    assert "made 3 rooms and 4 exits" in asks("xyzgrid spawn town (0,0,town)")
    assert "no findings" in asks("xyzgrid check")
    assert "spawn town (0,0,town): done" in superuser.types("xyzgrid jobs")


def test_builder_says_yes_before_a_spawn_undoes_work_by_hand_and_reads_no_markup(land, asks):
    grid = get_xyzgrid()
    grid.add(land("town"))
    asks("xyzgrid spawn town")
    room = grid.get_room((1, 0, "town"))[0]
    room.key = "My own"
    told = asks("xyzgrid spawn town")
    assert "It would undo what was changed in the game by hand: (1,0,town) My own" in told
    assert "nothing has changed: `xyzgrid spawn town --yes` does it" in told
    assert "undone" not in asks("xyzgrid spawn town --with-contents")
    assert room.key == "My own"
    assert "undone: (1,0,town) My own" in asks("xyzgrid spawn --yes town")
    assert room.key == "A room"
    told = asks("xyzgrid spawn town")  # nothing to undo, nothing to agree to
    assert "Nothing to do: the rooms are as the maps say." in told
    get_xyzgrid().add(land("town", room="||rRed||n"))
    assert "|rRed|n" in asks("xyzgrid plan").replace("||", "|")


def test_an_undo_in_the_game_shows_what_goes_before_it_does_it(land, asks, superuser):
    grid = get_xyzgrid()
    grid.add(land("town"))
    asks("xyzgrid spawn town")
    told = asks("xyzgrid undo")
    assert "This takes back" in told
    assert "nothing has changed: `xyzgrid undo --yes` does it" in told
    assert grid.get_room((1, 0, "town"))
    asks("xyzgrid undo --yes")
    assert not grid.get_room((1, 0, "town"))
    assert "There have been no spawns yet" in superuser.types("xyzgrid history")


def test_a_builder_reads_who_goes_where_and_has_the_contents_of_rooms_deleted(
    land, asks, make_player
):
    grid = get_xyzgrid()
    grid.add(land("town", "#-#-#"))
    grid.spawn()
    here = grid.get_room((2, 0, "town"))[0]
    ann = make_player("Ann", location=here).character
    lamp = create_object("evennia.DefaultObject", key="lamp", location=here)
    number = lamp.pk
    land("town", "#-#")
    moved = "> (2,0,town) Ann goes to A room (1,0,town)"
    told = asks("xyzgrid plan town")
    assert f"> (2,0,town) lamp (#{number}) goes to Limbo" in told
    assert moved in told
    told = asks("xyzgrid spawn town --with-contents")
    assert f"- (2,0,town) lamp (#{number})" in told
    assert moved in told
    assert told.endswith("removed 3, moved 1 character, deleted 1 thing")
    assert (ann.location.xyz[:2], lamp.pk) == ((1, 0), None)


def test_a_builder_is_told_of_what_is_under_way(land, server, superuser):
    get_xyzgrid().add(land("town"))
    superuser.types("xyzgrid spawn")
    assert "spawn is already running" in superuser.types("xyzgrid spawn")
    assert "It starts when spawn has ended." in superuser.types("xyzgrid plan town")
    assert "Unknown command: 'dance'" in superuser.types("xyzgrid dance")
    assert "Did you mean xyzgrid list?" in superuser.types("xyzgrid lst")


def test_players_do_not_have_it(player):
    assert "not available" in player.types("xyzgrid list")


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
    lines = superuser.types("xyzgrid help plan").strip().splitlines()
    assert min(map(len, lines[2:-1])) > 60, "paragraphs flow"


def test_words_of_a_terminal_and_wrong_uses_are_told_in_the_game(land, server, superuser):
    assert "rename works in a terminal, while the server is stopped" in superuser.types(
        "xyzgrid rename x"
    )
    assert "add works in a terminal only" in superuser.types("xyzgrid add world.town")
    assert "--json works in a terminal only" in superuser.types("xyzgrid plan --json")
    assert jobs.all_jobs() == []
    told = superuser.types("xyzgrid spawn --now")
    assert "unrecognized arguments: --now" in told
    assert "usage: spawn [MAP|ROOMS ...] " in told.replace("||", "|")
    assert "there is no help on 'bogus'" in superuser.types("xyzgrid help bogus")
