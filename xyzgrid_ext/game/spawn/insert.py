"""Inserts new rooms and exits by templates of rows, some hundred objects per transaction.

    prototype ── object, once for each class ─► template ─► rows of ObjectDB, Tag links,
                                                              Attribute, Attribute links

An object of a class that has creation hooks of its own is inserted without its prototype's part,
and finished as Evennia does it, hooks and all (`creation`), in the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.spawn import Template
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.stored_rows import OWN_ID, AttributeKey, AttributeRow, StoredRows
from xyzgrid_ext.game.spawn import bulk, creation, row_templates
from xyzgrid_ext.game.spawn.caches import restored_on_failure, show_contents
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
class RowTemplate:
    """The common data of all objects of a prototype, ready for their rows.

    Attributes:
        template: the prototype.
        hooked: its objects are finished one by one.
        cls: their class.
        stored: the rows.

    """

    template: Template
    hooked: bool
    cls: Any
    stored: StoredRows


class NewObject(NamedTuple):
    """An object to be created; `tags` are those that it does not share with its template."""

    rows: RowTemplate
    key: str
    location: int | None
    destination: int | None
    tags: tuple[int, ...]


class RowTemplates:
    """The row templates of a plan, each made once, and the rows of each class."""

    def __init__(self) -> None:
        self._of_classes: dict[str, StoredRows] = {}
        self._row_templates: dict[int, RowTemplate] = {}

    def only(self, templates: Iterable[Template]) -> RowTemplates:
        """Return the rows of all classes, which a process reads once, and of these prototypes."""
        kept, rows = RowTemplates(), self._row_templates
        kept._of_classes = self._of_classes
        kept._row_templates = {id(one): rows[id(one)] for one in templates if id(one) in rows}
        return kept

    def unread(self, templates: Iterable[Template]) -> list[str]:
        """Return the typeclasses of the given prototypes for which no rows have been read yet."""
        return sorted({one.typeclass for one in templates} - self._of_classes.keys())

    def of_class(self, path: str) -> StoredRows:
        """Return the rows of an object of a class, which is made for this in some milliseconds.

        Raises:
            MapError: if it cannot make one.

        """
        if path not in self._of_classes:
            self._of_classes[path] = row_templates.take(path)
        return self._of_classes[path]

    def of(self, template: Template) -> RowTemplate:
        """Return the row template of a prototype.

        Raises:
            MapError: if its class cannot make an object.

        """
        if id(template) not in self._row_templates:
            path = template.typeclass
            cls, stored = class_from_module(path), self.of_class(path)
            hooked = bool(creation.own_hooks(cls))
            if not hooked:
                stored = row_templates.with_prototype(stored, template)
            self._row_templates[id(template)] = RowTemplate(template, hooked, cls, stored)
        return self._row_templates[id(template)]


class Inserter:
    """Inserts objects, given the ids of all tags."""

    def __init__(self, tags: TagIds) -> None:
        self._tags = tags
        self._common: dict[int, tuple[int, ...]] = {}

    def insert(self, new: Sequence[NewObject]) -> list[int]:
        """Insert objects in one transaction; return their ids."""
        with restored_on_failure():
            ids = list(bulk.new_ids(ObjectDB, len(new)))
            self._objects(ids, new)
            self._tag_links(ids, new)
            self._attributes(ids, new)
            for pk, one in zip(ids, new, strict=True):
                if one.rows.hooked:
                    template = one.rows.template
                    fresh = template.fresh() if template.fresh else {}
                    creation.finish(ObjectDB.objects.get(pk=pk), template, fresh)
        show_contents((pk, one.location, one.rows.cls) for pk, one in zip(ids, new, strict=True))
        return ids

    def _objects(self, ids: Sequence[int], new: Sequence[NewObject]) -> None:
        rest = bulk.defaults(ObjectDB, _OBJECT)
        same = tuple(rest.values())

        def rows() -> Iterable[tuple[Any, ...]]:
            for pk, (rows, key, location, destination, _) in zip(ids, new, strict=True):
                stored = rows.stored
                locks = stored.locks
                if OWN_ID in locks:
                    locks = locks.replace(OWN_ID, f"id({pk})")
                yield (pk, key, location, destination, rows.template.typeclass, stored.home_id,
                       locks, stored.cmdsets, *same)  # fmt: skip

        bulk.insert(ObjectDB, (*_OBJECT, *rest), rows())

    def _tag_links(self, ids: Sequence[int], new: Sequence[NewObject]) -> None:
        common = self._common
        for one in new:
            if id(one.rows) not in common:
                common[id(one.rows)] = self._tags.of(one.rows.stored.tags)
        bulk.insert(
            objects.TagLinks,
            ("objectdb_id", "tag_id"),
            (
                (pk, tag)
                for pk, one in zip(ids, new, strict=True)
                for tag in {*common[id(one.rows)], *one.tags}
            ),
        )

    def _attributes(self, ids: Sequence[int], new: Sequence[NewObject]) -> None:
        rows: list[tuple[int, AttributeKey, AttributeRow]] = []
        for pk, one in zip(ids, new, strict=True):
            template = one.rows.template
            fresh: Mapping[str, Any] = {}
            if template.fresh and not one.rows.hooked:
                fresh = template.fresh()
            for key, row in one.rows.stored.attributes.items():
                if key.name in fresh:
                    row = row._replace(value=row_templates.stored_value(fresh[key.name]))
                rows.append((pk, key, row))
        insert_attributes(rows)


def insert_attributes(new: Sequence[tuple[int, AttributeKey, AttributeRow]]) -> None:
    """Insert Attributes that objects, given by id, do not have yet."""
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
