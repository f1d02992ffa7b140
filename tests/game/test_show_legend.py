"""`show` lists the symbols of a drawing, with the signs that players do not see."""

import pytest
from evennia.contrib.grid.xyzgrid import xymap_legend
from plane_maps import Odd


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
