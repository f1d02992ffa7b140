"""Foreign files: whatever is in one, it is refused with place, fault and cure, and nothing else."""

import json
import sys

import pytest

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.errors import GridError, UsageError
from xyzgrid_ext.core.findings import RefusedError, border
from xyzgrid_ext.parts.boards.core.automaton import load
from xyzgrid_ext.parts.boards.core.board import begin, from_data, press, to_data
from xyzgrid_ext.parts.boards.core.firing_line import BOARDS

GAME = "@*** **** ***@****h\n\n\n8 3\n#######\n#  @ $#\n#######\n"
LONG = "9" * 5000

# what stands in the file beside a board, and the line and words of what is said of it
EXTRAS = [
    ('"(" = 1', 1, "unknown word '('"),
    ('"[a" = 1', 1, "unknown word '[a'"),
    (f'title = "a"\npar = {LONG}', 2, "a number of thousands of digits"),
    ("a = " + "[" * 3000 + "]" * 3000, 1, "within each other"),
    ("a = " + "{b=" * 3000 + "1" + "}" * 3000, 1, "within each other"),
    (f"[[levels]]\npar = 0x{'f' * 5000}", 2, "par is a number of many digits"),
    (f"wait = 0x{'f' * 5000}", 1, "wait is a number of many digits"),
    ("wait = inf", 1, "wait is inf"),
    ("wait = nan", 1, "wait is nan"),
    (f"title = [0x{'f' * 5000}]", 1, "title is 'a list'"),
    (f"win = [[0x{'f' * 5000}]]", 1, "win: 'a list' is not a condition"),
    (f"names.a = 0x{'f' * 5000}", 1, "names.a is 'a number of many digits'"),
    ("hero = 2026-11-22", 1, "hero is '2026-11-22'"),
    ("title = {}", 1, "title is 'a table'"),
    (f"title = 'a'\n{'a.' * 20_000}b = 1", 2, "a key of more than ten parts"),
    ("a = 1\n" * 60_000, 0, "more than 300,000 characters"),
]


@pytest.mark.parametrize(("text", "line", "said"), EXTRAS)
def test_what_is_odd_beside_a_board_is_told_with_its_line(text, line, said):
    loaded = load("x", GAME, text, "x.game", "x.toml")
    assert loaded.board is None
    assert loaded.cause is None  # it was foreseen
    (found,) = [one for one in loaded.findings if one.line == line]
    assert said in found.message
    assert found.cure
    assert found.file == "x.toml"


@pytest.mark.parametrize("text", [text for text, _line, _said in EXTRAS])
def test_the_shell_is_told_of_what_is_odd_beside_a_board(text, tmp_path, capsys):
    (tmp_path / "x.game").write_text(GAME)
    (tmp_path / "x.toml").write_text(text)
    assert main(["check", str(tmp_path / "x.game")]) == 1
    assert "x.toml:" in capsys.readouterr().out


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


def test_a_seed_of_any_length_is_a_seed(capsys):
    assert main(["prove", LONG]) == 0
    assert "proved" in capsys.readouterr().out


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


def odd_values(value, wrong):
    """The data with each of its values in turn replaced by a wrong one."""
    yield wrong
    if isinstance(value, dict):
        for key, part in value.items():
            for odd in odd_values(part, wrong):
                yield {**value, key: odd}
    elif isinstance(value, list):
        for at, part in enumerate(value):
            for odd in odd_values(part, wrong):
                yield [*value[:at], odd, *value[at + 1 :]]


WRONG = [float("inf"), float("-inf"), float("nan"), None, [], {}, "x", 10**400, -1, [[]]]
ROWS = {"coins": load("coins", GAME).board, **BOARDS}


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
@pytest.mark.parametrize("name", ROWS)
def test_a_stored_game_is_taken_up_or_refused_whatever_is_in_it(name, wrong):
    board = ROWS[name]
    play = press(board, begin(board, 1), board.controls[0].key)
    for data in odd_values(to_data(board, play), wrong):
        try:
            again = from_data(board, data)
            board.frame(again.state)
            board.status(again.state)
            press(board, again, board.controls[0].key)
        except GridError:
            continue


def test_an_endless_number_in_a_stored_game_is_refused():
    board = BOARDS["firing-line"]
    data = to_data(board, begin(board, 1))
    with pytest.raises(UsageError, match="no stored game"):
        from_data(board, {**data, "seed": float("inf")})
    with pytest.raises(UsageError, match="no stored game"):
        from_data(board, {**data, "state": {**data["state"], "score": float("inf")}})


def test_what_nobody_has_foreseen_refuses_the_one_file(monkeypatch):
    def broken(*args):
        raise ZeroDivisionError("by chance")

    monkeypatch.setattr(sys.modules[load.__module__], "parse", broken)
    loaded = load("x", GAME, None, "x.game")
    assert loaded.board is None
    assert str(loaded.findings[0]).startswith("x.game: cannot be read: ZeroDivisionError: by")
    assert isinstance(loaded.cause, ZeroDivisionError)


def test_a_border_lets_pass_what_was_refused_already():
    with pytest.raises(RefusedError) as refused, border("x", "mend it"):
        raise RefusedError([])
    assert "cannot be read" not in str(refused.value)
    said = "x: cannot be read: RecursionError\nmend it"
    with pytest.raises(RefusedError, match=said), border("x", "mend it"):
        raise RecursionError
