"""The difference between what is wanted and what exists.

Only what a prototype names is compared: what builders changed and no prototype names is theirs.
"""

from __future__ import annotations

from collections.abc import Iterator

from xyzgrid_ext.core.spawn.model import (
    Change,
    Existing,
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


def _changes(row: Row, spec: RoomSpec | ExitSpec) -> Iterator[Change]:
    template = spec.template
    # a room is named by its prototype only; an exit always has the name of its way
    if row.key != spec.key and (template.key or isinstance(spec, ExitSpec)):
        yield Change("key", row.key, spec.key)
    if row.typeclass != template.typeclass:
        yield Change("typeclass", row.typeclass, template.typeclass)
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
