"""Legends: classes whose prototype no room has, and the list of a drawing's symbols."""

import pytest
from evennia.contrib.grid.xyzgrid import xymap_legend
from plane_maps import Odd, marked

from xyzgrid_ext.game.maps.planes import load_plane
from xyzgrid_ext.game.maps.sheets import load_sheets


class Market(xymap_legend.BasicMapNode):
    prototype = {"prototype_parent": "xyz_room", "key": "Market Row"}  # noqa: RUF012


class Gangway(xymap_legend.EWMapLink):
    prototype = {"prototype_parent": "xyz_exit", "key": "gangway"}  # noqa: RUF012


@pytest.mark.parametrize(
    ("drawing", "prototypes", "unused"),
    [
        ("M-#", {("*", "*"): {"key": "A street"}}, ["M"]),  # a wildcard comes before the legend
        ("M-M", {("*", "*"): {"key": "A street"}, (0, 0): {"key": "Hall"}}, ["M"]),
        ("M-M", {(0, 0): {"key": "Hall"}}, []),
        ("#-#", {("*", "*"): {"key": "A street"}}, []),  # the symbol is not drawn
        ("#G#", {("*", "*", "*"): {"key": "hatch"}}, ["G"]),
        ("#-G-#", {}, ["G"]),  # as an exit begins with its first symbol
        ("#G--#", {}, []),
    ],
)
@pytest.mark.parametrize("other", [xymap_legend.EWMapLink, Odd])
def test_a_prototype_of_the_legend_that_nothing_uses_is_a_warning(
    drawing, prototypes, unused, other
):
    legend = {"M": Market, "G": Gangway, "~": other}
    data = {"zcoord": "map", "map": marked(drawing), "legend": legend, "prototypes": prototypes}
    found = [f for f in load_plane(data)[1] if f.code == "unused-prototype"]
    assert [f.message for f in found] == [
        f"the prototype of the symbol '{symbol}' is never used" for symbol in unused
    ]


def test_a_prototype_of_the_legend_counts_as_used_if_one_level_uses_it():
    def unused(*levels):
        data = {"zcoord": "halls", "legend": {"M": Market}}
        data["levels"] = ["+ 0\n\n0 M\n\n+ 0"] * 2
        data["prototypes"] = {
            ("*", "*", z): {"prototype_parent": "xyz_room", "key": "Hall"} for z in levels
        }
        return [f.file for f in load_sheets(data)[1] if f.code == "unused-prototype"]

    assert unused(0) == unused(1) == []
    assert unused(0, 1) == ["halls"]


class Cave(xymap_legend.TransitionMapNode):
    """The way into the cave. It is
    dark.
    """

    target_map_xyz = (0, 0, "cave")


@pytest.mark.parametrize("other", [xymap_legend.EWMapLink, Odd])
def test_show_lists_the_symbols_of_a_map_and_what_players_see_instead(run, module, other):
    drawing = "+ 0 1 2 3\n\n1 #-t t-#\n  |\n0 #b#i#-T\n\n+ 0 1 2 3"
    legend = {"T": Cave, "~": other, "#": type("Red", (xymap_legend.MapNode,), {})}
    legend["#"].prototype, legend["#"].display_symbol = "xyz_room", "|r#|n"
    run("add", module("maps.signs", zcoord="Signs", map=drawing, legend=legend))
    run("spawn", "signs", "--yes")
    text = run("show", "signs")[1]
    assert text.startswith("Signs: 5 rooms, 9 exits, all spawned, options {}\n")
    begin = text.index("legend:")
    lines = {line.split()[0]: line for line in text[begin:].splitlines()[1:8]}
    assert lines["T"] == "  T  The way into the cave; players see ' ' at (3,0)"
    assert lines["t"].endswith("; players see ' ' at (1,1), (2,1)")
    assert lines["b"].endswith("; players see '-' at (0.5,0)")
    assert lines["i"].endswith("; players see '-' at (1.5,0)")
    assert "players see" not in lines["#"] + lines["-"] + lines["|"]  # colours are no difference
