"""The algebra of masks: the mask page of the seed, and the laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Direction
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.dungeons.core.masks import SLOTS, WHOLE, RoomMask, Side

masks = st.integers(0, 0o777777).map(RoomMask)


# the digits


def test_each_door_and_slot_has_its_digit_also_after_a_turn():
    assert [str(side.mask) for side in Side] == ["200000", "002000", "010000", "040000"]
    assert [side.letter for side in Side] == ["n", "s", "e", "w"]
    assert " ".join(map(str, SLOTS)) == (
        "000400 000200 000100 000040 000020 000010 000004 000002 000001"
    )
    assert str(WHOLE) == "000777"
    assert str(RoomMask.parse("200700").rotated()) == "010111"
    assert str(RoomMask.parse("200700").rotated(2)) == "002007"
    assert str(RoomMask.parse("200700").rotated(-1)) == "040444"


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("000000", "+---+ |...| |...| |...| +---+"),
        ("000111", "+---+ |..#| |..#| |..#| +---+"),
        ("240601", "+-n-+ |##.| w...| |..#| +---+"),
        ("252777", "+-n-+ |###| w###e |###| +-s-+"),
    ],
)
def test_a_mask_is_drawn_as_a_room_seen_from_above(text, drawn):
    assert RoomMask.parse(text).picture() == drawn.replace(" ", "\n")


@pytest.mark.parametrize(
    ("text", "message", "cure"),
    [
        ("00040", "'00040' is not a mask: it has 5 digits", "write six octal digits"),
        ("", "'' is not a mask: it has 0 digits", "write six"),
        ("444", "it has 3 digits", "for the slots 444 alone write 000444"),
        ("000800", "'8' is not an octal digit", "write six"),
        ("00040\n", r"'\n' is not an octal digit", "write six"),
        ("00040\u0661", r"'\u0661' is not an octal digit", "write six"),
        ("9" * 999, "'" + "9" * 40 + "'…", "write six"),
    ],
)
def test_what_is_not_six_octal_digits_is_refused(text, message, cure):
    with pytest.raises(GridError) as refused:
        RoomMask.parse(text)
    assert message in refused.value.message
    assert cure in refused.value.cure


@pytest.mark.parametrize("bits", [-1, 0o1000000])
def test_a_number_of_more_than_18_bits_is_no_mask(bits):
    with pytest.raises(GridError, match=r"is not a mask\na mask has 18 bits: 0 to 0o777777"):
        RoomMask(bits)


# turns


@pytest.mark.parametrize("side", Side)
def test_a_side_leads_where_its_direction_does(side):
    assert side.opposite.direction is side.direction.opposite
    assert Side.NORTH.direction is Direction.UP
    assert Side.EAST.direction is Direction.RIGHT


# laws


@given(masks)
def test_text_and_mask_are_the_same(mask):
    assert RoomMask.parse(str(mask)) == mask


@given(masks, st.integers(-9, 9))
def test_four_quarter_turns_change_nothing(mask, turns):
    assert mask.rotated().rotated().rotated().rotated() == mask
    assert mask.rotated(turns).rotated(-turns) == mask
    assert mask.rotated().size == mask.size


@given(masks, masks)
def test_fitting_is_mutual_and_means_that_nothing_is_shared(one, other):
    assert one.fits(other) == other.fits(one) == (not one & other)
    assert one.rotated().fits(other.rotated()) == one.fits(other)
    if one.fits(other):
        assert (one | other).size == one.size + other.size
        assert (one | other) - one == other


@given(masks)
def test_the_picture_shows_all_doors_and_slots(mask):
    drawn = mask.picture()
    assert drawn.count("#") == len(mask.slots)
    assert {letter for letter in drawn if letter.isalpha()} == {s.letter for s in mask.doors}
