"""What the Portal gets: sockets that send at once, and a link that a burst does not cut.

    PORTAL_SERVICES_PLUGIN_MODULES += ["xyzgrid_ext.game.platform.portal"]
    AMP_SERVER_PROTOCOL_CLASS = "xyzgrid_ext.game.platform.portal.PortalLink"

Each line works without the other.
"""

from __future__ import annotations

from typing import Any

from evennia.server.portal.amp_server import AMPServerProtocol
from twisted.internet import reactor

from xyzgrid_ext.game.platform.link import SteadyLink
from xyzgrid_ext.game.platform.sockets import hasten_listeners


class PortalLink(SteadyLink, AMPServerProtocol):
    """The Portal's end."""


def start_plugin_services(portal: Any) -> None:
    """Evennia calls this before anything listens."""
    reactor.callWhenRunning(hasten_listeners, reactor)
