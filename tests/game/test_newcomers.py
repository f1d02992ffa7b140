"""Where new characters and guests stand."""

import time

import evennia
import pytest
from django.contrib.sessions.backends.db import SessionStore
from evennia import create_object
from evennia.accounts import accounts
from evennia.accounts.accounts import DefaultAccount
from evennia.accounts.models import AccountDB
from evennia.objects.models import ObjectDB
from evennia.server.portal.telnet import TelnetProtocol
from evennia.utils.ansi import parse_ansi
from typeclasses.accounts import Account, Guest

from xyzgrid_ext.game.base.signals import character_named
from xyzgrid_ext.game.protocols.wire import Telnet
from xyzgrid_ext.game.typeclasses import guests, newcomers
from xyzgrid_ext.game.world import puzzles
from xyzgrid_ext.game.world.current import find_grid, get_grid

MAP = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n"
CUBE = """
matrixedge 2
startnode 0 0 0
endnode 0 0 1
currentnode 0 0 0
node 0 0 0 forward twoway
"""


@pytest.fixture
def square(spawn_maps, settings):
    settings.XYZGRID_START = (1, 0, "town")
    room = {"prototype_parent": "xyz_room", "key": "Square"}
    spawn_maps({"zcoord": "town", "map": MAP, "prototypes": {(1, 0): room}})
    return ObjectDB.objects.get(db_key="Square")


def test_character_of_a_new_account_stands_at_the_start_and_things_stay_in_limbo(square, limbo):
    account, faults = DefaultAccount.create(username="Nina", password="correct-horse-7")
    assert not faults
    (character,) = account.characters
    assert character.location == square
    assert character.home == square
    being = create_object("evennia.objects.objects.DefaultCharacter", key="Cat", location=limbo)
    thing = create_object("typeclasses.objects.Object", key="Box", location=limbo)
    assert {being.location, thing.location} == {limbo}


def test_a_new_character_sees_the_start_and_never_limbo(square, make_player):
    player = make_player("Nina")
    assert player.character.location == square
    assert "Limbo" not in player.text_since(0)
    assert "Square" in player.text_since(0)


def test_one_made_before_the_grid_comes_over_at_the_next_login(
    make_player, limbo, spawn_maps, settings
):
    settings.XYZGRID_START = (0, 0, "town")
    player = make_player("admin", superuser=True)
    assert player.character.location == limbo
    spawn_maps({"zcoord": "town", "map": MAP})
    player.account.unpuppet_object(player.session)
    player.account.puppet_object(player.session, player.character)
    assert player.character.location.xyz == (0, 0, "town")


def test_who_is_elsewhere_or_goes_back_to_limbo_is_left_alone(square, limbo, make_player):
    player = make_player("admin", superuser=True)
    player.character.move_to(limbo, quiet=True)
    player.account.unpuppet_object(player.session)
    player.account.puppet_object(player.session, player.character)
    assert player.character.location == limbo
    hut = create_object("typeclasses.rooms.Room", key="Hut")
    player = make_player("Nina", location=hut)
    assert player.character.location == hut
    player.account.unpuppet_object(player.session)
    player.account.puppet_object(player.session, player.character)
    assert player.character.location == hut


@pytest.mark.parametrize("start", [(0, 0, 1, "cube"), (0, 0, "cube:1")])
def test_the_start_can_be_in_a_cube(start, spawn_maps, settings, limbo):
    settings.XYZGRID_START = start
    spawn_maps({"zcoord": "cube", "matrix": CUBE})
    assert newcomers.start_room().xyz == (0, 0, "cube:1")


@pytest.mark.parametrize(
    "start", [None, (0, 0, "nowhere"), (9, 9, "town"), "town", (1, 2), (1, 2, 3, 4, 5)]
)
def test_without_such_a_room_everything_is_as_evennia_has_it(start, settings, make_player, limbo):
    settings.XYZGRID_START = start
    assert make_player("Nina").character.location == limbo
    assert find_grid() is None


pytestmark = pytest.mark.django_db


def test_guest_gets_in_and_is_told_once_that_nothing_is_kept(limbo, settings, monkeypatch):
    # of digits only, which the rules for people's passwords refuse
    monkeypatch.setattr(accounts, "getrandbits", lambda bits: 0x1234567890123456)
    account, errors = Guest.authenticate(ip="127.0.0.1")
    assert not errors
    assert account.username == "Guest1"
    account, _errors = Guest.authenticate(ip="127.0.0.1")
    told = []
    monkeypatch.setattr(account, "msg", lambda text=None, **kwargs: told.append(text))
    monkeypatch.setattr(account, "puppet_object", lambda session, obj: told.append("in the game"))
    account.at_post_login()
    assert told[0] == "in the game"
    assert [text for text in told[1:] if "create <name> <password>" in text] == told[1:]


def test_only_who_helps_to_run_the_game_learns_the_versions_of_what_runs(player, superuser):
    told = player.types("about")
    assert "Django" not in told
    assert "not available" in told
    assert "Django" in superuser.types("about")


@pytest.fixture
def guest(make_player):
    """Return a player whose account is a guest's."""
    player = make_player("Guest7")
    player.account.swap_typeclass(Guest, run_start_hooks=None)
    player.account.save()
    player.account.permissions.clear()
    player.account.permissions.add("Guests")
    return player


