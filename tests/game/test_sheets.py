"""3D maps from drawings: what authors write, how it is read, and what is refused."""

import pytest
from evennia.contrib.grid.xyzgrid import xymap_legend
from tower_maps import GROUND, TOWER, ToField
from worlds import room

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.findings import RefusedError, Severity
from xyzgrid_ext.core.grid.model import RoomFlag
from xyzgrid_ext.game.maps.loader import load_maps
from xyzgrid_ext.game.maps.sheets import load_sheets
from xyzgrid_ext.game.maps.stairs import StairsBoth, StairsDown, StairsUp


def exit_(key):
    return {"prototype_parent": "xyz_exit", "key": key}


pytestmark = pytest.mark.django_db


def grid_of(**data):
    return load_sheets({**TOWER, **data})[0]


def exits(grid, *coord):
    found = grid.room_at(Coord(*coord))
    return {grid.way_of(n).key: tuple(grid.target_of(n).coord) for n in grid.links_of(found)}


def errors(**data):
    """What refuses a tower: (level, code, message); every finding has a cure."""
    with pytest.raises(RefusedError) as refused:
        grid_of(**data)
    assert all(f.cure for f in refused.value.findings)
    return [
        (f.file, f.code, f.message) for f in refused.value.findings if f.severity is Severity.ERROR
    ]


# --- what is read


def test_sheets_keep_their_drawing_and_get_stairs_of_an_authors_own():
    grid, findings, xymaps = load_sheets(TOWER)
    assert findings == []
    assert (grid.name, grid.levels, grid.rooms) == ("tower", 3, 11)
    assert [xymap.Z for xymap in xymaps] == ["tower:0", "tower:1", "tower:2"]
    assert ["\n".join(sheet.lines()) for sheet in grid.drawn] == [
        "#\n|\n#-#-U".replace("|", "||"),
        "  U-#\n    ||\n   -B-#",
        "  D-#\n\n    D",
    ]
    assert exits(grid, 2, 0, 0) == {"west": (1, 0, 0), "up": (2, 0, 1)}
    assert exits(grid, 2, 0, 1) == {
        "north": (2, 1, 1),
        "east": (3, 0, 1),
        "west": (0, 0, 0),
        "up": (2, 0, 2),
        "down": (2, 0, 0),
    }
    drawing = "+\n\n  #-L\n\n+"
    levels = [drawing.replace("L", "U"), drawing, drawing.replace("L", "D")]
    grid = grid_of(levels=levels, legend={"L": Ladder}, prototypes={})
    ladder = grid.room_at(Coord(1, 0, 1))
    ways = {w.direction: w for w in (grid.way_of(n) for n in grid.links_of(ladder))}
    assert ways["up"][1:] == ("rungs up", ("up", "u"), "u")
    assert ways["down"][1:] == ("rungs down", (), "rungs down")
    assert grid.room_flags[ladder] == RoomFlag.INTERRUPT
    assert "".join(grid.drawn[1].lines()) == "#-|yH|n"
    up = grid.link_by_name(ladder, "up")
    assert grid.weight[up] == 3
    assert grid.protos[grid.link_proto[up]]["desc"] == "Rungs."
    # the class itself is as its author wrote it
    assert Ladder.prototype == StairsUp.prototype == "xyz_room"
    drawing = "+\n\n  U-D\n\n+"
    grid = grid_of(
        levels=[drawing, drawing.replace("D", "s")],
        legend={"U": xymap_legend.BasicMapNode, "D": StairsUp, "s": StairsDown},
        prototypes={},
    )
    assert exits(grid, 0, 0, 0) == {"east": (1, 0, 0)}
    assert exits(grid, 1, 0, 0) == {"west": (0, 0, 0), "up": (1, 0, 1)}


