"""A cave: a cube with a wormhole, whose links are in cave.matrix."""

XYMAP_DATA = {
    "zcoord": "cave",
    "matrix": "cave.matrix",
    "prototypes": {
        "start": {"prototype_parent": "xyz_room", "key": "The Cave Mouth", "desc": "Daylight."},
        "end": {"prototype_parent": "xyz_room", "key": "The Spring", "desc": "Black water."},
        ("*", "*", "*"): {"prototype_parent": "xyz_room", "key": "A narrow passage"},
        ("*", "*", "*", "wormhole"): {"prototype_parent": "xyz_exit", "desc": "It hums."},
    },
}
