"""Reports on maps, plans and jobs, line by line: for a terminal and for builders in the game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from inspect import getdoc

from evennia.utils.ansi import strip_ansi

from xyzgrid_ext.core.findings import Finding, tally, texts_of
from xyzgrid_ext.core.grid import Grid, Sheet, as_written, locate, place_text
from xyzgrid_ext.core.raster import Cell
from xyzgrid_ext.core.spawn import SpawnPlan
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.db.grid import spares
from xyzgrid_ext.game.db.record import PastSpawn
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.spawn.orphans import numbers
from xyzgrid_ext.game.spawn.spawner import Counts
from xyzgrid_ext.game.world.rereading import STAYS
from xyzgrid_ext.game.world.world import Live

DOCTOR_FIX = "`evennia xyzgrid doctor --fix`"
EAGER = '"rooms": "all" in its options makes all of them'
"""The advice for a map that is lazy because of its size."""
_UNRESOLVED = 10  # the most lines about them
_PLACES = 5  # of one symbol that are named


def counted(number: int, thing: str) -> str:
    """Return a number with the thing that is counted: `1 room`, `2 rooms`."""
    return f"{number:,} {thing}{'s'[: number != 1]}"


def size_of(grid: Grid) -> str:
    """Return the size of a map."""
    if grid.tiles is not None:
        return "an endless land"
    return f"{counted(grid.rooms, 'room')}, {counted(grid.links, 'exit')}"


def spawned_of(live: Live, key: str) -> str:
    """Return how many rooms of a map exist."""
    spawned, rooms = live.spawned(key), live.grids[key].rooms
    state = "all spawned" if spawned == rooms else f"{spawned:,} spawned"
    if key in live.lazy and spawned < rooms:
        state += f", {'the others' if spawned else 'each'} when somebody comes"
    return state


def list_lines(live: Live, stale: Collection[str] = ()) -> Iterator[str]:
    """Yield a line for each map; `stale` are the keys of those whose files have changed since."""
    for key, one in live.loaded.items():
        if one.grid is None:
            yield f"{one.name:<24} does not load ({one.reference}); see: evennia xyzgrid check"
            continue
        levels = f"{one.grid.levels} levels, " if one.grid.levels is not None else ""
        state = spawned_of(live, key)
        if key in live.lazy_by_size:
            state += f" (lazy by its size: {EAGER})"
        if key in stale:
            state += "; the file has changed since, see plan"
        yield f"{one.name:<24} {levels}{size_of(one.grid)}, {state} ({one.reference})"


def legend_lines(one: LoadedMap, z: int) -> Iterator[str]:
    """Yield the symbols of a drawn level, with what players see in the place of some of them."""
    xymap = one.sheets[z] if one.sheets else one.xymap
    if xymap is None or one.grid is None:
        return
    cells = defaultdict[str, list[Cell]](list)
    for x, y, symbol in xymap.drawing.cells():
        cells[symbol].append((x, y))
    yield "legend:"
    for symbol in sorted(cells, key=list(xymap.legend).index):
        paragraph = (getdoc(xymap.legend[symbol]) or "").partition("\n\n")[0]
        meaning = " ".join(paragraph.split()).split(". ")[0].rstrip(".")
        yield f"  {symbol}  {meaning}{_shown_instead(one.grid.drawn[z], symbol, cells[symbol])}"


def _shown_instead(sheet: Sheet, symbol: str, cells: Sequence[Cell]) -> str:
    """Return what players see in the cells of a symbol, and where; empty if it is that symbol."""
    shown = {cell: strip_ansi(sheet.cells.get(cell, " ")) for cell in cells}
    others = [cell for cell in cells if shown[cell] != symbol]
    if not others:
        return ""
    places = ", ".join(f"({x / 2:g},{y / 2:g})" for x, y in others[:_PLACES])
    more = f" and {len(others) - _PLACES} more" if len(others) > _PLACES else ""
    texts = " or ".join(sorted({repr(shown[cell]) for cell in others}))
    return f"; players see {texts} at {places}{more}"


def orphan_lines(left: SpawnPlan) -> Iterator[str]:
    """Yield how many rooms belong to maps that are not listed."""
    for name, number in numbers(left).items():
        yield (
            f"{name:<24} is on no list, and has {counted(number, 'room')}; "
            "`evennia xyzgrid prune` removes them, `add` takes the map up again"
        )


def spare_lines() -> Iterator[str]:
    """Yield the grids beside the one in use, which nothing uses."""
    for one in spares():
        script = f"a second grid, the script #{one.id} ({one.path}),"
        if one.maps:
            names = ", ".join(f"'{name}'" for name in one.maps)
            yield f"{script} has the maps {names}; `evennia xyzgrid adopt` takes them over"
        else:
            yield f"{script} has no maps and is not used; {DOCTOR_FIX} removes it"


def check_lines(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield all findings, each followed by an empty line, and how many there are."""
    told = list(findings)
    for text in texts_of(told):
        yield from (*text.splitlines(), "")
    yield tally(told) or "no findings"


