"""Compares the wanted rows with the existing ones, in the light of what the last spawn made.

Only the fields that a prototype names, or named at the last spawn, are compared; builders may
change everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from xyzgrid_ext.core.spawn.fields import ABSENT, UNKNOWN, Defaults, trait_changes, who_changed
from xyzgrid_ext.core.spawn.model import (
    XYZ,
    Change,
    ChangedBy,
    ClassDefaults,
    Existing,
    ExitKey,
    ExitSpec,
    RoomSpec,
    Row,
    SpawnPlan,
    Template,
    Wanted,
)
from xyzgrid_ext.core.spawn.record import is_same_spec

NO_ROWS = Wanted({}, {})
"""No rooms and no exits, as for a record of maps that were never spawned."""


def no_defaults(path: str) -> ClassDefaults:
    """Return no defaults for any class: stands in for a real look-up, as in tests of `plan`."""
    return ClassDefaults()


def plan(
    wanted: Wanted,
    existing: Existing,
    record: Wanted = NO_ROWS,
    defaults: Defaults = no_defaults,
) -> SpawnPlan:
    """Return the changes that turn the existing rooms and exits into the wanted ones.

    Args:
        wanted: the rooms and exits that the maps want.
        existing: those in the database.
        record: those that the last spawn made, as far as known.
        defaults: what classes give their objects, asked only where something is taken away.
    """
    builder = PlanBuilder(wanted, existing, record, defaults)
    builder.compare_rooms(existing.rooms)
    builder.compare_new_rooms([*wanted.rooms, *record.rooms])
    builder.compare_exits(existing.exits)
    builder.compare_new_exits([*wanted.exits, *record.exits])
    return builder.result()


class PlanBuilder:
    """Compares what the game has with what maps want and the last spawn made (the record).

    It works in steps, so that a server can do other work in between. Pass the places of all
    existing rooms to `compare_rooms`, and those of all wanted and recorded ones to
    `compare_new_rooms`, in any pieces; then the keys of exits in the same way; then call `result`.
    """

    def __init__(
        self,
        wanted: Wanted,
        existing: Existing,
        record: Wanted = NO_ROWS,
        defaults: Defaults = no_defaults,
    ) -> None:
        self._wanted, self._existing, self._record = wanted, existing, record
        self._defaults = defaults
        self._ids = dict(existing.others)
        self._new_rooms: dict[XYZ, RoomSpec] = {}
        self._new_exits: dict[ExitKey, ExitSpec] = {}
        self._gone_rooms: dict[XYZ, int] = {}
        self._unresolved: dict[ExitKey, XYZ] = {}
        self._changed_rooms: dict[XYZ, tuple[Row, RoomSpec, tuple[Change, ...]]] = {}
        self._changed_exits: dict[ExitKey, tuple[Row, ExitSpec, tuple[Change, ...]]] = {}
        self._gone_exits: dict[ExitKey, int] = {}
        self._gone_names: dict[ExitKey, tuple[str, XYZ | None]] = {}
        self._missing: set[XYZ | ExitKey] = set()
        self._unrecorded = Wanted({}, {})
        self._forgotten: set[XYZ | ExitKey] = set()
        self._alike: dict[tuple[int, int], bool] = {}
        self._lost: dict[XYZ, tuple[Row, tuple[Change, ...]]] = {}
        # traits and templates that were compared before: most rooms are like the one before them
        self._known: dict[tuple[object, ...], tuple[Change, ...]] = {}

    def compare_rooms(self, places: Iterable[XYZ]) -> None:
        """Compare the rooms at these places, and add their changes to the plan."""
        for xyz in places:
            spec, last = self._wanted.rooms.get(xyz), self._record.rooms.get(xyz)
            if (row := self._existing.rooms.get(xyz)) is None:
                if spec is None:
                    self._forgotten.add(xyz)
                    continue
                self._new_rooms[xyz] = spec
                if last is not None:
                    self._missing.add(xyz)
                continue
            self._ids[xyz] = row.id
            if spec is None:
                self._gone_rooms[xyz] = row.id
                if last is not None and (changes := self._changes(row, _plain(last), last)):
                    self._lost[xyz] = row, changes
            elif changes := self._changes(row, spec, last):
                self._changed_rooms[xyz] = row, spec, changes
            elif last is None or not self._is_recorded(spec, last):
                self._unrecorded.rooms[xyz] = spec

    def compare_new_rooms(self, places: Iterable[XYZ]) -> None:
        """Plan to make rooms that the game lacks at these places, or to forget their records."""
        self.compare_rooms(xyz for xyz in places if xyz not in self._existing.rooms)

    def compare_exits(self, keys: Iterable[ExitKey]) -> None:
        """Compare the exits with these keys, and add their changes to the plan."""
        ids = self._ids
        for key in keys:
            spec, last = self._wanted.exits.get(key), self._record.exits.get(key)
            leads = spec is not None and self._leads_somewhere(spec)
            if spec is not None and not leads:
                self._unresolved[key] = spec.target
            if (row := self._existing.exits.get(key)) is None:
                if spec is None:
                    self._forgotten.add(key)
                elif leads:
                    self._new_exits[key] = spec
                    if last is not None:
                        self._missing.add(key)
                continue
            if spec is None or not leads:
                self._gone_exits[key] = row.id
                self._gone_names[key] = row.key, row.target
                continue
            changes = self._changes(row, spec, last)
            if row.direction is None:
                by = who_changed(UNKNOWN if last is None else key.direction, key.direction, None)
                changes = (*changes, Change("direction", None, key.direction, by))
            is_elsewhere = row.destination != ids.get(spec.target)
            if is_elsewhere or row.target != spec.target:
                old = self._place(row.destination) if is_elsewhere else row.target
                by = who_changed(UNKNOWN if last is None else last.target, spec.target, old)
                changes = (*changes, Change("destination", old, spec.target, by))
            if row.location != ids.get(key.room) and key.room in self._wanted.rooms:
                old = self._place(row.location)
                by = who_changed(UNKNOWN if last is None else key.room, key.room, old)
                changes = (*changes, Change("location", old, key.room, by))
            if changes:
                self._changed_exits[key] = row, spec, changes
            elif last is None or not self._is_recorded(spec, last):
                self._unrecorded.exits[key] = spec

    def compare_new_exits(self, keys: Iterable[ExitKey]) -> None:
        """Plan to make those of these exits that the game lacks, or to forget their records."""
        self.compare_exits(key for key in keys if key not in self._existing.exits)

    def result(self) -> SpawnPlan:
        """Return the plan that follows from all that was compared so far."""
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
            missing=frozenset(self._missing),
            lost=self._lost,
            unrecorded=self._unrecorded,
            forgotten=frozenset(self._forgotten),
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

    def _is_recorded(self, spec: RoomSpec | ExitSpec, last: RoomSpec | ExitSpec) -> bool:
        """Whether the record of a row says the same as its spec."""
        if spec[0] != last[0] or spec[1:-1] != last[1:-1]:
            return False
        pair = id(spec.template), id(last.template)
        if (same := self._alike.get(pair)) is None:
            same = self._alike[pair] = is_same_spec(spec, last)
        return same

    def _changes(
        self, row: Row, spec: RoomSpec | ExitSpec, last: RoomSpec | ExitSpec | None
    ) -> tuple[Change, ...]:
        """Return the changes of a row, except for its place."""
        template, record = spec.template, last and last.template
        aliases = spec.aliases if isinstance(spec, ExitSpec) else template.aliases
        recorded = last.aliases if isinstance(last, ExitSpec) else record.aliases if record else ()
        key = (id(row.traits), id(template), aliases, id(record), recorded)
        if (changes := self._known.get(key)) is None:
            values = (row.traits, template, aliases, record, recorded, self._defaults)
            changes = self._known[key] = tuple(trait_changes(*values))
        if row.key != spec.key:
            changes = (*_name(row, spec, last), *changes)
        if template.home is not None or (record is not None and record.home is not None):
            changes = (*changes, *self._home(row, template.home, record))
        return changes

    def _home(self, row: Row, home: int | None, record: Template | None) -> Iterator[Change]:
        last = ABSENT if record is None or record.home is None else record.home
        if home is not None:
            if row.home != home:
                by = who_changed(UNKNOWN if record is None else last, home, row.home)
                usual = self._defaults(row.traits.typeclass).home if last is ABSENT else None
                yield Change("home", row.home, home, ChangedBy.FILE if row.home == usual else by)
        elif row.home == last:
            usual = self._defaults(row.traits.typeclass).home
            if usual != row.home:
                yield Change("home", row.home, usual, gone=(usual,))


def _name(
    row: Row, spec: RoomSpec | ExitSpec, last: RoomSpec | ExitSpec | None
) -> Iterator[Change]:
    is_own = isinstance(spec, ExitSpec) or spec.template.key
    # a room without a name in its prototype has the name that a builder gives it
    if is_own or (last is not None and last.template.key and last.key == row.key):
        by = who_changed(UNKNOWN if last is None else last.key, spec.key, row.key)
        yield Change("key", row.key, spec.key, by)


def _plain(spec: RoomSpec) -> RoomSpec:
    """Return a room whose prototype gives no defaults, so that any other value is a change."""
    template = replace(spec.template, key=spec.key, defaults=frozenset())
    return spec._replace(template=template)


def filter_plan(
    whole: SpawnPlan, is_meant: Callable[[XYZ], bool], directions: Collection[str] | None = None
) -> SpawnPlan:
    """Return what a plan says about some rooms, and only about exits in some directions.

    Exits to rooms that neither exist nor are made are left out and reported as unresolved; rooms of
    `ring` are made where an exit leads to them.

    Args:
        whole: the plan of whole maps.
        is_meant: whether a room is one of these.
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
        departures=tuple(departure for departure in whole.departures if is_meant(departure.room)),
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
        missing=whole.missing & {*new_rooms, *new_exits},
        lost={xyz: lost for xyz, lost in whole.lost.items() if is_meant(xyz)},
        unrecorded=Wanted(
            {xyz: spec for xyz, spec in whole.unrecorded.rooms.items() if is_meant(xyz)},
            {key: spec for key, spec in whole.unrecorded.exits.items() if is_wanted(key)},
        ),
        forgotten=frozenset(
            departure
            for departure in whole.forgotten
            if (is_wanted(departure) if isinstance(departure, ExitKey) else is_meant(departure))
        ),
        unmade=whole.unmade,
        undrawn=whole.undrawn,
        on_demand_reasons=whole.on_demand_reasons,
    )


