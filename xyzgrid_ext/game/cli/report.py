"""Reports on maps, plans and jobs, line by line: for a terminal and for builders in the game.

A spawn plan as text, like a diff:

+ (0,0,town) Lantern Square                  is made
~ (1,0,town) Mill: key Mil -> Mill           is changed
- (2,0,town)                                 is removed
- (1,0,town) east -> (2,0,town)              is removed
> (2,0,town) Ann goes to Mill (1,0,town)     is in a removed room
> (2,0,town) a lamp (#12) goes to Limbo      with --with-contents: - (2,0,town) a lamp (#12)
= (2,0,town) stays: Ann, a lamp (#12)        is not removed by sync
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from inspect import getdoc
from itertools import chain, islice, zip_longest
from typing import Any

from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.utils.ansi import strip_ansi
from evennia.utils.utils import class_from_module, iter_to_str

from xyzgrid_ext.core.findings import Finding, finding_texts, tally
from xyzgrid_ext.core.grid import Grid, Sheet, locate, place_text
from xyzgrid_ext.core.grid.places import authored_place
from xyzgrid_ext.core.raster import Cell
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.spawn import XYZ, Change, ExitKey, ExitSpec, RoomSpec, SpawnPlan
from xyzgrid_ext.core.spawn.model import Departure, DepartureKind, GameClass
from xyzgrid_ext.core.spawn.moves import count_offsets
from xyzgrid_ext.foreign.code import only_exceptions
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.db import grid, typeclass_paths
from xyzgrid_ext.game.db.grid import spare_grids
from xyzgrid_ext.game.db.record import PastSpawn
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.parts import part_faults
from xyzgrid_ext.game.spawn.apply import SpawnCounts
from xyzgrid_ext.game.spawn.spawning import left_rooms_by_map
from xyzgrid_ext.game.typeclasses.on_grid import OnGrid
from xyzgrid_ext.game.world.current import current, find_grid
from xyzgrid_ext.game.world.maps import Maps
from xyzgrid_ext.game.world.rereading import STAYS
from xyzgrid_ext.game.world.world import Live

DOCTOR_FIX = "`evennia xyzgrid doctor --fix`"
_UNRESOLVED = 10  # the most lines about them
_PLACES = 5  # of one symbol that are named


def count_text(number: int, noun: str) -> str:
    """Return a number with the thing that is counted: `1 room`, `2 rooms`."""
    return f"{number:,} {noun}{'s'[: number != 1]}"


def left_text(numbers: Iterable[int]) -> str:
    """Return the numbers of objects, command sets and tables in words: `2 objects, 1 table`."""
    counts = zip(numbers, ("object", "command set", "table"), strict=True)
    return ", ".join(count_text(number, noun) for number, noun in counts if number)


def size_text(grid: Grid) -> str:
    """Return the size of a map: `25 rooms, 80 exits`."""
    if grid.tiles is not None:
        return "an endless land"
    return f"{count_text(grid.rooms, 'room')}, {count_text(grid.links, 'exit')}"


def spawned_text(live: Live, key: str) -> str:
    """Return how many rooms of the map `key` exist: `all spawned`, `12 spawned`."""
    spawned, rooms = live.spawned_count(key), live.grids[key].rooms
    state = "all spawned" if spawned == rooms else f"{spawned:,} spawned"
    if key in live.on_demand and spawned < rooms:
        state += f", {'the others' if spawned else 'each'} when somebody comes"
    return state


def list_lines(live: Live, stale: Collection[str] = ()) -> Iterator[str]:
    """Yield a line for each map; `stale` are the keys of those whose files have changed since."""
    for key, entry in live.loaded.items():
        if entry.grid is None:
            yield f"{entry.name:<24} does not load ({entry.reference}); see: evennia xyzgrid check"
            continue
        levels = f"{entry.grid.levels} levels, " if entry.grid.levels is not None else ""
        state = spawned_text(live, key)
        if key in live.on_demand_reasons:
            state += f" (lazy: {live.on_demand_reasons[key]})"
        if key in stale:
            state += "; the file has changed since, see plan"
        yield f"{entry.name:<24} {levels}{size_text(entry.grid)}, {state} ({entry.reference})"


def legend_lines(entry: LoadedMap, z: int) -> Iterator[str]:
    """Yield each symbol in the drawing of level `z`, its meaning, and what players see instead."""
    xymap = entry.sheets[z] if entry.sheets else entry.xymap
    if xymap is None or entry.grid is None:
        return
    cells = defaultdict[str, list[Cell]](list)
    for x, y, symbol in xymap.drawing.cells():
        cells[symbol].append((x, y))
    yield "legend:"
    for symbol in sorted(cells, key=list(xymap.legend).index):
        paragraph = (getdoc(xymap.legend[symbol]) or "").partition("\n\n")[0]
        meaning = " ".join(paragraph.split()).split(". ")[0].rstrip(".")
        yield f"  {symbol}  {meaning}{_shown_instead(entry.grid.drawn[z], symbol, cells[symbol])}"


def _shown_instead(sheet: Sheet, symbol: str, cells: Sequence[Cell]) -> str:
    """Return what players see in the cells of a symbol, and where; empty if it is that symbol."""
    signs = {cell: strip_ansi(sheet.cells.get(cell, " ")) for cell in cells}
    changed = [cell for cell in cells if signs[cell] != symbol]
    if not changed:
        return ""
    places = ", ".join(f"({x / 2:g},{y / 2:g})" for x, y in changed[:_PLACES])
    more = f" and {len(changed) - _PLACES} more" if len(changed) > _PLACES else ""
    texts = " or ".join(sorted({repr(signs[cell]) for cell in changed}))
    return f"; players see {texts} at {places}{more}"


def orphan_lines(todo: SpawnPlan) -> Iterator[str]:
    """Yield a line for each map on no list, with the number of its rooms in a plan to prune."""
    removing, listing = "prune", "by `add`"
    if settings.setting_value("XYZGRID_MAPS") is not None:
        removing, listing = "sync --prune", "into XYZGRID_MAPS"
    for name, number in left_rooms_by_map(todo).items():
        yield (
            f"{name:<24} is on no list, and has {count_text(number, 'room')}; "
            f"`evennia xyzgrid {removing}` removes them, or put the map back {listing}"
        )


def spare_lines() -> Iterator[str]:
    """Yield a line for each grid script that is not in use."""
    for spare in spare_grids():
        script = f"a second grid, the script #{spare.id} ({spare.path}),"
        if spare.maps:
            names = ", ".join(f"'{name}'" for name in spare.maps)
            yield f"{script} has the maps {names}; `evennia xyzgrid adopt` takes them over"
        else:
            yield f"{script} has no maps and is not used; {DOCTOR_FIX} removes it"


def check_lines(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield all findings, each followed by an empty line, and how many there are."""
    all_findings = list(findings)
    for text in finding_texts(all_findings):
        yield from (*text.splitlines(), "")
    yield tally(all_findings) or "no findings"


