"""Writes the exits of a room into its map module, in the style of the existing ones.

"exits": {                              "exits": {
    "east": (1, 0),                         "east": (2, 0),
    "up": {"to": (0, 0, 1)},     ──►        "up": {"to": (0, 0, 1), "twoway": True},
}                                       }
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from xyzgrid_ext.core.editing.document import exit_data, target_data
from xyzgrid_ext.core.editing.literals import literal
from xyzgrid_ext.core.editing.splices import GONE, Splices, changes
from xyzgrid_ext.core.editing.values import Exit


def exits_written(exits: Mapping[str, Exit], is_short: bool) -> dict[str, Any]:
    """Return exits as a file writes them; if it `is_short`, places have no level when it is 0."""
    return {word: _written(way, is_short) for word, way in exits.items()}


def change_exits(
    splices: Splices,
    room: ast.Dict,
    old: Mapping[str, Exit],
    new: Mapping[str, Exit],
    is_short: bool,
) -> None:
    """Write the exits of a room that have changed."""
    exits = splices.source.value(room, "exits")
    if not isinstance(exits, ast.Dict):
        splices.add(room, '"exits"', exits_written(new, is_short))
        return
    known = splices.source.entries(exits).by_key
    entries = {str(word).strip(): one for word, one in known.items()}
    for word, way in changes(old, new).items():
        entry = entries.get(word)
        if entry is None:
            splices.add(exits, literal(word), _written(way, is_short))
        elif way is GONE:
            splices.remove(entry.dict, entry.number)
        else:
            _change(splices, entry.value, old[word], way, is_short)


def shortened(place: tuple[Any, ...], is_short: bool) -> tuple[Any, ...]:
    """Return a place without its level, if the file omits levels and this one is not needed."""
    return place[:2] if is_short and len(place) == 3 and place[2] == 0 else place


def _change(splices: Splices, node: ast.expr, old: Exit, new: Exit, is_short: bool) -> None:
    """Write an exit; if it is a dict, only what has changed."""
    if isinstance(node, ast.Dict) and None not in node.keys:
        was, now = (_told(exit_data(way)) for way in (old, new))
        found = splices.source.value(node, "to")
        if was.pop("to") != (to := now.pop("to")) and found is not None:
            splices.replace(found, _target(found, to))
        splices.change(node, was, now)
    elif new.keys() == {"to"}:
        splices.replace(node, _target(node, target_data(new["to"])))
    else:
        splices.replace(node, literal(_written(new, is_short)))


def _written(way: Exit, is_short: bool) -> Any:
    data = exit_data(way)
    if isinstance(data, dict):
        return {**data, "to": shortened(data["to"], is_short)}
    return shortened(data, is_short)


def _told(data: Any) -> dict[str, Any]:
    return dict(data) if isinstance(data, dict) else {"to": data}


def _target(node: ast.expr, to: tuple[Any, ...]) -> str:
    return literal(shortened(to, isinstance(node, ast.Tuple) and len(node.elts) == 2))
