"""The parts that come with the package: listed, named by their settings, the same everywhere."""

import json

import pytest

from xyzgrid_ext.__main__ import main

MAPS = ("world.glasswork", "world.undertow", "world/glasswork.matrix", "world/undertow.matrix")


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


def test_settings_of_parts_that_are_off_are_known(choose, settings, run):
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
