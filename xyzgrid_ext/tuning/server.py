"""The Server's plugin: its end of the link to the Portal, and a watch on its delays.

    SERVER_SERVICES_PLUGIN_MODULES += ["xyzgrid_ext.tuning.server"]

Evennia has a setting for the class of this end (AMP_CLIENT_PROTOCOL_CLASS) but does not use it. So
the connecting service is replaced before it starts.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from evennia.server.amp_client import AMPClientFactory, AMPServerClientProtocol
from evennia.server.portal import amp
from twisted.application.internet import TCPClient, TimerService
from twisted.internet import reactor

from xyzgrid_ext.tuning import health, private, puppets, reconnect, steps, times
from xyzgrid_ext.tuning.link import SteadyLink, ToPortal
from xyzgrid_ext.tuning.sockets import hasten_listeners
from xyzgrid_ext.tuning.website import wait_for_ports

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

    def send_MsgServer2Portal(self, session: Any, **kwargs: Any) -> None:  # noqa: N802
        """Send a text to a player without an acknowledgement, which any Portal accepts."""
        self.callRemote(ToPortal, packed_data=amp.dumps((session.sessid, kwargs)))

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Handle input of players; all work on it happens in here."""
        times.line.came = time.monotonic()
        try:
            super().dataReceived(data)
        finally:
            times.line.came = None


class ServerLinkFactory(AMPClientFactory):
    """Makes our end for every connection, even after the link was lost."""

    def buildProtocol(self, addr: Any) -> ServerLink:  # noqa: N802 - Twisted's name
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
            times.lateness.note(max(0.0, now - self._last - _LATE_EVERY))
        self._last = now


def start_plugin_services(server: Any) -> None:
    """Set up the plugin; Evennia calls this before anything connects or listens."""
    calm_collector()
    read_long_numbers()
    private.close()
    puppets.ask_exactly()
    steps.hasten()
    ours = TCPClient(settings.AMP_HOST, settings.AMP_PORT, ServerLinkFactory(server))
    ours.setName(server.amp_service.name)
    server.amp_service.disownServiceParent()
    server.amp_service = ours
    ours.setServiceParent(server)
    TimerService(_LATE_EVERY, Watch()).setServiceParent(server)
    TimerService(_EVERY, health.write, server).setServiceParent(server)
    TimerService(reconnect.EVERY, reconnect.drop_if_lost).setServiceParent(server)
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
