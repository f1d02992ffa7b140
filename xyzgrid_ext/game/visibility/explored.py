"""The rooms that a character has visited or was shown, for routes that use only these.

`db.exploration` stores them; `travel.exploring` adds to them.
"""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.routes import Explored, ExploredRooms
from xyzgrid_ext.game.db.exploration import seen_by
from xyzgrid_ext.game.world.world import Live


def explored(character: Any) -> Explored:
    """Return the rooms that a character has visited."""
    return seen_by(character)


def seen_of(character: Any, key: str) -> ExploredRooms:
    """Return the rooms of one map that a character has explored."""
    return explored(character).get(key) or ExploredRooms()


def been(live: Live, character: Any, key: str) -> Bools:
    """Return (n,) bool: the rooms of a map that a character has visited."""
    return seen_of(character, key).rooms(live.grids[key])
