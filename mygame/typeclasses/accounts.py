"""Accounts of this game: people, not their characters."""

from evennia.accounts.accounts import DefaultAccount

from xyzgrid_ext.game.typeclasses.guests import ReturningGuest


class Account(DefaultAccount):
    """Someone with a name and a password."""


class Guest(ReturningGuest):
    """A visitor: account and character are gone after the visit.

    After a lost connection they are gone ten minutes later: a browser finds its guest again.
    """

    @classmethod
    def validate_password(cls, password, account=None):
        """Take any: Evennia makes it by chance, nobody is told it, and one in 1,850 is refused."""
        return True, None

    def at_post_login(self, session=None, **kwargs):
        """Go into the game, and say once what a guest does not keep."""
        super().at_post_login(session=session, **kwargs)
        lost = "If the page loses the game, load it again within ten minutes." * bool(
            session and session.csessid
        )
        self.msg(
            "You are a guest. |wcreate <name> <password>|n keeps what you do here, at any time; "
            f"without it, all is gone when you leave. {lost}".strip(),
            session=session,
        )
