"""The Evennia layer: thin. It parses input, calls one function of core, and shows the result.

The layers, from map files to a player's rooms. Each imports only the layers above it; features do
not import each other.

    base         settings, signals, tasks, the write lock
    db           every question to the database
    maps         a reference to a map module or file -> Grid
    world        the running world: grids, which object is which room, routes and their overlay
    spawn        Grid, prototypes, database -> plan -> rows
    visibility   who may see and pass what; what somebody sees, as a value
    text         values -> words and drawings, for terminals and screen readers
    travel       journeys: their plan, and the walk
    protocols    GMCP, MSDP, the web client's messages
    typeclasses  rooms, exits and the grid's script, as Evennia's objects
    contrib_names the contrib's functions and managers find our grid, rooms and exits
    cli          `evennia xyzgrid ...`, and the worker of its jobs in a running game
    commands     for players and builders
    startup      connects signals and starts workers

`paths` has the paths by which games and databases name the package. The modules of these paths
stand above all layers, and Evennia reaches `startup` through them.
"""
