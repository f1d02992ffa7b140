"""Writes the rows of rooms and exits: inserts, updates and deletes them, some hundred at a time.

    new       of a class with creation hooks ─► its rows, then the hooks and the prototype
              all others ─────────────────────► all rows by the templates of `creation`
    changed   in memory, or with hooks for it ► Evennia's handlers, so that all it knows is right
              all others ─────────────────────► their rows
    removed   referred to, or a class that      obj.delete(), with all hooks; with a room go the
              overrides `delete` ─────────────► exits that lead to it
              a class with the hook ──────────► obj.at_object_delete(), and if that agrees:
              all others ─────────────────────► their rows, and they are dropped from memory

All ways of a line end in the same rows. A value that the prototype does not name stays, unless the
plan says that the last spawn gave it: then it is taken away. Exits are deleted before rooms, so
that a room to which only exits of the grid lead is deleted by its rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import TextField, Value
from django.db.models.functions import Cast, Concat, Replace
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter, DefaultExit, DefaultObject, DefaultRoom
from evennia.prototypes.prototypes import PROTOTYPE_TAG_CATEGORY
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag
from evennia.utils.picklefield import PickledObject
from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.spawn import XYZ, Change, ExitKey, ExitSpec, RoomSpec, Row, Template
from xyzgrid_ext.core.spawn.fields import lock_types
from xyzgrid_ext.game.base.evennia_internals import forget_contents
from xyzgrid_ext.game.base.hooks import ask
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.stored import OWN_ID, AttributeKey, AttributeRow, referred_by_rows
from xyzgrid_ext.game.spawn import caches, creation
from xyzgrid_ext.game.spawn.caches import restored_on_failure
from xyzgrid_ext.game.spawn.tags import TagIds, way_tags

_OBJECT = (
    "db_key", "db_typeclass_path", "db_lock_storage", "db_home_id", "db_location_id",
    "db_destination_id",
)  # fmt: skip
TABLES = (ObjectDB, Attribute, Tag, objects.TagLinks, objects.AttributeLinks)
MANY = 500  # new and removed objects after which the database counts its rows again
_AT_ONCE = 500  # rows that Django inserts
_SAMPLE = 400  # rows of an index that SQLite looks at: what its manual advises
_OF_EXITS = (objects.X_TO, objects.Y_TO, objects.Z_TO, objects.DIRECTION)


class ChangedObject(NamedTuple):
    """An object that differs from its prototype; `key` is None for a room."""

    row: Row
    spec: RoomSpec | ExitSpec
    template: Template
    changes: tuple[Change, ...]
    key: ExitKey | None = None

    @property
    def name(self) -> str:
        """The wanted name: a builder's stays if no prototype gives one."""
        is_named = any(change.field == "key" for change in self.changes)
        return self.spec.key if is_named else self.row.key

    @property
    def home(self) -> int | None:
        """The id of the wanted home; None if the present one stays."""
        gone = self._gone("home")
        return gone[0] if gone else self.template.home

    @property
    def attributes_gone(self) -> frozenset[Any]:
        """Names and categories of the Attributes to take away."""
        return frozenset(one for change in self.changes if change.which for one in change.gone)

    @property
    def tags_gone(self) -> list[objects.TagKey]:
        """The tags to take away, with aliases and permissions."""
        aliases: list[objects.TagKey] = [(word, None, "alias") for word in self._gone("aliases")]
        aliases += [(word, None, "permission") for word in self._gone("permissions")]
        return aliases + [(key, category, None) for key, category in self._gone("tags")]

    def locks(self, storage: str) -> str:
        """Return the wanted locks, given the present ones as they are stored."""
        if kinds := self._gone("locks"):
            own = lock_types(storage.split(";"))
            usual = [one.new for one in self.changes if one.field == "locks" and one.gone]
            stay = [lock for kind, lock in own.items() if kind not in kinds]
            storage = ";".join(chain(stay, *usual))
        return creation.locked(storage, self.template.locks)

    def _gone(self, field: str) -> tuple[Any, ...]:
        return tuple(one for change in self.changes if change.field == field for one in change.gone)