def without_removals(whole: SpawnPlan, spared: Collection[XYZ]) -> SpawnPlan:
    """Return a plan that removes none of the rooms in `spared`, nor their exits and things."""
    levels = {xyz.z for xyz in spared}
    return replace(
        whole,
        gone_rooms={xyz: pk for xyz, pk in whole.gone_rooms.items() if xyz not in spared},
        gone_exits={key: pk for key, pk in whole.gone_exits.items() if key.room not in spared},
        gone_things={key: pk for key, pk in whole.gone_things.items() if key.room not in spared},
        departures=tuple(item for item in whole.departures if item.room not in spared),
        lost={xyz: lost for xyz, lost in whole.lost.items() if xyz not in spared},
        levels_gone=whole.levels_gone - levels,
    )


def with_removals(whole: SpawnPlan, more: SpawnPlan) -> SpawnPlan:
    """Return a plan that also removes what `more`, a plan of other maps, removes."""
    return replace(
        whole,
        gone_rooms={**whole.gone_rooms, **more.gone_rooms},
        gone_exits={**whole.gone_exits, **more.gone_exits},
        gone_names={**whole.gone_names, **more.gone_names},
        gone_things={**whole.gone_things, **more.gone_things},
        ids={**more.ids, **whole.ids},
        departures=(*whole.departures, *more.departures),
        ways_out={**whole.ways_out, **more.ways_out},
        lost={**whole.lost, **more.lost},
        levels_gone=whole.levels_gone | more.levels_gone,
    )
