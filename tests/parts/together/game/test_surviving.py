"""Listeners survive the faults of hooks: told once, counted, and players go on."""

from dataclasses import replace

import pytest
from evennia.accounts.accounts import DefaultGuest
from evennia.objects.models import ObjectDB
from evennia.utils.utils import class_from_module
from hook_faults import fails, times
from spawned import built_once, spawn
from twisted.internet.task import Clock
from worlds import room_named

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game import startup
from xyzgrid_ext.game.base.surviving import surviving, worker_faults
from xyzgrid_ext.game.cli import worker as worker_module
from xyzgrid_ext.game.cli.worker import Worker
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.db.exploration import CATEGORY, SAVE_DELAY
from xyzgrid_ext.game.parts import GamePart, game_parts
from xyzgrid_ext.game.protocols.changes import changes
from xyzgrid_ext.game.travel import following, walking
from xyzgrid_ext.game.typeclasses import newcomers
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.boards.game import outcome, ticker
from xyzgrid_ext.parts.dungeons.game import caretaker as caretaker_module
from xyzgrid_ext.parts.dungeons.game.caretaker import Caretaker
from xyzgrid_ext.parts.lands.game import eviction as lazy_module
from xyzgrid_ext.parts.tuning import game_part


@built_once
def shared_maps(folder, monkeypatch):
    from worlds import room

    machine = {
        "typeclass": "xyzgrid_ext.parts.boards.machine.Machine",
        "key": "box",
        "board": "firing-line",
    }
    lane = {
        "zcoord": "lane",
        "map": "\n+ 0 1 2\n\n0 #-#-#\n\n+ 0 1 2\n",
        "prototypes": {
            (0, 0): room("Gate"),
            (1, 0): room("Yard", things=[machine]),
            (2, 0): room("Barn"),
        },
    }
    return spawn([lane], folder, monkeypatch)


@pytest.fixture(autouse=True)
def logged(monkeypatch):
    """Return what is logged of workers, and begin without any faults."""
    from xyzgrid_ext.game.base import surviving as surviving_module
    from xyzgrid_ext.game.base.surviving import worker_faults

    worker_faults.clear()
    found = []
    monkeypatch.setattr(surviving_module.logger, "log_err", found.append)
    yield found
    worker_faults.clear()


@pytest.fixture
def ann(grid, clock, make_player):
    from worlds import room_named

    return make_player("Ann", location=room_named("Gate"))


# --- what is told of faults


def test_a_fault_is_logged_once_and_counted(logged):
    for _ in range(3):
        with surviving("walks"):
            fails()
    (line,) = logged
    assert line.startswith("xyzgrid: walks: Traceback")
    told = worker_faults.by_worker()["walks"]
    assert (told["times"], told["text"]) == (3, "HookError: of the game")


def test_faults_of_many_kinds_are_told_apart_up_to_a_bound(logged):
    for number in range(150):
        with surviving("walks"):
            raise type(f"Odd{number}", (Exception,), {})
    assert len(logged) == times("walks") == 100


def test_what_ends_a_process_is_not_survived_and_the_doctor_tells_of_faults():
    with pytest.raises(SystemExit), surviving("walks"):
        raise SystemExit
    with surviving("walks"):
        fails()
    noted = {
        "link sends at once": True, "pid": 1, "since": "", "steps": 0, "late p50": 0, "late p99": 0,
        "faults": worker_faults.by_worker(),
    }  # fmt: skip
    rows = {name: (value, advice) for name, value, advice in game_part.server_rows(noted)}
    value, advice = rows["faults: walks"]
    assert value.startswith("1, the last at ")
    assert value.endswith("HookError: of the game")
    assert "server.log" in advice


# --- logins


def test_a_guest_gets_in_though_the_start_room_cannot_be_found(grid, settings, monkeypatch, limbo):
    settings.GUEST_ENABLED = True
    monkeypatch.setattr(newcomers, "start_room", fails)
    guest, faults = DefaultGuest.authenticate(ip="127.0.0.1")
    assert not faults
    (character,) = guest.characters
    assert character.location == limbo
    assert times("new characters") == 1


