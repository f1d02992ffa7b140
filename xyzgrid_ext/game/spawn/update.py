"""Updates existing rooms and exits to their present prototypes.

    in memory, or its class has hooks for it ─► Evennia's handlers, so that all it knows is right
    all others ───────────────────────────────► their rows, some hundred in one transaction

Both ways end in the same rows. A value that the prototype does not name stays: if an earlier
prototype named it, nothing distinguishes it from a value that a builder added by hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from evennia.objects.models import ObjectDB
from evennia.prototypes.prototypes import PROTOTYPE_TAG_CATEGORY
from evennia.typeclasses.attributes import Attribute
from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.spawn import XYZ, ExitKey, ExitSpec, RoomSpec, Row, Template
from xyzgrid_ext.game.db import by_value, objects
from xyzgrid_ext.game.db.stored_rows import AttributeKey, AttributeRow
from xyzgrid_ext.game.spawn import bulk, caches, creation, insert, row_templates, tagging
from xyzgrid_ext.game.spawn.tagging import TagIds

_OBJECT = (
    "db_key", "db_typeclass_path", "db_lock_storage", "db_home_id", "db_location_id",
    "db_destination_id",
)  # fmt: skip
_ATTRIBUTE = ("db_value", "db_strvalue", "db_lock_storage")
_OF_EXITS = (objects.X_TO, objects.Y_TO, objects.Z_TO, objects.DIRECTION)


class ChangedObject(NamedTuple):
    """An object that differs from its prototype; `key` is None for a room."""

    row: Row
    spec: RoomSpec | ExitSpec
    key: ExitKey | None = None

    @property
    def template(self) -> Template:
        """The prototype of the object."""
        return self.spec.template

    @property
    def name(self) -> str:
        """The wanted name; rooms get their name only from the prototype."""
        named = self.template.key is not None or self.key is not None
        return self.spec.key if named else self.row.key


class Updater:
    """Changes objects, given the ids of all tags and of all rooms."""

    def __init__(self, tags: TagIds, room_ids: Mapping[XYZ, int]) -> None:
        self._tags = tags
        self._room_ids = room_ids

    def update(self, part: Sequence[ChangedObject]) -> None:
        """Change the given objects as wanted, in one transaction."""
        known = {one.row.id for one in part if _by_handlers(one)}
        with caches.restored_on_failure() as touched:
            touched |= known
            self._change_rows([one for one in part if one.row.id not in known])
            for one in part:
                if one.row.id in known:
                    self._change_object(one)

    def _places(self, one: ChangedObject) -> tuple[int | None, int | None]:
        """Return the wanted location and destination."""
        if one.key is None or not isinstance(one.spec, ExitSpec):
            return one.row.location, one.row.destination
        return self._room_ids[one.key.room], self._room_ids[one.spec.target]

    # --- through Evennia's handlers

    def _change_object(self, one: ChangedObject) -> None:
        obj, template = ObjectDB.objects.get(pk=one.row.id), one.template
        has_new_class = one.row.traits.typeclass != template.typeclass
        if has_new_class:
            obj.swap_typeclass(template.typeclass, run_start_hooks=None)
        if obj.db_key != one.name:
            obj.key = one.name
        location, destination = self._places(one)
        if obj.db_destination_id != destination:
            obj.destination = objects.object_of(destination)
        if obj.db_location_id != location:
            obj.location = objects.object_of(location)
        kept = {key: lock for key, (_, lock) in _attributes_of([obj.pk])[obj.pk].items()}
        obj.tags.clear(category=PROTOTYPE_TAG_CATEGORY)
        creation.finish(obj, template, _fresh(template, kept), kept, hooks=has_new_class)
        if one.key is not None and isinstance(one.spec, ExitSpec):
            obj.aliases.batch_add(*one.spec.aliases)
            for category in _OF_EXITS:
                obj.tags.clear(category=category)
            for key, category, kind in tagging.way_tags(one.key, one.spec):
                if kind is None:
                    obj.tags.add(key, category=category)

    # --- row by row

    def _change_rows(self, part: Sequence[ChangedObject]) -> None:
        if not part:
            return
        ids = [one.row.id for one in part]
        stored = {
            pk: (locks, home)
            for few in objects.chunked(ids)
            for pk, locks, home in ObjectDB.objects.filter(pk__in=few).values_list(
                "pk", "db_lock_storage", "db_home_id"
            )
        }
        part = [one for one in part if one.row.id in stored]  # others were deleted meanwhile
        rows, moves = {}, []
        for one in part:
            template, (locks, home) = one.template, stored[one.row.id]
            location, destination = self._places(one)
            rows[one.row.id] = (
                one.name,
                template.typeclass,
                creation.locked(locks, template.locks),
                home if template.home is None else template.home,
                location,
                destination,
            )
            if location != one.row.location:
                cls = class_from_module(template.typeclass)
                moves.append((one.row.id, one.row.location, location, cls))
        bulk.update(ObjectDB, _OBJECT, rows)
        self._change_tags(part)
        _change_attributes(part)
        caches.move_contents(moves)

    def _change_tags(self, part: Sequence[ChangedObject]) -> None:
        """Add missing tags; remove other tags in categories that allow only one."""
        ids = [one.row.id for one in part]
        has: dict[int, set[int]] = defaultdict(set)
        single: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for few in objects.chunked(ids):
            links = objects.TagLinks.objects.filter(objectdb_id__in=few)
            for link, pk, tag, category, kind in links.values_list(
                "pk", "objectdb_id", "tag_id", "tag__db_category", "tag__db_tagtype"
            ):
                has[pk].add(tag)
                if kind is None and category in (*_OF_EXITS, PROTOTYPE_TAG_CATEGORY):
                    single[pk].append((link, tag))
        gone: list[int] = []
        new: list[tuple[int, int]] = []
        for one in part:
            wanted = list(row_templates.prototype_tags(one.template))
            if one.key is not None and isinstance(one.spec, ExitSpec):
                wanted += tagging.way_tags(one.key, one.spec)
            tags = self._tags.of(dict.fromkeys(wanted))
            pk = one.row.id
            gone += [link for link, tag in single[pk] if tag not in tags]
            new += [(pk, tag) for tag in tags if tag not in has[pk]]
        by_value.delete(objects.TagLinks, "id", gone)
        bulk.insert(objects.TagLinks, ("objectdb_id", "tag_id"), new)


def _by_handlers(one: ChangedObject) -> bool:
    """Whether an object is changed by Evennia's own handlers."""
    if ObjectDB.get_cached_instance(one.row.id) is not None:
        return True
    path = one.template.typeclass
    hooks = creation.own_hooks(class_from_module(path))
    return creation.SPAWNED in hooks or (one.row.traits.typeclass != path and bool(hooks))


