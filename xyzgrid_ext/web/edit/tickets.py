"""Tickets: how a line of the map editor says whose it is, without anybody logging in to the game.

    page, logged in to the website ──GET …/line──► ticket, signed, good for two minutes
    WebSocket of the web client, of nobody ──open──► the map editor, for the account of the ticket

The web client's own way, the key of the website's login in the URL of the WebSocket, would log the
account in to the game and take a character, but a builder at the editor is not playing.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.utils import translation
from evennia.web.utils import general_context as for_clients

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.game.db import edits

_SALT = "xyzgrid.edit.line"
_LIFE = 120  # seconds; long, since Evennia lets only some clients connect at once


class Ticket(NamedTuple):
    """An account that may open a line to a map, while its seal is the same; its language."""

    account: int
    key: str
    seal: str
    language: str


def ticket(account: int, key: str) -> str:
    """Return a ticket of an account for a map, as text."""
    found = edits.builder(account)
    seal = found.seal if found is not None else ""
    language = translation.get_language()
    return signing.dumps(Ticket(account, map_key(key), seal, language), salt=_SALT)


def read(text: object) -> Ticket | None:
    """Return the contents of a ticket; None if it is invalid or too old."""
    try:
        return Ticket(*signing.loads(str(text), salt=_SALT, max_age=_LIFE))
    except signing.BadSignature:
        return None


def address(request: HttpRequest) -> str:
    """Return the URL of the game's WebSocket for web clients; empty if it has none."""
    if not settings.WEBSOCKET_CLIENT_ENABLED:
        return ""
    if settings.WEBSOCKET_CLIENT_URL:
        return str(settings.WEBSOCKET_CLIENT_URL)
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    host = f"[{host}]" if ":" in host else host
    scheme = "wss" if request.is_secure() else "ws"
    return f"{scheme}://{host}:{for_clients.WEBSOCKET_PORT}"


def origins(socket: str) -> str:
    """Return the origin of a WebSocket for a page's policy; empty if there is none."""
    parts = urlsplit(socket)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