def test_a_guest_whose_character_could_not_be_made_leaves_the_place_to_the_next(
    grid, settings, monkeypatch
):
    """The hook fails once; what was half made then, keeps nobody out."""
    settings.GUEST_ENABLED = True
    cls = class_from_module(settings.BASE_CHARACTER_TYPECLASS)
    with monkeypatch.context() as patch:
        patch.setattr(cls, "at_object_creation", fails)
        first, _faults = DefaultGuest.authenticate(ip="127.0.0.1")
    assert not first.characters
    first.delete()  # as when it leaves
    guest, _faults = DefaultGuest.authenticate(ip="127.0.0.1")
    (character,) = guest.characters
    assert character.key == guest.key
    assert ObjectDB.objects.filter(db_key=guest.key).count() == 1


def test_a_characters_player_gets_in_though_listeners_fail(ann, monkeypatch):
    monkeypatch.setattr(newcomers.relocation, "tell_if_moved", fails)
    ann.account.unpuppet_object(ann.session)
    ann.account.puppet_object(ann.session, ann.character)
    assert ann.session.puppet is ann.character
    assert times("new characters") == 1


# --- walks and followers


def test_a_walk_whose_exit_fails_rests_and_others_go_on(ann, make_player, clock, monkeypatch):
    ben = make_player("Ben", location=room_named("Gate"))
    take = walking.take_exit

    def take_but_for_ann(live, character, step):
        return fails() if character is ann.character else take(live, character, step)

    with monkeypatch.context() as patch:
        patch.setattr(walking, "take_exit", take_but_for_ann)
        assert "Type goto to walk on to Barn" in ann.types("goto barn")
        ben.types("goto barn")
        for _ in range(5):
            clock.advance(2)
    assert (ann.at, ben.at) == ("Gate", "Barn")
    assert not walking.is_walking(ann.character)
    assert times("walks") == 1
    ann.types("goto")
    assert ann.at == "Yard"


def test_who_follows_is_not_led_into_a_fault_and_the_leader_goes_on(
    ann, make_player, clock, monkeypatch
):
    ben = make_player("Ben", location=room_named("Gate"))
    assert "follow" in ben.types("follow Ann")
    monkeypatch.setattr(following, "run_command", fails)
    ann.types("east")
    clock.advance(1)
    assert (ann.at, ben.at) == ("Yard", "Gate")
    assert ben.character.ndb.xyzgrid_trail is None
    monkeypatch.setattr(following, "followers_of", fails)
    ann.types("east")
    assert ann.at == "Barn"
    assert times("followers") == 2


def test_what_was_explored_is_written_down_after_a_fault(ann, clock, monkeypatch):
    ann.types("east")
    handler = type(ann.character.attributes)
    monkeypatch.setattr(handler, "add", fails)
    clock.advance(SAVE_DELAY + 1)
    assert times("explored rooms") >= 1
    monkeypatch.undo()
    from xyzgrid_ext.game.base import task

    monkeypatch.setattr(task, "call_later", clock.callLater)
    clock.advance(SAVE_DELAY + 1)
    assert ann.character.attributes.get("lane", category=CATEGORY)


# --- boards, map clients


def test_the_clock_of_a_board_goes_on_after_a_fault(ann, clock, monkeypatch):
    ann.types("east")
    ann.session.protocol_key = "websocket"  # lines of a terminal would scroll away
    assert "Keys:" in ann.types("play box = live")
    monkeypatch.setattr(outcome, "finish_cycle", fails)
    machine = next(o for o in room_named("Yard").contents if o.key == "box")
    clock.pump([1.1] * 3)
    assert times("clocks of boards") >= 2
    assert machine.ndb.board_session.timer is not None


def test_one_board_that_fails_keeps_no_other_from_going_on(monkeypatch):
    resumed = []
    monkeypatch.setattr(ticker.objects, "objects_with", lambda *args: ["bad", "good"])
    monkeypatch.setattr(
        ticker.session,
        "session_of",
        lambda machine: fails() if machine == "bad" else resumed.append(1),
    )
    ticker.resume_all()
    assert resumed == [1]
    assert times("clocks of boards") == 1


