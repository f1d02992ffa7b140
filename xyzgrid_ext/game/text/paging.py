"""Shows long answers page by page; lines are wrapped first, so that a page fits the screen.

Screen readers get the whole text at once, in sentences, since they can go back.
"""

from __future__ import annotations

from typing import Any

from evennia.utils import evmore

from xyzgrid_ext.core.view.fitting import wrapped
from xyzgrid_ext.game.base.elsewhere import beside
from xyzgrid_ext.game.base.task import begin
from xyzgrid_ext.game.text import screenreader, screens
from xyzgrid_ext.game.text.screenreader.columns import aloud

_LETTERS = 10  # that are wrapped in the time of one value of other work beside the game


def show(who: Any, text: str, session: Any = None) -> None:
    """Send a text to somebody, or to one of their clients, in pages if necessary.

    A long text is wrapped in another thread, while the game goes on.
    """
    if screenreader.is_on(who):
        who.msg(aloud(text.splitlines()), session=session)
        return
    asked = session if session is not None else next(iter(who.sessions.all()), None)
    if asked is None or not screens.is_terminal(asked):
        evmore.msg(who, text, session=session)
        return
    width = screens.width_of(asked)
    begin(
        beside("wrapped", len(text) // _LETTERS, lambda: wrapped(text, width)),
        lambda found: evmore.msg(who, found, session=session),
    )
