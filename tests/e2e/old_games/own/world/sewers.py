"""A dungeon for each party."""

from xyzgrid_ext.game.dungeons import dungeon

XYMAP_DATA = dungeon(
    name="sewers",
    seed=7,
    rooms=12,
    catalogue="world.catalogue",
    outside=(0, 0, "harbour"),
    copies="party",
    reset="never",
)
