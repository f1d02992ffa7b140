"""The game's own room, on the grid, as the README of 205919d has it."""

from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from typeclasses.rooms import Room
from xyzgrid_ext.game.objects.managers import XYZManager
from xyzgrid_ext.game.typeclasses import XYZRoomMixin


class GridRoom(XYZRoomMixin, contrib.XYZRoom, Room):
    """The game's own room, on the grid."""

    objects = XYZManager()
