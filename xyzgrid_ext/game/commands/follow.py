"""`follow`: go wherever another character goes, or see who follows you."""

from __future__ import annotations

from django.utils.translation import gettext as _

from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.commands.refusal import HelpedCommand, refuse_in_play
from xyzgrid_ext.game.db.followers import followers_of
from xyzgrid_ext.game.travel import following, walking


class CmdFollow(HelpedCommand):
    """
    Go where somebody goes

    Usage:
      follow <somebody>   from now on take the exits that they take
      follow              stop following; else, see who follows you
      follow/alone        let nobody follow you, or find you by goto; once
                          more, let them

    You follow somebody who is in the same room, also while they walk by goto.
    They are told. It ends when they leave other than by an exit, and when an
    exit does not let you through.
    """

    key = "follow"
    locks = "cmd:all()"
    help_category = "General"
    switch_options = ("alone",)

    def func(self) -> None:
        """Start or stop following."""
        caller, text = self.caller, self.args.strip()[: limits.most("typed")]
        if "alone" in getattr(self, "switches", ()):
            if following.be_alone(caller):
                caller.msg(_("Nobody follows or finds you now."))
            else:
                caller.msg(_("Others may follow and find you now."))
        elif text:
            leader = caller.search(text, location=caller.location)
            if leader is None:
                return
            try:
                refuse_in_play(caller, self.cmdname)
                if not leader.is_typeclass("evennia.objects.objects.DefaultCharacter", exact=False):
                    raise PlayerError(_("You can only follow somebody who walks."))
                following.follow(caller, leader)
            except PlayerError as err:
                caller.msg(str(err))
            else:
                walking.rest(caller)
        elif not following.stop(caller):
            names = ", ".join(str(one.get_display_name(caller)) for one in followers_of(caller))
            if names:
                caller.msg(_("Following you: {names}.").format(names=names))
            else:
                caller.msg(_("You are not following anybody. |wfollow|n and a name begins it."))
