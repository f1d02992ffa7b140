"""What the page of Evennia's XYZGrid promises of symbols, of classes of one's own, and of ways."""

import pytest
from contrib_page import ToPage, drawn, exit_of, room
from evennia.contrib.grid.xyzgrid import xymap_legend

from xyzgrid_ext.core.findings import errors_of
from xyzgrid_ext.game.maps.loader import load_data
from xyzgrid_ext.game.maps.plane_map import PlaneMap

pytestmark = pytest.mark.django_db


class RedMapNode(xymap_legend.MapNode):
    display_symbol = "|r#|n"
    prototype = "xyz_room"


class Lettered(xymap_legend.BasicMapNode):
    """Shows its own column."""

    def get_display_symbol(self):
        return "abc"[self.X]


class Hatch(xymap_legend.SmartMapLink):
    """A link in a direction of its own."""

    symbol = "h"
    display_symbol = "H"
    direction_aliases = dict.fromkeys(("n", "s", "e", "w"), "in")
    spawn_aliases = dict.fromkeys(("n", "s", "e", "w"), ("through the hatch", "hatch", "in"))
    prototype = "xyz_exit"


class Slippery(xymap_legend.NSMapLink):
    """Goes by a way of its own from south to north."""

    symbol = "s"

    def get_weight(self, start_direction, current_weight, **kwargs):
        return 9 if start_direction == "s" else 1


class Diagonal(xymap_legend.MapLink):
    """A one-way link that the contrib has not got."""

    symbol = "a"
    directions = {"sw": "ne"}  # noqa: RUF012
    prototype = "xyz_exit"


@pytest.mark.parametrize(
    ("rows", "shown"),
    [
        (["#"], "#"),
        (["#-T"], "#-"),
        (["I-#"], "#-#"),
        (["#", "|", "#"], "#\n||\n#"),
        (["  #", " /", "#"], "  #\n /\n#"),
        (["#", " \\", "  #"], "#\n \\\n  #"),
        (["#u#"], "#u#"),
        (["#d#"], "#d#"),
        (["# #", " x", "# #"], "# #\n x\n# #"),
        (["  #", "  |", "#-+-#", "  |", "  #"], "  #\n  ||\n#-+-#\n  ||\n  #"),
        (["#", "v", "#"], "#\nv\n#"),
        (["#", "^", "#"], "#\n^\n#"),
        (["#<#"], "#<#"),
        (["#>#"], "#>#"),
        (["#-o", "  |", "  #"], "#-o\n  ||\n  #"),
        (["#b#"], "#-#"),
        (["#", "b", "#"], "#\n||\n#"),
        (["#i#"], "#-#"),
        (["#-t t-#"], "#-   -#"),
    ],
)
def test_each_symbol_of_the_default_legend_shows_as_the_page_says(limbo, rows, shown):
    field = PlaneMap({"map": drawn(*rows), "legend": {"T": ToPage}})
    assert "\n".join(line.rstrip() for line in str(field).split("\n")) == shown
    loaded = load_data("test", {"zcoord": "m", "map": drawn(*rows), "legend": {"T": ToPage}})
    assert not errors_of(loaded.findings)
    assert list(loaded.grid.drawn[0].lines()) == shown.split("\n")


def test_a_symbol_of_a_class_is_shown_with_its_colours_in_the_game(spawn_maps, make_player):
    spawn_maps({"zcoord": "mymap", "map": drawn("#-#-#"), "legend": {"#": RedMapNode}})
    ann = make_player("Ann", location=room(1, 0))
    ann.types("look")
    shown = [m["text"][0] for m in ann.sent if isinstance(m.get("text"), tuple)]
    assert any("|r#|n-|g@|n-|r#|n" in text for text in shown)


def test_a_symbol_may_be_found_at_the_time(spawn_maps, make_player):
    spawn_maps({"zcoord": "mymap", "map": drawn("#-#-#"), "legend": {"#": Lettered}})
    assert "a-@-c" in make_player("Ann", location=room(1, 0)).types("look")


def test_a_direction_of_its_own_is_an_exit_a_route_and_a_word(spawn_maps, make_player):
    spawn_maps({"zcoord": "mymap", "map": drawn("#h#-#"), "legend": {"h": Hatch}})
    into = exit_of(0, 0, "through the hatch")
    assert into.direction == "in"
    assert sorted(into.aliases.all()) == ["hatch", "in"]
    assert room(0, 0).xymap.get_shortest_path((0, 0), (2, 0))[0] == ["in", "e"]
    ann = make_player("Ann", location=room(0, 0))
    assert "Speed-walk: in e" in ann.types("path (2,0)")
    ann.types("hatch")
    assert ann.character.location == room(1, 0)


def test_weights_may_be_found_at_the_time_and_one_way_diagonals_made(limbo):
    rows = ["#-#", "s |", "#-#"]
    field = PlaneMap({"map": drawn(*rows), "legend": {"s": Slippery}})
    assert field.get_shortest_path((0, 0), (0, 1))[0] == ["e", "n", "w"]
    assert field.get_shortest_path((0, 1), (0, 0))[0] == ["s"]
    field = PlaneMap({"map": drawn("  #", " a ", "#"), "legend": {"a": Diagonal}})
    assert field.get_shortest_path((0, 0), (1, 1))[0] == ["ne"]
    assert field.get_shortest_path((1, 1), (0, 0))[0] == []


@pytest.mark.parametrize("rows", [["#-t#"], ["#-t-#"], ["#-t t-t"], ["#-t"]])
def test_teleporters_that_the_page_forbids_are_refused(rows):
    loaded = load_data("test", {"zcoord": "m", "map": drawn(*rows)})
    assert [f.code for f in errors_of(loaded.findings)] == ["bad-drawing"]