def fault_lines(faults: Sequence[Finding]) -> Iterator[str]:
    """Yield the given faults of maps, and then that these maps stay as they are."""
    for text in finding_texts(list(dict.fromkeys(faults))):
        yield from text.splitlines()
    if faults:
        yield STAYS


def unresolved_lines(live: Live, todo: SpawnPlan) -> Iterator[str]:
    """Yield the exits that the plan leaves out because their target rooms are not spawned."""
    for number, (key, target) in enumerate(todo.unresolved.items()):
        if number == _UNRESOLVED:
            yield f"left out: {count_text(len(todo.unresolved) - number, 'more exit')}"
            return
        room, goal = live.place_text(key.room), live.place_text(target)
        yield f"left out: {key.direction} of {room} leads to {goal}, not spawned"


def dangling_lines(live: Live, keys: Collection[str] | None) -> Iterator[str]:
    """Yield the exits of maps (None: of all) that lead to places where no map has a room."""
    grids = live.grids
    dangling = [
        (grid.way_of(link).key, place_text(grid, int(grid.source[link])), place)
        for name, grid in grids.items()
        if keys is None or name in keys
        for link, place in grid.outside.items()
        if locate(place, grids) is None
    ]
    for key, room, place in dangling[:_UNRESOLVED]:
        why = "which does not load" if live.fails_to_load(place.map) else "where no map has a room"
        yield f"left out: {key} of {room} leads to {authored_place(place)}, {why}"
    if len(dangling) > _UNRESOLVED:
        yield f"left out: {count_text(len(dangling) - _UNRESOLVED, 'more exit')} to no room"


