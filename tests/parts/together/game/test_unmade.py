"""Rooms of lazy maps that have no rows yet are spoken of like any other room.

town   West ─ Square ─►      cube   two sheets: along the first to the right, back along the second
                             fen    drawn, in fog

Each speaker is asked twice, with all rows of `cube` and `fen`, and with none but those of the room
into which the town leads.
"""

import json
from dataclasses import replace
from itertools import product

import pytest
from evennia.objects.models import ObjectDB
from spawned import spawned_once
from worlds import CUBE, room, room_at, transition

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.view.gmcp import msdp_variables, room_info
from xyzgrid_ext.core.view.payload import map_payload, room_payload
from xyzgrid_ext.game.db import exploration, memory
from xyzgrid_ext.game.protocols import client_updates, map_requests
from xyzgrid_ext.game.visibility import resolve, room_view
from xyzgrid_ext.game.visibility.viewer import FullViewer, PublicViewer
from xyzgrid_ext.game.web import answers
from xyzgrid_ext.game.web.visitors import Asker
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.lands.core.numbers import FIRST_LAZY_NUMBER
from xyzgrid_ext.parts.web_map import api


def door(**more):
    return {"prototype_parent": "xyz_exit", **more}


shared_maps = spawned_once(
    {
        "zcoord": "town",
        "map": "\n+ 0 1 2\n\n0 #-#-T\n\n+ 0 1 2\n",
        "legend": {"T": transition((0, 0, "cube:0"))},
        "prototypes": {(0, 0): room("West"), (1, 0): room("Square")},
    },
    {
        "zcoord": "cube",
        "matrix": CUBE,
        "prototypes": {
            ("*", "*", "*"): room("Cell"),
            (0, 0, 0): room("Entrance", tags=[("cave", "environment")]),
            (2, 0, 0): room("The |yGilt|n Stair", aliases=["Ladder"]),
            (0, 0, 1): room("Heart", tags=[("shop", "landmark")]),
            (1, 1, 1): {"prototype_parent": {**room("Pit"), "tags": [("pool", "landmark")]}},
            (2, 0, 1, "left"): door(key="iron door", needs="item:rope", aliases=["gate"]),
            (1, 0, 1, "up"): door(locks="view:perm(Builder)"),
            (1, 0, 0, "right"): door(locks="traverse:perm(Builder)", err_traverse="It is barred."),
        },
        "transitions": {(0, 0, 0, "out"): (1, 0, "town"), (0, 0, 1, "door"): (0, 0, "fen")},
    },
    {
        "zcoord": "fen",
        "map": "\n+ 0 1 2\n\n1   #\n    |\n0 #-#-#\n\n+ 0 1 2\n",
        "options": {"fog": "explored"},
        "prototypes": {
            (0, 0): room("Reeds"),
            (1, 0): room("Mere", tags=[("pool", "landmark")]),
            (2, 0): room("Far Bank"),
        },
    },
)
LAZY = {"cube", "fen"}


@pytest.fixture
def lazy(grid):
    """Return the grid, with two maps that became lazy when they had no rooms; now they have all."""
    since = {key: {"since": 0, "boxes": []} for key in LAZY}
    grid.attributes.add("lazy_numbers", since, category=memory.CATEGORY)
    become_lazy(grid)
    return grid


def become_lazy(grid):
    loaded = [
        replace(one, grid=replace(one.grid, options={**one.grid.options, "rooms": "lazy"}))
        if key in LAZY
        else one
        for key, one in grid.live.loaded.items()
    ]
    grid.install(Live(loaded))


def unmake(grid):
    """Let all rooms of the lazy maps be without rows, but for the one beside the town."""
    live = grid.live
    kept = live.object_id(("cube", 0))
    rooms = [live.object_id((key, n)) for key in LAZY for n in range(live.grids[key].rooms)]
    gone = [pk for pk in rooms if pk != kept]
    ObjectDB.objects.filter(db_location__in=[*gone, kept], db_destination__isnull=False).delete()
    ObjectDB.objects.filter(pk__in=gone).delete()
    live.forget_objects()
    live._router = live._overlay = None  # as after a start


def plain(value):
    return json.dumps(value, indent=1, sort_keys=True, default=str)


TYPED = (
    "path heart", "path cell", "path gil", "path the ladder", "path nearest pool",
    "path (0,0,1,cube)", "path (1,1,fen)", "path far bank", "path reeds via heart",
    "map cube 1", "map fen", "map todo", "map around", "look",
)  # fmt: skip
IN_A_TERMINAL = (
    "path entrance pit --json", "path (0,0,0,cube) pit", "reach (0,0,town) 4", "reach pit",
    "show cube:1", "export all --json", "export cube --mudlet", "export fen --dot",
)  # fmt: skip
ASKERS = ("walker", "builder", "public")


