"""The Evennia layer: thin. It parses, calls one verb of core, and tells the answer.

How a drawn map becomes rooms under a player's feet:

    loader      a map module or a .matrix file -> Grid (planes: through the contrib's own parser)
    script      the XYZGrid script: which maps belong to the game
    templates   prototypes, resolved once each
    query       what the database holds;  spawner: what it shall hold, written in bulk
    live        the running world: grids, routes, an index from coordinate to room
    typeclasses rooms and exits;  walker: goto;  runs: the matrix game
    commands    for players and builders;  launcher: `evennia xyzgrid ...`
"""
