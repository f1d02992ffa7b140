"""What map clients are told beside the text, and that nobody else is told anything.

the lane                     the vault

    Limbo                    # hall ─ # closet ─ # end
      |                               the first way takes a small key,
    # west ─ # east                   the second nothing
"""

from itertools import product

import pytest
from django.db import DatabaseError
from dungeon_maps import row
from evennia import create_object
from evennia.server import sessionhandler
from spawned import spawned_once

from xyzgrid_ext.game.protocols import asking, changes, oob, wants

pytestmark = pytest.mark.django_db

LANE = {
    "zcoord": "lane",
    "map": """
 + 0 1 2

 1   #
     |
 0 #-#-#

 + 0 1 2
""",
    "prototypes": {
        (0, 0): {"prototype_parent": "xyz_room", "key": "West"},
        (1, 0): {"prototype_parent": "xyz_room", "key": "Middle", "tags": [("shop", "landmark")]},
        (2, 0): {"prototype_parent": "xyz_room", "key": "East"},
        (1, 1): {"prototype_parent": "xyz_room", "key": "North"},
    },
}
VAULT = row(
    ["Hall", "Closet", "End"],
    gives={"Hall": ["smallkey"]},
    needs={"Hall east": ["smallkey"], "Closet west": ["smallkey"]},
)
PLAYED = {
    "zcoord": "cube",
    "matrix": """
matrixedge 2
startnode 0 0 0
endnode 1 1 0
node 0 0 0 right twoway
node 1 0 0 up
""",
    "options": {"play": "matrix"},
}
shared_maps = spawned_once(LANE, VAULT, PLAYED)
OURS = {"room_info", "room_updateexits", "room_wrongdir", "client_map"} | {
    "xyzgrid_map",
    "xyzgrid_board",
}


@pytest.fixture(autouse=True)
def portal(monkeypatch):
    """Note what the Portal is sent to keep."""
    import evennia

    synced = []
    monkeypatch.setattr(
        evennia.SESSION_HANDLER, "session_portal_partial_sync", synced.append, raising=False
    )
    return synced


@pytest.fixture
def faults(monkeypatch):
    """Return the list of what would be in the log with a traceback, or as an error."""
    found = []
    monkeypatch.setattr(sessionhandler, "log_trace", lambda *args: found.append(args))
    return found


@pytest.fixture
def later(clock, monkeypatch):
    """Return the clock of what is told after a change."""
    # what tests before this one have left for a reactor that does not run
    monkeypatch.setattr(changes.changes, "_waits", False)
    monkeypatch.setattr(changes.changes, "_waits_long", False)
    return clock


def sends(player, **messages):
    """What a client sends out of band, the way it comes in: {name: (args, kwargs)}."""
    from xyzgrid_ext.game.protocols import oob

    for name, (args, kwargs) in messages.items():
        getattr(oob, name)(player.session, *args, **kwargs)


def asks(player, *modules):
    sends(player, supports_set=(modules, {}))
    player.sent.clear()


def heard(player, name=None):
    """The messages of ours that a client got: [(name, what it holds)], or of one name what."""
    found = [
        (key, value if isinstance(value, str) else value[1] or value[0])
        for message in player.sent
        for key, value in message.items()
        if key in OURS or key.isupper()
    ]
    return found if name is None else [value for key, value in found if key == name]


def stand(grid, player, key, number=0):
    player.character.move_to(grid.live.object((key, number)), move_type="teleport")


@pytest.fixture
def lane(grid, later):
    return grid


# --- rooms


def test_a_client_that_asks_is_told_where_it_stands_at_once(lane, player):
    stand(lane, player, "lane", 1)
    player.sent.clear()
    sends(player, supports_set=(("Room 1",), {}))
    (info,) = heard(player, "room_info")
    middle = lane.live.object(("lane", 1))
    others = {
        name: lane.live.object_id(("lane", number))
        for name, number in (("n", 3), ("e", 2), ("w", 0))
    }
    assert info["num"] == middle.pk
    assert (info["name"], info["area"], info["details"]) == ("Middle", "lane", ["shop"])
    assert info["exits"] == others
    assert info["coords"] == f"{info['coord']['id']},1,0,0"


