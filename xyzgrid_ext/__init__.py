"""World engine for Evennia: matrix maps, wormholes, dungeons and boards.

Importing this package is quick: only `xyzgrid_ext.game` imports Evennia.
"""

__version__ = "0.1.0"
