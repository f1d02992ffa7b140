"""Evennia's steps for making one object: the hooks of its class, and its prototype.

Most classes have no hooks of their own: their objects are inserted as rows (`row_templates`). An
object whose class has such hooks is made in the order that Evennia documents:

    made ── at_object_creation ── prototype ── at_object_post_creation ── at_object_post_spawn

`at_object_post_spawn` is called after each later change from a prototype, too, as by the contrib.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.db import DatabaseError
from evennia.locks.lockhandler import LockHandler
from evennia.objects.objects import DefaultExit, DefaultObject, DefaultRoom
from evennia.prototypes.prototypes import PROTOTYPE_TAG_CATEGORY

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.spawn import Template
from xyzgrid_ext.game.base.surviving import worker_faults
from xyzgrid_ext.game.db import objects

_CREATED, _MADE, SPAWNED = "at_object_creation", "at_object_post_creation", "at_object_post_spawn"
_MISSING = object()
NO_LOCKS: Mapping[tuple[str, str | None], str] = MappingProxyType({})


def own_hooks(cls: Any) -> tuple[str, ...]:
    """Return the hooks that a class, or a game's class above it, defines besides Evennia's."""
    return tuple(
        name
        for name in (_CREATED, _MADE, SPAWNED)
        if getattr(cls, name, None)
        not in [getattr(base, name, None) for base in (DefaultObject, DefaultRoom, DefaultExit)]
    )


@contextmanager
def silenced(cls: Any) -> Iterator[None]:
    """Disable the hooks of a class, in order to make objects that are only read.

    A hook may do more than write rows: start a script, send messages, count.
    """
    kept = {name: vars(cls).get(name, _MISSING) for name in own_hooks(cls)}
    try:
        for name in kept:
            setattr(cls, name, _nothing)
        yield
    finally:
        for name, hook in kept.items():
            if hook is _MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, hook)


def _nothing(self: Any, *args: Any, **kwargs: Any) -> None:
    return None


@dataclass
class _Locked:
    """The part of an object that Evennia's lock handler needs."""

    lock_storage: str


def locked(storage: str, locks: Collection[str]) -> str:
    """Return stored locks with others added, as Evennia's handler would add them.

    Raises:
        LockException: if one is malformed.

    """
    if not locks:
        return storage
    own = _Locked(storage)
    LockHandler(own).add(";".join(locks))
    return own.lock_storage


def finish(
    obj: Any,
    template: Template,
    fresh: Mapping[str, Any],
    attr_locks: Mapping[tuple[str, str | None], str] = NO_LOCKS,
    *,
    hooks: bool = True,
) -> None:
    """Call the hooks of a new object, and apply its prototype with Evennia's handlers.

    Args:
        obj: the object.
        template: its prototype.
        fresh: new values of varying Attributes; other varying Attributes stay unchanged.
        attr_locks: locks of its Attributes, kept where the prototype names none.
        hooks: whether to call the creation hooks of its class.

    """
    names = own_hooks(type(obj))
    if hooks and _CREATED in names:
        call_hook(obj, _CREATED)
    _apply_prototype(obj, template, fresh, attr_locks)
    obj.tags.add(template.prototype_key, category=PROTOTYPE_TAG_CATEGORY)
    if hooks and _MADE in names:
        call_hook(obj, _MADE)
    if SPAWNED in names:
        call_hook(obj, SPAWNED, prototype=_as_prototype(template))


def call_hook(obj: Any, name: str, **kwargs: Any) -> Any:
    """Call a hook of a game's class.

    Raises:
        UsageError: if it raises; the log has the traceback.

    """
    try:
        return getattr(obj, name)(**kwargs)
    except DatabaseError:
        raise  # which a spawn tells by itself
    except Exception as err:
        cls, place = type(obj), f"{obj.db_key} (#{obj.pk})"
        worker_faults.note(f"{name} of {cls.__module__}.{cls.__qualname__}", err)
        raise UsageError(
            f"{name} of {cls.__module__}.{cls.__qualname__} failed for {place}: "
            f"{type(err).__name__}: {err}",
            "mend that hook (the log has its traceback), then spawn again to do the rest",
        ) from err


def _apply_prototype(
    obj: Any,
    template: Template,
    fresh: Mapping[str, Any],
    attr_locks: Mapping[tuple[str, str | None], str],
) -> None:
    if template.home is not None:
        obj.home = objects.object_of(template.home)
    if template.locks:
        obj.locks.add(";".join(template.locks))
    obj.aliases.batch_add(*template.aliases)
    obj.permissions.batch_add(*template.permissions)
    obj.tags.batch_add(*template.tags)
    obj.attributes.batch_add(
        *(
            (name, fresh.get(name, value), category, lock or attr_locks.get((name, category), ""))
            for (name, category), (value, lock) in template.attrs.items()
            if name not in template.varying or name in fresh
        )
    )


def _as_prototype(template: Template) -> dict[str, Any]:
    """Return a template in the form of the dict that Evennia passes to its hook."""
    return {
        "prototype_key": template.prototype_key,
        "typeclass": template.typeclass,
        "key": template.key,
        "locks": ";".join(template.locks),
        "aliases": list(template.aliases),
        "permissions": list(template.permissions),
        "tags": list(template.tags),
        "attrs": [
            (name, value, cat, lock) for (name, cat), (value, lock) in template.attrs.items()
        ],
    }
