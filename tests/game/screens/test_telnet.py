"""What a client tells of its screen by telnet."""

from types import SimpleNamespace

import pytest
from evennia.server.portal.naws import Naws
from evennia.server.portal.telnet_oob import GMCP, TelnetOOB
from evennia.server.portal.ttype import TTYPE, Ttype
from twisted.internet.defer import Deferred

from xyzgrid_ext.game.protocols.telnet import SizedTelnet
from xyzgrid_ext.game.text import screens


@pytest.fixture
def passed_on():
    """Return what the Portal passes on of what `telnet` takes in: widths and lines."""
    return []


@pytest.fixture
def telnet(passed_on):
    class Handler:
        def sync(self, session):
            passed_on.append(session.protocol_flags["SCREENWIDTH"][0])

        def data_in(self, session, text):
            passed_on.append(text)

        get = staticmethod({}.get)  # who waits in the queue of connections is not there yet

    telnet = SizedTelnet()
    telnet.sessionhandler, telnet.sessid, telnet.handshakes = Handler(), 1, 0
    telnet.line_buffer = b""
    telnet.protocol_flags = {"SCREENWIDTH": {0: 78}, "AUTORESIZE": True}
    telnet.naws = SimpleNamespace(
        negotiate_sizes=lambda options: Naws.negotiate_sizes(telnet.naws, options),
        protocol=lambda: telnet,
    )
    telnet.protocol_flags["SCREENHEIGHT"] = {0: 24}
    telnet.negotiationMap[b"\x1f"] = telnet.resized
    return telnet


def test_a_width_told_by_telnet_is_passed_on_before_what_is_typed_then(telnet, passed_on):
    telnet.dataReceived(b"\xff\xfa\x1f\0\x3c\0\x18\xff\xf0look\r\n")
    telnet.dataReceived(b"\xff\xfa\x1f\0\1\0\x18\xff\xf0map\r\n")
    assert passed_on == [60, b"look\n", 40, b"map\n"]


def test_a_client_that_tells_its_width_while_it_waits_to_be_let_in_is_not_cut_off(
    telnet, passed_on
):
    telnet.dataReceived(b"\xff\xfa\x1f\0\x3c\0\x18\xff\xf0")
    assert passed_on == [60]


def test_a_client_that_sends_a_message_too_deep_to_be_read_is_not_cut_off(telnet, passed_on):
    telnet.negotiationMap[GMCP] = lambda options: TelnetOOB.decode_gmcp(None, options)
    telnet.dataReceived(b"\xff\xfa\xc9Xyzgrid.Map " + b"[" * 100_000 + b"]" * 100_000 + b"\xff\xf0")
    telnet.dataReceived(b"look\r\n")
    assert passed_on == [b"look\n"]


@pytest.fixture
def terminal(telnet, monkeypatch):
    """Return a function: what a client tells of itself -> the flags of its session, as kept."""
    monkeypatch.setattr(telnet, "do", lambda option: Deferred())
    monkeypatch.setattr(telnet, "requestNegotiation", lambda *asked: None)
    monkeypatch.setattr(telnet, "handshake_done", lambda: None)
    telnet.protocol_flags["NOGOAHEAD"] = True

    def described(*told):
        telnet.ttype = Ttype(telnet)
        telnet.negotiationMap[TTYPE] = telnet.described
        telnet.ttype.will_ttype(None)
        for one in told:
            telnet.dataReceived(b"\xff\xfa\x18\0" + one.encode() + b"\xff\xf0")
        assert telnet.protocol_flags["TTYPE"] is True
        return telnet.protocol_flags

    return described


@pytest.mark.parametrize(
    ("told", "coloured"),
    [
        (("XTERM", "XTERM", "MTTS 6"), False),
        (("MUDLET", "DUMB", "MTTS 0"), False),
        (("VIP MUD", "ANSI", "MTTS 64"), False),
        (("DUMB", "DUMB", "DUMB"), False),
        (("TINTIN", "XTERM", "MTTS 137"), True),
        (("MUDLET", "ANSI-TRUECOLOR", "MTTS 256"), True),
        (("XTERM", "XTERM", "XTERM"), True),
        (("CLIENT", "ANSI", "MTTS"), True),
        (("CLIENT", "ANSI", "MTTS many"), True),
    ],
)
def test_a_client_that_says_it_has_no_colour_gets_none(terminal, client, told, coloured):
    flags = terminal(*told)
    client.session.protocol_flags.update(flags)
    assert screens.screen_of(client.character).plain is not coloured
    assert any(flags.get(name) for name in ("ANSI", "XTERM256", "TRUECOLOR")) is coloured


def test_a_client_keeps_the_colours_that_it_says_it_has(terminal):
    flags = terminal("XTERM", "XTERM", "MTTS 1")
    assert flags["ANSI"]
    assert flags["XTERM256"]  # by its name, as Evennia has it
