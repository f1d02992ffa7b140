"""Rows whose column has one of some values, by statements that are made once.

    Django      queryset ─► statement ─► database ─► rows ─► objects       0.6 ms for four objects
    here                    statement ─► database ─► rows ─► objects       0.1 ms

A first visit to a room reads some ten lists of a few rows each, so Django's work on the statements
is most of what a visitor waits for.

SQLite is told to expect few rows, and the rows are sorted here. Otherwise it reads the whole table
when it expects many rows, which it does by what it knew when the table was smaller: 50 ms in place
of 0.2 ms for the 100 objects in some rooms among 140,000.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from django.db import connection
from evennia.objects.models import ObjectDB
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.game.db.objects import TagLinks, chunked


def rows(model: Any, columns: Sequence[str], by: str, values: Iterable[Any]) -> list[Any]:
    """Return columns of the rows of a model, as the driver gives them, in the order of ids.

    One query for 900 values.

    Args:
        model: a model.
        columns: names of columns, of which none needs to be converted.
        by: the column that has one of the values.
        values: what the database compares it with.

    """
    found: list[Any] = []
    for part in chunked(values):
        with connection.cursor() as cursor:
            cursor.execute(_statement(model, tuple(columns), by, len(part)), part)
            found += cursor.fetchall()
    found.sort(key=itemgetter(-1))
    return [row[:-1] for row in found]


def tags(
    ids: Iterable[int], categories: Collection[str | None]
) -> Iterator[tuple[int, str, str | None]]:
    """Yield the tags of objects in some categories, in order of tags: id, tag, category.

    One query for 900 objects.
    """
    for part in chunked(ids):
        with connection.cursor() as cursor:
            cursor.execute(_tags_statement(len(part)), part)
            yield from (row for row in cursor.fetchall() if row[-1] in categories)


def things_in(rooms: Iterable[int]) -> list[Any]:
    """Return the characters and things in rooms. One query per 900 rooms, and those for loading."""
    inside = rows(ObjectDB, ("id", "db_destination_id"), "db_location_id", sorted(rooms))
    things = [pk for pk, end in inside if end is None]
    parts = (ObjectDB.objects.filter(pk__in=part) for part in chunked(things))
    return [one for part in parts for one in part.order_by("pk")]


def loaded(model: Any, by: str, values: Iterable[Any]) -> list[Any]:
    """Return the objects of a model whose column has one of some values, as a queryset does."""
    names, columns, converters = _shape(model)
    found: list[Any] = []
    for row in rows(model, columns, by, values):
        cells = list(row)
        for index, convert in converters:
            cells[index] = convert(cells[index])
        found.append(model.from_db(connection.alias, names, cells))
    return found


def delete(model: Any, by: str, values: Iterable[Any]) -> None:
    """Delete the rows of a model whose column has one of some values, and nothing else.

    One query for 900 values. No signals are sent; the caller updates objects in memory.
    """
    for part in chunked(values):
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE {_those(model, by, len(part))}", part)


@lru_cache(512)
def _statement(model: Any, columns: tuple[str, ...], by: str, values: int) -> str:
    quoted = connection.ops.quote_name
    names = ", ".join(map(quoted, (*columns, model._meta.pk.column)))
    return f"SELECT {names} {_those(model, by, values)}"


@lru_cache(512)
def _tags_statement(objects: int) -> str:
    quote = connection.ops.quote_name
    links, tags = quote(TagLinks._meta.db_table), quote(Tag._meta.db_table)
    return (
        f"SELECT {links}.objectdb_id, {tags}.db_key, {tags}.db_category "
        f"FROM {links} JOIN {tags} ON {tags}.id = {links}.tag_id "
        f"WHERE {links}.objectdb_id IN ({', '.join(['%s'] * objects)}) "
        f"AND {tags}.db_tagtype IS NULL ORDER BY {links}.tag_id"
    )


def _those(model: Any, by: str, values: int) -> str:
    quoted, marks = connection.ops.quote_name, ", ".join(["%s"] * values)
    those = f"{quoted(by)} IN ({marks})"
    if connection.vendor == "sqlite":
        those = f"likelihood({those}, 0.001)"
    return f"FROM {quoted(model._meta.db_table)} WHERE {those}"


@lru_cache(32)
def _shape(model: Any) -> tuple[list[str], list[str], list[tuple[int, Callable[[Any], Any]]]]:
    """Return a model's fields, their columns, and how values of some of them are converted."""
    fields = model._meta.concrete_fields
    converters: list[tuple[int, Callable[[Any], Any]]] = []
    for index, field in enumerate(fields):
        column = field.get_col(model._meta.db_table)
        for convert in (
            *connection.ops.get_db_converters(column),
            *column.get_db_converters(connection),
        ):
            converters.append((index, _for_column(convert, column)))
    return [field.attname for field in fields], [field.column for field in fields], converters


def _for_column(convert: Callable[..., Any], column: Any) -> Callable[[Any], Any]:
    return lambda value: convert(value, column, connection)
