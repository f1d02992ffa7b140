"""What a player types as a place, as a value."""

import pytest

from xyzgrid_ext.core.target import Coordinates, Itinerary, Name, Nearest, parse_stops, parse_target


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


def test_nearest_takes_a_kind_and_keeps_the_whole_text():
    assert parse_target(" Nearest  tea shop ") == Nearest("Nearest  tea shop", "tea shop")
    assert parse_target("nearest") == Nearest("nearest", "")
    assert parse_target("nearest shop", nearest="nächste") == Name("nearest shop")
    assert parse_target("Nächste Mühle", nearest="nächste") == Nearest("Nächste Mühle", "Mühle")


def test_a_way_without_a_place_to_pass_is_its_goal_alone():
    assert parse_stops("(4,4,town)") == Itinerary((), (parse_target("(4,4,town)"),))


def test_a_way_has_its_goal_first_and_then_what_it_passes_in_order():
    assert parse_stops("nearest shop VIA (2,2) via Bob").stops == (
        Nearest("nearest shop", "shop"),
        Coordinates("(2,2)", (2, 2)),
        Name("Bob"),
    )


def test_a_room_may_be_called_as_a_way_is():
    assert parse_stops("to mill via bridge") == Itinerary(
        (Name("to mill via bridge"), Name("mill via bridge")), (Name("mill"), Name("bridge"))
    )
    assert parse_stops("to mill") == Itinerary((Name("to mill"),), (Name("mill"),))
    assert parse_stops("to").wholes == parse_stops("tower").wholes == ()


def test_a_name_is_compared_in_one_form_with_and_without_its_article():
    assert Name("The |rRed|n Door").key == "the red door"
    assert Name("The |rRed|n Door").bare(["the"]) == "red door"
    assert Name("Theatre").bare(["the"]) == "theatre"
    assert Name("The").bare(["the"]) == "the"


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
