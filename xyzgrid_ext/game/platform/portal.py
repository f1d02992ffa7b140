"""What the Portal gets: sockets that send at once, and a link that a burst does not cut.

    PORTAL_SERVICES_PLUGIN_MODULES += ["xyzgrid_ext.game.platform.portal"]
    AMP_SERVER_PROTOCOL_CLASS = "xyzgrid_ext.game.platform.portal.PortalLink"

Each line works without the other.
"""

from __future__ import annotations

from typing import Any

from evennia.server.portal import amp
from evennia.server.portal.amp_server import AMPServerProtocol
from twisted.internet import reactor

from xyzgrid_ext.game import conf
from xyzgrid_ext.game.platform.link import SteadyLink, ToServer
from xyzgrid_ext.game.platform.sockets import hasten_listeners


class PortalLink(SteadyLink, AMPServerProtocol):
    """The Portal's end."""

    def send_MsgPortal2Server(self, session: Any, **kwargs: Any) -> Any:  # noqa: N802
        """What a player sends: no answer is wanted, if the Server's end is ours as well."""
        server = self.factory.server_connection
        if server is None or not conf.has_server_plugin():
            return super().send_MsgPortal2Server(session, **kwargs)
        return server.callRemote(ToServer, packed_data=amp.dumps((session.sessid, kwargs)))


def start_plugin_services(portal: Any) -> None:
    """Evennia calls this before anything listens."""
    reactor.callWhenRunning(hasten_listeners, reactor)
