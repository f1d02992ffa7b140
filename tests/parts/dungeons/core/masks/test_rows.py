"""Rows as authors write them: what is read, and what each fault is told as."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.coords import Direction
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.parts.dungeons.core.masks import (
    DOOR_KINDS,
    EMPTY,
    SLOTS,
    WHOLE,
    Catalogue,
    Component,
    Demand,
    Kind,
    NoCandidateError,
    RoomMask,
    Side,
    check_catalogue,
    read_rows,
    rotations_of_row,
)
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


def without(rows, *names):
    kept = [row for row in rows if row.get("name") not in names]
    assert len(kept) == len(rows) - len(names)
    return kept


def found(rows, **options):
    return check_catalogue(Catalogue.of(rows), "caves", **options)


def test_catalogue_without_holes_two_floors_or_obstacles_is_told(small):
    assert found(small) == []
    (finding,) = found(without(small, "floor_sand"))
    assert finding.message == "1 floor at depth 0, and 2 are needed"
    (finding,) = found(without(small, "obstacle_rope_nsew_000000"))
    assert finding.message == "no obstacle: no item would be needed"


HOLES = {
    "filler_000020": "filler at depth 0 in a room with 252757",
    "door_closed_e_010000": "door closed e at depth 0 in a room with 252000",
    "door_exit_w_040000": "door exit w at depth 0 in a room with 252000",
    "door_bigkey_n_200777": "door bigkey n at depth 0 in a room with 252000",
    "door_entrance_s_002777": "door entrance s at depth 0 in a room with 252000",
    "treasure_open_000100": "treasure open at depth 0 in a room with 252400",
    "treasure_bigkey_000001": "treasure bigkey at depth 0 in a room with 252500",
    "puzzle_000070": "puzzle at depth 0 in a room with 252501",
    "enemy_rat_000002": "enemy at depth 0 in a room with 252571",
    "enemy_boss_000777": "enemy boss at depth 0 in a room with 252000",
}


@pytest.mark.parametrize("name", HOLES)
def test_a_planted_hole_is_found_with_its_request_and_room(name, small):
    (finding,) = found(without(small, name))
    assert finding.message == f"no candidate for {HOLES[name]}"
    assert finding.code == "no-candidate"
    assert finding.file == "caves"


def test_each_set_of_sides_needs_its_obstacle(small, row):
    rows = without(small, "obstacle_rope_nsew_000000")
    for sides in ("nse", "nsw", "new", "sew"):
        rows.append(row(f"obstacle_rope_{sides}_000000"))
    assert [finding.message for finding in found(rows)] == [
        "no candidate for obstacle rope nsew at depth 0 in a room with 000000"
    ]


def test_doors_that_take_the_room_and_digits_without_a_door_are_told(small, row):
    (finding,) = found([*small, row("door_bigkey_n_200700")])
    assert str(finding) == (
        "caves door_bigkey_n_200700: a door of this kind takes the whole room, "
        "and this one leaves 000077\nwrite 200777"
    )
    (finding,) = found([*small, row("filler_500400")])
    assert str(finding) == (
        "caves filler_500400: warning: the mask has 500000, where a room has no door\n"
        "did you mean 000400?"
    )


@pytest.mark.parametrize(
    ("board", "message", "cure"),
    [
        ("boxse:3", "there is no board 'boxse'", "expected boxes or rain"),
        ("boxes:11", "the board boxes has no level 11", "write a number from 1 to 10"),
        ("boxes:0", "the board boxes has no level 0", "write a number from 1 to 10"),
        ("boxes:two", "the board boxes has no level two", "write a number from 1 to 10"),
        ("rain:x", "the board rain has no level x", "write a number"),
    ],
)
def test_a_board_that_there_is_not_is_found(board, message, cure, small, row):
    rows = [*small, row("puzzle_000700", board=board)]
    assert found(rows) == []
    (finding,) = found(rows, boards={"boxes": 10, "rain": 0})
    assert (finding.message, finding.cure) == (message, cure)


# --- the catalogue of the documentation


def test_the_rows_of_the_docs_are_a_catalogue_without_holes(documented):
    (block,) = [block for block in documented("python") if "CATALOGUE = [" in block]
    names = {}
    exec(block, names)
    catalogue = Catalogue.of(names["CATALOGUE"])
    assert check_catalogue(catalogue) == []
    assert [e.texts[0] for e in catalogue.of_kind(Kind.FILLER) if "figurehead" in e.name] == [
        f"A figurehead leans in the {corner} corner and smiles at the wall."
        for corner in ("north-west", "north-east", "south-east", "south-west")
    ]


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


def test_obstacle_claims_its_mask_and_what_does_not_fit_is_told():
    with pytest.raises(GridError) as refused:
        of("filler_200400").place(RoomMask.parse("200777"))
    assert str(refused.value) == (
        "filler_200400 takes 200400 and does not fit into a room with 200777: both have 200400\n"
        "choose a component that leaves that free"
    )
    obstacle = of("obstacle_rope_nsew_050020")
    assert str(obstacle.claim([N])) == "250020"
    assert str(obstacle.claim([N, S])) == "252020"
    assert str(obstacle.place(RoomMask.parse("002001"), [N])) == "252021"
    assert not obstacle.fits(RoomMask.parse("200000"), [N])


CHEST = Demand(Kind.TREASURE, "open")


@pytest.fixture
def made(row):
    """Return a function: names of components -> a catalogue."""
    return lambda *names, **rest: Catalogue.of([row(name, **rest) for name in names])


def names(choices):
    return [choice.entry.name for choice in choices]


def test_candidate_has_no_bit_in_common_with_the_room_or_what_is_to_come(made):
    catalogue = made("filler_000400", "filler_200400_door", "filler_000700")
    assert names(catalogue.candidates(Demand(Kind.FILLER), EMPTY)) == [
        "filler_000400",
        "filler_200400_door",
        "filler_000700",
    ]
    room = RoomMask.parse("200300")
    assert names(catalogue.candidates(Demand(Kind.FILLER), room)) == ["filler_000400"]
    catalogue = made("obstacle_rope_n_200777", "obstacle_rope_n_200700", "treasure_open_000111")
    demand = Demand(Kind.OBSTACLE, "rope", (N,))
    assert len(catalogue.candidates(demand, EMPTY)) == 2
    assert catalogue.candidates(demand, EMPTY, [CHEST]) == ()
    catalogue = made("obstacle_rope_n_200777", "obstacle_rope_n_200700", "treasure_open_000001")
    kept = catalogue.candidates(demand, EMPTY, [CHEST])
    assert names(kept) == ["obstacle_rope_n_200700"]
    catalogue = made("door_open_n_200000", "door_open_n_210000_wide", "door_open_s_002000")
    room = RoomMask.parse("212000")
    (choice,) = catalogue.candidates(Demand(Kind.DOOR, "open", (N,)), room)
    assert choice.entry.name == "door_open_n_200000"
    assert choice.place(room) == room


def test_obstacles_for_more_sides_serve_for_fewer_and_claim_those_they_are_asked_for(made):
    catalogue = made("obstacle_rope_n_200700", "obstacle_rope_ns_000020", "obstacle_saw_n_200000")
    for_north = catalogue.candidates(Demand(Kind.OBSTACLE, "rope", (N,)), EMPTY)
    assert [(choice.entry.name, str(choice.claim)) for choice in for_north] == [
        ("obstacle_rope_n_200700", "200700"),
        ("obstacle_rope_ns_000020", "200020"),
    ]
    (for_both,) = catalogue.candidates(Demand(Kind.OBSTACLE, "rope", (N, S)), EMPTY)
    assert str(for_both.claim) == "202020"
    assert catalogue.candidates(Demand(Kind.OBSTACLE, "rope", (E,)), EMPTY) == ()
    assert catalogue.items == ("rope", "saw")


def test_a_nine_slot_filler_is_chosen_27_times_as_often_as_one_of_one_slot(made):
    catalogue = made("filler_000777", "filler_000020", "filler_000300")
    weights = [choice.weight for choice in catalogue.all_candidates(Demand(Kind.FILLER))]
    assert [weight / weights[1] for weight in weights] == [27, 1, 2.828]


def test_the_weight_of_a_row_counts(row):
    catalogue = Catalogue.of([row("floor_a"), row("floor_b", weight=30)])
    demand = Demand(Kind.FLOOR)
    drawn = Counter(catalogue.choose(demand, EMPTY, Chance(seed)).entry.name for seed in range(400))
    assert 260 < drawn["floor_b"] < 340


def test_no_candidate_is_an_error_that_names_room_mask_and_need(made):
    catalogue = made("treasure_open_000001")
    with pytest.raises(NoCandidateError) as failed:
        catalogue.choose(Demand(Kind.TREASURE, "open", depth=4), WHOLE, Chance(1))
    assert str(failed.value) == (
        "no component for treasure open at depth 4 in a room with 000777\n"
        "add a row to the catalogue, or ask less of the room"
    )
    with pytest.raises(NoCandidateError, match="with enemy at depth 0 still to come"):
        catalogue.choose(CHEST, EMPTY, Chance(1), [Demand(Kind.ENEMY)])


def test_rows_with_faults_make_no_catalogue(row):
    with pytest.raises(RefusedError, match=r"caves row 1:1:1: unknown kind .*'fillr'"):
        Catalogue.of([row("fillr_000400")], "caves")
