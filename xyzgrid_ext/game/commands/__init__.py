"""Commands for players and builders: each parses, calls one function, and sends the answer.

The command sets for games are in `command_sets`, which imports the commands from here.
"""

from xyzgrid_ext.game.compat import attributes

__getattr__ = attributes(__name__)
