"""The contrib's `get_visual_range`, for flat maps and for single levels.

The time is proportional to what is shown: no shared data are copied or changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from evennia.contrib.grid.xyzgrid.utils import MapError

from xyzgrid_ext.core.raster import Cell
from xyzgrid_ext.core.view import Window
from xyzgrid_ext.core.view.visible import apply_style

_Style = str | Callable[[Any], str]


class VisualRange:
    """Mixin for map classes: the contrib's method `get_visual_range`."""

    empty_symbol = " "

    def get_visual_range(
        self,
        xy: tuple[int, int],
        dist: int | None = 2,
        mode: str = "nodes",
        character: str | None = "@",
        target: tuple[int, int] | None = None,
        target_path_style: _Style = "|y{display_symbol}|n",
        max_size: tuple[int | None, int | None] | None = None,
        indent: int = 0,
        return_str: bool = True,
    ) -> str | list[list[str]]:
        """Return what is visible from (X, Y), as text or rows of symbols, as the contrib does.

        Args:
            xy: the position of the viewer.
            dist: the visible distance; None for all of the map.
            mode: `nodes` counts rooms, `scan` symbols on the screen.
            character: the symbol at the viewer; by default the room's own.
            target: (X, Y) of a goal; the path there is shown in `target_path_style`.
            target_path_style: a text with `{display_symbol}`, or a function of a node or link.
            max_size: columns and rows; None for no limit.
            indent: blanks before each line of the text.
            return_str: text, or the rows as lists of symbols, the bottom row first.

        Raises:
            MapError: if there is no such mode, or if `xy` is outside the map.
        """
        here = self._cell(xy)
        shown: Collection[Cell] | None = None
        if dist is None:
            window = self._edges()
        elif dist <= 0 or self.get_node_from_coord(xy) is None:
            alone = character or self.empty_symbol
            return alone if return_str else [[alone]]
        elif mode == "nodes":
            shown = self._within(xy, dist)
            window = Window.over(shown)
        elif mode == "scan":
            window = Window.around(here, dist, dist).clipped_to(self._edges())
        else:
            raise MapError(
                f"Map.get_visual_range 'mode' was '{mode}' - it must be either 'scan' or 'nodes'."
            )
        reach = dist if dist is None or mode == "nodes" else dist / 2
        marks = self._marked(xy, target, reach, target_path_style) if target else {}
        if character:
            marks[here] = character
        if max_size:
            columns, rows = (None if size is None else size // 2 for size in max_size)
            window = Window.around(here, columns, rows).clipped_to(window)
        lines = window.rows(self._symbol, shown, marks)
        if not return_str:
            return lines
        margin = " " * indent
        return margin + f"\n{margin}".join("".join(line) for line in reversed(lines))

    def _marked(
        self, xy: tuple[int, int], target: tuple[int, int], reach: float | None, style: _Style
    ) -> dict[Cell, str]:
        """Return the start of the path to a target: on this sheet, at most `reach` rooms long."""
        _, path = self.get_shortest_path(xy, target)
        cells, steps = {}, 0
        for part in path[1:]:
            steps += hasattr(part, "node_index")
            if reach is not None and steps > reach:
                break
            if part.Z == self.Z:
                # a function is an author's own, and gets what the contrib hands it
                symbol = (
                    style(part)
                    if callable(style)
                    else apply_style(style, part.get_display_symbol())
                )
                cells[part.x, part.y] = symbol
        return cells

    # --- what a map has to say

    Z: str

    def get_node_from_coord(self, xy: tuple[int, int]) -> Any | None:
        """Return the node at (X, Y); None if there is none."""
        raise NotImplementedError

    def get_shortest_path(
        self, start_xy: tuple[int, int], end_xy: tuple[int, int]
    ) -> tuple[list[str], list[Any]]:
        """Return the directions of the shortest path, and its nodes and links with both ends."""
        raise NotImplementedError

    def _cell(self, xy: tuple[int, int]) -> Cell:
        """Return the cell of the room (X, Y)."""
        raise NotImplementedError

    def _symbol(self, column: int, row: int) -> str:
        """Return the symbol in a cell; a blank if there is none."""
        raise NotImplementedError

    def _edges(self) -> Window:
        """Return the window of the whole map."""
        raise NotImplementedError

    def _within(self, xy: tuple[int, int], dist: int) -> Collection[Cell]:
        """Return the cells of the rooms within `dist` steps, and of the links between them."""
        raise NotImplementedError
