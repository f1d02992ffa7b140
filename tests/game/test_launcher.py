"""`evennia xyzgrid`: what it says and does, how it ends, and how it names what does not go."""

import json
import os
import sys
from argparse import ArgumentParser
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from evennia.objects.models import ObjectDB
from evennia.server import evennia_launcher
from evennia.server.models import ServerConfig
from worlds import LANE

from tools.runner import bootstrap
from xyzgrid_ext.game.cli import actions
from xyzgrid_ext.game.cli.grammar import PROGRAM
from xyzgrid_ext.game.cli.words import grammar
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.db.jobs import Job, JobState
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.game.world.current import find_grid
from xyzgrid_ext.launchcmd import xyzcommand
from xyzgrid_ext.xyzgrid import find_xyzgrid
from xyzgrid_ext.xyzroom import XYZRoom

pytestmark = pytest.mark.django_db
WORDS = grammar(PROGRAM).words
BEND = """\
matrixedge 2
startnode 0 0 0
endnode 1 1 1
currentnode 0 0 0
node 0 0 0 right twoway
node 1 0 0 up twoway
node 1 1 0 forward
"""


@pytest.fixture
def lane(module):
    """Return the name of a module with a drawn map of three rooms, «the lane»."""
    return module("maps.lane", zcoord="the lane", map=LANE)


@pytest.fixture
def bend(tmp_path):
    """Return the path of a matrix file of four rooms."""
    file = tmp_path / "bend.matrix"
    file.write_text(BEND, encoding="utf-8")
    return str(file)


def test_without_a_word_it_lists_the_words_and_names_the_one_that_was_meant(run, lane):
    code, text = run()
    assert code == 0
    assert all(f"  {word} " in text for word in WORDS)
    run("add", lane)
    for call, code, text in (
        (("spwan",), 2, "unknown word 'spwan'; did you mean 'spawn'?"),
        (("help", "doktor"), 2, "there is no help on 'doktor'; did you mean 'doctor'?"),
        (("show", "The Lnae"), 1, "there is no map 'The Lnae'\ndid you mean 'the lane'?"),
        (("show", "tower"), 1, "there is no map 'tower'\nknown: the lane"),
    ):
        assert run(*call) == (code, f"{text}\n")


@pytest.mark.parametrize("word", WORDS)
def test_each_word_has_help_that_begins_with_its_use(run, word):
    code, text = run("help", word)
    assert code == 0
    assert text.startswith(f"evennia xyzgrid {word}")


@pytest.mark.parametrize(
    "call", [("bogus",), ("spawn", "--now"), ("help", "bogus"), ("check", "a\udcff.py")]
)
def test_a_wrong_use_ends_with_2(run, call):
    assert run(*call)[0] == 2


def test_from_module_to_rooms_and_back(run, lane):
    assert run("add", lane) == (
        0,
        "added 'the lane': 3 rooms, 4 exits\nMake the rooms: evennia xyzgrid spawn\n",
    )
    code, text = run("plan")
    assert code == 2
    assert "+ (0,0,the lane) east -> (1,0,the lane)" in text
    assert text.endswith("3 rooms and 4 exits to make, 0 to change, 0 to remove\n")
    code, text = run("spawn", "--yes")
    assert (code, XYZRoom.objects.count()) == (0, 3)
    assert "made 3 rooms and 4 exits" in text
    assert run("plan") == (0, "Nothing to do: the rooms are as the maps say.\n")
    assert run("spawn", "--yes")[0] == 0
    assert "3 rooms, 4 exits, all spawned (maps.lane)" in run("list")[1]
    assert "#-#-#" in run("show", "THE LANE")[1]
    assert run("delete", "the lane", "--yes")[0] == 0
    assert XYZRoom.objects.count() == 0
    assert "no maps" in run("list")[1]


BOTH = """\
the lane: 3 rooms, 2 exits, 0 spawned, options {'titel': 'A Lane'}

the lane:

#-# #

legend:
  #  A map node/room
  -  Two-way, East-West link

the lane: warning: options.titel: there is no such key
did you mean 'title'?
bend: 4 rooms, 5 exits, 0 spawned, options {}

bend:0:

     #f
     |
#----#

bend:1:

     #
"""


def test_show_and_check_are_about_the_maps_that_are_named(run, lane, bend):
    data = {"map": LANE.replace("-#\n", " #\n"), "options": {"titel": "A Lane"}}
    sys.modules[lane].XYMAP_DATA |= data
    run("add", lane, bend)
    for names in ((), ("THE LANE", "bend")):
        code, text = run("show", *names)
        assert (code, text.rstrip("\n") + "\n") == (0, BOTH)
    assert run("show", "bend:1")[1].split() == (
        ["bend:", "4", "rooms,", "5", "exits,", "0", "spawned,", "options", "{}", "bend:1:", "#"]
    )
    run("add", lane)
    code, text = run("check", bend)
    assert (code, "error" in text) == (0, False)
    Path(bend).write_text(f"{BEND}node 0 0 1 right\n")  # where no way leads
    code, text = run("check", bend, "--json")
    assert (code, {finding["file"] for finding in json.loads(text)}) == (0, {"bend"})


def test_what_only_reads_makes_no_grid(run, player):
    assert [run(word)[0] for word in ("list", "show")] == [0, 0]
    nothing = (1, "There are no maps yet\n`evennia xyzgrid add` adds some\n")
    assert run("check") == run("plan") == run("spawn") == nothing
    for line in ("map", "goto a hall", "path", "moves", "give up"):
        assert player.types(line)
    assert find_grid() is None


