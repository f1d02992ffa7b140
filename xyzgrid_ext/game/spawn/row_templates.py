"""The rows that Evennia makes for one object of a class, read once and used for all others.

The class makes one object without its hooks; its rows are read, and the transaction is rolled back.
The prototype is then added to these rows, as Evennia's handlers would:

    class ── take ──► StoredRows ── with_prototype ──► StoredRows of each prototype
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db import transaction
from evennia.contrib.grid.xyzgrid.xyzroom import XYZRoom
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultExit, DefaultRoom
from evennia.prototypes.prototypes import PROTOTYPE_TAG_CATEGORY
from evennia.typeclasses.attributes import Attribute
from evennia.utils.create import create_object
from evennia.utils.dbserialize import to_pickle
from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.spawn import ClassDefaults, Template, lock_types
from xyzgrid_ext.game import compat
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.db import objects, stored_rows
from xyzgrid_ext.game.db.stored_rows import AttributeKey, AttributeRow, StoredRows
from xyzgrid_ext.game.spawn import bulk, caches, creation

_NOWHERE = (-1, -1, "sample")


class _RollBackError(Exception):
    """Raised to end the transaction in which an object was made only to read its rows."""


def take(typeclass: str) -> StoredRows:
    """Create one object of a class without its hooks, read its rows, and roll the creation back.

    Raises:
        MapError: if the class cannot make one.

    """
    refuse_without_first_room()
    cls = class_from_module(typeclass)
    found: list[StoredRows] = []
    try:
        with transaction.atomic(), creation.silenced(cls):
            obj, faults = _create(cls)
            if faults:
                raise MapError("; ".join(str(fault) for fault in faults))
            found.append(stored_rows.stored((obj.pk,))[obj.pk])
            # a later object may get the same id: nothing of this one may stay in the caches
            for model in (*obj.db_attributes.all(), obj.location, obj):
                if model is not None:
                    model.flush_from_cache(force=True)
            raise _RollBackError
    except _RollBackError:
        return found[0]
    except Exception as err:
        caches.forget_rolled_back()
        raise MapError(
            f"{typeclass} cannot make an object: {err}",
            "correct the typeclass, or name another in the prototype",
        ) from err


def class_of(path: str) -> Any | None:
    """Return the class of a row; None if the game no longer has it."""
    try:
        return class_from_module(path)
    except ImportError:
        return None


def class_defaults(path: str) -> ClassDefaults:
    """Return what Evennia gives to an object of a class: locks, tags and its home.

    An object of it is made and taken back.
    """
    cls = class_of(path)
    if cls is None:
        return ClassDefaults()
    if issubclass(cls, DefaultRoom) and not issubclass(cls, XYZRoom):
        path = compat.ROOM  # the class of a room of the grid
    rows = take(path)
    tags = frozenset((key, category) for key, category, kind in rows.tags if kind is None)
    return ClassDefaults(lock_types(rows.locks.split(";")), tags, rows.home_id)


def with_prototype(of_class: StoredRows, template: Template) -> StoredRows:
    """Return the rows of an object made from a prototype, given the rows of its class.

    Varying Attributes have the value None, since each object has its own.
    """
    return replace(
        of_class,
        locks=creation.locked(of_class.locks, template.locks),
        home_id=of_class.home_id if template.home is None else template.home,
        attributes={**of_class.attributes, **prototype_attributes(template)},
        tags={**of_class.tags, **prototype_tags(template)},
    )


def prototype_attributes(template: Template) -> dict[AttributeKey, AttributeRow]:
    """Return the Attributes of a prototype, as rows."""
    return {
        AttributeKey(name, category): AttributeRow(
            value=stored_value(None if name in template.varying else value), locks=lock
        )
        for (name, category), (value, lock) in template.attrs.items()
    }


def prototype_tags(template: Template) -> dict[objects.TagKey, str | None]:
    """Return the tags of a prototype, including aliases and permissions, with their data."""
    tags: dict[objects.TagKey, str | None] = {
        (alias.lower(), None, "alias"): None for alias in template.aliases
    }
    tags |= {(word.lower(), None, "permission"): None for word in template.permissions}
    tags |= {(key, category, None): data for key, category, data in template.tags}
    tags[template.prototype_key, PROTOTYPE_TAG_CATEGORY, None] = None
    return tags


def stored_value(value: Any) -> str | None:
    """Return a value in the form of an Attribute's column."""
    found: str | None = bulk.prepared(Attribute, "db_value", to_pickle(value))
    return found


def refuse_without_first_room() -> None:
    """Refuse to spawn before Limbo exists, since everything has its home there.

    Raises:
        MapError: if there is none.

    """
    if ObjectDB.objects.get_id(settings.default_home()) is None:
        raise MapError(
            f"Evennia's first room, {settings.default_home()}, is not there",
            "a new game makes it when it is started: `evennia start`, then spawn",
        )


def _create(cls: Any) -> tuple[Any, list[str]]:
    """Make one object by the class's own method, at coordinates that no map can have."""
    if issubclass(cls, DefaultExit):
        room = create_object(DefaultRoom, key="sample", nohome=True)
        return cls.create("sample", location=room, destination=room)
    return cls.create("sample", xyz=_NOWHERE)
