"""Drawn maps: what the contrib's parser reads is what the Grid holds, on every map alike.

The stranger is the contrib itself: its own map, with its own path matrix over all rooms. Two of
its faults are mended in it first: of parallel links it takes the last weight (here: the least,
which it keeps elsewhere), and it sees no way that costs more than 500.
"""

import os
import random
import re
import sys

import numpy as np
import pytest
from evennia.contrib.grid.xyzgrid import example, xymap_legend
from evennia.contrib.grid.xyzgrid import xymap as contrib
from evennia.contrib.grid.xyzgrid.utils import MapError
from hypothesis import given, settings
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord, Place, map_key
from xyzgrid_ext.core.dungeon.prove import problem_of, prove
from xyzgrid_ext.core.findings import RefusedError, Severity
from xyzgrid_ext.core.graph import Router, world_graph
from xyzgrid_ext.core.grid import LinkFlag, RoomFlag
from xyzgrid_ext.game.maps.planes import load_plane

MAPS = int(os.environ.get("XYZGRID_DRAWINGS", "400"))


class Mud(xymap_legend.EWMapLink):
    """A link that takes five times as long."""

    symbol = "="
    default_weight = 5


class Road(xymap_legend.EWMapLink):
    """A link that takes longer the longer it is."""

    symbol = "~"
    average_long_link_weights = False


class Slope(xymap_legend.NSMapLink):
    """Slow upwards, quick downwards; the weight is that of the side one comes from."""

    symbol = ":"
    weights = {"s": 7, "n": 2}  # noqa: RUF012


class Gate(xymap_legend.TransitionMapNode):
    symbol = "T"
    target_map_xyz = (2, 3, " The Cave ")


class Door(xymap_legend.EWMapLink):
    symbol = "D"
    spawn_aliases = {"e": ("door", "oak door"), "w": ("gate",)}  # noqa: RUF012


LEGEND = {cls.symbol: cls for cls in (Mud, Road, Slope, Gate, Door)}


def plane(drawing, name="map", legend=LEGEND, **data):
    """The Grid of a drawing between its corner marks."""
    return load_plane({"zcoord": name, "map": marked(drawing), "legend": legend, **data})[0]


def marked(drawing):
    lines = drawing.strip("\n").rstrip().split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(["+", "", *(f"  {line[margin:]}" for line in lines), "", "+"])


def refusal(drawing="#-#", legend=LEGEND, **data):
    """The finding that refuses a map."""
    with pytest.raises(RefusedError) as refused:
        plane(drawing, data.pop("name", "Bad"), legend, **data)
    assert all(f.file == "Bad" and f.cure for f in refused.value.findings)
    (finding,) = (f for f in refused.value.findings if f.severity is Severity.ERROR)
    return finding.code, finding.message


def attempt(data):
    """The Grid of some data, or None and the findings that refuse it; never another exception."""
    try:
        grid, findings, _ = load_plane(data)
    except RefusedError as refused:
        grid, findings = None, refused.findings
    assert all(f.file == str(data["zcoord"]) and f.message and f.cure for f in findings)
    assert grid is not None or any(f.severity is Severity.ERROR for f in findings)
    return grid, list(findings)


def exits(grid, x, y):
    """The exits of a room: its keys, and where they lead."""
    room = grid.room_at(Coord(x, y))
    return {grid.way_of(n).key: grid.target_of(n)[1][:2] for n in grid.links_of(room)}


def route(grid, start, goal):
    """The words of a speed-walk from room to room; None if there is no way."""
    router = Router(world_graph({"map": grid}))
    ends = (("map", grid.room_at(Coord(*xy))) for xy in (start, goal))
    found = router.route(*ends)
    return found and " ".join(router.way(step).token for step in found.steps)


# --- against the contrib


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
    """The nodes that are rooms."""
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
    router = Router(world_graph({"map": grid}))
    for goal in goals:
        for start in rooms_of(xymap):
            ends = (("map", grid.room_at(Coord(node.X, node.Y))) for node in (start, goal))
            found = router.route(*ends)
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


def test_a_route_leads_from_one_map_of_the_contrib_into_the_other():
    grids = {map_key(data["zcoord"]): load_plane(data)[0] for data in example.XYMAP_DATA_LIST}
    router = Router(world_graph(grids))
    tree, cave = (grids[name] for name in ("the large tree", "the small cave"))
    start = ("the large tree", tree.room_at(Coord(8, 1)))
    goal = ("the small cave", cave.room_at(Coord(3, 3)))
    there, back = router.route(start, goal), router.route(goal, start)
    assert {step.source[0] for step in there.steps} == set(grids)
    assert back is not None


