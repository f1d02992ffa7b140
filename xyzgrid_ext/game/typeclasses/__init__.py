"""Rooms, exits, machines and the script of the grid: subclasses of the contrib's.

room  exit      on_grid: what both share;  managers: `objects` of both;  listeners: who hears a room
machine         an object with a board;  entrance: an exit into a dungeon
script          which maps belong to the game, and the way to the running world
newcomers       new characters stand in the start room

A game with its own Room class adds the package's mixin:

    class MyXYZRoom(XYZRoomMixin, contrib.XYZRoom, Room): ...

and names it in XYZROOM_PROTOTYPE_OVERRIDE = {"typeclass": "typeclasses.rooms.MyXYZRoom"}.
"""

from __future__ import annotations

from evennia.contrib.grid.xyzgrid import xyzroom as contrib

from xyzgrid_ext.game.typeclasses import managers
from xyzgrid_ext.game.typeclasses.exit import XYZExitCommand, XYZExitMixin
from xyzgrid_ext.game.typeclasses.room import XYZRoomMixin

__all__ = ["XYZExit", "XYZExitCommand", "XYZExitMixin", "XYZRoom", "XYZRoomMixin"]


class XYZRoom(XYZRoomMixin, contrib.XYZRoom):
    """A room of the grid."""

    # Django wants names of models to be unique within an app, and the contrib's is in `objects`
    __applabel__ = "typeclasses"

    objects = managers.XYZManager()


class XYZExit(XYZExitMixin, contrib.XYZExit):
    """An exit of the grid."""

    __applabel__ = "typeclasses"

    objects = managers.XYZExitManager()
