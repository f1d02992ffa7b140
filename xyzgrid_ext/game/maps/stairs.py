"""Stairs of 3D maps that are drawn sheet by sheet: the rooms `U`, `D` and `B` of a level.

    XYMAP_DATA = {"zcoord": "tower", "levels": [BOTTOM, TOP], "legend": {"L": Ladder}}

    class Ladder(StairsUp):
        symbol = "L"
        spawn_aliases = {"up": ("ladder", "up", "u")}

Each is a room like any other of the contrib's legend, with an exit to the room at the same place
of the next sheet (`up`) or of the one before (`down`). Subclass them for rooms of another look,
symbol or prototype.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from evennia.contrib.grid.xyzgrid.xymap_legend import BasicMapNode


class StairsUp(BasicMapNode):
    """A room with stairs to the next sheet.

    Attributes, besides those of every node of the contrib:
        leads: the directions of the stairs, `up` and `down`.
        spawn_aliases: direction -> key and aliases of the exit.
        stairs_prototype: of the exit; `prototypes` of the map goes before.
        stairs_weight: what a step over the stairs costs a route; 1 is an ordinary step.

    """

    symbol = "U"
    leads: ClassVar[tuple[str, ...]] = ("up",)
    spawn_aliases: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "up": ("up", "u"),
        "down": ("down", "d"),
    }
    stairs_prototype: ClassVar[str | Mapping[str, Any]] = "xyz_exit"
    stairs_weight: ClassVar[float] = 1


class StairsDown(StairsUp):
    """A room with stairs to the sheet before."""

    symbol = "D"
    leads = ("down",)


class StairsBoth(StairsUp):
    """A room with stairs to the next sheet and to the one before."""

    symbol = "B"
    leads = ("up", "down")


STAIRS = {cls.symbol: cls for cls in (StairsUp, StairsDown, StairsBoth)}
