"""Telnet that passes a client's width on when it changes, and only widths that make sense.

    client ── IAC SB NAWS 0 40 0 24 IAC SE ──► flags of the Portal ──► flags of the Server

`clients.wire.Telnet` is one, and what TELNET_PROTOCOL_CLASS names.

Evennia tells the Server of a new size only where the message came alone, and 5.0.1 before it has
read it: then a width counts one change too late. If such a message comes alone while its client
waits in the queue of connections, Evennia fails, and the client is cut off. The commands of Evennia
also fail at a width of 0.
"""

from __future__ import annotations

from evennia.server.portal.naws import NAWS
from evennia.server.portal.telnet import TelnetProtocol
from evennia.utils import logger

from xyzgrid_ext.game.screens import clamped


class SizedTelnet(TelnetProtocol):
    """Evennia's protocol, with the size of the screen as it is."""

    def connectionMade(self) -> None:  # noqa: N802  Twisted's name
        """Somebody connects: listen to the sizes that they tell."""
        super().connectionMade()
        self.negotiationMap[NAWS] = self.resized

    def dataReceived(self, data: bytes) -> None:  # noqa: N802  Twisted's name
        """Take in what the client sends, without Evennia's own look at what may be a size."""
        try:
            super(TelnetProtocol, self).dataReceived(data)
        except ValueError as err:
            logger.log_err(f"Malformed telnet input: {err}")

    def resized(self, options: list[bytes]) -> None:
        """The client tells its size: let the Server know before it gets what was typed then."""
        self.naws.negotiate_sizes(options)
        widths = self.protocol_flags["SCREENWIDTH"]
        widths[0] = clamped(widths[0])
        if self.handshakes <= 0:  # until then the end of the handshakes tells the Server
            self.sessionhandler.sync(self)
