"""Changes made by hand in the game that a spawn would undo; reported before and after it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from evennia.objects.models import ObjectDB

from xyzgrid_ext.core.spawn import XYZ, Change, DepartureKind, ExitKey, SpawnPlan
from xyzgrid_ext.core.spawn.model import CHANGED_BY_HAND, ChangedBy
from xyzgrid_ext.core.spawn.plan import without_removals
from xyzgrid_ext.game.base.background import run_in_thread
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.cli.report import (
    count_text,
    leaving_name,
    lost_text,
    whole_text,
    with_places,
)
from xyzgrid_ext.game.db import objects, rooms
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.spawn.reconcile import map_of_level
from xyzgrid_ext.game.world.world import Live

_SHOWN = 20  # lines


class Undone(NamedTuple):
    """The changes made by hand in the game that a plan undoes.

    Attributes:
        lines: a text for each of the first changed rooms and exits.
        number: how many rooms and exits were changed by hand.
        unsure: lines about rooms and exits that differ, but that no spawn is recorded to have made:
            whether by hand or by the file, nobody can say.
    """

    lines: Sequence[str] = ()
    number: int = 0
    unsure: Sequence[str] = ()

    @property
    def shown(self) -> list[str]:
        """`lines`, and a line that says how many more there are: `... and 4 more`."""
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


def undone_steps(live: Live, todo: SpawnPlan, pace: Pace) -> Steps[Undone]:
    """Return the changes made by hand in the game that the plan `todo` undoes."""
    undone, unsure = _Lines(), defaultdict[str, _Lines](_Lines)

    def of_changed(part: Sequence[Any]) -> None:
        for place, (row, _spec, changes) in part:
            room, at = _room_of(place), live.place_text(_room_of(place))
            by_hand = [change for change in changes if change.by in CHANGED_BY_HAND]
            unknown = [change for change in changes if change.by is ChangedBy.UNKNOWN]
            if by_hand:
                undone.add(partial(lost_text, f"{at} {row.key}", with_places(by_hand, live)))
            elif unknown:
                text = partial(lost_text, f"{at} {row.key}", with_places(unknown, live))
                unsure[map_of_level(room.z)].add(text)

    def of_missing(part: Sequence[XYZ | ExitKey]) -> None:
        for place in part:
            spec = todo.new_exits[place] if isinstance(place, ExitKey) else todo.new_rooms[place]
            text = f"{live.place_text(_room_of(place))} {spec.key}: removed by hand, made again"
            undone.add(partial(str, text))

    def of_lost(part: Sequence[Any]) -> None:
        for xyz, (row, changes) in part:
            undone.add(partial(_lost_room, live.place_text(xyz), row.key, changes))

    yield from pace.each("changes", list(todo.changed_rooms.items()), of_changed)
    yield from pace.each("changes", list(todo.changed_exits.items()), of_changed)
    yield from pace.each("changes", sorted(todo.missing, key=str), of_missing)
    yield from pace.each("changes", list(todo.lost.items()), of_lost)

    def of_exit(xyz: XYZ, name: str, exit_text: str) -> None:
        undone.add(lambda: f"{live.place_text(xyz)} {name}: removed, with {exit_text}")

    yield from lost_exits_steps(live, todo, of_exit, pace)
    notes = [line for key, rows in sorted(unsure.items()) for line in _unsure_lines(key, rows)]
    return Undone(undone.first, undone.number, notes)


def _lost_room(place: str, name: str, changes: Iterable[Change]) -> str:
    lines = (whole_text(change.field, change.old) for change in changes)
    return "\n".join([f"{place} {name}: removed, with what was changed in it", *lines])


def pull_word() -> str:
    """Return the subcommand of a part that writes changes by hand into files: `pull`, or ""."""
    return next((part.pull_word for part in game_parts() if part.pull_word), "")


def undone_hint(undone: Undone) -> Iterator[str]:
    """Yield lines of `plan` about what a spawn would undo; none if it undoes nothing."""
    if number := undone.number:
        rows = f"{number:,} of these {'was' if number == 1 else 'were'}"
        cure = f", {word} shows what a file can take" if (word := pull_word()) else ""
        yield f"{rows} changed in the game by hand: spawn undoes it{cure}"
        yield from _indented(undone.shown)
    yield from undone.unsure


def undone_lines(undone: Undone) -> Iterator[str]:
    """Yield lines about what a spawn would undo, to be shown before its question."""
    if undone.number:
        yield "It would undo what was changed in the game by hand:"
        yield from _indented(undone.shown)
    yield from undone.unsure


def _indented(texts: Iterable[str]) -> Iterator[str]:
    yield from (f"  {line}" for text in texts for line in text.splitlines())


def _unsure_lines(key: str, rows: _Lines) -> Iterator[str]:
    differ = f"{count_text(rows.number, 'row')} {'differs' if rows.number == 1 else 'differ'}"
    yield (
        f"{key}: {differ}, and no spawn is recorded to have made them, so nobody can say whether "
        "by hand or by the file:"
    )
    yield from _indented((*rows.first, *_more(rows.number)))


def _more(number: int) -> list[str]:
    """Return a line that says how many of so many rows are not shown, or nothing."""
    return [f"... and {number - _SHOWN:,} more"] if number > _SHOWN else []


def _room_of(place: XYZ | ExitKey) -> XYZ:
    return place.room if isinstance(place, ExitKey) else place


def lost_exits_steps(
    live: Live, todo: SpawnPlan, add: Callable[[XYZ, str, str], None], pace: Pace
) -> Steps[None]:
    """Call `add` for each exit of a builder's that is lost with a room that the plan removes.

    Args:
        live: the world of the plan.
        todo: the plan.
        add: called with the removed room, its name, and a text for the exit.
        pace: how long a step may take.
    """
    size = len(todo.gone_exits)
    planned = yield from run_in_thread("changes", size, lambda: frozenset(todo.gone_exits.values()))

    def look_at(part: Sequence[XYZ]) -> None:
        places = {todo.gone_rooms[xyz]: xyz for xyz in part}
        names = rooms.names_of(places)
        for room, exit_text in _exit_texts(live, places, planned):
            add(places[room], names.get(room, ""), exit_text)

    yield from pace.each("changes", todo.gone_rooms, look_at)


def _exit_texts(
    live: Live, places: Mapping[int, XYZ], planned: frozenset[int]
) -> Iterator[tuple[int, str]]:
    """Yield exits of rooms and to them that no plan has, each with the id of its removed room."""
    columns = "id", "db_key", "db_location_id", "db_destination_id"
    for pk, key, room, end in objects.rows_where(ObjectDB, columns, "db_location_id", list(places)):
        if end is not None and pk not in planned:
            yield room, f"its exit {key} (#{pk})"
    for pk, key, room, end in objects.rows_where(
        ObjectDB, columns, "db_destination_id", list(places)
    ):
        if room is not None and room not in places and pk not in planned:
            exit_obj = objects.object_by_id(pk)
            if exit_obj is not None and live.link_of(exit_obj) is not None:
                continue  # the file of its own map has it
            source = live.room_of(room)
            start = f"#{room}" if source is None else live.place_text(live.xyz(source))
            yield end, f"the exit {key} (#{pk}) that leads to it from {start}"


def spared_steps(live: Live, todo: SpawnPlan, pace: Pace) -> Steps[tuple[SpawnPlan, list[str]]]:
    """Return the plan without removals of rooms with people, things or builders' exits; and why.

    The second value has a line for each such room: `= (2,0,town) stays: Ann, a lamp (#12)`.
    """
    held: dict[XYZ, list[str]] = defaultdict(list)
    for item in todo.departures:
        what = "the home of " if item.kind is DepartureKind.HOME else ""
        held[item.room].append(what + leaving_name(item))
    yield from lost_exits_steps(live, todo, lambda xyz, _name, text: held[xyz].append(text), pace)
    lines = [f"= {live.place_text(xyz)} stays: {', '.join(names)}" for xyz, names in held.items()]
    return without_removals(todo, held) if held else todo, lines
