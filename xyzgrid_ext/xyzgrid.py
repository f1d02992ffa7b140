"""The grid's script, and functions that find it and its world.

Evennia starts the script with the server, so every game with a grid reaches `startup`.
"""

from __future__ import annotations

from xyzgrid_ext.game.startup import start
from xyzgrid_ext.game.typeclasses.script import GridScript, get_xyzgrid
from xyzgrid_ext.game.world.current import current as world
from xyzgrid_ext.game.world.current import find_grid as find_xyzgrid

__all__ = ["XYZGrid", "find_xyzgrid", "get_xyzgrid", "world"]


class XYZGrid(GridScript):
    """The one grid of the game, a script; a subclass of XYZGrid of Evennia's contrib."""

    __applabel__ = "typeclasses"

    def at_server_start(self) -> None:
        """Connect all listeners, and send the signal that the server has started."""
        start()
        super().at_server_start()
