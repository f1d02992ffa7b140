"""Tables of the best scores of maps, in Attributes of the grid's script.

    "matrix_scores": {"undertow": {"digest": "…", "rows": [{"name": "Ann", "moves": 34}, …]}}

A map that its author has changed gets a new table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.records import data_of, value_of
from xyzgrid_ext.game.base.evennia_types import Character, Persistent
from xyzgrid_ext.game.base.limits import limit_value
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.db.stored import read_stored

Score = TypeVar("Score", bound=NamedTuple)


class ScoreTables(Generic[Score]):
    """High-score tables, one for each map, in an Attribute of the grid's script (`keeper`).

    Each has the best score of each player, or group of players who won together. `key` is that of a
    map, and `digest` identifies its contents: scores for other contents do not count.
    """

    def __init__(
        self,
        attribute: str,
        score: type[Score],
        player: Callable[[Score], Hashable],
        cost: Callable[[Score], int],
        most_tables: int | None = None,
    ) -> None:
        """Make the tables of an Attribute; it has at most `most_tables`, whose keys sort last."""
        self._attribute = attribute
        self._score = score
        self._player = player
        self._cost = cost
        self._most_tables = most_tables

    def table(self, keeper: Persistent | None, key: str, digest: str) -> list[Score]:
        """Return the scores of a map, the best first."""
        table = self._tables(keeper).get(key, {})
        if table.get("digest") != digest:
            return []
        return read_stored(
            f"the table of {key}", lambda: [value_of(self._score, row) for row in table["rows"]], []
        )

    def enter(self, keeper: Persistent, key: str, digest: str, score: Score) -> int | None:
        """Add a score to a map's table; return its rank from 1, or None if it is too low for it."""
        rows = self.table(keeper, key, digest)
        player = self._player(score)
        before = next((row for row in rows if self._player(row) == player), None)
        if before is not None and self._cost(before) <= self._cost(score):
            return None
        rows = [row for row in rows if row is not before]
        rows = sorted([*rows, score], key=self._cost)[: limit_value("scores")]
        if score not in rows:
            return None
        data = [data_of(row) for row in rows]
        tables = {**self._tables(keeper), key: {"digest": digest, "rows": data}}
        if self._most_tables is not None:
            tables = {name: tables[name] for name in sorted(tables)[-self._most_tables :]}
        self._write(keeper, tables)
        return rows.index(score) + 1

    def forget(self, keeper: Persistent, key: str) -> None:
        """Remove the table of a map."""
        tables = self._tables(keeper)
        if tables.pop(key, None) is not None:
            self._write(keeper, tables)

    def rename(self, keeper: Persistent, old: str, new: str) -> None:
        """Move the table of the map key `old` to the key `new`."""
        tables = self._tables(keeper)
        if (table := tables.pop(old, None)) is not None:
            self._write(keeper, {**tables, new: table})

    def _tables(self, keeper: Persistent | None) -> dict[str, Any]:
        if keeper is None:
            return {}
        tables = keeper.attributes.get(self._attribute, category=CATEGORY) or {}
        label = f"the Attribute '{self._attribute}' of the grid"
        return read_stored(
            label, lambda: {str(key): dict(table) for key, table in deserialize(tables).items()}, {}
        )

    def _write(self, keeper: Persistent, tables: Mapping[str, object]) -> None:
        keeper.attributes.add(self._attribute, dict(tables), category=CATEGORY)


def rename_guest(keeper: Persistent, character: Character, before: str) -> None:
    """Replace a guest's name `before` in all score tables by the one that it has now.

    A score of one player has its object id. One of several has only names and a date, so the name
    is replaced if the guest's character existed then.
    """
    since = character.date_created.date().isoformat()

    def renamed(value: Any) -> Any:
        if isinstance(value, list):
            return [renamed(item) for item in value]
        if not isinstance(value, dict):
            return value
        if value.get("id") == character.pk and "name" in value:
            return value | {"name": character.key}
        if before in value.get("names", ()) and str(value["date"]) >= since:
            return value | {
                "names": [character.key if name == before else name for name in value["names"]]
            }
        return {key: renamed(item) for key, item in value.items()}

    for attribute in keeper.attributes.all():
        if attribute.category == CATEGORY and "score" in attribute.key:
            attribute.value = renamed(deserialize(attribute.value))