def test_prototypes_of_exits_go_by_level_and_unused_entries_are_told():
    grid = grid_of(
        prototypes={
            (2, 0, 1, "up"): exit_("ladder"),
            (2, 0, "*", "d"): exit_("trapdoor"),
            (0, 0, 0, "e"): exit_("archway"),
            ("*", "*", "*", "*"): exit_("passage"),
        }
    )

    def prototypes(*coord):
        found = grid.room_at(Coord(*coord))
        return {
            grid.way_of(n).direction: grid.protos[grid.link_proto[n]]["key"]
            for n in grid.links_of(found)
        }

    assert prototypes(2, 0, 1) == {
        "n": "passage",
        "e": "passage",
        "w": "passage",
        "up": "ladder",
        "down": "trapdoor",
    }
    assert prototypes(0, 0, 0) == {"n": "passage", "e": "archway"}
    findings = load_sheets({**TOWER, "prototypes": {(9, 9, 1): room("Nowhere")}})[1]
    assert [(f.file, f.code) for f in findings] == [("tower", "unused-prototype-key")]
    levels = ["+ 0 1\n\n1 U-#\n\n+ 0 1", "+ 0 1\n\n1 D-#\n  |\n0 #\n\n+ 0 1"]
    with pytest.raises(RefusedError) as refused:
        load_sheets({"zcoord": "tower", "levels": levels})
    first, *_, last = [(f.file, f.code) for f in refused.value.findings]
    assert (first, last) == (("tower:0", "wrong-label"), ("tower:1", "stairs-to-nowhere"))


class Ladder(StairsUp):
    symbol = "L"
    display_symbol = "|yH|n"
    interrupt_path = True
    leads = ("up", "down")
    spawn_aliases = {"up": ("rungs up", "up", "u"), "down": ("rungs down",)}  # noqa: RUF012
    stairs_prototype = {"prototype_parent": "xyz_exit", "desc": "Rungs."}  # noqa: RUF012
    stairs_weight = 3


def test_on_a_single_sheet_the_letters_are_no_symbols(module):
    (loaded,) = load_maps(module("flatmap", zcoord="flat", map="+\n\n  U-#\n\n+"))
    assert loaded.grid is None
    assert "'U'" in loaded.findings[0].message


# --- what is wrong


@pytest.mark.parametrize(
    ("data", "file", "code"),
    [
        ({"levels": GROUND}, "tower", "malformed-levels"),
        ({"levels": {0: GROUND}}, "tower", "malformed-levels"),
        ({"levels": [GROUND, None]}, "tower:1", "malformed-levels"),
        ({"levels": [GROUND, " \n"]}, "tower:1", "malformed-levels"),
        ({"levels": [{"map": GROUND}]}, "tower:0", "malformed-levels"),
        ({"legend": [ToField]}, "tower", "malformed-entry"),
        ({"prototypes": [1]}, "tower", "malformed-entry"),
        ({"options": "wide"}, "tower", "malformed-entry"),
    ],
)
def test_malformed_entries_are_refused(data, file, code):
    assert errors(**data)[0][:2] == (file, code)


@pytest.mark.parametrize(
    "body",
    [
        {"leads": "up"},
        {"leads": ("north",)},
        {"leads": None},
        {"leads": ([],)},
        {"spawn_aliases": ("up", "u")},
        {"spawn_aliases": {"up": "up"}},
        {"spawn_aliases": {"up": ()}},
        {"spawn_aliases": {"up": ("", 3)}},
        {"stairs_weight": 0},
        {"stairs_weight": "far"},
        {"stairs_weight": float("nan")},
        {"stairs_prototype": None},
    ],
)
def test_malformed_stairs_are_refused(body):
    bad = type("Odd", (StairsBoth,), body)
    (found,) = errors(legend={"T": ToField, "B": bad})
    assert found[:2] == ("tower:1", "malformed-stairs")
    assert found[2].startswith("Odd at (2,0) ")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"map": GROUND}, "two-maps"),
        ({"matrix": "tower.matrix"}, "two-maps"),
        ({"transitions": {(0, 0, 0, "out"): (0, 0, "field")}}, "transitions-of-a-drawing"),
        ({"levels": []}, "no-map"),
    ],
)
def test_what_levels_do_not_go_with(module, data, code):
    (loaded,) = load_maps(module("towermap", **TOWER | data))
    assert [f.code for f in loaded.findings] == [code]
