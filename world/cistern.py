"""The Cistern below the old well: a dungeon for newcomers, two floors and a master.

Each party has its own, and who comes alone as well.

Generated from its seed; `dungeon prove cistern`, for builders, tells how it is won.
"""

from world import story
from xyzgrid_ext.parts.dungeons.game import dungeon

XYMAP_DATA = dungeon(
    "cistern",
    seed=747,
    tier=1,
    floors=2,
    rooms=16,
    seals=2,
    catalogue="world.catalogue",
    outside=(3, 3, "town"),  # the old well
    copies="party",
    lease=30,
    descents=9,
    options={"title": "The Cistern", "solves": story.CISTERN},
)
