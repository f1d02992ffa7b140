"""What one object of a class is made of: its rows, the hooks of its class, and its prototype.

The class makes one object without its hooks; its rows are read, and the transaction is rolled back.
The prototype is then added to these rows, as Evennia's handlers would:

    class ── take ──► StoredRows ── with_prototype ──► RowTemplate of each prototype

Most classes have no hooks of their own: their objects are inserted as such rows. An object whose
class has hooks is finished (`finish`) in the order that Evennia documents:

    made ── at_object_creation ── prototype ── at_object_post_creation ── at_object_post_spawn

`at_object_post_spawn` is called after each later change from a prototype, too, as by the contrib.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from django.db import DatabaseError, connection, transaction
from evennia.contrib.grid.xyzgrid.xyzroom import XYZRoom
from evennia.locks.lockhandler import LockHandler
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultExit, DefaultObject, DefaultRoom
from evennia.prototypes.prototypes import PROTOTYPE_TAG_CATEGORY
from evennia.typeclasses.attributes import Attribute
from evennia.utils.create import create_object
from evennia.utils.dbserialize import to_pickle
from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.spawn import Template
from xyzgrid_ext.core.spawn.fields import lock_types
from xyzgrid_ext.core.spawn.model import ClassDefaults
from xyzgrid_ext.game import paths
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_types import GameObject
from xyzgrid_ext.game.base.surviving import worker_faults
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db import stored as db_stored
from xyzgrid_ext.game.db.stored import AttributeKey, AttributeRow, StoredRows
from xyzgrid_ext.game.spawn import caches

_CREATED, _MADE, SPAWNED = "at_object_creation", "at_object_post_creation", "at_object_post_spawn"
_MISSING = object()
_VALUE = Attribute._meta.get_field("db_value")
_NO_LOCKS: Mapping[tuple[str, str | None], str] = MappingProxyType({})


def own_hooks(cls: object) -> tuple[str, ...]:
    """Return the names of creation hooks that a class has from a game's code, not Evennia's."""
    return tuple(
        name
        for name in (_CREATED, _MADE, SPAWNED)
        if getattr(cls, name, None)
        not in [getattr(base, name, None) for base in (DefaultObject, DefaultRoom, DefaultExit)]
    )


@contextmanager
def hooks_disabled(cls: object) -> Iterator[None]:
    """Replace the `own_hooks` of a class by ones that do nothing, while a sample is made.

    A hook may do more than write rows: start a script, send messages, count.
    """
    hooks = {name: vars(cls).get(name, _MISSING) for name in own_hooks(cls)}
    try:
        for name in hooks:
            setattr(cls, name, lambda self, *args, **kwargs: None)
        yield
    finally:
        for name, hook in hooks.items():
            if hook is _MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, hook)


@dataclass
class _Locked:
    """The part of an object that Evennia's lock handler needs."""

    lock_storage: str


def add_locks(storage: str, locks: Collection[str]) -> str:
    """Return a lock storage, `view:all()`, with others added as Evennia's handler adds them.

    Raises:
        LockException: if one is malformed.
    """
    if not locks:
        return storage
    holder = _Locked(storage)
    LockHandler(holder).add(";".join(locks))
    return holder.lock_storage


