"""`follow`: go wherever another character goes, or see who follows you."""

from __future__ import annotations

from django.utils.translation import gettext as _

from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.commands.refusal import HelpedCommand, refuse_in_play
from xyzgrid_ext.game.db.memory import followers_of
from xyzgrid_ext.game.travel import following, walking
from xyzgrid_ext.game.world import hooks


class CmdFollow(HelpedCommand):
    """
    follow somebody

    Usage:
      follow <somebody>   take the same exits as they do from now on
      follow              stop following; if you follow nobody, see who follows
                          you
      follow/alone        keep others from following you or finding you with
                          goto; type it again to allow it

    You can follow somebody who is in the same room, even if they are walking
    with goto. They are told that you follow them. You stop following when they
    leave the room by means other than an exit, or when an exit does not let you
    through.
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
                caller.msg(_("Nobody can follow or find you now."))
            else:
                caller.msg(_("Others can follow and find you now."))
        elif text:
            leader = caller.search(text, location=caller.location)
            if leader is None:
                return
            try:
                refuse_in_play(caller, self.cmdname)
                if not leader.is_typeclass("evennia.objects.objects.DefaultCharacter", exact=False):
                    raise PlayerError(_("You can only follow characters."))
                following.follow(caller, leader)
            except PlayerError as err:
                caller.msg(str(err))
            else:
                walking.rest(caller)
        elif not following.stop(caller):
            names = ", ".join(hooks.display_name(one, caller) for one in followers_of(caller))
            if names:
                caller.msg(_("Following you: {names}.").format(names=names))
            else:
                caller.msg(
                    _(
                        "You are not following anybody. Type |wfollow|n and a name to follow "
                        "somebody."
                    )
                )
