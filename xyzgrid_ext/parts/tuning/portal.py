"""The Portal's plugin: sockets that send immediately, private files, and steady links.

A burst does not cut the link to the Server, and a web request ends when the browser hangs up.

The settings PORTAL_SERVICES_PLUGIN_MODULES and AMP_SERVER_PROTOCOL_CLASS name the module and its
PortalLink; each works without the other.
"""

from __future__ import annotations

import time
from typing import Any

import evennia
from evennia.server.portal import amp
from evennia.server.portal.amp_server import AMPServerProtocol
from evennia.server.webserver import EvenniaReverseProxyResource
from twisted.internet import reactor
from twisted.web.proxy import ProxyClientFactory

from xyzgrid_ext.game.base.evennia_types import ClientSession
from xyzgrid_ext.parts.tuning import file_permissions, health
from xyzgrid_ext.parts.tuning.link import SteadyLink, ToServer, hasten_listeners

_MOST = 32  # messages of a client that is not let in yet, or that no Server hears
_WORTH_SAYING = 180.0  # seconds for which what is said while there is no Server is kept
_ENDING = 60.0  # seconds that a Server may take to end
_EARLY, _UNHEARD = "xyzgrid_early", "xyzgrid_unheard"  # of a session
_ENDS = "xyzgrid_ends"  # of the factory, which outlives a link: until when the Server may be ending


class PortalLink(SteadyLink, AMPServerProtocol):
    """The Portal's end of the link.

    A client that connects soon after another waits in Evennia's queue, unknown to the Server. Its
    early input, such as the GMCP modules of map clients, would be lost; here it is kept until the
    client is connected. Input during a restart of the Server is also kept, until the Server is back
    and knows the session:

        reload ──► Server ends ┄┄┄┄┄┄┄┄ Server is there, is told of all sessions ──► goes on
                   └─ look, north ─ kept ────────────────────────────────────────────┘
    """

    factory: Any

    def send_AdminPortal2Server(  # noqa: N802 - Evennia's name
        self, session: ClientSession, operation: str = "", **kwargs: object
    ) -> object:
        """Send an operation to the Server; for a new session, also its early input."""
        done = super().send_AdminPortal2Server(session, operation=operation, **kwargs)
        if operation == amp.PCONN:
            for said in vars(session).pop(_EARLY, ()):
                self.send_MsgPortal2Server(session, **said)
        elif operation == amp.PSYNC:
            vars(self.factory).pop(_ENDS, None)
            for known in evennia.PORTAL_SESSION_HANDLER.values():
                self._say_unheard(known)
        return done

    def stop_server(self, mode: str = "shutdown") -> None:
        """Stop the Server, and keep all input that follows."""
        super().stop_server(mode)
        # only for some time, in case the Server does not end after all
        vars(self.factory)[_ENDS] = time.monotonic() + _ENDING

    def send_MsgPortal2Server(self, session: ClientSession, **kwargs: object) -> object:  # noqa: N802
        """Send a player's input, without an acknowledgement if the Server's end is ours too."""
        if not getattr(session, "server_connected", False):
            early = vars(session).setdefault(_EARLY, [])
            if len(early) < _MOST:
                early.append(kwargs)
            return None
        server = self.factory.server_connection
        if server is None or time.monotonic() < vars(self.factory).get(_ENDS, 0.0):
            unheard = vars(session).setdefault(_UNHEARD, [])
            if len(unheard) < _MOST:
                unheard.append((time.monotonic(), kwargs))
            return None
        self._say_unheard(session)
        return self._say(server, session, kwargs)

    def _say_unheard(self, session: ClientSession) -> None:
        """Send the kept input, unless it is so old that nobody expects it any more."""
        for when, said in vars(session).pop(_UNHEARD, ()):
            if time.monotonic() - when < _WORTH_SAYING:
                self.send_MsgPortal2Server(session, **said)

    def _say(self, server: Any, session: ClientSession, kwargs: dict[str, Any]) -> object:
        if not health.has_server_plugin():
            return super().send_MsgPortal2Server(session, **kwargs)
        return server.callRemote(ToServer, packed_data=amp.dumps((session.sessid, kwargs)))


def start_plugin_services(portal: object) -> None:
    """Close private files, set up sockets and the proxy; Evennia calls it before it listens."""
    file_permissions.close_files_to_others()
    hang_up_with_browsers()
    reactor.callWhenRunning(hasten_listeners, reactor)


# --- requests that end with the browser's
#
# browser ──► Portal ──► Server         a page
# browser ✗   Portal ──► Server         Twisted's proxy goes on, and ends the request at its end:
#                                       «Request.finish called … after its connection was lost»
#
# Evennia forwards requests through that proxy. A browser that left before its page was complete, as
# phones often do, caused a traceback in portal.log, and the rest of the file was still sent.
#
# While the Server reloads, Twisted's proxy answers 501, «not implemented»; this one answers 503
# with the seconds after which to try again.


class HangUpClientFactory(ProxyClientFactory):
    """Makes the proxy's requests to the Server, which end when the browser's request does."""

    _is_gone = False
    _client: Any = None

    def __init__(self, *request: object) -> None:
        super().__init__(*request)
        self.father.notifyFinish().addErrback(self._hang_up)

    def buildProtocol(self, addr: object) -> object:  # noqa: N802  Twisted's name
        """Return the Server's end, which sends nothing to a browser that is gone."""
        self._client = super().buildProtocol(addr)
        self._client._finished = self._is_gone
        return self._client

    def clientConnectionFailed(self, connector: object, reason: object) -> None:  # noqa: N802
        """Tell the browser, if it is still there, to try again while the Server reloads."""
        if self._is_gone:
            return
        answer = b"The game is being restarted. Please try again in a moment.\n"
        self.father.setResponseCode(503, b"Service Unavailable")
        for name, value in (
            (b"Content-Type", b"text/plain; charset=utf-8"),
            (b"Content-Length", b"%d" % len(answer)),
            (b"Retry-After", b"2"),
            (b"Cache-Control", b"no-store"),
        ):
            self.father.setHeader(name, value)
        self.father.write(answer)
        self.father.finish()

    def _hang_up(self, reason: object) -> None:
        self._is_gone = True
        if self._client is not None:
            self._client._finished = True
            if self._client.transport is not None:
                self._client.transport.abortConnection()


def hang_up_with_browsers() -> None:
    """Make Evennia's proxy use HangUpClientFactory."""
    EvenniaReverseProxyResource.proxyClientFactoryClass = HangUpClientFactory
