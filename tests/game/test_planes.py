"""Drawn maps: the language of drawings, weights, names and prototypes; and what is refused."""

import sys

import pytest
from evennia.contrib.grid.xyzgrid import xymap as contrib
from evennia.contrib.grid.xyzgrid import xymap_legend
from hypothesis import given, settings
from hypothesis import strategies as st
from plane_maps import LEGEND, Mud, Odd, attempt, plane, refusal, route

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.game.maps.planes import load_plane


def test_ways_that_cost_much_are_found_and_drawn_directions_meant_first():
    class Swamp(xymap_legend.EWMapLink):
        default_weight = 400

    assert route(plane("#s#s#", legend={"s": Swamp}), (0, 0), (2, 0)) == "e e"

    class North(xymap_legend.EWMapLink):
        spawn_aliases = {"e": ("ladder", "n")}  # noqa: RUF012

    drawing = """
        #
        |
        #N#
    """
    grid = plane(drawing, legend={"N": North}, prototypes={(0, 0, "n"): LOCKED})
    assert proto(grid, 0, 0, "n") is LOCKED
    assert proto(grid, 0, 0, "e") is not LOCKED


@pytest.mark.parametrize("weight", [1e-300, 1e-12, 0, -1, float("nan")])
def test_weights_that_are_none_do_not_lead_in_circles(weight):
    class Odd(xymap_legend.EWMapLink):
        default_weight = weight

    grid = plane("#s#s#s#", legend={"s": Odd})
    assert route(grid, (0, 0), (3, 0)) == "e e e"
    assert route(grid, (3, 0), (0, 0)) == "w w w"


def proto(grid, x, y, direction=None):
    room = grid.room_at(Coord(x, y))
    if direction is None:
        return grid.protos[grid.room_proto[room]]
    return grid.protos[grid.link_proto[grid.link_by_name(room, direction)]]


LOCKED = {"prototype_parent": "xyz_exit", "locks": "traverse:none()"}


def test_legend_is_as_before_after_loading_and_links_too_long_are_told():
    classes = {
        cls
        for legend in (contrib.DEFAULT_LEGEND, LEGEND)
        for part in legend.values()
        for cls in part.__mro__[:-1]
    }
    before = {cls: dict(vars(cls)) for cls in classes}
    symbols = dict(contrib.DEFAULT_LEGEND)
    plane("#-#=#-T", prototypes={(0, 0): {"key": "hall"}, (0, 0, "e"): LOCKED})
    assert {cls: dict(vars(cls)) for cls in classes} == before
    assert symbols == contrib.DEFAULT_LEGEND
    code, message = refusal("#" + "-" * (2 * sys.getrecursionlimit() + 1) + "#", {"-": Odd})
    assert (code, "longer than the parser can follow" in message) == ("bad-drawing", True)


# --- what authors get wrong


@pytest.mark.parametrize(
    ("drawing", "words"),
    [
        ("#--", "points to empty space"),
        ("#-?", "the legend has no symbol '?'"),
        ("##", "is between the places of rooms"),
        ("#-t", "needs exactly one other 't', not 0"),
        ("#-t t-t", "needs exactly one other 't', not 2"),
        ("#-T-#", "has 2 links, but may have one"),
        ("#u#u#", "has two exits 'u'"),
        ("#-o-o", "joins links in pairs, but has 1 left over: west"),
    ],
)
def test_a_drawing_that_the_contrib_refuses_is_refused(drawing, words):
    code, message = refusal(drawing)
    assert code == "bad-drawing"
    assert words in message


@pytest.mark.parametrize("text", ["", "no corners", "+ only one\n#-#", "++", "+\n+", "\n\n"])
def test_a_text_without_corners_or_without_anything_has_no_rooms(text):
    grid, _ = attempt({"zcoord": "Bad", "map": text})
    assert grid is None or grid.rooms == 0


