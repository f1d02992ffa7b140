"""The website behind a proxy, its port, and files that are private."""

import os
import socket
import stat
from contextlib import closing
from types import SimpleNamespace

import pytest
from evennia.server.webserver import WSGIWebServer
from twisted.application.service import MultiService
from twisted.internet import reactor
from twisted.internet.error import ConnectionLost
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure
from twisted.web.server import Site
from twisted.web.test.requesthelper import DummyRequest

from xyzgrid_ext.parts.tuning import file_permissions
from xyzgrid_ext.parts.tuning import server as plugin
from xyzgrid_ext.parts.tuning.portal import HangUpClientFactory


@pytest.fixture
def asked():
    """Return what a browser asks, and the Portal's request to the Server for it."""
    browser = DummyRequest([b""])
    return browser, HangUpClientFactory(b"GET", b"/", b"HTTP/1.1", {}, b"", browser)


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


class Pool:
    """Stands for the threads that answer pages."""

    started = False

    def start(self):
        self.started = True

    def stop(self):
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


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def game(tmp_path, monkeypatch):
    """Return a game dir as Evennia leaves it, and put the umask back afterwards."""
    folder = tmp_path / "game"
    (folder / "server" / "logs").mkdir(parents=True)
    files = ["evennia.db3", "evennia.db3-wal", "logs/server.log", "logs/portal.log.2026_01_01"]
    for name in files:
        (folder / "server" / name).touch()
        (folder / "server" / name).chmod(0o644)
    (folder / "server" / "logs").chmod(0o755)
    name = str(folder / "server" / "evennia.db3")
    engine = {"ENGINE": "django.db.backends.sqlite3", "NAME": name}
    settings = SimpleNamespace(
        GAME_DIR=str(folder), LOG_DIR=str(folder / "server" / "logs"), DATABASES={"default": engine}
    )
    monkeypatch.setattr(file_permissions, "settings", settings)
    before = os.umask(0o022)
    yield folder / "server"
    os.umask(before)


def test_others_read_neither_database_nor_logs_even_of_what_is_made_later(game):
    assert len(file_permissions.open_paths()) == 5
    file_permissions.close_files_to_others()
    assert file_permissions.open_paths() == []
    for name in ("evennia.db3", "evennia.db3-wal", "logs/server.log"):
        assert mode(game / name) == 0o640, "what the group may do stays"
    assert mode(game / "logs") == 0o750
    file_permissions.close_files_to_others()
    (game / "logs" / "http.log").touch()
    assert mode(game / "logs" / "http.log") == 0o640


def test_what_belongs_to_somebody_else_is_left_alone(game, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    file_permissions.close_files_to_others()
    assert mode(game / "evennia.db3") == 0o644


@pytest.mark.django_db
def test_the_doctor_names_what_is_open(game, run):
    assert "evennia.db3" in run("doctor")[1]
    file_permissions.close_files_to_others()
    (line,) = [line for line in run("doctor")[1].splitlines() if "open to everybody" in line]
    assert line.split()[-1] == "nothing"
