"""Changes made by hand in the game that a spawn would undo; reported before and after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from xyzgrid_ext.core.spawn import (
    XYZ,
    ChangedBy,
    ExitKey,
    Fingerprints,
    Marks,
    SpawnPlan,
    who_changed,
)
from xyzgrid_ext.core.spawn.marks import name_of
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.cli.diff import change_text
from xyzgrid_ext.game.db import spawned
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.changed import unchanged_steps
from xyzgrid_ext.game.spawn.lazy import stem
from xyzgrid_ext.game.spawn.remembering import is_remembered
from xyzgrid_ext.game.world.world import Live

_SHOWN = 20  # lines
_NONE: Mapping[str, Fingerprints] = MappingProxyType({})
_BY_HAND = (ChangedBy.GAME, ChangedBy.BOTH)


def undone_steps(
    live: Live,
    todo: SpawnPlan,
    pace: Pace,
    now: Mapping[str, Fingerprints] = _NONE,
    old: Live | None = None,
) -> Steps[list[str]]:
    """Return the changes made by hand in the game that a plan undoes, line by line.

    For large and lazy maps no spawned state is recorded. Their rows count as changed by hand if
    they differ from the map, and if the files say the same of their room as at the last spawn.

    Args:
        live: the world of the plan.
        todo: the plan.
        pace: how long a step may take.
        now: those fingerprints of maps that are already known.
        old: the world before a draft, if the plan is that of one: where the game is as this world
            says, the draft has changed it and nothing is undone.

    """
    changed: dict[Any, Any] = {**todo.changed_rooms, **todo.changed_exits}
    keys = {stem(_room_of(place).z) for place in changed}
    keys = {key for key in keys if key in live.grids and not is_remembered(live, key)}
    is_unchanged = yield from unchanged_steps(live, sorted(keys), pace, now)
    undone = yield from _lines_steps(todo, is_unchanged, pace)
    if not undone or old is None:
        return undone
    stems = sorted({stem(_room_of(place).z) for place in changed} & old.grids.keys())
    before = yield from spawning.plan_steps(old, stems, pace=pace)
    return (yield from _lines_steps(todo, is_unchanged, pace, before))


def shown(lines: Sequence[str]) -> list[str]:
    """Return the first lines, and a line that says how many more there are."""
    more = len(lines) - _SHOWN
    return [*lines[:_SHOWN], f"... and {more:,} more"] if more > 0 else list(lines)


def undone_hint(lines: Sequence[str]) -> list[str]:
    """Return a line that says how many changes a plan undoes, and how to keep them.

    Return None if it undoes none.
    """
    if not lines:
        return []
    rows = f"{len(lines):,} of these {'was' if len(lines) == 1 else 'were'}"
    return [f"{rows} changed in the game by hand: spawn undoes it, pull shows what a file can take"]


def _lines_steps(
    todo: SpawnPlan,
    is_unchanged: Callable[[XYZ], bool],
    pace: Pace,
    before: SpawnPlan | None = None,
) -> Steps[list[str]]:
    lines: list[str] = []
    known: dict[str, Mapping[str, Marks]] = {}

    def base(place: XYZ | ExitKey) -> Marks | None:
        name = name_of(place)
        block = spawned.block_of(name)
        if block not in known:
            known[block] = spawned.marks([block])
        return known[block].get(name)

    changed: dict[Any, Any] = {**todo.changed_rooms, **todo.changed_exits}

    def of_changed(part: Sequence[Any]) -> None:
        for place in part:
            row, spec, changes = changed[place]
            marks = base(place)
            is_by_hand = marks is None and is_unchanged(_room_of(place))
            told = [
                change_text(one)
                for one in changes
                if (before is None or one.field in _fields(before, place))
                and (is_by_hand or who_changed(one.field, spec, row, one.old, marks) in _BY_HAND)
            ]
            if told:
                lines.append(f"{name_of(place)} {row.key}: {', '.join(told)}")

    def of_new(part: Sequence[Any], made: Mapping[Any, Any]) -> None:
        for place in part:
            if base(place) is not None:
                new = made[place]
                lines.append(f"{name_of(place)} {new.key}: removed by hand, made again")

    yield from pace.each("changes", list(changed), of_changed)
    yield from pace.each("changes", list(todo.new_rooms), partial(of_new, made=todo.new_rooms))
    yield from pace.each("changes", list(todo.new_exits), partial(of_new, made=todo.new_exits))
    return lines


def _fields(todo: SpawnPlan, place: Any) -> set[str]:
    """Return the fields of a row that a plan changes."""
    row = todo.changed_rooms.get(place) or todo.changed_exits.get(place)
    return {one.field for one in row[2]} if row else set()


def _room_of(place: XYZ | ExitKey) -> XYZ:
    return place.room if isinstance(place, ExitKey) else place
