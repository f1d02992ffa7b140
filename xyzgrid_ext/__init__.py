"""World engine for Evennia: matrix maps, wormholes, dungeons and boards.

Importing this package costs nothing: Evennia is imported by `xyzgrid_ext.game` only.
"""

__version__ = "0.1.0"
