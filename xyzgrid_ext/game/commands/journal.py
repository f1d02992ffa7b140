"""`journal` and `score`: finished tasks, open tasks, and progress."""

from __future__ import annotations

from xyzgrid_ext.game.commands.refusal import TellingCommand
from xyzgrid_ext.game.text import journal
from xyzgrid_ext.game.world.current import current


class CmdJournal(TellingCommand):
    """
    see what there is to do, and what you have done

    Usage:
      journal

    quest and quests do the same.
    """

    key = "journal"
    aliases = ("quest", "quests")
    help_category = "General"

    def do(self) -> None:
        """Show the journal; the web client has a pane for texts of this type."""
        self.msg(text=(journal.journal(self.caller), {"type": "journal"}))


class CmdScore(TellingCommand):
    """
    see your progress

    Usage:
      score
    """

    key = "score"
    help_category = "General"

    def do(self) -> None:
        """Show the progress."""
        self.msg(journal.score(current(), self.caller))
