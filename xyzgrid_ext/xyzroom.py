"""The rooms and exits of the grid: subclasses of the contrib's, with the same names.

A game with its own Room class adds the package's mixin:

    class MyXYZRoom(XYZRoomMixin, contrib.XYZRoom, Room): ...

and names it in XYZROOM_PROTOTYPE_OVERRIDE = {"typeclass": "typeclasses.rooms.MyXYZRoom"}.
"""

from evennia.contrib.grid.xyzgrid import xyzroom as contrib

from xyzgrid_ext.game.typeclasses.exit import XYZExitCommand, XYZExitMixin
from xyzgrid_ext.game.typeclasses.managers import XYZExitManager, XYZManager
from xyzgrid_ext.game.typeclasses.room import XYZRoomMixin

__all__ = [
    "XYZExit",
    "XYZExitCommand",
    "XYZExitManager",
    "XYZExitMixin",
    "XYZManager",
    "XYZRoom",
    "XYZRoomMixin",
]


class XYZRoom(XYZRoomMixin, contrib.XYZRoom):
    """A room of the grid: the contrib's XYZRoom with maps in 3D, fog and texts of its map."""

    # Django wants names of models to be unique within an app, and the contrib's is in `objects`
    __applabel__ = "typeclasses"

    objects = XYZManager()


class XYZExit(XYZExitMixin, contrib.XYZExit):
    """An exit of the grid: the contrib's XYZExit with directions, needs and secret targets."""

    __applabel__ = "typeclasses"

    objects = XYZExitManager()