def place_of(fault):
    """The cell that the contrib speaks of, which tells one fault only."""
    x, y = re.search(r"XYZ?=\(([\d.]+),([\d.]+)", fault).groups()
    return round(2 * float(x)), round(2 * float(y))


def cell_of(finding, drawing):
    """The cell at the line and column of a finding."""
    return finding.column - 3, len(drawing.split("\n")) - 2 - finding.line


class Odd(xymap_legend.EWMapLink):
    """A link with a method of its own: its map goes through the contrib's parser."""

    def get_weight(self, start_direction, current_weight):
        return 1


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
    arrays = ("coords", "room_flags", "first", "target", "weight", "link_flags")
    return (
        [getattr(grid, name).tolist() for name in arrays],
        [grid.way_of(link) for link in range(grid.links)],
        [grid.protos[n] for n in (*grid.room_proto, *grid.link_proto)],
        dict(grid.outside),
        dict(sheet.cells),
        dict(sheet.trails),
        list(sheet.lines()),
    )


def test_a_drawing_is_the_same_map_whichever_parser_reads_it():
    chance, accepted, wrong = random.Random(5), 0, []
    for _ in range(MAPS):
        drawing = soup(chance)
        data = {"zcoord": "map", "map": drawing, "legend": {**LEGEND, "m": xymap_legend.EWMapLink}}
        pure, findings = attempt(data)
        other, others = attempt({**data, "legend": {**data["legend"], "m": Odd}})
        if pure is None or other is None:
            same = pure is other and {f.code for f in findings} == {f.code for f in others}
        else:
            accepted += 1
            same = columns_of(pure) == columns_of(other)
            same &= {f.code for f in findings} == {f.code for f in others}
        if not same:
            wrong.append((drawing, findings, others))
    assert not wrong, f"{len(wrong)}, such as:\n" + "\n".join(map(str, wrong[0]))
    assert accepted >= MAPS // 16  # there is something to compare


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
        assert (fault is None) == (grid is not None)
        if fault is not None:
            assert place_of(fault) in [cell_of(finding, drawing) for finding in findings]
            continue
        assert findings == []
        assert_same_exits(xymap, grid)
        rooms = rooms_of(xymap)
        assert_same_costs(xymap, grid, chance.sample(rooms, min(4, len(rooms))))
        accepted += 1
    assert accepted >= MAPS // 8 // 4  # there is something to compare


# --- the language of drawings


def test_links_lead_in_eight_directions():
    grid = plane(r"""
        # # #
         \|/
        #-#-#
         /|\
        # # #
    """)
    assert exits(grid, 1, 1) == {
        "north": (1, 2), "northeast": (2, 2), "east": (2, 1), "southeast": (2, 0),
        "south": (1, 0), "southwest": (0, 0), "west": (0, 1), "northwest": (0, 2),
    }  # fmt: skip
    room = grid.room_at(Coord(1, 1))
    north = grid.way_of(grid.link_named(room, "ne"))
    assert north == ("ne", "northeast", ("ne", "north-east"), "ne")


def test_one_way_links_lead_one_way():
    grid = plane("""
        #>#
        ^ v
        #<#
    """)
    assert exits(grid, 0, 0) == {"north": (0, 1)}
    assert route(grid, (0, 0), (1, 0)) == "n e s"
    assert route(grid, (1, 0), (0, 0)) == "w"


def test_up_and_down_stay_on_the_sheet():
    grid = plane("""
        #-#
        d u
        | #
        u
        #
    """)
    assert exits(grid, 0, 2) == {"down": (0, 0), "east": (1, 2)}
    assert exits(grid, 0, 0) == {"up": (0, 2)}
    assert exits(grid, 1, 2) == {"up": (1, 1), "west": (0, 2)}  # up both ways
    assert route(grid, (0, 0), (1, 1)) == "u e u"


def test_links_may_cross_bend_and_pass():
    grid = plane("""
        #-o #
          | |
        #-+-#
          |
          #
    """)
    assert exits(grid, 0, 2) == {"east": (1, 0)}
    assert exits(grid, 0, 1) == {"east": (2, 1)}
    assert exits(grid, 1, 0) == {"north": (0, 2)}
    assert exits(grid, 2, 1) == {"north": (2, 2), "west": (0, 1)}


def test_teleporters_join_what_lies_apart():
    grid = plane("""
        #-t t-#
    """)
    assert exits(grid, 0, 0) == {"east": (3, 0)}
    assert route(grid, (3, 0), (0, 0)) == "w"
    assert "".join(grid.drawn[0].lines()) == "#-   -#"


