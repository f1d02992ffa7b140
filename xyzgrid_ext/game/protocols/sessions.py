"""Sessions whose texts fit the client's width and characters, in the account's language.

The setting SERVER_SESSION_CLASS names the class. Evennia itself does not wrap lines or replace
characters. It also sends each item as a message of its own to the Portal, which costs more than the
contents:

    north ─► Room.Info │ map │ room        Evennia   three messages
                                           ours      one: what leads up to a text goes with it

A terminal gets a map and the text below it as one text. A browser, which shows the map in its own
pane, gets them separately.
"""

from __future__ import annotations

from functools import lru_cache
from time import time
from typing import Any

from evennia.server.serversession import ServerSession

from xyzgrid_ext.core.view.fitting import fit_encoding, unwrap, wrap_text
from xyzgrid_ext.game.base.evennia_types import Account, ClientSession
from xyzgrid_ext.game.base.language import translate_for, translating_for
from xyzgrid_ext.game.protocols import subscriptions, talk
from xyzgrid_ext.game.text import screens

DRAWINGS = ("xymap", "drawing")
"""The types of messages that are sent unchanged, since their lines are drawings."""
PROSE = ("look", "help")
"""The types of messages with paragraphs that their authors wrapped by hand."""

_SECONDS_TO_ASK = 3


def _flows(session: ClientSession) -> bool:
    """Whether a client wraps lines itself, or reads them aloud with a pause at each line end."""
    return screens.is_browser(session) or bool(session.protocol_flags.get("SCREENREADER"))


class FittingSession(ServerSession):
    """A session that fits texts to terminals, and sends other clients lines that they can wrap."""

    wraps_texts = True
    """Whether texts need not be wrapped before they are sent; see `screens.wraps_for`."""
    _is_at_work = False
    _held: _Message | None = None
    """The messages that go with the next text, while a command of this client runs."""

    def draws(self, word: str) -> bool:
        """Whether the client draws the data of a subscription, such as `map`, in a pane of its own.

        So does a page that was just loaded, since it is logged in before it can subscribe.
        """
        asked = subscriptions.subscriptions_of(self)
        is_asking = not asked and time() - self.conn_time < _SECONDS_TO_ASK
        return screens.is_browser(self) and (is_asking or word in asked)

    def data_in(self, **kwargs: object) -> None:
        """Handle input of the client, and send all immediate answers together."""
        self._is_at_work = True
        try:
            with translating_for(self):
                super().data_in(**kwargs)
        finally:
            self._is_at_work = False
            self._send_held()
        talk.tell_vitals(self)

    def at_login(self, account: Account) -> None:
        """Use the account's language from now on, even while a command is being processed."""
        super().at_login(account)
        if self._is_at_work:
            translate_for(self)

    def at_disconnect(self, *args: object, **kwargs: object) -> None:
        """Send what is being held back before the connection is cut."""
        self._send_held()
        super().at_disconnect(*args, **kwargs)

    def data_out(self, **kwargs: Any) -> None:
        """Send a message; its text is first fitted to the client's screen."""
        text = kwargs.get("text")
        match text:
            case (str(line), {"from_channel": int(number)}):
                talk.tell_channel_message(self, number, line)
        if text and (screens.is_terminal(self) or _flows(self)):
            raw = (kwargs.get("options") or {}).get("raw") or self.protocol_flags.get("RAW")
            kwargs["text"] = _fit_message(text, self, bool(raw))
        if self._held is not None and (both := _join_messages(self._held, kwargs)) is not None:
            self._held, kwargs = None, both
        self._send_held()
        if self._is_at_work and self._leads_up(kwargs):
            self._held = kwargs
        else:
            super().data_out(**kwargs)

    def _send_held(self) -> None:
        message, self._held = self._held, None
        if message is not None:
            super().data_out(**message)

    def _leads_up(self, message: _Message) -> bool:
        """Whether a text is likely to follow a message, which is a map or out of band."""
        text = message.get("text")
        if text is None:
            return True
        return _is_map(text) and screens.is_terminal(self)


_Message = dict[str, Any]


def _is_map(text: object) -> bool:
    """Whether a text is a map whose colours stop where it ends."""
    match text:
        case (str(drawn), {"type": "xymap"}):
            return drawn.endswith("|n")
    return False


def _join_messages(first: _Message, then: _Message) -> _Message | None:
    """Return two messages as one; None if they must be sent separately."""
    if first.get("options") or then.get("options"):
        return None
    shared = (first.keys() & then.keys()) - {"options"}
    if not shared:
        return {**first, **then}
    match first["text"] if shared == {"text"} else None, then.get("text"):
        case (str(above), _), (str(below), {**more}):
            return {**first, **then, "text": (f"{above}\n{below}", more)}
    return None


def _fit_message(text: object, session: ClientSession, raw: bool) -> object:
    """Return a fitted text (or text with options) in any of the forms that Evennia uses."""
    if isinstance(text, list | tuple):
        first, *rest = text
        kind = next((more.get("type") for more in rest if isinstance(more, dict)), None)
        return (_fit_text(first, session, str(kind), raw), *rest)
    return _fit_text(text, session, "", raw)


def _fit_text(text: object, session: ClientSession, kind: str, raw: bool) -> Any:
    if type(text) is not str:
        return text  # coloured already, or no text
    if _flows(session):
        return _flowing(text) if kind in PROSE and not raw else text
    drawn = kind in DRAWINGS
    # most texts are, and which characters a client has takes long to find out
    if not text.isascii() and (encoding := screens.encoding_of(session)) != "utf-8":
        text = fit_encoding(text, encoding, aligned=drawn)
    if drawn or raw:
        return text
    # the same rooms are seen again and again; what is longer is not a room
    fit = _remembered if len(text) < _LONG else wrap_text
    fitted = fit(text, screens.width_of(session), prose=kind in PROSE)
    return talk.with_links(fitted, kind) if session.protocol_flags.get("MXP") else fitted


_LONG = 4000  # characters
_remembered = lru_cache(maxsize=256)(wrap_text)
_flowing = lru_cache(maxsize=64)(unwrap)
