"""Shows long answers page by page; lines are wrapped first, so that a page fits the screen.

Screen readers get the whole text at once, in sentences, since they can go back.
"""

from __future__ import annotations

from typing import Any

from evennia.utils import evmore

from xyzgrid_ext.core.view.fitting import wrapped
from xyzgrid_ext.game.text import screenreader, screens
from xyzgrid_ext.game.text.screenreader.columns import aloud


def show(who: Any, text: str, session: Any = None) -> None:
    """Send a text to somebody, or to one of their clients, in pages if necessary."""
    if screenreader.is_on(who):
        who.msg(aloud(text.splitlines()), session=session)
        return
    asked = session if session is not None else next(iter(who.sessions.all()), None)
    if asked is None or not screens.is_terminal(asked):
        evmore.msg(who, text, session=session)
        return
    evmore.msg(who, wrapped(text, screens.width_of(asked)), session=session)