def spoken(grid, all_):
    """What is said of rooms to whoever asks: {question: answer}."""
    live, walker = grid.live, all_["walker"].character
    told = {
        f"{who}: {line}": all_[who].types(line) for who in ("walker", "builder") for line in TYPED
    }
    told |= {line: all_["run"](*line.split()) for line in IN_A_TERMINAL}
    told["heads"] = plain(room_view.map_heads(live, walker))
    for key, who in product(("town", "cube", "fen"), (*ASKERS, "everything")):
        looker = looker_of(who, all_)
        head, whole = room_view.map_head(live, looker, key), room_view.map_view(live, looker, key)
        views = (room_view.room_view(live, looker, (key, n)) for n in range(live.grids[key].rooms))
        told[f"rooms of {key} for {who}"] = plain([v and room_payload(v, head) for v in views])
        told[f"map of {key} for {who}"] = plain(whole and map_payload(whole))
    here = client_updates._room_of(live, walker)
    told["Room.Info"] = plain(
        [room_info(here.room, here.area), msdp_variables(here.room, here.area)]
    )
    told["Xyzgrid.Map"] = plain(map_requests._sheet_payload(live, walker, "cube", 1))
    for who in ASKERS:
        asker = asker_of(who, all_)
        for text in ("e", "gilt", "mere", "far"):
            found = sorted(api.search_rooms(asker, text), key=lambda room: room["num"])
            told[f"search {text} as {who}"] = plain(found)
        for at in (("cube", 2), ("cube", 3), ("cube", 5)):
            told[f"way to {at} as {who}"] = plain(way(grid, asker, at))
    return told


def looker_of(who, all_):
    others = {"public": PublicViewer(), "everything": FullViewer()}
    return others[who] if who in others else all_[who].character


def asker_of(who, all_):
    return Asker() if who == "public" else Asker(number=all_[who].account.pk)


def way(grid, asker, room):
    live = grid.live
    numbers = live.number(live.room_at_xyz(0, 0, "town")), live.number(room)
    try:
        return api.find_path(asker, *numbers)
    except answers.UnknownError:
        return "unknown"


@pytest.fixture
def all_(lazy, player, superuser, run):
    """Return who speaks: a walker in the square, who has been in the fen; a builder; a terminal."""
    square = room_at(lazy, 1, 0)
    for one in (player, superuser):
        one.account.characters.add(one.character)
        one.character.move_to(square, quiet=True)
    explore(player, (0, 0, "fen"), (1, 0, "fen"))
    return {"walker": player, "builder": superuser, "run": run}


def explore(player, *places):
    record = exploration.record_of(player.character)
    for x, y, key in places:
        record.add(player.character, key, [Coord(x, y, 0)], lasting=False)


COUNTED = "1 spawned, the others when somebody comes"  # all that may be said of it


def test_rooms_without_rows_are_spoken_of_like_any_other_the_nearest_first(lazy, all_, monkeypatch):
    with_rows = spoken(lazy, all_)
    unmake(lazy)
    without = spoken(lazy, all_)
    assert lazy.live.spawned_count("cube") == 1  # nobody has made any by asking
    for name, said in without.items():
        before = str(with_rows[name]).replace("all spawned", COUNTED)
        assert str(said).splitlines() == before.splitlines(), name
    unmake(lazy)
    all_told = all_["walker"].types("path cell")
    monkeypatch.setattr(resolve, "CHOICES", 2)
    told = all_["walker"].types("path cell")
    assert told == all_told.partition("\n2 other places")[0]


def test_rooms_of_before_a_map_was_lazy_keep_the_numbers_that_clients_have(grid):
    rooms = [("cube", number) for number in range(7)]
    before = [grid.live.number(room) for room in rooms]
    assert before == [grid.live.object_id(room) for room in rooms]
    become_lazy(grid)
    assert [grid.live.number(room) for room in rooms] == before
    unmake(grid)
    after = [grid.live.number(room) for room in rooms]
    assert after[0] == before[0]
    assert min(after[1:]) >= FIRST_LAZY_NUMBER
    assert [grid.live.room_by_number(number) for number in after] == rooms
    assert grid.live.room_by_number(max(after) + 1) is None


def test_a_map_that_was_lazy_for_a_time_has_the_numbers_of_its_objects(lazy):
    kept = lazy.attributes.get("lazy_numbers", category=memory.CATEGORY)
    assert kept["cube"]["since"] == 0
    loaded = [
        replace(one, grid=replace(one.grid, options={**one.grid.options, "rooms": "all"}))
        for one in lazy.live.loaded.values()
    ]
    lazy.install(Live(loaded))
    assert lazy.live.number(("cube", 1)) == lazy.live.object_id(("cube", 1))
    become_lazy(lazy)  # and from now on these stay
    assert lazy.live.number(("cube", 1)) == lazy.live.object_id(("cube", 1))
