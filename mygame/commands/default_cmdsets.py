"""The command sets of this game: Evennia's own, and the grid's commands for characters."""

from django.conf import settings
from evennia import default_cmds

from xyzgrid_ext.commands import XYZGridCmdSet, XYZGridWordsCmdSet


class CmdAbout(default_cmds.CmdAbout):
    """
    show Evennia info

    Usage:
      about

    It names the exact versions of what runs here, which is for those who help to run it.
    """

    locks = "cmd:perm(Helper)"


class CmdTime(default_cmds.CmdTime):
    """
    show the uptime of the server

    Usage:
      time

    It is for those who run the game.
    """

    locks = "cmd:perm(Helper)"


_SELDOM = (
    "access", "channel", "charcreate", "chardelete", "drop all", "get all", "ic", "nick",
    "ooc", "sessions", "setdesc", "style", "unlock",
)  # fmt: skip


def _hide_seldom(commands):
    """Leave commands that newcomers do not need out of the list of `help`; they work as before."""
    for command in commands:
        if command.key.lstrip("@") in _SELDOM:
            command.lockhandler.add("view:perm(Helper)")
            command.locks += ";view:perm(Helper)"  # which `help` reads first


class CharacterCmdSet(default_cmds.CharacterCmdSet):
    """What a character can do."""

    key = "DefaultCharacter"

    def at_cmdset_creation(self):
        """Add goto, map and the others of the grid."""
        super().at_cmdset_creation()
        self.add(CmdAbout)
        self.add(CmdTime)
        self.add(XYZGridCmdSet)
        self.add(XYZGridWordsCmdSet)
        _hide_seldom(self.commands)


class AccountCmdSet(default_cmds.AccountCmdSet):
    """What an account can do, with or without a character."""

    key = "DefaultAccount"

    def at_cmdset_creation(self):
        """Add Evennia's commands of accounts, but for its test of colours: `option` is enough."""
        super().at_cmdset_creation()
        self.remove(default_cmds.CmdColorTest)
        _hide_seldom(self.commands)


class CmdUnconnectedHelp(default_cmds.CmdUnconnectedHelp):
    """
    what can be typed before the login

    Usage:
      help
    """

    def func(self):
        """Show Evennia's help, and how to come in without an account."""
        super().func()
        if settings.GUEST_ENABLED:
            self.msg(
                "Or look around first: |wconnect guest|n needs no account, and "
                "|wcreate|n keeps what you did as a guest."
            )


class UnloggedinCmdSet(default_cmds.UnloggedinCmdSet):
    """What a visitor can do before the login."""

    key = "DefaultUnloggedin"

    def at_cmdset_creation(self):
        """Add the help, which tells of guests."""
        super().at_cmdset_creation()
        self.add(CmdUnconnectedHelp)


class SessionCmdSet(default_cmds.SessionCmdSet):
    """What a session can do by itself."""

    key = "DefaultSession"

    def at_cmdset_creation(self):
        """Add Evennia's commands of sessions."""
        super().at_cmdset_creation()
        _hide_seldom(self.commands)
