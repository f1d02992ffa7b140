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

Evennia compresses each message. What is said is short, and the memory that zlib clears before it
begins takes longer than all the rest: a step has three of them, 60 µs each. Ours go as they are, in
zlib's format, which any other end reads.
"""

from __future__ import annotations

import zlib
from typing import Any

from evennia.server.portal import amp
from evennia.server.portal.amp import AMPMultiConnectionProtocol

NUL = b"\0"
_SHORT = 8192  # bytes


class Stored(amp.Compressed):
    """Evennia's argument, that is not compressed while it is short."""

    def toString(self, inObject: bytes) -> bytes:  # noqa: N802, N803 - Twisted's names
        """The bytes of a message, as zlib writes them."""
        if len(inObject) > _SHORT:
            return bytes(super().toString(inObject))
        writer = zlib.compressobj(level=0, wbits=9, memLevel=1)  # with the least memory
        return writer.compress(inObject) + writer.flush()


class ToPortal(amp.MsgServer2Portal):
    """The same message, without an answer."""

    commandName = b"MsgServer2Portal"  # noqa: N815 - Twisted's name
    arguments = ((b"packed_data", Stored()),)
    requiresAnswer = False  # noqa: N815


class ToServer(amp.MsgPortal2Server):
    """The same message, without an answer."""

    commandName = b"MsgPortal2Server"  # noqa: N815
    arguments = ((b"packed_data", Stored()),)
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
