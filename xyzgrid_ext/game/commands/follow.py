"""`follow` and `party`: go wherever another character goes, or into one place with others."""

from __future__ import annotations

from django.utils.translation import gettext as _
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.commands.refusal import HelpedCommand, TellingCommand, refuse_in_play
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.db.memory import followers_of
from xyzgrid_ext.game.text.messages import plain
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


class CmdParty(TellingCommand):
    """
    be a party, and share what a party shares

    Usage:
      party <word>    join the party that uses this word
      party           see who is in your party
      party leave     leave your party

    Agree on a word with the others. Where each party gets a place of its own,
    all members of a party enter the same one.
    """

    key = "party"
    help_category = "Playing"

    def do(self) -> None:
        """Join, leave or show the party."""
        word, caller = self.args.strip().lower(), self.caller
        if word.split()[:1] == ["leave"]:  # `party leave now` would join a party of that name
            memory.leave_party(caller)
            self.msg(_("You are no longer in a party."))
        elif word:
            if len(word) > (number := limits.most("party_word")):
                text = _("A party word can have at most {number} characters.")
                raise PlayerError(text.format(number=number))
            memory.join_party(caller, word)
            told = _(
                "You are now in the party '{word}'. Where each party has a place of its own, you "
                "enter your party's from now on; one that you had alone stays open for a while."
            )
            self.msg(told.format(word=plain(word)))
        elif name := memory.party_of(caller):
            names = sorted({str(member.key) for member in memory.party_players(name)})
            members = iter_to_str(names, endsep=_("and"))
            told = _("In the party '{word}': {names}.")
            self.msg(told.format(word=plain(name), names=members))
        else:
            self.msg(_("You are not in a party. Type |wparty <word>|n to join one."))