def changed_objects(
    changed: Iterable[tuple[ExitKey | None, Row, RoomSpec | ExitSpec, tuple[Change, ...]]],
) -> list[ChangedObject]:
    """Return objects with their prototypes, which lack the defaults that no change sets."""
    templates: dict[tuple[int, frozenset[Any]], Template] = {}
    found = []
    for key, row, spec, changes in changed:
        template = spec.template
        own = template.defaults.difference(change.which for change in changes)
        which = id(template), own
        if which not in templates:
            attrs = {name: value for name, value in template.attrs.items() if name not in own}
            templates[which] = replace(template, attrs=attrs) if own else template
        found.append(ChangedObject(row, spec, templates[which], changes, key))
    return found


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
        if obj.db_home_id != one.home and one.home is not None:
            obj.home = objects.object_of(one.home)
        if (locks := one.locks(obj.db_lock_storage)) != obj.db_lock_storage:
            obj.locks.replace(locks)
        for name, category, kind in one.tags_gone:
            handler = {None: obj.tags, "alias": obj.aliases, "permission": obj.permissions}[kind]
            handler.remove(name, category=category)
        for name, category in one.attributes_gone:
            obj.attributes.remove(name, category=category)
        kept = {key: lock for key, (_, lock) in _attributes_of([obj.pk])[obj.pk].items()}
        obj.tags.clear(category=PROTOTYPE_TAG_CATEGORY)
        creation.finish(obj, template, _fresh(template, kept), kept, hooks=has_new_class)
        if one.key is not None and isinstance(one.spec, ExitSpec):
            obj.aliases.batch_add(*one.spec.aliases)
            for category in _OF_EXITS:
                obj.tags.clear(category=category)
            for key, category, kind in way_tags(one.key, one.spec):
                if kind is None:
                    obj.tags.add(key, category=category)
            ask(obj, "at_cmdset_get", force_init=True)  # the command has the names of the exit

    # --- row by row

    def _change_rows(self, part: Sequence[ChangedObject]) -> None:
        if not part:
            return
        stored = {
            row["pk"]: row
            for few in objects.chunked(one.row.id for one in part)
            for row in ObjectDB.objects.filter(pk__in=few).values("pk", *_OBJECT)
        }
        part = [one for one in part if one.row.id in stored]  # others were deleted meanwhile
        rows, places = {}, set[int | None]()
        for one in part:
            template, before = one.template, stored[one.row.id]
            location, destination = self._places(one)
            wanted = {
                "db_key": one.name,
                "db_typeclass_path": template.typeclass,
                "db_lock_storage": one.locks(before["db_lock_storage"]),
                "db_home_id": before["db_home_id"] if one.home is None else one.home,
                "db_location_id": location,
                "db_destination_id": destination,
            }
            rows[one.row.id] = {name: new for name, new in wanted.items() if new != before[name]}
            if location != one.row.location:
                places |= {one.row.location, location}
        update_rows(ObjectDB, rows)
        self._change_tags(part)
        _change_attributes(part)
        forget_contents(places)

    def _change_tags(self, part: Sequence[ChangedObject]) -> None:
        """Add missing tags; remove other tags in categories that allow only one."""
        ids = [one.row.id for one in part]
        gone: list[int] = []
        has: dict[int, set[int]] = defaultdict(set)
        left = {one.row.id: frozenset(one.tags_gone) for one in part}
        single: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for few in objects.chunked(ids):
            links = objects.TagLinks.objects.filter(objectdb_id__in=few)
            for link, pk, tag, name, category, kind in links.values_list(
                "pk", "objectdb_id", "tag_id", "tag__db_key", "tag__db_category", "tag__db_tagtype"
            ):
                has[pk].add(tag)
                if (name, category, kind) in left[pk]:
                    gone.append(link)
                if kind is None and category in (*_OF_EXITS, PROTOTYPE_TAG_CATEGORY):
                    single[pk].append((link, tag))
        new: list[tuple[int, int]] = []
        for one in part:
            wanted = list(creation.prototype_tags(one.template))
            if one.key is not None and isinstance(one.spec, ExitSpec):
                wanted += way_tags(one.key, one.spec)
            tags = self._tags.of(dict.fromkeys(wanted))
            pk = one.row.id
            gone += [link for link, tag in single[pk] if tag not in tags]
            new += [(pk, tag) for tag in tags if tag not in has[pk]]
        objects.delete_by(objects.TagLinks, "id", gone)
        _link(objects.TagLinks, new)


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
    stored = {id(one.template): creation.prototype_attributes(one.template) for one in part}
    changed: dict[int, dict[str, Any]] = {}
    new: list[tuple[int, AttributeKey, AttributeRow]] = []
    gone: list[int] = []
    for one in part:
        has = own[one.row.id]
        gone += [has[which][0] for which in one.attributes_gone if which in has]
        fresh = _fresh(one.template, has)
        for key, row in stored[id(one.template)].items():
            if key.name in fresh:
                row = row._replace(value=creation.stored_value(fresh[key.name]))
            if (key.name, key.category) not in has:
                new.append((one.row.id, key, row))
            elif key.name not in one.template.varying:
                attribute, lock = has[key.name, key.category]
                changed[attribute] = {
                    "db_value": _pickled(row.value),
                    "db_strvalue": None,
                    "db_lock_storage": row.locks or lock,
                }
    update_rows(Attribute, changed)
    caches.forget(Attribute, changed)
    insert_attributes(new)
    objects.delete_by(objects.AttributeLinks, "attribute_id", gone)
    objects.delete_by(Attribute, "id", gone)
    caches.forget(Attribute, gone)


