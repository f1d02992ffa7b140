"""Drawn maps: what the contrib's parser reads is what the Grid holds, on every map alike.

The stranger is the contrib itself: its own map, with its own path matrix over all rooms. Two of
its faults are mended in it first: of parallel links it takes the last weight (here: the least,
which it keeps elsewhere), and it sees no way that costs more than 500.
"""

import importlib
import os
import random
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from evennia.contrib.grid.xyzgrid import example, xymap_legend
from evennia.contrib.grid.xyzgrid import tests as contrib_tests
from evennia.contrib.grid.xyzgrid import xymap as contrib
from evennia.contrib.grid.xyzgrid.utils import MapError
from hypothesis import given, settings
from hypothesis import strategies as st
from plane_maps import LEGEND, Mud, Odd, attempt, plane, refusal, route

from xyzgrid_ext.core.coords import Coord, map_key
from xyzgrid_ext.core.routes import Router, build_world
from xyzgrid_ext.game.maps.planes import load_plane
from xyzgrid_ext.game.maps.stairs import STAIRS

ROOT = Path(__file__).parents[2]
MAPS = int(os.environ.get("XYZGRID_DRAWINGS", "400"))

UNUSED = "unused-symbol"
# the contrib refuses a one-way sign that does not stand last, which its page allows
AGAINST_A_SIGN = re.compile(r"'(>' .* e|<' .* w|v' .* s|\^' .* n), but is not set up")


@pytest.fixture(autouse=True)
def _legend_as_it_was():
    """The contrib's own parser leaves its prototypes in the classes of its legend."""
    classes = {*contrib.DEFAULT_LEGEND.values(), *LEGEND.values()}
    before = {cls: cls.__dict__.get("prototype", ...) for cls in classes}
    yield
    for cls, prototype in before.items():
        if prototype is not ...:
            cls.prototype = prototype
        elif "prototype" in cls.__dict__:
            del cls.prototype


def contrib_map(drawing, legend=LEGEND):
    """The contrib's own map of a drawing, with its faults mended and its paths calculated."""
    xymap = contrib.XYMap({"map": drawing, "legend": legend, "zcoord": "map"}, Z="")
    xymap.parse()
    for node in xymap.node_index_map.values():
        node.weights = {
            number: weight for number, (_, _, weight) in node.shortest_route_to_node.items()
        }
    xymap.max_pathfinding_length = np.inf
    xymap.calculate_path_matrix()
    return xymap


def rooms_of(xymap):
    return [node for node in xymap.node_index_map.values() if node.prototype]


def assert_same_exits(xymap, grid):
    held = {
        (grid.place(int(grid.source[n]))[1][:2], grid.way_of(n).key, grid.way_of(n).aliases,
         (*grid.target_of(n).coord[:2], map_key(grid.target_of(n).map)))
        for n in range(grid.links)
    }  # fmt: skip
    meant = set()
    for node in rooms_of(xymap):
        for direction, end in node.links.items():
            key, *aliases = node.get_exit_spawn_name(direction)
            x, y, name = end.get_spawn_xyz()
            meant.add(((node.X, node.Y), key, tuple(aliases), (x, y, map_key(name))))
    assert held == meant
    assert grid.links == len(meant)


def assert_same_costs(xymap, grid, goals):
    router = Router(build_world({"map": grid}))
    for goal in goals:
        for start in rooms_of(xymap):
            ends = (("map", grid.room_at(Coord(node.X, node.Y))) for node in (start, goal))
            found = router.find(*ends)
            cost = xymap.dist_matrix[start.node_index, goal.node_index]
            # what is heavier than all is the contrib's way to say blocked
            assert (np.inf if found is None else found.cost) == pytest.approx(
                cost if cost < 1e9 else np.inf
            )


@pytest.mark.parametrize("data", example.XYMAP_DATA_LIST, ids=lambda data: data["zcoord"])
def test_the_maps_of_the_contrib_are_read_as_the_contrib_reads_them(data):
    grid, findings, _ = load_plane(data)
    xymap = contrib_map(data["map"], data["legend"])
    xymap.Z = data["zcoord"]
    for node in xymap.node_index_map.values():
        node.Z = data["zcoord"]
    # one prototype of the contrib's example stands at a place without a room
    assert {finding.code for finding in findings} <= {"unused-prototype-key"}
    assert grid.rooms == len(rooms_of(xymap))
    assert_same_exits(xymap, grid)
    assert_same_costs(xymap, grid, rooms_of(xymap))
    assert list(grid.drawn[0].lines()) == [line.rstrip() for line in str(xymap).split("\n")]


