"""Data of dungeons that others wrote: refused with place, fault and cure."""

import json

import pytest

from xyzgrid_ext.__main__ import main

LONG = "9" * 5000


def crypt(tmp_path, **changes):
    """A dungeon of two rooms as data, with changes of its link."""
    link = {"source": 0, "target": 1, "exit": "east", **changes}
    data = {"start": 0, "goal": 1, "rooms": [{"id": 0}, {"id": 1}], "links": [link]}
    path = tmp_path / "crypt.json"
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize("door", [[1], {"a": 1}, 1.5, True])
def test_a_door_that_is_no_name_is_told(door, tmp_path, capsys):
    assert main(["prove", str(crypt(tmp_path, door=door))]) == 1
    said = capsys.readouterr().out
    assert f"crypt.json: link number 0 has the door {door!r}" in said
    assert "write a text or a whole number" in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000, "no JSON: lists within each other"),
        ('{"a":' * 100_000, "no JSON: lists within each other"),
        (f'{{"start": {LONG}}}', "no JSON: a number of thousands of digits"),
        ("[]", "no JSON object"),
        ('{"puzzles": {"a": {"board": "' + "b" * 5000 + '"}}}', "not-read|the room id"),
    ],
)
def test_a_dungeon_that_is_none_is_refused_with_a_cure(text, said, tmp_path, capsys):
    path = tmp_path / "crypt.json"
    path.write_text(text)
    assert main(["prove", str(path)]) == 1
    told = capsys.readouterr().out
    assert any(one in told for one in said.split("|"))
    assert "crypt.json" in told
    assert "write " in told
