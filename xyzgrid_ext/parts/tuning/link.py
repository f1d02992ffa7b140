r"""The wire between Portal and Server, which a burst of messages does not cut.

Evennia mistakes incoming data for HTTP and hangs up if it does not begin with a NUL and the last
read ended with two NULs. A read can end like that in the middle of a message:

    ... \0\0 | \0 ┆ \x04 _ a s k ...      ┆ here a read ends, its last two bytes are NUL
        end      length of the next key

The first byte of a connection shows its protocol, so it is checked only once.

In Evennia the other end acknowledges each line of a player and each text for one, three times per
step, though nothing waits for that. The package's messages avoid that:

    Portal  ──line──►  Server         Evennia    ◄── done, done ──►
            ◄──text──                 ours       nothing
            ◄──map───

Evennia compresses each message. Messages are short, and the memory that zlib clears first takes
longer than everything else: 60 µs for each of the three messages of a step. Ours are stored
uncompressed in zlib's format, which any other end can read.
"""

from __future__ import annotations

import os
import socket
import zlib
from typing import Any

from evennia.server.portal import amp
from evennia.server.portal.amp import AMPMultiConnectionProtocol
from twisted.internet import interfaces
from twisted.python.runtime import platformType

NUL = b"\0"
_SHORT = 8192  # bytes


class Stored(amp.Compressed):
    """Evennia's argument, left uncompressed if it is short."""

    def toString(self, inObject: bytes) -> bytes:  # noqa: N802, N803 - Twisted's names
        """Return the bytes of a message in zlib's format."""
        if len(inObject) > _SHORT:
            return bytes(super().toString(inObject))
        writer = zlib.compressobj(level=0, wbits=9, memLevel=1)  # with the least memory
        return writer.compress(inObject) + writer.flush()


class ToPortal(amp.MsgServer2Portal):
    """The message to the Portal, without an acknowledgement."""

    commandName = b"MsgServer2Portal"  # noqa: N815 - Twisted's name
    arguments = ((b"packed_data", Stored()),)
    requiresAnswer = False  # noqa: N815


class ToServer(amp.MsgPortal2Server):
    """The message to the Server, without an acknowledgement."""

    commandName = b"MsgPortal2Server"  # noqa: N815
    arguments = ((b"packed_data", Stored()),)
    requiresAnswer = False  # noqa: N815


class SteadyLink(AMPMultiConnectionProtocol):
    """Evennia's protocol, except that it checks only once which protocol a connection uses."""

    multibatches: int
    _spoken = False

    def dataReceived(self, data: bytes) -> object:  # noqa: N802 - Twisted's name
        """Handle incoming data, which may begin and end anywhere."""
        if self._spoken:
            # to Evennia: a message is under way, and this is more of it
            self.multibatches = max(1, self.multibatches)
        elif data[:1] == NUL:
            self._spoken = True
        return super().dataReceived(data)

    def _commandReceived(self, box: Any) -> None:  # noqa: N802
        """Handle a message; if it has no acknowledgement, only log a fault."""
        if amp.ASK in box:
            super()._commandReceived(box)
        else:  # Twisted would hang up
            self.dispatchCommand(box).addErrback(self.errback, "a message")


# --- sockets that send at once
#
# By default a socket holds back a small message until the last one is acknowledged, and an idle
# receiver acknowledges only after a while (some 40 ms on Linux). A command in Evennia consists of
# such small messages: Portal to Server, Server to Portal, Portal to player.
#
# A listening socket passes the option on to every connection that it accepts.


def hasten_listeners(reactor: Any) -> int:
    """Make connections to listening sockets of this process send immediately.

    Returns the number of listening sockets; 0 if the reactor does not list them (Windows).
    """
    if platformType != "posix" or not interfaces.IReactorFDSet.providedBy(reactor):
        return 0
    readers = reactor.getReaders()
    ports = [reader for reader in readers if interfaces.IListeningPort.providedBy(reader)]
    return sum(_hasten(port.fileno()) for port in ports)


def _hasten(descriptor: int) -> bool:
    """Set the option on the socket of a descriptor, if it uses TCP."""
    with socket.socket(fileno=os.dup(descriptor)) as listener:
        if listener.family not in (socket.AF_INET, socket.AF_INET6):
            return False
        if listener.type != socket.SOCK_STREAM:
            return False
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return True
