"""Rooms in the database: our spawn of a map, then rooms at coordinates, asked of both sides.

The rows are those of our spawner; the contrib's manager finds them as its own, as our classes are
subclasses of its classes and carry the same tags. SQLite in a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import rows
from django.db import connection
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.utils.idmapper.models import SharedMemoryModel
from maps import NAME, XY, map_data, pairs
from measure import each, once, queries, report
from side_ours import loaded_map

from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.apply import Counts
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.xyzroom import XYZExit, XYZRoom

LookUp = Callable[[XY], Any]
_COLD = 50  # look-ups of rooms that are not in memory


def run(side: int, count: int) -> None:
    """Spawn a map twice; then look `count` of its rooms up in each way, unless it is 0."""
    rows.make_home()
    live = Live(loaded_map(map_data(side, overrides=True)))
    report("spawn", once(lambda: spawning.spawn(live, [NAME]))[0] / 1000, of="spawn")
    rows.check(side, XYZRoom, XYZExit)
    with queries() as asked:
        again, counts = once(lambda: spawning.spawn(live, [NAME]))
    report("spawn again", again / 1000, of="spawn")
    report("spawn again queries", asked[0], of="spawn")
    if counts != Counts():
        report("wrong", f"a second spawn changes the database: {counts}")
    _change_one(side)
    if count:
        _look_ups(live, [goal for _, goal in pairs(side, count)])


def _change_one(side: int) -> None:
    """Give one room of the map another text, and spawn again."""
    data = map_data(side, overrides=True)
    data["prototypes"][1, 0] = {"prototype_parent": "xyz_room", "desc": "A puddle."}
    changed = Live(loaded_map(data))
    seconds, counts = once(lambda: spawning.spawn(changed, [NAME]))
    report("spawn one", seconds / 1000, of="spawn")
    if counts != Counts(changed=1):
        report("wrong", f"one room is another one now, but {counts}")


def _look_ups(live: Live, where: list[XY]) -> None:
    live.forget_objects()
    with queries() as asked:
        report("index", once(lambda: live.spawned(NAME))[0])
    report("index queries", asked[0])

    def ours(xy: XY) -> Any:
        room = live.room_at_xyz(*xy, NAME)
        return room and live.object(room)

    def theirs(xy: XY) -> Any:
        return contrib.XYZRoom.objects.get_xyz((*xy, NAME))

    each("number", lambda xy: live.room_at_xyz(*xy, NAME), [(xy,) for xy in where])
    sides: dict[str, LookUp] = {"ours": ours, "contrib": theirs}
    for side, look_up in sides.items():
        _warm(side, look_up, where)
        _cold(side, look_up, where[:_COLD])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    for side, look_up in sides.items():
        kept = [look_up(xy) for xy in where]
        each("room analyzed", look_up, [(xy,) for xy in where], side=side)
        del kept


def _warm(side: str, look_up: LookUp, where: list[XY]) -> None:
    """Rooms that are in memory, as those that anybody is in."""
    kept = [look_up(xy) for xy in where]
    found = each("room", look_up, [(xy,) for xy in where], side=side)
    with queries() as asked:
        look_up(where[0])
    report("room queries", asked[0], side=side)
    if [room.xyz for room in found] != [(*xy, NAME) for xy in where] or found != kept:
        report("wrong", "a look-up finds other rooms than those asked for", side=side)


def _cold(side: str, look_up: LookUp, where: list[XY]) -> None:
    """Rooms that are not in memory, as all of them after a start."""

    def forgotten(rooms: list[XY]) -> Iterator[tuple[XY]]:
        for xy in rooms:
            for model in _family(SharedMemoryModel):
                model.flush_instance_cache(force=True)
            yield (xy,)

    each("cold room", look_up, forgotten(where), side=side)
    for (xy,) in forgotten(where[:1]):
        with queries() as asked:
            look_up(xy)
        report("cold room queries", asked[0], side=side)


def _family(cls: Any) -> list[Any]:
    found = [one for sub in cls.__subclasses__() for one in (sub, *_family(sub))]
    return [one for one in found if not one._meta.abstract]
