"""The view of a map for one character, as a text picture or as a MapView."""

from xyzgrid_ext.core.view.gmcp import MSDP_VARIABLES
from xyzgrid_ext.core.view.sight import Sight
from xyzgrid_ext.core.view.snapshot import Door, ExitView, MapHead, MapView
from xyzgrid_ext.core.view.visible import Window

__all__ = ["MSDP_VARIABLES", "Door", "ExitView", "MapHead", "MapView", "Sight", "Window"]
