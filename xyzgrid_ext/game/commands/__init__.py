"""Commands for players and builders: each parses, calls one verb, and tells the answer.

The sets that games add to theirs are in `command_sets`, and are imported from here.
"""

from xyzgrid_ext.game.compat import attributes

__getattr__ = attributes(__name__)
