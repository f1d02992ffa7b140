"""What Evennia stands on: sockets, the link between Portal and Server, SQLite.

Where something of Evennia's is bettered, a test says what Evennia does without us. When that fails,
Evennia has changed: look whether ours is still needed.
"""

import contextlib
import gc
import inspect
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import inflect
import pytest
from django.db import OperationalError, connections, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper
from evennia.server.amp_client import AMPClientFactory, AMPServerClientProtocol
from evennia.server.portal import amp
from evennia.server.portal.amp_server import AMPServerProtocol
from twisted.application.service import MultiService
from twisted.internet import interfaces
from twisted.internet.address import IPv4Address
from twisted.internet.testing import StringTransport
from twisted.protocols.amp import AmpBox
from zope.interface import implementer

from xyzgrid_ext.tuning import portal, quickstart, server, sockets, sqlite, times

# --- sockets


@implementer(interfaces.IReactorFDSet)
class Reactor:
    """What listens in a process."""

    def __init__(self, *readers):
        self.readers = readers

    def getReaders(self):  # noqa: N802 - Twisted's name
        return list(self.readers)


@implementer(interfaces.IListeningPort)
class Port:
    def __init__(self, listener):
        self.fileno = listener.fileno


def test_what_a_listening_socket_accepts_sends_at_once():
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        assert sockets.hasten_listeners(Reactor(Port(listener))) == 1
        client = stack.enter_context(socket.create_connection(listener.getsockname()))
        accepted = stack.enter_context(listener.accept()[0])
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert not client.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_what_is_no_listening_tcp_socket_is_left_alone():
    with contextlib.ExitStack() as stack:
        pair = [stack.enter_context(one) for one in socket.socketpair()]
        datagrams = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        ports = [Port(pair[0]), Port(datagrams), object()]
        assert sockets.hasten_listeners(Reactor(*ports)) == 0
        assert sockets.hasten_listeners(object()) == 0


# --- the link


def message(number):
    return AmpBox(_ask=b"%d" % number, _command=b"nobody knows it").serialize()


def link(protocol):
    """Return an end of a link, as the Portal makes it, and what it is connected to."""
    end, transport = protocol(), StringTransport()
    end.connectionMade = lambda: None  # it would greet
    end.makeConnection(transport)
    end.received = []
    end.ampBoxReceived = end.received.append
    return end, transport


def two_reads():
    """Two messages, of which a read ends behind the first byte of the second one's length."""
    first, second = message(1), message(2)
    return first + second[:1], second[1:]


@pytest.mark.parametrize("protocol", [AMPServerProtocol, AMPServerClientProtocol])
def test_evennia_takes_a_message_that_was_cut_badly_for_http_and_hangs_up(protocol, capsys):
    end, transport = link(protocol)
    for read in two_reads():
        end.dataReceived(read)
    assert transport.disconnecting
    assert "HTTP received" in capsys.readouterr().out


@pytest.mark.parametrize("protocol", [portal.PortalLink, server.ServerLink])
def test_ours_goes_on_wherever_reads_end(protocol):
    stream = b"".join(map(message, range(5)))
    for size in (1, 2, 3, 7, len(message(0)) + 1, len(stream)):
        end, transport = link(protocol)
        for start in range(0, len(stream), size):
            end.dataReceived(stream[start : start + size])
        assert [box[b"_ask"] for box in end.received] == [b"0", b"1", b"2", b"3", b"4"]
        assert not transport.disconnecting


@pytest.mark.parametrize("protocol", [portal.PortalLink, server.ServerLink])
def test_a_browser_is_still_told_that_it_is_wrong(protocol, capsys):
    end, transport = link(protocol)
    end.dataReceived(b"GET / HTTP/1.1\r\n\r\n")
    assert transport.disconnecting
    assert "HTTP received" in capsys.readouterr().out


SESSION = SimpleNamespace(sessid=7, server_connected=True)


def wired(protocol, **factory):
    """Return an end of a link that is connected, with a factory of these attributes."""
    end, transport = link(protocol)
    del end.ampBoxReceived
    end.factory = SimpleNamespace(broadcasts=[end], **factory)
    return end, transport


def both_ends(client, portal_end):
    """Return both ends, and a function that carries what they have written to the other one."""
    here, there = wired(client), wired(portal_end, launcher_connection=None)
    there[0].factory.server_connection = there[0]

    def carry():
        """Carry once each way; what was written."""
        texts = []
        for (_end, wire), (other, _wire) in ((here, there), (there, here)):
            texts.append(wire.value())
            wire.clear()
            other.dataReceived(texts[-1]) if texts[-1] else None
        return texts

    return here[0], there[0], carry


