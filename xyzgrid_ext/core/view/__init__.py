"""What one character may see of a map, as a picture of text."""

from xyzgrid_ext.core.view.picture import Picture, paint
from xyzgrid_ext.core.view.visible import everything, in_reach, in_scan, trail_cells

__all__ = ["Picture", "everything", "in_reach", "in_scan", "paint", "trail_cells"]
