"""The difference between what is wanted and what exists.

Only what a prototype names is compared: what builders changed and no prototype names is theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from xyzgrid_ext.core.spawn.model import (
    XYZ,
    Change,
    Existing,
    ExitKey,
    ExitSpec,
    RoomSpec,
    Row,
    SpawnPlan,
    Wanted,
)


def plan(wanted: Wanted, existing: Existing) -> SpawnPlan:
    """What has to be done so that the database holds what is wanted."""
    rooms, exits = wanted.rooms, wanted.exits
    known = rooms.keys() | existing.others.keys()
    reachable = {key: spec for key, spec in exits.items() if spec.target in known}
    changed_rooms = {
        xyz: (row, rooms[xyz], changes)
        for xyz, row in existing.rooms.items()
        if xyz in rooms and (changes := tuple(_changes(row, rooms[xyz])))
    }
    changed_exits = {
        key: (row, reachable[key], changes)
        for key, row in existing.exits.items()
        if key in reachable and (changes := tuple(_changes(row, reachable[key])))
    }
    return SpawnPlan(
        new_rooms={xyz: spec for xyz, spec in rooms.items() if xyz not in existing.rooms},
        new_exits={key: spec for key, spec in reachable.items() if key not in existing.exits},
        changed_rooms=changed_rooms,
        changed_exits=changed_exits,
        gone_rooms={xyz: row.id for xyz, row in existing.rooms.items() if xyz not in rooms},
        gone_exits={key: row.id for key, row in existing.exits.items() if key not in reachable},
        extra=existing.extra,
        unresolved={key: spec.target for key, spec in exits.items() if spec.target not in known},
    )


def part_of(
    whole: SpawnPlan, is_meant: Callable[[XYZ], bool], directions: Collection[str] | None = None
) -> SpawnPlan:
    """What of a plan is about some rooms, and about their exits in some directions.

    Exits to rooms that do not exist, and are not made either, are left out and told as unresolved.

    Args:
        whole: the plan for whole maps.
        is_meant: whether a room is among those.
        directions: of exits; None for all.

    """

    def is_wanted(key: ExitKey) -> bool:
        return is_meant(key.room) and (directions is None or key.direction in directions)

    new_rooms = {xyz: spec for xyz, spec in whole.new_rooms.items() if is_meant(xyz)}
    missing = whole.new_rooms.keys() - new_rooms.keys()
    new_exits = {key: spec for key, spec in whole.new_exits.items() if is_wanted(key)}
    changed = {key: change for key, change in whole.changed_exits.items() if is_wanted(key)}
    ahead = new_exits | {key: spec for key, (_, spec, _) in changed.items()}
    unresolved = {key: spec.target for key, spec in ahead.items() if spec.target in missing}
    return SpawnPlan(
        new_rooms=new_rooms,
        new_exits={key: spec for key, spec in new_exits.items() if key not in unresolved},
        changed_rooms={xyz: c for xyz, c in whole.changed_rooms.items() if is_meant(xyz)},
        changed_exits={key: c for key, c in changed.items() if key not in unresolved},
        gone_rooms={xyz: pk for xyz, pk in whole.gone_rooms.items() if is_meant(xyz)},
        gone_exits={key: pk for key, pk in whole.gone_exits.items() if is_wanted(key)},
        unresolved=unresolved | {k: to for k, to in whole.unresolved.items() if is_wanted(k)},
    )


def _changes(row: Row, spec: RoomSpec | ExitSpec) -> Iterator[Change]:
    template = spec.template
    # a room is named by its prototype only; an exit always has the name of its way
    if row.key != spec.key and (template.key or isinstance(spec, ExitSpec)):
        yield Change("key", row.key, spec.key)
    if row.typeclass != template.typeclass:
        yield Change("typeclass", row.typeclass, template.typeclass)
    if template.home is not None and row.home != template.home:
        yield Change("home", row.home, template.home)
    if isinstance(spec, ExitSpec) and row.target != spec.target:
        yield Change("destination", row.target, spec.target)
    aliases = spec.aliases if isinstance(spec, ExitSpec) else template.aliases
    if missing := sorted({a.lower() for a in aliases} - row.aliases):
        yield Change("aliases", sorted(row.aliases), missing)
    if locks := sorted(set(template.locks) - row.locks):
        yield Change("locks", sorted(row.locks), locks)
    if permissions := sorted({p.lower() for p in template.permissions} - row.permissions):
        yield Change("permissions", sorted(row.permissions), permissions)
    if tags := {(key, category) for key, category, _ in template.tags} - row.tags:
        yield Change("tags", None, sorted(tags, key=str))
    for (name, category), (value, _) in template.attrs.items():
        if name not in template.varying and row.attrs.get((name, category), _MISSING) != value:
            yield Change(f"attribute {name}", row.attrs.get((name, category)), value)


_MISSING = object()
