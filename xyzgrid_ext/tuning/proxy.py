"""The Portal hangs up on the Server's website when a browser has hung up on the Portal.

browser ──► Portal ──► Server         a page
browser ✗   Portal ──► Server         Twisted's proxy goes on, and ends the request at its end:
                                      «Request.finish called … after its connection was lost»

Evennia hands requests on by that proxy. A browser that leaves before its page is there, which
phones do all day, cost a traceback in portal.log each time, and a file that nobody gets was sent to
its end.

Of a Server that is being reloaded, Twisted's proxy says 501, «not implemented»; here it is 503,
with the seconds after which to ask again.
"""

from __future__ import annotations

from typing import Any

from evennia.server.webserver import EvenniaReverseProxyResource
from twisted.web.proxy import ProxyClientFactory


class HangingUp(ProxyClientFactory):
    """A request to the Server that ends with the browser's."""

    _is_gone = False
    _client: Any = None

    def __init__(self, *request: Any) -> None:
        super().__init__(*request)
        self.father.notifyFinish().addErrback(self._hang_up)

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802  Twisted's name
        """Return the Server's end; nothing of it is told to a browser that is gone."""
        self._client = super().buildProtocol(addr)
        self._client._finished = self._is_gone
        return self._client

    def clientConnectionFailed(self, connector: Any, reason: Any) -> None:  # noqa: N802
        """Tell the browser, if it is still there, to ask again: the Server is being reloaded."""
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
    """Have Evennia's proxy ask the Server so."""
    EvenniaReverseProxyResource.proxyClientFactoryClass = HangingUp
