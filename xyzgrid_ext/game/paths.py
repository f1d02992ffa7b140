"""The paths of this package that databases and settings of games hold.

Evennia compares paths of classes as text, so each class is defined in the module that its path
names. They are listed with all that is stored in `docs/reference/stored-names.md`.

This module imports nothing, and every layer may import it.
"""

# typeclasses
ROOM = "xyzgrid_ext.xyzroom.XYZRoom"
EXIT = "xyzgrid_ext.xyzroom.XYZExit"
GRID = "xyzgrid_ext.xyzgrid.XYZGrid"

# settings, and commands/default_cmdsets.py
COMMANDS = "xyzgrid_ext.commands"
LAUNCHER = "xyzgrid_ext.launchcmd.xyzcommand"
PROTOTYPES = "xyzgrid_ext.prototypes"
