"""Maps that use every feature of the contrib that leaves a trace in the database.

Two of its faults are kept out of them, as they would hide all else: a prototype for one direction
of a link of one symbol becomes the exit back as well (so these links have two), and an exit whose
prototype names a key is made anew at every spawn (so it is spawned once).
"""

from typing import ClassVar

from evennia.contrib.grid.xyzgrid import xymap_legend as legend
from evennia.objects.models import ObjectDB

HARBOUR = r"""
+ 0 1 2 3 4 5 6 7

6 #---I-p   p---#
  |             |
5 #-#           #
  |  \          d
4 #   o-#       |
  |     |       u
3 #-->#-#       #
  i   |         |
2 #   | #-#     #
  b   | |x|
1 #---+-#-#--t
  |   |
0 #---#---W  t--#

+ 0 1 2 3 4 5 6 7
"""

DECK = """
+ 0 1 2

1 #---W
  |
0 #---#

+ 0 1 2
"""


def called():
    """A value of a prototype that is asked for; the contrib stores it by its name."""
    return "Called"


def lodge():
    """A home, which the test has made."""
    return ObjectDB.objects.get(db_key="Lodge")


class ToDeck(legend.MapTransitionNode):
    symbol = "W"
    target_map_xyz = (0, 1, "deck")


class ToHarbour(legend.MapTransitionNode):
    symbol = "W"
    target_map_xyz = (2, 0, "harbour")


class Beacon(legend.InterruptMapNode):
    """A node with a prototype and a symbol of its own."""

    display_symbol = "|yI|n"
    prototype: ClassVar = {
        "prototype_parent": "xyz_room",
        "key": "Beacon",
        "desc": "Of its class.",
        "attrs": [("height", 12, "measures", "attrread:all()")],
    }


class Gangway(legend.EWMapLink):
    """A link with names and a prototype of its own."""

    spawn_aliases: ClassVar = {"e": ("aboard", "gangway", "e"), "w": ("ashore", "gangway", "w")}
    prototype: ClassVar = {"prototype_parent": "xyz_exit", "locks": "traverse:all();view:all()"}


PROTOTYPES = {
    ("*", "*"): {
        "prototype_parent": "xyz_room",
        "key": "A quay",
        "desc": "Tar and rope.",
        "tags": [("outdoors", "climate"), ("harbour", None, "of the old town")],
        "number": 7,
    },
    ("*", "*", "*"): {"prototype_parent": "xyz_exit", "desc": "Wet planks.", "tags": ["planks"]},
    (0, 0): {
        "prototype_key": "Harbour Gate",
        "prototype_parent": "xyz_room",
        "key": "The gate",
        "desc": "$add(3, 4) bells hang here.",
        "aliases": ["Gatehouse", "the arch"],
        "locks": "get:false();enter:perm(Builder)",
        "permissions": ["Helper"],
        "attrs": [
            ("plain", 1),
            ("inner", {"a": [1, 2, ("x", None)]}, "things"),
            ("guarded", "yes", "things", "attredit:perm(Admin);attrread:all()"),
        ],
        "numbers": [1, 2, 3],
        "home": lodge,
    },
    (0, 1): {
        "prototype_parent": {"prototype_parent": "xyz_room", "depth": 3, "desc": "Down here."},
        "key": "Low",
    },
    (0, 2): {"key": "No parent", "typeclass": "evennia.contrib.grid.xyzgrid.xyzroom.XYZRoom"},
    (0, 3): {"prototype_parent": "xyz_room", "key": called},
    (0, 0, "e"): {
        "prototype_parent": "xyz_exit",
        "locks": "traverse:perm(Builder)",
        "aliases": ["Portcullis"],
        "desc": "Iron bars.",
        "err_traverse": "The bars are down.",
    },
    (2, 0, "n"): {"prototype_parent": "xyz_exit", "prototype_key": "steps", "key": "worn steps"},
}
XYMAP_DATA_LIST = [
    {
        "zcoord": "harbour",
        "map": HARBOUR,
        "legend": {"W": ToDeck, "I": Beacon, "p": legend.TeleporterMapLink},
        "prototypes": PROTOTYPES,
    },
    {"zcoord": "deck", "map": DECK, "legend": {"W": ToHarbour, "-": Gangway}},
]
