"""Compares one row with what its map wants, field by field, in the light of the last spawn.

    the record   the map   the row
        A           B         A       the file has changed it: it becomes B
        A           -         A       the file no longer names it: it is taken away
        A           -         C       somebody has changed it by hand: it stays, and is theirs
        A           A         C       somebody has changed it by hand: it becomes A, as a plan says
        -           -         C       somebody has added it by hand: it stays

A value that only a base prototype gives is a default: whoever sets another value keeps it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator

from xyzgrid_ext.core.spawn.model import (
    Attributes,
    Change,
    ChangedBy,
    ClassDefaults,
    Template,
    Traits,
)

Defaults = Callable[[str], ClassDefaults]
"""A function: the Python path of a class -> what its objects have by default."""
ABSENT = object()
"""Stands for a value that an object, a file or a record does not have."""
UNKNOWN = object()
"""Stands for the value that the last spawn gave, if no record of it exists."""
DESC = ("desc", None)
"""The key of the Attribute with a room's description."""
NEEDS = ("needs", None)
"""The key of the Attribute with the words of `needs` of an exit."""


def who_changed(record: object, file: object, game: object) -> ChangedBy:
    """Return which side has changed a value that differs between the file and the game.

    `record` is the value at the last spawn, UNKNOWN if no record exists. Each value may be ABSENT.
    """
    if record is UNKNOWN:
        return ChangedBy.UNKNOWN
    if is_same(record, game):
        return ChangedBy.FILE
    return ChangedBy.GAME if is_same(record, file) else ChangedBy.BOTH


def is_same(value: object, other: object) -> bool:
    """Whether two values are equal; the same object always is, even if it is a NaN."""
    return value is other or bool(value == other)


def lock_types(locks: Iterable[str]) -> dict[str, str]:
    """Return access type -> lock definition: `{"traverse": "traverse:perm(Builder)"}`."""
    return {lock.split(":", 1)[0].strip().lower(): lock for lock in locks if ":" in lock}


def trait_changes(
    traits: Traits,
    template: Template,
    aliases: Collection[str],
    record: Template | None,
    recorded: Collection[str],
    defaults: Defaults,
) -> Iterator[Change]:
    """Yield the changes that give an object in the game the wanted prototype and aliases.

    Args:
        traits: what the object has.
        template: the wanted prototype.
        aliases: the wanted aliases.
        record: the prototype at the last spawn; None if unknown.
        recorded: the aliases that the last spawn gave; () if unknown.
        defaults: what classes have by default, asked only where something is taken away.
    """
    path = template.typeclass
    if traits.typeclass != path:
        last = UNKNOWN if record is None else record.typeclass
        yield Change("typeclass", traits.typeclass, path, who_changed(last, path, traits.typeclass))
    wanted = {template.prototype_key}
    if traits.prototypes != wanted and not _is_by_chance(traits.prototypes):
        by = who_changed(
            UNKNOWN if record is None else {record.prototype_key}, wanted, traits.prototypes
        )
        yield Change("prototype", sorted(traits.prototypes), template.prototype_key, by)
    yield from _of_set("aliases", traits.aliases, aliases, None if record is None else recorded)
    yield from _of_locks(traits, template, record, defaults)
    words = None if record is None else record.permissions
    yield from _of_set("permissions", traits.permissions, template.permissions, words)
    yield from _of_tags(traits, template, record, defaults)
    yield from _of_attributes(traits, template, record)


def _of_set(
    field: str, current: Collection[str], words: Collection[str], recorded: Collection[str] | None
) -> Iterator[Change]:
    """Yield the changes of a set of words; `given` is None if the last spawn is not known."""
    wanted = {word.lower() for word in words}
    last = None if recorded is None else {word.lower() for word in recorded}
    missing: dict[ChangedBy, list[str]] = {}
    for word in sorted(wanted.difference(current)):
        by = who_changed(UNKNOWN if last is None else word in last, True, False)
        missing.setdefault(by, []).append(word)
    for by, some in missing.items():
        yield Change(field, sorted(current), some, by)
    if last and (dropped := sorted((last - wanted).intersection(current))):
        yield Change(field, dropped, [], gone=tuple(dropped))


