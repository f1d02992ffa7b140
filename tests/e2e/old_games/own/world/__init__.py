"""The maps of this game, in the order in which they are added."""

MAPS = (
    "world.harbour",
    "world.cellar",
    "world/small.matrix",
    "world.trial",
    "world.marsh",
    "world.tower",
    "world.sewers",
)
