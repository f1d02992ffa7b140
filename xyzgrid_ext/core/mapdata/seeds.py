"""The kinds of values that a seed may be."""

from __future__ import annotations

from xyzgrid_ext.core.grid.from_rooms import MOST_ACROSS
from xyzgrid_ext.core.mapdata.kinds import Text, Whole
from xyzgrid_ext.core.mapdata.shapes import Either

_MOST = 10**100
SEED = Either((Whole(-_MOST, _MOST), Text(MOST_ACROSS)), "a whole number or a text")
