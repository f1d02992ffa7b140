r"""The wire between Portal and Server, which a burst of messages does not cut.

Evennia takes what arrives for HTTP, and hangs up, if it does not begin with a NUL and the read
before it ended with two of them. A read can end so in the middle of a message:

    ... \0\0 | \0 ┆ \x04 _ a s k ...      ┆ here a read ends, its last two bytes are NUL
        end      length of the next key

From the first byte of a connection on it is clear what is spoken there: it is judged once.

Evennia has each line of a player, and each text for one, answered by the other end, and nobody
waits for these answers; a step takes three of them. What players and the game say goes without:

    Portal  ──line──►  Server         Evennia    ◄── done, done ──►
            ◄──text──                 ours       nothing
            ◄──map───
"""

from __future__ import annotations

from typing import Any

from evennia.server.portal import amp
from evennia.server.portal.amp import AMPMultiConnectionProtocol

NUL = b"\0"


class ToPortal(amp.MsgServer2Portal):
    """The same message, without an answer."""

    commandName = b"MsgServer2Portal"  # noqa: N815 - Twisted's name
    requiresAnswer = False  # noqa: N815


class ToServer(amp.MsgPortal2Server):
    """The same message, without an answer."""

    commandName = b"MsgPortal2Server"  # noqa: N815
    requiresAnswer = False  # noqa: N815


class SteadyLink(AMPMultiConnectionProtocol):
    """Evennia's protocol, that goes on with a connection as it began."""

    multibatches: int
    _spoken = False

    def dataReceived(self, data: bytes) -> Any:  # noqa: N802 - Twisted's name
        """Take in what has arrived; it may begin and end anywhere."""
        if self._spoken:
            # to Evennia: a message is under way, and this is more of it
            self.multibatches = max(1, self.multibatches)
        elif data[:1] == NUL:
            self._spoken = True
        return super().dataReceived(data)

    def _commandReceived(self, box: Any) -> None:  # noqa: N802
        """Do what a message says. Where none waits for an answer, a fault is nothing but logged."""
        if amp.ASK in box:
            super()._commandReceived(box)
        else:  # Twisted would hang up
            self.dispatchCommand(box).addErrback(self.errback, "a message")
