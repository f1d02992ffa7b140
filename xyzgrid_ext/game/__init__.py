"""The Evennia layer: thin. It parses, calls one verb of core, and tells the answer.

How a drawn map becomes rooms under a player's feet:

    loader      a map module or a .matrix file -> Grid (planes: through the contrib's own parser)
    script      the XYZGrid script: which maps belong to the game
    plane_map   a drawn map with the contrib's methods;  levels: a level of a 3D map with the same
    templates   prototypes, resolved once each;  prototypes: `xyz_room` and `xyz_exit`
    spawning    templates -> plan -> done, in `steps`;  reading: what there is;  query: all reads
    spawner     done in this order: printing (new, by samples and tagging, in bulk), changing,
                evacuation (residents, moved), removal;  caches: what Evennia has in memory
    live        the running world: grids, routes, an index from coordinate to room
    typeclasses rooms and exits;  display: their maps;  newcomers: who starts where
    ahead       rooms near players are read before they come;  warming: how
    platform    Evennia's sockets and database, tuned, and how it is (`doctor`)
    walking     goto, step by step;  journeys: what is kept of it;  traversal: one exit
    plays       what a character plays in a matrix;  runs: what changes it;  run_words: what is said
    places, coordinates, directions    from words to rooms, and from routes to words
    commands    for players and builders;  launcher: `evennia xyzgrid ...`
"""
