"""Texts that depend on words, and details of things: what is odd about them."""

import pytest

from xyzgrid_ext.core.grid import check_world, from_rooms
from xyzgrid_ext.core.grid.descriptions import words_in

HALL = {"desc": ["A bell.", {"text": "It |whums|n.", "needs": ["puzzle:the lamp"]}]}


def found(hall, **lamp):
    """The findings of a world of two rooms: a hall, and another one."""
    rooms = {
        (0, 0, 0): {"key": "Hall", "exits": {"east": (1, 0, 0)}, **hall},
        (1, 0, 0): {"key": "Lamp", "exits": {"west": (0, 0, 0)}, **lamp},
    }
    grid = from_rooms(rooms, "isle")[0]
    codes = ("word-of-nothing", "detail-of-nothing")
    return [finding.code for finding in check_world({"isle": grid}) if finding.code in codes]


@pytest.mark.parametrize(
    ("hall", "lamp", "codes"),
    [
        (HALL, {}, ["word-of-nothing"]),
        (HALL, {"solves": "the lamp"}, []),
        (HALL, {"things": [{"key": "a lamp", "puzzle": "the lamp"}]}, []),
        ({"desc": [{"text": "Bats.", "unless": ["item:rope"]}]}, {}, []),
        ({"desc": "A bell.", "details": {"bell, rope": "Green."}}, {}, []),
        ({"desc": "A bell.", "details": {"gong": "Green."}}, {}, ["detail-of-nothing"]),
        ({"desc": "A bell.", "details": {"bell": "With a gong.", "gong": "So."}}, {}, []),
    ],
)
def test_words_and_details_of_nothing_are_told_of(hall, lamp, codes):
    assert found(hall, **lamp) == codes


def test_the_words_of_a_text_are_without_its_markup():
    assert words_in("It |whums|n, the |ckeeper's|n bell.") == [
        "it", "hums", "the", "keeper's", "bell",
    ]  # fmt: skip
