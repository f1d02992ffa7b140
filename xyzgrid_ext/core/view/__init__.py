"""What one character may see of a map, as a picture of text."""

from xyzgrid_ext.core.view.picture import Picture, paint
from xyzgrid_ext.core.view.visible import everything, in_reach, in_scan, trail_cells
from xyzgrid_ext.core.view.window import Window, styled

__all__ = [
    "Picture",
    "Window",
    "everything",
    "in_reach",
    "in_scan",
    "paint",
    "styled",
    "trail_cells",
]
