"""Coordinates, what is typed as a place, streams of chance, and findings: as values."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.coords import Coord, Direction, Place, level_name, map_key, split_level
from xyzgrid_ext.core.errors import GridError, UsageError
from xyzgrid_ext.core.findings import (
    Finding,
    MapError,
    RefusedError,
    Severity,
    errors_of,
    finding_texts,
    is_refused,
)
from xyzgrid_ext.core.routes.explored import ExploredRooms
from xyzgrid_ext.core.target import Coordinates, Itinerary, Name, Nearest, parse_stops, parse_target


def test_coordinate_reads_as_typed_and_a_name_of_digits_is_one_name():
    assert str(Coord(2, 3)) == "(2,3,0)"
    assert str(Place("Cube", Coord(2, 3, 4))) == "(2,3,4,Cube)"
    assert map_key(7) == map_key("7") == map_key(" 7 ")


@pytest.mark.parametrize("direction", Direction)
def test_the_opposite_direction_leads_back(direction):
    assert direction.opposite.step_from(direction.step_from(Coord(1, 2, 3))) == Coord(1, 2, 3)
    assert direction.opposite.opposite is direction


@pytest.mark.parametrize("name", ["Cube", " cube ", "CUBE", "\tcuBe\n"])
def test_names_of_maps_are_the_same_however_they_are_written(name):
    assert map_key(name) == "cube"


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("cube:3", ("cube", 3)),
        (" cube:0 ", ("cube", 0)),
        ("a:b:12", ("a:b", 12)),
        ("cube", None),
        ("cube:", None),
        (":3", None),
        ("cube:-1", None),
        ("cube:²", None),  # a digit for Python, but no number
        ("cube: 3", None),
        ("", None),
    ],
)
def test_a_level_is_a_name_a_colon_and_a_number(name, level):
    assert split_level(name) == level


@given(st.text(min_size=1).filter(lambda name: name.strip() == name), st.integers(0, 10**6))
def test_every_level_name_comes_apart_again(name, z):
    assert split_level(level_name(name, z)) == (name, z)


@given(st.text())
def test_the_key_of_a_key_is_itself(name):
    assert map_key(map_key(name)) == map_key(name)


@pytest.mark.parametrize(
    ("text", "x", "y", "name", "level", "map_name"),
    [
        ("(4,5)", 4, 5, None, None, None),
        ("4,5", 4, 5, None, None, None),
        (" ( 4 , -5 ) ", 4, -5, None, None, None),
        ("(+4,5,town)", 4, 5, "town", None, None),
        ("4, 5, Old Town", 4, 5, "Old Town", None, None),
        ("(2,2,1,cube)", 2, 2, "1,cube", 1, "cube"),
        ("(2,2, 1 , 'the, cube' )", 2, 2, "1 , 'the, cube'", 1, "the, cube"),
        ("(2,2,cube:3)", 2, 2, "cube:3", None, None),
        ("(2,2,hither, and yon)", 2, 2, "hither, and yon", None, "and yon"),
        ('(2,2,"7")', 2, 2, "7", None, None),
        ("(2,2,'')", 2, 2, "", None, None),
        ("(2,2,'a\")", 2, 2, "'a\"", None, None),
    ],
)
def test_coordinates_are_read_with_all_that_may_be_a_map(text, x, y, name, level, map_name):
    assert parse_target(text) == Coordinates(text.strip(), (x, y), name, level, map_name)


@pytest.mark.parametrize(
    "text", ["(4,north)", "(,)", "(town,4,4)", "4,12345678901", "(٤,٤)", "٤,٤"]
)
def test_what_is_meant_as_coordinates_and_is_none_is_malformed(text):
    assert parse_target(text) == Coordinates(text, None)


@pytest.mark.parametrize("text", ["the tavern", "7", "4 4", "(4 4)", "(4,4", "Hall, the old", ""])
def test_anything_else_is_a_name(text):
    assert parse_target(text) == Name(text)


def test_ways_have_their_goal_first_and_names_one_form():
    assert parse_target(" Nearest  tea shop ") == Nearest("Nearest  tea shop", "tea shop")
    assert parse_target("nearest") == Nearest("nearest", "")
    assert parse_target("nearest shop", nearest="nächste") == Name("nearest shop")
    assert parse_target("Nächste Mühle", nearest="nächste") == Nearest("Nächste Mühle", "Mühle")
    assert Name("The |rRed|n Door").key == "the red door"
    assert Name("The |rRed|n Door").bare(["the"]) == "red door"
    assert Name("Theatre").bare(["the"]) == "theatre"
    assert Name("The").bare(["the"]) == "the"
    assert parse_stops("(4,4,town)") == Itinerary((), (parse_target("(4,4,town)"),))
    assert parse_stops("nearest shop VIA (2,2) via Bob").stops == (
        Nearest("nearest shop", "shop"),
        Coordinates("(2,2)", (2, 2)),
        Name("Bob"),
    )
    assert parse_stops("to mill via bridge") == Itinerary(
        (Name("to mill via bridge"), Name("mill via bridge")), (Name("mill"), Name("bridge"))
    )
    assert parse_stops("to mill") == Itinerary((Name("to mill"),), (Name("mill"),))
    assert parse_stops("to").wholes == parse_stops("tower").wholes == ()


@pytest.mark.parametrize(
    ("text", "stops"),
    [
        ("a via  via b", (Name("a"), None, Name("b"))),
        ("viaduct", (Name("viaduct"),)),
        ("a via", (Name("a"), None)),
        ("a VIA b via ", (Name("a"), Name("b"), None)),
        ("via", (Name("via"),)),
        ("via b", (Name("via b"),)),
        ("Straße Via Fuß VIA b", (Name("Straße"), Name("Fuß"), Name("b"))),
    ],
)
def test_a_missing_place_is_seen_and_the_word_needs_a_place_on_both_sides(text, stops):
    assert parse_stops(text).stops == stops


def test_stream_of_chance_is_named_by_its_whole_path_and_never_changes():
    """Golden: written by 3.11, and to be the same on every Python and machine."""
    chance = Chance(7, "layout")
    assert [chance.below(100) for _ in range(8)] == [22, 78, 64, 15, 43, 77, 76, 24]
    assert Chance(7, "room", (3, 4)).path == "7/room/(3,4)"
    assert [Chance("a", "b").below(1000) for _ in range(2)] == [Chance("a/b").below(1000)] * 2
    assert Chance("a").stream("b").below(1 << 60) == Chance("a", "b").below(1 << 60)
    assert Chance("a").below(1 << 60) != Chance("b").below(1 << 60)
    chance = Chance("fair")
    count = [0] * 6
    for _ in range(6000):
        count[chance.below(6)] += 1
    assert min(count) > 900
    assert max(count) < 1100


@pytest.mark.parametrize("limit", [0, -1, (1 << 60) + 1])
def test_a_limit_that_leaves_no_choice_is_refused(limit):
    with pytest.raises(ValueError, match="limit is"):
        Chance(1).below(limit)


def test_shuffling_keeps_every_item_and_shares_are_of_a_hundred():
    orders = {tuple(Chance(seed).shuffled("abc")) for seed in range(60)}
    assert len(orders) == 6
    assert all(sorted(order) == ["a", "b", "c"] for order in orders)
    chance = Chance("share")
    assert not any(chance.percent(0) for _ in range(50))
    assert all(chance.percent(100) for _ in range(50))


FOWARD = Finding(
    Severity.ERROR,
    "unknown-direction",
    "unknown direction 'foward'",
    "did you mean 'forward'?",
    file="cube.matrix",
    line=14,
    column=12,
    source="node 2 2 0 foward twoway",
    width=6,
)
WORD = Finding(Severity.WARNING, "tab", "a tab", file="town")


def test_findings_have_place_and_cure_and_the_first_are_shown():
    refused = RefusedError(iter([FOWARD, WORD]))
    assert refused.findings == (FOWARD, WORD)
    assert str(refused) == f"{FOWARD}\n{WORD}"
    with pytest.raises(GridError):
        raise refused
    assert errors_of([WORD, FOWARD, WORD]) == [FOWARD]
    told, warned = Finding(Severity.INFO, "i", "i"), Finding(Severity.WARNING, "w", "w")
    assert [is_refused([told, warned], strict=strict) for strict in (False, True)] == [False, True]
    assert not is_refused([told], strict=True)
    lines = [replace(WORD, line=number + 1) for number in range(200)]
    texts = list(finding_texts([FOWARD, *lines, FOWARD]))
    assert len(texts) == 1 + 20 + 1 + 1
    assert texts[0] == texts[-1] == str(FOWARD)
    assert texts[-2] == "town: warning: and 180 more of this kind (tab)"
    assert len(list(finding_texts(lines[:21]))) == 21
    assert str(FOWARD) == (
        "cube.matrix:14:12: unknown direction 'foward'\n"
        "  14 | node 2 2 0 foward twoway\n"
        "     |            ^^^^^^\n"
        "did you mean 'forward'?"
    )
    tabbed = Finding(Severity.WARNING, "tab", "a tab", line=3, column=6, source="node\tx", file="f")
    assert str(tabbed).splitlines()[1:] == ["  3 | node\tx", "    |     \t^"]


# --- errors by whom they are for


def test_what_is_wrong_is_an_error_with_all_its_findings():
    with pytest.raises(UsageError):
        ExploredRooms.from_text("-1")
    error = MapError("an edge of 0", "an edge has 1 to 99 nodes")
    assert str(error) == "an edge of 0\nan edge has 1 to 99 nodes"
    assert error.findings == (
        Finding(Severity.ERROR, "error", "an edge of 0", "an edge has 1 to 99 nodes"),
    )
    findings = [Finding(Severity.ERROR, "a", "one"), Finding(Severity.WARNING, "b", "two")]
    error = RefusedError(findings)
    assert isinstance(error, MapError)
    assert error.findings == tuple(findings)
    assert str(error) == "one\nwarning: two"
