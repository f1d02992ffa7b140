"""A drawn map, with ways to two others."""

from evennia.contrib.grid.xyzgrid import xymap_legend


class ToCellar(xymap_legend.TransitionMapNode):
    """Down to the cellar."""

    symbol = "C"
    target_map_xyz = (0, 0, "cellar")


class ToSewers(xymap_legend.TransitionMapNode):
    """Into the sewers: everybody gets a copy of their own."""

    symbol = "S"
    target_map_xyz = (5, 0, "sewers")


XYMAP_DATA = {
    "zcoord": "harbour",
    "map": r"""
+ 0 1 2 3 4 5

1 #-#-#-#-#-#
  |  \
0 #-C #-S

+ 0 1 2 3 4 5
""",
    "legend": {"C": ToCellar, "S": ToSewers},
    "prototypes": {
        (0, 0): {"prototype_parent": "xyz_room", "key": "The Pier", "desc": "Planks and gulls."},
        (5, 1): {"prototype_parent": "xyz_room", "key": "The Far Light", "tags": ["light"]},
        ("*", "*"): {"prototype_parent": "xyz_room", "key": "A lane"},
    },
}
