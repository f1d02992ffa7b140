"""A query for some objects at a time, which Django compiles once.

To compile it takes 1 to 3 ms, as long as to read some hundred rows.

    links = Ranged(TagLinks.objects.values_list("objectdb_id", "tag_id"), "objectdb_id")
    links.between(1, 900) ─► [(1, 77), (1, 80), ...]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.db import connection

from xyzgrid_ext.game.db import objects

_FIRST, _LAST = -2_000_000_001, -2_000_000_002  # stand for the bounds; no id is negative
_Rows = list[tuple[Any, ...]]


class Ranged:
    """A `values_list` of which only the rows of some objects are read at a time.

    `column` has the ids of the objects. No values are converted: see `objects.rows`.
    """

    def __init__(self, queryset: Any, column: str) -> None:
        self._all, self._column = queryset, column

    def between(self, first: int, last: int) -> _Rows:
        """Return the rows of the objects from the first id to the last. One query."""
        sql, parameters = self._compiled
        bounds = {_FIRST: first, _LAST: last}
        with connection.cursor() as cursor:
            cursor.execute(sql, [bounds.get(value, value) for value in parameters])
            found: _Rows = cursor.fetchall()
        return found

    def among(self, ids: Sequence[int]) -> _Rows:
        """Return the rows of the objects with these ids, which are few. One query."""
        return objects.rows(self._all.filter(**{f"{self._column}__in": ids}))

    @cached_property
    def _compiled(self) -> tuple[str, Sequence[Any]]:
        bounds = {f"{self._column}__gte": _FIRST, f"{self._column}__lte": _LAST}
        found: tuple[str, Sequence[Any]] = self._all.filter(**bounds).query.sql_with_params()
        return found
