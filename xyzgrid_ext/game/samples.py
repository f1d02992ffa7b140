"""What Evennia makes of one object of a prototype: taken once, printed for all others.

The typeclass makes one object by its own means, but for its hooks; the prototype's part is added,
its rows are read, and the transaction is rolled back.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultExit, DefaultRoom
from evennia.prototypes.prototypes import PROTOTYPE_TAG_CATEGORY
from evennia.utils.create import create_object
from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.spawn import Template
from xyzgrid_ext.game import conf, creation, query
from xyzgrid_ext.game.query import Stored

_NOWHERE = (-1, -1, "sample")


class _RollBackError(Exception):
    """Ends the transaction of a sample."""


def take(template: Template, hooked: bool = False) -> Stored:
    """What Evennia makes of one object of this template; nothing of it stays.

    Hooks of the class are not called, and then the prototype's part is left out as well: it comes
    after them (`creation.finish`).
    """
    refuse_without_first_room()
    cls = class_from_module(template.typeclass)
    found: list[Stored] = []
    try:
        with transaction.atomic(), creation.silenced(cls):
            obj, faults = _create(cls, template.key or "sample")
            if faults:
                raise GridError("; ".join(str(fault) for fault in faults))
            if not hooked:
                creation.apply_prototype(obj, template, dict.fromkeys(template.varying))
                obj.tags.add(template.prototype_key, category=PROTOTYPE_TAG_CATEGORY)
            found.append(query.stored(obj.pk))
            # a later object may get the same id: nothing of this one may stay in the caches
            for model in (*obj.db_attributes.all(), obj.location, obj):
                if model is not None:
                    model.flush_from_cache(force=True)
            raise _RollBackError
    except _RollBackError:
        return found[0]
    except Exception as err:
        raise GridError(
            f"{template.typeclass} cannot make an object of '{template.prototype_key}': {err}",
            "correct the typeclass, or name another in the prototype",
        ) from err


def refuse_without_first_room() -> None:
    """Everything has its home there.

    Raises:
        GridError: if there is none.

    """
    if ObjectDB.objects.get_id(conf.default_home()) is None:
        raise GridError(
            f"Evennia's first room, {conf.default_home()}, is not there",
            "a new game makes it when it is started: `evennia start`, then spawn",
        )


def _create(cls: Any, key: str) -> tuple[Any, list[str]]:
    """One object by the typeclass's own means; its coordinates are none that a map can have."""
    if issubclass(cls, DefaultExit):
        room = create_object(DefaultRoom, key="sample", nohome=True)
        return cls.create(key, location=room, destination=room)
    return cls.create(key, xyz=_NOWHERE)