def place_of(fault):
    """The cell that the contrib speaks of, which tells one fault only."""
    x, y = re.search(r"XYZ?=\(([\d.]+),([\d.]+)", fault).groups()
    return round(2 * float(x)), round(2 * float(y))


def cell_of(finding, drawing):
    """The cell at the line and column of a finding."""
    return finding.column - 3, len(drawing.split("\n")) - 2 - finding.line


def soup(chance):
    """Symbols at random, mostly such as have neighbours; much of it is refused."""
    width, height = chance.randrange(3, 8), chance.randrange(3, 8)
    rooms, links = chance.choice(["#", "##I", "##IT"]), chance.choice(["-|", "-|/\\x+", "-|><^vo"])
    links += chance.choice(["", "", "t", "ud", "ib", "otud", "ttbiDm~"])
    share = chance.choice([0.3, 0.6])
    lines = [
        "".join(
            chance.choice(rooms)
            if not (x % 2 or y % 2) and chance.random() < 0.7
            else chance.choice(links)
            if chance.random() < share
            else " "
            for x in range(width)
        )
        for y in reversed(range(height))
    ]
    return "\n".join(["+", "", *(f"  {line}" for line in lines), "", "+"])


def columns_of(grid):
    """All that a Grid of a drawing says."""
    sheet = grid.drawn[0]
    arrays = ("coords", "room_flags", "first_link", "target", "weight", "link_flags")
    return (
        [getattr(grid, name).tolist() for name in arrays],
        [grid.way_of(link) for link in range(grid.links)],
        [grid.protos[n] for n in (*grid.room_proto, *grid.link_proto)],
        dict(grid.outside),
        dict(sheet.cells),
        dict(sheet.trails),
        list(sheet.lines()),
    )


def codes_of(findings):
    """The codes of findings, without those of symbols of which the contrib says nothing."""
    return {finding.code for finding in findings} - {UNUSED}


def unused_in(findings, drawing):
    """The cells of which findings say that no exit uses them."""
    return {cell_of(finding, drawing) for finding in findings if finding.code == UNUSED}


def off_all_exits(grid, drawing):
    """The cells with symbols of links that are on no exit's trail."""
    rows = [line[2:] for line in drawing.split("\n")[2:-2]]
    links = {
        (x, y)
        for y, row in enumerate(reversed(rows))
        for x, symbol in enumerate(row)
        if symbol not in " #I"
    }
    return links.difference(*grid.drawn[0].trails.values())


def test_a_drawing_is_the_same_map_whichever_parser_reads_it():
    chance, accepted, wrong = random.Random(5), 0, []
    for _ in range(MAPS):
        drawing = soup(chance)
        data = {"zcoord": "map", "map": drawing, "legend": {**LEGEND, "m": xymap_legend.EWMapLink}}
        pure, findings = attempt(data)
        other, others = attempt({**data, "legend": {**data["legend"], "m": Odd}})
        same = codes_of(findings) == codes_of(others)
        if pure is None or other is None:
            same &= pure is other
        else:
            accepted += 1
            same &= columns_of(pure) == columns_of(other)
            same &= findings == others
            same &= "T" in drawing or unused_in(findings, drawing) == off_all_exits(pure, drawing)
        if not same:
            wrong.append((drawing, findings, others))
    assert not wrong, f"{len(wrong)}, such as:\n" + "\n".join(map(str, wrong[0]))
    assert accepted >= MAPS // 16  # there is something to compare


