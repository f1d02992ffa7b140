"""The Portal's plugin: sockets that send immediately, private files, and steady links.

A burst does not cut the link to the Server, and a web request ends when the browser hangs up.

    PORTAL_SERVICES_PLUGIN_MODULES += ["xyzgrid_ext.tuning.portal"]
    AMP_SERVER_PROTOCOL_CLASS = "xyzgrid_ext.tuning.portal.PortalLink"

Each line works without the other.
"""

from __future__ import annotations

import time
from typing import Any

import evennia
from evennia.server.portal import amp
from evennia.server.portal.amp_server import AMPServerProtocol
from twisted.internet import reactor

from xyzgrid_ext.tuning import lines, private, proxy
from xyzgrid_ext.tuning.link import SteadyLink, ToServer
from xyzgrid_ext.tuning.sockets import hasten_listeners

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
        self, session: Any, operation: str = "", **kwargs: Any
    ) -> Any:
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

    def send_MsgPortal2Server(self, session: Any, **kwargs: Any) -> Any:  # noqa: N802
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

    def _say_unheard(self, session: Any) -> None:
        """Send the kept input, unless it is so old that nobody expects it any more."""
        for when, said in vars(session).pop(_UNHEARD, ()):
            if time.monotonic() - when < _WORTH_SAYING:
                self.send_MsgPortal2Server(session, **said)

    def _say(self, server: Any, session: Any, kwargs: dict[str, Any]) -> Any:
        if not lines.has_server_plugin():
            return super().send_MsgPortal2Server(session, **kwargs)
        return server.callRemote(ToServer, packed_data=amp.dumps((session.sessid, kwargs)))


def start_plugin_services(portal: Any) -> None:
    """Set up the plugin; Evennia calls this before anything listens."""
    private.close()
    proxy.install()
    reactor.callWhenRunning(hasten_listeners, reactor)
