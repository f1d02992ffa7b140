"""What map clients ask for, and get: modules, variables of MSDP, sheets, the map file."""

import sys
from itertools import product
from types import ModuleType

import pytest
from client_messages import asks, heard, sends, stand
from django.db import DatabaseError
from evennia.server import inputfuncs, sessionhandler

from xyzgrid_ext.game.protocols import map_requests, oob, subscriptions

pytestmark = pytest.mark.django_db


@pytest.fixture
def faults(monkeypatch):
    """Return the list of what would be in the log with a traceback, or as an error."""
    found = []
    monkeypatch.setattr(sessionhandler, "log_trace", lambda *args: found.append(args))
    monkeypatch.setattr(inputfuncs, "log_err", found.append)
    return found


# --- what is asked for


@pytest.mark.parametrize(
    ("modules", "words"),
    [
        (["Room 1"], {"room"}),
        (["Char 1", "Room 1", "IRE.Rift 1"], {"room", "vitals"}),
        (["room.info"], {"room"}),
        (["Client.Map 1"], {"map"}),
        (["Xyzgrid 1"], {"room", "map", "board", "inside", "way", "party", "journal"}),
        (["", "   ", "Roo", "Room1"], set()),
    ],
)
def test_modules_of_gmcp_are_words(modules, words):
    assert subscriptions.words_of_modules(modules) == words


def test_clients_are_told_of_hearts_and_of_what_is_said(make_player):
    ann = make_player("Ann")
    sends(ann, xyzgrid_subscribe=(["vitals", "channels"], {}))
    ann.types("say |whello")
    sent = {name: told for message in ann.sent for name, told in message.items()}
    assert sent["char_vitals"] == ((), {"hp": "3", "maxhp": "3", "string": "H:3/3"})
    rows = [{"name": "say", "caption": "Say", "command": "say"}]
    assert sent["comm_channel_list"][0][-1:] == rows
    said = {"channel": "say", "talker": "Ann", "text": 'Ann says, "hello"'}
    assert sent["comm_channel_text"] == ((), said)


def test_what_was_asked_for_outlives_a_reload_and_not_the_session(player, portal):
    from evennia.server.serversession import ServerSession

    sends(player, supports_set=(["Room 1"], {}))
    kept = portal[-1][player.session.sessid]["server_data"]
    after = ServerSession()
    after.init_session("telnet", ("127.0.0.1", "test"), player.session.sessionhandler)
    after.load_sync_data({"server_data": kept})
    assert subscriptions.subscriptions_of(after) == {"room"}
    another = ServerSession()
    another.init_session("telnet", ("127.0.0.1", "test"), player.session.sessionhandler)
    assert subscriptions.subscriptions_of(another) == set()


MALFORMED = [
    ([], {}),
    ([None, 3, 4.5, True, b"Room 1", {"Room": 1}], {}),
    ([[["Room 1"]]], {"session": 1, "args": 2, "self": 3}),
    (["Room 1" * 9999], {}),
    ([""], {"": ""}),
    ([{"map": {}}], {"map": {}, "level": {}}),
    (["\x00\x01\x02"], {"map": "\x00", "level": 10**30}),
    ([], {"map": ["lane"], "level": -1}),
    ([], {"map": "lane", "level": True}),
]
NAMES = [
    "supports_set", "supports_add", "supports_remove", "xyzgrid_subscribe", "xyzgrid_map",
    "map_get", "msdp_report", "msdp_unreport", "msdp_reset", "msdp_send", "msdp_list",
    "xyzgrid_key",
]  # fmt: skip


def test_malformed_messages_are_left_alone_and_those_of_mudlet_log_no_error(
    player, faults, subtests
):
    """As Evennia hands them on: positional and named, whatever they are called."""
    for name, (args, kwargs) in product(NAMES, MALFORMED):
        subscriptions.set_subscriptions(player.session, ())
        faults.clear()
        message = {name: (list(args), dict(kwargs))}
        with subtests.test(name, args=str(args)[:40], kwargs=str(kwargs)[:40]):
            player.session.sessionhandler.data_in(player.session, **message)
            assert faults == []
    for name, message in {
        "msdp_list": (["COMMANDS"], {}),
        "CLIENT": (["Mudlet"], {}),
        "VERSION": (["4.20.0"], {}),
        "external_discord_hello": ([], {"user": ""}),
        "char_login": ([], {}),
        "default": (["default"], {"name": "default"}),
    }.items():
        player.session.sessionhandler.call_inputfuncs(player.session, **{name: message})
    assert faults == []


def test_modules_are_added_for_this_client_however_deep_a_message_is(player):
    module = "Room 1"
    for _deep in range(100_000):
        module = [module]
    oob.supports_set(player.session, module)
    assert subscriptions.subscriptions_of(player.session) == {"room"}
    sends(player, xyzgrid_subscribe=(["room", "board", "nonsense"], {}))
    assert subscriptions.subscriptions_of(player.session) == {"room", "board"}
    sends(player, xyzgrid_subscribe=([["map"]], {}))
    assert subscriptions.subscriptions_of(player.session) == {"map"}
    sends(player, supports_set=(["Room 1", "Xyzgrid.Board 1"], {}))
    sends(player, supports_add=(["Client.Map 1"], {}))
    assert subscriptions.subscriptions_of(player.session) == {"room", "map", "board"}
    sends(player, supports_remove=(["Room"], {}))
    assert subscriptions.subscriptions_of(player.session) == {"map", "board"}
    sends(player, supports_set=([], {}))
    assert subscriptions.subscriptions_of(player.session) == set()
    sends(player, supports_set=(["Room 1"], {}))
    player.types("option/save")
    assert "room" not in str(player.account.db._saved_protocol_flags).lower()


