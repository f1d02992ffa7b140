"""Workers of a server survive the faults of hooks, and the work goes on."""

from dataclasses import replace

from hook_faults import fails, times
from twisted.internet.task import Clock

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game import startup
from xyzgrid_ext.game.base.surviving import surviving, worker_faults
from xyzgrid_ext.game.cli import worker as worker_module
from xyzgrid_ext.game.cli.worker import Worker
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.parts import GamePart, game_parts
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.dungeons.game import caretaker as caretaker_module
from xyzgrid_ext.parts.dungeons.game.caretaker import Caretaker
from xyzgrid_ext.parts.lands.game import eviction as lazy_module


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
    monkeypatch.setattr(caretaker, "look", lambda: looks.append(1))
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
