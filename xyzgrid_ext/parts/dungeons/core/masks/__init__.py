"""Rooms as 18-bit masks, and the catalogue of components that fill them.

`mask` defines the value and its algebra, and `names` parses the names of components. `rows` reads
what authors write, `component` makes four rows from one. `catalogue` finds what fits into a
room, and `check` proves that there is always something.
"""

from xyzgrid_ext.parts.dungeons.core.masks.catalogue import (
    BOSS,
    Candidate,
    Catalogue,
    Demand,
    NoCandidateError,
)
from xyzgrid_ext.parts.dungeons.core.masks.check import (
    FULLEST_CONTENTS,
    PLAIN_DOORS,
    WHOLE_ROOM_DOORS,
    check_catalogue,
)
from xyzgrid_ext.parts.dungeons.core.masks.component import Component, rotations_of_row
from xyzgrid_ext.parts.dungeons.core.masks.mask import EMPTY, NO_DOOR, SLOTS, WHOLE, RoomMask, Side
from xyzgrid_ext.parts.dungeons.core.masks.names import CHEST_KINDS, DOOR_KINDS, Kind
from xyzgrid_ext.parts.dungeons.core.masks.rows import Entry, read_rows

__all__ = [
    "BOSS",
    "CHEST_KINDS",
    "DOOR_KINDS",
    "EMPTY",
    "FULLEST_CONTENTS",
    "NO_DOOR",
    "PLAIN_DOORS",
    "SLOTS",
    "WHOLE",
    "WHOLE_ROOM_DOORS",
    "Candidate",
    "Catalogue",
    "Component",
    "Demand",
    "Entry",
    "Kind",
    "NoCandidateError",
    "RoomMask",
    "Side",
    "check_catalogue",
    "read_rows",
    "rotations_of_row",
]  # fmt: skip