def test_unknown_message_is_shown_to_one_who_debugs_input(player, faults):
    player.session.protocol_flags["INPUTDEBUG"] = True
    player.sent.clear()
    player.session.sessionhandler.call_inputfuncs(player.session, nonsense=([1], {}))
    assert "nonsense" in str(player.sent)


def test_unknown_message_reaches_the_function_of_the_game(player, settings, monkeypatch):
    calls = []
    game = ModuleType("inputs_of_the_game")

    def default(session, name, *args, **kwargs):
        calls.append((name, args, kwargs))

    default.__module__ = game.__name__
    game.default = default
    monkeypatch.setitem(sys.modules, game.__name__, game)
    settings.INPUT_FUNC_MODULES = ["evennia.server.inputfuncs", game.__name__, oob.__name__]
    player.session.sessionhandler.call_inputfuncs(player.session, char_login=(["x"], {"a": 1}))
    assert calls == [("char_login", ("x",), {"a": 1})]


# --- MSDP


def test_msdp_reports_what_has_changed_and_only_as_text(lane, player):
    stand(lane, player, "lane", 1)
    player.sent.clear()
    sends(player, msdp_report=([["ROOM_VNUM", "ROOM_EXITS", "HEALTH"]], {}))
    values = dict(next(message for message in player.sent if "ROOM_VNUM" in message))
    assert set(values) == {"ROOM_VNUM", "ROOM_EXITS"}
    assert values["ROOM_VNUM"] == str(player.character.location.pk)
    player.sent.clear()
    player.types("e")
    (step,) = [message for message in player.sent if "ROOM_VNUM" in message]
    assert all(isinstance(value, str) for value in step.values())
    assert heard(player, "room_info") == []
    sends(player, msdp_unreport=(["ROOM_VNUM", "ROOM_EXITS"], {}))
    player.sent.clear()
    player.types("w")
    assert heard(player) == []


# --- maps at once


def test_of_many_questions_the_last_is_answered_when_a_second_is_over(lane, player, clock):
    stand(lane, player, "lane", 1)
    for key in ("lane", "nowhere", "elsewhere", "LANE"):
        sends(player, map_get=([], {"map": key}))
    clock.pump([0.01] * 50)
    assert len(heard(player, "xyzgrid_map")) == 1
    clock.pump([0.05] * 30)
    assert [found.get("key") for found in heard(player, "xyzgrid_map")] == ["lane", "lane"]
    clock.pump([0.1] * 30)
    assert len(heard(player, "xyzgrid_map")) == 2


def test_after_a_question_that_failed_the_next_is_answered(lane, player, clock, monkeypatch):
    def busy(*args):
        raise DatabaseError("database is locked")

    stand(lane, player, "lane", 1)
    with monkeypatch.context() as patch:
        patch.setattr(map_requests.room_view, "rooms_in_parts", busy)
        with pytest.raises(DatabaseError):
            map_requests.answer_map_request(player.session)
    sends(player, xyzgrid_map=([""], {}))
    clock.pump([0.01] * 20)
    assert [found["key"] for found in heard(player, "xyzgrid_map")] == ["lane"]


def test_of_a_large_sheet_the_rooms_next_to_one_are_sent(lane, player, clock, monkeypatch):
    monkeypatch.setattr(map_requests, "MAX_ROOMS", 2)
    stand(lane, player, "lane", 2)
    sends(player, xyzgrid_map=(["lane"], {}))
    clock.pump([0.01] * 20)
    (found,) = heard(player, "xyzgrid_map")
    assert {room["name"] for room in found["rooms"]} == {"Middle", "East"}
    assert found["left_out"] == 2


# --- the map file


def test_mudlet_is_told_where_the_map_file_is_and_others_who_ask(player, settings):
    settings.XYZGRID_MAP_URL = "https://example.org/world.xml"
    asks(player)
    sends(player, supports_set=(["Room 1"], {}))
    assert heard(player, "client_map") == []
    asks(player)
    player.session.protocol_flags["CLIENTNAME"] = "Mudlet 4.19"
    sends(player, supports_set=(["Room 1"], {}))
    assert heard(player, "client_map") == [{"url": "https://example.org/world.xml"}]
    player.session.protocol_flags["CLIENTNAME"] = "Other"
    asks(player)
    sends(player, supports_set=(["Client.Map 1"], {}))
    assert heard(player, "client_map") == [{"url": "https://example.org/world.xml"}]


@pytest.mark.parametrize("given", ["", None])
def test_without_a_website_no_map_file_is_told(player, settings, given):
    settings.XYZGRID_MAP_URL = given
    settings.WEBSERVER_ENABLED = False
    asks(player)
    sends(player, supports_set=(["Client.Map 1"], {}))
    assert heard(player, "client_map") == []
