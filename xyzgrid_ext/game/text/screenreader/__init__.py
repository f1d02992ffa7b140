"""Words in place of drawings, for those who listen: Evennia's option `screenreader`.

    screenreader            before the login
    option screenreader on  after it; `option/save` keeps it

What is said is decided for a character, not for a client: Evennia sends one text to all clients of
a character. So a character whose player has one client that reads aloud, and one that does not,
hears words in both, as Evennia's own menus do it.

    text     sentences and lists of any kind         place    where one is, and what is near
    room     a room as it is looked at               way      the way to a place
"""

from __future__ import annotations

from typing import Any


def is_on(looker: Any) -> bool:
    """Whether someone wants words instead of drawings: any of their clients is a screen reader."""
    sessions = getattr(looker, "sessions", None)
    if sessions is None:
        return False  # nobody's: a visitor of the website, a script
    # a list, as this is asked seven times a look: a generator takes longer than all the rest
    return bool([one for one in sessions.all() if one.protocol_flags.get("SCREENREADER")])
