"""`mask`: pictures, what fits into one room, and the same as data."""

import json

import pytest

from xyzgrid_ext.__main__ import main


def data(capsys, *names):
    assert main(["mask", *names, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_masks_are_drawn_and_put_into_one_room(capsys):
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


def test_json_is_a_list_of_what_was_tried(capsys):
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