def test_the_number_of_an_exit_is_the_number_of_the_room_that_one_comes_to(lane, player):
    stand(lane, player, "lane", 1)
    asks(player, "Room 1")
    for direction, back in (("n", "s"), ("e", "w"), ("w", "e")):
        start = player.character.location
        told = player.character.ndb.xyzgrid_told.room
        number = next(way.target for way in told.exits if way.direction == direction)
        player.sent.clear()
        player.types(direction)
        (info,) = heard(player, "room_info")
        assert info["num"] == number
        assert info["exits"] == {back: start.pk}
        player.types(back)


def test_a_room_is_told_after_a_teleport_and_when_a_character_is_taken(lane, player):
    asks(player, "Room 1")
    stand(lane, player, "lane", 2)
    assert [info["name"] for info in heard(player, "room_info")] == ["East"]
    account, session = player.account, player.session
    account.unpuppet_object(session)
    player.sent.clear()
    account.puppet_object(session, player.character)
    assert [info["name"] for info in heard(player, "room_info")] == ["East"]


def test_who_has_not_asked_is_told_nothing(lane, player):
    stand(lane, player, "lane", 1)
    for line in ("e", "w", "ne", "n", "look", "map"):
        player.types(line)
    assert heard(player) == []


def test_each_client_of_a_character_is_told_what_it_has_asked_for(lane, player, monkeypatch):
    """Two clients of one character: one wants rooms."""
    from evennia.server.serversession import ServerSession

    stand(lane, player, "lane", 1)
    asks(player, "Room 1")
    other = ServerSession()
    other.init_session("telnet", ("127.0.0.1", "other"), player.session.sessionhandler)
    other.sessid, sent = 99, []
    other.msg = lambda **message: sent.append(message)
    player.character.sessions.add(other)
    try:
        player.types("e")
    finally:
        player.character.sessions.remove(other)
    assert len(heard(player, "room_info")) == 1
    assert not [message for message in sent if "room_info" in message]


def test_a_step_of_a_client_that_has_asked_takes_no_query_more(lane, player):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    def queries():
        player.types("e")
        player.types("w")
        with CaptureQueriesContext(connection) as seen:
            player.types("e")
            player.types("w")
        return len(seen)

    stand(lane, player, "lane", 1)
    before = queries()
    asks(player, "Room 1")
    sends(player, msdp_report=(("ROOM",), {}))
    assert queries() == before


def test_a_room_off_the_grid_has_a_name_and_ways_and_no_coordinates(lane, limbo, player):
    create_object(
        "evennia.objects.objects.DefaultExit",
        key="north",
        location=limbo,
        destination=lane.live.object(("lane", 0)),
    )
    asks(player)
    sends(player, supports_add=(("Room 1",), {}))
    (info,) = heard(player, "room_info")
    assert (info["num"], info["name"], info["area"]) == (limbo.pk, "Limbo", "")
    assert info["exits"] == {"n": lane.live.object_id(("lane", 0))}
    assert "coords" not in info


def test_while_a_matrix_is_played_no_number_and_no_way_is_told(grid, player):
    asks(player, "Room 1")
    stand(grid, player, "cube")
    player.types("ri")
    player.types("le")
    infos = heard(player, "room_info")
    assert [info["num"] for info in infos] == [-1] * len(infos)
    assert infos
    assert not any(info["exits"] for info in infos)
    player.types("fo")
    assert heard(player, "room_wrongdir") == []


# --- wrong ways


@pytest.mark.parametrize(
    ("line", "told"), [("ne", "ne"), ("southeast", "se"), ("u", "u"), ("out", "out")]
)
def test_a_direction_without_an_exit_is_told_as_mappers_write_it(lane, player, line, told):
    stand(lane, player, "lane", 1)
    asks(player, "Room 1")
    player.types(line)
    assert heard(player) == [("room_wrongdir", [told])]


# --- ways that change


