"""The names of the puzzles that things, rooms and exits in the database mention."""

from __future__ import annotations

from collections.abc import Iterator

from evennia.typeclasses.attributes import Attribute

_GIVEN, _NEEDED = ("puzzle", "solves"), "needs"
_KIND = "puzzle:"


def puzzle_names() -> set[str]:
    """Return the names that machines and rooms solve and that exits need; one query."""
    rows = Attribute.objects.filter(objectdb__isnull=False, db_key__in=(*_GIVEN, _NEEDED))
    return {
        name for key, value in rows.values_list("db_key", "db_value") for name in _of(key, value)
    }


def _of(key: str, value: object) -> Iterator[str]:
    if key in _GIVEN:
        yield from [value] if isinstance(value, str) else ()
        return
    words = [value] if isinstance(value, str) else value
    for word in words if isinstance(words, list | tuple) else ():
        if str(word).startswith(_KIND):
            yield str(word).removeprefix(_KIND).strip()
