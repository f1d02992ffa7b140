"""The Evennia layer: thin. It parses, calls one verb of core, and tells the answer.

How a drawn map becomes rooms under a player's feet:

    maps       a map module or a .matrix file -> Grid (drawn ones by the contrib's own parser)
    dungeons   a dungeon that was ordered -> Grid, and what happens in it
    spawn      Grid, prototypes, database -> plan -> rows;  work: the same in a running game
    live       the running world: grids, routes, which object is which room
    objects    rooms and exits as Evennia's objects;  typeclasses: the two classes of a game
    view       what somebody sees, decided once;  speaking: in words, for those who listen
    clients    the same for map clients: GMCP, MSDP, the web client's pane
    walk       goto, path, follow: from words to a room, and there step by step
    matrix     the matrix game;  machines: boards that are played
    commands   for players and builders;  launch: `evennia xyzgrid ...`
    platform   Evennia's sockets and database, tuned, and how they are (`doctor`)
    handover   from the contrib's grid to ours, or to another database

What games name in their settings, and what all of these use:

    launcher, prototypes, typeclasses, oob, commands, platform    lines of the README
    script     the XYZGrid script: which maps belong to the game, and the way to the running world
    query      all that is read by ORM;  exit_rows, room_rows, view_rows: parts of it
    conf       all settings;  memory: what a character remembers;  tokens: who asks by web
    steps      long work as short steps;  moments: the server starts and stops
"""