def finish_object(
    obj: GameObject,
    template: Template,
    fresh: Mapping[str, object],
    attr_locks: Mapping[tuple[str, str | None], str] = _NO_LOCKS,
    *,
    hooks: bool = True,
) -> None:
    """Call the hooks of a new object, and apply its prototype with Evennia's handlers.

    Args:
        obj: the object.
        template: its prototype.
        fresh: name -> new value of varying Attributes; other varying Attributes stay unchanged.
        attr_locks: (name, category) -> lock of its Attributes, where the prototype names none.
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


def call_hook(obj: GameObject, name: str, **kwargs: object) -> Any:
    """Return what a hook of an object returns; raise a UsageError if it raises, and log why."""
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
    obj: GameObject,
    template: Template,
    fresh: Mapping[str, object],
    attr_locks: Mapping[tuple[str, str | None], str],
) -> None:
    if template.home is not None:
        obj.home = objects.object_by_id(template.home)
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


def _as_prototype(template: Template) -> dict[str, object]:
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


_NOWHERE = (-1, -1, "sample")


class _RollBackError(Exception):
    """Raised to end the transaction in which an object was made only to read its rows."""


def sample_rows(typeclass: str) -> StoredRows:
    """Create one object of a class without its hooks, read its rows, and roll the creation back.

    Raises:
        MapError: if the class cannot make one.
    """
    refuse_without_first_room()
    cls = class_from_module(typeclass)
    rows: list[StoredRows] = []
    try:
        with transaction.atomic(), hooks_disabled(cls):
            obj, faults = _create(cls)
            if faults:
                raise MapError("; ".join(str(fault) for fault in faults))
            rows.append(db_stored.stored_rows((obj.pk,))[obj.pk])
            # a later object may get the same id: nothing of this one may stay in the caches
            for model in (*obj.db_attributes.all(), obj.location, obj):
                if model is not None:
                    model.flush_from_cache(force=True)
            raise _RollBackError
    except _RollBackError:
        return rows[0]
    except Exception as err:
        caches.forget_rolled_back()
        raise MapError(
            f"{typeclass} cannot make an object: {err}",
            "correct the typeclass, or name another in the prototype",
        ) from err


def class_at(path: str) -> Any | None:
    """Return the class at a typeclass path; None if the game no longer has it."""
    try:
        return class_from_module(path)
    except ImportError:
        return None


def class_defaults(path: str) -> ClassDefaults:
    """Return what Evennia gives each object of the class at a path: locks, tags and its home.

    An object of it is made, read, and taken back.
    """
    cls = class_at(path)
    if cls is None:
        return ClassDefaults()
    if issubclass(cls, DefaultRoom) and not issubclass(cls, XYZRoom):
        path = paths.ROOM  # the class of a room of the grid
    rows = sample_rows(path)
    tags = frozenset((key, category) for key, category, kind in rows.tags if kind is None)
    return ClassDefaults(lock_types(rows.locks.split(";")), tags, rows.home_id)


def with_prototype(of_class: StoredRows, template: Template) -> StoredRows:
    """Return the rows of an object made from a prototype, given those of an object of its class.

    Varying Attributes have the value None, since each object has its own.
    """
    return replace(
        of_class,
        locks=add_locks(of_class.locks, template.locks),
        home_id=of_class.home_id if template.home is None else template.home,
        attributes={**of_class.attributes, **prototype_attributes(template)},
        tags={**of_class.tags, **prototype_tags(template)},
    )


def prototype_attributes(template: Template) -> dict[AttributeKey, AttributeRow]:
    """Return the Attributes of a prototype, as rows of the database."""
    return {
        AttributeKey(name, category): AttributeRow(
            value=stored_value(None if name in template.varying else value), locks=lock
        )
        for (name, category), (value, lock) in template.attrs.items()
    }


def prototype_tags(template: Template) -> dict[objects.TagKey, str | None]:
    """Return tag -> data of a prototype; aliases and permissions are tags, too."""
    tags: dict[objects.TagKey, str | None] = {
        (alias.lower(), None, "alias"): None for alias in template.aliases
    }
    tags |= {(word.lower(), None, "permission"): None for word in template.permissions}
    tags |= {(key, category, None): data for key, category, data in template.tags}
    tags[template.prototype_key, PROTOTYPE_TAG_CATEGORY, None] = None
    return tags


def stored_value(value: object) -> str | None:
    """Return a value as the column of an Attribute holds it: pickled text."""
    text: str | None = _VALUE.get_db_prep_save(to_pickle(value), connection)
    return text


def refuse_without_first_room() -> None:
    """Raise a MapError if Limbo, the home of everything, does not exist yet."""
    if ObjectDB.objects.get_id(settings.django_settings.DEFAULT_HOME) is None:
        raise MapError(
            f"Evennia's first room, {settings.django_settings.DEFAULT_HOME}, is not there",
            "a new game makes it when it is started: `evennia start`, and then do this again",
        )


def _create(cls: Any) -> tuple[Any, list[str]]:
    """Make one object; a room by the class's own method, at coordinates that no map can have."""
    if issubclass(cls, DefaultExit):
        room = create_object(DefaultRoom, key="sample", nohome=True)
        return cls.create("sample", location=room, destination=room)
    if issubclass(cls, XYZRoom):
        return cls.create("sample", xyz=_NOWHERE)
    return create_object(cls, key="sample"), []


@dataclass(frozen=True)
class RowTemplate:
    """The rows that all objects of a prototype have in common.

    If their class has hooks, `stored` has only what the class gives, and each object is finished
    by `finish_object`.
    """

    template: Template
    has_hooks: bool
    cls: object
    stored: StoredRows


class RowTemplates:
    """The row templates of prototypes and the rows of classes, each read once."""

    def __init__(self) -> None:
        self._of_classes: dict[str, StoredRows] = {}
        self._row_templates: dict[int, RowTemplate] = {}

    def only(self, templates: Iterable[Template]) -> RowTemplates:
        """Return a copy with the rows of all classes, and the row templates of these alone."""
        some, rows = RowTemplates(), self._row_templates
        some._of_classes = self._of_classes
        some._row_templates = {id(each): rows[id(each)] for each in templates if id(each) in rows}
        return some

    def unread_classes(self, templates: Iterable[Template]) -> list[str]:
        """Return the typeclasses of the given prototypes for which no rows have been read yet."""
        return sorted({template.typeclass for template in templates} - self._of_classes.keys())

    def class_rows(self, path: str) -> StoredRows:
        """Return the rows of a class, from an object that is made and taken back in milliseconds.

        Raises:
            MapError: if it cannot make one.
        """
        if path not in self._of_classes:
            self._of_classes[path] = sample_rows(path)
        return self._of_classes[path]

    def of(self, template: Template) -> RowTemplate:
        """Return the row template of a prototype.

        Raises:
            MapError: if its class cannot make an object.
        """
        if id(template) not in self._row_templates:
            path = template.typeclass
            cls, stored = class_from_module(path), self.class_rows(path)
            has_hooks = bool(own_hooks(cls))
            if not has_hooks:
                stored = with_prototype(stored, template)
            self._row_templates[id(template)] = RowTemplate(template, has_hooks, cls, stored)
        return self._row_templates[id(template)]