def test_an_exit_that_a_builder_opens_and_closes_is_told_to_who_stands_there(
    lane, superuser, player, later
):
    stand(lane, player, "lane", 1)
    stand(lane, superuser, "lane", 2)
    asks(player, "Room 1")
    asks(superuser, "Room 1")
    made = create_object(
        "evennia.objects.objects.DefaultExit",
        key="hatch",
        location=lane.live.object(("lane", 1)),
        destination=lane.live.object(("lane", 2)),
    )
    later.advance(1)
    there = lane.live.object_id(("lane", 2))
    assert heard(player) == [
        ("room_updateexits", {"hatch": {"name": "hatch", "flags": [], "to": there}})
    ]
    assert heard(superuser) == []
    player.sent.clear()
    made.delete()
    later.advance(1)
    assert heard(player) == [("room_updateexits", {"hatch": False})]


def test_an_exit_of_the_grid_that_goes_is_told(lane, player, later):
    stand(lane, player, "lane", 1)
    asks(player, "Room 1")
    lane.live.exit(("lane", 1), "e").delete()
    later.advance(1)
    assert heard(player) == [("room_updateexits", {"e": False})]
    player.sent.clear()
    lane.spawn()  # as the map says, there is one
    later.advance(2)
    east = lane.live.object_id(("lane", 2))
    assert heard(player) == [("room_updateexits", {"e": {"name": "east", "flags": [], "to": east}})]


def test_a_way_that_is_locked_is_told_once_however_often_it_is_saved(lane, player, later):
    stand(lane, player, "lane", 1)
    asks(player, "Room 1")
    way = lane.live.exit(("lane", 1), "e")
    way.locks.add("traverse:false()")
    way.save()
    later.advance(1)
    (change,) = heard(player, "room_updateexits")
    assert change["e"]["flags"] == ["door", "closed", "locked"]
    way.save()
    later.advance(1)
    assert len(heard(player, "room_updateexits")) == 1


def test_a_way_that_one_may_not_see_is_not_told(lane, player, later):
    stand(lane, player, "lane", 1)
    asks(player, "Room 1")
    hidden = create_object(
        "evennia.objects.objects.DefaultExit",
        key="secret",
        location=lane.live.object(("lane", 1)),
        destination=lane.live.object(("lane", 2)),
        locks="view:false();search:false()",
    )
    later.advance(1)
    assert heard(player) == []
    hidden.delete()
    later.advance(1)
    assert heard(player) == []


def test_a_key_that_is_found_turns_a_locked_door_into_a_closed_one(grid, player, later):
    stand(grid, player, "vault")
    later.advance(1)
    asks(player, "Room 1")
    sends(player, supports_remove=(("Room",), {}), supports_add=(("Room 1",), {}))
    (info,) = heard(player, "room_info")
    assert info["stubs"] == ["e"]
    assert info["doors"]["e"]["flags"] == ["door", "closed", "locked"]
    player.sent.clear()
    player.types("open chest")
    later.advance(1)
    assert heard(player) == [
        ("room_updateexits", {"e": {"name": "east", "flags": ["door", "closed"]}})
    ]
    player.types("e")
    info = heard(player, "room_info")[-1]
    assert info["doors"]["w"]["flags"] == ["door"]
    assert info["exits"] == {"w": grid.live.object_id(("vault", 0))}
    assert info["stubs"] == ["e"]


# --- what is asked for


@pytest.mark.parametrize(
    ("modules", "words"),
    [
        (["Room 1"], {"room"}),
        (["Char 1", "Room 1", "IRE.Rift 1"], {"room"}),
        (["room.info"], {"room"}),
        (["Client.Map 1"], {"map"}),
        (["Xyzgrid 1"], {"room", "map", "board", "inside", "way", "party"}),
        (["", "   ", "Roo", "Room1"], set()),
    ],
)
def test_modules_of_gmcp_are_words(modules, words):
    assert wants.of_modules(modules) == words


def test_modules_are_added_and_taken_away(player):
    sends(player, supports_set=(["Room 1", "Xyzgrid.Board 1"], {}))
    sends(player, supports_add=(["Client.Map 1"], {}))
    assert wants.of(player.session) == {"room", "map", "board"}
    sends(player, supports_remove=(["Room"], {}))
    assert wants.of(player.session) == {"map", "board"}
    sends(player, supports_set=([], {}))
    assert wants.of(player.session) == set()


