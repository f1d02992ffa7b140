"""Firing Line at the command line: frames and status as data, pictures, lines, single keys."""

import json

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
    ],
)
def test_wrong_usage_says_why(arguments, said, capsys):
    assert said in refused(capsys, "firing-line", *arguments)