def test_map_clients_are_told_of_the_next_change_after_a_fault(grid, clock, monkeypatch):
    heard = []
    monkeypatch.setattr(changes, "_waits", False)  # of a test before, whose clock is gone
    monkeypatch.setattr(changes, "_listener", fails)
    changes.note_map(grid.live, "lane")
    clock.advance(1)
    monkeypatch.setattr(changes, "_listener", lambda live, found: heard.append(found.maps))
    changes.note_map(grid.live, "lane")
    clock.advance(1)
    assert heard == [{"lane"}]
    assert times("map clients") == 1


class FreeLock:
    """The write lock, held."""

    is_held, busy = True, ""

    def renew_heartbeat(self):
        return None

    release = renew_heartbeat


def test_the_worker_takes_the_next_job_after_a_fault(grid, monkeypatch):
    clock, asked = Clock(), []
    worker = Worker(clock)
    monkeypatch.setattr(worker_module, "write_lock", FreeLock)
    monkeypatch.setattr(worker_module, "_next", fails)
    worker.run()
    clock.advance(1)
    assert times("jobs") == 2
    monkeypatch.setattr(worker_module, "_next", lambda: asked.append(1))
    clock.advance(1)
    assert asked == [1]
    worker._loop.stop()


def test_one_worker_that_fails_keeps_no_other_from_it(monkeypatch):
    monkeypatch.setattr(worker_module.objects, "object_by_id", fails)
    worker_module._tell_asker(jobs.Job("k", "plan", asker=1), "text")
    assert times("jobs") == 1
    begun = []
    monkeypatch.setattr(startup.evennia.SESSION_HANDLER, "portal_start_time", 1.0)
    rows = [replace(part, started=()) for part in game_parts()]
    rows.insert(0, GamePart("tides", started=(fails, lambda: begun.append("part"))))
    monkeypatch.setattr(startup, "game_parts", lambda: rows)
    workers = {"background": "start_processes", "worker": "start"}
    for name, function in workers.items():
        monkeypatch.setattr(getattr(startup, name), function, lambda name=name: begun.append(name))
    monkeypatch.setattr(startup, "delete_departed", lambda: None)  # it asks the database
    monkeypatch.setattr(startup, "current", lambda: Live(()))
    startup.Workers()._await_sessions()
    assert begun == [*workers, "part"]
    assert times("start of the workers") == 1


def test_the_caretaker_sees_to_the_others_after_a_fault(grid, monkeypatch):
    clock, seen = Clock(), []
    monkeypatch.setattr(caretaker_module, "write_lock", FreeLock)
    monkeypatch.setattr(caretaker_module, "current", lambda: grid.live)
    monkeypatch.setattr(grid.live.grids, "copies", {})
    monkeypatch.setattr(
        caretaker_module, "site_of", lambda found: seen.append(found.name) or fails()
    )
    caretaker = Caretaker(clock)
    caretaker.run()
    clock.advance(5)
    assert seen == ["lane", "lane"]
    assert times("caretaker of dungeons") == 2
    caretaker._loop.stop()


def test_a_sweep_that_fails_is_done_again_and_the_look_is_done(grid, monkeypatch):
    clock, looks = Clock(), []
    monkeypatch.setattr(caretaker_module, "write_lock", FreeLock)
    caretaker = Caretaker(clock)
    monkeypatch.setattr(caretaker, "sweep", fails)
    monkeypatch.setattr(caretaker, "tend", lambda: looks.append(1))
    caretaker.run()
    clock.advance(5)
    assert len(looks) == times("caretaker of dungeons") == 2
    caretaker._loop.stop()


def test_rooms_of_lazy_maps_go_in_the_next_round_after_the_world_could_not_be_read(monkeypatch):
    clock, looks = Clock(), []
    monkeypatch.setattr(lazy_module, "current", fails)
    caretaker = lazy_module.RoomCaretaker(clock)
    caretaker.run()
    clock.advance(caretaker.every)
    assert times("caretaker of lazy maps") == 1
    monkeypatch.setattr(lazy_module, "current", lambda: looks.append(1) or Live(()))
    clock.advance(caretaker.every)
    assert looks == [1]
    caretaker._loop.stop()


def test_an_error_of_ours_is_survived_like_any_other():
    with surviving("jobs"):
        raise UsageError("no", "yes")
    assert worker_faults.by_worker()["jobs"]["text"].startswith("UsageError: no")
