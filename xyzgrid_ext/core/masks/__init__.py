"""Rooms as 18-bit masks, and the catalogue of what they are filled with.

`mask` is the value and its algebra, `names` reads what `component`s are called,
`rows` what authors write and `turns` makes four of one; `catalogue` finds what fits into a room,
`check` proves that there is always something.
"""

from xyzgrid_ext.core.masks.catalogue import (
    BOSS,
    Catalogue,
    Choice,
    Demand,
    NoCandidateError,
    after,
)
from xyzgrid_ext.core.masks.check import (
    CONTENTS,
    PLAIN_DOORS,
    WHOLE_ROOM_DOORS,
    check_catalogue,
)
from xyzgrid_ext.core.masks.component import Component
from xyzgrid_ext.core.masks.mask import EMPTY, SLOTS, WHOLE, Mask, Side
from xyzgrid_ext.core.masks.names import CHEST_KINDS, DOOR_KINDS, Kind
from xyzgrid_ext.core.masks.rows import Entry, read_rows
from xyzgrid_ext.core.masks.turns import turned

__all__ = [
    "BOSS",
    "CHEST_KINDS",
    "CONTENTS",
    "DOOR_KINDS",
    "EMPTY",
    "PLAIN_DOORS",
    "SLOTS",
    "WHOLE",
    "WHOLE_ROOM_DOORS",
    "Catalogue",
    "Choice",
    "Component",
    "Demand",
    "Entry",
    "Kind",
    "Mask",
    "NoCandidateError",
    "Side",
    "after",
    "check_catalogue",
    "read_rows",
    "turned",
]
