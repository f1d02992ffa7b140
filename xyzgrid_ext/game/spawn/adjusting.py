"""Adjusts the wanted and the existing rows of a plan before they are compared.

    a map does not load      its file still names the exits to it    they are not compared
    a walker has come        rows were made since `wanted` was read  they are not compared
    a walker has gone        rows went since `existing` was read     they are not wanted

The last two concern lazy maps, whose rooms come and go while a plan is made in slices. What is not
needed any more is freed in slices, too.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping, Sequence
from typing import Any

from xyzgrid_ext.core.spawn import XYZ, Existing, ExitKey, SpawnPlan, Wanted
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.spawn.lazy import is_lazy, is_link
from xyzgrid_ext.game.world.world import Live


def adjust_steps(
    live: Live,
    wanted: Wanted,
    existing: Existing,
    last: Wanted,
    pace: Pace,
    *,
    is_whole: bool,
) -> Steps[None]:
    """Change the rows of a plan as the module says; `is_whole` for plans of whole maps.

    What is not compared is not looked up in the record `last` either.
    """
    if live.failed:
        yield from _leave_ways_to_failed_steps(live, existing, last, pace)
    if live.lazy:
        yield from _drop_new_steps(live, wanted, existing, last, pace)
        if is_whole:
            yield from _drop_gone_steps(live, wanted, existing, pace)


def _leave_ways_to_failed_steps(
    live: Live, existing: Existing, last: Wanted, pace: Pace
) -> Steps[None]:
    """Take out the exits to maps that do not load: as long as their file names them, they stay."""
    lost = list[ExitKey]()

    def look_at(part: Sequence[ExitKey]) -> None:
        for key in part:
            target = existing.exits[key].target
            if target is None or live.level(target.z) is not None:
                continue
            room = live.room_at_xyz(*key.room)
            if room and live.grids[room[0]].link_named(room[1], key.direction) is not None:
                lost.append(key)

    yield from pace.each("compared", existing.exits, look_at)
    _take_out(existing.exits, lost)
    _take_out(last.exits, lost)


def _drop_new_steps(
    live: Live, wanted: Wanted, existing: Existing, last: Wanted, pace: Pace
) -> Steps[None]:
    """Take out the existing rows made for walkers since `wanted` was read."""
    new, exits = set[XYZ](), list[ExitKey]()

    def rooms(part: Sequence[XYZ]) -> None:
        new.update(xyz for xyz in part if xyz not in wanted.rooms and is_lazy(live, xyz))

    def look_at(part: Sequence[ExitKey]) -> None:
        exits.extend(
            key
            for key in part
            if key.room in new
            or (key not in wanted.exits and is_link(live, key.room, key.direction))
        )

    yield from pace.each("compared", existing.rooms, rooms)
    yield from pace.each("compared", existing.exits, look_at)
    for rows in (existing, last):
        _take_out(rows.rooms, new)
        _take_out(rows.exits, exits)


def _drop_gone_steps(live: Live, wanted: Wanted, existing: Existing, pace: Pace) -> Steps[None]:
    """Take out the wanted rows of lazy maps' rooms removed since `existing` was read.

    These are the exits of rooms that have none, and rooms that do not exist and to which no exit
    leads.
    """
    entered, ends = set[XYZ](), set[XYZ]()
    exits, rooms = list[ExitKey](), list[XYZ]()

    def enter(part: Sequence[ExitKey]) -> None:
        entered.update(key.room for key in part)

    def look_at(part: Sequence[ExitKey]) -> None:
        for key in part:
            if key.room in entered or not is_lazy(live, key.room):
                ends.add(wanted.exits[key].target)
            else:
                exits.append(key)

    def look_at_rooms(part: Sequence[XYZ]) -> None:
        rooms.extend(
            xyz for xyz in part if not (xyz in existing.rooms or xyz in ends) and is_lazy(live, xyz)
        )

    yield from pace.each("compared", existing.exits, enter)
    yield from pace.each("compared", wanted.exits, look_at)
    yield from pace.each("compared", wanted.rooms, look_at_rooms)
    _take_out(wanted.exits, exits)
    _take_out(wanted.rooms, rooms)


def _take_out(rows: MutableMapping[Any, Any], keys: Iterable[Any]) -> None:
    for key in keys:
        rows.pop(key, None)


def drop_steps(of: Existing | Wanted | None, pace: Pace) -> Steps[None]:
    """Free the rows of maps that nobody needs any more."""
    for rows in () if of is None else (of.exits, of.rooms):
        yield from pace.free("compared", rows)


def drop_plan_steps(todo: SpawnPlan, pace: Pace) -> Steps[None]:
    """Free a plan that nobody needs any more."""
    parts = (todo.new_exits, todo.changed_exits, todo.gone_exits, todo.gone_names, todo.new_rooms)
    for rows in parts:
        if isinstance(rows, MutableMapping):
            yield from pace.free("compared", rows)
    yield from drop_steps(todo.wanted, pace)
