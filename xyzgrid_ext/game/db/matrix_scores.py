"""The tables of matrix games, in an Attribute of the grid's script.

"matrix_scores": {"undertow": {"digest": "1f0c9a3e",    of the matrix that was won
                               "rows": [{"name": "Ann", "id": 7, "moves": 34, "hints": 0,
                                         "replay": "matrix:undertow:1f0c9a3e:fo,u"}, …]}}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.game.base.limits import most
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.db.stored import read_stored

_NAME = "matrix_scores"


class MatrixScore(NamedTuple):
    """A won game; `id` is that of the character, which may no longer exist."""

    name: str
    id: int
    moves: int
    hints: int
    replay: str


def table(keeper: Any, key: str, digest: str) -> list[MatrixScore]:
    """Return the best games of a matrix, the best first: one game per character."""
    found = _tables(keeper).get(key, {})
    if found.get("digest") != digest:
        return []
    return read_stored(f"the table of {key}", lambda: [_score(row) for row in found["rows"]], [])


def enter(keeper: Any, key: str, digest: str, score: MatrixScore) -> None:
    """Enter a game into the table if it is good enough and its player's best."""
    rows = table(keeper, key, digest)
    own = next((row for row in rows if row.id == score.id), None)
    if own is not None and own.moves <= score.moves:
        return
    others = [row for row in rows if row is not own]
    rows = sorted([*others, score], key=lambda row: row.moves)[: most("scores")]
    if score in rows:
        made = {"digest": digest, "rows": [row._asdict() for row in rows]}
        _write(keeper, {**_tables(keeper), key: made})


def forget(keeper: Any, key: str) -> None:
    """Remove the table of a map."""
    tables = _tables(keeper)
    if tables.pop(key, None) is not None:
        _write(keeper, tables)


def _tables(keeper: Any) -> dict[str, Any]:
    found = None if keeper is None else keeper.attributes.get(_NAME, category=CATEGORY)
    return read_stored("the tables of matrices", lambda: _plain(found), {}) if found else {}


def _plain(found: Any) -> dict[str, Any]:
    return {str(key): dict(table) for key, table in deserialize(found).items()}


def _write(keeper: Any, tables: Mapping[str, Any]) -> None:
    keeper.attributes.add(_NAME, dict(tables), category=CATEGORY)


def _score(row: Mapping[str, Any]) -> MatrixScore:
    moves, hints = int(row["moves"]), int(row["hints"])
    return MatrixScore(str(row["name"]), int(row["id"]), moves, hints, str(row["replay"]))