def test_a_guest_goes_on_under_a_name_of_its_own(guest):
    puzzles.solve("the lamp", guest.character)
    named = []
    on = lambda sender, character, before, **kwargs: named.append((character.key, before))  # noqa: E731
    character_named.connect(on)
    assert "Give a name and a password" in guest.types("create")
    assert "too short" in guest.types("create Mira 12")
    assert guest.account.username == "Guest7"
    told = guest.types("create Mira lantern99x")
    assert told.startswith("From now on you are Mira, with all that you did as a guest.")
    account = AccountDB.objects.get(username="Mira")
    assert (type(account), account.check_password("lantern99x")) == (Account, True)
    assert account.permissions.all() == ["player"]
    assert (guest.character.key, guest.character.account) == ("Mira", account)
    assert puzzles.is_solved("the lamp", guest.character)
    assert named == [("Mira", "Guest7")]
    assert "not available" in guest.types("create Bob lantern99x"), "no guest any more"


def test_tables_of_scores_name_a_guest_as_it_is_called_now(guest):
    own, other = ({"name": "Guest7", "id": pk} for pk in (guest.character.pk, 0))
    together = {"names": ["Ann", "Guest7"], "date": "2999-01-01"}
    long_ago = together | {"date": "2001-01-01"}
    rows, grid = [own, other, together, long_ago], get_grid()
    for key, value in (("score box 1", rows), ("won_scores", {"well": {"rows": rows}})):
        grid.attributes.add(key, value, category="xyzgrid")
    guest.types("create Mira lantern99x")
    now = [own | {"name": "Mira"}, other, together | {"names": ["Ann", "Mira"]}, long_ago]
    assert grid.attributes.get("score box 1", category="xyzgrid") == now
    assert grid.attributes.get("won_scores", category="xyzgrid") == {"well": {"rows": now}}


def test_a_guest_is_told_at_quit_what_it_loses(guest):
    assert "create <name> <password> keeps it" in guest.types("quit")
    assert guest.account.sessions.count() == 1
    assert "Quitting" in guest.types("quit")


@pytest.fixture
def lose(guest, monkeypatch):
    """Return a function that ends the guest's connection, as a browser's or as telnet's."""

    def end(browser=None, reason=""):
        evennia.SESSION_HANDLER[guest.session.sessid] = guest.session
        guest.session.csessid = browser
        guest.session.logged_in = True
        guest.session.at_disconnect(reason)
        del evennia.SESSION_HANDLER[guest.session.sessid]
        return AccountDB.objects.filter(pk=guest.account.pk).exists()

    return end


def test_a_browser_that_lost_its_connection_finds_its_guest_for_ten_minutes(
    guest, lose, monkeypatch, clock
):
    browser = SessionStore()
    browser.create()
    guest.account.characters.add(guest.character)
    room = guest.character.location
    now = time.monotonic()
    assert lose(browser.session_key)
    uid = SessionStore(session_key=browser.session_key)["webclient_authenticated_uid"]
    assert AccountDB.objects.get_account_from_uid(uid) == guest.account
    guest.account.puppet_object(guest.session, guest.account.db._last_puppet)
    assert (guest.character.key, guest.character.location) == ("Guest7", room)
    lose(browser.session_key)
    clock.advance(599)
    assert AccountDB.objects.filter(username="Guest7").exists()
    monkeypatch.setattr(guests.time, "monotonic", lambda: now + 601)
    clock.advance(1)
    assert not AccountDB.objects.filter(username="Guest7").exists()
    assert not ObjectDB.objects.filter(db_key="Guest7").exists()


@pytest.mark.parametrize("how", [{}, {"browser": "b" * 32, "reason": "quit"}])
def test_a_guest_is_gone_at_once_by_quit_and_by_telnet(lose, how):
    assert not lose(**how)


def test_a_guest_with_another_client_stays(guest, lose, monkeypatch):
    monkeypatch.setattr(evennia.SESSION_HANDLER, "sessions_from_account", lambda _account: [1])
    assert lose(reason="Logged in from elsewhere. Disconnecting.")


def test_guests_whom_an_earlier_server_left_behind_are_gone_at_the_start(guest):
    evennia.SESSION_HANDLER.pop(guest.session.sessid)
    guests.delete_departed()
    assert not AccountDB.objects.filter(username="Guest7").exists()


def test_a_game_whose_guests_do_not_return_is_not_asked_for_them(
    settings, django_assert_num_queries
):
    settings.BASE_GUEST_TYPECLASS = "evennia.accounts.accounts.DefaultGuest"
    with django_assert_num_queries(0):
        guests.delete_departed()


def test_white_and_dark_grey_are_sent_as_bold_and_faint(monkeypatch):
    sent = []
    monkeypatch.setattr(TelnetProtocol, "sendLine", lambda self, line: sent.append(line))
    telnet = Telnet.__new__(Telnet)
    telnet.protocol_flags = {"ENCODING": "utf-8"}
    telnet.sendLine(parse_ansi("|wmap|n and |xdim|n"))
    assert sent == [b"\x1b[39;1mmap\x1b[0m and \x1b[22;39;2mdim\x1b[0m"]