def _of_locks(
    traits: Traits, template: Template, record: Template | None, defaults: Defaults
) -> Iterator[Change]:
    game, file = lock_types(traits.locks), lock_types(template.locks)
    last = {} if record is None else lock_types(record.locks)
    changed: dict[ChangedBy, list[str]] = {}
    for kind, lock in file.items():
        if lock not in traits.locks:
            recorded = UNKNOWN if record is None else last.get(kind, ABSENT)
            # a lock that the class gave is nobody's change
            by = who_changed(recorded, lock, game.get(kind, ABSENT))
            if recorded is ABSENT and defaults(traits.typeclass).locks.get(kind) == game.get(kind):
                by = ChangedBy.FILE
            changed.setdefault(by, []).append(lock)
    for by, locks in changed.items():
        old = [game[kind] for kind in lock_types(locks) if kind in game]
        yield Change("locks", old, sorted(locks), by)
    dropped = [kind for kind in last.keys() - file.keys() if game.get(kind) == last[kind]]
    if dropped:
        usual = defaults(template.typeclass).locks
        dropped = sorted(kind for kind in dropped if usual.get(kind) != last[kind])
    if dropped:
        new = [usual[kind] for kind in dropped if kind in usual]
        yield Change("locks", [last[kind] for kind in dropped], new, gone=tuple(dropped))


def _of_tags(
    traits: Traits, template: Template, record: Template | None, defaults: Defaults
) -> Iterator[Change]:
    wanted = {tag[:2] for tag in template.tags}
    last = set() if record is None else {tag[:2] for tag in record.tags}
    missing: dict[ChangedBy, list[tuple[str, str | None]]] = {}
    for tag in sorted(wanted - traits.tags, key=str):
        by = who_changed(UNKNOWN if record is None else tag in last, True, False)
        missing.setdefault(by, []).append(tag)
    for by, tags in missing.items():
        yield Change("tags", None, tags, by)
    dropped = (last - wanted) & traits.tags
    if dropped and (dropped := dropped - defaults(template.typeclass).tags):
        removed = sorted(dropped, key=str)
        yield Change("tags", removed, [], gone=tuple(removed))


def _of_attributes(traits: Traits, template: Template, record: Template | None) -> Iterator[Change]:
    last: Attributes = {} if record is None else record.attrs
    for key, (value, lock) in template.attrs.items():
        field, recorded = f"attribute {key[0]}", last.get(key, (ABSENT, ""))
        if record is None:
            recorded = UNKNOWN, ""
        game, game_lock = traits.attrs.get(key, (ABSENT, ""))
        if key[0] in template.varying:  # each object has its own
            if game is ABSENT:
                by = who_changed(recorded[0], None, ABSENT)
                yield Change(field, None, "(new for each)", by, key)
        elif key in template.defaults:
            if _is_default_due(value, recorded[0], game):
                yield Change(field, _shown(game), value, which=key)
        elif not is_same(game, value):
            by = who_changed(recorded[0], value, game)
            if record is not None and key in record.defaults and game is not ABSENT:
                # the file names it for the first time: what a builder gave before is lost
                by = ChangedBy.FILE if is_same(recorded[0], game) else ChangedBy.BOTH
            yield Change(field, _shown(game), value, by, key)
        elif lock and game_lock != lock:
            by = who_changed(UNKNOWN if record is None else recorded[1], lock, game_lock)
            yield Change(f"lock of attribute {key[0]}", game_lock, lock, by, key)
    for key, (value, _lock) in last.items():
        if key in template.attrs or (record is not None and key[0] in record.varying):
            continue
        game = traits.attrs.get(key, (ABSENT, ""))[0]
        if is_same(game, value):
            yield Change(f"attribute {key[0]}", game, None, which=key, gone=(key,))


def _is_default_due(value: object, last: object, game: object) -> bool:
    """Whether a default value has to be set: no builder has set or removed one."""
    if game is ABSENT:
        return last is ABSENT or last is UNKNOWN
    return is_same(last, game) and not is_same(game, value)


def _shown(value: object) -> object:
    return None if value is ABSENT else value


def _is_by_chance(names: Collection[str]) -> bool:
    """Whether an object was made by a prototype without a key, for which Evennia invents one."""
    return len(names) == 1 and all(_BY_CHANCE.fullmatch(name) for name in names)


_BY_CHANCE = re.compile(r"prototype-[0-9a-f]{7}")
