"""Makes the contrib's `get_xyzgrid` find this package's grid too, for code that only knows that.

    class Room(contrib.XYZRoom)  ──xyzgrid──►  get_xyzgrid ──► the contrib's, if that has maps
    the contrib's commands, its launcher ──►       │
                                                   └─────────► else ours, if the game has one

Rooms, commands and games' own modules import that function by name. So its code is replaced, and
the function object stays the same everywhere. The database decides at each call which grid it
finds: after `unadopt` it is the contrib's again.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from evennia.contrib.grid.xyzgrid import xyzgrid as contrib

from xyzgrid_ext.game.db.grid import contribs
from xyzgrid_ext.game.world.current import find_grid

_contribs = FunctionType(contrib.get_xyzgrid.__code__, vars(contrib), "get_xyzgrid")


def connect() -> None:
    """Make the contrib's function call `find`; calling it again has no effect."""
    contrib.get_xyzgrid.__code__ = _get_xyzgrid.__code__


def _get_xyzgrid(print_errors: bool = True) -> Any:
    # this runs among the names of the contrib's module: what it needs, it has to import
    from xyzgrid_ext.game.typeclasses.contrib_lookup import find

    return find(print_errors)


def find(print_errors: bool) -> Any:
    """Return the grid that the contrib's code means: its own if that has maps or is alone."""
    theirs = contribs()
    has_maps = any(script.db.map_data for script in theirs)
    if has_maps and len(theirs) == 1 and theirs[0].ndb.loaded:
        return theirs[0]  # as at each look at a room of the contrib's: nothing else is asked
    ours = find_grid()
    return _contribs(print_errors) if ours is None or has_maps else ours
