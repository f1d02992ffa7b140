"""Stairs of 3D maps that are drawn level by level: the rooms `U`, `D` and `B` of a level.

    XYMAP_DATA = {"zcoord": "tower", "levels": [BOTTOM, TOP], "legend": {"L": Ladder}}

    class Ladder(StairsUp):
        symbol = "L"
        spawn_aliases = {"up": ("ladder", "up", "u")}

Each is a room like any other of the contrib's legend, with an exit to the room at the same place on
the next level (`up`) or on the previous one (`down`). Subclass them for rooms with another look,
symbol or prototype.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from evennia.contrib.grid.xyzgrid.xymap_legend import BasicMapNode


class StairsUp(BasicMapNode):
    """A room with stairs to the next level.

    Attributes, besides those of every node of the contrib:
        leads: the directions of the stairs, `up` and `down`.
        spawn_aliases: direction -> key and aliases of the exit.
        stairs_prototype: the prototype of the exit; `prototypes` of the map take precedence.
        stairs_weight: the cost of the stairs for routes; 1 is an ordinary step.
    """

    symbol = "U"
    leads: ClassVar[tuple[str, ...]] = ("up",)
    spawn_aliases: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "up": ("up", "u"),
        "down": ("down", "d"),
    }
    stairs_prototype: ClassVar[str | Mapping[str, object]] = "xyz_exit"
    stairs_weight: ClassVar[float] = 1


class StairsDown(StairsUp):
    """A room with stairs to the level before."""

    symbol = "D"
    leads = ("down",)


class StairsBoth(StairsUp):
    """A room with stairs to the next level and to the previous one."""

    symbol = "B"
    leads = ("up", "down")


STAIRS = {cls.symbol: cls for cls in (StairsUp, StairsDown, StairsBoth)}
"""Symbol -> class of stairs: what a legend of `levels` has besides the contrib's."""
