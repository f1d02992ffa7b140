"""Makes the website wait at a reload for its port, which the old Server may still hold.

    Server before   stops ── threads of pages end ────────── process ends, port closed
    Server after             starts ── port in use: waits ·············· listens

The Portal starts the next Server as soon as the link to the old one is gone. If the new one is
ready before the port is free, Evennia's Server ends with `Address already in use`, and players stay
at «Server restart initiated» for ever. The faster a Server starts, the likelier that is.
"""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from evennia.server.webserver import WSGIWebServer
from evennia.utils import logger
from twisted.application.internet import TCPServer
from twisted.internet.error import CannotListenError

_AGAIN = 0.1  # seconds between two tries
_PATIENCE = 60.0  # seconds after which the game goes on without a website, as Evennia's does


def wait_for_ports(services: Iterable[Any], clock: Any, listening: Callable[[], object]) -> None:
    """Make the website's services wait until their ports are free.

    Call this before they start. `clock` has `callLater`; `listening` is called without arguments
    once one listens.
    """
    for service in services:
        if isinstance(service, WSGIWebServer):
            service.privilegedStartService = _nothing  # it listens when it starts
            service.startService = partial(_start, service, clock, listening, time.monotonic())


def _nothing() -> None:
    """Do nothing, since a port above 1024 needs no privilege."""


def _start(service: Any, clock: Any, listening: Callable[[], object], began: float) -> None:
    """Listen and start, now or later."""
    try:
        TCPServer.privilegedStartService(service)
    except CannotListenError as err:
        if err.socketError.errno != errno.EADDRINUSE:
            raise
        if time.monotonic() - began > _PATIENCE:
            logger.log_err(f"The website did not start: {err}")
            return
        clock.callLater(_AGAIN, _start, service, clock, listening, began)
    else:
        type(service).startService(service)
        listening()
