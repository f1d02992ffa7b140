"""The same cube, as a game."""

XYMAP_DATA = {
    "zcoord": "trial",
    "matrix": "small.matrix",
    "prototypes": {
        (2, 2, 2): {"prototype_parent": "xyz_room", "key": "The Lantern Room"},
    },
    "options": {"play": "matrix", "wormholes": "hidden"},
    "transitions": {(2, 2, 2, "out"): (0, 0, "harbour")},
}
