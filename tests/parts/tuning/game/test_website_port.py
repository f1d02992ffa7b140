"""The website waits for a port that the Server before a reload has not let go of yet."""

import socket
from contextlib import closing

import pytest
from evennia.server.webserver import WSGIWebServer
from twisted.application.service import MultiService
from twisted.internet import reactor
from twisted.internet.task import Clock
from twisted.web.server import Site

from xyzgrid_ext.parts.tuning import server as plugin


class Pool:
    """Stands for the threads that answer pages."""

    started = False

    def start(self):
        """Now."""
        self.started = True

    def stop(self):
        """Now."""
        self.started = False


@pytest.fixture
def taken():
    """Return a socket that listens at a free port of this machine."""
    with closing(socket.create_server(("127.0.0.1", 0))) as one:
        yield one


@pytest.fixture
def server(taken, monkeypatch):
    """Return services with a website at the port that is taken, a clock, and what listened."""
    monkeypatch.setattr(plugin, "_PATIENCE", 60.0)
    services, clock, listened = MultiService(), Clock(), []
    site = WSGIWebServer(Pool(), taken.getsockname()[1], Site(None), interface="127.0.0.1")
    site.setServiceParent(services)
    plugin.wait_for_ports(services, clock, lambda: listened.append(True))
    yield services, site, clock, listened
    services.stopService()
    reactor.iterate()  # closes the port


def test_the_website_waits_for_its_port_and_then_listens(server, taken):
    services, site, clock, listened = server
    services.privilegedStartService()
    services.startService()
    clock.advance(0.1)
    assert not site.pool.started
    assert not listened
    taken.close()
    clock.advance(0.1)
    assert site.pool.started
    assert listened == [True]
    with socket.create_connection(("127.0.0.1", site.args[0]), timeout=5):
        pass
    clock.advance(10)
    assert listened == [True]


def test_the_game_goes_on_without_a_website_whose_port_stays_taken(server, monkeypatch):
    services, site, clock, _listened = server
    told = []
    monkeypatch.setattr(plugin.logger, "log_err", told.append)
    monkeypatch.setattr(plugin, "_PATIENCE", -1.0)
    services.privilegedStartService()
    services.startService()
    assert not clock.getDelayedCalls()
    assert not site.pool.started
    assert "Address already in use" in told[0]
