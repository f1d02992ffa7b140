"""Drawn maps: what the contrib's parser reads is what the Grid holds, on every map alike.

The stranger is the contrib itself: its own map, with its own path matrix over all rooms. Two of
its faults are mended in it first: of parallel links it takes the last weight (here: the least,
which it keeps elsewhere), and it sees no way that costs more than 500.
"""

import importlib
import os
import random
import re
from pathlib import Path

import numpy as np
import pytest
from evennia.contrib.grid.xyzgrid import example, xymap_legend
from evennia.contrib.grid.xyzgrid import tests as contrib_tests
from evennia.contrib.grid.xyzgrid import xymap as contrib
from evennia.contrib.grid.xyzgrid.utils import MapError
from plane_maps import LEGEND, Odd, attempt

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