@pytest.fixture
def heard(monkeypatch):
    """Return what sessions of both ends have got, and are given to."""
    import evennia

    found = []

    class Sessions(dict):
        def data_out(self, session, **kwargs):
            found.append((session, kwargs))
            if "fault" in kwargs:
                raise ValueError("odd")

        data_in = data_out

    sessions = Sessions({7: "Ann"})
    monkeypatch.setattr(evennia, "PORTAL_SESSION_HANDLER", sessions)
    monkeypatch.setattr(evennia, "SERVER_SESSION_HANDLER", sessions)
    return found


def test_evennia_has_every_text_answered(heard):
    here, _there, carry = both_ends(AMPServerClientProtocol, AMPServerProtocol)
    here.send_MsgServer2Portal(SESSION, text="Hello")
    assert all(carry())


@pytest.mark.parametrize("portal_end", [AMPServerProtocol, portal.PortalLink])
def test_our_server_tells_any_portal_without_an_answer(portal_end, heard):
    here, _there, carry = both_ends(server.ServerLink, portal_end)
    here.send_MsgServer2Portal(SESSION, text="Hello")
    here.send_MsgServer2Portal(SESSION, text="x" * 200_000)  # in several parts
    sent, answered = carry()
    assert sent
    assert answered == b""
    assert heard == [("Ann", {"text": "Hello"}), ("Ann", {"text": "x" * 200_000})]


LENGTHS = [0, 1, 500, 8192, 8193, 65_535, 65_536, 200_000]


