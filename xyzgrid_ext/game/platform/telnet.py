"""Telnet that passes a client's width on when it changes, and only widths that make sense.

    client ── IAC SB NAWS 0 40 0 24 IAC SE ──► flags of the Portal ──► flags of the Server

Evennia tells the Server of a new size only where the message came alone, and 5.0.1 before it has
read it: then a width counts one change too late. The commands of Evennia also fail at a width of 0.
"""

from __future__ import annotations

from evennia.server.portal.telnet import TelnetProtocol

from xyzgrid_ext.game.screens import clamped


class SizedTelnet(TelnetProtocol):
    """Evennia's protocol, with the size of the screen as it is."""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802  Twisted's name
        """Take in what the client sends; where its width has changed by it, tell the Server."""
        before = self._width()
        super().dataReceived(data)
        told = self._width()
        if told is None or told == before:
            return
        self.protocol_flags["SCREENWIDTH"][0] = clamped(told)
        if self.handshakes <= 0:  # until then the end of the handshakes tells the Server
            self.sessionhandler.sync(self)

    def _width(self) -> int | None:
        """What the client told last, before it is clamped the first time; None before it can."""
        width = self.protocol_flags.get("SCREENWIDTH", {}).get(0)
        return None if width is None else int(width)
