"""Names of components: what they say, and what they take of a room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.parts.dungeons.core.masks import DOOR_KINDS, Component, Kind, RoomMask, Side

N, S, E, W = Side


def of(name):
    return Component.parse(name)


# names


@pytest.mark.parametrize(
    ("name", "kind", "what", "sides", "mask", "variant"),
    [
        ("filler_000400_pillar_2", Kind.FILLER, "", "", "000400", ("pillar", "2")),
        ("treasure_bigkey_000111", Kind.TREASURE, "bigkey", "", "000111", ()),
        ("enemy_cave-bat2_000020", Kind.ENEMY, "cave-bat2", "", "000020", ()),
        ("door_bigkey_n_200777_1", Kind.DOOR, "bigkey", "n", "200777", ("1",)),
        ("obstacle_hookshot_n_200777", Kind.OBSTACLE, "hookshot", "n", "200777", ()),
        ("obstacle_hookshot_north_200777", Kind.OBSTACLE, "hookshot", "n", "200777", ()),
        ("obstacle_bow_new_000020", Kind.OBSTACLE, "bow", "new", "000020", ()),
        ("obstacle_bow_north-east_000020", Kind.OBSTACLE, "bow", "ne", "000020", ()),
        ("obstacle_hookshot_200700_1", Kind.OBSTACLE, "hookshot", "n", "200700", ("1",)),
        ("obstacle_hookshot_052700", Kind.OBSTACLE, "hookshot", "sew", "052700", ()),
        ("floor_flagstones", Kind.FLOOR, "", "", "000000", ("flagstones",)),
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
        ("filler_00040", "00040", "it has 5 digits", "write six octal digits"),
        ("filler_000480", "000480", "'8' is not an octal digit", "write six octal digits"),
        ("filler_000000", "000000", "would fit without end", "give it at least one slot"),
        ("treasure_opne_000111", "opne", "unknown kind of chest", "did you mean 'open'?"),
        ("treasure_open", " ", "where its mask should be", "as in treasure_open_000100"),
        ("enemy_Rat_000020", "Rat", "'Rat' is not a name of an enemy", "lower-case letters"),
        ("enemy", " ", "the name ends where its enemy should be", "as in enemy_rat_000020"),
        ("door_locked_n_200000", "locked", "unknown kind of door", "did you mean 'closed'?"),
        ("door_open_north_200000", "north", "unknown side 'north'", "expected n, s, e or w"),
        ("door_open_n", " ", "where its mask should be", "as in door_smallkey_n_200000"),
        ("obstacle_Rope_n_200700", "Rope", "not a name of an item", "lower-case letters"),
        ("obstacle_rope_nn_210700", "nn", "or one appears twice", "write n"),
        ("obstacle_rope_up_210700", "up", "unknown sides 'up'", "letters of nsew"),
        ("obstacle_rope_000700", "000700", "an obstacle without sides", "name the sides"),
        ("obstacle_rope_n", " ", "where its mask should be", "obstacle_rope_n_200700"),
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


@given(st.integers(0, 0o777777).map(RoomMask), st.sampled_from(DOOR_KINDS), st.sampled_from(Side))
def test_doors_of_every_kind_side_and_mask_are_read(mask, kind, side):
    read = of(f"door_{kind}_{side.letter}_{mask}")
    assert (read.what, read.sides, read.mask) == (kind, (side,), mask)


# the rule


def test_what_does_not_fit_is_refused_with_both_masks_and_what_they_share():
    with pytest.raises(GridError) as refused:
        of("filler_200400").place(RoomMask.parse("200777"))
    assert str(refused.value) == (
        "filler_200400 takes 200400 and does not fit into a room with 200777: both have 200400\n"
        "choose a component that leaves that free"
    )


def test_an_obstacle_claims_its_mask_and_the_doors_it_is_asked_for():
    obstacle = of("obstacle_rope_nsew_050020")
    assert str(obstacle.claim([N])) == "250020"
    assert str(obstacle.claim([N, S])) == "252020"
    assert str(obstacle.place(RoomMask.parse("002001"), [N])) == "252021"
    assert not obstacle.fits(RoomMask.parse("200000"), [N])
