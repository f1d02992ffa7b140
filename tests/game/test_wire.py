"""What the Portal writes: names with their capitals, and each protocol its own messages."""

import json
from types import SimpleNamespace

import pytest
from evennia.server.portal import mxp
from evennia.server.portal.telnet_oob import GMCP, MSDP, TelnetOOB
from twisted.conch.telnet import IAC, SB, SE

from xyzgrid_ext.game.protocols import wire


@pytest.fixture
def started():
    """Have Evennia's table as it is when the Portal has started."""
    before = dict(wire.gmcp_names())
    wire.start_plugin_services(None)
    yield
    wire.gmcp_names().clear()
    wire.gmcp_names().update(before)


class Oob(TelnetOOB):
    """Evennia's writer, after a handshake; it takes part in none itself."""

    def __init__(self, msdp, gmcp):
        self.MSDP, self.GMCP = msdp, gmcp


@pytest.fixture
def written(started):
    """Return a function: the protocols of a client, a message -> [(option, what was written)]."""

    def write(protocols, name, /, *args, **kwargs):
        found = []
        client = wire.Telnet()
        client.oob = Oob(MSDP in protocols, GMCP in protocols)
        client.oob.protocol = lambda: client
        client._write = found.append
        client.send_default(name, *args, **kwargs)
        return [(data[2:3], data[3:-2]) for data in found if check(data)]

    def check(data):
        return data[:2] == IAC + SB and data[-2:] == IAC + SE

    return write


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("room_info", b"Room.Info"),
        ("room_updateexits", b"Room.UpdateExits"),
        ("client_map", b"Client.Map"),
        ("xyzgrid_map", b"Xyzgrid.Map"),
        ("xyzgrid_board", b"Xyzgrid.Board"),
    ],
)
def test_messages_have_the_names_that_clients_know(written, name, told):
    """Fails when Evennia keeps its names elsewhere, or makes others of ours."""
    ((option, data),) = written({GMCP}, name, num=1, options={"raw": True})
    assert option == GMCP
    assert data.split(b" ", 1)[0] == told
    assert json.loads(data.split(b" ", 1)[1]) == {"num": 1}


def test_wrong_ways_and_foreign_messages_go_as_each_protocol_has_them(written):
    assert written({GMCP}, "room_wrongdir", "ne") == [(GMCP, b'Room.WrongDir "ne"')]
    assert [option for option, _data in written({GMCP, MSDP}, "room_info", num=1)] == [GMCP]
    assert [option for option, _data in written({GMCP, MSDP}, "ROOM_VNUM", "1")] == [MSDP]
    assert written({MSDP}, "room_info", num=1) == []
    assert written({GMCP}, "ROOM_VNUM", "1") == []
    options = [option for option, _data in written({GMCP, MSDP}, "monitor", "a")]
    assert options == [MSDP, GMCP]


# --- MXP: text is text


@pytest.fixture
def answered():
    """Return a function: what is written to a client that turns MXP on."""

    def answer():
        client, found = wire.Telnet(), []
        client.protocol_flags, client.handshakes = {}, 8
        client.sendLine = client._write = found.append
        client.transport = SimpleNamespace(write=found.append)
        mxp.Mxp.do_mxp(SimpleNamespace(protocol=lambda: client), None)
        return b"".join(found).removeprefix(IAC + SB + mxp.MXP + IAC + SE)

    return answer


def test_client_with_mxp_reads_arrows_as_text_and_its_lock_once(answered, monkeypatch):
    """Either `<` is escaped, or the client is told once that text holds no tags."""
    is_escaped = mxp.mxp_parse("<") != "<"
    assert answered() == (b"" if is_escaped else b"\x1b[7z")
    monkeypatch.setattr(mxp, "MXP_LOCK_LOCKED", b"\x1b[7z", raising=False)
    monkeypatch.setattr(mxp, "mxp_parse", lambda text: text)
    assert answered() == b""  # this Evennia has the name alone, so that ours would be seen
    monkeypatch.setattr(mxp, "mxp_parse", lambda text: text.replace("<", "&lt;"))
    assert answered() == b""


@pytest.mark.parametrize("code", [1006, 1000])
def test_the_server_is_told_of_every_websocket_that_has_closed(code, monkeypatch):
    left = []
    client = wire.WebSocket()
    client.sessionhandler = SimpleNamespace(disconnect=left.append)
    monkeypatch.setattr(client, "disconnect", lambda reason: left.append(client))
    client.onClose(False, code, None)
    assert left == [client]


def test_a_websocket_that_broke_before_it_was_open_is_nobodys():
    wire.WebSocket().onClose(False, 1006, None)
