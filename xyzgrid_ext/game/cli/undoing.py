"""Changes made by hand in the game that a spawn would undo; reported before and after it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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
from xyzgrid_ext.game.base.elsewhere import beside
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.cli.diff import lost_text
from xyzgrid_ext.game.cli.removals import removals_steps
from xyzgrid_ext.game.cli.report import counted
from xyzgrid_ext.game.db import spawned
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.changed import LastSpawn, last_spawn_steps
from xyzgrid_ext.game.spawn.lazy import stem
from xyzgrid_ext.game.spawn.remembering import is_remembered
from xyzgrid_ext.game.world.world import Live

_SHOWN = 20  # lines
_NONE: Mapping[str, Fingerprints] = MappingProxyType({})
_BY_HAND = (ChangedBy.GAME, ChangedBy.BOTH)


class Undone(NamedTuple):
    """What a plan undoes.

    Attributes:
        lines: the first changes made by hand in the game, a text for each row.
        number: how many rows were changed by hand.
        unsure: for each map of which the plan cannot say who changed its rows, a line that says so
            and the first changes.

    """

    lines: Sequence[str] = ()
    number: int = 0
    unsure: Sequence[str] = ()

    @property
    def shown(self) -> list[str]:
        """The first changes, and a line that says how many more there are."""
        return [*self.lines, *_more(self.number)]


class _Lines:
    """The texts of the first of many rows, and their number."""

    def __init__(self) -> None:
        self.first = list[str]()
        self.number = 0

    def add(self, text: Callable[[], str]) -> None:
        """Count a row, and keep its text if it is among the first."""
        self.number += 1
        if self.number <= _SHOWN:
            self.first.append(text())


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
    levels = yield from beside("changes", todo.rows, todo.levels)
    keys = {stem(level) for level in levels}
    meant = [key for key in keys if key in live.grids and not is_remembered(live, key)]
    last = yield from last_spawn_steps(live, sorted(meant), pace, now)
    undone = yield from _lines_steps(live, todo, last, set(meant), pace)
    if old is not None and (undone.lines or undone.unsure):
        before = yield from spawning.plan_steps(old, sorted(keys & old.grids.keys()), pace=pace)
        undone = yield from _lines_steps(live, todo, last, set(meant), pace, before)
    return undone


def undone_hint(undone: Undone) -> Iterator[str]:
    """Yield the changes that a plan undoes, after a line with their number, and what is unsure."""
    if number := undone.number:
        rows = f"{number:,} of these {'was' if number == 1 else 'were'}"
        yield (
            f"{rows} changed in the game by hand: spawn undoes it, pull shows what a file can take"
        )
        yield from _indented(undone.shown)
    yield from undone.unsure


def undone_lines(undone: Undone) -> Iterator[str]:
    """Yield what a spawn would undo, for a question that comes before it."""
    if undone.number:
        yield "It would undo what was changed in the game by hand:"
        yield from _indented(undone.shown)
    yield from undone.unsure


def _indented(texts: Iterable[str]) -> Iterator[str]:
    yield from (f"  {line}" for text in texts for line in text.splitlines())


def _unsure_lines(key: str, rows: _Lines) -> Iterator[str]:
    differ = f"{counted(rows.number, 'row')} {'differs' if rows.number == 1 else 'differ'}"
    yield (
        f"{key}: {differ}, and no state of an earlier spawn is stored to say whether by hand or by "
        "the file:"
    )
    yield from _indented((*rows.first, *_more(rows.number)))


def _more(number: int) -> list[str]:
    """Return a line that says how many of so many rows are not shown, or nothing."""
    return [f"... and {number - _SHOWN:,} more"] if number > _SHOWN else []


def _lines_steps(
    live: Live,
    todo: SpawnPlan,
    last: LastSpawn,
    keys: Collection[str],
    pace: Pace,
    before: SpawnPlan | None = None,
) -> Steps[Undone]:
    """Return what a plan undoes; with the plan `before` a draft, only what that plan has too.

    `keys` are the maps without a recorded state, of which only `last` tells what has changed.
    """
    undone, unsure = _Lines(), defaultdict[str, _Lines](_Lines)
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
            if before is not None:
                fields = _fields(before, place)
                changes = [one for one in changes if one.field in fields]
            rows, room = undone, _room_of(place)
            if (key := stem(room.z)) not in keys:
                marks = base(place)
                changes = [
                    one
                    for one in changes
                    if who_changed(one.field, spec, row, one.old, marks) in _BY_HAND
                ]
            elif not last.knows(room):
                rows = unsure[key]
            elif not last.says_same(room):
                continue  # the file has changed it
            if changes:
                rows.add(partial(lost_text, f"{_room_of(place)} {row.key}", changes))

    def is_missing(place: XYZ | ExitKey) -> bool:
        """Whether a map without a recorded state had a row before somebody removed it."""
        room = _room_of(place)
        if stem(room.z) not in keys or not last.says_same(room):
            return False
        if isinstance(place, XYZ):
            return stem(room.z) not in live.lazy
        at = live.room_at_xyz(*room)  # of a lazy map, a room has all exits or none
        return at is not None and live.is_whole(at)

    def of_new(part: Sequence[Any], made: Mapping[Any, Any]) -> None:
        for place in part:
            if base(place) is not None or is_missing(place):
                text = f"{_room_of(place)} {made[place].key}: removed by hand, made again"
                undone.add(partial(str, text))

    yield from pace.each("changes", todo.changed_rooms, of_changed)
    yield from pace.each("changes", todo.changed_exits, of_changed)
    yield from pace.each("changes", todo.new_rooms, partial(of_new, made=todo.new_rooms))
    yield from pace.each("changes", todo.new_exits, partial(of_new, made=todo.new_exits))
    yield from removals_steps(live, todo, base, undone.add, pace)
    told = [line for key, rows in sorted(unsure.items()) for line in _unsure_lines(key, rows)]
    return Undone(undone.first, undone.number, told)


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
