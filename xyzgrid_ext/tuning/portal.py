"""What the Portal gets: sockets that send at once, a link that a burst does not cut, closed files.

    PORTAL_SERVICES_PLUGIN_MODULES += ["xyzgrid_ext.tuning.portal"]
    AMP_SERVER_PROTOCOL_CLASS = "xyzgrid_ext.tuning.portal.PortalLink"

Each line works without the other.
"""

from __future__ import annotations

from typing import Any

from evennia.server.portal import amp
from evennia.server.portal.amp_server import AMPServerProtocol
from twisted.internet import reactor

from xyzgrid_ext.tuning import lines, private
from xyzgrid_ext.tuning.link import SteadyLink, ToServer
from xyzgrid_ext.tuning.sockets import hasten_listeners

_MOST = 32  # messages of a client that is not let in yet
_EARLY = "xyzgrid_early"


class PortalLink(SteadyLink, AMPServerProtocol):
    """The Portal's end.

    Who comes soon after another waits in Evennia's queue of connections, and the Server knows
    nothing of them yet: what they said then would be lost, the modules of GMCP that map clients ask
    for among it. It is kept until they are let in.
    """

    def send_AdminPortal2Server(  # noqa: N802 - Evennia's name
        self, session: Any, operation: str = "", **kwargs: Any
    ) -> Any:
        """What the Server is to do; after it has let somebody in, what they said before."""
        done = super().send_AdminPortal2Server(session, operation=operation, **kwargs)
        if operation == amp.PCONN:
            for said in vars(session).pop(_EARLY, ()):
                self.send_MsgPortal2Server(session, **said)
        return done

    def send_MsgPortal2Server(self, session: Any, **kwargs: Any) -> Any:  # noqa: N802
        """What a player sends: no answer is wanted, if the Server's end is ours as well."""
        if not getattr(session, "server_connected", False):
            early = vars(session).setdefault(_EARLY, [])
            if len(early) < _MOST:
                early.append(kwargs)
            return None
        server = self.factory.server_connection
        if server is None or not lines.has_server_plugin():
            return super().send_MsgPortal2Server(session, **kwargs)
        return server.callRemote(ToServer, packed_data=amp.dumps((session.sessid, kwargs)))


def start_plugin_services(portal: Any) -> None:
    """Evennia calls this before anything listens."""
    private.close()
    reactor.callWhenRunning(hasten_listeners, reactor)
