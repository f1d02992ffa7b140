"""From a reference to Grids: map modules and `.matrix` files, read.

    world.town ── sources ─► loader ─┬─ planes (plane_map, plane_routes): a drawn map of the contrib
    cube.matrix ── matrix_files ─────┤  sheets (stairs): levels, each drawn, and joined
    dungeon(…) ── game.dungeons ─────┘─► Loaded: Grids, or findings

roster     which references belong to the game;  rereading: all of them again, in steps
levels     a level of a 3D map with the contrib's methods;  visual_range: its `get_visual_range`
import_faults  what went wrong in an author's module, and where
"""
