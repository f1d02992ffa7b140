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
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from xyzgrid_ext.core.spawn.model import (
    AttributeKey,
    Change,
    ChangedBy,
    ClassDefaults,
    Template,
    Traits,
)

Defaults = Callable[[str], ClassDefaults]
"""A function that returns what objects of a class have by default."""
ABSENT = object()
"""The value of what is not there."""
UNKNOWN = object()
"""The value that the last spawn gave to what it is not known to have made."""
DESC = ("desc", None)
NEEDS = ("needs", None)


def side(record: Any, file: Any, game: Any) -> ChangedBy:
    """Return who has changed a value that is not the same in the file and in the game.

    Each value may be ABSENT; `record`, what the last spawn gave, may be UNKNOWN.
    """
    if record is UNKNOWN:
        return ChangedBy.UNKNOWN
    if is_same(record, game):
        return ChangedBy.FILE
    return ChangedBy.GAME if is_same(record, file) else ChangedBy.BOTH


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are equal; the same object always is, even if it is a NaN."""
    return one is other or bool(one == other)


def lock_types(locks: Iterable[str]) -> dict[str, str]:
    """Return the lock definitions by access type."""
    return {lock.split(":", 1)[0].strip().lower(): lock for lock in locks if ":" in lock}


def trait_changes(
    own: Traits,
    template: Template,
    aliases: Collection[str],
    record: Template | None,
    given: Collection[str],
    defaults: Defaults,
) -> Iterator[Change]:
    """Yield the changes of what many rows share.

    Args:
        own: the traits of the row.
        template: the wanted prototype.
        aliases: the wanted aliases.
        record: the prototype at the last spawn; None if unknown.
        given: the aliases that the last spawn gave.
        defaults: what classes have by default, asked only where something is taken away.

    """
    path = template.typeclass
    if own.typeclass != path:
        last = UNKNOWN if record is None else record.typeclass
        yield Change("typeclass", own.typeclass, path, side(last, path, own.typeclass))
    wanted = {template.prototype_key}
    if own.prototypes != wanted and not _is_by_chance(own.prototypes):
        by = side(UNKNOWN if record is None else {record.prototype_key}, wanted, own.prototypes)
        yield Change("prototype", sorted(own.prototypes), template.prototype_key, by)
    yield from _of_set("aliases", own.aliases, aliases, None if record is None else given)
    yield from _of_locks(own, template, record, defaults)
    words = None if record is None else record.permissions
    yield from _of_set("permissions", own.permissions, template.permissions, words)
    yield from _of_tags(own, template, record, defaults)
    yield from _of_attributes(own, template, record)


def _of_set(
    field: str, own: Collection[str], words: Collection[str], given: Collection[str] | None
) -> Iterator[Change]:
    """Yield the changes of a set of words; `given` is None if the last spawn is not known."""
    wanted = {word.lower() for word in words}
    last = None if given is None else {word.lower() for word in given}
    missing: dict[ChangedBy, list[str]] = {}
    for word in sorted(wanted.difference(own)):
        by = side(UNKNOWN if last is None else word in last, True, False)
        missing.setdefault(by, []).append(word)
    for by, some in missing.items():
        yield Change(field, sorted(own), some, by)
    if last and (left := sorted((last - wanted).intersection(own))):
        yield Change(field, left, [], gone=tuple(left))


def _of_locks(
    own: Traits, template: Template, record: Template | None, defaults: Defaults
) -> Iterator[Change]:
    game, file = lock_types(own.locks), lock_types(template.locks)
    last = {} if record is None else lock_types(record.locks)
    changed: dict[ChangedBy, list[str]] = {}
    for kind, lock in file.items():
        if lock not in own.locks:
            known = UNKNOWN if record is None else last.get(kind, ABSENT)
            # a lock that the class gave is nobody's change
            by = side(known, lock, game.get(kind, ABSENT))
            if known is ABSENT and defaults(own.typeclass).locks.get(kind) == game.get(kind):
                by = ChangedBy.FILE
            changed.setdefault(by, []).append(lock)
    for by, locks in changed.items():
        old = [game[kind] for kind in lock_types(locks) if kind in game]
        yield Change("locks", old, sorted(locks), by)
    left = [kind for kind in last.keys() - file.keys() if game.get(kind) == last[kind]]
    if left:
        usual = defaults(template.typeclass).locks
        left = sorted(kind for kind in left if usual.get(kind) != last[kind])
    if left:
        new = [usual[kind] for kind in left if kind in usual]
        yield Change("locks", [last[kind] for kind in left], new, gone=tuple(left))


def _of_tags(
    own: Traits, template: Template, record: Template | None, defaults: Defaults
) -> Iterator[Change]:
    wanted = {tag[:2] for tag in template.tags}
    last = set() if record is None else {tag[:2] for tag in record.tags}
    missing: dict[ChangedBy, list[Any]] = {}
    for tag in sorted(wanted - own.tags, key=str):
        by = side(UNKNOWN if record is None else tag in last, True, False)
        missing.setdefault(by, []).append(tag)
    for by, tags in missing.items():
        yield Change("tags", None, tags, by)
    left = (last - wanted) & own.tags
    if left and (left := left - defaults(template.typeclass).tags):
        gone = sorted(left, key=str)
        yield Change("tags", gone, [], gone=tuple(gone))


def _of_attributes(own: Traits, template: Template, record: Template | None) -> Iterator[Change]:
    last: Mapping[AttributeKey, tuple[Any, str]] = {} if record is None else record.attrs
    for which, (value, lock) in template.attrs.items():
        field, known = f"attribute {which[0]}", last.get(which, (ABSENT, ""))
        if record is None:
            known = UNKNOWN, ""
        game, own_lock = own.attrs.get(which, (ABSENT, ""))
        if which[0] in template.varying:  # each object has its own
            if game is ABSENT:
                by = side(known[0], None, ABSENT)
                yield Change(field, None, "(new for each)", by, which)
        elif which in template.defaults:
            if _is_default_due(value, known[0], game):
                yield Change(field, _shown(game), value, which=which)
        elif not is_same(game, value):
            by = side(known[0], value, game)
            if record is not None and which in record.defaults and game is not ABSENT:
                # the file names it for the first time: what a builder gave before is lost
                by = ChangedBy.FILE if is_same(known[0], game) else ChangedBy.BOTH
            yield Change(field, _shown(game), value, by, which)
        elif lock and own_lock != lock:
            by = side(UNKNOWN if record is None else known[1], lock, own_lock)
            yield Change(f"lock of attribute {which[0]}", own_lock, lock, by, which)
    for which, (value, _lock) in last.items():
        if which in template.attrs or (record is not None and which[0] in record.varying):
            continue
        game = own.attrs.get(which, (ABSENT, ""))[0]
        if is_same(game, value):
            yield Change(f"attribute {which[0]}", game, None, which=which, gone=(which,))


def _is_default_due(value: Any, last: Any, game: Any) -> bool:
    """Whether a default value has to be set: no builder has set or removed one."""
    if game is ABSENT:
        return last is ABSENT or last is UNKNOWN
    return is_same(last, game) and not is_same(game, value)


def _shown(value: Any) -> Any:
    return None if value is ABSENT else value


def _is_by_chance(names: Collection[str]) -> bool:
    """Whether an object was made by a prototype without a key, for which Evennia invents one."""
    return len(names) == 1 and all(_BY_CHANCE.fullmatch(name) for name in names)


_BY_CHANCE = re.compile(r"prototype-[0-9a-f]{7}")
