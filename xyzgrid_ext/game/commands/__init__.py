"""Commands for players and builders."""

from evennia import CmdSet


class XYZGridCmdSet(CmdSet):
    """Add this to the command set of characters."""

    key = "xyzgrid_cmdset"
