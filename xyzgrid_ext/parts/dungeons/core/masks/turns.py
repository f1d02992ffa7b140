"""Makes up to four rows from one, by quarter turns.

filler_200700_shelves      +-n-+    +---+    +---+    +---+
                           |###|    |..#|    |...|    |#..|
                           |...|    |..#e    |...|    w#..|
                           |...|    |..#|    |###|    |#..|
                           +---+    +---+    +-s-+    +---+
                           200700   010111   002007   040444
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xyzgrid_ext.parts.dungeons.core.masks.component import Component
from xyzgrid_ext.parts.dungeons.core.masks.mask import Mask


def turned(row: Mapping[str, Any]) -> list[dict[str, object]]:
    """Return the row and its distinct quarter turns clockwise: one, two or four rows.

    Raises:
        RefusedError: if the name of the row cannot be read.
    """
    component = Component.parse(row["name"])
    names = (_turned_name(component, quarters) for quarters in range(4))
    return [{**row, "name": name} for name in dict.fromkeys(names)]


def _turned_name(component: Component, quarters: int) -> str:
    sides = Mask.of_sides(component.sides).rotated(quarters).doors
    letters = "".join(side.letter for side in sides)
    mask = str(component.mask.rotated(quarters))
    parts = (component.kind, component.what, letters, mask, *component.variant)
    return "_".join(part for part in parts if part)