def drawn_maps():
    """Data of all flat drawings of the contrib's tests, of the demonstration, of the examples."""
    own = {"T": contrib_tests.Map12aTransition}
    for name, drawing in vars(contrib_tests).items():
        if re.fullmatch(r"MAP\d+[a-z]?", name):
            yield {"zcoord": name, "map": drawing, "legend": own}
    yield from example.XYMAP_DATA_LIST
    for path in sorted([*ROOT.glob("world/*.py"), *ROOT.glob("xyzgrid_ext/content/examples/*.py")]):
        if "xyzgrid_ext.parts" in path.read_text("utf-8"):
            continue  # what a part makes is not drawn
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        data = getattr(importlib.import_module(name), "XYMAP_DATA", {})
        levels = "levels" in data
        for z, drawing in enumerate(data["levels"] if levels else filter(None, [data.get("map")])):
            yield {
                "zcoord": f"{name} {z}",
                "map": drawing,
                "legend": {**(STAIRS if levels else {}), **data.get("legend", {})},
                "prototypes": {} if levels else data.get("prototypes", {}),
                "options": data.get("options"),
            }


@pytest.mark.parametrize("data", list(drawn_maps()), ids=lambda data: data["zcoord"])
def test_every_map_of_the_contrib_and_of_ours_is_the_same_whichever_parser_reads_it(data):
    unused = next(symbol for symbol in "mqz" if symbol not in data["map"])
    pure, findings = attempt({**data, "legend": {**data["legend"], unused: xymap_legend.EWMapLink}})
    other, others = attempt({**data, "legend": {**data["legend"], unused: Odd}})
    assert findings == others
    assert UNUSED not in {finding.code for finding in findings}
    assert columns_of(pure) == columns_of(other)


def random_drawing(chance):
    """A field of rooms and links of all kinds; much of it the contrib refuses."""
    width, height = chance.randrange(2, 6), chance.randrange(2, 5)
    rare = chance.random() < 0.5
    beside, above, across = "--->< =~Dbi", "|||^v :bi", "/\\x      "
    cells = {}
    for x in range(2 * width - 1):
        for y in range(2 * height - 1):
            if x % 2 and y % 2:
                cells[x, y] = chance.choice(across)
            elif x % 2 or y % 2:
                cells[x, y] = chance.choice(beside if x % 2 else above)
            else:
                cells[x, y] = "I" if chance.random() < 0.1 else "#"
    if rare and chance.random() < 0.5:
        place = chance.choice([p for p in cells if sum(p) % 2])
        cells[place] = chance.choice("ud")
    if rare:  # some places are crossings and bends of links, or nothing
        for place in [p for p in cells if not (p[0] % 2 or p[1] % 2) and chance.random() < 0.3]:
            thin_out(chance, cells, place)
    rows = range(2 * height - 2, -1, -1)
    text = "\n".join("".join(cells[x, y] for x in range(2 * width - 1)).rstrip() for y in rows)
    return "\n".join(["+", "", *(f"  {line}" for line in text.split("\n")), "", "+"])


def thin_out(chance, cells, place):
    """Put something else in the place of a room, and take links away that end there."""
    around = [(place[0] + dx, place[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    beside = [p for p in around if p[1] == place[1] and p != place and p in cells]
    above = [p for p in around if p[0] == place[0] and p != place and p in cells]
    symbol = chance.choice("-|+o ")
    kept = {"-": beside, "|": above, "+": beside + above, "o": chance.sample(beside + above, 2)}
    for p in around:
        if p in cells and p not in kept.get(symbol, []):
            cells[p] = " "
    for p in kept.get(symbol, []):
        cells[p] = "-" if p in beside else "|"
    cells[place] = symbol


@pytest.mark.parametrize("part", range(8))
def test_random_drawings_have_the_exits_and_routes_of_the_contrib(part):
    accepted = 0
    for seed in range(part * MAPS // 8, (part + 1) * MAPS // 8):
        chance = random.Random(seed)
        drawing = random_drawing(chance)
        grid, findings = attempt({"zcoord": "map", "map": drawing, "legend": LEGEND})
        try:
            xymap = contrib_map(drawing)
        except MapError as err:
            fault = str(err)
        else:
            fault = None
        if fault is not None and AGAINST_A_SIGN.search(fault):
            continue
        assert (fault is None) == (grid is not None)
        if fault is not None:
            assert place_of(fault) in [cell_of(finding, drawing) for finding in findings]
            continue
        assert codes_of(findings) == set()
        assert_same_exits(xymap, grid)
        rooms = rooms_of(xymap)
        assert_same_costs(xymap, grid, chance.sample(rooms, min(4, len(rooms))))
        accepted += 1
    assert accepted >= MAPS // 8 // 4  # there is something to compare


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
