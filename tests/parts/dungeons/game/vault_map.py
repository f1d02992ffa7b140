"""A vault of which each party has a copy, the porch before it, and the copies there are."""

from dungeon_maps import row
from evennia.objects.models import ObjectDB

from xyzgrid_ext.parts.dungeons.game import stored as dungeons

PORCH = {
    "zcoord": "porch",
    "map": """
 + 0 1

 0 #-#

 + 0 1
""",
    "prototypes": {
        (0, 0): {"prototype_parent": "xyz_room", "key": "Porch"},
        (1, 0): {"prototype_parent": "xyz_room", "key": "Garden"},
    },
}
VAULT = row(
    ["Closet", "Hall", "End"],
    start="Hall",
    gives={"Closet": ["smallkey"]},
    needs={"Hall east": ["smallkey"], "End west": ["smallkey"]},
    copies="party",
    lease=10,
)


def copy_keys(grid):
    return sorted(dungeons.all_copies(grid))


def rooms_named(name):
    return ObjectDB.objects.filter(db_key=name).count()
