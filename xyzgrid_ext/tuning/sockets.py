"""Sockets that send immediately.

By default a socket holds back a small message until the last one is acknowledged, and an idle
receiver acknowledges only after a while (some 40 ms on Linux). A command in Evennia consists of
such small messages: Portal to Server, Server to Portal, Portal to player.

A listening socket passes the option on to every connection that it accepts.
"""

from __future__ import annotations

import os
import socket
from typing import Any

from twisted.internet import interfaces
from twisted.python.runtime import platformType


def hasten_listeners(reactor: Any) -> int:
    """Make connections to listening sockets of this process send immediately.

    Returns the number of listening sockets; 0 if the reactor does not list them (Windows).
    """
    if platformType != "posix" or not interfaces.IReactorFDSet.providedBy(reactor):
        return 0
    ports = [one for one in reactor.getReaders() if interfaces.IListeningPort.providedBy(one)]
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
