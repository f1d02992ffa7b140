"""`evennia xyzgrid`: what it says, what it does, and how it ends."""

import json
import os
import sys
from argparse import ArgumentParser
from pathlib import Path

import pytest
from evennia.server import evennia_launcher
from worlds import LANE

from xyzgrid_ext.game.cli import actions
from xyzgrid_ext.game.cli.grammar import PROGRAM
from xyzgrid_ext.game.cli.words import grammar
from xyzgrid_ext.game.world.current import find_grid
from xyzgrid_ext.launchcmd import xyzcommand
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
