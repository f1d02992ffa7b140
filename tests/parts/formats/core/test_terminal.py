"""`export` and `import` without a game: a matrix leaves as a file and comes back as a module."""

import json
from pathlib import Path

import pytest

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.grid import from_rooms
from xyzgrid_ext.parts.formats.core import FORMATS

SHORTCUT = Path(__file__).parents[3] / "core/matrix/examples/shortcut.matrix"


def test_a_matrix_is_written_with_coordinates_for_names_and_rooms_from_one_on(capsys):
    assert main(["export", str(SHORTCUT), "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["maps"]
    assert (told["name"], told["levels"], told["known"]) == ("shortcut", 5, 6)
    assert told["rooms"][1] == {
        "num": 2,
        "name": "(2,2,1)",
        "x": 2,
        "y": 2,
        "z": 1,
        "exits": [
            {"name": "forward", "to": 3, "kind": "stairs"},
            {"name": "backward", "to": 1, "kind": "stairs"},
            {"name": "wormhole", "to": 5, "kind": "wormhole"},
        ],
    }


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.name)
def test_several_matrices_are_one_file(capsys, tmp_path, row):
    other = tmp_path / "other.matrix"
    other.write_text(SHORTCUT.read_text())
    assert main(["export", str(SHORTCUT), str(other), f"--{row.name}"]) == 0
    text = capsys.readouterr().out
    assert "shortcut" in text
    assert "other" in text


def test_what_was_exported_can_be_imported(capsys, tmp_path):
    file = tmp_path / "shortcut.json"
    main(["export", str(SHORTCUT), "--mudlet"])
    file.write_text(capsys.readouterr().out)
    assert main(["import", str(file)]) == 0
    shown = capsys.readouterr()
    names = {}
    exec(shown.out, names)
    (data,) = names["XYMAP_DATA_LIST"]
    grid, _ = from_rooms(data["rooms"], data["zcoord"])
    assert (grid.name, grid.rooms, shown.err) == ("shortcut", 6, "")


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("none.xml", None, "cannot be read: No such file"),
        ("bad.xml", "<map>", "no XML: no element found"),
        ("bad.json", "{", "not JSON: Expecting property name"),
        ("text.txt", "hello", "neither MMP nor a Mudlet map"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_and_nothing_is_printed(
    capsys, tmp_path, name, text, fault
):
    file = tmp_path / name
    if text is not None:
        file.write_text(text)
    assert main(["import", str(file)]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"{file}:")
    assert fault in shown.err


def test_a_bad_matrix_is_not_exported(capsys, tmp_path):
    file = tmp_path / "bad.matrix"
    file.write_text("matrixedge five")
    assert main(["export", str(file), "--svg"]) == 1
    shown = capsys.readouterr()
    assert (shown.out, "bad.matrix:1:12" in shown.err) == ("", True)


@pytest.mark.parametrize(
    "encoding", ["x-odd", "utf-16", "UTF-7", "hex", "idna", "punycode", "cp1252", "ebcdic-cp-be"]
)
def test_a_map_is_read_whatever_encoding_it_claims(encoding, tmp_path, capsys):
    room = '<room id="1" area="1" title="Inn"><coord x="0" y="0" z="0"/></room>'
    text = f'<?xml version="1.0" encoding="{encoding}"?><map><rooms>{room}</rooms></map>'
    path = tmp_path / "isle.xml"
    path.write_text(text)
    assert main(["import", str(path)]) == 0
    assert "Inn" in capsys.readouterr().out
