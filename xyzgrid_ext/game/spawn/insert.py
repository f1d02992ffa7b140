"""New rooms and exits: rows printed from moulds, some hundred objects in one transaction.

    prototype ── sample, once for each class ──► mould ──► rows of ObjectDB, Tag links,
                                                           Attribute, Attribute links

An object of a class that has creation hooks of its own is printed without its prototype's part,
and finished as Evennia does it, hooks and all (`creation`), in the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import transaction
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.spawn import Template
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import OWN_ID, AttributeKey, AttributeRow, Stored
from xyzgrid_ext.game.spawn import bulk, creation, samples
from xyzgrid_ext.game.spawn.caches import forget_rolled_back, show_contents
from xyzgrid_ext.game.spawn.tagging import TagIds

_OBJECT = (
    "id", "db_key", "db_location_id", "db_destination_id", "db_typeclass_path", "db_home_id",
    "db_lock_storage", "db_cmdset_storage",
)  # fmt: skip
_ATTRIBUTE = (
    "id", "db_key", "db_category", "db_attrtype", "db_value", "db_strvalue", "db_lock_storage",
    "db_model",
)  # fmt: skip  # AttributeKey and AttributeRow, in their order


@dataclass(frozen=True)
class Mould:
    """What all objects of a prototype have in common, ready for their rows.

    Attributes:
        template: the prototype.
        hooked: its objects are finished one by one.
        cls: their class.
        stored: what is printed.

    """

    template: Template
    hooked: bool
    cls: Any
    stored: Stored


class New(NamedTuple):
    """An object to be made: `tags` are those of its own."""

    mould: Mould
    key: str
    location: int | None
    destination: int | None
    tags: tuple[int, ...]


class Moulds:
    """The moulds of a plan, each made once, and the sample of each class."""

    def __init__(self) -> None:
        self._samples: dict[str, Stored] = {}
        self._moulds: dict[int, Mould] = {}

    def of(self, template: Template) -> Mould:
        """The mould of a template.

        Raises:
            GridError: if its class cannot make an object.

        """
        if id(template) not in self._moulds:
            path = template.typeclass
            if path not in self._samples:
                self._samples[path] = samples.take(path)
            cls, stored = class_from_module(path), self._samples[path]
            hooked = bool(creation.own_hooks(cls))
            if not hooked:
                stored = samples.with_prototype(stored, template)
            self._moulds[id(template)] = Mould(template, hooked, cls, stored)
        return self._moulds[id(template)]


class Press:
    """Prints objects of moulds, given the numbers of all tags."""

    def __init__(self, tags: TagIds) -> None:
        self._tags = tags
        self._common: dict[int, tuple[int, ...]] = {}

    def print(self, new: Sequence[New]) -> list[int]:
        """Make objects, in one transaction; their ids."""
        try:
            with transaction.atomic():
                ids = list(bulk.new_ids(ObjectDB, len(new)))
                self._objects(ids, new)
                self._tag_links(ids, new)
                self._attributes(ids, new)
                for pk, one in zip(ids, new, strict=True):
                    if one.mould.hooked:
                        template = one.mould.template
                        fresh = template.fresh() if template.fresh else {}
                        creation.finish(ObjectDB.objects.get(pk=pk), template, fresh)
        except BaseException:
            forget_rolled_back()
            raise
        show_contents((pk, one.location, one.mould.cls) for pk, one in zip(ids, new, strict=True))
        return ids

    def _objects(self, ids: Sequence[int], new: Sequence[New]) -> None:
        rest = bulk.defaults(ObjectDB, _OBJECT)
        same = tuple(rest.values())

        def rows() -> Iterable[tuple[Any, ...]]:
            for pk, (mould, key, location, destination, _) in zip(ids, new, strict=True):
                stored = mould.stored
                locks = stored.locks
                if OWN_ID in locks:
                    locks = locks.replace(OWN_ID, f"id({pk})")
                yield (pk, key, location, destination, mould.template.typeclass, stored.home_id,
                       locks, stored.cmdsets, *same)  # fmt: skip

        bulk.insert(ObjectDB, (*_OBJECT, *rest), rows())

    def _tag_links(self, ids: Sequence[int], new: Sequence[New]) -> None:
        common = self._common
        for one in new:
            if id(one.mould) not in common:
                common[id(one.mould)] = self._tags.of(one.mould.stored.tags)
        bulk.insert(
            objects.TagLinks,
            ("objectdb_id", "tag_id"),
            (
                (pk, tag)
                for pk, one in zip(ids, new, strict=True)
                for tag in {*common[id(one.mould)], *one.tags}
            ),
        )

    def _attributes(self, ids: Sequence[int], new: Sequence[New]) -> None:
        rows: list[tuple[int, AttributeKey, AttributeRow]] = []
        for pk, one in zip(ids, new, strict=True):
            template = one.mould.template
            fresh: Mapping[str, Any] = {}
            if template.fresh and not one.mould.hooked:
                fresh = template.fresh()
            for key, row in one.mould.stored.attributes.items():
                if key.name in fresh:
                    row = row._replace(value=samples.stored_value(fresh[key.name]))
                rows.append((pk, key, row))
        insert_attributes(rows)


def insert_attributes(new: Sequence[tuple[int, AttributeKey, AttributeRow]]) -> None:
    """Give objects, by their ids, attributes that they do not have."""
    rest = bulk.defaults(Attribute, _ATTRIBUTE)
    same = ("objectdb", *rest.values())
    numbers = bulk.new_ids(Attribute, len(new))
    bulk.insert(
        Attribute,
        (*_ATTRIBUTE, *rest),
        ((pk, *key, *row, *same) for pk, (_, key, row) in zip(numbers, new, strict=True)),
    )
    bulk.insert(
        objects.AttributeLinks,
        ("objectdb_id", "attribute_id"),
        ((owner, pk) for pk, (owner, _, _) in zip(numbers, new, strict=True)),
    )
