"""A tower of three drawn sheets, and a field beside it."""

from evennia.contrib.grid.xyzgrid import xymap_legend
from worlds import room

GROUND = r"""
+ 0 1 2

1 #
  |
0 #-#-U

+ 0 1 2

"""
MIDDLE = r"""
+ 0 1 2 3

1   U-#
      |
0   T-B-#

+ 0 1 2 3

"""
TOP = r"""
+ 0 1 2

1   D-#

0     D

+ 0 1 2

"""
FIELD = "\n+ 0 1\n\n0 #-T\n\n+ 0 1\n\n"


class ToField(xymap_legend.MapTransitionNode):
    target_map_xyz = (0, 0, "field")


class ToTower(xymap_legend.MapTransitionNode):
    target_map_xyz = (2, 0, "tower:1")


TOWER = {
    "zcoord": "tower",
    "levels": [GROUND, MIDDLE, TOP],
    "legend": {"T": ToField},
    "prototypes": {
        (0, 0, 0): room("Door"),
        (2, 0, 1): room("Hall"),
        (1, 1, 2): room("Lamp"),
        (2, "*", 2): room("Roof"),
        ("*", "*", 1): room("A landing"),
    },
}
FIELD_DATA = {
    "zcoord": "field",
    "map": FIELD,
    "legend": {"T": ToTower},
    "prototypes": {(0, 0): room("Meadow")},
}
