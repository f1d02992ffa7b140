"""The Server's plugin: its end of the link to the Portal, and a watch on its delays.

The setting SERVER_SERVICES_PLUGIN_MODULES names it. Evennia has a setting for the class of this end
(AMP_CLIENT_PROTOCOL_CLASS) but does not use it. So the connecting service is replaced before it
starts.
"""

from __future__ import annotations

import errno
import gc
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.conf import settings
from evennia.objects.models import ObjectDB
from evennia.server.amp_client import AMPClientFactory, AMPServerClientProtocol
from evennia.server.portal import amp
from evennia.server.webserver import WSGIWebServer
from evennia.utils import logger
from twisted.application.internet import TCPClient, TCPServer, TimerService
from twisted.internet import reactor
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IReactorTime

from xyzgrid_ext.game.base.evennia_types import ClientSession
from xyzgrid_ext.parts.tuning import command_caches, database, file_permissions, health, times
from xyzgrid_ext.parts.tuning.link import SteadyLink, ToPortal, hasten_listeners

_EVERY = 5.0  # seconds between two notes of how the server is
_LATE_EVERY = 0.1  # seconds between two looks at how late it is
_STARTING = 30.0  # seconds for which a start keeps a server busy
_YOUNG, _MIDDLE, _OLD = 10_000, 20, 100  # of the collector


class ServerLink(SteadyLink, AMPServerClientProtocol):
    """The Server's end of the link."""

    def connectionMade(self) -> None:  # noqa: N802 - Twisted's name
        """Send everything immediately, from the first message on, when the Portal has connected."""
        self.transport.setTcpNoDelay(True)
        super().connectionMade()

    def send_MsgServer2Portal(self, session: ClientSession, **kwargs: object) -> None:  # noqa: N802
        """Send a text to a player without an acknowledgement, which any Portal accepts."""
        self.callRemote(ToPortal, packed_data=amp.dumps((session.sessid, kwargs)))

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Handle input of players; all work on it happens in here."""
        times.current_line.came = time.monotonic()
        try:
            super().dataReceived(data)
        finally:
            times.current_line.came = None


class ServerLinkFactory(AMPClientFactory):
    """Makes our end for every connection, even after the link was lost."""

    def buildProtocol(self, addr: object) -> ServerLink:  # noqa: N802 - Twisted's name
        """Return our end of a new connection."""
        self.resetDelay()
        self.server.amp_protocol = link = ServerLink()
        link.factory = self
        return link


class Watch:
    """Measures how late it is called at regular intervals, once the server has started."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = self._last = clock()

    def __call__(self) -> None:
        """Record the present delay."""
        now = self._clock()
        if now - self._begun > _STARTING:
            times.line_delays.note(max(0.0, now - self._last - _LATE_EVERY))
        self._last = now


def start_plugin_services(server: Any) -> None:
    """Replace the link to the Portal, start timers, tune the process; Evennia calls this first."""
    calm_collector()
    read_long_numbers()
    file_permissions.close_files_to_others()
    query_puppets_exactly()
    command_caches.keep_prepared_commands()
    ours = TCPClient(settings.AMP_HOST, settings.AMP_PORT, ServerLinkFactory(server))
    ours.setName(server.amp_service.name)
    server.amp_service.disownServiceParent()
    server.amp_service = ours
    ours.setServiceParent(server)
    TimerService(_LATE_EVERY, Watch()).setServiceParent(server)
    TimerService(_EVERY, health.write_health, server).setServiceParent(server)
    TimerService(database.LOOK_EVERY, database.drop_if_lost).setServiceParent(server)
    wait_for_ports(server, reactor, partial(hasten_listeners, reactor))


def read_long_numbers() -> None:
    """Let Python read any number that fits into a line.

    Evennia converts the 2 of `get coin-2` at any length. With Python's own limit of 4,300 digits a
    player could cause tracebacks in the log.
    """
    if 0 < sys.get_int_max_str_digits() < settings.MAX_CHAR_LIMIT:
        sys.set_int_max_str_digits(settings.MAX_CHAR_LIMIT)


