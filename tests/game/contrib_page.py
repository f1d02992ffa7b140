"""The map of the page of Evennia's XYZGrid, and what stands on it once it is spawned."""

from evennia.contrib.grid.xyzgrid import xymap_legend

from xyzgrid_ext.xyzroom import XYZRoom

MYMAP = r"""

+ 0 1 2

2 #-#-#
     /
1 #-#
  |  \
0 #---#

+ 0 1 2

"""
PAGE = {
    "zcoord": "mymap",
    "map": MYMAP,
    "prototypes": {
        (0, 0): {
            "prototype_parent": "xyz_room",
            "key": "A nice glade",
            "desc": "Sun shines through the branches above.",
        },
        (0, 0, "e"): {"prototype_parent": "xyz_exit", "desc": "A quiet path through the foilage"},
        ("*", "*"): {
            "prototype_parent": "xyz_room",
            "key": "In a bright forest",
            "desc": "There is green all around.",
        },
        ("*", "*", "*"): {
            "prototype_parent": "xyz_exit",
            "desc": "The path leads further into the forest.",
        },
    },
    "options": {},
}


def drawn(*rows):
    return "+\n\n" + "\n".join(f"  {row}" for row in rows) + "\n\n+"


def room(x, y, z="mymap"):
    return XYZRoom.objects.get_xyz((x, y, z))


def exit_of(x, y, key, z="mymap"):
    return next(exi for exi in room(x, y, z).exits if exi.key == key)


class ToPage(xymap_legend.MapTransitionNode):
    target_map_xyz = (0, 0, "mymap")
