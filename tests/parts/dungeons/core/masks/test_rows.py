"""Rows as authors write them: what is read, and what each fault is told as."""

import pytest

from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.parts.dungeons.core.masks import RoomMask, read_rows, rotations_of_row
from xyzgrid_ext.parts.dungeons.core.masks.rows import mask_in_words


def read(*rows):
    return read_rows(rows, "caves")


def test_a_row_says_what_it_is_where_it_may_stand_and_how_often():
    (entry,), findings = read(
        {
            "name": "filler_000400_anchor",
            "title": "a rusty anchor",
            "text": ["An anchor leans in {where}.", "Rust has\n   coloured {where}."],
            "weight": 5,
            "depth": (3, 8),
        }
    )
    assert findings == []
    assert (entry.name, entry.title, entry.weight) == ("filler_000400_anchor", "a rusty anchor", 5)
    assert entry.texts == (
        "An anchor leans in the north-west corner.",
        "Rust has coloured the north-west corner.",
    )
    assert [depth for depth in range(20) if entry.is_for(depth)] == [3, 4, 5, 6, 7, 8]


def test_puzzles_have_a_board_or_answers_and_obstacles_may_keep_a_chest(row):
    entries, findings = read(
        row("puzzle_000700_a", board="boxes:3"),
        row("puzzle_000700_b", answer=["echo", "an echo"]),
        row("obstacle_rope_n_000700", second="on a ledge"),
    )
    assert findings == []
    assert [entry.board for entry in entries] == ["boxes:3", "", ""]
    assert [entry.answers for entry in entries] == [(), ("echo", "an echo"), ()]
    assert [entry.second for entry in entries] == ["", "", "on a ledge"]


@pytest.mark.parametrize(
    ("change", "code", "message", "cure"),
    [
        ({"name": None}, "malformed-row", "name: must be a word, not None", "correct name"),
        ({"name": "filler_00040"}, "not-a-mask", "it has 5 digits", "six octal digits"),
        ({"title": "a\nb"}, "malformed-row", "title: must be a line of text", "write a text"),
        ({"text": []}, "no-text", "the row has no text", 'add "text"'),
        ({"text": ["x", ""]}, "malformed-row", "text[1]: must be a text that is", "correct text"),
        ({"text": "In {there}."}, "unknown-place", "'{there}' means nothing", "only {where}"),
        ({"text": "In {."}, "unknown-place", "means nothing in a text", "only {where}"),
        ({"weight": 0}, "malformed-row", "must be a whole number from 1 to 1000", "10 is usual"),
        ({"depth": 3}, "malformed-row", "depth: must be a pair of whole numbers", "(3, None)"),
        ({"depth": (5, 3)}, "malformed-row", "least and most, not (5, 3)", "(3, None)"),
        ({"second": "up"}, "key-of-another-kind", "second is for obstacles only", "take second"),
        ({"board": "x:1"}, "key-of-another-kind", "board is for puzzles only", "take board"),
        ({"answer": ["a"]}, "key-of-another-kind", "answer is for puzzles", "take answer"),
        ({"wieght": 3}, "unknown-key", "wieght: there is no such key", "did you mean 'weight'?"),
    ],
)
def test_a_fault_in_a_row_is_told_with_its_row_and_cure(change, code, message, cure, row):
    entries, (finding,) = read(row("filler_000001"), {**row("filler_000400"), **change})
    assert [entry.name for entry in entries] == ["filler_000001"]
    assert finding.code == code
    assert message in finding.message
    assert cure in finding.cure
    assert finding.file.startswith("caves row 2")


@pytest.mark.parametrize(
    ("given", "fault"),
    [({}, "neither"), ({"board": "boxes:1", "answer": ["echo"]}, "both a board and an answer")],
)
def test_a_puzzle_is_solved_in_one_way(given, fault, row):
    _, (finding,) = read(row("puzzle_000700", **given))
    assert finding.code == "puzzle-solution"
    assert fault in finding.message


def test_name_stands_in_one_row_with_the_wall_of_its_door(row):
    entries, (finding,) = read(row("filler_000400"), row("filler_000400"))
    assert len(entries) == 1
    assert str(finding) == (
        "caves row 2 filler_000400: row 1 has the name filler_000400 as well\n"
        "add a variant, as in filler_000400_2"
    )
    (entry,), _ = read(row("door_bigkey_n_200777", text="In {where}."))
    assert entry.texts == ("In the north wall.",)
    with pytest.raises(RefusedError, match="unknown kind"):
        rotations_of_row(row("fillr_000400"))


@pytest.mark.parametrize(
    ("mask", "words"),
    [
        ("000400", "the north-west corner"), ("000020", "the middle"),
        ("002007", "the south side"), ("200777", "the whole room"),
        ("000744", "the north-west part of the room"), ("000525", "the corners and the middle"),
        ("000070", "the width of the room"), ("010000", "the east wall"), ("210000", "the walls"),
    ],
)  # fmt: skip
def test_a_place_is_told_in_words(mask, words):
    assert mask_in_words(RoomMask.parse(mask)) == words


# --- rows that stand for their quarter turns


@pytest.mark.parametrize(
    ("name", "names"),
    [
        (
            "filler_200700_shelves",
            "filler_200700_shelves filler_010111_shelves filler_002007_shelves "
            "filler_040444_shelves",
        ),
        ("filler_000222", "filler_000222 filler_000070"),
        ("filler_000020_well", "filler_000020_well"),
        ("door_open_n_200000", "door_open_n_200000 door_open_e_010000 door_open_s_002000 "
         "door_open_w_040000"),
        ("obstacle_rope_north-south_000202", "obstacle_rope_ns_000202 obstacle_rope_ew_000050"),
        ("obstacle_rope_ne_000100", "obstacle_rope_ne_000100 obstacle_rope_se_000001 "
         "obstacle_rope_sw_000004 obstacle_rope_nw_000400"),
        ("treasure_bigkey_000111", "treasure_bigkey_000111 treasure_bigkey_000007 "
         "treasure_bigkey_000444 treasure_bigkey_000700"),
    ],
)  # fmt: skip
def test_a_row_is_turned_with_its_doors_and_sides(name, names, row):
    assert [made["name"] for made in rotations_of_row(row(name))] == names.split()