class NewObject(NamedTuple):
    """An object to be created; `tags` are those that it does not share with its template."""

    rows: creation.RowTemplate
    key: str
    location: int | None
    destination: int | None
    tags: tuple[int, ...]


class Inserter:
    """Inserts objects, given the ids of all tags."""

    def __init__(self, tags: TagIds) -> None:
        self._tags = tags
        self._common: dict[int, tuple[int, ...]] = {}

    def insert(self, new: Sequence[NewObject]) -> list[int]:
        """Insert objects in one transaction; return their ids."""
        with restored_on_failure():
            made = (
                ObjectDB(
                    db_key=one.key,
                    db_typeclass_path=one.rows.template.typeclass,
                    db_location_id=one.location,
                    db_destination_id=one.destination,
                    db_home_id=one.rows.stored.home_id,
                    db_lock_storage=one.rows.stored.locks,
                    db_cmdset_storage=one.rows.stored.cmdsets,
                )
                for one in new
            )
            ids = _insert(ObjectDB, made)
            pairs = list(zip(ids, new, strict=True))
            _name_in_locks([pk for pk, one in pairs if OWN_ID in one.rows.stored.locks])
            self._tag_links(pairs)
            _insert_all_attributes(pairs)
            for pk, one in pairs:
                if one.rows.hooked:
                    template = one.rows.template
                    fresh = template.fresh() if template.fresh else {}
                    creation.finish(ObjectDB.objects.get(pk=pk), template, fresh)
        forget_contents({one.location for _pk, one in pairs})
        return ids

    def _tag_links(self, pairs: Sequence[tuple[int, NewObject]]) -> None:
        common = self._common
        for _pk, one in pairs:
            if id(one.rows) not in common:
                common[id(one.rows)] = self._tags.of(one.rows.stored.tags)
        links = ((pk, tag) for pk, one in pairs for tag in {*common[id(one.rows)], *one.tags})
        _link(objects.TagLinks, links)


def _insert(model: Any, rows: Iterable[Any]) -> list[int]:
    """Insert rows; return their ids. Of many rows in one statement, each takes twice as long."""
    parts = objects.chunked(rows, _AT_ONCE)
    return [row.pk for part in parts for row in model.objects.bulk_create(part)]


def _link(model: Any, pairs: Iterable[tuple[int, int]]) -> None:
    """Link objects to tags or Attributes, by ids; a link that is there already stays.

    Most rows of a spawn are such links. As models of Django, they make a spawn of 10,648 rooms take
    31 s of processor time instead of 18.
    """
    names = [field.column for field in model._meta.local_fields]
    table, _own, one, other = map(connection.ops.quote_name, (model._meta.db_table, *names))
    insert = f"INSERT INTO {table} ({one}, {other}) VALUES (%s, %s) ON CONFLICT DO NOTHING"
    for part in objects.chunked(pairs):
        with connection.cursor() as cursor:
            cursor.executemany(insert, part)


def _name_in_locks(ids: Sequence[int]) -> None:
    """Write the ids of new objects into locks that name their own object."""
    own = Concat(Value("id("), Cast("pk", TextField()), Value(")"))
    for part in objects.chunked(ids):
        locks = Replace("db_lock_storage", Value(OWN_ID), own)
        ObjectDB.objects.filter(pk__in=part).update(db_lock_storage=locks)


def _insert_all_attributes(pairs: Iterable[tuple[int, NewObject]]) -> None:
    rows: list[tuple[int, AttributeKey, AttributeRow]] = []
    for pk, one in pairs:
        template = one.rows.template
        fresh: Mapping[str, Any] = {}
        if template.fresh and not one.rows.hooked:
            fresh = template.fresh()
        for key, row in one.rows.stored.attributes.items():
            if key.name in fresh:
                row = row._replace(value=creation.stored_value(fresh[key.name]))
            rows.append((pk, key, row))
    insert_attributes(rows)


