"""Clients as they are: texts fit their width and their characters.

    SERVER_SESSION_CLASS = "xyzgrid_ext.game.platform.clients.FittingSession"

Evennia itself breaks no lines and knows no stand-ins.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from evennia.server.serversession import ServerSession

from xyzgrid_ext.core.view.fitting import flowing, spelled, wrapped
from xyzgrid_ext.game.view import screens

DRAWINGS = ("xymap", "board")
"""Types of messages that fit as they are: their lines stand above each other."""
PROSE = ("look", "help")
"""Types of messages with paragraphs that their authors broke for a screen of their own."""


def _flows(session: Any) -> bool:
    """Whether it breaks lines itself, or reads them aloud, where each end of a line is a pause."""
    return screens.is_browser(session) or bool(session.protocol_flags.get("SCREENREADER"))


class FittingSession(ServerSession):
    """A session that sends to terminals what they can show, and to others what they can break."""

    def data_out(self, **kwargs: Any) -> None:
        """Send; a text is made to fit first."""
        text = kwargs.get("text")
        if text and (screens.is_terminal(self) or _flows(self)):
            raw = (kwargs.get("options") or {}).get("raw") or self.protocol_flags.get("RAW")
            kwargs["text"] = _fitted(text, self, bool(raw))
        super().data_out(**kwargs)


def _fitted(text: Any, session: Any, raw: bool) -> Any:
    """A text, or one with its options, as Evennia takes it; its pager puts `()` between them."""
    if isinstance(text, list | tuple):
        first, *rest = text
        kind = next((more.get("type") for more in rest if isinstance(more, dict)), None)
        return (_shown(first, session, str(kind), raw), *rest)
    return _shown(text, session, "", raw)


def _shown(text: Any, session: Any, kind: str, raw: bool) -> Any:
    if type(text) is not str:
        return text  # coloured already, or no text
    if _flows(session):
        return _flowing(text) if kind in PROSE and not raw else text
    drawn = kind in DRAWINGS
    encoding = screens.encoding_of(session)
    if encoding != "utf-8":
        text = spelled(text, encoding, aligned=drawn)
    if drawn or raw:
        return text
    # the same rooms are seen again and again; what is longer is no room
    fit = _remembered if len(text) < _LONG else wrapped
    return fit(text, screens.width_of(session), prose=kind in PROSE)


_LONG = 4000  # characters
_remembered = lru_cache(maxsize=256)(wrapped)
_flowing = lru_cache(maxsize=64)(flowing)