def fault_lines(faults: Sequence[Finding]) -> Iterator[str]:
    """Yield the faults of those maps that do not load."""
    for text in texts_of(list(dict.fromkeys(faults))):
        yield from text.splitlines()
    if faults:
        yield STAYS


def unresolved_lines(live: Live, todo: SpawnPlan) -> Iterator[str]:
    """Yield the exits that are left out because their targets do not exist."""
    for number, (key, target) in enumerate(todo.unresolved.items()):
        if number == _UNRESOLVED:
            yield f"left out: {counted(len(todo.unresolved) - number, 'more exit')}"
            return
        room, there = live.written(key.room), live.written(target)
        yield f"left out: {key.direction} of {room} leads to {there}, not spawned"


def dangling_lines(live: Live, keys: Collection[str] | None) -> Iterator[str]:
    """Yield the exits of maps (None: of all) that lead to places where no map has a room."""
    grids = live.grids
    found = [
        (grid.way_of(link).key, place_text(grid, int(grid.source[link])), place)
        for name, grid in grids.items()
        if keys is None or name in keys
        for link, place in grid.outside.items()
        if locate(place, grids) is None
    ]
    for key, room, place in found[:_UNRESOLVED]:
        why = "which does not load" if live.fails(place.map) else "where no map has a room"
        yield f"left out: {key} of {room} leads to {as_written(place)}, {why}"
    if len(found) > _UNRESOLVED:
        yield f"left out: {counted(len(found) - _UNRESOLVED, 'more exit')} to no room"


def land_lines(live: Live, keys: Collection[str] | None) -> Iterator[str]:
    """Yield that the rooms of those endless lands which were named need no spawn."""
    for key in sorted(keys or ()):
        if key in live.grids and live.grids[key].tiles is not None:
            yield f"new rooms of '{live.grids[key].name}' are made when somebody comes"


def lazy_lines(todo: SpawnPlan) -> Iterator[str]:
    """Yield how many rooms of lazy maps a spawn leaves to be made when somebody comes."""
    for name, rooms in todo.unmade.items():
        verb = "is" if rooms == 1 else "are"
        yield f"{counted(rooms, 'room')} of '{name}' {verb} made when somebody comes"
        if name in todo.lazy_by_size:
            yield f"  as it has more than {settings.lazy_above():,} rooms: {EAGER}"
    for name, rooms in todo.undrawn.items():
        verb = "is" if rooms == 1 else "are"
        yield (
            f"{counted(rooms, 'room')} of '{name}' {verb} where the land is not drawn now, and not "
            "compared: ask in the game, while somebody is there"
        )


def never_made_lines(live: Live, keys: Iterable[str]) -> Iterator[str]:
    """Yield how many rooms of lazy maps nobody has entered yet."""
    for key in keys:
        if key in live.lazy and (never := live.grids[key].rooms - live.spawned(key)):
            yield f"Of '{live.grids[key].name}' {counted(never, 'room')} never had to be made."


def changes_line(rooms: Sequence[int], exits: Sequence[int]) -> str:
    """Return how many rooms and exits are made, changed and removed: `changed 1 room and 2 exits`.

    It is empty if none are.

    Args:
        rooms: how many are made, changed and removed.
        exits: how many are made, changed and removed.

    """
    parts = []
    for word, *counts in zip(("made", "changed", "removed"), rooms, exits, strict=True):
        if any(counts):
            things = zip(counts, ("room", "exit"), strict=True)
            parts.append(f"{word} {' and '.join(counted(n, thing) for n, thing in things if n)}")
    return ", ".join(parts)


def numbers_of(plan: SpawnPlan) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Return how many rooms a plan makes, changes and removes, and how many exits."""
    rooms = len(plan.new_rooms), len(plan.changed_rooms), len(plan.gone_rooms)
    return rooms, (len(plan.new_exits), len(plan.changed_exits), len(plan.gone_exits))


def done_line(done: Counts) -> str:
    """Return the report of a spawn."""
    things = f" and {counted(done.things, 'thing')}" if done.things else ""
    parts = [
        f"made {counted(done.rooms, 'room')} and {counted(done.exits, 'exit')}{things}",
        f"changed {done.changed:,}",
        f"removed {done.removed:,}",
        *moved_parts(done),
    ]
    return ", ".join(parts)


def moved_parts(done: Counts) -> list[str]:
    """Return what became of those in removed rooms, without what did not happen."""
    counts = (
        (done.moved, f"moved {counted(done.moved, 'character')}"),
        (done.stranded, f"moved {counted(done.stranded, 'thing')} to Limbo"),
        (done.deleted, f"deleted {counted(done.deleted, 'thing')}"),
    )
    return [text for number, text in counts if number]


def entry_line(entry: PastSpawn) -> str:
    """Return a line about a spawn of the history."""
    return f"{datetime.fromtimestamp(entry.time):%Y-%m-%d %H:%M}  {entry.text}"
