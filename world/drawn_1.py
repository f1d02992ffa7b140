"""mill58346. Drawn in the map editor; edit it here or there."""

XYMAP_DATA = {
    "zcoord": "mill58346",
    "rooms": {
        (0, 0, 0): {
            "key": "mill58346",
        },
    },
}
