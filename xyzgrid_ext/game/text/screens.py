"""What clients can show: columns, characters, colours, links.

    told by the client            NAWS ─► SCREENWIDTH      TTYPE, MTTS ─► UTF-8, ANSI     MXP
    told by the player            `option` of Evennia: encoding, nocolor, screenwidth

A character with several clients gets one drawing, which fits the narrowest of them and uses symbols
if any of them cannot show colours. Texts are wrapped for each client separately (see
`protocols.sessions`). `show_paged` sends a long answer page by page.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from evennia.utils import evmore, evtable

from xyzgrid_ext.core.markup import strip_markup, text_width
from xyzgrid_ext.core.view.fitting import wrap_text
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_types import Character, ClientSession, Looker
from xyzgrid_ext.game.text import screenreader
from xyzgrid_ext.game.text.screenreader.text import as_sentence, strip_layout

NARROWEST, WIDEST = 40, 200
_TABLE = 60  # columns; narrower screens get lines instead of a table
_JOINT = "\u00a0"  # a blank at which no line breaks
_BROWSERS = ("websocket", "ajax", "webclient")  # the last is what Evennia's documentation says
_SAFE = re.compile(r"[\w .,:;()'!?+/-]+")  # nothing that ends a link, or a tag of MXP or HTML
_MTTS_BITS = ("VT100", "MOUSE_TRACKING", "OSC_COLOR_PALETTE", "PROXY", "MNES", "MSLP", "SSL")


class Screen(NamedTuple):
    """What a client can show: its columns, whether it lacks colours, whether it has links."""

    width: int
    plain: bool
    links: bool


def legend_text(parts: Sequence[str], width: int) -> str:
    """Return a legend in a dark colour, wrapped between its parts; empty without parts."""
    if not parts:
        return ""
    whole = [part.replace(" ", _JOINT) if text_width(part) < width else part for part in parts]
    text = "|x" + ", ".join(whole).replace("|n", "|x") + "|n"
    return wrap_text(text, width).replace(_JOINT, " ")


def usable_width(columns: int) -> int:
    """Return a width within limits; a client that does not know its own reports 0 (RFC 1073)."""
    return max(NARROWEST, min(columns or settings.django_settings.CLIENT_DEFAULT_WIDTH, WIDEST))


def width_of(session: ClientSession) -> int:
    """Return the columns of a client, or the setting CLIENT_DEFAULT_WIDTH if it sent none."""
    return usable_width(session.protocol_flags.get("SCREENWIDTH", {}).get(0, 0))


def client_width(looker: Looker) -> int:
    """Return the columns of the narrowest client of a character, account or session."""
    return min(
        map(width_of, _sessions(looker)), default=settings.django_settings.CLIENT_DEFAULT_WIDTH
    )


def client_height(looker: Looker) -> int:
    """Return the rows of the lowest client of a character; see CLIENT_DEFAULT_HEIGHT."""
    flags = (session.protocol_flags for session in _sessions(looker))
    usual = settings.django_settings.CLIENT_DEFAULT_HEIGHT
    return min((flag.get("SCREENHEIGHT", {}).get(0) or usual for flag in flags), default=usual)


def ranking_table(
    looker: Looker,
    title: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[object | tuple[object, str]]],
) -> str:
    """Return a table of places; a sentence each on narrow screens and for who listens.

    A cell can be a pair: what stands in its column, and what the sentence says.
    """
    pairs = [[x if isinstance(x, tuple) else (x, str(x)) for x in row] for row in rows]
    if screenreader.is_on(looker) or client_width(looker) < _TABLE:
        said = (", ".join(text for _drawn, text in row if text) for row in pairs)
        lines = [f"{place}: {text}." for place, text in enumerate(said, 1)]
        return "\n".join((as_sentence(title), *lines))
    table = evtable.EvTable("", *heads, border="header", maxwidth=client_width(looker))
    for place, row in enumerate(pairs, 1):
        table.add_row(place, *(drawn for drawn, _text in row))
    return f"|w{title}|n\n{table}"


def wraps_for(looker: Looker) -> bool:
    """Whether the sessions of all clients of a character wrap the texts that they get."""
    sessions = _sessions(looker)
    return bool(sessions) and all(getattr(each, "wraps_texts", False) for each in sessions)


def clients_wrap(looker: Looker) -> bool:
    """Whether all clients of a character wrap lines themselves, or read them aloud."""
    sessions = _sessions(looker)
    return bool(sessions) and not any(map(is_terminal, sessions))


def is_drawn(looker: Looker, word: str) -> bool:
    """Whether all clients of a character draw the data of a subscription, `map`, in a pane."""
    sessions = _sessions(looker)
    return bool(sessions) and all(hasattr(each, "draws") and each.draws(word) for each in sessions)


def is_terminal(session: ClientSession) -> bool:
    """Whether a client shows text as it arrives, without wrapping words or reading aloud."""
    key = str(session.protocol_key or "")
    return key.startswith(("telnet", "ssh")) and not session.protocol_flags.get("SCREENREADER")


def is_browser(session: ClientSession) -> bool:
    """Whether a client is Evennia's web client, which wraps lines itself."""
    return str(session.protocol_key or "").startswith(_BROWSERS)


