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
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model, TextField, Value
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
from xyzgrid_ext.core.spawn.model import AttributeKey as AttributeName
from xyzgrid_ext.game.base.evennia_internals import forget_contents
from xyzgrid_ext.game.base.hooks import call_hook
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import TagKey
from xyzgrid_ext.game.db.stored import OWN_ID, AttributeKey, AttributeRow, referred_objects
from xyzgrid_ext.game.spawn import caches, creation
from xyzgrid_ext.game.spawn.tags import TagIds, exit_tags

_OBJECT = (
    "db_key", "db_typeclass_path", "db_lock_storage", "db_home_id", "db_location_id",
    "db_destination_id",
)  # fmt: skip
TABLES = (ObjectDB, Attribute, Tag, objects.TagLinks, objects.AttributeLinks)
"""The models of the tables that a spawn changes."""
STATISTICS_AFTER = 500
"""A spawn that makes and removes so many objects, or more, calls `analyze`."""
_AT_ONCE = 500  # rows that Django inserts
_SAMPLE = 400  # rows of an index that SQLite looks at: what its manual advises
_OF_EXITS = (objects.X_TO, objects.Y_TO, objects.Z_TO, objects.DIRECTION)


class ChangedObject(NamedTuple):
    """An object that a plan changes: what it is (`row`) and shall be; `key` is None for a room."""

    row: Row
    spec: RoomSpec | ExitSpec
    template: Template
    changes: tuple[Change, ...]
    key: ExitKey | None = None

    @property
    def name(self) -> str:
        """The name that it shall have: its present one, unless the plan changes that."""
        is_named = any(change.field == "key" for change in self.changes)
        return self.spec.key if is_named else self.row.key

    @property
    def home(self) -> int | None:
        """The id of the home that it shall have; None if the present one stays."""
        homes = self._removed("home")
        return homes[0] if homes else self.template.home

    @property
    def removed_attributes(self) -> frozenset[AttributeName]:
        """The Attributes that it loses, as (name, category)."""
        return frozenset(name for change in self.changes if change.which for name in change.gone)

    @property
    def removed_tags(self) -> list[TagKey]:
        """The tags that it loses; aliases and permissions are tags, too."""
        aliases: list[TagKey] = [(word, None, "alias") for word in self._removed("aliases")]
        aliases += [(word, None, "permission") for word in self._removed("permissions")]
        return aliases + [(key, category, None) for key, category in self._removed("tags")]

    @property
    def exit_tags(self) -> list[TagKey]:
        """The tags of `tags.exit_tags` that it shall have; none for a room."""
        is_exit = self.key is not None and isinstance(self.spec, ExitSpec)
        return exit_tags(self.key, self.spec) if is_exit else []  # type: ignore[arg-type]

    def locks(self, storage: str) -> str:
        """Return the lock storage that it shall have, given its present one."""
        if kinds := self._removed("locks"):
            usual = [each.new for each in self.changes if each.field == "locks" and each.gone]
            present = lock_types(storage.split(";")).items()
            staying = (lock for kind, lock in present if kind not in kinds)
            storage = ";".join(chain(staying, *usual))
        return creation.add_locks(storage, self.template.locks)

    def _removed(self, field: str) -> tuple[Any, ...]:
        changes = (change for change in self.changes if change.field == field)
        return tuple(chain.from_iterable(change.gone for change in changes))


def changed_objects(
    changed: Iterable[tuple[ExitKey | None, Row, RoomSpec | ExitSpec, tuple[Change, ...]]],
) -> list[ChangedObject]:
    """Return the objects of a plan's changes; templates keep only defaults that a change sets."""
    templates: dict[tuple[int, frozenset[AttributeName]], Template] = {}
    result = []
    for key, row, spec, changes in changed:
        template = spec.template
        omitted = template.defaults.difference(change.which for change in changes)
        if (id(template), omitted) not in templates:
            attrs = {name: value for name, value in template.attrs.items() if name not in omitted}
            shortened = replace(template, attrs=attrs) if omitted else template
            templates[id(template), omitted] = shortened
        result.append(ChangedObject(row, spec, templates[id(template), omitted], changes, key))
    return result


