"""Firing Line at the command line: frames and status as data, pictures, lines, single keys."""

import io
import json
import re
import shlex
import subprocess
import sys

import pytest

from xyzgrid_ext.__main__ import main


def data(capsys, *arguments):
    """What `play … --json` prints."""
    assert main(["play", *arguments, "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return json.loads(said.out)


def refused(capsys, *arguments):
    """What is said on standard error when `play` exits with 2."""
    with pytest.raises(SystemExit) as left:
        main(["play", *arguments])
    assert left.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


def rows(frame):
    """The rows of a frame that are not empty: {row: cells}."""
    return {number: row for number, row in enumerate(frame) if row != "." * 10}


# --keys … --json


def test_the_first_frame_is_the_start_then_one_comes_after_each_cycle(capsys):
    keys = "left,right+cw,drop,-,tick"
    played = data(capsys, "firing-line", "--keys", keys, "--rolls", "2,0,7,3")
    assert len(played["frames"]) == 6
    assert [rows(frame) for frame in played["frames"]] == [
        {0: "....T.....", 1: "...TTT...."},
        {0: "...T......", 1: "..TTT....."},
        {0: "....T.....", 1: "....TT....", 2: "....T....."},
        {17: "....T.....", 18: "....TT....", 19: "....T....."},
        {17: "....T.....", 18: "....TT....", 19: "....T....."},
        {0: "...IIII...", 17: "....t.....", 18: "....tt....", 19: "....t....."},
    ]
    assert (played["status"], played["score"]) == ("playing", 0)
    assert {(len(frame), *map(len, frame)) for frame in played["frames"]} == {(20, *[10] * 20)}


def test_the_same_seed_is_the_same_game_and_its_replay(capsys):
    first = data(capsys, "firing-line", "--keys", "left,drop+tick,cw", "--seed", "7")
    assert first == data(capsys, "firing-line", "--keys", "left,drop+tick,cw", "--seed", "7")
    assert first["replay"] == "firing-line:7:left,drop+tick,cw"
    assert main(["replay", first["replay"], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == first


def test_options_choose_the_board(capsys):
    assert data(capsys, "firing-line", "--keys", "")["board"] == "firing-line"
    assert data(capsys, "firing-line", "--modern", "--keys", "a")["board"] == "firing-line-modern"
    turns = data(capsys, "firing-line", "--turns", "--keys", "left", "--rolls", "1,1")
    assert rows(turns["frames"][1]) == {1: "...OO.....", 2: "...OO....."}
    both = data(capsys, "firing-line", "--modern", "--turns", "--keys", "hold,drop")
    assert both["board"] == "firing-line-modern-turns"
    assert data(capsys, "firing-line-modern-turns", "--keys", "hold,drop") == both


# what is refused


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--keys", "lefft"], "firing-line has no key 'lefft'; expected left, right, cw, ccw"),
        (["--keys", "left", "--rolls", "0,8"], "--rolls: roll 2 is 8; a roll is 0 to 7"),
        (["--keys", "left", "--rolls", "0,x"], "--rolls: '0,x' is not numbers between commas"),
        (["--keys", "left", "--rolls", "0,0", "--seed", "3"], "--rolls take the place of --seed"),
        (["--keys", "left", "--rolls", "0"], "the rolls have run out: roll 2 is wanted, given: 1"),
        (["--keys", "left", "--level", "2"], "firing-line has no levels"),
        (["--moves", "up"], "a board takes --keys"),
    ],
)
def test_wrong_usage_says_why(arguments, said, capsys):
    assert said in refused(capsys, "firing-line", *arguments)


def test_the_commands_of_the_docs_do_what_they_say(documented, capsys, monkeypatch):
    lines = [line for block in documented("sh") for line in block.splitlines()]
    commands = [shlex.split(line)[3:] for line in lines if "firing-line" in line]
    assert len(commands) == 4
    for command in commands:
        monkeypatch.setattr(sys, "stdin", io.StringIO("h\nquit\n"))
        assert main(command) == 0
        said = capsys.readouterr()
        assert said.err == ""
        assert "score" in said.out


# by hand


def test_by_lines_a_line_may_be_letters_or_names_and_words_tell_the_board():
    typed = "hhh\n\nleft+cw\ndescribe\nquit\n"
    command = [sys.executable, "-m", "xyzgrid_ext", "play", "firing-line", "--seed", "3"]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "heights of the columns: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0" in done.stdout
    assert re.search(r"^next: [IOTSZLJ]$", done.stdout, re.MULTILINE)


def test_on_a_terminal_single_keys_play_and_the_piece_falls_by_itself(terminal):
    game = terminal("firing-line", "--rolls", "2,1,1,1")
    game.expect("| . . . .TT", "| . . .TTTTTT")
    game.type("h")
    game.expect("| . .TTTTTT")
    game.type("\x1b[A")  # arrow up: drop
    game.expect("tttttt")  # the timer made it static
    assert game.end() == 0