@pytest.mark.parametrize("call", [("spawn",), ("delete", "the lane"), ("delete",)])
def test_nothing_happens_when_nobody_can_be_asked(run, lane, call, monkeypatch):
    run("add", lane)
    monkeypatch.setattr("sys.stdin", None)
    code, text = run(*call)
    assert code == 1
    assert "--yes" in text
    assert XYZRoom.objects.count() == 0
    assert "the lane" in run("list")[1]


def test_a_map_that_does_not_load_is_not_added(run, lane, tmp_path):
    bad = tmp_path / "bad.matrix"
    bad.write_text(BEND.replace("right", "rihgt"), encoding="utf-8")
    code, text = run("add", lane, str(bad))
    assert code == 1
    assert "bad.matrix:5:12: unknown direction 'rihgt'" in text
    assert "did you mean 'right'?" in text
    assert "None of these maps was added, as one has an error." in text
    assert "no maps" in run("list")[1]


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        (("add",), "nothing to add"),
        (("add", "maps.nowhere"), "there is no module 'maps.nowhere'"),
        (("add", "nowhere.matrix"), "there is no file nowhere.matrix"),
        (("add", "../no-where.py"), "../no-where.py is no module of the game"),
        (("check", "nowhere.py"), "nowhere.py is no module of the game"),
        (("check", "the lan"), "there is no map 'the lan'\ndid you mean 'the lane'?"),
        (("check", "tower"), "there is no map 'tower'\nknown: the lane"),
        (("show", "nowhere"), "there is no map 'nowhere'"),
        (("spawn", "nowhere", "--yes"), "there is no map 'nowhere'"),
        (("plan", "(0,0,nowhere)"), "there is no map 'nowhere'"),
        (("delete", "nowhere", "--yes"), "there is no map 'nowhere'"),
        (("path", "(0,0,nowhere)"), "path needs where from and where to"),
    ],
)
def test_what_cannot_be_done_is_said_and_ends_with_1(run, lane, call, fault):
    run("add", lane)
    code, text = run(*call)
    assert code == 1
    assert fault in text


def test_a_missing_target_is_told_when_added_and_fails_the_check(run, bend, module, tmp_path):
    ways = {(0, 0, 0, "gangway"): (3, 3, "the ship")}
    pier = module("maps.pier", zcoord="pier", matrix="bend.matrix", transitions=ways)
    sys.modules[pier].__file__ = str(tmp_path / "pier.py")
    fault = "the exit 'gangway' of (0,0,0) leads to (3,3,the ship), where there is no room"
    code, text = run("add", "maps.pier")
    assert (code, fault in text) == (0, True)
    code, text = run("check")
    assert (code, fault in text) == (1, True)
    assert run("spawn", "--yes")[0] == 0
    assert [exi.key for exi in XYZRoom.objects.get_xyz((0, 0, "pier:0")).exits] == ["right"]
    left = "left out: gangway of (0,0,0,pier) leads to (3,3,the ship), where no map has a room"
    assert left in run("plan")[1]
    run("add", bend)
    assert "left out" not in run("plan", "bend")[1]


def test_module_may_be_named_by_its_file_and_coordinates_it_has_twice_are_told(
    run, tmp_path, monkeypatch
):
    monkeypatch.syspath_prepend(tmp_path)
    rooms = '{(0, 0): {"key": "Inn"},\n (0, 0): {"key": "Mill"}}'
    (tmp_path / "two_inns.py").write_text(f"XYMAP_DATA = {{'zcoord': 'a', 'rooms': {rooms}}}")
    run("add", "two_inns")
    told = "two_inns.py:2: warning: (0, 0) is a key in line 1 and in line 2: the first is lost"
    for names in ((), ("a",), ("two_inns",)):
        assert told in run("check", *names)[1], names
    monkeypatch.setattr(actions.settings.django_settings, "GAME_DIR", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "by_file.py").write_text(
        'XYMAP_DATA = {"zcoord": "by file", "rooms": {(0, 0): {"key": "Hut"}}}'
    )
    assert run("check", str(tmp_path / "by_file.py"))[0] == 0


def test_a_reload_is_not_asked_for_before_a_map_has_rooms(run, lane, monkeypatch):
    monkeypatch.setattr("xyzgrid_ext.game.cli.dispatch.running_processes", lambda: {"server": 1})
    assert "reload" not in run("add", lane)[1]
    assert "reload" in run("spawn", "--yes")[1]


def test_a_game_that_was_never_started_is_told_to_start(run, lane, limbo):
    run("add", lane)
    limbo.delete()
    code, text = run("spawn", "--yes")
    assert code == 1
    assert text.startswith("Evennia's first room, #")
    assert "`evennia start`" in text
    assert not XYZRoom.objects.exists()


@pytest.mark.parametrize("words", [("help",), ("list",), ("show", "the lane")])
def test_an_answer_that_nobody_reads_to_its_end_is_quiet(run, lane, monkeypatch, words):
    run("add", lane)
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as pipe, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", pipe)
        with pytest.raises(SystemExit) as end:
            xyzcommand(*words)
        assert end.value.code == 141
        pipe.flush()  # as Python does at the end of the process


def test_evennias_launcher_hands_on_each_option_of_each_word(monkeypatch):
    class FoundError(Exception):
        """Raised in place of parsing, with the parser."""

    class Parser(ArgumentParser):
        def parse_known_args(self, args=None, namespace=None):
            raise FoundError(self)

    monkeypatch.setattr(evennia_launcher, "ArgumentParser", Parser)
    with pytest.raises(FoundError) as found:
        evennia_launcher.main()
    (parser,) = found.value.args
    words = [
        ["xyzgrid", word.name, option, "Inn"]
        for word in WORDS.values()
        for option in word.options | word.valued
    ]
    handed = [["xyzgrid", *ArgumentParser.parse_known_args(parser, one)[1]] for one in words]
    assert handed == words


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
