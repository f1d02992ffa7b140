"""Rooms as 18-bit masks, and the catalogue of what they are filled with.

`mask` is the value and its algebra, `component` reads names such as `obstacle_rope_n_200700`.
"""

from xyzgrid_ext.core.masks.component import CHEST_KINDS, DOOR_KINDS, Component, Kind
from xyzgrid_ext.core.masks.mask import EMPTY, SLOTS, WHOLE, Mask, Side

__all__ = [
    "CHEST_KINDS",
    "DOOR_KINDS",
    "EMPTY",
    "SLOTS",
    "WHOLE",
    "Component",
    "Kind",
    "Mask",
    "Side",
]
