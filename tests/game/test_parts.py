"""The parts of a game: those of its setting, loaded at the first question; those that raise."""

import sys
from itertools import pairwise
from types import SimpleNamespace

import pytest
from evennia.locks.lockhandler import check_lockstring

from xyzgrid_ext import parts
from xyzgrid_ext.core.mapdata.validate import absent_reader_findings, map_faults
from xyzgrid_ext.core.parts import CorePart, Part, core_parts
from xyzgrid_ext.game.db import leftovers
from xyzgrid_ext.game.parts import GamePart, chosen_parts, game_parts, log_faults, part_faults
from xyzgrid_ext.game.text.descriptions import render

pytestmark = pytest.mark.django_db

TIDES, MOONS = CorePart("tides"), GamePart("tides")
MODULE = "of_tides"
DRAWN = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n"


@pytest.fixture(autouse=True)
def rows(monkeypatch):
    """Let there be a module with rows of a part."""
    monkeypatch.setitem(sys.modules, MODULE, SimpleNamespace(TIDES=TIDES, MOONS=MOONS, NUMBER=5))


@pytest.mark.parametrize("field", ["core", "game", "settings"])
@pytest.mark.parametrize("path", ["of_nothing:ROW", f"{MODULE}:GONE", f"{MODULE}:NUMBER"])
def test_part_that_does_not_load_is_off_and_the_rest_runs(choose, run, field, path):
    rest = {part.name for part in chosen_parts().parts}
    rows = {"core": f"{MODULE}:TIDES", "game": f"{MODULE}:MOONS", field: path}
    choose(None, Part("tides", "moon", **rows), Part("boats", "", needs=("tides",)))
    assert MOONS not in game_parts()
    assert TIDES not in core_parts()
    assert {part.name for part in chosen_parts().parts} == rest
    assert chosen_parts().off["boats"] == "it needs tides"
    code, text = run("parts")
    assert code == 1
    assert "tides        off  of-tides 1.2     moon\n             -> " in text
    assert "Traceback (most recent call last)" in text
    assert "  fault                        part tides: " in run("doctor")[1]
    log_faults((log := []).append)
    assert ["Traceback" in line for line in log] == [True]


def test_doctor_prints_no_heading_without_a_line_and_no_count_of_nothing(run):
    lines = run("doctor")[1].splitlines()
    heads = [line for line in lines if not line.startswith(" ")]
    assert heads
    assert not any(above in heads and line in heads for above, line in pairwise([*lines, "Server"]))
    assert "  lazy  " not in "".join(lines)


def test_word_of_a_part_that_is_off_names_the_part(choose, run):
    every = {part.name: part.launcher for part in parts.all_parts()}
    for part in game_parts():
        assert every[part.name] == tuple(word.name for word in part.launcher_words)
    choose([], Part("tides", "", needs=("moons",), launcher=("flood",)))
    for words in (["flood", "town"], ["help", "flood"]):
        code, text = run(*words)
        assert code != 0
        assert "tides has it: write in XYZGRID_PARTS (in a terminal: in --parts): tides" in text


def test_game_has_the_parts_that_its_setting_names_and_texts_know_them(choose):
    who = SimpleNamespace(is_superuser=False)
    for names, is_on in ((["tides"], True), ([], False)):
        choose(names, Part("tides", ""))
        text = [{"text": "The sea.", "needs": "part:tides"}]
        assert bool(render(text, None, None)) is is_on
        assert check_lockstring(who, "view:xyz_part(tides)") is is_on
    choose(["tides"], Part("tides", "", core=f"{MODULE}:TIDES", game=f"{MODULE}:MOONS"))
    assert game_parts() == (MOONS,)
    assert core_parts() == (TIDES,)
    choose(None, Part("tides", "", apps=("of_tides",)))
    assert [fault for fault, _cure in part_faults()] == [
        "part tides: its app is not installed: XYZGRID_PARTS must stand before hook_up(globals())"
    ]


def test_maps_of_a_part_that_is_gone_are_refused_by_its_name_and_do_without_its_keys(choose):
    sea = Part("tides", "", maps=(("sea", "a sea"), ("options.tide=high", "a sea at high tide")))
    datas = ({"sea": 5}, {"map": DRAWN, "options": {"tide": "high"}})
    choose(["tides"], sea)
    leftovers.note_parts()
    choose([])
    leftovers.load_gone_parts()
    for data, what in zip(datas, ("a sea", "a sea at high tide"), strict=True):
        (fault,) = map_faults({"zcoord": "bay", **data})
        assert fault.message == f"this map is {what}: it needs the part tides"
    assert (
        absent_reader_findings("sea bay")[0].message == "this map is a sea: it needs the part tides"
    )
    bay = {"zcoord": "bay", "map": DRAWN, "options": {"tide": "low"}}
    assert [(one.code, one.severity) for one in map_faults(bay)] == [("unread-key", "info")]
    choose(["tides"], Part("tides", "", map_keys=("waves",)))
    leftovers.note_parts()
    choose([])
    leftovers.load_gone_parts()
    (fault,) = map_faults({"zcoord": "bay", "map": DRAWN, "waves": 5})
    assert (fault.message, fault.severity, fault.path) == (
        "the part tides reads this key, and is not here",
        "warning",
        ("waves",),
    )


def test_keys_of_map_modules_are_in_manifests_or_refused(choose):
    names = {part.name: part.map_keys for part in parts.all_parts()}
    for part in core_parts():
        assert names[part.name] == tuple(row.key for row in part.map_keys)
    choose(None)
    (finding,) = absent_reader_findings("sea bay")
    assert finding.message == "nothing here reads 'sea'"
    fault = map_faults({"zcoord": "bay", "sea": 5})[-1]
    assert fault.message.endswith("make rooms, and nothing here reads 'sea'")
    assert "`evennia xyzgrid parts`" in fault.cure
    assert absent_reader_findings("my maps/town.py") == absent_reader_findings("world.town") == []
