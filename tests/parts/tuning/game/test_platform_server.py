"""The Server that Evennia starts: its end of the link, its libraries, the times that it notes."""

import contextlib
import sys

import pytest
from evennia.server.amp_client import AMPClientFactory, AMPServerClientProtocol
from twisted.application.service import MultiService
from twisted.internet.address import IPv4Address
from twisted.internet.testing import StringTransport
from twisted.protocols.amp import AmpBox

from xyzgrid_ext.parts.tuning import inflect_import, server, times

# --- the plugins


class EvenniaService(MultiService):
    """As much of Evennia's service as the plugins see."""

    amp_protocol = None

    def get_info_dict(self):
        return {}


@pytest.fixture
def service(monkeypatch):
    """Return the Server as it is before it starts, with Evennia's own link."""
    # this process is no game, and outlives a test
    monkeypatch.setattr(server.file_permissions, "close_files_to_others", lambda: None)
    monkeypatch.setattr(server.command_caches, "keep_prepared_commands", lambda: None)
    from twisted.application.internet import TCPClient

    found = EvenniaService()
    found.amp_service = TCPClient("127.0.0.1", 1, AMPClientFactory(found))
    found.amp_service.setName("ServerAMPClient")
    found.amp_service.setServiceParent(found)
    return found


def test_the_server_gets_our_end_and_keeps_the_name_of_the_service(service, settings):
    settings.AMP_HOST, settings.AMP_PORT = "localhost", 4711
    server.start_plugin_services(service)
    ours = service.getServiceNamed("ServerAMPClient")
    assert ours is service.amp_service
    assert ours.args[:2] == ("localhost", 4711)
    end = ours.args[2].buildProtocol(IPv4Address("TCP", "127.0.0.1", 4711))
    assert service.amp_protocol is end
    assert end.factory is ours.args[2]


@pytest.mark.parametrize("fails", [False, True])
def test_what_is_done_for_a_line_knows_when_it_came_and_nothing_later_does(fails):
    end, seen = server.ServerLink(), []
    end.connectionMade = lambda: None  # it would greet
    end.makeConnection(StringTransport())

    def received(box):
        seen.append(times.current_line.came)
        if fails:
            raise ValueError("odd")

    end.ampBoxReceived = received
    with pytest.raises(ValueError, match="odd") if fails else contextlib.nullcontext():
        end.dataReceived(AmpBox(_ask=b"1", _command=b"nobody knows it").serialize())
    assert seen[0] is not None
    assert times.current_line.came is None


class Wire(StringTransport):
    delays = True

    def setTcpNoDelay(self, enabled):  # noqa: N802 - Twisted's name
        self.delays = not enabled


def test_our_end_sends_at_once_from_the_first_message_on(monkeypatch):
    end, wire = server.ServerLink(), Wire()
    delays = []
    monkeypatch.setattr(
        AMPServerClientProtocol, "connectionMade", lambda self: delays.append(wire.delays)
    )
    end.makeConnection(wire)
    assert delays == [False]


# --- quick start


INFLECT = """
from typeguard import typechecked


class engine:
    @typechecked
    def plural(self, text: str) -> str:
        return f"{text}s"
"""


def test_inflect_is_loaded_without_checks_of_types(tmp_path, monkeypatch):
    (tmp_path / "inflect.py").write_text(INFLECT)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "inflect")
    inflect_import.load_inflect()
    assert (inflect_import.has_checks(), sys.modules["inflect"].engine().plural("door")) == (
        False,
        "doors",
    )
    del sys.modules["inflect"]
    assert inflect_import.has_checks(), "typeguard is as it was"
    inflect_import.load_inflect()
    assert inflect_import.has_checks(), "what is loaded stays"


# --- times


def test_percentiles_and_lateness_are_right(monkeypatch):
    noted = times.Times(number / 1000 for number in range(1, 1001))
    assert noted.count == 1000
    for share in (0.01, 0.5, 0.99, 1.0):
        assert share <= noted.percentile(share) <= share * 1.05
    noted = times.Times()
    monkeypatch.setattr(times, "line_delays", noted)
    moments = iter([0.0, 30.0, 30.1, 30.25])
    watch = server.Watch(lambda: next(moments))
    for _moment in ("it has just started", "in time", "late"):
        watch()
    assert noted.count == 2
    assert 0.05 <= noted.percentile(1.0) <= 0.053
