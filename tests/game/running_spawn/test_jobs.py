"""A running server does what launchers and builders ask for, step by step, and keeps its world.

`land` writes real map modules, `server` is the worker of a server whose clock the test advances.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from evennia import create_object
from job_server import TWO, Server, ask, names_of_rooms

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.game.base.pace import SERVER as PACE
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.base.write_lock import SERVER_ROLE, write_lock
from xyzgrid_ext.game.cli import jobs as works
from xyzgrid_ext.game.cli.jobs import Order
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.db.jobs import JobState
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.game.world import rereading
from xyzgrid_ext.xyzroom import XYZRoom

# --- jobs


def test_only_what_changed_is_read_again_and_all_at_once(land, server, monkeypatch):
    get_xyzgrid().add(land("town"), land("hill"))
    ask(server, "spawn")
    before = get_xyzgrid().live
    read = []
    load_each = rereading.load_each
    monkeypatch.setattr(
        rereading,
        "load_each",
        lambda reference, before: read.append(reference) or load_each(reference, before),
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
    steps = works.job_steps("spawn", grid, Order((), PACE))
    seen = []
    for step in steps:
        seen.append((step.what, grid.live is old))
    swapped = [is_old for _, is_old in seen].index(False)
    assert any(is_old for what, is_old in seen[:swapped])
    assert all(not is_old for _, is_old in seen[swapped:])
    assert seen[swapped][0].startswith("removed")


def test_a_map_is_checked_by_name_whose_module_does_not_load_any_more(land, server, run):
    grid = get_xyzgrid()
    reference = land("hill")
    grid.add(reference, land("town"))
    assert ask(server, "check", "hill").code == 0
    file = Path(sys.modules[reference].__file__)
    file.write_text(file.read_text().replace('"map":', '"map"'))
    for done in (ask(server, "check"), ask(server, "check", "hill")):
        assert done.code == 1
        assert "SyntaxError" in "\n".join(done.lines)
    assert ask(server, "check", "town").code == 0
    grid.reload()
    for word in ("check", "show"):  # as in a terminal, where the game has not known the map before
        assert "SyntaxError" in run(word, *["hill"] * (word == "check"))[1]
    assert "did you mean 'town'?" in run("check", "twon")[1]


def test_map_that_fails_now_stays_as_it_is_and_refuses_a_job_that_names_it(land, server):
    grid = get_xyzgrid()
    grid.add(land("town"), land("hill"))
    ask(server, "spawn")
    old = grid.live
    land("town", "#-%-#")
    failed = ask(server, "spawn", "town")
    assert (failed.state, failed.code) == (JobState.FAILED, 1)
    assert "%" in "\n".join(failed.lines)
    assert failed.lines[-1] == "A map that does not load stays as it is: mend it, and spawn again."
    assert grid.live is old
    with pytest.raises(RefusedError):
        drain(grid.renewed_steps({"town"}))
    # of another map the work goes on, and this one is as it was
    land("hill", TWO)
    assert ask(server, "spawn", "hill").code == 0
    assert [grid.live.spawned_count(key) for key in ("town", "hill")] == [3, 2]
    land("town", "#-%-#")
    land("hill", TWO)
    room = grid.get_room((1, 0, "town"))[0]
    room.key = "A hall"
    assert ask(server, "plan").code == 1
    done = ask(server, "spawn")
    assert (done.state, done.code) == (JobState.DONE, 1)
    assert "%" in "\n".join(done.lines)
    assert [grid.live.spawned_count(key) for key in ("town", "hill")] == [3, 2]
    assert room.key == "A hall"
    assert ask(server, "check").code == 1
    land("town")
    assert ask(server, "check").code == ask(server, "spawn").code == 0


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
    failed = ask(server, "delete", "town")
    assert failed.state is JobState.FAILED
    assert str(failed).endswith(f"failed: {failed.lines[0]}")  # the fault, not its cure


def test_code_of_a_game_does_not_spawn_beside_a_job(land, server):
    grid = get_xyzgrid()
    grid.add(land("town"))
    jobs.submit("spawn", [])
    server.run(1.02)
    with pytest.raises(GridError, match="at work on the grid: spawn"):
        grid.spawn()
    server.run()
    assert grid.spawn().rooms == 0


@pytest.mark.parametrize(
    ("word", "names", "fault"),
    [("spawn", ["nowhere"], "there is no map 'nowhere'"), ("dance", [], "no work called 'dance'")],
)
def test_what_cannot_be_done_fails_with_a_word(land, server, word, names, fault):
    get_xyzgrid().add(land("town"))
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
    assert first.role == SERVER_ROLE
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
    assert jobs.find_job(job.key).state is JobState.WAITING
    land("town", TWO)
    free.append(True)
    waiting.run(5)
    assert jobs.find_job(job.key).state is JobState.DONE
    assert grid.live is not old
    assert grid.live.grids["town"].rooms == 2
    waiting.worker.stop()


def test_what_a_reload_cuts_off_is_taken_up_by_the_next_server(land, server):
    get_xyzgrid().add(land("town"))
    job = jobs.submit("spawn", [])
    server.run(1.02)
    assert jobs.find_job(job.key).state is JobState.RUNNING
    server.worker.stop()
    assert jobs.find_job(job.key).state is JobState.WAITING
    assert not write_lock().is_held
    again = Server(server.clock).start()
    again.run()
    assert jobs.find_job(job.key).state is JobState.DONE
    assert names_of_rooms() == ["A room"] * 3
    again.worker.stop()


def test_what_a_crash_cut_off_and_what_nobody_did_for_long_is_told_as_failed(
    limbo, clock, monkeypatch
):
    cut = jobs.save_job(jobs.submit("spawn", ["cut"]), state=JobState.RUNNING)
    old = jobs.submit("spawn", ["old"])
    now = jobs.time.time() + 90
    monkeypatch.setattr(jobs.time, "time", lambda: now)
    found = Server(clock).start()
    found.run(1)
    assert "ended in the middle" in jobs.find_job(cut.key).lines[0]
    assert "no server has done it" in jobs.find_job(old.key).lines[0]
    found.worker.stop()


IMPORT = "from evennia.contrib.grid.xyzgrid.xymap_legend import BasicMapNode"
ROOMS = (
    '"rooms": {(0, 0): {"symbol": "a", "exits": {"east": {"to": (1, 0), "weight": 2}}}, (1, 0): {}}'
)


def room(*xyz):
    return XYZRoom.objects.get_xyz(xyz=xyz)


def test_setting_is_the_list_of_maps_and_slips_in_it_are_told(land, run, settings):
    settings.XYZGRID_MAPS = [land("town")]
    code, text = run("sync", "--check")
    assert (code, "new 'town': 3 rooms" in text, names_of_rooms()) == (2, True, [])
    assert run("sync")[0] == 0
    assert (names_of_rooms(), run("sync", "--check")[0], run("plan")[0]) == (["A room"] * 3, 0, 0)
    for words in (("add", land("hill")), ("delete", "town", "--yes")):
        code, text = run(*words)
        assert (code, "the setting XYZGRID_MAPS lists the maps" in text) == (1, True)
    assert run("sync", "town")[0] == 1
    town = land("town")
    settings.XYZGRID_MAPS = [town, town, town.replace("town", "twon")]
    text = run("sync")[1]
    assert f"XYZGRID_MAPS lists {town} more than once: once is enough" in text
    assert f"did you mean '{town}'?" in text


AREA = '"areas": {"quay": {"rooms": ["(0,0)-(1,0)"], "title": "TITLE"}}'
NODE = """"legend": {"#": type("Node", (BasicMapNode,), {"display_symbol": 'H'})}"""


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        ("", '"options": {"title": "The Town"}', "options"),
        (AREA, AREA.replace("TITLE", "The Quay"), "areas"),
        (AREA, AREA.replace('"TITLE"', '"TITLE", "goto": "no"'), "areas"),
        (NODE, NODE.replace("'H'", "'I'"), "legend"),
        (ROOMS, ROOMS.replace('"symbol": "a"', '"symbol": "b"'), "rooms"),
        (ROOMS, ROOMS.replace('"weight": 2', '"weight": 3'), "rooms"),
    ],
)
def test_what_makes_no_rows_is_work_to_do_until_the_game_has_read_it(
    land, run, settings, before, after, names
):
    def write(more):
        file = Path(find_spec(town).origin)
        if more.startswith('"rooms"'):
            file.write_text(f'XYMAP_DATA = {{"zcoord": "town", {more}}}')
        else:
            file.write_text(f"{IMPORT}{source[:-2]}, {more}}}\n")

    town = land("town")
    source = Path(find_spec(town).origin).read_text()
    settings.XYZGRID_MAPS = [town, land("hill")]
    write(before)
    assert (run("sync")[0], run("plan")[0]) == (0, 0)
    write(after)
    line = f"~ town: map text changed: {names}"
    for words in (("plan",), ("plan", "town"), ("plan", "--json"), ("sync", "--check")):
        code, text = run(*words)
        told = names in text if "--json" in words else line in text.splitlines()
        assert (code, told, "Nothing to do" in text) == (2, True, False), text
    assert run("plan", "hill")[0] == 0
    code, text = run("sync")
    assert (code, line in text.splitlines()) == (0, True)
    assert (run("sync", "--check")[0], "Nothing to do" in run("plan")[1]) == (0, True)


def test_a_map_that_is_no_longer_listed_goes_with_prune_alone_but_not_from_under_people(
    land, run, settings, player, superuser
):
    settings.XYZGRID_MAPS = [land("town"), land("hill")]
    assert run("sync")[0] == 0
    player.character.location = room(0, 0, "hill")
    superuser.character.location = room(1, 0, "town")
    superuser.types("open gate = (2,0,hill)")
    settings.XYZGRID_MAPS = settings.XYZGRID_MAPS[:1]
    code, text = run("sync")
    assert code == 0
    assert "is on no list, and has 3 rooms; `evennia xyzgrid sync --prune` removes them" in text
    assert run("sync", "--check", "--prune")[0] == 2
    assert len(names_of_rooms()) == 6
    code, text = run("sync", "--prune")
    assert (code, "= (0,0,hill) stays: Ann" in text, "removed 3" in text) == (2, True, True)
    assert "= (2,0,hill) stays: the exit gate (#" in text
    assert [room.xyz[0] for room in XYZRoom.objects.filter_xyz(xyz=("*", "*", "hill"))] == [0, 2]


def test_a_room_that_the_map_no_longer_has_stays_while_a_thing_is_in_it(land, run, settings):
    settings.XYZGRID_MAPS = [land("town")]
    run("sync")
    lamp = create_object("evennia.objects.objects.DefaultObject", "lamp", room(2, 0, "town"))
    land("town", TWO)
    code, text = run("sync")
    assert (code, f"= (2,0,town) stays: lamp (#{lamp.id})" in text) == (2, True)
    assert "map text changed" not in text, "which the rooms tell"
    assert (run("sync", "--check")[0], len(names_of_rooms())) == (2, 3)
    lamp.delete()
    assert (run("sync")[0], len(names_of_rooms())) == (0, 2)


@pytest.mark.parametrize("decided", [("rename", "town", "city"), ("delete", "town")])
def test_a_map_that_may_have_a_new_name_is_not_pruned(land, run, settings, decided):
    settings.XYZGRID_MAPS = [land("town"), land("hill")]
    run("sync")
    town, city = (Path(find_spec(name).origin) for name in (settings.XYZGRID_MAPS[0], land("city")))
    town.write_text(city.read_text())
    code, text = run("sync", "--prune")
    assert (code, 'xyzgrid rename "town" "city"' in text, len(names_of_rooms())) == (1, True, 6)
    assert (run(*decided, "--yes")[0], run("sync")[0]) == (0, 0)
    assert {room.xyz[2] for room in XYZRoom.objects.all()} == {"city", "hill"}


def test_a_running_server_takes_what_is_listed_by_now(land, server, settings):
    settings.XYZGRID_MAPS = [land("town")]
    assert ask(server, "sync").code == 0
    settings.XYZGRID_MAPS = [land("town", TWO), land("hill"), "no.such.module"]
    done = ask(server, "sync")
    assert (done.code, len(names_of_rooms())) == (1, 5)
    assert any("no.such.module" in line for line in done.lines)
    assert [one["maps"] for one in get_xyzgrid().records] == [["town"], ["hill"], []]


def test_the_page_about_deploying_does_what_it_says(run, settings, documented):
    named = next(block for block in documented("python") if "XYZGRID_MAPS = " in block)
    names = {}
    exec(named, names)
    settings.XYZGRID_MAPS = [
        f"xyzgrid_ext.content.examples.{name[6:]}" for name in names["XYZGRID_MAPS"]
    ]
    blocks = [block for block in documented("sh") if "xyzgrid sync" in block]
    words = [line.split()[2:] for block in blocks for line in block.splitlines()]
    assert [run(*each)[0] for each in words] == [2, 0, 0]
    assert len(XYZRoom.objects.all()) == 10
