"""Queries for rooms by their names and tags: a part of `query`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any
from unicodedata import normalize

from django.db.models import Q
from django.db.models.functions import Coalesce
from evennia.objects.models import ObjectDB

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Step, Steps
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import TagLinks
from xyzgrid_ext.game.db.ranged import Ranged

Names = dict[int, str]
"""The names of objects, by id."""
MANY = 1000  # rooms of one name, which are not read at once
PACE = Pace(0.005, first=1000, least=250, most=64_000)  # somebody waits, and all others too


def rooms_named_steps(text: str, is_large: bool) -> Steps[tuple[Names, Names]]:
    """Return ids and names of rooms named `text` (also by alias), and of those containing it.

    Two queries if these are not many. In a large game, names are searched in slices. The caller
    filters for rooms of the grid.
    """
    holding = ObjectDB.objects.filter(named(text), db_location__isnull=True)
    aliased = TagLinks.objects.filter(
        tag__db_tagtype="alias", tag__db_key__in=forms(text), objectdb__db_location__isnull=True
    )
    exact: Names = {}
    partial: Names = {}
    whole = name_key(text)

    def sort(part: Sequence[tuple[int, str]]) -> None:
        for pk, key in part:
            (exact if name_key(key) == whole else partial)[pk] = key

    if is_large:  # no index helps
        rows = yield from _sliced_steps(_ordered(holding, "pk", "db_key"), "pk")
    else:
        rows = yield from _rows_steps(holding, "pk", "db_key", is_large)
    if len(rows) <= MANY:  # answered at once
        sort(rows)
    else:
        yield from PACE.each("names", rows, sort)
    exact.update((yield from _rows_steps(aliased, "objectdb_id", "objectdb__db_key", is_large)))
    return exact, partial


def _ordered(found: Any, pk: str, name: str) -> Any:
    return found.order_by(pk).values_list(pk, name)


def _rows_steps(found: Any, pk: str, name: str, is_large: bool) -> Steps[list[tuple[int, str]]]:
    """Return ids and names of what a queryset finds: at once if it is little, else in slices."""
    rows = _ordered(found, pk, name)
    if is_large:  # a search may take as long as a slice
        yield Step("names", 0, 1)
    few = list(rows[: MANY + 1])
    return few if len(few) <= MANY else (yield from _sliced_steps(rows, pk))


def _sliced_steps(rows: Any, pk: str) -> Steps[list[tuple[int, str]]]:
    """Return the ids and names that a query finds, searching all objects in slices."""
    found: list[tuple[int, str]] = []
    ranged = Ranged(rows, pk)

    def read(ids: Sequence[int]) -> None:
        part = ranged.between(ids[0], ids[-1])
        found.extend((int(number), str(key)) for number, key in part)

    yield from PACE.each("names", objects.all_ids(), read)
    return found


def rooms_of_key(name: str, most: int) -> list[int]:
    """Return ids of rooms (objects without location and destination) with exactly this name."""
    # by the index of names: by that of locations, SQLite would read all rooms of the game
    outside = ObjectDB.objects.alias(
        inside=Coalesce("db_location_id", 0), leads=Coalesce("db_destination_id", 0)
    )
    found = outside.filter(db_key=name, inside=0, leads=0)
    return list(found.values_list("pk", flat=True)[:most])


def rooms_called(text: str, after: int, last: int, most: int) -> list[tuple[int, str]]:
    """Return ids and names of the next rooms with a text in the name. One query.

    The ids are above `after` and up to `last`: to look through a whole game would take long.
    """
    found = ObjectDB.objects.filter(
        named(text),
        pk__gt=after,
        pk__lte=last,
        db_location__isnull=True,
        db_destination__isnull=True,
    )
    return list(found.order_by("pk").values_list("pk", "db_key")[:most])


def named(text: str, lookup: str = "icontains") -> Q:
    """Return a filter for objects or tags whose `db_key` contains a text, ignoring case.

    Other lookups of Django are possible: `istartswith` and `iexact`.

    SQLite ignores case only in ASCII, so for other letters the usual spellings are tried: `école`
    also as `École` and `ÉCOLE`, each in both forms of Unicode.
    """
    spellings = {text}
    if not text.isascii():
        cases = (text, text.lower(), text.upper(), text.title(), text.capitalize())
        spellings = {normalize(form, spelling) for spelling in cases for form in ("NFC", "NFD")}
    meant = Q(pk__in=[])
    for spelling in sorted(spellings):
        meant |= Q(**{f"db_key__{lookup}": spelling})
    return meant


def forms(name: str) -> set[str]:
    """Return the forms in which Evennia may have stored a name as an alias or as a tag."""
    key = name_key(name)
    return {key, normalize("NFD", key)}


def rooms_tagged_steps(
    key: str, categories: Collection[str | None], is_large: bool
) -> Steps[Names]:
    """Return ids and names of objects without location that have a tag in a category.

    One query if these are not many.
    """
    meant = Q(tag__db_category__in={category for category in categories if category})
    if None in categories:
        meant |= Q(tag__db_category=None)
    links = TagLinks.objects.filter(
        meant,
        tag__db_key__in=forms(key),
        tag__db_tagtype=None,
        objectdb__db_location__isnull=True,
    )
    return dict((yield from _rows_steps(links, "objectdb_id", "objectdb__db_key", is_large)))


def rooms_with_tag(key: str, category: str) -> list[int]:
    """Return ids of rooms (objects without location and destination) with a tag of a category."""
    links = TagLinks.objects.filter(
        tag__db_category=category,
        tag__db_key__in=forms(key),
        objectdb__db_location=None,
        objectdb__db_destination=None,
    )
    return list(links.order_by("objectdb_id").values_list("objectdb_id", flat=True))