def test_a_blocked_link_is_an_exit_that_no_route_takes():
    grid = plane("""
        #-#
        | |
        #b#
    """)
    assert exits(grid, 0, 0) == {"north": (0, 1), "east": (1, 0)}
    room = grid.room_at(Coord(0, 0))
    assert grid.link_flags[grid.link_named(room, "e")] == LinkFlag.NO_ROUTE
    assert route(grid, (0, 0), (1, 0)) == "n e s"
    assert "".join(plane("#b#").drawn[0].lines()) == "#-#"
    assert route(plane("#b--#"), (0, 0), (2, 0)) is None


def test_interrupts_are_marks_of_rooms_and_of_links():
    grid = plane("#-I-#i#")
    assert grid.room_flags.tolist() == [0, RoomFlag.INTERRUPT, 0, 0]
    links = range(grid.links)
    assert {(int(grid.source[n]), grid.way_of(n).key): int(grid.link_flags[n]) for n in links} == {
        (0, "east"): 0, (1, "east"): 0, (1, "west"): 0, (2, "west"): 0,
        (2, "east"): LinkFlag.INTERRUPT, (3, "west"): LinkFlag.INTERRUPT,
    }  # fmt: skip
    assert route(grid, (0, 0), (3, 0)) == "e e e"


def test_a_transition_is_an_exit_to_another_map():
    grid = plane("#-T")
    assert grid.rooms == 1
    (link,) = grid.links_of(0)
    assert grid.target_of(link) == Place("The Cave", Coord(2, 3))
    assert grid.way_of(link).key == "east"
    assert "".join(grid.drawn[0].lines()) == "#-"


def test_exits_are_named_as_their_link_says():
    grid = plane("#D#")
    ways = [grid.way_of(n) for n in range(grid.links)]
    assert ways == [("e", "door", ("oak door",), "e"), ("w", "gate", (), "w")]


def test_the_sheet_holds_where_each_way_runs():
    sheet = plane("#-#---#").drawn[0]
    assert sheet.trails == {
        (0, 0, "e"): ((1, 0),),
        (1, 0, "w"): ((1, 0),),
        (1, 0, "e"): ((3, 0), (4, 0), (5, 0)),
        (3, 0, "w"): ((5, 0), (4, 0), (3, 0)),
    }
    assert sheet.room_cell(3, 0) == (6, 0)


# --- weights


def weights(grid):
    return {
        (grid.coord(int(grid.source[n]))[:2], grid.way_of(n).token): float(grid.weight[n])
        for n in range(grid.links)
    }


def test_a_long_link_costs_the_average_of_its_parts():
    assert set(weights(plane("#-----#")).values()) == {1.0}
    assert set(weights(plane("#===#")).values()) == {5.0}
    assert set(weights(plane("#-=-#")).values()) == {7 / 3}


def test_a_link_that_does_not_average_costs_the_sum():
    assert set(weights(plane("#~~~#")).values()) == {3.0}


def test_whether_to_average_is_said_by_the_last_part_as_in_the_contrib():
    assert weights(plane("#~--#")) == {((0, 0), "e"): 1.0, ((2, 0), "w"): 3.0}


def test_a_link_may_cost_more_one_way_than_the_other():
    assert weights(plane("#\n:\n#")) == {((0, 0), "n"): 7.0, ((0, 1), "s"): 2.0}


def test_parallel_links_keep_a_weight_each():
    """The contrib keeps the last one only, and walks through the mud."""
    grid = plane("""
        o-o
        | |
        #=#
    """)
    assert weights(grid) == {
        ((0, 0), "n"): 1.0, ((0, 0), "e"): 5.0, ((1, 0), "n"): 1.0, ((1, 0), "w"): 5.0,
    }  # fmt: skip
    assert route(grid, (0, 0), (1, 0)) == "n"
    assert route(grid, (1, 0), (0, 0)) == "n"


def test_a_way_that_costs_more_than_500_is_found():
    class Swamp(xymap_legend.EWMapLink):
        default_weight = 400

    assert route(plane("#s#s#", legend={"s": Swamp}), (0, 0), (2, 0)) == "e e"


@pytest.mark.parametrize("weight", [1e-300, 1e-12, 0, -1, float("nan")])
def test_weights_that_are_none_do_not_lead_in_circles(weight):
    class Odd(xymap_legend.EWMapLink):
        default_weight = weight

    grid = plane("#s#s#s#", legend={"s": Odd})
    assert route(grid, (0, 0), (3, 0)) == "e e e"
    assert route(grid, (3, 0), (0, 0)) == "w w w"


