"""Turns references into Grids: reads map modules, `.matrix` files and what parts read.

    world.town ── sources ─► loader ─┬─ planes        a map drawn as the contrib's (plane_map,
    cube.matrix ─────────────────────┤                plane_routes)
                                     ├─ sheets        levels, each drawn, and joined (stairs)
                                     ├─ matrix_files  a matrix
                                     └─ what parts read
                                            └─► loaded: Grids, or findings

roster          which references belong to the game
sources         which modules have changed on disk;  import_faults: what is wrong in one, and where
visual_range    `get_visual_range` of the contrib's maps
"""
