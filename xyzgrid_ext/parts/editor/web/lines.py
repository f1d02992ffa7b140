"""Lines of the map editor: builders at the same map immediately learn what the others do.

A line is a WebSocket of the web client in which nobody has logged in to the game; a ticket says
whose it is. All messages are JSON in a text, by the name `xyzgrid_edit`:

    page ──► open {ticket, revision}      game ──► open {you}       again: with another ticket
             at {level, cursor, selected}          at {number, level, cursor, selected}
             here {revision}                       here
                                                   ops {since, revision, ops, who}
                                                   people {people}
                                                   stale {stale}
                                                   end {fault}

Pages send operations by HTTP, and the database orders them. Once a second, and after each request
to this Server, the lines of a map get everything that they do not have yet, a page's own operations
among it. Permissions are checked every few seconds.

    page, logged in to the website ──GET …/line──► ticket, signed, good for two minutes
    WebSocket of the web client, of nobody ──open──► the map editor, for the account of the ticket

The web client's own way, the key of the website's login in the URL of the WebSocket, would log the
account in to the game and take a character, but a builder at the editor is not playing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import evennia
from django.conf import settings
from django.core import signing
from django.db import close_old_connections
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _
from evennia.web.utils import general_context as for_clients
from twisted.internet import reactor
from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.threads import deferToThread
from twisted.python.failure import Failure

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.game.base.evennia_types import ClientSession
from xyzgrid_ext.game.base.limits import limit_value, spend
from xyzgrid_ext.game.base.task import StoppingError, call_later, log_failure
from xyzgrid_ext.parts.editor import settings as limits
from xyzgrid_ext.parts.editor.core.values import OperationError, parse_place, place_text
from xyzgrid_ext.parts.editor.game import edits
from xyzgrid_ext.parts.editor.web import drafts, refusals
from xyzgrid_ext.parts.editor.web.drafts import News
from xyzgrid_ext.parts.editor.web.refusals import RefusedRequestError, answer_or_refusal

_LOOK = 1.0  # seconds between looks at what other processes have written
_ASK = 5  # looks after which rights and files are read again
_SILENT = 40.0  # seconds after which a page that says nothing is gone; it speaks every 10
_LIFE = 900.0  # seconds until a line needs another ticket, which takes a login to the website
_WORDS = ("at", "here")

Message = dict[str, Any]
"""A message between a page of the editor and the Server, as a JSON object."""


@dataclass
class Line:
    """The connection of one page to one map; `revision` is the draft's newest that it knows."""

    session: ClientSession
    ticket: Ticket
    name: str
    number: int
    revision: int
    opened: float
    heard: float
    at: Message = field(default_factory=dict)
    is_stale: bool = False

    @property
    def person(self) -> Message:
        """The builder at this page as others see them: number, name, level, cursor, selected."""
        return {"number": self.number, "name": self.name, **self.at}


def _now() -> float:
    return time.monotonic()


def _elsewhere(work: Callable[[], object]) -> Deferred[object]:
    """Work with the database in a separate thread if a game is running; otherwise, do it here."""
    return deferToThread(_with_database, work) if reactor.running else maybeDeferred(work)


def _with_database(work: Callable[[], object]) -> object:
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()


