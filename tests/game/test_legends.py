"""Legends and prototypes: what they are resolved to, what is unused, how they are listed."""

import pytest
from evennia.contrib.grid.xyzgrid import xymap_legend
from evennia.prototypes import prototypes as protlib
from plane_maps import Odd, marked

from xyzgrid_ext.core.findings import RefusedError, Severity
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.maps.planes import load_plane
from xyzgrid_ext.game.maps.sheets import load_sheets
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.xyzroom import XYZRoom


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


LANE = "+\n\n  {}\n\n+\n\n"


def lane(rooms, prototypes, name="lane"):
    return {"zcoord": name, "map": LANE.format("-".join("#" * rooms)), "prototypes": prototypes}


def room(**named):
    return {"prototype_parent": "xyz_room", **named}


def test_prototypes_that_cannot_be_resolved_are_told_at_once(spawn_maps, monkeypatch):
    prototypes = {
        (0, 0): room(key="Good"),
        (1, 0): {"prototype_parent": "no_such_parent", "key": "Orphan"},
        (2, 0): room(key="Locked", locks="view:nonsense("),
        (1, 0, "e"): {"typeclass": "no.such.Exit", "key": "Gap"},
    }
    with pytest.raises(RefusedError) as refused:
        spawn_maps(lane(3, prototypes), lane(2, {(0, 0): room(home="#99999")}, "field"))
    errors = [f for f in refused.value.findings if f.severity is Severity.ERROR]
    found = {f.message.split(": ")[0]: f for f in errors}
    said = {  # place: words of the message, whether its parent may be a module that is not loaded
        "(1,0,lane)": ("'Orphan'", True),
        "(2,0,lane)": ("nonsense", False),
        "(1,0,lane) e": ("no.such.Exit", False),
        "(0,0,field)": ("#99999", False),
    }
    assert set(found) == set(said)
    for place, (words, of_a_module) in said.items():
        assert words in found[place].message
        assert ("PROTOTYPE_MODULES" in found[place].cure) == of_a_module, place
    assert XYZRoom.objects.count() == 0
    for name, parent in (("hen", "egg"), ("egg", "hen")):
        own = {"prototype_key": name, "prototype_parent": parent}
        monkeypatch.setitem(protlib._MODULE_PROTOTYPES, name, own)
    with pytest.raises(RefusedError, match="its parents lead back to 'egg'"):
        spawn_maps(lane(2, {(0, 0): {"prototype_parent": "egg", "key": "Nest"}}))


def test_values_are_compared_as_they_are_stored(spawn_maps, limbo):
    odd = {"a": (1, 2), "b": {3, 4}, "c": [None, {"d": b"e"}], "friend": limbo, "n": float("nan")}
    grid = spawn_maps(lane(2, {("*", "*"): room(Mixed_Case="x", **odd, tags=[" Warm "])}))
    assert not drain(spawning.plan_steps(grid.live, ["lane"]))
