"""Copies a whole game from a SQLite file into the empty database of the settings.

    evennia.db3 ── rows, as they are stored ──► the tables of the same names ──► sequences

All of it is one transaction. Django's `dumpdata` and `loaddata` would create every object again, so
that Evennia calls the hooks of new objects, and these create rows that get in the way.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.apps import apps
from django.core.management.color import no_style
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from evennia.accounts.models import AccountDB
from evennia.objects.models import ObjectDB

from xyzgrid_ext.core.errors import UsageError

_VALUES = 2000  # in one statement

Told = Callable[[str, int], object]
"""A function that gets the name of each table and the number of its copied rows."""


def fetch(file: str, told: Told) -> None:
    """Copy all rows of a game from a SQLite file; if any row fails, nothing is changed.

    Raises UsageError if the file has no game that fits this code, if the database already has one,
    or if the database refuses a value.
    """
    if not Path(file).is_file():
        raise UsageError(f"there is no file {file}", "correct its name")
    address = f"file:{quote(str(Path(file).resolve()))}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as old:
            _refuse(file, old)
            with transaction.atomic():
                _copy(old, told)
    except sqlite3.Error as error:
        raise UsageError(
            f"{file}: {error}", "name the file of a game, server/evennia.db3"
        ) from None
    except DatabaseError as error:
        raise UsageError(
            f"the new database refuses what is in {file}: {str(error).strip()}",
            "correct it in the old game, then try again; nothing was changed",
        ) from None


def _refuse(file: str, old: sqlite3.Connection) -> None:
    if ObjectDB.objects.exists() or AccountDB.objects.exists():
        raise UsageError(
            "the database of the settings holds a game already",
            "name an empty one in the settings, and make its tables: evennia migrate",
        )
    applied = set(old.execute("SELECT app, name FROM django_migrations"))
    lacking = sorted(MigrationRecorder(connection).applied_migrations().keys() - applied)
    if lacking:
        raise UsageError(
            f"{file} is of an older version: it lacks {'.'.join(lacking[0])}",
            "first bring the old game up to date, with its own settings: evennia migrate",
        )


def _copy(old: sqlite3.Connection, told: Told) -> None:
    tables = {
        model._meta.db_table: model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    }
    # `migrate` has made some: content types, permissions, the site
    connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), sorted(tables)))
    with connection.cursor() as cursor:
        for table, model in sorted(tables.items()):
            told(table, sum(_fill(cursor, model, rows) for rows in _rows(old, model)))
        for statement in connection.ops.sequence_reset_sql(no_style(), list(tables.values())):
            cursor.execute(statement)
    connection.check_constraints()  # now: a failure at the end would not say why


def _rows(old: sqlite3.Connection, model: type[models.Model]) -> Iterator[Sequence[Sequence[Any]]]:
    """Yield rows in batches, with 0 and 1 in the file turned into booleans."""
    fields = model._meta.concrete_fields
    found = old.execute(f"SELECT {_names(model)} FROM {_quoted(model._meta.db_table)}")
    truths = [n for n, field in enumerate(fields) if isinstance(field, models.BooleanField)]
    while rows := [list(row) for row in found.fetchmany(_VALUES // len(fields))]:
        for row in rows:
            for n in truths:
                row[n] = None if row[n] is None else bool(row[n])
        yield rows


def _fill(cursor: Any, model: type[models.Model], rows: Sequence[Sequence[Any]]) -> int:
    places = f"({', '.join(['%s'] * len(rows[0]))})"
    cursor.execute(
        f"INSERT INTO {_quoted(model._meta.db_table)} ({_names(model)}) "
        f"VALUES {', '.join([places] * len(rows))}",
        [value for row in rows for value in row],
    )
    return len(rows)


def _names(model: type[models.Model]) -> str:
    return ", ".join(_quoted(field.column) for field in model._meta.concrete_fields)


def _quoted(name: str) -> str:
    return f'"{name}"'  # as both SQLite and PostgreSQL have it
