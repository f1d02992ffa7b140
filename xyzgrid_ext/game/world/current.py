"""Finds the running world of this process.

    current()  ──►  the grid's script, which this process has in memory  ──►  its `live`
                    not yet, or no longer: it is looked for in the database

The script is found by its row alone: this module does not import its class.
"""

from __future__ import annotations

from typing import Any

from evennia.scripts.models import ScriptDB

from xyzgrid_ext.game.base.evennia_types import RoomObject
from xyzgrid_ext.game.db import grid
from xyzgrid_ext.game.parts import ORDINARY_RULES, MapRules, map_rules_of
from xyzgrid_ext.game.world.world import Live

_NO_MAPS = Live(())
_in_memory = ScriptDB.get_cached_instance


class _Grid:
    """The grid's script of this process, found without a query."""

    def __init__(self) -> None:
        self._script: Any = None
        self._pk = 0

    def find(self) -> Any | None:
        """Return the grid's script; None if the game has no grid yet."""
        if self._script is None or self._script is not _in_memory(self._pk):
            self._keep(grid.find_grid_script())
        return self._script

    def get(self) -> Any:
        """Return the grid's script; make it if there is none."""
        if self.find() is None:
            self._keep(grid.make_grid_script())
        return self._script

    def running_world(self) -> Live | None:
        """Return the world without a query if it is already running in this process.

        Return None otherwise.
        """
        script = self._script
        if script is None or script is not _in_memory(self._pk):
            return None
        running: Live | None = script.running
        return running

    def current(self, _asker: object = None) -> Live:
        """Return the running world; an empty one if there is no grid. Makes no grid.

        Each step calls this dozens of times, so classes use it directly as the getter of a
        property, without a function of their own; the instance that is passed then is ignored.
        """
        script = self._script
        # by a copy of its id: to ask the script for its id costs as much as all the rest
        if script is None or script is not _in_memory(self._pk):
            script = self.find()
            if script is None:
                return _NO_MAPS
        live: Live | None = script.running  # `live` costs one call more
        return live if live is not None else script.live

    def _keep(self, script: Any | None) -> None:
        self._script, self._pk = script, 0 if script is None else script.pk


def rules_at(room: RoomObject | None) -> MapRules:
    """Return the rules of the map of a room object; those of ordinary maps elsewhere."""
    live = current()
    here = live.where(room)
    return ORDINARY_RULES if here is None else map_rules_of(live.grids[here[0]])


_grid = _Grid()
current = _grid.current
"""Function that returns the running world; an empty one if the game has no grid."""
running_world = _grid.running_world
"""Function that returns the world if this process has read it already, else None. No query."""
find_grid = _grid.find
"""Function that returns the grid's script; None if the game has none."""
get_grid = _grid.get
"""Function that returns the grid's script, and makes it if the game has none."""
