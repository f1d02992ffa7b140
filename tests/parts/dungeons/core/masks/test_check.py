"""The check of a catalogue: nothing is said of a whole one, and planted holes are found."""

import pytest

from xyzgrid_ext.parts.dungeons.core.masks import Catalogue, Kind, check_catalogue


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
