"""The worlds of the game: maps, their matrix files, shared prototypes and help for players.

Content only. A map module is added to the grid by its name, in the order of `MAPS`, because a
transition needs the map that it leads to.
"""

# the map modules, in the order in which they are added
MAPS = [
    "world.town",
    "world.lighthouse",
    "world.caves",
    "world.glasswork",
    "world.undertow",
    "world.deep",
    "world.cistern",
]

# where new players stand: Lantern Square
START = (4, 4, "town")
