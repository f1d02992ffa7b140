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
    routes      how a character goes: knowing (what it may use), exploring (where it has been)
    overlay     what happens to exits, on the routes;  watching: heard where it happens
    walking     goto, step by step: legs, strides (one exit), journeys (what is kept), thinking
    following   behind a leader;  people: to whom one may walk;  traversal: exits as commands
    plays       what a character plays in a matrix;  runs: what changes it;  run_words: what is said
    places, coordinates, directions    from words to rooms, and from routes to words
    commands    for players and builders;  launcher: `evennia xyzgrid ...`
"""