class Updater:
    """Changes rooms and exits in the database as a plan says."""

    def __init__(self, tags: TagIds, room_ids: Mapping[XYZ, int]) -> None:
        self._tags = tags
        self._room_ids = room_ids

    def update(self, batch: Sequence[ChangedObject]) -> None:
        """Change these objects in one transaction."""
        by_handlers = {item.row.id: item for item in batch if _needs_handlers(item)}
        with caches.restored_on_failure() as touched:
            touched.update(by_handlers)  # in place: `|=` with keys would make another set
            self._change_rows([item for item in batch if item.row.id not in by_handlers])
            for item in by_handlers.values():
                self._change_object(item)

    def _places(self, item: ChangedObject) -> tuple[int | None, int | None]:
        """Return the wanted location and destination."""
        if item.key is None or not isinstance(item.spec, ExitSpec):
            return item.row.location, item.row.destination
        return self._room_ids[item.key.room], self._room_ids[item.spec.target]

    # --- through Evennia's handlers

    def _change_object(self, item: ChangedObject) -> None:
        obj, template = ObjectDB.objects.get(pk=item.row.id), item.template
        has_new_class = item.row.traits.typeclass != template.typeclass
        if has_new_class:
            obj.swap_typeclass(template.typeclass, run_start_hooks=None)
        if obj.db_key != item.name:
            obj.key = item.name
        location, destination = self._places(item)
        if obj.db_destination_id != destination:
            obj.destination = objects.object_by_id(destination)
        if obj.db_location_id != location:
            obj.location = objects.object_by_id(location)
        if obj.db_home_id != item.home and item.home is not None:
            obj.home = objects.object_by_id(item.home)
        if (locks := item.locks(obj.db_lock_storage)) != obj.db_lock_storage:
            obj.locks.replace(locks)
        for name, category, kind in item.removed_tags:
            handler = {None: obj.tags, "alias": obj.aliases, "permission": obj.permissions}[kind]
            handler.remove(name, category=category)
        for name, category in item.removed_attributes:
            obj.attributes.remove(name, category=category)
        locks_of = {key: lock for key, (_, lock) in _attributes_of([obj.pk])[obj.pk].items()}
        obj.tags.clear(category=PROTOTYPE_TAG_CATEGORY)
        fresh = _fresh_values(template, locks_of)
        creation.finish_object(obj, template, fresh, locks_of, hooks=has_new_class)
        if item.exit_tags:
            obj.aliases.batch_add(*(key for key, _, kind in item.exit_tags if kind == "alias"))
            for category in _OF_EXITS:
                obj.tags.clear(category=category)
            for key, category, kind in item.exit_tags:
                if kind is None:
                    obj.tags.add(key, category=category)
            call_hook(
                obj, "at_cmdset_get", force_init=True
            )  # the command has the names of the exit

    # --- row by row

    def _change_rows(self, batch: Sequence[ChangedObject]) -> None:
        stored = {
            row["pk"]: row
            for ids in objects.chunked(item.row.id for item in batch)
            for row in ObjectDB.objects.filter(pk__in=ids).values("pk", *_OBJECT)
        }
        batch = [item for item in batch if item.row.id in stored]  # others were deleted meanwhile
        if not batch:
            return
        rows, places = {}, set[int | None]()
        for item in batch:
            before = stored[item.row.id]
            location, destination = self._places(item)
            wanted = {
                "db_key": item.name,
                "db_typeclass_path": item.template.typeclass,
                "db_lock_storage": item.locks(before["db_lock_storage"]),
                "db_home_id": before["db_home_id"] if item.home is None else item.home,
                "db_location_id": location,
                "db_destination_id": destination,
            }
            rows[item.row.id] = {name: new for name, new in wanted.items() if new != before[name]}
            if location != item.row.location:
                places |= {item.row.location, location}
        update_rows(ObjectDB, rows)
        self._change_tags(batch)
        _change_attributes(batch)
        forget_contents(places)

    def _change_tags(self, batch: Sequence[ChangedObject]) -> None:
        """Add missing tags; remove other tags in categories that allow only one."""
        old_links: list[int] = []
        tags_of: dict[int, set[int]] = defaultdict(set)
        removed = {item.row.id: frozenset(item.removed_tags) for item in batch}
        single: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for ids in objects.chunked(removed):
            links = objects.TagLinks.objects.filter(objectdb_id__in=ids)
            for link, pk, tag, name, category, kind in links.values_list(
                "pk", "objectdb_id", "tag_id", "tag__db_key", "tag__db_category", "tag__db_tagtype"
            ):
                tags_of[pk].add(tag)
                if (name, category, kind) in removed[pk]:
                    old_links.append(link)
                if kind is None and category in (*_OF_EXITS, PROTOTYPE_TAG_CATEGORY):
                    single[pk].append((link, tag))
        new_links: list[tuple[int, int]] = []
        for item in batch:
            pk, wanted = item.row.id, [*creation.prototype_tags(item.template), *item.exit_tags]
            tags = self._tags.of(dict.fromkeys(wanted))
            old_links += [link for link, tag in single[pk] if tag not in tags]
            new_links += [(pk, tag) for tag in tags if tag not in tags_of[pk]]
        objects.delete_by(objects.TagLinks, "id", old_links)
        _link(objects.TagLinks, new_links)


