"""Map clients on a real server: one that negotiates as Mudlet does, one by MSDP, and others.

What Mudlet does it does by telnet, and on Evennia 6 by WebSocket in both formats that carry GMCP.
Every message of ours that comes is held against its schema, and rooms against each other: what an
exit promises is where one comes to.
"""

import contextlib
import re
from importlib.util import find_spec
from urllib.request import urlopen
from xml.etree import ElementTree

import pytest

from tools.runner.mapclient import GMCP, MODULES, MSDP, MapClient
from tools.runner.schemas import COMPASS, SCHEMAS
from tools.runner.webmapclient import FORMATS, WebMapClient

WIRES = ("telnet", *(FORMATS if find_spec("evennia.server.portal.wire_formats") else ()))

OURS = ("Room.", "Client.Map", "Xyzgrid.")


class Player:
    """Somebody with a map client; every message that comes is checked."""

    def __init__(self, client):
        self.client = client
        self.room = None  # the last Room.Info

    def hear(self, least=0):
        """Return what came since the last time: [(name, what it holds)], ours alone.

        Waits until at least so many messages, whosever, have come.
        """
        found = [(n, c) for n, c in self.client.gmcp(least) if n.startswith(OURS)]
        for name, content in found:
            assert SCHEMAS[name](content) is not False, (name, content)
            if name == "Room.Info":
                self.room = content
        return found

    def types(self, line, pattern=None, least=0):
        self.text = self.client.ask(line, pattern)
        return self.hear(least)

    def comes_to(self, line, pattern=None):
        """Send a line after which one is in another room; return that."""
        found = self.types(line, pattern, least=1)
        (info,) = [content for name, content in found if name == "Room.Info"]
        return info


@pytest.fixture
def until_the_end():
    """What is to be closed after the test."""
    with contextlib.ExitStack() as clients:
        yield clients


@pytest.fixture
def connect(server, until_the_end):
    """Return a function that makes a client at the connection screen, by telnet."""

    def make(**options):
        client = until_the_end.enter_context(MapClient(server.host, server.base, **options))
        client.read_until("connect guest")
        client.read()
        return client

    return make


@pytest.fixture(params=WIRES)
def wire(request):
    """What carries GMCP."""
    return request.param


@pytest.fixture
def call(wire, server, until_the_end):
    """Return a function that makes a client which has sent what Mudlet sends first."""

    def make(modules=MODULES):
        if wire == "telnet":
            client = MapClient(server.host, server.base, modules=modules)
        else:
            client = WebMapClient(server.host, server.websocket_port, wire, modules=modules)
        return until_the_end.enter_context(client)

    return make


@pytest.fixture
def screen(call):
    """Return a function that makes a client at the connection screen, by all that carries GMCP."""

    def make(**options):
        client = call(**options)
        client.read_until("connect guest")
        client.read()
        return client

    return make


@pytest.fixture
def mudlet(screen):
    """Return a guest on Lantern Square, with a client that asks for rooms as Mudlet does."""
    player = Player(screen())
    assert GMCP in player.client.answered
    player.types("connect guest", r"You become \w+\.")
    while player.room is None:
        player.hear(least=1)
    return player


def test_who_comes_right_after_others_is_told_as_much(call):
    """Evennia lets connections in one by one, and would lose what is said while one waits."""
    players = [Player(call()) for _ in range(3)]
    for player in players:
        player.client.read_until("connect guest", timeout=30)
        found = dict(player.types("connect guest", r"Exits: .*"))
        assert found["Room.Info"]["name"] == "Lantern Square"


def test_what_one_reads_is_text_and_nothing_but_text(mudlet):
    for line in ("look", "map", "path the quay library", "help start here"):
        text = mudlet.client.ask(line)
        assert len(text) > 40
        assert not re.search(r"\|[a-z]|</?[a-z]|&[a-z]+;|\x1b", text), text


def test_each_exit_leads_to_the_number_that_it_promised(mudlet):
    square = mudlet.room
    for direction, number in square["exits"].items():
        there = mudlet.comes_to(direction)
        assert there["num"] == number
        dx, dy = COMPASS[direction]
        x, y = square["coord"]["x"], square["coord"]["y"]
        step = (there["coord"]["x"] - x, there["coord"]["y"] - y)
        assert step[0] * dy == step[1] * dx, (direction, step)
        assert step != (0, 0)
        back = [way for way, to in there["exits"].items() if to == square["num"]]
        assert len(back) == 1
        assert mudlet.comes_to(back[0]) == square


def test_an_older_client_is_told_flat_variables_by_msdp(connect):
    client = connect(options=(MSDP,), modules=None)
    client.say_msdp("LIST", "REPORTABLE_VARIABLES")
    assert "ROOM_VNUM" in dict(client.msdp(least=1))["REPORTABLE_VARIABLES"]
    client.say_msdp("REPORT", "ROOM_VNUM", "ROOM_NAME", "ROOM_EXITS")
    client.ask("connect guest", r"You become \w+\.")
    client.read()
    square = dict(client.msdp(least=3))
    assert set(square) == {"ROOM_VNUM", "ROOM_NAME", "ROOM_EXITS"}
    assert square["ROOM_NAME"] == "Lantern Square"
    exits = dict(way.rsplit(" ", 1) for way in square["ROOM_EXITS"].split(";"))
    client.ask("n")
    street = dict(client.msdp(least=3))
    assert street["ROOM_VNUM"] == exits["n"]
    client.say_msdp("SEND", "ROOM_AREA")
    assert dict(client.msdp(least=1)) == {"ROOM_AREA": "Lantern Quay"}
    client.say_msdp("UNREPORT", "ROOM_VNUM", "ROOM_NAME", "ROOM_EXITS")
    client.read()
    client.ask("s")
    assert client.msdp() == []


def hears_nothing_of_ours(client):
    """Look around as a guest; no message may come by these ways."""
    client.ask("connect guest", r"You become \w+\.")
    for line in ("n", "s", "se", "goto the quay library", "look", "map"):
        client.ask(line)
    client.listen(1.0)
    found = [data for option, data in client.subnegotiations if option in (GMCP, MSDP)]
    # every Mudlet is offered the package
    assert [data for data in found if not data.startswith(b"Client.GUI")] == []


def test_map_file_has_the_room_where_one_stands_and_nothing_unasked_comes(screen):
    others = [one for one in MODULES if not one.startswith(("Room", "Char ", "Char.Items"))]
    hears_nothing_of_ours(screen(modules=others))
    player = Player(screen())
    found = dict(player.types("connect guest", r"Exits: .*"))
    with urlopen(found["Client.Map"]["url"], timeout=60) as answer:
        rooms = {int(room.get("id")): room for room in ElementTree.parse(answer).iter("room")}
    here = found["Room.Info"]
    room = rooms[here["num"]]
    assert room.get("title") == here["name"]
    assert int(room.get("area")) == here["coord"]["id"]
    assert {int(way.get("target")) for way in room.iter("exit")} == set(here["exits"].values())


def test_who_has_asked_for_no_variables_gets_nothing_of_ours(connect):
    hears_nothing_of_ours(connect(options=(MSDP,), modules=None))
