"""Inserts rows with the drivers' own bulk methods, much faster than one model instance per row.

    PostgreSQL   COPY … FROM STDIN
    any other    INSERT … VALUES (…) by `executemany`

Ids are reserved first (`new_ids`), so that rows of other tables can refer to them. Values must be
in the database's form, which `prepared` makes; it needs to be called only once for a value that
many rows share. The caller opens a transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.db import connection
from django.utils import timezone
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.game.db.objects import AttributeLinks, TagLinks

MANY = 500  # new and removed objects after which the database counts its rows again
TABLES = (ObjectDB, Attribute, Tag, TagLinks, AttributeLinks)  # those that a grid's objects fill

Rows = Iterable[Sequence[Any]]


def prepared(model: Any, column: str, value: Any) -> Any:
    """Return a field's value in the database's form; the value of an Attribute is pickled here."""
    return model._meta.get_field(column).get_db_prep_save(value, connection)


def defaults(model: Any, but: Collection[str]) -> dict[str, Any]:
    """Return the default values of all other columns: column -> prepared value."""
    now = timezone.now()
    return {
        field.column: field.get_db_prep_save(
            now if getattr(field, "auto_now_add", False) else field.get_default(), connection
        )
        for field in model._meta.concrete_fields
        if not field.primary_key and field.column not in but
    }


def new_ids(model: Any, count: int) -> range | list[int]:
    """Reserve ids for new rows, in ascending order.

    On SQLite this takes the write lock until the end of the transaction.
    """
    if not count:
        return []
    table, pk = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
                [table, pk, count],
            )
            return sorted(number for (number,) in cursor.fetchall())
        most = f"SELECT MAX({_quoted(pk)}) FROM {_quoted(table)}"
        if connection.vendor == "sqlite":
            if not _has_write_lock():
                # by writing first: a transaction that has read and then writes is refused if
                # another one wrote in between
                cursor.execute("UPDATE sqlite_sequence SET seq = seq WHERE name = %s", [table])
            used = "SELECT seq FROM sqlite_sequence WHERE name = %s"
            cursor.execute(f"SELECT ({used}), ({most})", [table])
        else:
            cursor.execute(most)
        last = max(number or 0 for number in cursor.fetchone())
    return range(last + 1, last + 1 + count)


def _has_write_lock() -> bool:
    """Whether SQLite's present transaction began with the write lock, as in tuned games."""
    mode = getattr(connection, "transaction_mode", None)
    return connection.in_atomic_block and mode in ("IMMEDIATE", "EXCLUSIVE")


def insert(model: Any, columns: Sequence[str], rows: Rows) -> None:
    """Insert rows of prepared values into a model's table; rows without an id get the next one."""
    statement = _insertion(model, tuple(columns))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(statement) as copy:
                copy.write("".join(map(_line, rows)))
        else:
            cursor.executemany(statement, rows)


@lru_cache(64)
def _insertion(model: Any, columns: tuple[str, ...]) -> str:
    table, names = _quoted(model._meta.db_table), ", ".join(map(_quoted, columns))
    if connection.vendor == "postgresql":
        return f"COPY {table} ({names}) FROM STDIN"
    return f"INSERT INTO {table} ({names}) VALUES ({', '.join(['%s'] * len(columns))})"


def update(model: Any, columns: Sequence[str], rows: Mapping[int, Sequence[Any]]) -> None:
    """Change some columns of rows, given by id, to prepared values."""
    table, pk = _quoted(model._meta.db_table), _quoted(model._meta.pk.column)
    marks = ", ".join(f"{_quoted(column)} = %s" for column in columns)
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(
                f"UPDATE {table} SET {marks} WHERE {pk} = %s",
                [(*values, number) for number, values in rows.items()],
            )


def analyze(models: Iterable[Any] = TABLES) -> None:
    """Let the database update its statistics for tables that have changed much.

    PostgreSQL does so by itself after some time. Until then it may think that a large table is
    empty, and one of the contrib's look-ups by three tags takes minutes instead of milliseconds.
    The update takes some tenths of a second for half a million rows. SQLite never does so by
    itself; here it samples part of each index, which takes milliseconds at any size.
    """
    tables = [_quoted(model._meta.db_table) for model in models]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"ANALYZE {', '.join(tables)}")
        elif connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA analysis_limit = {_SAMPLE}")
            for table in tables:
                cursor.execute(f"ANALYZE {table}")
            cursor.execute("PRAGMA analysis_limit = 0")  # the default, for statements of others


def _quoted(name: str) -> str:
    return str(connection.ops.quote_name(name))


def _line(row: Sequence[Any]) -> str:
    """Return a row in the text format of COPY."""
    return "\t".join(map(_field, row)) + "\n"


def _field(value: Any) -> str:
    if value is None:
        return r"\N"
    if isinstance(value, str):
        return value.translate(_ESCAPES)
    return str(value)


_SAMPLE = 400  # rows of an index that SQLite looks at: what its manual advises
_ESCAPES = str.maketrans({"\\": r"\\", "\n": r"\n", "\r": r"\r", "\t": r"\t"})
