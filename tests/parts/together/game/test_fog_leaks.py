"""Whatever was explored of a map in fog: of the rest nothing is told, drawn, sent or written.

Every room has a name that occurs nowhere else, so that it is found in any text.
"""

import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.routes import ExploredRooms
from xyzgrid_ext.core.view.gmcp import AreaLabel, room_info
from xyzgrid_ext.core.view.payload import map_payload, room_payload
from xyzgrid_ext.core.view.snapshot import area_number
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.visibility.viewer import explored_rooms, knows_room
from xyzgrid_ext.parts.formats.core import FORMATS

EDGE = 3
NAME = re.compile(r"Nook_\d_\d_\d")


def matrix(seed):
    """Rooms of a cube with about two of three ways, some of them one-way, and two wormholes."""
    chance = random.Random(seed)
    lines = [f"matrixedge {EDGE}", "startnode 0 0 0", "endnode 2 2 2", "currentnode 0 0 0"]
    for x in range(EDGE):
        for y in range(EDGE):
            for z in range(EDGE):
                for word, ahead in (("right", x), ("up", y), ("forward", z)):
                    if ahead + 1 < EDGE and (chance.random() < 0.6 or (x, y, z) == (0, 0, 0)):
                        way = "twoway" if chance.random() < 0.8 else "oneway"
                        lines.append(f"node {x} {y} {z} {word} {way}")
    lines += ["wormhole 0 0 0 2 2 2 twoway", "wormhole 1 0 0 0 2 1 oneway"]
    return "\n".join(lines) + "\n"


def cube(seed):
    rooms = {
        (x, y, z): {
            "prototype_parent": "xyz_room",
            "key": f"Nook_{x}_{y}_{z}",
            "tags": [(f"place_{x}_{y}_{z}", "landmark")],
        }
        for x in range(EDGE)
        for y in range(EDGE)
        for z in range(EDGE)
    }
    return {
        "zcoord": "cube",
        "matrix": matrix(seed),
        "prototypes": rooms,
        "options": {"fog": "explored"},
    }


def name(coord):
    return f"Nook_{coord.x}_{coord.y}_{coord.z}"


@pytest.fixture(params=range(2))
def grid(request, spawn_maps, clock):
    found = spawn_maps(cube(request.param))
    assert not [one for one in found.live.loaded["cube"].findings if "Nook" in str(one)]
    return found


def told_of(text):
    return set(NAME.findall(text)), set(re.findall(r"place_\d_\d_\d", text))


SPOTS = st.tuples(*[st.integers(0, EDGE - 1)] * 3)


def test_nothing_leaks_of_rooms_that_were_not_explored(grid, player, found_at_once):
    live, ann = grid.live, player.character
    cubes = live.grids["cube"]

    @settings(
        max_examples=8,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )
    @given(st.sets(SPOTS, min_size=1), st.randoms(use_true_random=False))
    def check(spots, chance):
        known = {room for spot in spots if (room := cubes.room_at(Coord(*spot))) is not None}
        if not known:
            return
        here = ("cube", chance.choice(sorted(known)))
        ann.location = live.object(here)
        explored_rooms(ann)["cube"] = ExploredRooms.of(cubes.coord(room) for room in known)
        names = {name(cubes.coord(room)) for room in known}
        numbers = {live.object_id(("cube", room)) for room in known}
        check_values(live, ann, known, numbers, names)
        check_texts(player, names)

    check()


def check_values(live, looker, known, numbers, names):
    grid = live.grids["cube"]
    view = room_view.map_view(live, looker, "cube")
    assert {room.number for room in view.rooms} == numbers
    assert {(room.x, room.y, room.z) for room in view.rooms} == {grid.coord(n) for n in known}
    payload = map_payload(view)
    for room, plain in zip(view.rooms, payload["rooms"], strict=True):
        targets = {one.target for one in room.exits} | {one["to"] for one in plain["exits"]}
        assert targets <= numbers | {None}
        info = room_info(room, AreaLabel(area_number("cube"), "cube"))
        assert {*info["exits"].values(), *info["specials"].values()} <= numbers | {None, 0, -1}
        assert plain == room_payload(room, view.head)
    texts = [repr(view), repr(payload)]
    for form in FORMATS:
        texts.append("".join(form.write([view.head], [view])))
    for text in texts:
        told, places = told_of(text)
        assert told <= names
        assert places <= {one.replace("Nook", "place") for one in names}
    for room in set(range(grid.rooms)) - known:
        assert room_view.room_view(live, looker, ("cube", room)) is None
        assert not knows_room(live, looker, ("cube", room))
    for z in range(EDGE):
        sheet, drawn = live.sheet("cube", z), room_view.visible_sheet(live, looker, "cube", z)
        rooms = {sheet.room_cell(*grid.coord(n)[:2]) for n in known if grid.coord(n).z == z}
        others = {sheet.room_cell(x, y) for x in range(EDGE) for y in range(EDGE)} - rooms
        assert rooms <= drawn.cells.keys()
        assert not others & drawn.cells.keys()


def check_texts(player, names):
    lines = ["look", "map", "map 0", "map 1", "map 2", "map todo", "map explored", "map speak"]
    lines += ["map speak +", "path nearest nook", "path (2,2,2)", "path nook", "path (1,1,1)"]
    for line in lines:
        told, _places = told_of(player.types(line))
        assert told <= names, line
    assert told_of(player.types("look"))[0]
