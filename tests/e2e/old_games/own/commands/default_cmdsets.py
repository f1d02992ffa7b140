"""The grid's commands for characters."""

from evennia import default_cmds
from xyzgrid_ext.game.commands import XYZGridCmdSet, XYZGridFlyDiveCmdSet


class CharacterCmdSet(default_cmds.CharacterCmdSet):
    """What a character can do."""

    key = "DefaultCharacter"

    def at_cmdset_creation(self):
        """Add the grid's."""
        super().at_cmdset_creation()
        self.add(XYZGridCmdSet)
        self.add(XYZGridFlyDiveCmdSet)
