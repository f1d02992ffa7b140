"""A street and a park on another map behind it."""

from evennia.contrib.grid.xyzgrid.xymap_legend import MapTransitionNode
from worlds import room

STREET = "\n+ 0 1 2 3 4 5\n\n0 #-#-#-#-#-T\n\n+ 0 1 2 3 4 5\n"
PARK = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n"


class ToPark(MapTransitionNode):
    symbol = "T"
    target_map_xyz = (0, 0, "park")


LAMPS = {(x, 0): room(f"Lamp {'ABCDE'[x]}") for x in range(5)}
MAPS = (
    {"zcoord": "street", "map": STREET, "legend": {"T": ToPark}, "prototypes": LAMPS},
    {"zcoord": "park", "map": PARK, "prototypes": {(0, 0): room("Pond"), (1, 0): room("Quay")}},
)