def test_the_web_client_asks_by_words_and_asks_anew_each_time(player):
    sends(player, xyzgrid_subscribe=(["room", "board", "nonsense"], {}))
    assert wants.of(player.session) == {"room", "board"}
    sends(player, xyzgrid_subscribe=([["map"]], {}))
    assert wants.of(player.session) == {"map"}


def test_what_was_asked_for_outlives_a_reload_and_not_the_session(player, portal):
    from evennia.server.serversession import ServerSession

    sends(player, supports_set=(["Room 1"], {}))
    kept = portal[-1][player.session.sessid]["server_data"]
    after = ServerSession()
    after.init_session("telnet", ("127.0.0.1", "test"), player.session.sessionhandler)
    after.load_sync_data({"server_data": kept})
    assert wants.of(after) == {"room"}
    another = ServerSession()
    another.init_session("telnet", ("127.0.0.1", "test"), player.session.sessionhandler)
    assert wants.of(another) == set()


def test_options_that_a_player_saves_do_not_subscribe_the_next_client(player):
    sends(player, supports_set=(["Room 1"], {}))
    player.types("option/save")
    assert "room" not in str(player.account.db._saved_protocol_flags).lower()


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


def test_malformed_messages_are_left_alone(player, faults, subtests):
    """As Evennia hands them on: positional and named, whatever they are called."""
    for name, (args, kwargs) in product(NAMES, MALFORMED):
        wants.put(player.session, ())
        faults.clear()
        message = {name: (list(args), dict(kwargs))}
        with subtests.test(name, args=str(args)[:40], kwargs=str(kwargs)[:40]):
            player.session.sessionhandler.data_in(player.session, **message)
            assert faults == []


def test_a_message_is_read_however_deep_it_is(player):
    module = "Room 1"
    for _deep in range(100_000):
        module = [module]
    oob.supports_set(player.session, module)
    assert wants.of(player.session) == {"room"}


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


def test_msdp_sends_once_and_lists(lane, player):
    stand(lane, player, "lane", 1)
    player.sent.clear()
    sends(player, msdp_send=(["ROOM_NAME"], {}), msdp_list=(["REPORTABLE_VARIABLES"], {}))
    assert {"ROOM_NAME": "Middle"} in player.sent
    (names,) = [m["REPORTABLE_VARIABLES"][0] for m in player.sent if "REPORTABLE_VARIABLES" in m]
    assert "ROOM_VNUM" in names
    player.sent.clear()
    player.types("e")
    assert heard(player) == []


# --- maps at once


def test_a_client_gets_the_sheet_on_which_it_stands(lane, player, clock):
    stand(lane, player, "lane", 1)
    sends(player, xyzgrid_map=([""], {}))  # as Evennia reads `Xyzgrid.Map` without more
    clock.pump([0.01] * 20)
    (found,) = heard(player, "xyzgrid_map")
    assert (found["key"], found["here"]) == ("lane", player.character.location.pk)
    assert {room["name"] for room in found["rooms"]} == {"West", "Middle", "East", "North"}


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
        patch.setattr(asking.room_view, "rooms_steps", busy)
        with pytest.raises(DatabaseError):
            asking.ask_map(player.session)
    sends(player, xyzgrid_map=([""], {}))
    clock.pump([0.01] * 20)
    assert [found["key"] for found in heard(player, "xyzgrid_map")] == ["lane"]


def test_a_map_that_may_not_be_told_is_as_one_that_is_not_there(grid, player, clock):
    stand(grid, player, "cube")
    for key in ("cube", "nothing"):
        sends(player, xyzgrid_map=([], {"map": key}))
        clock.pump([0.1] * 30)
    hidden, missing = heard(player, "xyzgrid_map")
    assert hidden == missing == {"error": "there is no such map"}


def test_of_a_large_sheet_the_rooms_next_to_one_are_sent(lane, player, clock, monkeypatch):
    monkeypatch.setattr(asking, "MOST", 2)
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
