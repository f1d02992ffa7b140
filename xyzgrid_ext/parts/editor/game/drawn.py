"""Maps of a drawing or of levels in the map editor: their symbols, and what they say redrawn.

    legend(found)            each symbol with what it does, for a palette
    redrawn(map, ...)        the map as it is with other drawings, or other keys, such as areas;
                             None and findings, if it is none
    remade(map, matrix)      the same of a map that has a matrix

The game's own loader reads the drawings, so a legend with classes of an author means what it means
in the game.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from evennia.contrib.grid.xyzgrid.xymap import DEFAULT_LEGEND
from evennia.contrib.grid.xyzgrid.xymap_legend import TransitionMapNode

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.grid.areas import with_areas
from xyzgrid_ext.core.grid.from_matrix import map_of
from xyzgrid_ext.core.matrix import Matrix, check
from xyzgrid_ext.game.maps.legend_rows import rows_to_find
from xyzgrid_ext.game.maps.loader import load_data
from xyzgrid_ext.game.maps.stairs import STAIRS
from xyzgrid_ext.parts.editor.core.document import keys_data
from xyzgrid_ext.parts.editor.core.drawings import Rows, new_drawing, redrawn_module
from xyzgrid_ext.parts.editor.core.drawings import redrawn as redrawn_text
from xyzgrid_ext.parts.editor.core.source import UnwritableError
from xyzgrid_ext.parts.editor.core.writer import with_keys
from xyzgrid_ext.parts.editor.game import maps as editing
from xyzgrid_ext.parts.editor.game.maps import EditedMap, Found


class Redrawn(NamedTuple):
    """A map with other drawings, or None if they are refused; and findings about the drawings."""

    map: EditedMap | None
    findings: tuple[Finding, ...]


def redrawn(map_: EditedMap, drawings: Sequence[Rows], keys: Mapping[str, Any]) -> Redrawn:
    """Return a map as its file would say it with other drawings, and with other keys."""
    found, data = map_.found, dict(map_.found.data or {})
    before = editing.drawings_of(data)
    if len(before) > len(drawings) or ("levels" not in data and len(drawings) > 1):
        text = f"the file has {len(before)} levels, and the draft {len(drawings)}"
        return Redrawn(None, (Finding.error("bad-drawing", text, "discard the draft", found.name),))
    texts = [redrawn_text(text, rows) for text, rows in zip(before, drawings, strict=False)]
    texts += map(new_drawing, drawings[len(texts) :])
    if texts:
        data |= {"levels": texts} if "levels" in data else {"map": texts[0]}
    known = map_.document["keys"]
    data = {key: value for key, value in data.items() if key not in known or key in keys}
    # what the draft has not changed stays as the file says it, tuples among it
    changed = {key: value for key, value in keys.items() if known.get(key) != value}
    data |= keys_data({"keys": changed})
    loaded_map = load_data(found.reference, data)
    findings = tuple(finding for finding in loaded_map.findings if finding.column)
    if loaded_map.grid is None or map_.source is None:
        return Redrawn(None, findings or loaded_map.findings)
    try:
        text = redrawn_module(map_.source.source.text, found.name, drawings)
        text = with_keys(text, map_.document, {**map_.document, "keys": keys})
        new = editing.opened(found._replace(grid=loaded_map.grid, data=data), text)
    except UnwritableError as error:
        return Redrawn(None, (Finding.error("bad-drawing", error.message, error.cure, found.name),))
    return Redrawn(new, findings)


def remade(map_: EditedMap, matrix: Matrix) -> Redrawn:
    """Return a map as its files would say it with another matrix."""
    found, data = map_.found, map_.found.data or {}
    made = map_of(matrix, tuple(check(matrix)), found.name, data)
    if made.grid is None:
        return Redrawn(None, made.findings)
    grid, of_areas = with_areas(made.grid, data)
    text = map_.source.source.text if map_.source is not None else None
    new = editing.opened(found._replace(grid=grid), text)
    return Redrawn(new, (*made.findings, *of_areas))


def legend(found: Found) -> list[dict[str, Any]]:
    """Return the symbols of a map's drawings: what each does, looks like and joins."""
    data = found.data or {}
    stairs = STAIRS if "levels" in data else {}
    classes = {**DEFAULT_LEGEND, **stairs, **(data.get("legend") or {})}
    return [
        {
            "symbol": symbol,
            "kind": row.kind.name.lower(),
            "shown": str(getattr(classes[symbol], "display_symbol", None) or symbol),
            "joins": dict(row.joins),
            "about": _about(classes[symbol]),
        }
        for symbol, row in rows_to_find(classes).items()
    ]


def _about(cls: Any) -> str:
    """Return what the class of a symbol says of itself, and where it leads."""
    text = (inspect.getdoc(cls) or cls.__name__).strip().splitlines()[0]
    target = getattr(cls, "target_map_xyz", None) if issubclass(cls, TransitionMapNode) else None
    return f"{text} → {','.join(map(str, target))}" if target and None not in target else text
