"""The command sets of this game: Evennia's own, and the grid's commands for characters."""

from evennia import default_cmds

from xyzgrid_ext.game.command_sets import XYZGridWordsCmdSet
from xyzgrid_ext.game.commands import XYZGridCmdSet


class CharacterCmdSet(default_cmds.CharacterCmdSet):
    """What a character can do."""

    key = "DefaultCharacter"

    def at_cmdset_creation(self):
        """Add goto, map and the others of the grid."""
        super().at_cmdset_creation()
        self.add(XYZGridCmdSet)
        self.add(XYZGridWordsCmdSet)


class AccountCmdSet(default_cmds.AccountCmdSet):
    """What an account can do, with or without a character."""

    key = "DefaultAccount"


class UnloggedinCmdSet(default_cmds.UnloggedinCmdSet):
    """What a visitor can do before the login."""

    key = "DefaultUnloggedin"


class SessionCmdSet(default_cmds.SessionCmdSet):
    """What a session can do by itself."""

    key = "DefaultSession"
