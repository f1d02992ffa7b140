"""The exits that builders made and that go with the rooms that a plan removes.

Exits out of such rooms and into them count that are in no file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from evennia.objects.models import ObjectDB

from xyzgrid_ext.core.spawn import XYZ, SpawnPlan
from xyzgrid_ext.game.base.elsewhere import beside
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import by_value, objects, views
from xyzgrid_ext.game.world.world import Live


def lost_exits_steps(
    live: Live, todo: SpawnPlan, add: Callable[[Callable[[], str]], None], pace: Pace
) -> Steps[None]:
    """Pass on a text for each exit that is lost though no file has made it so.

    Args:
        live: the world of the plan.
        todo: the plan.
        add: takes a function that returns the text.
        pace: how long a step may take.

    """
    size = len(todo.gone_exits)
    own = yield from beside("changes", size, lambda: frozenset(todo.gone_exits.values()))

    def look_at(part: Sequence[XYZ]) -> None:
        places = {todo.gone_rooms[xyz]: xyz for xyz in part}
        for text in _exits(live, places, views.names_of(places), own):
            add(partial(str, text))

    yield from pace.each("changes", todo.gone_rooms, look_at)


def _exits(
    live: Live, places: Mapping[int, XYZ], names: Mapping[int, str], own: frozenset[int]
) -> Iterator[str]:
    columns = "id", "db_key", "db_location_id", "db_destination_id"
    for pk, key, room, end in by_value.rows(ObjectDB, columns, "db_location_id", list(places)):
        if end is not None and pk not in own:
            at = live.written(places[room])
            yield f"{at} {names.get(room, '')}: removed, with its exit {key} (#{pk})"
    for pk, key, room, end in by_value.rows(ObjectDB, columns, "db_destination_id", list(places)):
        if room is not None and room not in places and pk not in own:
            if live.link_of(objects.object_of(pk)) is not None:
                continue  # the file of its own map has it
            source = live.room_of(room)
            start = f"#{room}" if source is None else live.written(live.xyz(source))
            told = f"the exit {key} (#{pk}) that leads to it from {start}"
            yield f"{live.written(places[end])} {names.get(end, '')}: removed, with {told}"
