"""Turns references into Grids: reads map modules, `.matrix` files and what parts read.

    world.town ── sources ─► loader ─┬─ planes        a map drawn as the contrib's (plane_map,
    cube.matrix ─────────────────────┤                plane_routes)
                                     ├─ sheets        levels, each drawn, and joined (stairs)
                                     ├─ matrix_files  a matrix
                                     └─ what parts read
                                            └─► loaded: Grids, or findings

roster          which references belong to the game
sources         which modules have changed on disk
guard           catches what foreign code raises while a map is read: a finding with its place
visual_range    `get_visual_range` of the contrib's maps
"""
