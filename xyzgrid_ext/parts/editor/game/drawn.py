"""Maps of a drawing or of levels in the map editor: their symbols, and what they say redrawn.

    legend(found)            each symbol with what it does, for a palette
    redrawn(map, ...)        the map as it is with other drawings, another matrix, other keys, such
                             as areas, or other options; None and findings, if it is none

The game's own loader reads the drawings, so a legend with classes of an author means what it means
in the game.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from evennia.contrib.grid.xyzgrid.xymap_legend import TransitionMapNode

from xyzgrid_ext.core.findings import Finding, RefusedError, is_refused
from xyzgrid_ext.core.grid.areas import with_areas
from xyzgrid_ext.core.grid.from_matrix import map_from_matrix
from xyzgrid_ext.core.mapdata.validate import findings_from, map_faults
from xyzgrid_ext.core.matrix import Matrix, check
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.sheet.legend import SymbolKind
from xyzgrid_ext.game.maps.legend_rows import legend_classes, symbol_kinds
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.maps.loader import load_data
from xyzgrid_ext.parts.editor.core.document import keys_and_options, prototype_data
from xyzgrid_ext.parts.editor.core.drawings import Rows, new_drawing, replace_drawings
from xyzgrid_ext.parts.editor.core.drawings import replace_rows as redrawn_text
from xyzgrid_ext.parts.editor.core.source import UnwritableError
from xyzgrid_ext.parts.editor.core.splices import GONE, changed_values
from xyzgrid_ext.parts.editor.core.writer import replace_keys
from xyzgrid_ext.parts.editor.game import maps as editing
from xyzgrid_ext.parts.editor.game.maps import EditedMap, MapFiles

_STEPS = {"up": 1, "down": -1}  # of stairs, in levels


class Redrawn(NamedTuple):
    """A map with other drawings, or None if they are refused; and findings about the drawings."""

    map: EditedMap | None
    findings: tuple[Finding, ...]


def with_drawings(
    map_: EditedMap, drawings: Sequence[Rows], made: Record, matrix: Matrix | None
) -> Redrawn:
    """Return a map as it would be with other drawings in its file, or with another matrix.

    `made` has the map's other keys, and its options, from `keys_and_options`.
    """
    files, data = map_.files, dict(map_.files.data or {})
    before = editing.map_drawings(data)
    if len(before) > len(drawings) or ("levels" not in data and len(drawings) > 1):
        fault = f"the file has {len(before)} levels, and the draft {len(drawings)}"
        return Redrawn(
            None, (Finding.error("bad-drawing", fault, "discard the draft", files.name),)
        )
    texts = [redrawn_text(text, rows) for text, rows in zip(before, drawings, strict=False)]
    texts += map(new_drawing, drawings[len(texts) :])
    if texts:
        data |= {"levels": texts} if "levels" in data else {"map": texts[0]}
    old = keys_and_options(map_.document)
    options = _with(data.get("options") or {}, old["options"], made["options"])
    data = {**_with(data, old, made), "options": options}
    loaded_map = load_data(files.reference, data) if matrix is None else _linked(map_, data, matrix)
    findings = loaded_map.findings
    if loaded_map.grid is None or not map_.is_writable:
        return Redrawn(None, findings)
    try:
        text: str | None = None
        if map_.source is not None:
            text = replace_drawings(map_.source.source.text, files.name, drawings)
            text = replace_keys(text, files.name, old, made)
        new = editing.open_map(files._replace(grid=loaded_map.grid, data=files.data and data), text)
    except UnwritableError as error:
        return Redrawn(None, (Finding.error("bad-drawing", error.message, error.cure, files.name),))
    return Redrawn(new, findings)


def _linked(map_: EditedMap, data: Record, matrix: Matrix) -> LoadedMap:
    """Load the data of a map with another matrix than its file has."""
    files = map_.files
    loaded = LoadedMap(files.name, files.reference)
    findings = [] if files.data is None else findings_from(map_faults(data), files.name)
    if is_refused(findings):
        return replace(loaded, findings=tuple(findings))
    map_made = map_from_matrix(matrix, tuple(check(matrix)), files.name, data)
    if map_made.grid is None:
        return replace(loaded, findings=map_made.findings)
    try:
        grid, of_areas = with_areas(map_made.grid, data)
    except RefusedError as error:
        return replace(loaded, findings=error.findings)
    return replace(loaded, grid=grid, findings=(*findings, *map_made.findings, *of_areas))


def _with(data: Record, old: Record, new: Record) -> dict[str, Any]:
    """Return data with what differs between two dicts of them; the rest stays, tuples among it."""
    changed = changed_values(old, new)
    put = {key: value for key, value in changed.items() if value is not GONE}
    return {key: value for key, value in data.items() if key not in changed} | prototype_data(put)


def legend(files: MapFiles) -> list[dict[str, Any]]:
    """Return a dict for each symbol of a map's drawings, for JSON: `symbol`, `kind`, `joins` …"""
    classes = legend_classes(files.data or {})
    return [
        {
            "symbol": symbol,
            "kind": row.kind.name.lower(),
            "is_place": row.kind in (SymbolKind.ROOM, SymbolKind.TRANSITION),
            "leads": [_STEPS[way] for way in getattr(classes[symbol], "leads", ())],
            "shown": str(getattr(classes[symbol], "display_symbol", None) or symbol),
            "joins": dict(row.joins),
            "about": _about(classes[symbol]),
        }
        for symbol, row in symbol_kinds(classes).items()
    ]


def _about(cls: Any) -> str:
    """Return what the class of a symbol says of itself, and where it leads."""
    text = (inspect.getdoc(cls) or cls.__name__).strip().splitlines()[0]
    target = getattr(cls, "target_map_xyz", None) if issubclass(cls, TransitionMapNode) else None
    return f"{text} → {','.join(map(str, target))}" if target and None not in target else text
