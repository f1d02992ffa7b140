"""Compares the wanted rows with the existing ones.

Only the fields that a prototype names are compared; builders may change everything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, MutableMapping
from functools import cached_property

from xyzgrid_ext.core.spawn.model import (
    XYZ,
    Change,
    Existing,
    ExitKey,
    ExitSpec,
    RoomSpec,
    Row,
    SpawnPlan,
    Template,
    Traits,
    Wanted,
)
from xyzgrid_ext.core.spawn.tiled import exit_mapping


def plan(wanted: Wanted, existing: Existing) -> SpawnPlan:
    """Return the changes that turn the existing rows into the wanted ones."""
    comparison = Comparison(wanted, existing)
    comparison.rooms(list(existing.rooms))
    comparison.exits(list(existing.exits))
    comparison.wanted_rooms(list(wanted.rooms))
    comparison.wanted_exits(list(wanted.exits))
    return comparison.result()


class Comparison:
    """Makes a plan step by step, so that a server can do other work in between.

    Pass all existing rooms and exits to `rooms` and `exits`, then all wanted ones to `wanted_rooms`
    and `wanted_exits`, in any pieces, before `result`.
    """

    def __init__(self, wanted: Wanted, existing: Existing) -> None:
        self._wanted, self._existing = wanted, existing
        self._ids = dict(existing.others)
        self._new_rooms: dict[XYZ, RoomSpec] = {}
        self._new_exits: MutableMapping[ExitKey, ExitSpec] = exit_mapping(len(wanted.exits))
        self._gone_rooms: dict[XYZ, int] = {}
        self._unresolved: dict[ExitKey, XYZ] = {}
        self._changed_rooms: dict[XYZ, tuple[Row, RoomSpec, tuple[Change, ...]]] = {}
        self._changed_exits: MutableMapping[ExitKey, tuple[Row, ExitSpec, tuple[Change, ...]]] = (
            exit_mapping(len(existing.exits))
        )
        self._gone_exits: MutableMapping[ExitKey, int] = exit_mapping(len(existing.exits))
        self._gone_names: MutableMapping[ExitKey, str] = exit_mapping(len(existing.exits))
        # traits and templates that were compared before: most rooms are like the one before them
        self._known: dict[tuple[int, int, tuple[str, ...]], tuple[Change, ...]] = {}

    def rooms(self, places: Iterable[XYZ]) -> None:
        """Compare the given existing rooms."""
        wanted, existing = self._wanted.rooms, self._existing.rooms
        for xyz in places:
            row = existing[xyz]
            self._ids[xyz] = row.id
            if (spec := wanted.get(xyz)) is None:
                self._gone_rooms[xyz] = row.id
                continue
            template = spec.template
            changes = self._common(row, template, template.aliases)
            # a room is named by its prototype only
            if row.key != spec.key and template.key:
                changes = (Change("key", row.key, spec.key), *changes)
            if template.home is not None and row.home != template.home:
                changes = (*changes, Change("home", row.home, template.home))
            if changes:
                self._changed_rooms[xyz] = row, spec, changes

    def exits(self, keys: Iterable[ExitKey]) -> None:
        """Compare the given existing exits."""
        wanted, existing, ids = self._wanted.exits, self._existing.exits, self._ids
        for key in keys:
            row = existing[key]
            spec = wanted.get(key)
            if spec is None or not self._leads_somewhere(spec):
                self._gone_exits[key] = row.id
                self._gone_names[key] = f"{row.key} -> {row.target}" if row.target else row.key
                continue
            template = spec.template
            changes = self._common(row, template, spec.aliases)
            if row.key != spec.key:
                changes = (Change("key", row.key, spec.key), *changes)
            if template.home is not None and row.home != template.home:
                changes = (*changes, Change("home", row.home, template.home))
            if row.direction is None:
                changes = (*changes, Change("direction", None, key.direction))
            if row.target != spec.target:
                changes = (*changes, Change("destination", row.target, spec.target))
            elif row.destination != ids.get(spec.target):
                old = self._place(row.destination)
                changes = (*changes, Change("destination", old, spec.target))
            if row.location != ids.get(key.room) and key.room in self._wanted.rooms:
                old = self._place(row.location)
                changes = (*changes, Change("location", old, key.room))
            if changes:
                self._changed_exits[key] = row, spec, changes

    def wanted_rooms(self, places: Iterable[XYZ]) -> None:
        """Find out which of the given wanted rooms are missing."""
        wanted, existing = self._wanted.rooms, self._existing.rooms
        for xyz in places:
            if xyz not in existing:
                self._new_rooms[xyz] = wanted[xyz]

    def wanted_exits(self, keys: Iterable[ExitKey]) -> None:
        """Find out which of the given wanted exits are missing, and which lead nowhere."""
        wanted, existing = self._wanted.exits, self._existing.exits
        for key in keys:
            spec = wanted[key]
            if not self._leads_somewhere(spec):
                self._unresolved[key] = spec.target
            elif key not in existing:
                self._new_exits[key] = spec

    def result(self) -> SpawnPlan:
        """Return the plan."""
        return SpawnPlan(
            new_rooms=self._new_rooms,
            new_exits=self._new_exits,
            changed_rooms=self._changed_rooms,
            changed_exits=self._changed_exits,
            gone_rooms=self._gone_rooms,
            gone_exits=self._gone_exits,
            extra=self._existing.extra,
            unresolved=self._unresolved,
            gone_names=self._gone_names,
            ids=self._ids,
        )

    def _leads_somewhere(self, spec: ExitSpec) -> bool:
        return spec.target in self._wanted.rooms or spec.target in self._existing.others

    def _place(self, pk: int | None) -> XYZ | str | None:
        """Return the coordinate of a room of the grid, or its id if that is unknown."""
        if pk is None:
            return None
        return self._xyz_of.get(pk, f"#{pk}")

    @cached_property
    def _xyz_of(self) -> dict[int, XYZ]:
        return {pk: xyz for xyz, pk in self._ids.items()}

    def _common(self, row: Row, template: Template, aliases: tuple[str, ...]) -> tuple[Change, ...]:
        which = (id(row.traits), id(template), aliases)
        if (changes := self._known.get(which)) is None:
            changes = self._known[which] = tuple(_changes(row.traits, template, aliases))
        return changes


def part_of(
    whole: SpawnPlan, is_meant: Callable[[XYZ], bool], directions: Collection[str] | None = None
) -> SpawnPlan:
    """Return the part of a plan that concerns the given rooms, and exits in given directions.

    Exits to rooms that neither exist nor are made are left out and reported as unresolved; rooms of
    `ring` are made where an exit leads to them.

    Args:
        whole: the plan of whole maps.
        is_meant: whether a room belongs to the part.
        directions: the directions of the exits; None for all.

    """

    def is_wanted(key: ExitKey) -> bool:
        return is_meant(key.room) and (directions is None or key.direction in directions)

    new_exits = {key: spec for key, spec in whole.new_exits.items() if is_wanted(key)}
    changed = {key: change for key, change in whole.changed_exits.items() if is_wanted(key)}
    ahead = new_exits | {key: spec for key, (_, spec, _) in changed.items()}
    ring = whole.ring & {spec.target for spec in ahead.values()}
    new_rooms = {xyz: s for xyz, s in whole.new_rooms.items() if xyz in ring or is_meant(xyz)}
    missing = whole.new_rooms.keys() - new_rooms.keys()
    unresolved = {key: spec.target for key, spec in ahead.items() if spec.target in missing}
    return SpawnPlan(
        new_rooms=new_rooms,
        new_exits={key: spec for key, spec in new_exits.items() if key not in unresolved},
        changed_rooms={xyz: c for xyz, c in whole.changed_rooms.items() if is_meant(xyz)},
        changed_exits={key: c for key, c in changed.items() if key not in unresolved},
        gone_rooms={xyz: pk for xyz, pk in whole.gone_rooms.items() if is_meant(xyz)},
        gone_exits={key: pk for key, pk in whole.gone_exits.items() if is_wanted(key)},
        unresolved=unresolved | {k: to for k, to in whole.unresolved.items() if is_wanted(k)},
        gone_names=whole.gone_names,
        ids=whole.ids,
        departures=tuple(one for one in whole.departures if is_meant(one.room)),
        with_contents=whole.with_contents,
        ways_out=whole.ways_out,
        new_things={
            key: prototype
            for key, prototype in whole.new_things.items()
            if key.room in ring or (directions is None and is_meant(key.room))
        },
        gone_things={
            key: pk
            for key, pk in whole.gone_things.items()
            if directions is None and is_meant(key.room)
        },
        ring=ring,
        unmade=whole.unmade,
        undrawn=whole.undrawn,
        lazy_by_size=whole.lazy_by_size,
    )


def _changes(own: Traits, template: Template, aliases: Iterable[str]) -> Iterator[Change]:
    if own.typeclass != template.typeclass:
        yield Change("typeclass", own.typeclass, template.typeclass)
    if own.prototypes != {template.prototype_key} and not _is_by_chance(own.prototypes):
        yield Change("prototype", sorted(own.prototypes), template.prototype_key)
    if missing := sorted({a.lower() for a in aliases} - own.aliases):
        yield Change("aliases", sorted(own.aliases), missing)
    if locks := sorted(set(template.locks) - own.locks):
        yield Change("locks", sorted(own.locks), locks)
    if permissions := sorted({p.lower() for p in template.permissions} - own.permissions):
        yield Change("permissions", sorted(own.permissions), permissions)
    if tags := {(key, category) for key, category, _ in template.tags} - own.tags:
        yield Change("tags", None, sorted(tags, key=str))
    for (name, category), (value, lock) in template.attrs.items():
        if name in template.varying:  # each object has its own
            if (name, category) not in own.attrs:
                yield Change(f"attribute {name}", None, "(new for each)")
            continue
        old, old_lock = own.attrs.get((name, category), (_MISSING, ""))
        if old is not value and old != value:  # the same may say that it is not
            yield Change(f"attribute {name}", None if old is _MISSING else old, value)
        elif lock and old_lock != lock:
            yield Change(f"lock of attribute {name}", old_lock, lock)


def _is_by_chance(names: Collection[str]) -> bool:
    """Whether an object was made by a prototype without a key, for which Evennia invents one."""
    return len(names) == 1 and all(_BY_CHANCE.fullmatch(name) for name in names)


_BY_CHANCE = re.compile(r"prototype-[0-9a-f]{7}")
_MISSING = object()
