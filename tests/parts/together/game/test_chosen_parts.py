"""The parts that come with the package: listed, hooked up, and their content for a new game."""

import json

import pytest
from evennia import settings_default
from test_startup import KERNEL, NONE, settings_of

from xyzgrid_ext import content
from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.grid import check_world
from xyzgrid_ext.game.maps.loader import load_maps

MAPS = ("world.glasswork", "world.undertow", "world/glasswork.matrix", "world/undertow.matrix")


def test_parts_that_are_off_are_listed_and_their_settings_known(choose, run, settings):
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
    settings.XYZGRID_JOURNAL = None
    choose([])
    assert "no setting XYZGRID_JOURNAL" not in run("doctor")[1]


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


TUNING = {"AMP_SERVER_PROTOCOL_CLASS", "SQLITE3_PRAGMAS"}
if settings_default.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    TUNING |= {"DATABASES"}
TUNING |= {"PORTAL_SERVICES_PLUGIN_MODULES", "SERVER_SERVICES_PLUGIN_MODULES"}


def test_each_part_changes_what_it_needs():
    changed = settings_of(XYZGRID_PARTS=("verbs", "tuning")).keys()
    assert changed == KERNEL | TUNING | NONE | {"STATICFILES_DIRS"}
    apps = settings_of(XYZGRID_PARTS=("web_map",))["INSTALLED_APPS"]
    assert apps[-2:] == ["xyzgrid_ext.game.web", "xyzgrid_ext.parts.web_map"]
    spoken = settings_of(XYZGRID_PARTS=("verbs",), USE_I18N=True)["LOCALE_PATHS"]
    assert [path for path in spoken if path.endswith("parts/verbs/locale")] == spoken[-1:]
    assert settings_of(XYZGRID_PARTS=("boards",))["STATICFILES_DIRS"][-1].endswith("boards/static")


@pytest.mark.parametrize("name", content.EXAMPLES)
def test_an_example_loads_and_has_no_fault(name):
    (loaded,) = load_maps(f"xyzgrid_ext.content.examples.{name}")
    assert loaded.name == name
    assert [str(finding) for finding in loaded.findings] == []
    assert [str(finding) for finding in check_world({name: loaded.grid})] == []
