"""A village: a drawn map with a one-way street. `v` leads down only."""

XYMAP_DATA = {
    "zcoord": "village",
    "map": r"""
+ 0 1 2

1   #-#
   /  v
0 #---#

+ 0 1 2
""",
    "prototypes": {
        (0, 0): {"prototype_parent": "xyz_room", "key": "The Green", "desc": "Geese, and a pond."},
        (2, 1): {"prototype_parent": "xyz_room", "key": "The Hill"},
        ("*", "*"): {"prototype_parent": "xyz_room", "key": "A lane"},
    },
}
