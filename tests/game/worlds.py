"""Words for worlds that many files of tests are about: prototypes, and what stands where."""

from evennia.objects.models import ObjectDB


def room(key, **more):
    return {"prototype_parent": "xyz_room", "key": key, **more}


def room_named(key):
    return ObjectDB.objects.filter(db_key=key, db_location=None).first()


def room_at(grid, x, y, z="town"):
    """The room at a coordinate as its tags have it."""
    return grid.live.object(grid.live.room_at_xyz(x, y, z))


# two matrices that are played; matrix_runs/conftest.py draws them
DRAIN = """
matrixedge 2
startnode 0 0 0
endnode 1 1 0
currentnode 0 0 0
node 0 0 0 forward twoway
node 0 0 1 up
node 0 1 1 right
node 1 1 1 backward
node 0 0 0 right
node 0 0 0 up twoway
wormhole 0 1 0 1 1 0
"""
SHORE = """
matrixedge 2
startnode 0 0 0
endnode 1 0 0
node 0 0 0 right twoway
node 0 0 0 up twoway
node 1 0 0 forward
wormhole 0 1 0 1 0 0
"""
# two sheets: along the first to the right, back along the second; a wormhole is a short cut
CUBE = """
matrixedge 3
startnode 0 0 0
endnode 0 0 1
currentnode 0 0 0
node 0 0 0 right twoway
node 1 0 0 right twoway
node 2 0 0 forward twoway
node 2 0 1 left twoway
node 1 0 1 left twoway
node 1 0 1 up oneway
wormhole 0 0 0 0 0 1
"""
# the text of a module with a drawn map
DRAWN = '''
XYMAP_DATA = {
    "zcoord": "lane",
    "map": """
+ 0 1

0 #-#

+ 0 1
""",
    "prototypes": {
        (0, 0): {"prototype_parent": "xyz_room", "key": "Gate"},
        (1, 0): {"prototype_parent": "xyz_room", "key": "Lane"},
    },
}
'''


LANE = r"""
+ 0 1 2

0 #-#-#

+ 0 1 2

"""


def transition(target):
    """Return a class of legends whose symbol leads to another map."""
    from evennia.contrib.grid.xyzgrid.xymap_legend import MapTransitionNode

    return type("T", (MapTransitionNode,), {"symbol": "T", "target_map_xyz": target})