def _needs_handlers(item: ChangedObject) -> bool:
    """Whether an object is changed by Evennia's own handlers."""
    if ObjectDB.get_cached_instance(item.row.id) is not None:
        return True
    path = item.template.typeclass
    hooks = creation.own_hooks(class_from_module(path))
    return creation.SPAWNED in hooks or (item.row.traits.typeclass != path and bool(hooks))


def _fresh_values(template: Template, present: Container[AttributeName]) -> dict[str, object]:
    """Return the values of varying Attributes that an object does not have."""
    missing = {name for name, category in template.attrs if (name, category) not in present}
    if not template.fresh or not missing & template.varying:
        return {}
    return {name: value for name, value in template.fresh().items() if name in missing}


def _attributes_of(ids: Iterable[int]) -> dict[int, dict[AttributeName, tuple[int, str]]]:
    """Return the Attributes of objects by name and category: their ids and locks."""
    attributes: dict[int, dict[AttributeName, tuple[int, str]]] = defaultdict(dict)
    columns = "db_key", "db_category", "db_attrtype", "db_lock_storage"
    names = ["objectdb_id", "attribute_id", *(f"attribute__{name}" for name in columns)]
    for batch in objects.chunked(ids):
        links = objects.AttributeLinks.objects.filter(objectdb_id__in=batch)
        rows = links.order_by("-attribute_id").values_list(*names)
        for pk, attribute, name, category, kind, lock in rows:
            # not in the statement: SQLite would go by the index of that column
            if kind is None:
                attributes[pk][name, category] = attribute, lock or ""
    return attributes


def _change_attributes(batch: Sequence[ChangedObject]) -> None:
    attributes = _attributes_of(item.row.id for item in batch)
    stored = {id(item.template): creation.prototype_attributes(item.template) for item in batch}
    changed: dict[int, dict[str, object]] = {}
    new: list[tuple[int, AttributeKey, AttributeRow]] = []
    removed: list[int] = []
    for item in batch:
        present = attributes[item.row.id]
        removed += [present[name][0] for name in item.removed_attributes if name in present]
        fresh = _fresh_values(item.template, present)
        for key, row in stored[id(item.template)].items():
            if key.name in fresh:
                row = row._replace(value=creation.stored_value(fresh[key.name]))
            if (key.name, key.category) not in present:
                new.append((item.row.id, key, row))
            elif key.name not in item.template.varying:
                attribute, lock = present[key.name, key.category]
                changed[attribute] = {
                    "db_value": _pickled(row.value),
                    "db_strvalue": None,
                    "db_lock_storage": row.locks or lock,
                }
    update_rows(Attribute, changed)
    insert_attributes(new)
    objects.delete_by(objects.AttributeLinks, "attribute_id", removed)
    objects.delete_by(Attribute, "id", removed)
    caches.forget_rows(Attribute, [*changed, *removed])


