"""A vault of which each party has a copy, the porch before it, and the copies there are."""

from dungeon_maps import row
from evennia.objects.models import ObjectDB
from worlds import room

from xyzgrid_ext.parts.dungeons.game import stored as dungeons

PORCH = {
    "zcoord": "porch",
    "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n",
    "prototypes": {(0, 0): room("Porch"), (1, 0): room("Garden")},
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
