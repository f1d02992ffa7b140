"""Guests who come back: a browser whose connection was lost finds its guest again for a while.

    connection of a browser lost ──► account and character stay; its session at the website says so
    page loaded again ─────────────► Evennia logs that account in, as it does with all others
    quit, telnet, booted, too late ► Evennia deletes account and character

A telnet client that comes again cannot be recognised. What a server that has ended left behind is
deleted when the next one starts.
"""

from __future__ import annotations

import time

from evennia.accounts.accounts import DefaultGuest
from evennia.utils.utils import class_from_module, mod_import

from xyzgrid_ext.game.base import settings, task
from xyzgrid_ext.game.base.evennia_types import ClientSession


class ReturningGuest(DefaultGuest):
    """A guest who stays in the game for some time after its connection was lost.

    Attributes:
        grace: for how many seconds a browser finds its guest again.
    """

    grace = 600.0

    def at_post_login(self, session: ClientSession | None = None, **kwargs: object) -> None:
        """Go into the game; tell a browser, as Evennia tells the clients of all but guests."""
        if session and session.csessid:
            session.msg(logged_in={})
        super().at_post_login(session=session, **kwargs)

    def at_disconnect(self, reason: str | None = None, **kwargs: object) -> None:
        """If a connection was lost (no reason), let its browser log in as this guest again."""
        sessions = () if reason else self.sessions.get()
        browsers = [session.csessid for session in sessions if session.csessid]
        for key in browsers:
            browser = mod_import(settings.django_settings.SESSION_ENGINE).SessionStore(
                session_key=key
            )
            browser["webclient_authenticated_uid"] = self.pk  # the Portal has just taken it out
            browser.save()
        self.ndb.xyzgrid_gone_at = time.monotonic() + self.grace if browsers else 0.0
        if browsers:
            task.call_later(self.grace, self.at_post_disconnect)
        super().at_disconnect(reason, **kwargs)

    def at_post_disconnect(self, **kwargs: object) -> None:
        """Delete account and character, unless a client is there or may come back."""
        if (
            self.pk
            and not self.sessions.count()
            and time.monotonic() >= (self.ndb.xyzgrid_gone_at or 0.0)
        ):
            super().at_post_disconnect(**kwargs)


def delete_departed() -> None:
    """Delete the guests that were in the game when an earlier server ended."""
    used = class_from_module(settings.django_settings.BASE_GUEST_TYPECLASS)
    for guest in ReturningGuest.objects.all_family() if issubclass(used, ReturningGuest) else ():
        guest.at_post_disconnect()
