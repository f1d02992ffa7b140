"""The grid's script as databases name it, and what games import from here.

Evennia starts it with the server: so every game that has a grid reaches `startup`.
"""

from __future__ import annotations

from xyzgrid_ext.game.startup import start
from xyzgrid_ext.game.typeclasses.script import GridScript, get_xyzgrid
from xyzgrid_ext.game.world.current import current as world
from xyzgrid_ext.game.world.current import find_grid as find_xyzgrid

__all__ = ["XYZGrid", "find_xyzgrid", "get_xyzgrid", "world"]


class XYZGrid(GridScript):
    """The grid of the game; there is one. A subclass of the contrib's."""

    __applabel__ = "typeclasses"

    def at_server_start(self) -> None:
        """Have everything listen that waits for the start, and tell of it."""
        start()
        super().at_server_start()