def land_lines(live: Live, keys: Collection[str] | None) -> Iterator[str]:
    """Yield for each endless land among these keys that its rooms are made when somebody comes."""
    for key in sorted(keys or ()):
        if key in live.grids and live.grids[key].tiles is not None:
            yield f"new rooms of '{live.grids[key].name}' are made when somebody comes"


def moved_lines(todo: SpawnPlan, maps: Maps) -> Iterator[str]:
    """Yield how many rooms of each map have moved in its file, and by how much."""
    wanted = todo.wanted.rooms if todo.wanted is not None else ()
    for (key, step), number in count_offsets(todo.moves, wanted).items():
        name = next((grid.name for at, grid in maps.grids.items() if at == key), key)
        by = f"moved by ({','.join(map(str, step[: 3 if step.z else 2]))})" if any(step) else ""
        verb = "has" if number == 1 else "have"
        rooms = f"{count_text(number, 'room')} of '{name}' {verb} {by or 'become rooms of a level'}"
        yield f"{rooms}{'' if todo.is_moving else ': `spawn --moved` keeps them'}"


def on_demand_lines(todo: SpawnPlan) -> Iterator[str]:
    """Yield how many rooms of each lazy map a plan does not make, or cannot compare, and why."""
    for name, rooms in todo.unmade.items():
        verb = "is" if rooms == 1 else "are"
        yield f"{count_text(rooms, 'room')} of '{name}' {verb} made when somebody comes"
        if name in todo.on_demand_reasons:
            yield f"  as {todo.on_demand_reasons[name]}"
    for name, rooms in todo.undrawn.items():
        verb = "is" if rooms == 1 else "are"
        yield (
            f"{count_text(rooms, 'room')} of '{name}' {verb} where the land is not drawn now, and "
            "not compared: ask in the game, while somebody is there"
        )


def never_made_lines(live: Live, keys: Iterable[str]) -> Iterator[str]:
    """Yield how many rooms of lazy maps nobody has entered yet."""
    for key in keys:
        if key in live.on_demand and (never := live.grids[key].rooms - live.spawned_count(key)):
            yield f"Of '{live.grids[key].name}' {count_text(never, 'room')} never had to be made."


def spawn_line(done: SpawnCounts) -> str:
    """Return the report of a spawn: `made 3 rooms, changed 0, removed 2, moved 1 character`."""
    parts = [
        f"made {_nouns(done.rooms, done.exits, done.things)}",
        f"changed {done.changed:,}",
        f"removed {done.removed:,}",
        *moved_texts(done),
    ]
    return ", ".join(parts)


def moved_texts(done: SpawnCounts) -> list[str]:
    """Return who and what was moved or deleted from removed rooms: `["moved 1 character"]`."""
    counts = (
        (done.moved, f"moved {count_text(done.moved, 'character')}"),
        (done.stranded, f"moved {count_text(done.stranded, 'thing')} to Limbo"),
        (done.deleted, f"deleted {count_text(done.deleted, 'thing')}"),
    )
    return [text for number, text in counts if number]


def entry_line(entry: PastSpawn) -> str:
    """Return a line about a spawn of the history: `2026-01-31 12:00  spawn town (...)`."""
    return f"{datetime.fromtimestamp(entry.time):%Y-%m-%d %H:%M}  {entry.text}"


_SHOWN = 40  # lines of one sign
_LONG = 40  # characters of a value
_SETS = {"aliases", "locks", "permissions"}
"""For these fields a change adds only the missing values; extra values stay."""


def diff_lines(plan: SpawnPlan, maps: Maps) -> list[str]:
    """Return the plan line by line, with a summary at the end; empty if there is nothing to do.

    `maps` has the names of maps, for coordinates.
    """
    if not plan:
        return []

    def at(xyz: XYZ) -> str:
        return maps.place_text(plan.displaced.get(xyz, xyz))

    new_lines = (
        (f"+ {at(xyz)} {spec.key}" for xyz, spec in plan.new_rooms.items()),
        (f"+ {at(k.room)} {spec.key} -> {at(spec.target)}" for k, spec in plan.new_exits.items()),
        (f"+ {at(key.room)} {key.name} (a thing)" for key in plan.new_things),
    )
    changed = (
        f"~ {at(place)} {spec.key}: {', '.join(map(change_text, with_places(changes, maps)))}"
        for place, spec, changes in _changes_of(plan)
    )
    removed_lines = (
        (f"- {at(xyz)}" for xyz in plan.gone_rooms),
        (f"- {at(key.room)} {_gone_exit(plan, key, maps)}" for key in plan.gone_exits),
        (f"- {at(key.room)} {key.name} (a thing)" for key in plan.gone_things),
        (f"- #{pk}: claims the place of another" for pk in plan.extra),
    )
    new, changes, lost = _counts_of(plan)
    return [
        *_first_lines(chain(*new_lines), new),
        *_first_lines(changed, changes),
        *_first_lines(chain(*removed_lines), lost),
        *departure_lines(plan, maps),
        summary(plan),
    ]


