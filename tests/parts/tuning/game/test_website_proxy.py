"""What the Portal hands on to the Server's website ends when the browser hangs up."""

import pytest
from twisted.internet.error import ConnectionLost
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure
from twisted.web.test.requesthelper import DummyRequest

from xyzgrid_ext.parts.tuning.portal import HangingUp


@pytest.fixture
def asked():
    """Return what a browser asks, and the Portal's request to the Server for it."""
    browser = DummyRequest([b""])
    return browser, HangingUp(b"GET", b"/", b"HTTP/1.1", {}, b"", browser)


def connected(request):
    server = request.buildProtocol(None)
    server.makeConnection(StringTransport())
    server.dataReceived(b"HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\n")
    return server


def test_a_page_is_handed_on_whole(asked):
    browser, request = asked
    connected(request).dataReceived(b"page")
    assert browser.written == [b"page"]
    assert browser.finished == 1


@pytest.mark.parametrize("is_early", [True, False])
def test_a_browser_that_hangs_up_ends_the_request_to_the_server(asked, is_early):
    browser, request = asked
    gone = Failure(ConnectionLost())
    if is_early:
        browser.processingFailed(gone)
    server = connected(request)
    if not is_early:
        browser.processingFailed(gone)
        assert server.transport.disconnected
    server.dataReceived(b"page")
    assert browser.finished == 0


def test_while_no_server_answers_a_browser_is_told_when_to_ask_again(asked):
    browser, request = asked
    request.clientConnectionFailed(None, Failure(ConnectionLost()))
    assert browser.responseCode == 503
    assert browser.responseHeaders.getRawHeaders(b"retry-after") == [b"2"]
    assert browser.finished == 1
