"""Changes made by hand in the game that a spawn would undo; reported before and after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

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
from xyzgrid_ext.game.cli.report import counted
from xyzgrid_ext.game.db import spawned
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.changed import unchanged_steps
from xyzgrid_ext.game.spawn.lazy import by_map
from xyzgrid_ext.game.spawn.remembering import is_remembered
from xyzgrid_ext.game.world.world import Live

_SHOWN = 20  # lines
_NONE: Mapping[str, Fingerprints] = MappingProxyType({})
_BY_HAND = (ChangedBy.GAME, ChangedBy.BOTH)


class Undone(NamedTuple):
    """What a plan undoes.

    Attributes:
        lines: the changes made by hand in the game, a line for each row.
        unsure: a line for each map of which the plan cannot say who changed its rows.

    """

    lines: Sequence[str] = ()
    unsure: Sequence[str] = ()

    @property
    def shown(self) -> list[str]:
        """The first lines, and a line that says how many more there are."""
        more = len(self.lines) - _SHOWN
        return [*self.lines[:_SHOWN], *([f"... and {more:,} more"] if more > 0 else ())]


def undone_steps(
    live: Live,
    todo: SpawnPlan,
    pace: Pace,
    now: Mapping[str, Fingerprints] = _NONE,
    old: Live | None = None,
) -> Steps[Undone]:
    """Return the changes made by hand in the game that a plan undoes.

    For large and lazy maps no spawned state is recorded. Their rows count as changed by hand if
    they differ from the map, and if the files say the same of their room as at the last spawn.
    Where that is not known, a row may have been changed by hand, by the files, or by both.

    Args:
        live: the world of the plan.
        todo: the plan.
        pace: how long a step may take.
        now: those fingerprints of maps that are already known.
        old: the world before a draft, if the plan is that of one: where the game is as this world
            says, the draft has changed it and nothing is undone.

    """
    changed: list[XYZ | ExitKey] = [*todo.changed_rooms, *todo.changed_exits]
    keys = yield from _stems_steps(changed, pace)
    meant = [key for key in keys if key in live.grids and not is_remembered(live, key)]
    is_unchanged, unknown = yield from unchanged_steps(live, sorted(meant), pace, now)
    undone = yield from _lines_steps(todo, is_unchanged, pace)
    unsure = [(key, keys[key]) for key in sorted(unknown)]
    if old is not None and (undone or unsure):
        before = yield from spawning.plan_steps(old, sorted(keys & old.grids.keys()), pace=pace)
        undone = yield from _lines_steps(todo, is_unchanged, pace, before)
        differ = [place for place in changed if _change(before, place)]
        keys = yield from _stems_steps(differ, pace)
        unsure = [(key, keys[key]) for key in sorted(unknown) if key in keys]
    return Undone(undone, [_unsure_line(*one) for one in unsure])


def undone_hint(undone: Undone) -> Iterator[str]:
    """Yield a line that says how many changes a plan undoes, and lines of what is unsure."""
    if undone.lines:
        number = len(undone.lines)
        rows = f"{number:,} of these {'was' if number == 1 else 'were'}"
        yield (
            f"{rows} changed in the game by hand: spawn undoes it, pull shows what a file can take"
        )
    yield from undone.unsure


def _stems_steps(places: Sequence[XYZ | ExitKey], pace: Pace) -> Steps[Counter[str]]:
    """Return the maps of rooms and exits, with their numbers."""
    found = Counter[str]()

    def count(part: Sequence[XYZ | ExitKey]) -> None:
        found.update(_room_of(place).z for place in part)

    yield from pace.each("changes", places, count)
    return by_map(found)


def _unsure_line(key: str, number: int) -> str:
    return (
        f"{key}: {counted(number, 'row')} {'differs' if number == 1 else 'differ'}, and no state "
        "of an earlier spawn is stored to say whether by hand or by the file"
    )


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

    def of_changed(part: Sequence[Any]) -> None:
        for place in part:
            row, spec, changes = _change(todo, place)
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

    yield from pace.each("changes", todo.changed_rooms, of_changed)
    yield from pace.each("changes", todo.changed_exits, of_changed)
    yield from pace.each("changes", todo.new_rooms, partial(of_new, made=todo.new_rooms))
    yield from pace.each("changes", todo.new_exits, partial(of_new, made=todo.new_exits))
    return lines


def _change(todo: SpawnPlan, place: XYZ | ExitKey) -> Any:
    """Return what a plan changes of a room or an exit; None if nothing."""
    if isinstance(place, ExitKey):
        return todo.changed_exits.get(place)
    return todo.changed_rooms.get(place)


def _fields(todo: SpawnPlan, place: XYZ | ExitKey) -> set[str]:
    """Return the fields of a row that a plan changes."""
    found = _change(todo, place)
    return {one.field for one in found[2]} if found else set()


def _room_of(place: XYZ | ExitKey) -> XYZ:
    return place.room if isinstance(place, ExitKey) else place