LEGENDS = (
    *(5, "text", [("#", 5)], {"#": 5}, {"#": "BasicMapNode"}, {"xx": Mud}, {5: Mud}),
    *({"#": object}, {"#": int}, {"-": None}),
)
MALFORMED = [
    *(("legend", legend, "not-read bad-drawing legend-class") for legend in LEGENDS),
    *(
        ("prototypes", {key: {}}, "malformed-prototype-key")
        for key in (5, "ab", (0, 0, 0, 0), (0, "x"))
    ),
    ("prototypes", {(0, 0): "xyz_room"}, "malformed-prototype"),
    ("prototypes", {(0, 0, "e"): None}, "malformed-prototype"),
]


@pytest.mark.parametrize(("key", "value", "codes"), MALFORMED)
def test_a_malformed_entry_is_told(key, value, codes):
    assert refusal(**{key: value})[0] in codes.split()


@pytest.mark.parametrize(
    "target",
    [(None, None, None), (1, 2), (1, 2, 3, 4), "text", 5, None, ("x", 1, "map"),
     (float("inf"), 0, "map"), (1, 2, None)],
)  # fmt: skip
def test_a_transition_without_a_target_is_told(target):
    class Nowhere(xymap_legend.TransitionMapNode):
        target_map_xyz = target

    assert refusal("#-T", legend={"T": Nowhere})[0] == "bad-transition"
    assert refusal("#-T", legend={})[0] == "bad-transition"


@pytest.mark.parametrize(
    "attributes",
    [
        {"default_weight": "heavy"},
        {"default_weight": None},
        {"weights": 5},
        {"directions": 5},
        {"directions": {"e": "up"}},
        {"spawn_aliases": 5},
        {"spawn_aliases": {"e": ()}},
        {"direction_aliases": 5},
        {"prototype": "no_such_prototype"},
        {"prototype": 5},
        {"get_weight": lambda self, *args: 1 / 0},
        {"get_direction": lambda self, *args: self.get_direction(*args)},
        {"traverse": lambda self, *args, **kwargs: None},
        {"get_display_symbol": lambda self: 1 / 0},
    ],
    ids=" ".join,
)
def test_a_class_that_fails_is_told_by_the_name_of_its_map(attributes):
    legend = {"-": type("Odd", (xymap_legend.EWMapLink,), attributes)}
    code, message = refusal(legend=legend)
    assert code in {"not-read", "bad-drawing"}
    assert message


def test_what_a_class_shows_is_text_of_some_kind():
    class Odd(xymap_legend.EWMapLink):
        display_symbol = 7

    assert "".join(plane("#s#", legend={"s": Odd}).drawn[0].lines()) == "#7#"


symbols = "".join(contrib.DEFAULT_LEGEND) + "      "


@settings(max_examples=150)
@given(st.lists(st.text(symbols, min_size=1, max_size=9), min_size=1, max_size=7))
def test_any_drawing_gives_a_grid_or_findings(lines):
    drawing = "\n".join(["+", "", *(f"  {line}" for line in lines), "", "+"])
    attempt({"zcoord": "map", "map": drawing, "legend": LEGEND})


@pytest.mark.parametrize(("symbol", "shown"), [("|b水|n", 2), ("##", 2), ("e\u0301", 1), ("é", 1)])
def test_a_symbol_of_two_columns_is_told_and_moves_nothing(symbol, shown):
    node = type("N", (xymap_legend.BasicMapNode,), {"symbol": "N", "display_symbol": symbol})
    drawing = "\n+ 0 1\n\n0 N-#\n\n+ 0 1\n\n"
    grid, findings, _xymap = load_plane({"zcoord": "m", "map": drawing, "legend": {"N": node}})
    (line,) = grid.drawn[0].lines()
    assert line == ("?-#" if shown == 2 else f"{symbol}-#")
    assert [(f.code, "takes 2 columns" in str(f)) for f in findings] == [("wide-symbol", True)] * (
        shown - 1
    )
