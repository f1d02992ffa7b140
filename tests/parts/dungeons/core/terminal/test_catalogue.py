"""`check --catalogue`: a module or a file of rows is read, and proved."""

import json

import pytest

from xyzgrid_ext.__main__ import main


@pytest.fixture
def written(tmp_path):
    """Return a function: the text of a module -> its file."""

    def write(text):
        file = tmp_path / "caves.py"
        file.write_text(text)
        return str(file)

    return write


def told(capsys, place):
    code = main(["check", "--catalogue", place, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_rows_of_ones_own_may_follow_those_of_the_world(written, capsys):
    file = written(
        "from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE as WORLD\n"
        "CATALOGUE = [*WORLD, {'name': 'filler_000020_x', 'title': 'an x', 'text': 'An x.'}]\n"
    )
    _, findings = told(capsys, file)
    assert [finding for finding in findings if finding["code"] != "no-such-board"] == []


def test_faults_of_rows_are_told_with_file_and_row(written, capsys):
    file = written("CATALOGUE = [{'name': 'filler_0004', 'title': 'a', 'text': ['b']}, 7]")
    assert main(["check", "--catalogue", file]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{file} row 1:1:8: '0004' is not a mask: it has 4 digits\n")
    assert f"{file} row 2: must be a dict, not 7\n" in out
    assert out.endswith(f"{file}: 2 errors\n")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("x = 1\nCATALOGUE = [y]\n", 2, "NameError: name 'y' is not defined"),
        ("x = 1\n\nCATALOGUE = [\n", 3, "SyntaxError: '[' was never closed"),
        ("raise SystemExit('no')", 1, "SystemExit: no"),
    ],
)
def test_a_file_that_cannot_be_imported_is_told_with_its_line(text, line, message, written, capsys):
    code, (finding,) = told(capsys, written(text))
    assert (code, finding["code"], finding["line"]) == (1, "import-error", line)
    assert message in finding["message"]


@pytest.mark.parametrize("text", ["x = 1", "CATALOGUE = 7", "CATALOGUE = 'filler_000400'"])
def test_a_module_without_a_list_of_rows_is_told(text, written, capsys):
    _, (finding,) = told(capsys, written(text))
    assert (finding["code"], finding["message"]) == ("no-catalogue", "it has no list CATALOGUE")


def test_a_module_that_fails_is_to_be_corrected_and_one_that_is_not_there_is_called_so(
    written, monkeypatch, tmp_path, capsys
):
    monkeypatch.syspath_prepend(tmp_path)
    file = written("x = 1\n1 / 0\n")
    for name in (file, "caves"):
        assert main(["check", "--catalogue", name]) == 1
        said = capsys.readouterr().out
        assert "it cannot be imported: " in said
        assert "name a module" not in said
    assert main(["check", "--catalogue", "no_such_catalogue"]) == 1
    assert "no_such_catalogue: there is no such module\n" in capsys.readouterr().out
