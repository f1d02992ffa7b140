"""Telnet that respects a client's reports of its screen.

    client ── IAC SB NAWS 0 40 0 24 IAC SE ──────► flags of the Portal ──► flags of the Server
           ── IAC SB TTYPE IS MTTS 6 IAC SE ─────►

`protocols.wire.Telnet` is such a class, for TELNET_PROTOCOL_CLASS.

Evennia reports a new size to the Server only if the message came alone, and 5.0.1 does so before
reading it, so that a width takes effect one change too late. If such a message comes while its
client waits in the queue of connections, Evennia fails, and the client is cut off. Evennia's
commands also fail at a width of 0.

Evennia assumes that a client with TTYPE has colours, and uses MTTS only to add more.
"""

from __future__ import annotations

from evennia.server.portal.naws import NAWS
from evennia.server.portal.telnet import TelnetProtocol
from evennia.server.portal.ttype import TTYPE
from evennia.utils import logger
from evennia.utils.utils import to_bytes

from xyzgrid_ext.game.text.screens import usable_width

_COLOURS = {"ANSI": 1, "XTERM256": 8, "TRUECOLOR": 256}  # and their bits in MTTS
_READABLE = {b"\x1b[1m\x1b[37m": b"\x1b[39;1m", b"\x1b[1m\x1b[30m": b"\x1b[22;39;2m"}
"""In place of Evennia's white and dark grey: bold, and faint, in the screen's own colour.

White cannot be read on white, nor dark grey on black, where it is drawn as black.
"""
_LAST = 3  # answers about a client's type: name, terminal, MTTS or the terminal again


class SizedTelnet(TelnetProtocol):
    """Evennia's telnet protocol with the true size and colours of the screen."""

    def connectionMade(self) -> None:  # noqa: N802  Twisted's name
        """Set up a new connection to listen for reports about the screen."""
        super().connectionMade()
        self.negotiationMap[NAWS] = self.take_size
        self.negotiationMap[TTYPE] = self.take_type

    def sendLine(self, line: str | bytes) -> None:  # noqa: N802  Twisted's name
        """Send a line whose white and grey can be read on light and dark screens."""
        data: bytes = to_bytes(line, self)
        for colour, readable in _READABLE.items():
            data = data.replace(colour, readable)
        super().sendLine(data)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802  Twisted's name
        """Handle incoming data without Evennia's own check for size messages.

        Lists that are nested too deeply count as malformed.
        """
        try:
            super(TelnetProtocol, self).dataReceived(data)
        except (ValueError, RecursionError) as err:
            logger.log_err(f"Malformed telnet input: {err}")

    def take_size(self, options: list[bytes]) -> None:
        """Take the data of NAWS: tell the Server the client's new size before any later input."""
        self.naws.negotiate_sizes(options)
        widths = self.protocol_flags["SCREENWIDTH"]
        widths[0] = usable_width(widths[0])
        if self.handshakes <= 0:  # until then the end of the handshakes tells the Server
            self.sessionhandler.sync(self)

    def take_type(self, options: list[bytes]) -> None:
        """Take the data of TTYPE, by which a client tells its name, and whether it has colours."""
        if self.ttype.ttype_step == _LAST and _is_colourless(b"".join(options)):
            self.protocol_flags.update(dict.fromkeys(_COLOURS, False))
        self.ttype.will_ttype(options)


def _is_colourless(report: bytes) -> bool:
    """Whether a client reports no colours: by MTTS, or as a dumb terminal."""
    words = report.lstrip(b"\0").upper().split()
    match words:
        case [b"DUMB"]:
            return True
        case [b"MTTS", bits] if bits.isdigit():
            return not int(bits) & sum(_COLOURS.values())
    return False
