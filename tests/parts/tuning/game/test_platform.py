"""What Evennia stands on: sockets, and the link between Portal and Server."""

import contextlib
import gc
import random
import socket
import sys
import weakref
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import trans_real
from evennia import CmdSet, Command, create_object
from evennia.locks.lockhandler import LockHandler
from evennia.objects.models import ContentsHandler, ObjectDB
from evennia.objects.objects import DefaultObject, ExitCommand
from evennia.server.amp_client import AMPClientFactory, AMPServerClientProtocol
from evennia.server.portal import amp
from evennia.server.portal.amp_server import AMPServerProtocol
from evennia.typeclasses.attributes import Attribute
from twisted.application.service import MultiService
from twisted.internet import interfaces
from twisted.internet.address import IPv4Address
from twisted.internet.testing import StringTransport
from twisted.protocols.amp import AmpBox
from worlds import room_at
from zope.interface import implementer

from xyzgrid_ext.parts.tuning import command_caches, inflect_import, portal, server, times
from xyzgrid_ext.parts.tuning.link import hasten_listeners

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
        assert hasten_listeners(Reactor(Port(listener))) == 1
        client = stack.enter_context(socket.create_connection(listener.getsockname()))
        accepted = stack.enter_context(listener.accept()[0])
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert not client.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


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


@pytest.mark.parametrize("portal_end", [AMPServerProtocol, portal.PortalLink])
def test_our_server_tells_any_portal_without_an_answer(portal_end, heard):
    here, _there, carry = both_ends(server.ServerLink, portal_end)
    here.send_MsgServer2Portal(SESSION, text="Hello")
    here.send_MsgServer2Portal(SESSION, text="x" * 200_000)  # in several parts
    sent, answered = carry()
    assert sent
    assert answered == b""
    assert heard == [("Ann", {"text": "Hello"}), ("Ann", {"text": "x" * 200_000})]