def encoding_of(session: ClientSession) -> str:
    """Return the name of the encoding that a client shows.

    A client whose MTTS flags lack UTF-8 shows ASCII, unless the player chose another encoding with
    Evennia's `option`.
    """
    flags = session.protocol_flags
    try:
        name = codecs.lookup(flags.get("ENCODING") or "utf-8").name
    except LookupError:
        return "utf-8"  # Evennia sends UTF-8 as well
    has_mtts = any(flags.get(bit) for bit in _MTTS_BITS)
    return "ascii" if name == "utf-8" and has_mtts and not flags.get("UTF-8") else name


def takes_links(looker: Looker) -> bool:
    """Whether any client of a character shows links, by MXP or in a browser."""
    return any(map(_clicks, _sessions(looker)))


def screen_of(looker: Looker) -> Screen:
    """Return the screen that one drawing must fit for all clients of a character."""
    sessions = _sessions(looker)
    return Screen(
        min(map(width_of, sessions), default=settings.django_settings.CLIENT_DEFAULT_WIDTH),
        any(map(_is_plain, sessions)),
        any(map(_clicks, sessions)),
    )


def link_markup(command: str, label: str) -> str:
    """Return the markup of a link that sends a command; only the label if either is unsafe.

    The command is sent as it is typed, without markup. Evennia removes the markup for clients
    without links; `takes_links` only saves time.
    """
    command = strip_markup(command)
    if '"' in label or not _SAFE.fullmatch(command):
        return label  # in a link, Evennia's web client shows a backslash before a quotation mark
    return f"|lc{command}|lt{label}|le"


def room_link(xyz: tuple[int, int, str], label: str) -> str:
    """Return the markup of a link that walks to a room, by its coordinate."""
    return link_markup("goto ({},{},{})".format(*xyz), label)


def _is_plain(session: ClientSession) -> bool:
    """Whether Evennia strips colours for a client."""
    flags = session.protocol_flags
    coloured = not flags.get("TTYPE") or flags.get("ANSI") or flags.get("XTERM256")
    return bool(flags.get("NOCOLOR") or not coloured)


def _clicks(session: ClientSession) -> bool:
    return bool(session.protocol_flags.get("MXP")) or is_browser(session)


def _sessions(looker: Looker) -> Any:
    return looker.sessions.all() if hasattr(looker, "sessions") else ()


def show_paged(who: Character, text: str, session: ClientSession | None = None) -> None:
    """Send a text to somebody, or to one of their clients, in pages if necessary."""
    if screenreader.is_on(who):
        who.msg(strip_layout(text.splitlines()), session=session)
        return
    client = session if session is not None else next(iter(who.sessions.all()), None)
    if client is not None and is_terminal(client):
        text = wrap_text(text, width_of(client))
    evmore.msg(who, text, session=session)