def insert_attributes(new: Sequence[tuple[int, AttributeKey, AttributeRow]]) -> None:
    """Insert Attributes that objects, given by id, do not have yet."""
    made = (
        Attribute(
            db_key=key.name,
            db_category=key.category,
            db_attrtype=key.kind,
            db_value=_pickled(row.value),
            db_strvalue=row.strvalue,
            db_lock_storage=row.locks,
            db_model="objectdb",
        )
        for _pk, key, row in new
    )
    owners = (owner for owner, _key, _row in new)
    _link(objects.AttributeLinks, zip(owners, _insert(Attribute, made), strict=True))


def update_rows(model: Any, rows: Mapping[int, Mapping[str, Any]]) -> None:
    """Change fields of rows, given by id; one query for 900 rows that get the same values."""
    alike: dict[tuple[tuple[str, Any], ...], list[int]] = defaultdict(list)
    for pk, values in rows.items():
        if values:
            alike[tuple(values.items())].append(pk)
    for fields, ids in alike.items():
        for part in objects.chunked(ids):
            model.objects.filter(pk__in=part).update(**dict(fields))


def analyze(models: Iterable[Any] = TABLES) -> None:
    """Let the database update its statistics for tables that have changed much.

    PostgreSQL does so by itself after some time. Until then it may think that a large table is
    empty, and one of the contrib's look-ups by three tags takes minutes instead of milliseconds.
    The update takes some tenths of a second for half a million rows. SQLite never does so by
    itself; here it samples part of each index, which takes milliseconds at any size.
    """
    tables = [connection.ops.quote_name(model._meta.db_table) for model in models]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"ANALYZE {', '.join(tables)}")
        elif connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA analysis_limit = {_SAMPLE}")
            for table in tables:
                cursor.execute(f"ANALYZE {table}")
            cursor.execute("PRAGMA analysis_limit = 0")  # the default, for statements of others


def _pickled(text: str | None) -> PickledObject | None:
    """Return the stored text of a value as a value that Evennia does not pickle once more."""
    return None if text is None else PickledObject(text)


_OURS = ("evennia.", "xyzgrid_ext.")


def remove(ids: Sequence[int]) -> list[int]:
    """Remove objects in one transaction; return those removed, since a class may refuse.

    Rooms must have been emptied before.
    """
    with caches.restored_on_failure() as touched:
        columns = "id", "db_location_id", "db_typeclass_path", "db_account_id"
        rows = objects.rows_by(ObjectDB, columns, "id", ids)
        paths = {path for _, _, path, _ in rows}
        own, asked = ({path for path in paths if is_so(path)} for is_so in (_deletes, _is_asked))
        known = referred_by_rows(ids).union(
            pk for pk, _, path, account in rows if path in own or account is not None
        )
        hooked = {pk for pk, _, path, _ in rows if path in asked}
        # Evennia takes them apart, and out of their places
        touched |= (known | hooked).union(place for _, place, _, _ in rows if place is not None)
        kept = set()
        for pk in sorted(hooked - known):
            obj = objects.object_of(pk)
            if obj is None or not creation.call_hook(obj, "at_object_delete"):
                kept.add(pk)
        plain = [pk for pk in ids if pk not in known and pk not in kept]
        _remove_rows(plain)
        for pk in sorted(known):
            obj = objects.object_of(pk)
            if obj is not None:  # it may have been deleted together with a room
                creation.call_hook(obj, "delete")
    caches.take_out(plain)
    left = kept.union(pk for (pk,) in objects.rows_by(ObjectDB, ("id",), "id", known))
    return [pk for pk in ids if pk not in left]


def _deletes(path: str) -> bool:
    """Whether objects of a class are more than rows, or a game's class deletes them itself."""
    cls: Any = class_from_module(path)
    return issubclass(cls, DefaultCharacter) or not _is_ours(cls.delete)


def _is_asked(path: str) -> bool:
    """Whether the hook of a class has to be called; of a room or an exit, only a game's own."""
    cls: Any = class_from_module(path)
    hook = cls.at_object_delete
    if issubclass(cls, DefaultRoom | DefaultExit):
        return not _is_ours(hook)
    return hook is not DefaultObject.at_object_delete


def _is_ours(method: Any) -> bool:
    return str(method.__module__).startswith(_OURS)


def _remove_rows(ids: Collection[int]) -> None:
    """Delete the rows of objects, and the rows that belong only to them.

    The queryset's `delete` would load every object and its Attributes one by one, to tell listeners
    about objects that are not in memory.
    """
    links = objects.rows_by(objects.AttributeLinks, ("attribute_id",), "objectdb_id", ids)
    objects.delete_by(objects.AttributeLinks, "objectdb_id", ids)
    objects.delete_by(objects.TagLinks, "objectdb_id", ids)
    objects.delete_by(ObjectDB, "id", ids)
    objects.delete_by(Attribute, "id", [attribute for (attribute,) in links])
