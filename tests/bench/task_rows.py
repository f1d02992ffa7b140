"""What the database itself can do: the rows of one spawn, written again by plainer means.

    spawn ──► rows, read back ──► removed ──► bulk_create ──► removed ──► executemany

Django's `bulk_create` gets its model instances ready made, the driver its tuples: only the writing
is timed, in one transaction. A spawn has to plan and to make up the rows besides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import rows
from django.db import connection, transaction
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from maps import NAME, map_data
from measure import once, report
from side_ours import loaded_map

from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.world.world import Live

# in the order of writing: what others refer to comes first
MODELS = (ObjectDB, Attribute, ObjectDB.db_tags.through, ObjectDB.db_attributes.through)
Table = tuple[Any, list[str], list[tuple[Any, ...]]]


def run(side: int) -> None:
    """Spawn a map; then write its rows by bulk_create, and by the driver."""
    rows.make_home()
    floor = {model: _last(model) for model in MODELS}
    live = Live(loaded_map(map_data(side, overrides=True)))
    report("spawn", once(lambda: spawning.spawn(live, [NAME]))[0] / 1000)
    tables = [_read(model, floor[model]) for model in MODELS]
    report("rows", sum(len(found) for _, _, found in tables))
    models = [(model, list(model._base_manager.filter(pk__gt=floor[model]))) for model in MODELS]
    for key, write in (
        ("bulk_create", lambda: _by_models(models)),
        ("driver", lambda: _by_driver(tables)),
    ):
        _remove(floor)
        report(key, once(write)[0] / 1000)
        if [len(found) for _, _, found in tables] != [
            model._base_manager.filter(pk__gt=floor[model]).count() for model in MODELS
        ]:
            report("wrong", f"{key} has not written all rows")


def _last(model: Any) -> int:
    return model._base_manager.order_by("-pk").values_list("pk", flat=True).first() or 0


def _read(model: Any, floor: int) -> Table:
    fields = [field.column for field in model._meta.concrete_fields]
    columns = ", ".join(f'"{name}"' for name in fields)
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {columns} FROM "{model._meta.db_table}" WHERE id > %s', [floor])
        return model, fields, cursor.fetchall()


def _remove(floor: dict[Any, int]) -> None:
    for model in reversed(MODELS):
        model._base_manager.filter(pk__gt=floor[model])._raw_delete("default")


def _by_models(models: list[tuple[Any, list[Any]]]) -> None:
    with transaction.atomic():
        for model, made in models:
            model._base_manager.bulk_create(made)


def _by_driver(tables: list[Table]) -> None:
    write: Callable[..., None] = _copy if connection.vendor == "postgresql" else _executemany
    with transaction.atomic(), connection.cursor() as cursor:
        for model, fields, found in tables:
            write(cursor, model._meta.db_table, fields, found)


def _executemany(cursor: Any, table: str, fields: list[str], found: list[Any]) -> None:
    columns, marks = ", ".join(f'"{name}"' for name in fields), ", ".join("?" * len(fields))
    # the driver's own cursor: Django's turns every parameter's mark over
    cursor.cursor.connection.cursor().executemany(
        f'INSERT INTO "{table}" ({columns}) VALUES ({marks})', found
    )


def _copy(cursor: Any, table: str, fields: list[str], found: list[Any]) -> None:
    columns = ", ".join(f'"{name}"' for name in fields)
    with cursor.cursor.copy(f'COPY "{table}" ({columns}) FROM STDIN') as copy:
        for row in found:
            copy.write_row(row)
