"""`mask`: pictures, what fits into one room, and the same as data."""

import json

import pytest

from xyzgrid_ext.__main__ import main


def data(capsys, *names):
    assert main(["mask", *names, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_masks_are_drawn_put_into_one_room_and_told_as_json(capsys):
    assert main(["mask", "obstacle_bow_west_200000", "filler_000001", "200004"]) == 0
    assert capsys.readouterr().out == (
        "+-n-+\n"
        "|...|  obstacle_bow_west_200000\n"
        "|...|  200000\n"
        "|...|  fits\n"
        "+---+\n"
        "\n"
        "+---+\n"
        "|...|  filler_000001\n"
        "|...|  000001\n"
        "|..#|  fits\n"
        "+---+\n"
        "\n"
        "+-n-+\n"
        "|...|  200004\n"
        "|...|  200004\n"
        "|#..|  does not fit: 200000 is taken\n"
        "+---+\n"
        "\n"
        "+-n-+\n"
        "|...|  the room\n"
        "|...|  200001\n"
        "|..#|\n"
        "+---+\n"
    )
    assert data(capsys, "filler_002007_boat", "052500") == [
        {
            "name": "filler_002007_boat", "mask": "002007", "doors": ["s"],
            "slots": ["004", "002", "001"], "fits": True, "overlap": "000000",
        },
        {
            "name": "052500", "mask": "052500", "doors": ["s", "e", "w"], "slots": ["400", "100"],
            "fits": False, "overlap": "002000",
        },
    ]  # fmt: skip


@pytest.mark.parametrize("extra", [[], ["--json"]])
def test_all_that_cannot_be_read_is_told_at_once(extra, capsys):
    assert main(["mask", "filler_0004", "000400", "4", "fillr_000400", *extra]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "mask 1:1:8: '0004' is not a mask: it has 4 digits\n"
        "  1 | filler_0004\n"
        "    |        ^^^^\n"
        "write six octal digits, doors first and then slots, as in 200700\n"
        "mask 3: '4' is not a mask: it has 1 digit\n"
        "write six octal digits, doors first and then slots, as in 200700\n"
        "mask 4:1:1: unknown kind of component 'fillr'\n"
        "  1 | fillr_000400\n"
        "    | ^^^^^\n"
        "expected filler, treasure, enemy, puzzle, door, obstacle or floor; "
        "did you mean 'filler'?\n"
    )


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


def test_rows_of_ones_own_follow_those_of_the_world_with_their_faults(written, capsys):
    file = written(
        "from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE as WORLD\n"
        "CATALOGUE = [*WORLD, {'name': 'filler_000020_x', 'title': 'an x', 'text': 'An x.'}]\n"
    )
    _, findings = told(capsys, file)
    assert [finding for finding in findings if finding["code"] != "no-such-board"] == []
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
