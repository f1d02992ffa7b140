"""The parts of a game: those of its setting, loaded at the first question; those that raise."""

import json
import sys
from itertools import pairwise
from types import SimpleNamespace

import pytest
from evennia.locks.lockhandler import check_lockstring

from xyzgrid_ext import parts
from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.mapdata.validate import absent_reader, faults_of
from xyzgrid_ext.core.parts import CorePart, Part, core_parts, remember, use
from xyzgrid_ext.game.db import leftovers
from xyzgrid_ext.game.parts import (
    GamePart,
    _absent_parts,
    _core_parts,
    chosen_parts,
    game_parts,
    log_faults,
    part_faults,
)
from xyzgrid_ext.game.text.descriptions import render

pytestmark = pytest.mark.django_db

TIDES, MOONS = CorePart("tides"), GamePart("tides")
MODULE = "of_tides"
DRAWN = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n"
MAPS = ("world.glasswork", "world.undertow", "world/glasswork.matrix", "world/undertow.matrix")


@pytest.fixture
def choose(settings, monkeypatch):
    """Return a function that chooses the parts of the game, with those that it installs."""

    installed = parts.installed

    def forget():
        parts.faults.clear()
        chosen_parts.cache_clear()
        game_parts.cache_clear()
        use(_core_parts(), _absent_parts())

    def put(names, *new):
        there = installed() | {row.name: ((row, "of-tides 1.2"),) for row in new}
        monkeypatch.setattr(parts, "installed", lambda: there)
        monkeypatch.setattr("xyzgrid_ext.game.cli.doctor.installed", lambda: there)
        settings.XYZGRID_PARTS = names
        forget()

    module = SimpleNamespace(TIDES=TIDES, MOONS=MOONS, NUMBER=5)
    monkeypatch.setitem(sys.modules, MODULE, module)
    yield put
    settings.XYZGRID_PARTS = None
    monkeypatch.undo()
    remember(())
    forget()


def test_a_game_has_the_parts_that_its_setting_names(choose):
    choose(["tides"], Part("tides", "", core=f"{MODULE}:TIDES", game=f"{MODULE}:MOONS"))
    assert game_parts() == (MOONS,)
    assert core_parts() == (TIDES,)


@pytest.mark.parametrize("field", ["core", "game", "settings"])
@pytest.mark.parametrize("path", ["of_nothing:ROW", f"{MODULE}:GONE", f"{MODULE}:NUMBER"])
def test_part_that_does_not_load_is_off_and_the_rest_runs(choose, run, field, path):
    rest = {part.name for part in chosen_parts().parts}
    rows = {"core": f"{MODULE}:TIDES", "game": f"{MODULE}:MOONS", field: path}
    choose(None, Part("tides", "moon", **rows), Part("boats", "", needs=("tides",)))
    assert core_parts()
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


def test_all_parts_are_listed_and_those_that_are_off_with_the_reason(choose, run):
    code, text = run("parts")
    assert (code, "-> " in text) == (0, False)
    assert "\ndungeons     on   built in         dungeons from octal masks" in text
    assert "; needs boards, proof\n" in text
    choose(["boards", "dungeons", "land"])
    code, text = run("parts")
    assert code == 1
    for name, reason in (
        ("dungeons", "it needs proof"),
        ("land", "there is no such part; did you mean lands?"),
    ):
        assert f"\n             -> {reason}\n" in text.partition(f"\n{name} ")[2]
    assert text.count("XYZGRID_PARTS") == 1
    fault = "part land: there is no such part; did you mean lands?\n"
    assert fault in run("check")[1]
    text = run("doctor")[1]
    assert "  on                           boards\n" in text
    assert fault in text
    assert "-> correct XYZGRID_PARTS" in text


def test_doctor_prints_no_heading_without_a_line_and_no_count_of_nothing(run):
    lines = run("doctor")[1].splitlines()
    heads = [line for line in lines if not line.startswith(" ")]
    assert heads
    assert not any(above in heads and line in heads for above, line in pairwise([*lines, "Server"]))
    assert "lazy by" not in "".join(lines)


def test_word_of_a_part_that_is_off_names_the_part(choose, run):
    every = {part.name: part.launcher for part in parts.everything()}
    for part in game_parts():
        assert every[part.name] == tuple(word.name for word in part.launcher_words)
    choose([], Part("tides", "", needs=("moons",), launcher=("flood",)))
    for words in (["flood", "town"], ["help", "flood"]):
        code, text = run(*words)
        assert code != 0
        assert "tides has it: write in XYZGRID_PARTS (in a terminal: in --parts): tides" in text


def test_texts_and_locks_know_the_parts_of_the_game(choose):
    who = SimpleNamespace(is_superuser=False)
    for names, is_on in ((["tides"], True), ([], False)):
        choose(names, Part("tides", ""))
        text = [{"text": "The sea.", "needs": "part:tides"}]
        assert bool(render(text, None, None)) is is_on
        assert check_lockstring(who, "view:xyz_part(tides)") is is_on


def test_settings_of_parts_that_are_off_are_known(choose, settings, run):
    settings.XYZGRID_JOURNAL = None
    choose([])
    assert "no setting XYZGRID_JOURNAL" not in run("doctor")[1]


def test_part_whose_app_is_not_installed_is_off(choose):
    choose(None, Part("tides", "", apps=("of_tides",)))
    assert [fault for fault, _cure in part_faults()] == [
        "part tides: its app is not installed: XYZGRID_PARTS must stand before hook_up(globals())"
    ]


@pytest.mark.parametrize("names", [None, (), ("matrix_game",), ("proof", "lands", "formats")])
def test_check_finds_the_same_in_the_game_and_in_the_terminal(choose, run, capsys, names):
    choose(names)
    code, text = run("check", "--json", *MAPS)
    chosen = [] if names is None else ["--parts", ",".join(names)]
    files = [f"{name.replace('.', '/')}.py" if "/" not in name else name for name in MAPS]
    codes = {main([*chosen, "check", "--json", file]) for file in files}
    shown = capsys.readouterr().out.replace("\n]\n[\n", ",\n")

    def found(text):
        return {(one["severity"], one["code"], one["message"]) for one in json.loads(text)}

    assert (found(shown), max(codes)) == (found(text), code)


def test_maps_of_a_part_that_is_gone_are_refused_by_its_name(choose):
    sea = Part("tides", "", maps=(("sea", "a sea"), ("options.tide=high", "a sea at high tide")))
    datas = ({"sea": 5}, {"map": DRAWN, "options": {"tide": "high"}})
    choose(["tides"], sea)
    leftovers.note_parts()
    choose([])
    leftovers.know_gone_parts()
    for data, what in zip(datas, ("a sea", "a sea at high tide"), strict=True):
        (fault,) = faults_of({"zcoord": "bay", **data})
        assert fault.message == f"this map is {what}: it needs the part tides"
    assert absent_reader("sea bay")[0].message == "this map is a sea: it needs the part tides"
    assert faults_of({"zcoord": "bay", "map": DRAWN, "options": {"tide": "low"}}) == []


def test_what_nothing_reads_is_refused_by_its_key(choose):
    choose(None)
    (finding,) = absent_reader("sea bay")
    assert finding.message == "nothing here reads 'sea'"
    fault = faults_of({"zcoord": "bay", "sea": 5})[-1]
    assert fault.message.endswith("make rooms, and nothing here reads 'sea'")
    assert "`evennia xyzgrid parts`" in fault.cure
    assert absent_reader("my maps/town.py") == absent_reader("world.town") == []
