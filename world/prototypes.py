"""Prototypes for builders, loaded through Evennia's PROTOTYPE_MODULES.

The parents of everything on the grid, `xyz_room` and `xyz_exit`, come with the package.
"""