def _fresh(template: Template, own: Container[tuple[str, str | None]]) -> dict[str, Any]:
    """Return the values of varying Attributes that an object does not have."""
    missing = {name for name, category in template.attrs if (name, category) not in own}
    if not template.fresh or not missing & template.varying:
        return {}
    return {name: value for name, value in template.fresh().items() if name in missing}


def _attributes_of(ids: Iterable[int]) -> dict[int, dict[tuple[str, str | None], tuple[int, str]]]:
    """Return the Attributes of objects by name and category: their ids and locks."""
    found: dict[int, dict[tuple[str, str | None], tuple[int, str]]] = defaultdict(dict)
    for few in objects.chunked(ids):
        links = objects.AttributeLinks.objects.filter(objectdb_id__in=few)
        for pk, attribute, name, category, kind, lock in links.order_by(
            "-attribute_id"
        ).values_list(
            "objectdb_id", "attribute_id", "attribute__db_key", "attribute__db_category",
            "attribute__db_attrtype", "attribute__db_lock_storage",
        ):  # fmt: skip
            # not in the statement: SQLite would go by the index of that column
            if kind is None:
                found[pk][name, category] = attribute, lock or ""
    return found


def _change_attributes(part: Sequence[ChangedObject]) -> None:
    own = _attributes_of(one.row.id for one in part)
    stored = {id(one.template): row_templates.prototype_attributes(one.template) for one in part}
    changed: dict[int, tuple[Any, ...]] = {}
    new: list[tuple[int, AttributeKey, AttributeRow]] = []
    for one in part:
        has = own[one.row.id]
        fresh = _fresh(one.template, has)
        for key, row in stored[id(one.template)].items():
            if key.name in fresh:
                row = row._replace(value=row_templates.stored_value(fresh[key.name]))
            if (key.name, key.category) not in has:
                new.append((one.row.id, key, row))
            elif key.name not in one.template.varying:
                attribute, lock = has[key.name, key.category]
                changed[attribute] = row.value, None, row.locks or lock
    bulk.update(Attribute, _ATTRIBUTE, changed)
    caches.forget(Attribute, changed)
    insert.insert_attributes(new)