class NewObject(NamedTuple):
    """An object to be inserted.

    `rows` are those of its prototype, `key` is its name; `location`, `destination` and `home` are
    ids, and `tags` the ids of tags that it has besides those of its prototype.
    """

    rows: creation.RowTemplate
    key: str
    location: int | None
    destination: int | None
    tags: tuple[int, ...]
    home: int | None = None


class Inserter:
    """Inserts new objects into the database."""

    def __init__(self, tags: TagIds) -> None:
        self._tags = tags
        self._common: dict[int, tuple[int, ...]] = {}

    def insert(self, new: Sequence[NewObject]) -> list[int]:
        """Insert objects in one transaction, and call their hooks; return their ids in order."""
        with caches.restored_on_failure():
            models = (
                ObjectDB(
                    db_key=item.key,
                    db_typeclass_path=item.rows.template.typeclass,
                    db_location_id=item.location,
                    db_destination_id=item.destination,
                    db_home_id=item.rows.stored.home_id if item.home is None else item.home,
                    db_lock_storage=item.rows.stored.locks,
                    db_cmdset_storage=item.rows.stored.cmdsets,
                )
                for item in new
            )
            ids = _insert(ObjectDB, models)
            pairs = list(zip(ids, new, strict=True))
            _name_in_locks([pk for pk, item in pairs if OWN_ID in item.rows.stored.locks])
            self._link_tags(pairs)
            insert_attributes([row for pk, item in pairs for row in _attribute_rows(pk, item)])
            for pk, item in pairs:
                if item.rows.has_hooks:
                    template = item.rows.template
                    fresh = template.fresh() if template.fresh else {}
                    creation.finish_object(ObjectDB.objects.get(pk=pk), template, fresh)
        forget_contents({item.location for item in new})
        return ids

    def _link_tags(self, pairs: Sequence[tuple[int, NewObject]]) -> None:
        common = self._common
        for _pk, item in pairs:
            if id(item.rows) not in common:
                common[id(item.rows)] = self._tags.of(item.rows.stored.tags)
        links = ((pk, tag) for pk, item in pairs for tag in {*common[id(item.rows)], *item.tags})
        _link(objects.TagLinks, links)


def _attribute_rows(pk: int, item: NewObject) -> Iterator[tuple[int, AttributeKey, AttributeRow]]:
    template = item.rows.template
    fresh = template.fresh() if template.fresh and not item.rows.has_hooks else {}
    for key, row in item.rows.stored.attributes.items():
        if key.name in fresh:
            row = row._replace(value=creation.stored_value(fresh[key.name]))
        yield pk, key, row


def _insert(model: type[Model], models: Iterable[object]) -> list[int]:
    """Insert rows; return their ids. Of many rows in one statement, each takes twice as long."""
    batches = objects.chunked(models, _AT_ONCE)
    return [row.pk for batch in batches for row in model.objects.bulk_create(batch)]


def _link(model: type[Model], pairs: Iterable[tuple[int, int]]) -> None:
    """Link objects to tags or Attributes, by ids; a link that is there already stays.

    Most rows of a spawn are such links. As models of Django, they make a spawn of 10,648 rooms take
    31 s of processor time instead of 18.
    """
    names = [field.column for field in model._meta.local_fields]
    table, _id, left, right = map(connection.ops.quote_name, (model._meta.db_table, *names))
    insert = f"INSERT INTO {table} ({left}, {right}) VALUES (%s, %s) ON CONFLICT DO NOTHING"
    for batch in objects.chunked(pairs):
        with connection.cursor() as cursor:
            cursor.executemany(insert, batch)


