"""What a client tells of its screen, that texts fit it, and which lines go together."""

from types import SimpleNamespace

import pytest
from evennia.server.portal.naws import Naws
from evennia.server.portal.telnet_oob import GMCP, TelnetOOB
from evennia.server.portal.ttype import TTYPE, Ttype
from twisted.internet.defer import Deferred

from xyzgrid_ext.game.protocols.telnet import SizedTelnet
from xyzgrid_ext.game.text import screens


@pytest.fixture
def fitted(monkeypatch):
    """Let the players of a test have the sessions of the game dir."""
    from xyzgrid_ext.game.protocols.sessions import FittingSession

    monkeypatch.setattr("evennia.server.serversession.ServerSession", FittingSession)


@pytest.fixture
def client(fitted, make_player):
    """Return an ordinary player whose client told nothing yet."""
    return make_player("Ann")


def _sees(client, text, **flags):
    client.session.protocol_flags.update(flags)
    client.character.msg(text)
    sent = client.sent[-1]["text"]
    return sent if isinstance(sent, str) else sent[0]


@pytest.mark.parametrize(("told", "taken"), [(0, 78), (1, 40), (60, 60), (65535, 200)])
def test_a_silly_width_is_brought_into_bounds(client, told, taken):
    client.session.protocol_flags["SCREENWIDTH"] = {0: told}
    assert screens.width_of(client.session) == taken


def test_a_drawing_fits_the_narrowest_of_several_clients(client, make_player):
    other = make_player("Bob")
    client.session.protocol_flags["SCREENWIDTH"] = {0: 120}
    other.session.protocol_flags["SCREENWIDTH"] = {0: 50}

    class Both:
        class sessions:  # noqa: N801
            @staticmethod
            def all():
                return [client.session, other.session]

    assert screens.client_width(Both) == 50


@pytest.mark.parametrize(
    "flags", [{"SCREENREADER": True}, {"RAW": True}], ids=["read aloud", "raw"]
)
def test_some_clients_get_texts_as_they_are(client, flags):
    text = "word " * 30
    assert _sees(client, text, SCREENWIDTH={0: 40}, **flags) == text


def test_client_that_told_nothing_has_the_default_width_and_browsers_whole_paragraphs(
    client, settings
):
    client.session.protocol_key = "websocket"
    mill = (
        "The mill is older than the town, and nobody has ever seen it stand still,\n"
        "not even in summer.\n"
        "Exits: north"
    )
    flows = mill.replace("still,\n", "still, ")
    assert _sees(client, (mill, {"type": "look"})) == flows
    assert _sees(client, (mill, {"type": "drawing"})) == mill
    assert _sees(client, mill) == mill
    settings.CLIENT_DEFAULT_WIDTH = 66
    client.session.protocol_flags.pop("SCREENWIDTH", None)
    assert screens.client_width(client.character) == 66


@pytest.mark.parametrize(
    ("flags", "seen"),
    [
        ({}, "«café» …"),
        ({"ENCODING": "latin-1"}, "«café» ..."),
        ({"ENCODING": "ascii"}, '"cafe" ...'),
        ({"TTYPE": True, "VT100": True, "ANSI": True}, '"cafe" ...'),
        ({"TTYPE": True, "VT100": True, "UTF-8": True}, "«café» …"),
        ({"ENCODING": "no such encoding"}, "«café» …"),
    ],
)
def test_a_client_gets_the_characters_that_it_has(client, flags, seen):
    assert _sees(client, "«café» …", **flags) == seen


@pytest.mark.parametrize(
    ("flags", "lacks"),
    [
        ({}, False),
        ({"NOCOLOR": True}, True),
        ({"TTYPE": True, "ANSI": False, "XTERM256": False}, True),
        ({"TTYPE": True, "ANSI": True}, False),
    ],
)
def test_a_client_without_colour_is_known(client, flags, lacks):
    client.session.protocol_flags.update(flags)
    assert screens.screen_of(client.character).plain is lacks


@pytest.mark.parametrize("name", ["a|d", 'a"b', "a<b", "a>b", "a&b", "a|ltb", "a\nb"])
def test_a_name_that_would_break_a_link_gets_none(name):
    assert screens.link_markup(f"goto {name}", "there") == "there"


def test_a_quotation_mark_is_no_link():
    assert screens.link_markup("goto (4,4,vale)", '"') == '"'


MAP, ROOM = ("#-|g@|n", {"type": "xymap"}), ("A well.", {"type": "look"})
INFO = {"room_info": ((), {"num": 1})}


@pytest.fixture
def told(client, monkeypatch):
    """Return a function: what is done while the client's line is -> what is sent of it."""

    def tell(action):
        def call(session, **kwargs):
            action(session)

        client.sent.clear()
        monkeypatch.setattr("evennia.SESSION_HANDLER.call_inputfuncs", call)
        client.session.data_in(text="look")
        return client.sent

    return tell


def look(session):
    """Do what a look does."""
    session.msg(**INFO)
    session.msg(MAP, options=None)
    session.msg(ROOM, options=None)


def test_map_goes_together_with_the_room_below_it_or_alone_when_its_line_is_done(told):
    (sent,) = told(look)
    assert sent == {**INFO, "text": ("#-|g@|n\nA well.", {"type": "look"}), "options": None}
    assert told(lambda session: session.msg(MAP)) == [{"text": MAP}]


def test_texts_that_are_no_map_and_maps_for_who_listens_go_one_by_one(told, client):
    client.session.protocol_key = "websocket"
    assert [one["text"] for one in told(look)] == [MAP, ROOM]
    client.session.protocol_key = "telnet"
    client.session.protocol_flags["SCREENREADER"] = True
    assert [one["text"] for one in told(look)] == [MAP, ROOM]
    seen = []

    def talk(session):
        for text in ("one", ROOM):
            session.msg(text)
            seen.append(len(client.sent))

    told(talk)
    assert seen == [1, 2]


def test_what_was_told_is_sent_though_the_line_failed_or_the_client_is_cut_off(told, client):
    def fail(session):
        session.msg(**INFO)
        raise ValueError("odd")

    with pytest.raises(ValueError, match="odd"):
        told(fail)
    assert client.sent == [INFO]

    def cut(session):
        session.msg(**INFO)
        session.at_disconnect()
        assert client.sent == [INFO]

    told(cut)


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
    telnet.negotiationMap[b"\x1f"] = telnet.take_size
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
        telnet.negotiationMap[TTYPE] = telnet.take_type
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