class Lines:
    """The connections of all pages to this Server; used only in the game's thread."""

    def __init__(self) -> None:
        self._lines: dict[int, Line] = {}
        self._looks = 0
        self._timer: Any = None

    # --- what pages say

    def hear(self, session: ClientSession, text: str) -> None:
        """Handle a message of a page, as text."""
        message = _message(text)
        if message is None:
            return
        if message.get("do") == "open":
            self._open(session, message)
            return
        line = self._lines.get(session.sessid)
        if line is None or line.session is not session or _now() - line.opened > _LIFE:
            self._drop([line] if line is not None else [])
            _tell(session, {"is": "again"})
        elif message.get("do") in _WORDS:
            line.heard = _now()
            getattr(self, f"_{message['do']}")(line, message)

    def _open(self, session: ClientSession, message: Message) -> None:
        ticket, revision = read_ticket(message.get("ticket")), message.get("revision")
        if ticket is None or type(revision) is not int:
            _tell(session, {"is": "again"})
            return

        def opened(answer_: tuple[int, Any]) -> None:
            status, body = answer_
            if status == 200:
                self._begin(session, ticket, body, revision)
            else:
                _tell(session, {"is": "end", "fault": body["fault"]})

        _elsewhere(lambda: _asked(ticket, _who)).addCallback(opened).addErrback(_failed)

    def _begin(self, session: ClientSession, ticket: Ticket, name: str, revision: int) -> None:
        self._drop([line for line in (self._lines.get(session.sessid),) if line is not None])
        beside = self._of(ticket.key)
        lines = [line for line in self._lines.values() if line.ticket.account == ticket.account]
        if len(beside) >= limit_value(limits.PEOPLE) or len(lines) >= limit_value(limits.ACCOUNT):
            with translation.override(ticket.language):
                _tell(session, {"is": "end", "fault": _("Too many people have this map open.")})
            return
        number = min(set(range(len(beside) + 1)) - {line.number for line in beside})
        line = Line(session, ticket, name, number, revision, _now(), _now())
        self._lines[session.sessid] = line
        _tell(session, {"is": "open", "you": number})
        self._tell_people(ticket.key)
        if self._timer is None:
            self._timer = call_later(_LOOK, self._look_again)

    def _at(self, line: Line, message: Message) -> None:
        if spend(line.session, limits.CURSORS) and (at := _builder_place(message)) is not None:
            line.at = at
            for other in self._of(line.ticket.key):
                if other is not line:
                    _tell(other.session, {"is": "at", "number": line.number, **at})

    def _here(self, line: Line, message: Message) -> None:
        revision = message.get("revision")
        if type(revision) is int:
            line.revision = min(line.revision, revision)
        _tell(line.session, {"is": "here"})

    # --- what pages are told

    def _look_again(self) -> None:
        self._timer = None
        known, now = evennia.SESSION_HANDLER, _now()
        gone = [
            line
            for sessid, line in self._lines.items()
            if known.get(sessid) is not line.session or now - line.heard > _SILENT
        ]
        self._drop(gone)
        if not self._lines:
            return
        self._looks += 1
        self.send_news({line.ticket.key for line in self._lines.values()})
        if self._looks % _ASK == 0:
            self._ask_rights()
            self._ask_files()
        self._timer = call_later(_LOOK, self._look_again)

    def send_news(self, keys: Iterable[str]) -> None:
        """Send the pages of the given maps the operations that they do not have yet."""
        least = {key: min((line.revision for line in self._of(key)), default=0) for key in keys}
        _elsewhere(lambda: drafts.news_since(least)).addCallback(self._spread).addErrback(_failed)

    def _spread(self, news: dict[str, News]) -> None:
        for key, news_of_map in news.items():
            for line in self._of(key):
                if news_of_map.since <= line.revision < news_of_map.revision:
                    _tell(line.session, {"is": "ops", **news_of_map.message(line.revision)})
                    line.revision = news_of_map.revision

    def _ask_rights(self) -> None:
        lines = list(self._lines.values())

        def ended(answers: list[tuple[int, Any]]) -> None:
            lost = [
                (line, body)
                for line, (status, body) in zip(lines, answers, strict=True)
                if status != 200
            ]
            for line, body in lost:
                _tell(line.session, {"is": "end", "fault": body["fault"]})
            self._drop([line for line, _told in lost])

        asking = _elsewhere(lambda: [_asked(line.ticket, _who) for line in lines])
        asking.addCallback(ended).addErrback(_failed)

    def _ask_files(self) -> None:
        """Tell the lines whose map has another file than their draft, or no longer has."""
        keys = {line.ticket.key for line in self._lines.values()}

        def told(stale_maps: dict[str, bool]) -> None:
            for key, stale in stale_maps.items():
                for line in self._of(key):
                    if line.is_stale is not stale:
                        line.is_stale = stale
                        _tell(line.session, {"is": "stale", "stale": stale})

        _elsewhere(lambda: drafts.stale_drafts(keys)).addCallback(told).addErrback(_failed)

    def _tell_people(self, key: str) -> None:
        beside = self._of(key)
        people = [line.person for line in beside]
        for line in beside:
            _tell(line.session, {"is": "people", "people": people})

    def _drop(self, gone: Iterable[Line]) -> None:
        keys = set()
        for line in gone:
            if self._lines.get(line.session.sessid) is line:
                del self._lines[line.session.sessid]
                keys.add(line.ticket.key)
        for key in keys:
            self._tell_people(key)

    def _of(self, key: str) -> list[Line]:
        return [line for line in self._lines.values() if line.ticket.key == key]


