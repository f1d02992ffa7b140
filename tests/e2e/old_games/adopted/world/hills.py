"""Two maps as the contrib has them, with a legend of their own."""

from evennia.contrib.grid.xyzgrid import xymap_legend


class Hut(xymap_legend.MapNode):
    """A room of a look and a prototype of its own."""

    symbol = "H"
    display_symbol = "|yH|n"
    prototype = {  # noqa: RUF012
        "prototype_parent": "xyz_room",
        "key": "A shepherd's hut",
        "desc": "It smells of sheep.",
    }


class ToValley(xymap_legend.TransitionMapNode):
    """Down to the valley."""

    symbol = "V"
    target_map_xyz = (0, 0, "the Valley")


class ToHills(xymap_legend.TransitionMapNode):
    """Up to the hills."""

    symbol = "T"
    target_map_xyz = (2, 0, "hills")


HILLS = {
    "zcoord": "hills",
    "map": r"""
+ 0 1 2 3

1 H-#-#
  |  \|
0 #>#-#-V

+ 0 1 2 3
""",
    "legend": {"H": Hut, "V": ToValley},
    "prototypes": {
        (2, 0): {"prototype_parent": "xyz_room", "key": "A cairn"},
    },
    "options": {"map_visual_range": 2},
}
VALLEY = {
    "zcoord": "the Valley",
    "map": r"""
+ 0 1 2

1   #
   /
0 #-#-T

+ 0 1 2
""",
    "legend": {"T": ToHills},
    "prototypes": {
        ("*", "*"): {"prototype_parent": "xyz_room", "key": "A meadow"},
        (1, 1): {"prototype_parent": "xyz_room", "key": "The ford"},
    },
}
XYMAP_DATA_LIST = [HILLS, VALLEY]
