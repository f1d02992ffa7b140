"""What does not go is named by `evennia xyzgrid` and its exit code; jobs; checks in CI."""

import json

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from evennia.objects.models import ObjectDB
from evennia.server.models import ServerConfig
from worlds import LANE

from tools.runner import bootstrap
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.db.jobs import Job, JobState
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.xyzgrid import find_xyzgrid
from xyzgrid_ext.xyzroom import XYZRoom

pytestmark = pytest.mark.django_db


BAD = LANE.replace("#-#-#", "#-%-#")


@pytest.fixture
def one_bad(module, run):
    """Have two maps of which the second does not load any more; both were spawned before."""
    good, bad = {"zcoord": "good", "map": LANE}, {"zcoord": "bad", "map": LANE}
    run("add", module("maps.pair", good, bad))
    run("spawn", "--yes")
    module("maps.pair", good | {"map": LANE.replace("#-#-#", "#-#  ")}, bad | {"map": BAD})
    get_xyzgrid().reload()


def test_name_of_a_map_that_does_not_load_and_a_room_that_goes_are_known(run, one_bad):
    code, text = run("plan", "lost")
    assert code == 1
    assert "there is no map 'lost'" in text
    assert "bad does not load: `evennia xyzgrid check` tells why" in text
    assert run("plan", "(2,0,good)")[0] == 2
    assert run("spawn", "(2,0,good)", "--yes")[0] == 0
    assert run("plan", "(2,0,good)")[0] == 1


def test_database_of_a_version_before_the_first_is_refused_with_what_to_delete(limbo):
    bootstrap.refuse_older_database()
    rows = ObjectDB.objects.filter(pk=limbo.pk)
    rows.update(db_typeclass_path="xyzgrid_ext.game.typeclasses.XYZRoom")
    with pytest.raises(SystemExit, match=r"(?s)XYZRoom, which .* not have.*\nDelete it") as ended:
        bootstrap.refuse_older_database()
    assert str(connection.settings_dict["NAME"]) in str(ended.value)
    assert rows.count() == 1


def test_paths_transitions_and_plans_are_told_with_places_as_commands_write_them(run, module):
    run("add", module("maps.island", zcoord="island", map=LANE.replace("#-#-#", "#-#>#")))
    assert run("path", "(1,0,island)", "(2,0,island)") == (0, "1 step: east\ne\n")
    assert run("path", "(2,0,island)", "(0,0,island)") == (1, "There is no way.\n")
    code, text = run("path", "(2,0,island)", "(0,0,island)", "--json")
    assert (code, json.loads(text)) == (1, {"exits": None, "cost": None})
    module("maps.wrong", zcoord="w", map=LANE, transitions={(0, 0, "out"): (0, 0, "v")})
    assert "transitions work only for matrices, and are ignored" in run("add", "maps.wrong")[1]
    assert run("check")[0] == 0, "it is there, as it was before"
    assert run("check", "--strict")[0] == 1
    flat = {(0, 0, 0): {"exits": {"e": (1, 0, 0)}}, (1, 0, 0): {"exits": {"up": (0, 0, "Spire:1")}}}
    high = {(0, 0, z): {"key": f"Floor {z}"} for z in range(2)}
    maps = {"zcoord": "Old Quay", "rooms": flat}, {"zcoord": "Spire", "rooms": high}
    run("add", module("maps.quay", *maps))
    made = run("plan")[1].splitlines()
    assert "+ (0,0,1,Spire) Floor 1" in made
    assert "+ (1,0,Old Quay) up -> (0,0,1,Spire)" in made
    run("spawn", "--yes")
    flat[1, 0, 0]["exits"]["up"] = (0, 0, "spire:0")
    del flat[0, 0, 0]["exits"]
    get_xyzgrid().reload()
    assert run("plan")[1].splitlines()[:2] == [
        "~ (1,0,Old Quay) up: destination (0,0,1,Spire) -> (0,0,0,Spire)",
        "- (0,0,Old Quay) east -> (1,0,Old Quay)",
    ]


def test_a_database_that_cannot_be_reached_is_one_text(run, monkeypatch):
    def refuse():
        raise OperationalError('FATAL: password authentication failed for user "evennia"\n')

    monkeypatch.setattr(connection, "ensure_connection", refuse)
    code, text = run("list")
    assert code == 1
    assert text == (
        'the database cannot be reached: FATAL: password authentication failed for user "evennia"\n'
        "check DATABASES in server/conf, and whether its server runs\n"
    )


