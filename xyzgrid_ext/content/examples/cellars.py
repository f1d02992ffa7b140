"""A dungeon of locks and keys, made from a seed. Each party plays in a copy of its own."""

XYMAP_DATA = {
    "zcoord": "cellars",
    "dungeon": {"parameters": {"seed": 11, "tier": 1}, "copies": "party"},
}