@pytest.mark.parametrize("length", LENGTHS)
def test_evennias_ends_read_messages_of_ours_of_any_length(length, heard):
    text = "".join(map(chr, range(32, 127))) * (length // 95 + 1)
    here, _there, carry = both_ends(server.ServerLink, AMPServerProtocol)
    here.send_MsgServer2Portal(SESSION, text=text[:length])
    carry()
    assert heard == [("Ann", {"text": text[:length]})]


def test_a_short_message_is_not_compressed_and_a_long_one_is(heard):
    here, _there, carry = both_ends(server.ServerLink, portal.PortalLink)
    here.send_MsgServer2Portal(SESSION, text="x" * 500)
    here.send_MsgServer2Portal(SESSION, text="x" * 100_000)
    sent, _ = carry()
    assert b"x" * 50 in sent
    assert len(sent) < 2000


def test_our_portal_tells_our_server_without_an_answer(heard):
    _here, there, carry = both_ends(server.ServerLink, portal.PortalLink)
    there.send_MsgPortal2Server(SESSION, text="north")
    carry()
    assert carry() == [b"", b""]
    assert heard == [("Ann", {"text": "north"})]


def test_our_portal_has_evennias_server_answer(heard, settings):
    settings.SERVER_SERVICES_PLUGIN_MODULES = []
    _here, there, carry = both_ends(AMPServerClientProtocol, portal.PortalLink)
    there.send_MsgPortal2Server(SESSION, text="north")
    carry()
    assert carry()[0] != b""
    assert heard == [("Ann", {"text": "north"})]


class Waiting:
    """Somebody in Evennia's queue of connections."""

    sessid = 7
    server_connected = False


def let_in(there, somebody):
    """Do what Evennia does with the first in its queue."""
    somebody.server_connected = True
    there.send_AdminPortal2Server(somebody, operation=amp.PCONN, sessiondata={})


def test_what_one_says_while_one_waits_is_heard_when_one_is_let_in(heard, monkeypatch):
    monkeypatch.setattr(
        "evennia.SERVER_SESSION_HANDLER.portal_connect",
        lambda data: heard.append("let in"),
        raising=False,
    )
    _here, there, carry = both_ends(server.ServerLink, portal.PortalLink)
    bob = Waiting()
    there.send_MsgPortal2Server(bob, supports_set=[["Room 1"], {}])
    there.send_MsgPortal2Server(bob, text="look")
    carry()
    assert heard == []
    let_in(there, bob)
    there.send_MsgPortal2Server(bob, text="north")
    carry()
    assert heard == [
        "let in",
        ("Ann", {"supports_set": [["Room 1"], {}]}),
        ("Ann", {"text": "look"}),
        ("Ann", {"text": "north"}),
    ]


def test_who_says_very_much_while_waiting_is_heard_with_the_beginning_of_it(heard, monkeypatch):
    monkeypatch.setattr(
        "evennia.SERVER_SESSION_HANDLER.portal_connect", lambda data: None, raising=False
    )
    _here, there, carry = both_ends(server.ServerLink, portal.PortalLink)
    bob = Waiting()
    for number in range(100):
        there.send_MsgPortal2Server(bob, text=str(number))
    let_in(there, bob)
    carry()
    assert [told["text"] for _who, told in heard] == [str(number) for number in range(32)]


@pytest.fixture
def restarting(heard, monkeypatch):
    """Return the Portal's end, a function that carries, and a player; the Server's end is told."""
    import evennia

    service = SimpleNamespace(
        shutdown=lambda mode: heard.append(f"ends: {mode}"),
        run_init_hooks=lambda mode: heard.append(f"is back: {mode}"),
    )
    monkeypatch.setattr(evennia, "EVENNIA_SERVER_SERVICE", service)
    known = evennia.SERVER_SESSION_HANDLER
    known.all_sessions_portal_sync = lambda: None
    known.portal_sessions_sync = lambda data: heard.append("knows all")
    _here, there, carry = both_ends(server.ServerLink, portal.PortalLink)
    there.factory.portal = SimpleNamespace()
    ann = Waiting()
    ann.server_connected = True
    monkeypatch.setattr(evennia, "PORTAL_SESSION_HANDLER", {7: ann})
    return there, carry, ann


def come_back(there):
    """Do what Evennia does when a Server has connected again."""
    there.factory.server_connection = there
    there.send_AdminPortal2Server(
        amp.DUMMYSESSION, amp.PSYNC, server_restart_mode="reload", sessiondata={}
    )


def test_what_is_said_during_a_reload_is_heard_when_the_server_is_back(restarting, heard):
    there, carry, ann = restarting
    there.send_MsgPortal2Server(ann, text="look")
    there.stop_server("reload")
    there.send_MsgPortal2Server(ann, text="north")
    carry()
    there.factory.server_connection = None
    there.send_MsgPortal2Server(ann, text="say hello")
    carry()
    assert heard == [("Ann", {"text": "look"}), "ends: reload"]
    come_back(there)
    there.send_MsgPortal2Server(ann, text="south")
    carry()
    said = [("Ann", {"text": text}) for text in ("north", "say hello", "south")]
    assert heard[2:] == ["is back: reload", "knows all", *said]


def test_what_was_said_long_before_the_server_is_back_is_not_heard(restarting, heard, monkeypatch):
    there, carry, ann = restarting
    there.factory.server_connection = None
    monkeypatch.setattr(portal, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    there.send_MsgPortal2Server(ann, text="long ago")
    monkeypatch.setattr(portal, "time", SimpleNamespace(monotonic=lambda: 1150.0))
    for number in range(100):
        there.send_MsgPortal2Server(ann, text=str(number))
    monkeypatch.setattr(portal, "time", SimpleNamespace(monotonic=lambda: 1181.0))
    come_back(there)
    carry()
    told = [told["text"] for _who, told in heard[2:]]
    assert told == [str(number) for number in range(31)], "and not more than 32 are kept"


def test_a_server_that_does_not_end_after_all_is_heard_again(restarting, heard, monkeypatch):
    there, carry, ann = restarting
    now = [1000.0]
    monkeypatch.setattr(portal, "time", SimpleNamespace(monotonic=lambda: now[0]))
    there.stop_server("reload")
    now[0] += 30
    there.send_MsgPortal2Server(ann, text="north")
    now[0] += 31
    there.send_MsgPortal2Server(ann, text="south")
    carry()
    assert heard == ["ends: reload", ("Ann", {"text": "north"}), ("Ann", {"text": "south"})]


def test_a_message_that_fails_is_logged_and_the_link_goes_on(heard, monkeypatch):
    told = []
    monkeypatch.setattr("evennia.utils.logger.log_err", told.append)
    here, there, carry = both_ends(server.ServerLink, portal.PortalLink)
    there.send_MsgPortal2Server(SESSION, fault="yes")
    there.send_MsgPortal2Server(SESSION, text="north")
    carry()
    assert "ValueError" in "".join(told)
    assert not here.transport.disconnecting
    assert heard[-1] == ("Ann", {"text": "north"})


# --- the plugins


class EvenniaService(MultiService):
    """As much of Evennia's service as the plugins see."""

    amp_protocol = None

    def get_info_dict(self):
        return {}


@pytest.fixture
def service(monkeypatch):
    """Return the Server as it is before it starts, with Evennia's own link."""
    monkeypatch.setattr(server.private, "close", lambda: None)  # this process is no game
    from twisted.application.internet import TCPClient

    found = EvenniaService()
    found.amp_service = TCPClient("127.0.0.1", 1, AMPClientFactory(found))
    found.amp_service.setName("ServerAMPClient")
    found.amp_service.setServiceParent(found)
    return found


def test_evennia_does_not_ask_its_setting_for_the_servers_end(settings):
    settings.AMP_CLIENT_PROTOCOL_CLASS = "xyzgrid_ext.tuning.server.ServerLink"
    end = AMPClientFactory(EvenniaService()).buildProtocol(None)
    assert type(end) is AMPServerClientProtocol


def test_evennia_connects_by_a_service_that_can_be_exchanged():
    from evennia.server.service import EvenniaServerService

    source = inspect.getsource(EvenniaServerService.register_amp)
    assert "self.amp_service = " in source
    start = inspect.getsource(EvenniaServerService.privilegedStartService)
    assert start.index("register_amp") < start.index("register_plugins") < start.index("super()")


def test_the_server_gets_our_end_and_keeps_the_name_of_the_service(service, settings):
    settings.AMP_HOST, settings.AMP_PORT = "localhost", 4711
    server.start_plugin_services(service)
    ours = service.getServiceNamed("ServerAMPClient")
    assert ours is service.amp_service
    assert ours.args[:2] == ("localhost", 4711)
    end = ours.args[2].buildProtocol(IPv4Address("TCP", "127.0.0.1", 4711))
    assert service.amp_protocol is end
    assert end.factory is ours.args[2]


def test_the_collector_of_a_server_lets_what_lives_for_moments_alone(service):
    before = gc.get_threshold()
    try:
        server.start_plugin_services(service)
        assert gc.get_threshold() == (10_000, 20, 100)
    finally:
        gc.set_threshold(*before)


@pytest.mark.parametrize("fails", [False, True])
def test_what_is_done_for_a_line_knows_when_it_came_and_nothing_later_does(fails):
    end, _ = link(server.ServerLink)
    seen = []

    def received(box):
        seen.append(times.line.came)
        if fails:
            raise ValueError("odd")

    end.ampBoxReceived = received
    with pytest.raises(ValueError, match="odd") if fails else contextlib.nullcontext():
        end.dataReceived(message(1))
    assert seen[0] is not None
    assert times.line.came is None


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


# --- SQLite

SQLITE = {"ENGINE": sqlite.ENGINE, "NAME": "game.db3"}
POSTGRES = {"ENGINE": "django.db.backends.postgresql", "NAME": "game", "OPTIONS": {"sslmode": "x"}}


def test_only_sqlite_gets_our_options():
    tuned = sqlite.tuned({"default": SQLITE, "other": POSTGRES})
    assert tuned["other"] == POSTGRES
    assert "journal_mode=WAL" in tuned["default"]["OPTIONS"]["init_command"]
    assert "OPTIONS" not in SQLITE


def test_a_games_own_options_stay_and_its_commands_come_last():
    own = {"init_command": "PRAGMA synchronous=FULL", "transaction_mode": "DEFERRED", "timeout": 9}
    options = sqlite.tuned({"default": SQLITE | {"OPTIONS": own}})["default"]["OPTIONS"]
    assert options["init_command"].endswith(";PRAGMA synchronous=FULL")
    assert (options["timeout"], options["transaction_mode"]) == (9, "DEFERRED")


@pytest.fixture
def opened(tmp_path):
    """Return a function that opens a connection of Django's to a file, as the settings say."""
    opened = []

    def connect():
        entry = sqlite.tuned({"default": SQLITE | {"NAME": str(tmp_path / "game.db3")}})["default"]
        # by name, as the tests themselves may run on another engine
        made = DatabaseWrapper(connections["default"].settings_dict | entry, "default")
        opened.append(made)
        return made

    yield connect
    for one in opened:
        one.close()


def asked(made, pragma):
    with made.cursor() as cursor:
        return cursor.execute(f"PRAGMA {pragma}").fetchone()[0]


@pytest.mark.django_db
def test_every_connection_has_the_journal_and_does_not_wait_for_the_disk(opened):
    for made in (opened(), opened()):
        assert (asked(made, "journal_mode"), asked(made, "synchronous")) == ("wal", 1)
        made.close()  # as Evennia's Server does at its start
        assert (asked(made, "journal_mode"), asked(made, "synchronous")) == ("wal", 1)


@pytest.mark.django_db
def test_a_transaction_that_reads_first_waits_for_another_writer(opened):
    first, second = opened(), opened()
    with first.cursor() as cursor:
        cursor.execute("CREATE TABLE t (n INTEGER)")
    connections["first"] = first
    try:
        with transaction.atomic("first"), first.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM t").fetchone()
            with second.cursor() as other:
                other.execute("PRAGMA busy_timeout=1")
                with pytest.raises(OperationalError, match="locked"):
                    other.execute("INSERT INTO t VALUES (1)")
            cursor.execute("INSERT INTO t VALUES (2)")
    finally:
        del connections["first"]
    with second.cursor() as cursor:
        assert cursor.execute("SELECT n FROM t").fetchall() == [(2,)]


def test_the_games_settings_have_it():
    """The tests themselves have a database in memory, which has no journal."""
    from django.conf import settings

    if settings.DATABASES["default"]["ENGINE"] == sqlite.ENGINE:
        assert "WAL" in settings.DATABASES["default"]["OPTIONS"]["init_command"]
    assert settings.SQLITE3_PRAGMAS == sqlite.PRAGMAS


@pytest.mark.django_db
def test_a_copy_of_a_running_game_is_made_by_sqlite_itself(opened, tmp_path):
    made = opened()
    with made.cursor() as cursor:
        cursor.execute("CREATE TABLE t (n INTEGER)")
    made.connection.execute("INSERT INTO t VALUES (7)")
    made.connection.commit()
    copy = tmp_path / "copy.db3"
    with contextlib.closing(sqlite3.connect(tmp_path / "game.db3")) as running:
        running.execute("VACUUM INTO ?", [str(copy)])
    with contextlib.closing(sqlite3.connect(copy)) as found:
        assert found.execute("SELECT n FROM t").fetchall() == [(7,)]
    assert Path(f"{tmp_path}/game.db3-wal").exists()


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
    quickstart.load_inflect()
    assert (quickstart.has_checks(), sys.modules["inflect"].engine().plural("door")) == (
        False,
        "doors",
    )
    del sys.modules["inflect"]
    assert quickstart.has_checks(), "typeguard is as it was"
    quickstart.load_inflect()
    assert quickstart.has_checks(), "what is loaded stays"


def test_inflect_as_installed_checks_types():
    assert inspect.getsource(inflect.engine.plural).startswith("    @typechecked")


# --- times


def test_percentiles_are_right_to_a_twentieth():
    noted = times.Times(number / 1000 for number in range(1, 1001))
    assert noted.count == 1000
    for share in (0.01, 0.5, 0.99, 1.0):
        assert share <= noted.percentile(share) <= share * 1.05


def test_times_that_are_no_times_and_times_that_never_end_count_as_well():
    noted = times.Times([0.0, -1.0, 1e9])
    assert noted.percentile(0.5) == 0.0001
    assert noted.percentile(1.0) >= 100
    assert times.Times().percentile(0.5) == 0.0


def test_lateness_is_what_a_call_comes_too_late(monkeypatch):
    noted = times.Times()
    monkeypatch.setattr(times, "lateness", noted)
    moments = iter([0.0, 0.1, 0.25])
    watch = server.Watch(lambda: next(moments))
    watch()
    watch()
    assert noted.count == 2
    assert 0.05 <= noted.percentile(1.0) <= 0.053


FORK = """
import os, sys
import django
from django.conf import settings
from xyzgrid_ext.tuning import sqlite

file = {"ENGINE": sqlite.ENGINE, "NAME": sys.argv[1]}
settings.configure(DATABASES=sqlite.tuned({"default": file}))
django.setup()
from django.db import connection

def execute(statement):
    with connection.cursor() as cursor:
        return cursor.execute(statement).fetchall()

execute("CREATE TABLE told (word)")
if os.fork():
    os._exit(0)  # as twistd does it: the child goes on alone
execute("INSERT INTO told VALUES ('first')")
print("ready", flush=True)
sys.stdin.readline()
print(execute("SELECT word FROM told"), os.path.exists(sys.argv[1] + "-wal"), flush=True)
"""


def test_a_server_and_a_launcher_see_what_the_other_writes_after_the_fork_of_twistd(tmp_path):
    file = tmp_path / "game.db3"
    with subprocess.Popen(
        [sys.executable, "-c", FORK, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout.readline() == "ready\n"
        for word in ("second", "third"):  # each is the last one that closes, as far as it can see
            with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as launcher:
                launcher.execute("INSERT INTO told VALUES (?)", (word,))
        server.stdin.write("\n")
        server.stdin.flush()
        assert server.stdout.readline() == "[('first',), ('second',), ('third',)] True\n"
