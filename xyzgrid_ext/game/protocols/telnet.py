"""Telnet that takes a client at its word: how wide it is, and that it has no colours.

    client ── IAC SB NAWS 0 40 0 24 IAC SE ──────► flags of the Portal ──► flags of the Server
           ── IAC SB TTYPE IS MTTS 6 IAC SE ─────►

`clients.wire.Telnet` is one, and what TELNET_PROTOCOL_CLASS names.

Evennia tells the Server of a new size only where the message came alone, and 5.0.1 before it has
read it: then a width counts one change too late. If such a message comes alone while its client
waits in the queue of connections, Evennia fails, and the client is cut off. The commands of Evennia
also fail at a width of 0.

Whoever knows TTYPE has colours, says Evennia, and MTTS only adds to that.
"""

from __future__ import annotations

from evennia.server.portal.naws import NAWS
from evennia.server.portal.telnet import TelnetProtocol
from evennia.server.portal.ttype import TTYPE
from evennia.utils import logger

from xyzgrid_ext.game.text.screens import clamped

_COLOURS = {"ANSI": 1, "XTERM256": 8, "TRUECOLOR": 256}  # and their bits in MTTS
_LAST = 3  # of what a client tells of its kind: name, terminal, MTTS or the terminal once more


class SizedTelnet(TelnetProtocol):
    """Evennia's protocol, with the screen as it is."""

    def connectionMade(self) -> None:  # noqa: N802  Twisted's name
        """Somebody connects: listen to what they tell of their screen."""
        super().connectionMade()
        self.negotiationMap[NAWS] = self.resized
        self.negotiationMap[TTYPE] = self.described

    def dataReceived(self, data: bytes) -> None:  # noqa: N802  Twisted's name
        """Take in what the client sends, without Evennia's own look at what may be a size.

        Lists within lists within lists are malformed as well, where they are too deep to be read.
        """
        try:
            super(TelnetProtocol, self).dataReceived(data)
        except (ValueError, RecursionError) as err:
            logger.log_err(f"Malformed telnet input: {err}")

    def resized(self, options: list[bytes]) -> None:
        """The client tells its size: let the Server know before it gets what was typed then."""
        self.naws.negotiate_sizes(options)
        widths = self.protocol_flags["SCREENWIDTH"]
        widths[0] = clamped(widths[0])
        if self.handshakes <= 0:  # until then the end of the handshakes tells the Server
            self.sessionhandler.sync(self)

    def described(self, options: list[bytes]) -> None:
        """The client tells of what kind it is: the colours that it does not have, it has not."""
        if self.ttype.ttype_step == _LAST and _is_colourless(b"".join(options)):
            self.protocol_flags.update(dict.fromkeys(_COLOURS, False))
        self.ttype.will_ttype(options)


def _is_colourless(told: bytes) -> bool:
    """Whether a client says that it shows no colours: by MTTS, or as a terminal that is dumb."""
    words = told.lstrip(b"\0").upper().split()
    match words:
        case [b"DUMB"]:
            return True
        case [b"MTTS", bits] if bits.isdigit():
            return not int(bits) & sum(_COLOURS.values())
    return False
