"""Makes the Portal hang up on the Server's website when the browser has hung up on the Portal.

browser ──► Portal ──► Server         a page
browser ✗   Portal ──► Server         Twisted's proxy goes on, and ends the request at its end:
                                      «Request.finish called … after its connection was lost»

Evennia forwards requests through that proxy. A browser that left before its page was complete, as
phones often do, caused a traceback in portal.log, and the rest of the file was still sent.

While the Server reloads, Twisted's proxy answers 501, «not implemented»; this one answers 503 with
the seconds after which to try again.
"""

from __future__ import annotations

from typing import Any

from evennia.server.webserver import EvenniaReverseProxyResource
from twisted.web.proxy import ProxyClientFactory


class HangingUp(ProxyClientFactory):
    """A request to the Server that ends when the browser's request does."""

    _is_gone = False
    _client: Any = None

    def __init__(self, *request: Any) -> None:
        super().__init__(*request)
        self.father.notifyFinish().addErrback(self._hang_up)

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802  Twisted's name
        """Return the Server's end, which sends nothing to a browser that is gone."""
        self._client = super().buildProtocol(addr)
        self._client._finished = self._is_gone
        return self._client

    def clientConnectionFailed(self, connector: Any, reason: Any) -> None:  # noqa: N802
        """Tell the browser, if it is still there, to try again while the Server reloads."""
        if self._is_gone:
            return
        answer = b"The game is being restarted. Please try again in a moment.\n"
        self.father.setResponseCode(503, b"Service Unavailable")
        for name, value in (
            (b"Content-Type", b"text/plain; charset=utf-8"),
            (b"Content-Length", b"%d" % len(answer)),
            (b"Retry-After", b"2"),
            (b"Cache-Control", b"no-store"),
        ):
            self.father.setHeader(name, value)
        self.father.write(answer)
        self.father.finish()

    def _hang_up(self, reason: Any) -> None:
        self._is_gone = True
        if self._client is not None:
            self._client._finished = True
            if self._client.transport is not None:
                self._client.transport.abortConnection()


def install() -> None:
    """Make Evennia's proxy use this class."""
    EvenniaReverseProxyResource.proxyClientFactoryClass = HangingUp