@pytest.mark.parametrize("length", [0, 8193, 65_536])
def test_evennias_ends_read_messages_of_ours_of_any_length(length, heard):
    text = "".join(map(chr, range(32, 127))) * (length // 95 + 1)
    here, _there, carry = both_ends(server.ServerLink, AMPServerProtocol)
    here.send_MsgServer2Portal(SESSION, text=text[:length])
    carry()
    assert heard == [("Ann", {"text": text[:length]})]


def test_our_portal_tells_our_server_without_an_answer(heard):
    _here, there, carry = both_ends(server.ServerLink, portal.PortalLink)
    there.send_MsgPortal2Server(SESSION, text="north")
    carry()
    assert carry() == [b"", b""]
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


NAMES = ("look", "dance", "north", "east", "say", "__nomatch_command")
PATCHED = [
    (CmdSet, "__add__"), (CmdSet, "_union"), (LockHandler, "_parse_lockstring"),
    (LockHandler, "check"),
    (ContentsHandler, "load"), (ExitCommand, "at_post_cmd"), (trans_real, "translation"),
]  # fmt: skip


@pytest.fixture
def hastened(monkeypatch):
    """Let Evennia be as the Server's plugin makes it, for one test."""
    for owner, name in PATCHED:
        monkeypatch.setattr(owner, name, getattr(owner, name))
    monkeypatch.setattr(CmdSet, command_caches._IS_PATCHED, True, raising=False)
    monkeypatch.delattr(CmdSet, command_caches._IS_PATCHED)
    command_caches.keep_prepared_commands()


# --- commands


def of_names(*names, priority=0, mergetype="Union"):
    """Return a set of new commands."""
    made = CmdSet()
    made.add([Command(key=name, aliases=[f"{name[:3]}x"]) for name in names])
    made.priority, made.mergetype = priority, mergetype
    return made


def any_set(chance):
    mergetype = chance.choice(("Union",) * 4 + ("Replace", "Remove", "Intersect"))
    made = of_names(*chance.sample(NAMES, chance.randrange(6)), mergetype=mergetype)
    made.priority = chance.choice((-20, -10, 0, 0, 101))
    made.no_exits, made.duplicates = (chance.choice((None, None, True, False)) for _ in "12")
    return made


def change(chance, made):
    match chance.randrange(6):
        case 0:
            made.add(Command(key=chance.choice(NAMES)), allow_duplicates=chance.random() < 0.3)
        case 1:
            if made.commands:
                made.remove(chance.choice(made.commands).key)
        case 2:
            made.priority = chance.choice((-20, 0, 5))
        case 3:
            made.key_mergetypes["other"] = "Replace"


def shown(merged):
    """Return what a merged set is: its commands, in order, and its options."""
    return (
        [*map(id, merged.commands)],
        [*map(id, merged.system_commands)],
        [getattr(merged, option) for option in (*CmdSet.to_duplicate, "key_mergetypes")],
    )


@pytest.mark.parametrize("seed", range(10))
def test_kept_merges_are_those_of_evennia(seed, request, monkeypatch):
    # Evennia 5.0 remembers answers also when a set has changed
    monkeypatch.setattr(CmdSet, "__contains__", lambda made, command: command in made.commands)
    evennias = CmdSet.__add__
    request.getfixturevalue("hastened")
    chance = random.Random(seed)
    sets = [any_set(chance) for _ in range(3)]
    exits = of_names("north", "east", priority=101)
    exits.key = "ExitCmdSet"
    for _line in range(20):
        above = [*sets[1:], chance.choice((exits, None))]
        ours = theirs = CmdSet() + sets[0]
        for one in above:
            ours, theirs = ours + one, evennias(theirs, one)
        assert shown(ours) == shown(theirs)
        change(chance, chance.choice(sets))


def test_same_sets_are_merged_once_and_those_of_an_ended_session_freed(hastened):
    session, account = of_names("look", priority=-20), of_names("say", priority=-10)
    assert session + account is session + account
    assert CmdSet() + session is CmdSet() + session
    before = session + account
    account.add(new := Command(key="say"))
    assert before.get("say") is not new
    assert (session + account).get("say") is new

    class Session:
        pass

    session, account = Session(), of_names("say")
    session.commands = of_names("look")
    session.commands.cmdsetobj = session
    assert CmdSet() + session.commands + account
    ended = weakref.ref(session)
    del session
    gc.collect()
    assert ended() is None


# --- first visits

TOWN = """
+ 0 1 2

1 #-#
  | |
0 #-#-#

+ 0 1 2

"""
ROOM = {"prototype_parent": "xyz_room", "desc": "Grass.", "aliases": ["meadow"]}
TAGGED = {
    **ROOM,
    "tags": [("wet", "ground"), ("green", None)],
    "key": "Swamp",
    "attrs": [("deep", 3)],
}
GATE = {"prototype_parent": "xyz_exit", "aliases": ["gate"], "locks": "traverse:all();view:all()"}


@pytest.fixture
def grid(spawn_maps):
    """Return the grid of a spawned map, of which Evennia has nothing in memory."""
    prototypes = {("*", "*"): ROOM, (1, 1): TAGGED, (0, 1, "e"): GATE}
    grid = spawn_maps({"zcoord": "town", "map": TOWN, "prototypes": prototypes})
    forget()
    return grid


def forget():
    for one in ObjectDB.get_all_cached_instances():
        if one.db_account_id is None:
            one.flush_from_cache(force=True)
    Attribute.flush_instance_cache(force=True)


def state(obj):
    """All that the handlers of an object say of what is there and of what is not."""
    return {
        "attributes": [(a.key, a.category, a.value) for a in obj.attributes.all()],
        "deep": obj.attributes.get("deep"),
        "none": obj.attributes.get("needs"),
        "tags": sorted(obj.tags.all(return_key_and_category=True), key=str),
        "ground": obj.tags.get(category="ground"),
        "no category": obj.tags.get(category=None),
        "has": obj.tags.has("wet", category="ground"),
        "aliases": sorted(obj.aliases.all()),
        "permissions": obj.permissions.all(),
        "locks": str(obj.locks),
        "destination": obj.destination and obj.destination.pk,
        "contents": sorted(thing.pk for thing in obj.contents),
    }


def test_rooms_read_at_once_say_what_they_say_anyway(grid, request):
    def states():
        rooms = [ObjectDB.objects.get(pk=pk) for pk in sorted(grid.live._index.rooms)]
        return [state(one) for room in rooms for one in (*room.contents, room)]

    evennias = states()
    forget()
    request.getfixturevalue("hastened")
    assert states() == evennias


def test_open_locks_answer_as_evennia_does(grid, make_player, request):
    ann, room = make_player("Ann").character, room_at(grid, 0, 0)
    room.locks.add("open:all();never:not all();both:all() and perm(Builder);shut:none()")
    kinds = "open", "never", "both", "shut", "missing"
    evennias = [room.access(ann, kind, default=True) for kind in kinds]
    request.getfixturevalue("hastened")
    assert [room.access(ann, kind, default=True) for kind in kinds] == evennias
    assert evennias == [True, False, False, False, True]


def test_first_visit_takes_few_queries_and_a_second_none(grid, make_player, hastened):
    ann = make_player("Ann")
    ann.character.location = room_at(grid, 0, 0)
    ann.types("north")  # what is the character's own is read at its first step
    ann.types("south")
    with CaptureQueriesContext(connection) as first:
        ann.types("east")
    with CaptureQueriesContext(connection) as look:
        ann.types("look")
    assert sum(one["sql"].startswith("SELECT") for one in first.captured_queries) <= 4
    assert len(look) == 0


def test_changes_after_a_visit_are_seen(grid, hastened):
    swamp = room_at(grid, 1, 1)
    assert len(swamp.contents) == 2
    swamp.tags.add("foggy", category="weather")
    swamp.tags.remove("wet", category="ground")
    swamp.attributes.remove("deep")
    swamp.db.desc = "Mud."
    thing = create_object(DefaultObject, key="boat", location=swamp)
    assert swamp.tags.get(category="weather") == "foggy"
    assert swamp.tags.get(category="ground") is None
    assert swamp.db.deep is None
    assert swamp.db.desc == "Mud."
    assert thing in swamp.contents
    thing.delete()
    assert thing not in swamp.contents


def test_steps_are_timed_from_their_line_but_not_those_of_walks(
    grid, make_player, hastened, clock, monkeypatch
):
    monkeypatch.setattr(times, "step_times", times.Times())
    ann = make_player("Ann")
    ann.character.location = room_at(grid, 0, 0)
    ann.types("goto (0,1)")
    clock.advance(2)
    assert ann.character.location == room_at(grid, 0, 1)
    assert times.step_times.count == 0
    monkeypatch.setattr(times.current_line, "came", 0.0)
    ann.types("look")
    ann.types("south")
    assert times.step_times.count == 1
