"""`find`, and the global search of `tel` and `open`: no object is loaded that is not shown."""

import pytest
from evennia import create_object
from evennia.objects.objects import DefaultObject
from spawned import built_once, spawn
from worlds import room

from xyzgrid_ext.game.commands import building


@built_once
def shared_maps(folder, monkeypatch):
    """Return the grid: a street with nine rooms of one name and one of another."""
    row = "#" + "-#" * 9
    return spawn(
        [
            {
                "zcoord": "road",
                "map": f"\n + 0\n\n 0 {row}\n\n + 0\n",
                "prototypes": {("*", "*"): room("Cobbles"), (9, 0): room("École", aliases=["End"])},
            }
        ],
        folder,
        monkeypatch,
    )


@pytest.fixture
def bea(grid, make_player, clock):
    """Return a builder whose searches take as long as they like."""
    player = make_player("Bea", permissions=["Admin"])

    def types(line):
        before = len(player.sent)
        player.types(line)
        clock.pump([0.01] * 40)
        return player.text_since(before)

    player.asks = types
    return player


@pytest.fixture
def large(monkeypatch):
    """Let any game count as a large one."""
    monkeypatch.setattr(building, "_LARGE", 0)


def names(text):
    """Return the heading of an answer up to its dbrefs, and what it lists without dbrefs."""
    head, *lines = text.split("\n")
    return head.partition("(")[0], [line.strip().partition("(")[0] for line in lines]


@pytest.mark.parametrize(
    ("typed", "head", "found"),
    [
        ("find cobb", "9 Matches", ["Cobbles"] * 9),
        ("find/exact cobb", "No Matches", ["No matches found for 'cobb'"]),
        ("find/exact COBBLES", "9 Matches", ["Cobbles"] * 9),
        ("find/startswith obbles", "No Matches", ["No matches found for 'obbles'"]),
        ("find/room east", "No Matches", ["No matches found for 'east'"]),
        ("find/exit cobb", "No Matches", ["No matches found for 'cobb'"]),
        ("find/exit east", "9 Matches", ["east"] * 9),
        ("find/char bea", "One Match", ["Bea"]),
        ("find école", "One Match", ["École"]),
        ("find/exact end", "One Match", ["École"]),
        ("find *nobody", "Match", ["No match found."]),
        ("find cobb = few", "'few' is not a dbref range.", []),
        ("find", "Usage: find <string> [= low [-high]]", []),
    ],
)
def test_find_shows_what_has_a_text_in_its_name_or_alias(bea, typed, head, found):
    assert names(bea.asks(typed)) == (head, found)


def test_find_lists_first_what_is_called_so_and_locate_shows_where_it_is(bea):
    for name, alias in (("a hook", None), ("hook", None), ("rack", "HOOK"), ("hooks", None)):
        create_object(DefaultObject, name, aliases=[alias] if alias else None)
    assert names(bea.asks("find hook"))[1] == ["hook", "rack", "a hook", "hooks"]
    create_object(DefaultObject, "cart", location=bea.character.location)
    place = bea.character.location
    assert bea.asks("locate cart").endswith(f"(location: {place.key}(#{place.pk}))")
    assert "location" not in bea.asks("find cart")


def test_find_takes_dbrefs_ranges_and_coordinates(bea, grid):
    ids = sorted(grid.live.object_id(("road", number)) for number in range(9))
    assert names(bea.asks(f"find #{ids[0]}")) == ("One Match", ["Cobbles"])
    assert names(bea.asks(f"find/exit #{ids[0]}"))[0] == "No Matches"
    said = bea.asks(f"find cobbles = #{ids[1]}-#{ids[3]}")
    assert said.startswith(f"3 Matches(#{ids[1]}-#{ids[3]}):\n")
    assert names(bea.asks(f"find cobbles = #{ids[3]}"))[1] == ["Cobbles"] * 6
    road = grid.live.object_id(("road", 3))
    assert f"Cobbles(3,0,road)(#{road})" in bea.asks("find (3,0,road)")
    assert "There is no room at (3,3,road)." in bea.asks("find (3,3,road)")


def test_a_name_that_many_have_is_refused_and_none_is_loaded(bea, large, monkeypatch):
    monkeypatch.setattr(building, "_MOST", 8)
    assert bea.asks("tel cobbles") == (
        "9 objects have the name 'cobbles'.\nfind cobbles lists them; use the #dbref of one."
    )
    assert bea.asks("tel nowhere") == "Could not find 'nowhere'."
    monkeypatch.setattr(building, "_MOST", 20)
    assert "Cobbles-2" in bea.asks("tel cobbles")
    assert "Cobbles" in bea.asks("tel cobbles-2")
    assert bea.character.location.key == "Cobbles"


@pytest.mark.parametrize("last", ["9000000000000", "9" * 20])
def test_a_range_beyond_all_objects_ends_at_the_last(bea, last):
    assert bea.asks(f"find Cobbles = 1-{last}").startswith("9 Matches(#1-#")