def _name_in_locks(ids: Sequence[int]) -> None:
    """Write the ids of new objects into locks that name their own object."""
    own_id = Concat(Value("id("), Cast("pk", TextField()), Value(")"))
    for batch in objects.chunked(ids):
        locks = Replace("db_lock_storage", Value(OWN_ID), own_id)
        ObjectDB.objects.filter(pk__in=batch).update(db_lock_storage=locks)


def insert_attributes(new: Sequence[tuple[int, AttributeKey, AttributeRow]]) -> None:
    """Insert Attributes, as (object id, key, row), that these objects do not have yet."""
    models = (
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
    _link(objects.AttributeLinks, zip(owners, _insert(Attribute, models), strict=True))


def update_rows(model: type[Model], rows: Mapping[int, Mapping[str, object]]) -> None:
    """Change rows, id -> field -> value; one query for 900 rows that get the same values."""
    ids_by_values: dict[tuple[tuple[str, object], ...], list[int]] = defaultdict(list)
    for pk, values in rows.items():
        if values:
            ids_by_values[tuple(values.items())].append(pk)
    for fields, ids in ids_by_values.items():
        for batch in objects.chunked(ids):
            model.objects.filter(pk__in=batch).update(**dict(fields))


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


def remove_objects(ids: Sequence[int]) -> list[int]:
    """Remove objects by id in one transaction; return the ids of those removed: a class may refuse.

    Rooms must have been emptied before.
    """
    with caches.restored_on_failure() as touched:
        columns = "id", "db_location_id", "db_typeclass_path", "db_account_id"
        rows = objects.rows_where(ObjectDB, columns, "id", ids)
        deleting = {path for path in {row[2] for row in rows} if _deletes_itself(path)}
        asking = {path for path in {row[2] for row in rows} if _is_asked(path)}
        by_delete = referred_objects(ids).union(
            pk for pk, _, path, account in rows if path in deleting or account is not None
        )
        asked = {pk for pk, _, path, _ in rows if path in asking} - by_delete
        # Evennia takes them apart, and out of their places
        touched |= (by_delete | asked).union(room for _, room, _, _ in rows if room is not None)
        refusing = set()
        for pk in sorted(asked):
            obj = objects.object_by_id(pk)
            if obj is None or not creation.call_hook(obj, "at_object_delete"):
                refusing.add(pk)
        plain = [pk for pk in ids if pk not in by_delete and pk not in refusing]
        _remove_rows(plain)
        for pk in sorted(by_delete):
            obj = objects.object_by_id(pk)
            if obj is not None:  # it may have been deleted together with a room
                creation.call_hook(obj, "delete")
    caches.mark_deleted(plain)
    staying = refusing.union(pk for (pk,) in objects.rows_where(ObjectDB, ("id",), "id", by_delete))
    return [pk for pk in ids if pk not in staying]


def _deletes_itself(path: str) -> bool:
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


def _is_ours(method: object) -> bool:
    return str(method.__module__).startswith(_OURS)


def _remove_rows(ids: Collection[int]) -> None:
    """Delete the rows of objects, and the rows that belong only to them.

    The queryset's `delete` would load every object and its Attributes one by one, to tell listeners
    about objects that are not in memory.
    """
    links = objects.rows_where(objects.AttributeLinks, ("attribute_id",), "objectdb_id", ids)
    objects.delete_by(objects.AttributeLinks, "objectdb_id", ids)
    objects.delete_by(objects.TagLinks, "objectdb_id", ids)
    objects.delete_by(ObjectDB, "id", ids)
    objects.delete_by(Attribute, "id", [attribute for (attribute,) in links])
