"""Draws boards in one place of a telnet screen, and takes single keys: the Portal's part.

    top      the board, written anew at each frame        ESC 7, ESC [1;1H ..., ESC 8
    below    texts, in a region that scrolls by itself    ESC [n;m r

    lines ── WILL ECHO, LINEMODE without EDIT ──► keys ── ":" ──► a line, echoed here
      ▲                                            │ ▲                      │
      └───── WONT ECHO, LINEMODE with EDIT ◄───────┘ └──────── ENTER ───────┘
             stop, reload, disconnect

A client that refuses the server's echo continues to send lines, but its board still stays in place.
`in_place` is the Server's part, and starts it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from evennia.server.portal.mccp import mccp_compress
from evennia.server.portal.mxp import mxp_parse
from evennia.utils import ansi
from evennia.utils.utils import to_bytes
from twisted.conch.telnet import (
    ECHO,
    IAC,
    LINEMODE,
    LINEMODE_EDIT,
    LINEMODE_TRAPSIG,
    MODE,
    OptionRefused,
)
from twisted.python.failure import Failure

from xyzgrid_ext.game.protocols.telnet import SizedTelnet

_FLAG = "XYZGRID_SCREEN"
"""A session flag that says that the Portal can draw in place."""
_KEY = re.compile(rb"\x1b[\[O]([A-D])|(.)", re.DOTALL)
_ARROWS = {b"A": "up", b"B": "down", b"C": "right", b"D": "left"}
_ENTER, _ERASE, _LEAVE = b"\r\n", b"\x08\x7f", b"q\x03\x04"
_LINE = b":"
_LONGEST = 2000  # bytes of a line that is typed among keys


class InPlaceTelnet(SizedTelnet):
    """Evennia's telnet protocol with a part of the screen for a board."""

    _rows = 0
    _has_asked = False
    _takes_keys = False
    _typed: bytes | None = None
    """The line being typed in key mode; None if there is none."""

    def connectionMade(self) -> None:  # noqa: N802  Twisted's name
        """Tell the Server, on a new connection, that it may send frames in place."""
        super().connectionMade()
        self.protocol_flags[_FLAG] = True

    def send_xyzgrid_screen(self, *args: object, rows: Iterable[str] = (), **frame: object) -> None:
        """Draw the `rows` of a board in place; without rows, release the screen."""
        if rows:
            self._draw([str(row) for row in rows])
        else:
            self.release_screen()

    def release_screen(self) -> None:
        """Let the whole screen scroll again, and the client send lines in place of single keys."""
        if self._rows:
            self._rows, self._has_asked = 0, False
            self._put(f"\x1b[r\x1b[{self._height};1H\r\n")
        if self._takes_keys:
            self._takes_keys, self._typed = False, None
            self.wont(ECHO).addErrback(_ignore)
            self._edits(LINEMODE_EDIT, LINEMODE_TRAPSIG)

    def disconnect(self, reason: str = "") -> None:
        """Restore the terminal to its former state."""
        self.release_screen()
        super().disconnect(reason)

    def applicationDataReceived(self, data: bytes) -> None:  # noqa: N802  Twisted's name
        """Handle incoming lines, or single keys in key mode."""
        if not self._takes_keys:
            super().applicationDataReceived(data)
            return
        for arrow, key in _KEY.findall(data):
            if self._typed is not None:
                self._type(key)
            elif arrow:
                self.data_in(xyzgrid_key=([_ARROWS[arrow]], {}))
            else:
                self._press(key)

    # ---

    @property
    def _height(self) -> int:
        return int(self.protocol_flags["SCREENHEIGHT"][0])

    def _draw(self, rows: list[str]) -> None:
        if len(rows) != self._rows:
            # the region's borders move the cursor, which belongs to the bottom of the region
            clear = "" if self._rows else "\x1b[2J"
            self._put(f"{clear}\x1b[{len(rows) + 1};{self._height}r\x1b[{self._height};1H")
            self._rows = len(rows)
        flags = self.protocol_flags
        colours = ansi.parse_ansi(
            "\n".join(rows) + "|n",
            strip_ansi=bool(flags.get("NOCOLOR") or not flags.get("ANSI", True)),
            xterm256=bool(flags.get("XTERM256")),
        )
        if flags.get("MXP"):
            colours = mxp_parse(colours)
        lines = (f"\x1b[{n};1H{row}\x1b[K" for n, row in enumerate(colours.split("\n"), 1))
        self._put(f"\x1b7{''.join(lines)}\x1b8")
        if not self._takes_keys and not self._has_asked:
            self._has_asked = True
            self.will(ECHO).addCallbacks(self._agreed, self._not_agreed)

    def _agreed(self, result: object) -> None:
        """Switch to key mode: the client lets us echo and can send each key at once."""
        self._takes_keys = True
        if self._rows:
            self._edits()
        else:  # the game has ended meanwhile
            self.release_screen()

    def _not_agreed(self, failure: Failure) -> None:
        """Keep line mode: the client refuses, or has not answered our last WONT yet."""
        self._has_asked = failure.check(OptionRefused) is not None

    def _edits(self, *modes: str | bytes) -> None:
        """Tell a LINEMODE client which parts of line editing it should do itself."""
        if self.getOptionState(LINEMODE).him.state == "yes":
            bits = sum(ord(mode) for mode in modes)
            self.requestNegotiation(LINEMODE, MODE + bytes([bits]))

    def _press(self, key: bytes) -> None:
        if key == _LINE:
            self._typed = b""
            self._put("\r\n: ")
        elif key in _ENTER:
            self.data_in(text=b"\n")
        elif key in _LEAVE:
            self.data_in(text=b"stop\n")
        elif key >= b" ":
            self.data_in(xyzgrid_key=([key.decode("latin-1")], {}))

    def _type(self, key: bytes) -> None:
        typed = self._typed or b""
        if key in _ENTER and key:
            self._typed = None
            self._put("\r\n")
            self.data_in(text=typed + b"\n")
        elif key in _ERASE and key:
            if typed:
                self._typed = typed[:-1]
                self._put("\x08 \x08")
        elif key >= b" " and len(typed) < _LONGEST:
            self._typed = typed + key
            self.transport.write(mccp_compress(self, key.replace(IAC, IAC + IAC)))

    def _put(self, text: str) -> None:
        data: bytes = to_bytes(text, self)
        self.transport.write(mccp_compress(self, data.replace(IAC, IAC + IAC)))


def _ignore(failure: object) -> None:
    """Ignore that the client prefers to send lines, or is gone."""
