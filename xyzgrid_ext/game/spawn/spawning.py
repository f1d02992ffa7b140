"""Spawning from end to end: grids and templates -> wanted -> plan -> apply; pruning and undoing.

A plan may be of a part of maps (`RoomFilter`): a room, a row, a level; exits by direction.

`prune` removes rooms of maps that are no longer listed. Only rooms made by this package's grid
count; the grid marks them with the name of their prototype. Rooms that somebody created by hand at
a coordinate, and rooms of a grid made with the contrib, stay. Copies of a map for a few players do
not count: their rooms have a tag of the category INSTANCE, and the code that made them removes
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, NamedTuple

from django.db import Error as DatabaseFault
from django.db import connection

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.overrides import parse_whole_number
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.spawn import (
    XYZ,
    Existing,
    ExitKey,
    ExitSpec,
    RoomSpec,
    Row,
    SpawnPlan,
    Template,
    Wanted,
)
from xyzgrid_ext.core.spawn.model import ThingKey
from xyzgrid_ext.core.spawn.moves import Moves, find_moves, moved_existing, moved_rows, new_place
from xyzgrid_ext.core.spawn.plan import NO_ROWS, PlanBuilder, filter_plan, plan
from xyzgrid_ext.core.spawn.wanted import WantedBuilder, plan_things, wanted_things
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.background import run_in_thread
from xyzgrid_ext.game.base.pace import TERMINAL, Pace
from xyzgrid_ext.game.base.task import Progress, Steps, drain, ignore_progress
from xyzgrid_ext.game.db import objects, typeclass_paths
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.parts import parts_with_row
from xyzgrid_ext.game.spawn import apply, creation, reconcile, record
from xyzgrid_ext.game.spawn.apply import SpawnCounts
from xyzgrid_ext.game.spawn.lookup import existing_steps
from xyzgrid_ext.game.spawn.reconcile import (
    adjust_steps,
    free_memory_steps,
    map_of_level,
    sum_by_map,
)
from xyzgrid_ext.game.spawn.relocation import with_departures_steps
from xyzgrid_ext.game.spawn.templates import ParentPrototypes, templates_steps, without_absent
from xyzgrid_ext.game.spawn.things import MadeThing, existing_things
from xyzgrid_ext.game.world.current import find_grid
from xyzgrid_ext.game.world.world import Live

# --- steps: the same work for a terminal and for a running server


def plan_steps(
    live: Live,
    keys: Iterable[str],
    part: RoomFilter | None = None,
    pace: Pace = TERMINAL,
    refused: list[Finding] | None = None,
    only: Collection[XYZ] | None = None,
    makes_on_demand: bool = True,
    is_moving: bool = False,
) -> Steps[SpawnPlan]:
    """Return the changes to make for the given maps, or for a part of them.

    A plan of single rooms reads only these rooms and their neighbours, however large the map is. On
    a lazy map, it makes only rooms to which exits of existing rooms lead: see `reconcile`.

    Args:
        live: the world.
        keys: keys of the maps.
        part: which rooms and exits of them are planned; all by default.
        pace: how long one step may take.
        refused: collects faults in prototypes; their maps are left out of the plan. If it is None,
            such a fault raises.
        only: the places whose rooms and exits are read and planned; all of the maps by default.
        makes_on_demand: whether rooms of lazy maps among `only` get exits if they have none yet.
        is_moving: whether rooms that stand elsewhere in the file stay the same objects.

    Raises:
        MapError: if a prototype cannot be resolved, and there is no `refused`.
    """
    keys = list(keys)
    on_demand().forget(live)
    if only is None and part is not None and (place := part.place(live, keys)) is not None:
        only = {place}
    wanted, templates, zkeys = yield from _wanted_steps(
        live, keys, pace, refused, only, makes_on_demand
    )
    near = None if only is None else {*only, *wanted.rooms}
    last, names = yield from record.read_steps(pace, _levels_in(zkeys), near)
    values: dict[str | None, Any] = {}

    def keep(part: Sequence[Template]) -> None:
        for template in part:
            for (name, _), (value, _) in template.attrs.items():
                names.add(name)
                # by their stored text, so that most stored values need not be unpickled
                if name not in template.varying:
                    values[creation.stored_value(value)] = value

    yield from pace.each("prototypes", templates, keep)
    beyond = yield from _beyond_steps(wanted, zkeys.listed, pace)
    existing = yield from existing_steps(zkeys, pace, names, values, beyond, near)
    yield from adjust_steps(live, wanted, existing, last, pace, is_whole=only is None)
    moves: Moves = {}
    if only is None:
        compare = partial(find_moves, wanted, existing, last, live.on_demand)
        moves = yield from run_in_thread("compared", len(wanted.rooms), compare)
    if is_moving and moves:
        move = partial(_after_moves, existing, last, moves)
        existing, last = yield from run_in_thread("compared", len(existing.exits), move)
    compared = yield from _compared_steps(wanted, existing, last, pace)
    whole = yield from reconcile.count_lazy_steps(live, keys, compared, pace)
    yield from free_memory_steps(pace, existing.exits, existing.rooms, last.exits, last.rooms)
    rooms = wanted.rooms
    listed = yield from run_in_thread("things", len(rooms), lambda: wanted_things(rooms))
    present = existing_things()
    if is_moving:
        present = {ThingKey(new_place(moves, k.room), k.name): it for k, it in present.items()}
    new, old_objects = _planned_things(live, listed, present, wanted.rooms, zkeys)
    todo = replace(
        whole,
        new_things=without_absent(new),
        gone_things=old_objects,
        wanted=wanted,
        moves=moves,
        is_moving=is_moving,
    )
    if only is not None:
        if not whole.gone_rooms.keys().isdisjoint(only):  # people need another room
            todo = yield from plan_steps(live, keys, None, pace, refused)
        todo = filter_plan(todo, set(only).__contains__)
    todo = (part or RoomFilter()).cut_plan(todo)
    return (yield from with_departures_steps(live, todo, pace))


def _planned_things(
    live: Live,
    listed: Mapping[ThingKey, Any],
    present: Mapping[ThingKey, MadeThing],
    rooms: Mapping[XYZ, RoomSpec],
    zkeys: Container[str],
) -> tuple[dict[ThingKey, Any], dict[ThingKey, int]]:
    """Return the things to make and to remove: none that parts want, or that absent parts made."""
    ids = {key: thing.pk for key, thing in present.items() if not thing.is_of_absent}
    spared = frozenset[ThingKey]().union(
        *(part.wanted_things(live, ids, rooms) for part in parts_with_row("wanted_things"))
    )
    return plan_things(listed, {key: pk for key, pk in ids.items() if key not in spared}, zkeys)


def _after_moves(existing: Existing, last: Wanted, moves: Moves) -> tuple[Existing, Wanted]:
    return moved_existing(existing, moves), moved_rows(last, moves)


def compared_rows_steps(
    live: Live, keys: Sequence[str], pace: Pace, refused: list[Finding]
) -> Steps[tuple[Wanted, Existing, Wanted]]:
    """Return rows of maps, each with its `desc`, as (wanted by the files, existing, recorded).

    `refused` is as in `plan_steps`.
    """
    wanted, templates, zkeys = yield from _wanted_steps(live, keys, pace, refused, None)
    last, names = yield from record.read_steps(pace, _levels_in(zkeys))
    names |= {"desc", *(name for template in templates for name, _ in template.attrs)}
    names -= {name for template in templates for name in template.varying}
    beyond = yield from _beyond_steps(wanted, zkeys.listed, pace)
    existing = yield from existing_steps(zkeys, pace, names, {}, beyond)
    return wanted, existing, last


def _levels_in(zkeys: _Levels) -> list[str]:
    """Return the levels of some maps, and those that the maps no longer have but with rooms."""
    return sorted(zkeys.listed.union(z for z in objects.stored_levels() if z in zkeys))


def _wanted_steps(
    live: Live,
    keys: Sequence[str],
    pace: Pace,
    refused: list[Finding] | None,
    only: Collection[XYZ] | None,
    makes_on_demand: bool = True,
) -> Steps[tuple[Wanted, list[Template], _Levels]]:
    """Return the rows wanted for the given maps, their prototypes, and the levels concerned.

    `only` restricts this to certain rooms; then their neighbours are wanted as well.
    """
    rooms: dict[XYZ, RoomSpec] = {}
    exits: dict[ExitKey, ExitSpec] = {}
    templates: list[Template] = []
    sound, faults = list(keys), list[Finding]()
    parents = ParentPrototypes()
    for key in keys:
        grid = live.grids[key]
        rooms_meant: Sequence[int] = range(grid.rooms)
        links: Sequence[int] = range(grid.links)
        needed = None
        if only is not None:
            rooms_meant, links = yield from _near_steps(live, key, only, pace, makes_on_demand)
        elif key in live.on_demand:
            rooms_meant, links = reconcile.compared_rooms(live, key)
        if only is not None or key in live.on_demand:
            needed = {*grid.room_proto[rooms_meant].tolist(), *grid.link_proto[links].tolist()}
        try:
            of_map = yield from templates_steps(grid, parents, pace, needed)
        except RefusedError as err:
            faults += err.findings
            sound.remove(key)
            continue
        making = WantedBuilder(grid, of_map, live.grids, rooms, exits)
        yield from pace.each("rooms of the map", rooms_meant, making.add_rooms)
        yield from pace.each("exits of the map", links, making.add_exits)
        templates += of_map
    beyond = yield from reconcile.ends_elsewhere_steps(live, Wanted(rooms, exits), pace)
    for key, numbers in beyond.items():
        grid = live.grids[key]
        needed = set(grid.room_proto[numbers].tolist())
        of_map = yield from templates_steps(grid, parents, pace, needed)
        WantedBuilder(grid, of_map, live.grids, rooms).add_rooms(numbers)
    if faults and refused is None:
        raise RefusedError(faults)
    if refused is not None:
        refused += faults
    return Wanted(rooms, exits), templates, _Levels(live.grids, sound)


def _near_steps(
    live: Live, key: str, places: Collection[XYZ], pace: Pace, makes_on_demand: bool
) -> Steps[tuple[list[int], list[int]]]:
    """Return the rooms of a map at the given places, those beside them, and the exits between."""
    grid = live.grids[key]
    has_exits = None
    if key in live.on_demand and not makes_on_demand:
        has_exits = set(reconcile.rooms_with_exits(live, key))
    numbers, links = set[int](), list[int]()

    def look_at(part: Sequence[XYZ]) -> None:
        rooms = (live.room_at_xyz(*xyz) for xyz in part)
        numbers.update(room[1] for room in rooms if room is not None and room[0] == key)

    def leave(part: Sequence[int]) -> None:
        leaving = part if has_exits is None else [room for room in part if room in has_exits]
        links.extend(link for room in leaving for link in grid.links_of(room))

    yield from pace.each("rooms of the map", list(places), look_at)
    yield from pace.each("rooms of the map", sorted(numbers), leave)
    beside = {target for target in grid.target[links].tolist() if target >= 0}
    return sorted({*numbers, *beside}), links


def _beyond_steps(wanted: Wanted, zkeys: Collection[str], pace: Pace) -> Steps[set[XYZ]]:
    """Return the rooms on other levels to which exits lead."""
    rooms: set[XYZ] = set()

    def look_at(part: Sequence[ExitKey]) -> None:
        targets = (wanted.exits[key].target for key in part)
        rooms.update(target for target in targets if target.z not in zkeys)

    yield from pace.each("exits of the map", wanted.exits, look_at)
    return rooms


def _compared_steps(
    wanted: Wanted, existing: Existing, last: Wanted, pace: Pace
) -> Steps[SpawnPlan]:
    """Compare in short slices the rooms, which take long if each has a prototype of its own."""
    builder = PlanBuilder(wanted, existing, last, cache(creation.class_defaults))
    yield from replace(pace, most=1000).each("compared", existing.rooms, builder.compare_rooms)
    for rooms in (wanted.rooms, last.rooms):
        yield from pace.each("compared", rooms, builder.compare_new_rooms)
    yield from pace.each("compared", existing.exits, builder.compare_exits)
    for exits in (wanted.exits, last.exits):
        yield from pace.each("compared", exits, builder.compare_new_exits)
    return builder.result()


def apply_steps(
    live: Live, todo: SpawnPlan, pace: Pace = TERMINAL, title: str = "spawn"
) -> Steps[SpawnCounts]:
    """Carry out a plan; the running world learns of each object from the step that made it.

    Args:
        live: the world.
        todo: the plan.
        pace: how long one step may take.
        title: the order in words, `spawn town`, for the history; without it, there is no entry.

    Raises:
        MapError: if a typeclass cannot make an object.
        UsageError: if the database fails, because of a full disk or a lost connection. The
            finished part stays and is consistent.
    """
    if todo:
        on_demand().keep(live)  # a map that is lazy by its size stays so when it has rooms
    ways = yield from record.ways_into_steps(todo.gone_rooms, pace)
    try:
        done = yield from apply.apply_steps(todo, live, live.note, pace, partial(_made, live))
        yield from record.remember_steps(todo, pace, title if todo else "", ways)
        if todo:
            live.note()  # that there is news also where objects have only changed
        return done
    except BaseException as err:
        live.forget_objects()  # the index may know of rows that were rolled back
        if not isinstance(err, DatabaseFault):
            raise
        connection.close_if_unusable_or_obsolete()
        raise UsageError(
            f"the database failed: {str(err).strip()}",
            "the finished part is consistent; solve this, then spawn again to do the rest",
        ) from err


def _made(live: Live, place: XYZ | ExitKey) -> int | None:
    """Return the object of a room or an exit of a lazy map, if it exists by now."""
    xyz = place.room if isinstance(place, ExitKey) else place
    room = live.room_at_xyz(*xyz) if live.on_demand else None
    if room is None or room[0] not in live.on_demand:
        return None
    if isinstance(place, XYZ):
        return live.object_id(room)
    link = live.grids[room[0]].link_by_name(room[1], place.direction)
    return None if link is None else live.exit_id(room, link)


def spawn_steps(
    live: Live, keys: Iterable[str], part: RoomFilter | None = None, pace: Pace = TERMINAL
) -> Steps[SpawnCounts]:
    """Plan and spawn the maps with these keys, or a part of them, step by step."""
    todo = yield from plan_steps(live, keys, part, pace)
    return (yield from apply_steps(live, todo, pace))


def delete_steps(
    live: Live, keys: Iterable[str] | None, pace: Pace = TERMINAL
) -> Steps[SpawnCounts]:
    """Remove the rooms and exits of the maps with these keys (None: of all), step by step."""
    todo = yield from removal_steps(live, keys, pace)
    return (yield from apply_steps(live, todo, pace, "delete"))


class Undo(NamedTuple):
    """The plan `todo` that takes back a spawn, and what is recorded after it.

    `places` are all rooms and exits that the spawn changed, `before` their rows before it.
    """

    todo: SpawnPlan
    before: Wanted
    places: frozenset[XYZ | ExitKey]


def undo_plan_steps(live: Live, number: int, pace: Pace) -> Steps[Undo]:
    """Return the changes that take back the spawn with this number in the history.

    Rooms and exits that it removed are made again as they were recorded, without what was in them.

    Raises:
        UsageError: if a map of that spawn is not on the list any more.
    """
    before, now = yield from record.undone_rows_steps(live, number, pace)
    places = {*before.rooms, *now.rooms, *(key.room for key in (*before.exits, *now.exits))}
    # also not rooms that it made: they go
    ends = {spec.target for spec in before.exits.values()} - before.rooms.keys() - places
    names = record.attribute_names(before) | record.attribute_names(now)
    levels = {xyz.z for xyz in places}
    existing = yield from existing_steps(levels, pace, names, {}, ends, places)
    todo = yield from _compared_steps(before, existing, now, pace)
    present = {key: it for key, it in existing_things().items() if key.room in places}
    listed = wanted_things(before.rooms)
    new, old_objects = _planned_things(live, listed, present, before.rooms, levels)
    todo = yield from with_departures_steps(
        live, replace(todo, new_things=new, gone_things=old_objects), pace
    )
    rows: frozenset[XYZ | ExitKey] = frozenset((*before.rooms, *now.rooms))
    rows |= {*before.exits, *now.exits}
    exits = {key: spec for key, spec in before.exits.items() if key not in todo.unresolved}
    return Undo(todo, Wanted(before.rooms, exits), rows)


def undo_steps(live: Live, undo: Undo, pace: Pace) -> Steps[None]:
    """Take back a spawn; this makes no entry in the history."""
    yield from apply_steps(live, undo.todo, pace, "")
    yield from record.store_rows_steps(undo.before, undo.places, pace)
    live.forget_objects()


def removal_steps(live: Live, keys: Iterable[str] | None, pace: Pace) -> Steps[SpawnPlan]:
    """Return the plan that removes the maps with these keys; None means the whole grid.

    It uses the tags, so that even rooms of a map that no longer loads can be removed.
    """
    stems = None if keys is None else set(keys)
    zkeys = {
        z
        for z in objects.stored_levels()
        if stems is None or map_of_level(z) in stems or z in stems
    }
    last, names = yield from record.read_steps(pace, sorted(zkeys))
    existing = yield from existing_steps(zkeys, pace, names)
    todo = yield from _compared_steps(NO_ROWS, existing, last, pace)
    yield from free_memory_steps(pace, existing.exits, existing.rooms, last.exits, last.rooms)
    old_objects = {key: it.pk for key, it in existing_things().items() if key.room.z in zkeys}
    maps = live.grids.keys() if stems is None else stems & live.grids.keys()
    levels = zkeys.union(*(live.grids[key].zkeys for key in maps))
    todo = replace(todo, gone_things=old_objects, levels_gone=frozenset(levels))
    return (yield from with_departures_steps(live, todo, pace))


# --- all at once


def spawn(
    live: Live,
    keys: Iterable[str],
    progress: Progress = ignore_progress,
    part: RoomFilter | None = None,
) -> SpawnCounts:
    """Do all of `spawn_steps` now."""
    return drain(spawn_steps(live, keys, part), progress)


def delete(
    live: Live, keys: Iterable[str] | None, progress: Progress = ignore_progress
) -> SpawnCounts:
    """Do all of `delete_steps` now."""
    return drain(delete_steps(live, keys), progress)


# --- names of maps and levels


def spawned_maps() -> set[str]:
    """Return the keys of the maps that have rooms in the database, listed or not."""
    return {map_of_level(z) for z in objects.stored_levels()}


class _Levels(Container[str]):
    """The levels of some maps; also those that a map no longer has but that still have rooms."""

    def __init__(self, grids: Mapping[str, Grid], keys: Iterable[str]) -> None:
        self._grids, self._keys = grids, frozenset(keys)
        self.listed = {z for key in self._keys for z in grids[key].zkeys}

    def __contains__(self, z: object) -> bool:
        return z in self.listed or (map_of_level(str(z)) in self._keys and z not in self._grids)


_CONTRIB = {typeclass_paths.CONTRIB_ROOM, typeclass_paths.CONTRIB_EXIT}


def orphan_plan(live: Live) -> SpawnPlan:
    """Return the plan that removes all rooms and exits of maps that no grid of the game lists."""
    return drain(orphan_plan_steps(live))


def orphan_plan_steps(
    live: Live, pace: Pace = TERMINAL, copies: Collection[str] = ()
) -> Steps[SpawnPlan]:
    """Do `orphan_plan` step by step; with `copies`, for the copies of maps with these keys."""
    listed = set(live.loaded)
    script_in_use = None if settings.setting_value("XYZGRID_MAPS") is None else find_grid()
    for script in typeclass_paths.grid_scripts():
        if script_in_use is not None and script.id == script_in_use.pk:
            continue
        listed |= {map_key(name) for record in script.records for name in record["maps"]}
        if isinstance(script.map_data, Mapping):
            listed |= {map_key(name) for name in script.map_data}
    zkeys = {
        z for z in objects.stored_levels() if z not in listed and map_of_level(z) not in listed
    }
    if copies:
        zkeys = {z for z in zkeys if {z, map_of_level(z)} & {*copies}}
    if not zkeys:
        return plan(Wanted({}, {}), Existing({}, {}))
    existing = yield from existing_steps(zkeys, pace)
    todo = yield from run_in_thread(
        "compared", len(existing.exits), partial(_orphaned, existing, copies)
    )
    lost = {key: it.pk for key, it in existing_things().items() if key.room in todo.gone_rooms}
    ids = {xyz: row.id for xyz, row in existing.rooms.items() if not _is_instance(row, copies)}
    todo = replace(todo, gone_things=lost, ids={**ids, **todo.ids}, levels_gone=frozenset(zkeys))
    return (yield from with_departures_steps(live, todo, pace))


def _orphaned(existing: Existing, copies: Collection[str]) -> SpawnPlan:
    """Return a plan that removes those existing rooms and exits that the grid made."""
    spared = {row.id for row in existing.rooms.values() if _is_instance(row, copies)}
    todo = Existing(
        {xyz: row for xyz, row in existing.rooms.items() if _is_ours(row) and row.id not in spared},
        {
            key: row
            for key, row in existing.exits.items()
            if _is_ours(row) and not _is_instance(row, copies) and row.location not in spared
        },
    )
    return plan(Wanted({}, {}), todo)


def left_rooms_by_map(todo: SpawnPlan) -> Mapping[str, int]:
    """Return key of a map -> number of its rooms that a plan removes."""
    return sum_by_map(Counter(xyz.z for xyz in todo.gone_rooms))


def _is_ours(row: Row) -> bool:
    return bool(row.traits.prototypes) and row.traits.typeclass not in _CONTRIB


def _is_instance(row: Row, copies: Collection[str]) -> bool:
    """Whether a room or exit is of a copy of a map other than these copies."""
    return any(
        category == objects.INSTANCE and key not in copies for key, category in row.traits.tags
    )


@dataclass(frozen=True)
class RoomFilter:
    """A choice of rooms and exits of maps; all of them by default.

    `x` and `y` are numbers as text or `*`; `z` is the key of a level, or `*`. With `directions`,
    only the exits in these count.
    """

    x: str = "*"
    y: str = "*"
    z: str = "*"
    directions: frozenset[str] | None = None

    @classmethod
    def of(
        cls, live: Live, xyz: tuple[object, object, object], directions: Iterable[str] | None = None
    ) -> RoomFilter:
        """Return the choice of the rooms at (X, Y, Z), `(*, 0, "cube:3")`, where `*` matches any.

        Directions may be given by any name of their exits: `n`, `north`.
        """
        x, y, z = (str(part).strip() for part in xyz)
        z = map_key(z)
        if z in live.grids:  # the whole of a map, whatever levels it has
            z = "*"
        if directions is None:
            return cls(x, y, z)
        words = {name_key(word) for word in directions}
        ways = {way for grid in live.grids.values() for way in grid.ways}
        names = {way: {name_key(word) for word in (way.key, *way.aliases)} for way in ways}
        result = frozenset(way.direction for way in ways if words & {way.direction, *names[way]})
        return cls(x, y, z, result)

    def includes(self, xyz: XYZ) -> bool:
        """Whether a coordinate is one of those chosen."""
        parts = ((self.x, str(xyz.x)), (self.y, str(xyz.y)), (self.z, xyz.z))
        return all(wanted in ("*", value) for wanted, value in parts)

    def place(self, live: Live, keys: Sequence[str]) -> XYZ | None:
        """Return the chosen place on maps with these keys if there can be just one; else None."""
        is_flat = len(keys) == 1 and live.grids[keys[0]].levels is None
        z = keys[0] if self.z == "*" and is_flat else self.z
        if z == "*" or None in map(parse_whole_number, (self.x, self.y)):
            return None
        return XYZ(int(self.x), int(self.y), z)

    def cut_plan(self, whole: SpawnPlan) -> SpawnPlan:
        """Return the part of a plan that concerns the chosen rooms and exits."""
        if self == RoomFilter():
            return whole
        return filter_plan(whole, self.includes, self.directions)