def calm_collector() -> None:
    """Let Python's garbage collector run less often, since it stops the server while it runs.

    Objects of a board's tick live for 0.13 s, those of a player for hours. With Python's own
    threshold of 700 the former are checked so early that they count as old, and whenever the old
    objects have grown by a quarter, all of them are checked: 0.3 to 0.5 s at a time with 400
    players, every few seconds. Most garbage is freed by reference counting anyway. With these
    thresholds, short-lived objects are gone before the collector runs.
    """
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)


# --- the website's port
#
#     Server before   stops ── threads of pages end ────────── process ends, port closed
#     Server after             starts ── port in use: waits ·············· listens
#
# The Portal starts the next Server as soon as the link to the old one is gone. If the new one is
# ready before the port is free, Evennia's Server ends with `Address already in use`, and players
# stay at «Server restart initiated» for ever. The faster a Server starts, the likelier that is.


_AGAIN = 0.1  # seconds between two tries
_PATIENCE = 60.0  # seconds after which the game goes on without a website, as Evennia's does


def wait_for_ports(
    services: Iterable[object], clock: IReactorTime, listening: Callable[[], object]
) -> None:
    """Make the website's services wait until their ports are free.

    Call this before they start. `clock` has `callLater`; `listening` is called without arguments
    once one listens.
    """
    for service in services:
        if isinstance(service, WSGIWebServer):
            service.privilegedStartService = _do_nothing  # it listens when it starts
            service.startService = partial(_begin, service, clock, listening, time.monotonic())


def _do_nothing() -> None:
    """Do nothing, since a port above 1024 needs no privilege."""


def _begin(
    service: Any, clock: IReactorTime, listening: Callable[[], object], began: float
) -> None:
    """Listen and start, now or later."""
    try:
        TCPServer.privilegedStartService(service)
    except CannotListenError as err:
        if err.socketError.errno != errno.EADDRINUSE:
            raise
        if time.monotonic() - began > _PATIENCE:
            logger.log_err(f"The website did not start: {err}")
            return
        clock.callLater(_AGAIN, _begin, service, clock, listening, began)
    else:
        type(service).startService(service)
        listening()


# --- characters without players
#
# Every minute Evennia's Server queries the objects with the tag `puppeted`. The query ignores case
# and leaves parts of the tag open, so the database scans all tags of all objects: with 100,000
# rooms the game stops for 10 seconds.
#
#     get_by_tag("puppeted", "account")  ──►  tag (unique index) ──► who has it (index)     1 ms
#     any other question                 ──►  Evennia's own


_PUPPETED, _CATEGORY = "puppeted", "account"


def puppeted_objects() -> object:
    """Return a queryset of all objects that count as puppeted, in the order of their ids."""
    links = ObjectDB.db_tags.through.objects.filter(
        # as Evennia writes it: in small letters
        tag__db_key=_PUPPETED,
        tag__db_category=_CATEGORY,
        tag__db_tagtype=None,
        tag__db_model="objectdb",
    )
    return ObjectDB.objects.filter(pk__in=links.values("objectdb_id")).order_by("pk")


def query_puppets_exactly() -> None:
    """Replace Evennia's query for puppets by `puppeted_objects`; calling it again has no effect."""
    manager = ObjectDB.objects
    if "get_by_tag" in vars(manager):
        return
    evennia_method = manager.get_by_tag

    def get_by_tag(
        key: object = None, category: object = None, *args: object, **kwargs: object
    ) -> object:
        if (key, category) == (_PUPPETED, _CATEGORY) and not args and not kwargs:
            return puppeted_objects()
        return evennia_method(key, category, *args, **kwargs)

    manager.get_by_tag = get_by_tag
