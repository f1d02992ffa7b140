"""Words in place of drawings for users of screen readers: Evennia's option `screenreader`.

    screenreader            before the login
    option screenreader on  after it; `option/save` keeps it

The choice is made per character, not per client, since Evennia sends one text to all clients of a
character. So if any client of a character is a screen reader, all get words, as in Evennia's own
menus.

    text     sentences and lists of any kind
    room     a room as it is looked at, routes, and what is near
"""

from __future__ import annotations

from xyzgrid_ext.game.base.evennia_types import Looker


def is_on(looker: Looker | None) -> bool:
    """Whether somebody gets words instead of drawings: any of their clients is a screen reader."""
    sessions = getattr(looker, "sessions", None)
    if sessions is None:
        return False  # nobody's: a visitor of the website, a script
    # a list, as this is asked seven times a look: a generator takes longer than all the rest
    return bool([each for each in sessions.all() if each.protocol_flags.get("SCREENREADER")])