# --- in a thread with the database


def _asked(ticket: Ticket, work: Callable[[str, edits.Builder], object]) -> tuple[int, object]:
    """Call `work` with the right that a ticket's account has now; return what `work` answers."""

    def by_right() -> object:
        builder = edits.builder(ticket.account)
        if builder is None or builder.seal != ticket.seal:
            raise RefusedRequestError(403, _("Log in first."))
        return work(refusals.role_on_map(ticket.key, ticket.account, builder.is_superuser), builder)

    with translation.override(ticket.language):
        return answer_or_refusal(by_right)


def _who(role: str, builder: edits.Builder) -> str:
    return builder.who.name


# --- messages


def _message(text: str) -> Message | None:
    """Return the object in a message; None if there is none, or it is too large."""
    if len(text) > limit_value(limits.BYTES):
        return None
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def _tell(session: ClientSession, message: Message) -> None:
    session.msg(xyzgrid_edit=((json.dumps(message),), {}))


def _failed(failure: Failure) -> None:
    """Log a failure, except while the game is stopping, when pages repeat the request later."""
    if failure.check(StoppingError) is None:
        log_failure(failure)


_lines = Lines()


def tell_news(key: str) -> None:
    """Send the pages of the map `key` the operations that they do not have yet."""
    _lines.send_news([key])


def receive_message(session: ClientSession, /, *texts: object, **more: object) -> None:
    """Handle a message of a page, `texts[0]`; nobody needs to have logged in to the session."""
    if texts and isinstance(texts[0], str) and spend(session, limits.LINES):
        _lines.hear(session, texts[0])


def _builder_place(message: Message) -> Message | None:
    """Return where a page says that its builder is; None if that is not a place."""
    level, cursor, selected = (message.get(name) for name in ("level", "cursor", "selected"))
    if not isinstance(cursor, list) or not isinstance(selected, list):
        return None
    try:
        x, y, z = parse_place(",".join(map(str, [*cursor, level])))
        rooms = [
            place_text(parse_place(place)) for place in selected[: limit_value(limits.SELECTED)]
        ]
    except OperationError:
        return None
    return {"level": z, "cursor": [x, y], "selected": rooms}


_SALT = "xyzgrid.edit.line"
_TICKET_LIFE = 120  # seconds; long, since Evennia lets only some clients connect at once


class Ticket(NamedTuple):
    """Lets an account connect to the map `key` while its `seal` (see Builder) is the same."""

    account: int
    key: str
    seal: str
    language: str


def new_ticket(account: int, key: str) -> str:
    """Return a signed text that lets an account connect to the map `key` for two minutes."""
    builder = edits.builder(account)
    seal = builder.seal if builder is not None else ""
    language = translation.get_language()
    return signing.dumps(Ticket(account, map_key(key), seal, language), salt=_SALT)


def read_ticket(text: object) -> Ticket | None:
    """Return the contents of a ticket; None if it is invalid or too old."""
    try:
        return Ticket(*signing.loads(str(text), salt=_SALT, max_age=_TICKET_LIFE))
    except signing.BadSignature:
        return None


def socket_address(request: HttpRequest) -> str:
    """Return the URL of the game's WebSocket for web clients; empty if it has none."""
    if not settings.WEBSOCKET_CLIENT_ENABLED:
        return ""
    if settings.WEBSOCKET_CLIENT_URL:
        return str(settings.WEBSOCKET_CLIENT_URL)
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    host = f"[{host}]" if ":" in host else host
    scheme = "wss" if request.is_secure() else "ws"
    return f"{scheme}://{host}:{for_clients.WEBSOCKET_PORT}"


def socket_origin(socket: str) -> str:
    """Return the origin of a WebSocket's URL, `wss://host:4002`; empty for an empty URL."""
    parts = urlsplit(socket)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