@pytest.mark.parametrize("is_added", [True, False])
@pytest.mark.parametrize("is_readable", [True, False])
def test_a_map_that_does_not_load_is_the_only_fault(run, module, is_added, is_readable):
    names = []
    for name, other in (("Quay", "Haven"), ("Haven", "Quay")):
        ways = {(0, 0, 0): {"e": (1, 0, 0)}, (1, 0, 0): {"w": (0, 0, 0), "gate": (1, 0, other)}}
        rooms = {place: {"exits": exits} for place, exits in ways.items()}
        names.append(module(f"maps.{name.lower()}", zcoord=name, rooms=rooms))
    if is_added:
        run("add", *names)
    assert run("check", *names) == (0, "no findings\n")
    if is_readable:
        module("maps.haven", zcoord="Haven", map=BAD)
    else:
        module("maps.haven")  # not even the names of its maps are known
    get_xyzgrid().reload()
    for words in [names] + [[], ["Quay", "Haven"]] * is_added:
        code, text = run("check", *words, "--json")
        found = [one["code"] for one in json.loads(text)]
        assert (code, found) == (1, ["bad-drawing" if is_readable else "no-map"])


VILLAGE = "xyzgrid_ext.content.examples.village"


def test_modules_and_files_are_checked_without_a_database(run, monkeypatch):
    monkeypatch.setattr(connection.introspection, "table_names", list)
    with CaptureQueriesContext(connection) as queries:
        assert run("check", VILLAGE, "--strict")[0] == 0
        assert run("check", VILLAGE, "nowhere.at.all")[0] == 1
    assert len(queries) == 0
    assert run("check") == (1, "The game has no database yet.\n`evennia migrate` makes it.\n")


@pytest.mark.parametrize(("module", "has_fault"), [(VILLAGE, False), ("lost_map", True)])
def test_the_map_test_of_the_docs_fails_if_a_map_has_a_fault(
    documented, module, has_fault, tmp_path, monkeypatch
):
    monkeypatch.syspath_prepend(tmp_path)
    hut = {"key": "Hut", "exits": {"east": (9, 9, 0)}}
    lost = f"XYMAP_DATA = {{'zcoord': 'lost', 'rooms': {{(0, 0, 0): {hut}}}}}"
    (tmp_path / "lost_map.py").write_text(lost, encoding="utf-8")
    names = {}
    code = next(block for block in documented("python") if "class TestMaps" in block)
    exec(code.replace("world.village", module), names)
    result = names["TestMaps"]("test_maps_have_no_faults").run()
    assert result.errors == []
    faults = "".join(text for _, text in result.failures)
    assert ("where there is no room" in faults) == bool(result.failures) == has_fault


def test_the_grid_of_the_docs_is_there_for_a_test_and_gone_after_it(documented, player):
    names = {}
    code = next(block for block in documented("python") if "with grid_of" in block)
    exec(code.replace("world.village", VILLAGE), names)
    test = names["TestVillage"]("test_the_hill_is_east_of_the_lane")
    test.char1 = player.character
    before = player.character.location
    test.setUp = test.tearDown = lambda: None  # the database of this run has what those make
    assert test.run().errors == test.run().failures == []
    assert (player.character.location, XYZRoom.objects.count(), find_xyzgrid()) == (before, 0, None)


def test_jobs_are_found_in_the_order_of_asking_and_without_caches():
    first = jobs.submit("spawn", ["town", "the large tree"])
    second = jobs.submit("plan", [], asker=7)
    assert jobs.all_jobs() == [first, second]
    assert jobs.find_job(second.key) == second
    assert (first.state, second.asker) == (JobState.WAITING, 7)
    assert first.title == 'spawn town "the large tree"'
    job = jobs.submit("spawn", ["town"])
    kept = ServerConfig.objects.get(db_key=job.key)  # as Evennia keeps rows in memory
    running = jobs.save_job(job, state=JobState.RUNNING, step=("rooms", 1200, 2500))
    assert jobs.find_job(job.key) == running
    assert str(running).endswith("spawn town: running, rooms 1,200 of 2,500")
    done = jobs.save_job(running, state=JobState.DONE, lines=("left out", "made 2 rooms"), code=0)
    assert jobs.find_job(job.key) == done
    assert done.ended
    assert str(done).endswith("spawn town: done: made 2 rooms")
    assert kept.pk


def test_only_the_last_that_ended_are_kept(monkeypatch):
    waiting = jobs.submit("spawn", ["waiting"])
    for number in range(30):
        jobs.save_job(jobs.submit("spawn", [str(number)]), state=JobState.DONE)
    jobs.remove_old_jobs()
    kept = jobs.all_jobs()
    assert kept[0] == waiting
    assert [job.names for job in kept[1:]] == [(str(number),) for number in range(10, 30)]
    now = jobs.time.time()
    monkeypatch.setattr(jobs.time, "time", lambda: now + 25 * 3600)
    jobs.remove_old_jobs()
    assert jobs.all_jobs() == [waiting]


def test_a_job_that_is_there_no_more_is_none():
    assert jobs.find_job("xyzgrid job 0") is None
    assert jobs.save_job(Job("xyzgrid job 0", "spawn"), state=JobState.DONE).ended
    assert jobs.all_jobs() == []
