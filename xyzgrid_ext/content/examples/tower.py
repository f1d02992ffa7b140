"""A tower: one drawing for each level, joined by stairs. U leads up, D down, B both ways."""

CELLAR = r"""
+ 0 1

0 #-U

+ 0 1
"""
HALL = r"""
+ 0 1

0 #-B

+ 0 1
"""
ROOF = r"""
+ 0 1

0 #-D

+ 0 1
"""

XYMAP_DATA = {
    "zcoord": "tower",
    "levels": [CELLAR, HALL, ROOF],
    "prototypes": {
        (0, 0, 0): {"prototype_parent": "xyz_room", "key": "The Cellar", "desc": "Barrels."},
        (0, 0, 1): {"prototype_parent": "xyz_room", "key": "The Hall", "desc": "A cold hearth."},
        (0, 0, 2): {"prototype_parent": "xyz_room", "key": "The Roof", "desc": "Wind, and rooks."},
        ("*", "*", "*"): {"prototype_parent": "xyz_room", "key": "The stairs"},
    },
}
