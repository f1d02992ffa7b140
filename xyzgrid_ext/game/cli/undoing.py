"""What a spawn would undo: changes that were made in the game by hand, told before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from xyzgrid_ext.core.spawn import XYZ, ExitKey, Marks, Side, SpawnPlan, who_changed
from xyzgrid_ext.core.spawn.marks import name_of
from xyzgrid_ext.game.cli.diff import change_text
from xyzgrid_ext.game.db import spawned

_SHOWN = 20  # lines


def undone_lines(todo: SpawnPlan) -> list[str]:
    """What a plan undoes of what was made in the game by hand, line by line."""
    lines = list(_undone(todo))
    if len(lines) > _SHOWN:
        return [*lines[:_SHOWN], f"... and {len(lines) - _SHOWN:,} more"]
    return lines


def undone_hint(todo: SpawnPlan) -> list[str]:
    """A line that says how much a plan undoes, and what to do about it; none if it is nothing."""
    if not (number := sum(1 for _ in _undone(todo))):
        return []
    rows = f"{number:,} of these {'was' if number == 1 else 'were'}"
    return [f"{rows} changed in the game by hand: spawn undoes it, pull shows what a file can take"]


def _undone(todo: SpawnPlan) -> Iterator[str]:
    known: dict[str, Mapping[str, Marks]] = {}

    def base(place: XYZ | ExitKey) -> Marks | None:
        name = name_of(place)
        block = spawned.block_of(name)
        if block not in known:
            known[block] = spawned.marks([block])
        return known[block].get(name)

    changed: list[Any] = [*todo.changed_rooms.items(), *todo.changed_exits.items()]
    for place, (row, spec, changes) in changed:
        told = [
            change_text(one)
            for one in changes
            if who_changed(one.field, spec, row, one.old, base(place)) in (Side.GAME, Side.BOTH)
        ]
        if told:
            yield f"{name_of(place)} {row.key}: {', '.join(told)}"
    made: list[Any] = [*todo.new_rooms.items(), *todo.new_exits.items()]
    for place, new in made:
        if base(place) is not None:
            yield f"{name_of(place)} {new.key}: removed by hand, made again"