# --- prototypes


def proto(grid, x, y, direction=None):
    room = grid.room_at(Coord(x, y))
    if direction is None:
        return grid.protos[grid.room_proto[room]]
    return grid.protos[grid.link_proto[grid.link_named(room, direction)]]


LOCKED = {"prototype_parent": "xyz_exit", "locks": "traverse:none()"}
OTHER = {"prototype_parent": "xyz_exit", "key": "hatch"}


def test_a_prototype_for_one_direction_does_not_become_that_of_the_other_side():
    """The contrib keeps one for both ends of a link of one symbol: a lock vanished."""
    grid = plane("#-#-#", prototypes={(0, 0, "e"): LOCKED, (1, 0, "w"): OTHER})
    assert proto(grid, 0, 0, "e") is LOCKED
    assert proto(grid, 1, 0, "w") is OTHER
    grid = plane("#-#", prototypes={(0, 0, "e"): LOCKED})
    assert proto(grid, 0, 0, "e") is LOCKED
    assert proto(grid, 1, 0, "w")["prototype_key"] == "xyz_exit"


def test_what_an_exit_needs_stands_in_its_prototype_and_the_prover_reads_it():
    """A drawn dungeon of three rooms, as its author writes it."""
    grid = plane(
        "#-#-#",
        prototypes={
            (0, 0): {"gives": ["smallkey"]},
            (1, 0, "e"): {"needs": ["smallkey"]},
            (2, 0, "w"): {"needs": ["smallkey"]},
        },
    )
    assert list(grid.needs.values()) == [("smallkey",), ("smallkey",)]
    dungeon = problem_of(grid, start=Coord(0, 0), goal=Coord(2, 0))
    assert [step.word for step in prove(dungeon).certificate.walkthrough] == [
        "smallkey",
        "east",
        "east",
        "east",
    ]


def test_the_locks_of_the_docs_are_read(documented):
    (block,) = [block for block in documented("python") if '"gives": ["smallkey"' in block]
    names = {"XYMAP_DATA": {"prototypes": {}}}
    exec(block, names)
    corner = "\n    |\n".join([*["    #"] * 4, "#-#-#"])  # (0,0), then up from (2,0) to (2,4)
    grid = plane(corner, prototypes=names["XYMAP_DATA"]["prototypes"])
    proof = prove(problem_of(grid, start=Coord(2, 3), goal=Coord(2, 4)))
    assert [step.do for step in proof.certificate.walkthrough] == ["take", "open", "go"]


def test_prototypes_fall_back_to_wildcards_and_then_to_the_legend():
    any_room = {"prototype_parent": "xyz_room", "key": "any"}
    hall = {"prototype_parent": "xyz_room", "key": "hall"}
    prototypes = {("*", "*"): any_room, (0, 0): hall, ("*", "*", "*"): LOCKED}
    grid = plane("#-#-#", prototypes=prototypes)
    assert [proto(grid, x, 0) for x in range(3)] == [hall, any_room, any_room]
    assert proto(grid, 1, 0, "e") is LOCKED
    assert proto(plane("#-#"), 0, 0)["prototype_key"] == "xyz_room"


def test_an_exit_goes_by_its_drawn_direction_and_by_its_names():
    grid = plane("#D#", prototypes={(0, 0, "door"): LOCKED, (1, 0, "w"): OTHER})
    assert proto(grid, 0, 0, "e") is LOCKED
    assert proto(grid, 1, 0, "w") is OTHER
    stairs = "#\nu\n#"
    assert proto(plane(stairs, prototypes={(0, 0, "n"): LOCKED}), 0, 0, "u") is LOCKED
    assert proto(plane(stairs, prototypes={(0, 0, "up"): LOCKED}), 0, 0, "u") is LOCKED


def test_a_drawn_direction_is_meant_before_the_name_of_another_exit():
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


def test_each_distinct_prototype_stands_once():
    grid = plane("#-#-#-I", prototypes={(0, 0): {"key": "hall"}})
    assert len(grid.protos) == 3
    assert grid.protos.count({"key": "hall"}) == 1


def test_a_prototype_that_nothing_uses_is_told():
    _, findings, _ = load_plane(
        {"zcoord": "map", "map": marked("#-#"), "prototypes": {(5, 5): {}, (0, 0, "n"): {}}}
    )
    assert [f.code for f in findings] == ["unused-prototype-key"] * 2
    assert {f.file for f in findings} == {"map"}


