"""What parts have left in the database that the game no longer has.

    objects of its classes     stay as they are; a class is stored as its path
    command sets               are put aside when the Server starts, and put back with the part
    tables of its apps         stay; the ServerConfig row `xyzgrid parts` tells which these are, and
                               by which signs the maps of a part are known, when its folder is gone
    copies of maps             stay, if no part of the game keeps them

Attributes stay as well, for the day on which the part is back, and so do exits that builders have
opened. `doctor --fix` removes the rest.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Q
from evennia.objects.models import ObjectDB
from evennia.server.models import ServerConfig

from xyzgrid_ext import parts
from xyzgrid_ext.core.parts import Part, set_missing_parts
from xyzgrid_ext.game.db import objects, rooms
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.parts import absent_part, chosen_parts, game_parts

_KEY = "xyzgrid parts"
_ASIDE = "set_aside"


# --- what the database knows of parts


def note_parts() -> None:
    """Store which map keys and tables the game's parts have, for the day when a part is gone.

    One query, or three.
    """
    before = _notes()
    now = {
        part.name: _note(part)
        for part in chosen_parts().parts
        if part.maps or part.map_keys or part.apps
    }
    if (after := before | now) != before:
        ServerConfig.objects.conf(_KEY, json.dumps(after))


def load_gone_parts() -> None:
    """Tell `core.parts` which maps parts had that are gone, for its advice. One query."""
    installed = parts.installed_parts()
    set_missing_parts(
        Part(
            name,
            "",
            maps=tuple((sign, meaning) for sign, meaning in note["maps"]),
            map_keys=tuple(note.get("map_keys", ())),
        )
        for name, note in _notes().items()
        if name not in installed
    )


def _notes() -> dict[str, Any]:
    notes: dict[str, object] = json.loads(ServerConfig.objects.conf(_KEY) or "{}")
    return notes


def _note(part: Part) -> dict[str, object]:
    tables = {
        model._meta.db_table: config.label
        for config in apps.get_app_configs()
        if config.name in part.apps
        for model in config.get_models()
    }
    maps = [list(sign) for sign in part.maps]
    return {"maps": maps, "map_keys": list(part.map_keys), "tables": tables}


# --- what they have left


def left_objects() -> dict[int, str]:
    """Return the objects whose typeclasses belong to absent parts: id -> part. One query.

    Exits that builders opened are not among them: see `left_exits`.
    """
    return _of_absent_parts(~_OPENED)


def left_exits() -> dict[int, str]:
    """Return builders' exits whose typeclasses belong to absent parts: id -> part. One query.

    They stay, and work again with their part.
    """
    return _of_absent_parts(_OPENED)


_OPENED = Q(db_destination__isnull=False) & ~Q(db_tags__db_category=objects.Z_TO)


def _of_absent_parts(which: Q) -> dict[int, str]:
    rows = ObjectDB.objects.filter(which, db_typeclass_path__startswith=parts.__name__)
    paths = rows.order_by("pk").values_list("pk", "db_typeclass_path")
    return {pk: name for pk, path in paths if (name := absent_part(path))}


def left_command_sets() -> dict[int, dict[str, str]]:
    """Return stored command sets of absent parts: object id -> path of set -> part. Two queries."""
    rows = ObjectDB.objects.filter(db_cmdset_storage__contains=parts.__name__).order_by("pk")
    stored = [(pk, text.split(",")) for pk, text in rows.values_list("pk", "db_cmdset_storage")]
    left = defaultdict[int, dict[str, str]](dict)
    for pk, paths in (*stored, *rooms.attribute_values(_ASIDE, CATEGORY).items()):
        left[pk] |= {path: name for path in paths if (name := absent_part(path))}
    return {pk: paths for pk, paths in left.items() if paths}


def left_tables() -> dict[str, dict[str, str]]:
    """Return part -> table -> label of its app, for tables of absent parts. Two queries at most."""
    names = {part.name for part in chosen_parts().parts}
    left = {name: note["tables"] for name, note in _notes().items() if name not in names}
    existing = set(connection.introspection.table_names()) if any(left.values()) else set()
    return {name: tables for name, tables in left.items() if tables and existing >= tables.keys()}


def left_copies() -> dict[str, int]:
    """Return key of a map's copy that no part of the game knows -> number of its objects."""
    copies = Counter(key for _pk, key in objects.tagged_objects(objects.INSTANCE))
    in_use = {key for part in game_parts() for key in part.copies()} if copies else ()
    return {key: number for key, number in sorted(copies.items()) if key not in in_use}


def leftovers_by_part() -> dict[str, tuple[int, int, int]]:
    """Return absent part -> the numbers of its objects, command sets and tables that are left."""
    numbers = Counter(left_objects().values())
    sets = Counter(name for paths in left_command_sets().values() for name in paths.values())
    tables = left_tables()
    names = sorted({*numbers, *sets, *tables})
    return {name: (numbers[name], sets[name], len(tables.get(name, ()))) for name in names}


# --- put aside, and removed


def put_command_sets_aside() -> None:
    """Move command sets of absent parts into an Attribute of their object, and back with the part.

    Evennia would show a traceback to everybody whose command set cannot be imported.
    """
    left, aside = left_command_sets(), rooms.attribute_values(_ASIDE, CATEGORY)
    for pk in sorted({*left, *aside}):
        absent = set(left.get(pk, ()))
        back = [path for path in aside.get(pk, ()) if path not in absent]
        if back or absent - set(aside.get(pk, ())):
            _store(pk, sorted(absent), absent, back)


def remove_command_sets(pks: Collection[int]) -> None:
    """Remove the command sets of absent parts from the objects with these ids for good."""
    left = left_command_sets()
    for pk in pks:
        _store(pk, [], left[pk])


def _store(pk: int, aside: list[str], drop: Iterable[str], back: Iterable[str] = ()) -> None:
    """Put paths of an object's command sets into the Attribute; drop some, and give some back."""
    if (obj := objects.object_by_id(pk)) is None:
        return
    if aside:
        obj.attributes.add(_ASIDE, aside, category=CATEGORY)
    else:
        obj.attributes.remove(_ASIDE, category=CATEGORY)
    obj.cmdset_storage = [*(path for path in obj.cmdset_storage if path not in {*drop}), *back]
    obj.cmdset.update(init_mode=True)


def remove_objects(pks: Collection[int]) -> None:
    """Delete objects by id, as Evennia does: what is in them goes to its home."""
    for pk in pks:
        if (obj := objects.object_by_id(pk)) is not None:
            obj.delete()


def remove_tables(names: Collection[str]) -> None:
    """Drop the tables of the named absent parts, with Django's rows about their apps."""
    left = left_tables()
    labels = {label for name in names for label in left[name].values()}
    drop = connection.SchemaEditorClass.sql_delete_table
    with connection.cursor() as cursor:
        for table in (table for name in names for table in reversed(left[name])):
            cursor.execute(drop % {"table": connection.ops.quote_name(table)})
    ContentType.objects.filter(app_label__in=labels).delete()
    MigrationRecorder(connection).migration_qs.filter(app__in=labels).delete()
