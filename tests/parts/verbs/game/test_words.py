"""What players type who know other games, and what each word answers in this one."""

from functools import partial

import pytest
from evennia import create_object
from evennia.objects.models import ObjectDB
from evennia.utils.ansi import parse_ansi
from evennia.utils.utils import make_iter
from spawned import spawned_once
from worlds import room_named

from world import town
from xyzgrid_ext.game.protocols.sessions import FittingSession
from xyzgrid_ext.parts.verbs.reactions import react

pytestmark = [pytest.mark.django_db, pytest.mark.beside("contents")]

shared_maps = spawned_once(
    town.XYMAP_DATA
    | {
        "prototypes": town.XYMAP_DATA["prototypes"]
        | {
            (4, 4): town.ROOMS[4, 4]
            | {"details": {"lanterns, lantern": "Green glass.", "sign": ["New paint."]}}
        }
    }
)

# in the square; what each word answers there
TYPED = {
    "exits": "north to Glassgate Street",
    "where": "You are in Lantern Square, at (4,4,town) on the map of Lantern Quay.",
    "where is the tavern": "The Drowned Lantern is 1 step from here.",
    "commands": "goto",
    "recall": "You are already there: this is Lantern Square.",
    "journal": "",
    "quest": "",
    "score": "Lantern Quay",
    "x lanterns": "Green glass.",
    "examine the lantern": "Green glass.",
    "look sign": "New paint.",
    "read sign": "New paint.",
    "look cobbles": "lanterns of green glass hang over the cobbles, and the lake wind makes them "
    "ring.",
    "look swans": "Could not find 'swans'.",
    "take lantern": "They hang a hand too high, for everybody.",
    "take swans": "Could not find 'swans'.",
    "kill guard": "There is nobody here to attack.",
    "hit": "There is nobody here to attack.",
    "flee": "There is nobody here to flee from. back goes where you came from.",
    "unlock north": "The way north is open.",
    "open swans": "There is no 'swans' here.",
    "enter": "Where to? You can enter north, northeast, east, south, southwest, west or northwest.",
    "climb cobbles": "You cannot climb the cobbles.",
    "enter swans": "There is no 'swans' here to enter.",
    "north please": "Command 'north please' is not available. Type \"help\" for help.",
    "achievements": "Command 'achievements' is not available. Type \"help\" for help.",
    "jurnal": "Command 'jurnal' is not available. Maybe you meant \"journal\"?",
    "attack": "There is nobody here to fight.",
    "answer hole": "There is no riddle here.",
    "quests": "",
    "take": "Get what?",
    "inventory": "You are not carrying anything.",
    "enter wormhole": "There is no 'wormhole' here to enter.",
    "talk to guard": "Nobody here answers.",
    "ask guard about well": "Nobody here answers.",
    "buy beer": "There is no money in Lantern Quay",
    "rest": "You sit down for a moment.",
    "sleep": "You sit down for a moment.",
    "stats": "What counts here is what you have seen: score.",
    "consider guard": "There is nobody here to fight.",
    "pull rope": "There is no 'rope' here.",
    "ring bell": "There is no 'bell' here.",
    "look lantern": "Green glass.",
    "light lamp": "You cannot set light to the lamp.",
    "notes": "notes works in a dungeon",
    "wear hat": "You have nothing to put on",
    "brief": "goto/full shows all of them in full",
    "screenreader": "Type option screenreader = on to have maps and boards described in words",
    "todo": "Not yet explored in Lantern Quay, nearest first:",
}
# what there is not is said to be not there, and never taken for an exit
NOT_THERE = (
    "reset",
)  # fmt: skip
TYPED |= {word: f"Command '{word}' is not available." for word in NOT_THERE}


@pytest.fixture
def in_square(grid, player):
    player.character.move_to(ObjectDB.objects.get(db_key="Lantern Square"), quiet=True)
    return player


def test_words_of_other_games_unlock_open_and_go(in_square):
    told = {typed: in_square.types(typed) for typed in TYPED}
    wrong = {typed: text for typed, text in told.items() if TYPED[typed] not in text}
    assert wrong == {}
    del told["commands"]  # which lists all that there are
    assert not [typed for typed, text in told.items() if "chardelete" in text]
    in_square.character.move_to(room_named("The Arcade Front"), quiet=True)
    needs = (
        "The dial stands before its mark: it counts the Salt Store of this arcade, and wants one "
        "level of it. play salt store begins."
    )
    assert {in_square.types(f"{word} iron door") for word in ("open", "unlock")} == {needs}
    in_square.character.move_to(room_named("The Old Well"), quiet=True)
    for typed in ("go north", "walk lantern square"):
        in_square.character.move_to(room_named("Glassgate Street"), quiet=True)
        in_square.types(typed)
        assert in_square.character.location != room_named("Glassgate Street"), typed