def key_lines(texts: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield a line for each changed map, given name -> keys of its data with unread changes."""
    for name, keys in texts.items():
        yield f"~ {name}: map text changed: {', '.join(keys)}"


def departure_lines(plan: SpawnPlan, maps: Maps) -> list[str]:
    """Return who and what leaves removed rooms: `> (2,0,town) Ann goes to Mill (1,0,town)`."""
    groups: dict[tuple[XYZ, DepartureKind, str], list[Departure]] = defaultdict(list)
    for item in plan.departures:
        groups[item.room, item.kind, item.to].append(item)
    lines = (
        _departure_line(
            plan, maps.place_text(plan.displaced.get(group[0], group[0])), group, leaving
        )
        for group, leaving in groups.items()
    )
    return _first_lines(lines, len(groups))


def is_deleted(plan: SpawnPlan, item: Departure) -> bool:
    """Whether a thing or NPC is deleted with its room."""
    return plan.with_contents and item.kind is DepartureKind.THING


def _departure_line(
    plan: SpawnPlan, room: str, group: tuple[XYZ, DepartureKind, str], leaving: Sequence[Departure]
) -> str:
    _xyz, kind, to = group
    names = ", ".join(map(leaving_name, leaving))
    if kind is DepartureKind.HOME:
        return f"> {room} is the home of {names}: {to} takes its place"
    if is_deleted(plan, leaving[0]):
        return f"- {room} {names}"
    return f"> {room} {names} {'go' if len(leaving) > 1 else 'goes'} to {to}"


def leaving_name(item: Departure) -> str:
    """Return the name of who or what leaves a room: `Ann`, `a lamp (#12) with 2 things in it`."""
    name = item.name if item.kind is DepartureKind.PERSON else f"{item.name} (#{item.id})"
    return f"{name} with {count_text(item.inside, 'thing')} in it" if item.inside else name


def summary(plan: SpawnPlan) -> str:
    """Return the plan in a line: `3 rooms to make, 0 to change, 1 to remove, 1 thing to Limbo`."""
    _new, changed, removed = _counts_of(plan)
    kinds = Counter(item.kind for item in plan.departures)
    people = kinds[DepartureKind.PERSON]
    moved = f", {count_text(people, 'character')} to move" if people else ""
    if number := kinds[DepartureKind.THING]:
        fate = "to delete" if plan.with_contents else "to Limbo"
        moved += f", {count_text(number, 'thing')} {fate}"
    new = _nouns(len(plan.new_rooms), len(plan.new_exits), len(plan.new_things))
    return f"{new} to make, {changed:,} to change, {removed:,} to remove{moved}"


def _nouns(*numbers: int) -> str:
    """Return numbers of rooms, exits and things in words, without zeros: `2 rooms and 1 exit`."""
    counts = zip(numbers, ("room", "exit", "thing"), strict=True)
    return iter_to_str([count_text(number, noun) for number, noun in counts if number]) or "nothing"


def diff_data(plan: SpawnPlan) -> dict[str, object]:
    """Return the plan as a dict for `plan --json`. Later versions may add keys, but rename none."""
    rooms = {
        "create": [{"xyz": list(xyz), "name": s.key} for xyz, s in plan.new_rooms.items()],
        "change": [
            {"xyz": list(xyz), "name": spec.key, "id": row.id, "changes": _as_data(changes)}
            for xyz, (row, spec, changes) in plan.changed_rooms.items()
        ],
        "remove": [{"xyz": list(xyz), "id": pk} for xyz, pk in plan.gone_rooms.items()],
    }
    exits = {
        "create": [
            {**_exit_data(key), "name": spec.key, "target": list(spec.target)}
            for key, spec in plan.new_exits.items()
        ],
        "change": [
            {**_exit_data(key), "name": spec.key, "id": row.id, "changes": _as_data(changes)}
            for key, (row, spec, changes) in plan.changed_exits.items()
        ],
        "remove": [{**_exit_data(key), "id": pk} for key, pk in plan.gone_exits.items()],
    }
    unresolved = [{**_exit_data(key), "target": list(to)} for key, to in plan.unresolved.items()]
    moves = [
        {"from": list(old), "to": list(new)}
        for old, new in plan.moves.items()
        if plan.wanted is not None and new in plan.wanted.rooms
    ]
    return {
        "moves": moves,
        "rooms": rooms,
        "exits": exits,
        "things": {
            "create": [{"xyz": list(k.room), "name": k.name} for k in plan.new_things],
            "remove": [
                {"xyz": list(k.room), "name": k.name, "id": pk}
                for k, pk in plan.gone_things.items()
            ],
        },
        "moved": [
            {
                "what": str(item.kind.value),
                "xyz": list(item.room),
                "id": item.id,
                "name": item.name,
                "to": None if is_deleted(plan, item) else item.to,
            }
            for item in plan.departures
        ],
        "doubles": list(plan.extra),
        "unresolved": unresolved,
        "unmade": dict(plan.unmade),
        "lazy_reasons": dict(plan.on_demand_reasons),
    }


def _gone_exit(plan: SpawnPlan, key: ExitKey, maps: Maps) -> str:
    name, target = plan.gone_names.get(key, (key.direction, None))
    return name if target is None else f"{name} -> {maps.place_text(target)}"


def with_places(changes: Iterable[Change], maps: Maps) -> list[Change]:
    """Return changes with coordinates as texts, for which `maps` has the names of maps."""

    def text(value: Any) -> Any:
        return maps.place_text(value) if isinstance(value, XYZ) else value

    return [replace(change, old=text(change.old), new=text(change.new)) for change in changes]


def change_text(change: Change) -> str:
    """Return a field with its old and new values, shortened to one line: `key Mil -> Mill`."""
    if change.gone:
        text = _tags(change.old) if change.field == "tags" else _line(change.old)
        back = f" (back to {_line(change.new)})" if change.new else ""
        return f"- {change.field} {_cut(text)}{back}"
    if change.field == "tags":
        return f"tags + {_tags(change.new)}"
    old, new = _line(change.old), _line(change.new)
    if change.field in _SETS:
        return f"{change.field} + {_cut(new)}"
    field, more = change.field, ""
    if _is_long(change.old) and _is_long(change.new):  # the lists as a whole would say nothing
        both = list(zip_longest(change.old, change.new))
        if differing := [at for at, (before, now) in enumerate(both) if before != now]:
            old, new = (" ".join(_text(part).split()) for part in both[differing[0]])
            field = f"{field} {differing[0] + 1} of {len(both)}:"
            more = f" and {len(differing) - 1} more" if len(differing) > 1 else ""
    pairs = enumerate(zip(old, new, strict=False))
    same = next((at for at, (before, now) in pairs if before != now), 0)
    return f"{field} {_cut(old, same)} -> {_cut(new, same)}{more}"


def _tags(tags: Iterable[tuple[str, str | None]]) -> str:
    return ", ".join(f"{key} ({category})" if category else key for key, category in tags)


def lost_text(title: str, changes: Iterable[Change]) -> str:
    """Return `title: changes` of a room or exit, and below it old values that this shortens."""
    lines = [f"{title}: {', '.join(map(change_text, changes))}"]
    for change in changes:
        if change.field not in _SETS and _text(change.old) != _cut(_line(change.old)):
            lines.append(whole_text("game", change.old))
    return "\n".join(lines)


def whole_text(label: str, value: object) -> str:
    """Return all lines of a value, indented, each as `label: line`."""
    return "\n".join(f"    {label}: {line}" for line in _text(value).splitlines())


def _changes_of(plan: SpawnPlan) -> Iterable[tuple[Any, RoomSpec | ExitSpec, tuple[Change, ...]]]:
    for xyz, (_, room, changes) in plan.changed_rooms.items():
        yield xyz, room, changes
    for key, (_, spec, changes) in plan.changed_exits.items():
        yield key.room, spec, changes


def _exit_data(key: ExitKey) -> Record:
    return {"xyz": list(key.room), "direction": key.direction}


def _as_data(changes: Iterable[Change]) -> list[dict[str, object]]:
    return [{"field": c.field, "old": _plain(c.old), "new": _plain(c.new)} for c in changes]


def _plain(value: object) -> object:
    """Return a value in a form for JSON; values without one are shown as Python text."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    return str(value)


def _text(value: object) -> str:
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return ", ".join(map(_text, value)) or "nothing"
    return "nothing" if value is None else str(value) or "''"


def _line(value: Any) -> str:
    return f"a list of {len(value)}" if _is_long(value) else " ".join(_text(value).splitlines())


def _is_long(value: object) -> bool:
    """Whether a value is a list that is too long for a line."""
    return isinstance(value, list | tuple) and len(_text(value)) > _LONG


def _cut(line: str, at: int = 0) -> str:
    """Return the part of a line around a position, with dots for what is left out."""
    begin = max(0, min(at - _LONG // 3, len(line) - _LONG))
    cut = line[begin : begin + _LONG]
    more = "..." if begin + _LONG < len(line) else ""
    return f"{'...' if begin else ''}{cut.strip()}{more}"


def _counts_of(plan: SpawnPlan) -> tuple[int, int, int]:
    """Return how many rooms, exits and things are made, changed and removed."""
    return (
        len(plan.new_rooms) + len(plan.new_exits) + len(plan.new_things),
        len(plan.changed_rooms) + len(plan.changed_exits),
        len(plan.gone_rooms) + len(plan.gone_exits) + len(plan.gone_things) + len(plan.extra),
    )


def _first_lines(lines: Iterable[str], count: int) -> list[str]:
    """Return the first of so many lines, without making the others, and how many are left out."""
    first = list(islice(lines, _SHOWN))
    omitted = count - len(first)
    return [*first, f"{first[0][0]} ... and {omitted:,} more"] if omitted else first


_KNOWN = {
    typeclass_paths.CONTRIB_ROOM,
    typeclass_paths.OUR_ROOM,
    typeclass_paths.CONTRIB_EXIT,
    typeclass_paths.OUR_EXIT,
}


def game_classes(on_grid: Mapping[str, int], others: Mapping[str, int]) -> Iterator[GameClass]:
    """Yield the game's own classes of rooms and exits: neither the contrib's nor this package's.

    Args:
        on_grid: path of a class -> the number of its objects that have coordinates.
        others: path of a class -> the number of all its objects; only subclasses of the contrib's
            rooms and exits are yielded.
    """
    for path, number in sorted({**others, **on_grid}.items()):
        if path in _KNOWN:
            continue
        try:
            with only_exceptions():
                cls = class_from_module(path)
        except Exception:  # noqa: BLE001 - any error of an author's code is theirs
            if path in on_grid:
                yield GameClass(path, number, is_importable=False)
            continue
        if path in on_grid or issubclass(cls, contrib.XYZRoom | contrib.XYZExit):
            yield GameClass(path, number, has_mixin=issubclass(cls, OnGrid))


def note_lines() -> Iterator[str]:
    """Yield faults of parts, maps that XYZGRID_MAPS lists twice, and the lines of `lost_lines`."""
    yield from (f"{fault}\n{cure}\n" for fault, cure in part_faults())
    for reference, number in Counter(settings.setting_value("XYZGRID_MAPS") or ()).items():
        if number > 1:
            yield f"XYZGRID_MAPS lists {reference} more than once: once is enough"
    yield from lost_lines()


def lost_lines() -> Iterator[str]:
    """Yield the game's classes on our maps that lack our mixin, if the contrib's grid has maps.

    Objects of such classes ask the contrib's grid for their map, and it does not know them.
    """
    if find_grid() is None or not grid.contrib_has_maps():
        return
    for row in game_classes(typeclass_paths.map_class_counts(current().grids), {}):
        if not row.has_mixin:
            yield (
                f"{row.path} shows no map, on {row.number:,} of our rooms and exits: it asks the "
                "contrib's grid, which has maps of its own. Mix our XYZRoomMixin or XYZExitMixin "
                "in, or take that grid over: evennia xyzgrid adopt"
            )