# --- isolation


def test_the_legend_is_as_before_after_loading():
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


def test_an_authors_data_is_as_before_after_loading():
    data = {
        "zcoord": "map",
        "map": marked("#-#"),
        "legend": dict(LEGEND),
        "prototypes": {(0, 0): {"key": "hall"}},
        "options": {"map_mode": "scan"},
    }
    before = {key: value if isinstance(value, str) else dict(value) for key, value in data.items()}
    load_plane(data)
    assert data == before


@pytest.mark.parametrize("name", ["map", "../../x", "/x", "a\0b", "x" * 5000, "CON"])
def test_no_file_is_written_whatever_a_map_is_called(name, tmp_path, monkeypatch):
    """The contrib pickles its paths into a file named by the map, unescaped."""
    cache = tmp_path / "deep" / "cache"
    monkeypatch.setattr(contrib, "_CACHE_DIR", str(cache))
    grid, _, xymap = load_plane({"zcoord": name, "map": marked("#-#-#")})
    assert grid.name == xymap.Z == name
    assert xymap.get_shortest_path((0, 0), (2, 0))[0] == ["e", "e"]
    assert list(tmp_path.rglob("*")) == []


def test_the_contribs_own_methods_work_on_a_loaded_map():
    _, _, xymap = load_plane({"zcoord": " My Map ", "map": marked("#-#-T"), "legend": LEGEND})
    assert xymap.Z == "My Map"
    assert xymap.get_node_from_coord((1, 0)).X == 1
    assert xymap.get_visual_range((0, 0), dist=1, mode="scan", character="@") == "@-"
    assert [node.symbol for node in xymap.get_components_with_symbol("T")] == ["T"]


# --- what authors get wrong


@pytest.mark.parametrize(
    ("drawing", "words"),
    [
        ("#--", "points to empty space"),
        ("#-?", "the legend has no symbol '?'"),
        ("##", "stands between the places of rooms"),
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


def test_a_link_too_long_for_the_parser_is_told():
    code, message = refusal("#" + "-" * (2 * sys.getrecursionlimit() + 1) + "#", {"-": Odd})
    assert (code, "longer than the parser can follow" in message) == ("bad-drawing", True)


@pytest.mark.parametrize(
    "legend",
    [5, "text", [("#", 5)], {"#": 5}, {"#": "BasicMapNode"}, {"xx": Mud}, {5: Mud},
     {"#": object}, {"#": int}, {"-": None}],
)  # fmt: skip
def test_a_malformed_legend_is_told(legend):
    assert refusal(legend=legend)[0] in {"malformed-map", "bad-drawing"}


@pytest.mark.parametrize("drawing", [5, None, ["#-#"], b"#-#", {"a": 1}, 1.5])
def test_a_drawing_that_is_no_text_is_told(drawing):
    with pytest.raises(RefusedError) as refused:
        load_plane({"zcoord": "Bad", "map": drawing})
    assert refused.value.findings[0].file == "Bad"


@pytest.mark.parametrize("entry", ["options", "prototypes"])
@pytest.mark.parametrize("value", [5, "text", [1], object()])
def test_an_entry_that_is_no_dict_is_told(entry, value):
    assert refusal(**{entry: value})[0] == "malformed-map"


@pytest.mark.parametrize(
    ("prototypes", "code"),
    [
        ({5: {}}, "malformed-prototype-key"),
        ({"ab": {}}, "malformed-prototype-key"),
        ({(0, 0, 0, 0): {}}, "malformed-prototype-key"),
        ({(0, "x"): {}}, "malformed-prototype-key"),
        ({(0, 0): "xyz_room"}, "malformed-prototype"),
        ({(0, 0, "e"): None}, "malformed-prototype"),
    ],
)
def test_a_malformed_prototype_is_told(prototypes, code):
    assert refusal(prototypes=prototypes)[0] == code


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
    assert code in {"malformed-map", "bad-drawing"}
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


odd = st.recursive(
    st.none() | st.integers() | st.floats() | st.text(max_size=3) | st.just(Mud),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(
            st.text(max_size=1) | st.tuples(st.integers(0, 1), st.integers(0, 1)), inner
        )
    ),
    max_leaves=6,
)


@settings(max_examples=150)
@given(st.dictionaries(st.sampled_from(["map", "legend", "prototypes", "options"]), odd))
def test_any_data_gives_a_grid_or_findings(data):
    attempt({"map": marked("#-#"), **data, "zcoord": "map"})


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