OPTIONS = {
    "option": "nocolor off texts without colours",
    "option nocolor = on": "nocolor is now on.",
    "option/save screenwidth = 60": "screenwidth is now 60. It stays that way at your next login.",
    "option screenwidth = 7": "screenwidth is a number from 40 to 200.",
    "option mxp = off": "mxp is now off.",
    "option nocolor = perhaps": "nocolor is either on or off.",
    "option encoding = rot99": "'rot99' is not an encoding.",
    "option nocolor off": "nocolor is now off.",
    "option width 60": "screenwidth is now 60.",
    "option colour": "For example: option nocolor = on.",
    "option colour = on": "There is no option 'colour'. Options: screenreader,",
    "option nocolor": "For example: option nocolor = on.",
    "option/clear screenwidth": "screenwidth is no longer saved.",
    # those that only Evennia's own command names
    "option xterm256 = off": "xterm256 is now off.",
    "option xterm256 = blue": "xterm256 is either on or off.",
    "option clientname = telnet": "clientname is now telnet.",
    "option ttype = on": "There is no option 'ttype'.",
}


def test_options_are_told_and_taken_in_the_words_of_players(in_square, monkeypatch):
    # there is no portal to hear of it
    monkeypatch.setattr(in_square.session.sessionhandler, "session_portal_sync", lambda one: None)
    told = {typed: " ".join(in_square.types(typed).split()) for typed in OPTIONS}
    assert {typed: text for typed, text in told.items() if OPTIONS[typed] not in text} == {}
    assert not [text for text in told.values() if "True" in text or "False" in text]
    in_square.types("option/save nocolor = on")
    assert in_square.account.db._saved_protocol_flags == {"NOCOLOR": True}
    assert in_square.session.protocol_flags["SCREENWIDTH"] == {0: 60}
    assert "(saved)" in in_square.types("option")
    in_square.types("option screenwidth = 40")
    assert "nocolor: on (saved). Texts without colours." in in_square.types("option")


def test_everything_that_can_be_taken_is_taken_and_dropped_at_once(in_square):
    room = in_square.character.location
    assert in_square.types("get all") == "There is nothing here that you can take."
    assert in_square.types("drop all") == "You carry nothing that you can drop."
    make = partial(create_object, "evennia.DefaultObject", location=room, nohome=True)
    things = [make(key="rope"), make(key="lens"), make(key="statue", locks="get:false()")]
    assert in_square.types("take all") == "You pick up a rope and a lens."
    assert [one.location == room for one in things] == [False, False, True]
    assert in_square.types("drop all") == "You drop a rope and a lens."
    assert {one.location for one in things} == {room}
    for one in things:
        one.delete()


@pytest.mark.beside("boards", "dungeons", "matrix_game")
def test_a_word_asks_once_where_nothing_reacts_to_it(in_square, django_assert_num_queries):
    who = in_square.character
    who.location.attributes.remove("reacts")
    assert not react(who, "get", "the pebble")
    with django_assert_num_queries(1):
        assert not react(who, "get", "the pebble")


def test_a_journal_is_wrapped_for_a_terminal_and_flows_in_a_browser(make_player, monkeypatch):
    monkeypatch.setattr("evennia.server.serversession.ServerSession", FittingSession)
    player = make_player("Ada")
    assert "\n    " in player.types("journal")
    player.session.protocol_key = "websocket"
    assert "\n    " not in player.types("journal")


def test_what_one_tells_somebody_reads_like_what_one_says(in_square, make_player):
    bob, cleo = make_player("Bob"), make_player("Cleo")
    assert in_square.types("tell bob |rhi there") == 'You tell Bob, "|rhi there"'
    told = [row["text"] for row in bob.sent if "tells you" in str(row.get("text"))]
    assert [parse_ansi(str(make_iter(text)[0]), strip_ansi=True) for text in told] == [
        f'{in_square.account.key} tells you, "|rhi there"'
    ]
    bob.session.sessionhandler.pop(bob.session.sessid)
    assert in_square.types("tell bob, cleo = you = we").splitlines() == [
        'Bob is away, and will find this in page: "you = we"',
        'You tell Cleo, "you = we"',
    ]
    assert "There is no player 'dan'" in in_square.types("tell dan hi")
    assert cleo.types("page").count("you = we") == 1
    assert "you = we" not in make_player("Dan").types("page")
