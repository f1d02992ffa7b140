"""Where people from removed rooms may land: a small model, against many removals in one world.

haven ── the removed map; its exits lead anywhere    crypt   a dungeon
quay  ── an ordinary map                             gears   a matrix game
tower ── an ordinary map with two levels             moor    a map with fog
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spawned import rename_in_module

from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.spawn.relocation import Refuges
from xyzgrid_ext.parts.editor.game import edits

ROW = "\n+ 0 1 2\n\n0 #-#-#\n\n+ 0 1 2\n"
WORLD = (
    {"zcoord": "haven", "map": "\n+ 0 1 2\n\n1 #-#-#\n  | | |\n0 #-#-#\n\n+ 0 1 2\n"},
    {"zcoord": "quay", "map": ROW},
    {"zcoord": "tower", "levels": ["\n+ 0 1\n\n0 U-#\n\n+ 0 1\n", "\n+ 0 1\n\n0 D-#\n\n+ 0 1\n"]},
    {"zcoord": "crypt", "map": ROW, "options": {"dungeon": {"start": (0, 0), "goal": (2, 0)}}},
    {"zcoord": "moor", "map": ROW, "options": {"fog": "explored"}},
    {
        "zcoord": "gears",
        "matrix": "matrixedge 2\nstartnode 0 0 0\nendnode 1 0 0\ncurrentnode 0 0 0\n"
        "node 0 0 0 right twoway\n",
        "options": {"play": "matrix"},
    },
)
SECRET = {"crypt", "moor", "gears"}


def stem(xyz):
    return xyz.z.split(":")[0]


def far(one, other):
    return one.z != other.z, abs(one.x - other.x) + abs(one.y - other.y), one


def allowed(here, home, start, gone, rooms, ways, limbo):
    """The only room where somebody may land, or the only ones if exits of one room lead to many."""
    near = [xyz for xyz in rooms if xyz not in gone and stem(xyz) == stem(here)]
    if near:
        return {min(near, key=lambda xyz: far(xyz, here))}
    ends = {
        door: {end for end in to if end not in gone and stem(end) not in SECRET}
        for door, to in ways.items()
        if door in gone and stem(door) == stem(here)
    }
    doors = [door for door, to in ends.items() if to]
    if doors:
        return ends[min(doors, key=lambda door: far(door, here))]
    for place in (home if home and stem(home) not in SECRET else None, start):
        if place is not None and place not in gone:
            return {place}
    return {limbo}


def test_people_land_only_where_the_model_allows(spawn_maps, limbo, monkeypatch):
    live = spawn_maps(*WORLD).live
    ids = objects.rooms_by_place()
    rooms = sorted(ids)
    places = {pk: xyz for xyz, pk in ids.items()} | {limbo.pk: "limbo"}
    maps = sorted({stem(xyz) for xyz in rooms})
    some = st.sampled_from(rooms)
    kinds = set()

    @settings(max_examples=300, deadline=None)
    @given(
        st.sets(st.sampled_from(maps), max_size=3),
        st.sets(some, max_size=3),
        st.dictionaries(some, st.sets(some, min_size=1, max_size=3), max_size=8),
        st.none() | some,
        st.none() | some,
    )
    def check(gone_maps, gone_rooms, ways, home, start):
        gone = {xyz for xyz in rooms if stem(xyz) in gone_maps} | gone_rooms
        refuges = Refuges(
            live,
            {ids[xyz]: xyz for xyz in gone},
            lambda: [xyz for xyz in rooms if xyz not in gone],
            {ids[door]: [ids[end] for end in sorted(to)] for door, to in ways.items()},
        )
        refuges._start = None if start is None or start in gone else ids[start]
        for here in gone:
            refuge = refuges.of(ids[here], home and ids[home])
            landed = refuge if isinstance(refuge, XYZ) else places[refuge]
            assert landed in allowed(here, home, start, gone, rooms, ways, "limbo")
            assert landed not in gone
            if landed == "limbo":
                kinds.add("limbo")
            elif stem(landed) != stem(here) and landed != start:
                assert stem(landed) not in SECRET
                kinds.add("elsewhere")
            else:
                kinds.add("near or start")

    check()
    assert len(kinds) == 3, "the examples reach every answer"


@pytest.mark.parametrize("value", [(0, 0, "crypt"), ("nonsense",), (9, 9, "quay")])
def test_a_start_that_is_no_room_or_is_removed_leaves_people_in_limbo(
    value, spawn_maps, limbo, settings
):
    live = spawn_maps(*WORLD).live
    settings.XYZGRID_START = value
    gone = {
        pk: xyz for xyz, pk in objects.rooms_by_place().items() if stem(xyz) in ("crypt", "haven")
    }
    refuges = Refuges(live, gone, list, {})
    assert {refuges.of(room, None) for room in gone} == {limbo.pk}


@pytest.fixture
def grid(spawn_maps):
    return spawn_maps({"zcoord": "Town", "map": "+ 0 1\n\n0 #-#\n\n+ 0 1\n"})


def test_games_dungeons_and_numbers_go_with_the_map(grid, run, player):
    player.character.attributes.add("runs", {"town": {"at": 1}, "x": {}}, category="xyzgrid")
    grid.attributes.add("dungeon town", {"seen": [1]}, category="xyzgrid")
    boxes = [[1 << 30, 3, 1, 1]]  # of the time when the map was lazy
    grid.attributes.add("lazy_numbers", {"town": {"since": None, "boxes": boxes}}, "xyzgrid")
    rename_in_module(grid, "Town", "City")
    assert run("rename", "town", "city", "--yes")[0] == 0
    runs = player.character.attributes.get("runs", category="xyzgrid")
    assert dict(runs) == {"city": {"at": 1}, "x": {}}
    assert grid.attributes.has("dungeon city", category="xyzgrid")
    numbers = grid.attributes.get("lazy_numbers", category="xyzgrid")
    assert [list(box) for box in numbers["city"]["boxes"]] == boxes


def test_rights_and_drafts_go_with_the_map_and_stay_behind_for_no_other(grid, run):
    ann = edits.Who(7, "Ann")
    edits.grant("town", ann, "editor")
    edits.grant("city", edits.Who(8, "Bob"), "owner")  # of a map of this name that is gone
    edits.begin_draft("town", "world.town", "0", {"map": "Town", "rooms": {}})
    rename_in_module(grid, "Town", "City")
    assert run("rename", "Town", "City", "--yes")[0] == 0
    assert (edits.right_holders("town"), edits.right_holders("city")) == ([], [("Ann", "editor")])
    assert edits.draft_rows(["town", "city"])["city"].document["map"] == "City"
