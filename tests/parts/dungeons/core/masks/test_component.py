"""Names of components, the rule, and every statement and example of the mask page.

Three statements of the page are wrong, as the game shows: see the tests with `corrected`.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.parts.dungeons.core.masks import (
    CHEST_KINDS,
    DOOR_KINDS,
    Component,
    Kind,
    Mask,
    Side,
)

N, S, E, W = Side


def of(name):
    return Component.parse(name)


# names


@pytest.mark.parametrize(
    ("name", "kind", "what", "sides", "mask", "variant"),
    [
        ("filler_000400", Kind.FILLER, "", "", "000400", ()),
        ("filler_000400_pillar_2", Kind.FILLER, "", "", "000400", ("pillar", "2")),
        ("treasure_open_000100", Kind.TREASURE, "open", "", "000100", ()),
        ("treasure_bigkey_000111", Kind.TREASURE, "bigkey", "", "000111", ()),
        ("enemy_rat_000020", Kind.ENEMY, "rat", "", "000020", ()),
        ("enemy_cave-bat2_000020", Kind.ENEMY, "cave-bat2", "", "000020", ()),
        ("puzzle_000700_wire", Kind.PUZZLE, "", "", "000700", ("wire",)),
        ("door_bigkey_n_200777_1", Kind.DOOR, "bigkey", "n", "200777", ("1",)),
        ("obstacle_hookshot_n_200777", Kind.OBSTACLE, "hookshot", "n", "200777", ()),
        ("obstacle_hookshot_north_200777", Kind.OBSTACLE, "hookshot", "n", "200777", ()),
        ("obstacle_bow_nsew_000020", Kind.OBSTACLE, "bow", "nsew", "000020", ()),
        ("obstacle_bow_new_000020", Kind.OBSTACLE, "bow", "new", "000020", ()),
        ("obstacle_bow_west_000020", Kind.OBSTACLE, "bow", "w", "000020", ()),
        ("obstacle_bow_north-east_000020", Kind.OBSTACLE, "bow", "ne", "000020", ()),
        ("obstacle_hookshot_200700_1", Kind.OBSTACLE, "hookshot", "n", "200700", ("1",)),
        ("obstacle_hookshot_052700", Kind.OBSTACLE, "hookshot", "sew", "052700", ()),
        ("floor_flagstones", Kind.FLOOR, "", "", "000000", ("flagstones",)),
        ("floor_a_7_Z", Kind.FLOOR, "", "", "000000", ("a", "7", "Z")),
        ("filler___000400__x", Kind.FILLER, "", "", "000400", ("x",)),
    ],
)
def test_a_name_says_what_it_is_and_what_it_takes(name, kind, what, sides, mask, variant):
    read = of(name)
    assert (read.name, read.kind, read.what) == (name, kind, what)
    assert "".join(side.letter for side in read.sides) == sides
    assert (str(read.mask), read.variant) == (mask, variant)


@pytest.mark.parametrize(
    ("name", "marked", "message", "cure"),
    [
        ("", " ", "the name ends where its kind should be", "expected filler, treasure"),
        ("fillr_000400", "fillr", "unknown kind of component 'fillr'", "did you mean 'filler'?"),
        ("Filler_000400", "Filler", "unknown kind of component", "did you mean 'filler'?"),
        ("sign_000400", "sign", "unknown kind of component 'sign'", "obstacle or floor"),
        ("filler", " ", "the name ends where its mask should be", "as in filler_000400"),
        ("filler_00040", "00040", "it has 5 digits", "write six octal digits"),
        ("filler_000480", "000480", "'8' is not an octal digit", "write six octal digits"),
        ("filler_any", "any", "'any' is not a mask: 'a' is not an octal digit", "write six"),
        ("filler_000000", "000000", "would fit for ever", "give it at least one slot"),
        ("treasure_000111", "000111", "unknown kind of chest", "expected open or bigkey"),
        ("treasure_opne_000111", "opne", "unknown kind of chest", "did you mean 'open'?"),
        ("treasure_open", " ", "where its mask should be", "as in treasure_open_000100"),
        ("enemy_000020", "000020", "is not a name of an enemy", "as in enemy_rat_000020"),
        ("enemy_Rat_000020", "Rat", "'Rat' is not a name of an enemy", "lower-case letters"),
        ("enemy", " ", "the name ends where its enemy should be", "as in enemy_rat_000020"),
        ("puzzle_777", "777", "it has 3 digits", "for the slots 777 alone write 000777"),
        ("door_locked_n_200000", "locked", "unknown kind of door", "did you mean 'closed'?"),
        ("door_open_north_200000", "north", "unknown side 'north'", "expected n, s, e or w"),
        ("door_open_ns_202000", "ns", "unknown side 'ns'", "expected n, s, e or w"),
        ("door_open_200000", "200000", "unknown side '200000'", "expected n, s, e or w"),
        ("door_open_n", " ", "where its mask should be", "as in door_smallkey_n_200000"),
        ("obstacle_Rope_n_200700", "Rope", "not a name of an item", "lower-case letters"),
        ("obstacle_rope_en_210700", "en", "the sides 'en' are not in order", "write ne"),
        ("obstacle_rope_nn_210700", "nn", "or one stands there twice", "write n"),
        ("obstacle_rope_east-north_210700", "east-north", "not in order", "write north-east"),
        ("obstacle_rope_up_210700", "up", "unknown sides 'up'", "letters of nsew"),
        ("obstacle_rope_north-_200700", "north-", "unknown sides 'north-'", "letters of nsew"),
        ("obstacle_rope_000700", "000700", "an obstacle without sides", "name the sides"),
        ("obstacle_rope_n", " ", "where its mask should be", "obstacle_rope_n_200700"),
        ("obstacle_rope", " ", "where its sides should be", "obstacle_rope_n_200700"),
        ("floor", " ", "the name ends where its name should be", "as in floor_flagstones"),
    ],
)
def test_a_name_that_cannot_be_read_is_refused_with_place_and_cure(name, marked, message, cure):
    with pytest.raises(RefusedError) as refused:
        Component.parse(name, "catalogue.py row 7")
    (finding,) = refused.value.findings
    assert message in finding.message
    assert cure in finding.cure
    place = f"{name} "[finding.column - 1 :][: finding.width]
    assert (finding.file, finding.line, place) == ("catalogue.py row 7", 1, marked)


def test_the_message_points_at_the_word():
    with pytest.raises(RefusedError) as refused:
        Component.parse("door_locked_n_200000", "caves row 3")
    assert str(refused.value) == (
        "caves row 3:1:6: unknown kind of door 'locked'\n"
        "  1 | door_locked_n_200000\n"
        "    |      ^^^^^^\n"
        "expected open, closed, smallkey, bigkey, weakwall, veryweakwall, entrance or exit; "
        "did you mean 'closed'?"
    )


@given(st.text("filero_0127nsew- \n", max_size=30) | st.text(max_size=30))
def test_any_text_is_read_or_refused(text):
    try:
        assert of(text).name == text
    except RefusedError as refused:
        (finding,) = refused.findings
        assert finding.cure
        assert 1 <= finding.column <= len(text) + 1


@given(st.integers(0, 0o777777).map(Mask), st.sampled_from(DOOR_KINDS), st.sampled_from(Side))
def test_doors_of_every_kind_side_and_mask_are_read(mask, kind, side):
    read = of(f"door_{kind}_{side.letter}_{mask}")
    assert (read.what, read.sides, read.mask) == (kind, (side,), mask)


@pytest.mark.parametrize("kind", CHEST_KINDS)
def test_both_kinds_of_chests_are_read(kind):
    assert of(f"treasure_{kind}_000100").what == kind


# the rule


def test_what_is_placed_is_taken():
    room = of("filler_000004").place(Mask.parse("200000"))
    assert str(room) == "200004"
    assert not of("filler_000004").fits(room)
    assert not of("filler_200400").fits(room)
    assert of("filler_002400").fits(room)


def test_what_does_not_fit_is_refused_with_both_masks_and_what_they_share():
    with pytest.raises(GridError) as refused:
        of("filler_200400").place(Mask.parse("200777"))
    assert str(refused.value) == (
        "filler_200400 takes 200400 and does not fit into a room with 200777: both have 200400\n"
        "choose a component that leaves that free"
    )


def test_an_obstacle_claims_its_mask_and_the_doors_it_is_asked_for():
    obstacle = of("obstacle_rope_nsew_050020")
    assert str(obstacle.claim([N])) == "250020"
    assert str(obstacle.claim([N, S])) == "252020"
    assert str(obstacle.place(Mask.parse("002001"), [N])) == "252021"
    assert not obstacle.fits(Mask.parse("200000"), [N])


# the page, sentence by sentence


def test_200700_is_the_mask_of_the_example():
    assert str(of("obstacle_hookshot_200700_1").mask) == "200700"


def test_rows_are_added_to_make_digits():
    assert str(Mask.parse("010000") | Mask.parse("000100") | Mask.parse("000010")) == "010110"


def test_filler_000004_takes_the_lower_left_corner_and_no_door():
    assert of("filler_000004").mask.picture() == "+---+\n|...|\n|...|\n|#..|\n+---+"


def test_filler_000400_takes_the_top_left_corner_and_no_door():
    assert of("filler_000400").mask.picture() == "+---+\n|#..|\n|...|\n|...|\n+---+"


def test_filler_002007_takes_the_bottom_row_and_the_south_door():
    assert of("filler_002007").mask.picture() == "+---+\n|...|\n|...|\n|###|\n+-s-+"


def test_treasure_bigkey_000111_takes_the_right_column_corrected():
    """The page says that it is the left column."""
    mask = of("treasure_bigkey_000111").mask
    assert mask.picture() == "+---+\n|..#|\n|..#|\n|..#|\n+---+"
    assert E not in mask.doors


def test_a_door_bit_says_that_the_front_of_the_door_is_taken_corrected():
    """The page says that it means `can be accessed`: then two could be put before one door."""
    room = of("filler_002007").place(Mask())
    assert not of("door_open_s_002000").fits(room)
    assert of("door_open_n_200000").fits(room)


def test_obstacle_hookshot_north_250777_takes_the_room_and_denies_east_and_west():
    obstacle = of("obstacle_hookshot_north_250777")
    assert obstacle.mask.picture() == "+-n-+\n|###|\nw###e\n|###|\n+---+"
    assert obstacle.sides == (N,)
    for door, fits in (("e_010000", False), ("w_040000", False), ("s_002000", True)):
        assert of(f"door_open_{door}").fits(obstacle.place(Mask(), [N])) == fits


def test_obstacle_hookshot_north_200777_takes_the_room_and_allows_all_other_doors():
    obstacle = of("obstacle_hookshot_north_200777")
    room = obstacle.place(Mask.parse("052000"), [N])
    assert str(room) == "252777"
    assert not of("filler_000020").fits(room)


def test_obstacle_bow_adds_no_door_by_its_name_but_claims_the_one_it_is_placed_for_corrected():
    """The page says that it adds none: true of its name, not of the room where it is placed."""
    obstacle = of("obstacle_bow_west_200000")
    assert obstacle.sides == (W,)
    assert W not in obstacle.mask.doors
    assert obstacle.claim([W]).doors == (N, W)


def test_obstacle_bow_and_two_fillers_of_the_picture_share_a_room():
    room = of("obstacle_bow_west_200000").place(Mask(), [W])
    for name in ("filler_000001", "filler_000004"):
        room = of(name).place(room)
    assert room.picture() == "+-n-+\n|...|\nw...|\n|#.#|\n+---+"


def test_two_fillers_and_the_big_chest_of_the_picture_share_a_room():
    room = Mask()
    for name in ("filler_000400", "filler_000004", "treasure_bigkey_000111"):
        room = of(name).place(room)
    assert room.picture() == "+---+\n|#.#|\n|..#|\n|#.#|\n+---+"


def test_the_puzzle_and_the_filler_of_the_picture_share_a_room():
    room = of("filler_002007").place(of("puzzle_000700").place(Mask()))
    assert room.picture() == "+---+\n|###|\n|...|\n|###|\n+-s-+"


def test_an_obstacle_that_bars_no_door_by_itself_needs_no_door_bit():
    """As the lamp and the bow of the page: it is the name that says which side it is for."""
    lamp = of("obstacle_lamp_north_000000")
    assert lamp.fits(Mask.parse("052777"), [N])
    assert str(lamp.claim([N])) == "200000"
