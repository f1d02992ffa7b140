"""How many copies of dungeons there may be, and what is said and done where a bound is reached."""

import pytest
from dungeon_maps import row
from evennia import create_object
from evennia.objects.models import ObjectDB
from vault_map import PORCH, copy_keys

from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.parts.dungeons.game import allowance, copies
from xyzgrid_ext.parts.dungeons.game import stored as dungeons
from xyzgrid_ext.parts.dungeons.game.caretaker import Caretaker

VAULT = row(["Hall", "End"], gives={"Hall": ["smallkey"]}, copies="party", lease=10)
REFUSED_ONE = "You already have 1 dungeon open."
REFUSED = "You already have {} dungeons open."


class Entrance:
    """The porch, and a hatch in it; what makes copies works when it is told to, or at once."""

    def __init__(self, grid, settings):
        self.grid, self.settings = grid, settings
        self.time = 1000.0
        self.works_at_once = True
        self.work = []
        self.porch = grid.live.object(("porch", 0))

    def run(self, steps, then):
        self.work.append((steps, then))
        if self.works_at_once:
            self.do_work()

    def do_work(self):
        while self.work:
            steps, then = self.work.pop(0)
            drain(steps)
            then(None)

    def visits(self, player, party=""):
        """Let somebody go in, of a party if one is named, and come out; what was said."""
        if party:
            player.types(f"party {party}")
        said = player.types("hatch")
        player.session.puppet.move_to(self.porch, quiet=True)
        return said

    def bound(self, **own):
        self.settings.XYZGRID_LIMITS = {**getattr(self.settings, "XYZGRID_LIMITS", {}), **own}

    @property
    def keys(self):
        return copy_keys(self.grid)

    @property
    def halls(self):
        return ObjectDB.objects.filter(db_key="Hall").count() - 1


@pytest.fixture
def entrance(spawn_maps, settings, monkeypatch):
    """Return the entrance of a dungeon of which each party enters a copy."""
    entrance = Entrance(spawn_maps(PORCH, VAULT), settings)
    monkeypatch.setattr(copies, "run_in_slices", entrance.run)
    monkeypatch.setattr(copies._entrances, "_now", lambda: entrance.time)
    hall = entrance.grid.live.object(("vault", 0))
    kind = "xyzgrid_ext.parts.dungeons.entrance.Entrance"
    create_object(kind, key="hatch", location=entrance.porch, destination=hall)
    return entrance


@pytest.fixture
def visitor(entrance, make_player, settings):
    """Return a function: a name, perhaps an address -> a player on the porch, perhaps a guest."""

    def make(name, address="10.0.0.1", *, guest=False, **more):
        player = make_player(name, location=entrance.porch, **more)
        player.session.address = address
        if guest:
            player.account.swap_typeclass(settings.BASE_GUEST_TYPECLASS, run_start_hooks=None)
        return player

    return make


def test_one_guest_with_many_parties_gets_few_copies(entrance, visitor):
    guest = visitor("Guest1", guest=True)
    said = [entrance.visits(guest, f"w{number}") for number in range(40)]
    assert len(entrance.keys) == entrance.halls == 3
    assert all("Hall" in one for one in said[:3])
    assert all(REFUSED.format(3) in one for one in said[3:])
    assert "You can go back into one of these, or wait" in said[-1]
    assert "Hall" in entrance.visits(guest, "w1"), "their own are open to them"


def test_an_account_has_so_many_with_all_its_characters(entrance, visitor, settings):
    entrance.bound(copies_of_account=2)
    ann = visitor("Ann")
    entrance.visits(ann, "a")
    entrance.visits(ann, "b")
    other = create_object(settings.BASE_CHARACTER_TYPECLASS, key="Bea", location=entrance.porch)
    other.locks.add(f"puppet:pid({ann.account.pk})")
    ann.account.puppet_object(ann.session, other)
    assert "Your characters already have 2 dungeons open." in entrance.visits(ann, "c")
    assert len(entrance.keys) == 2


def test_an_address_has_so_many_with_all_its_accounts(entrance, visitor):
    entrance.bound(copies_of_address=2)
    said = [entrance.visits(visitor(name)) for name in ("Ann", "Ben", "Eve")]
    assert "Hall" in said[1]
    assert "Players at your network address already have 2 dungeons open." in said[2]
    assert "Hall" in entrance.visits(visitor("Kim", "10.0.0.2"))


def test_a_network_of_ipv6_is_one_address_and_no_address_is_kept(entrance, visitor):
    here, there, elsewhere = (
        allowance.makers_counted(visitor(name, address).character)[2]
        for name, address in (("Ann", "2001:db8::1"), ("Ben", ("2001:db8::2", 7)), ("Eve", "::1"))
    )
    assert here == there != elsewhere
    entrance.visits(visitor("Kim", "10.9.8.7"))
    assert "10.9" not in str(entrance.grid.attributes.get("copies", category=CATEGORY))


def test_all_together_have_so_many(entrance, visitor):
    entrance.bound(copies=2)
    names = ("Ann", "Ben", "Eve")
    said = [entrance.visits(visitor(one, f"10.0.0.{n}")) for n, one in enumerate(names)]
    assert "Hall" in said[1]
    assert "All dungeons are in use at the moment." in said[2]
    assert len(entrance.keys) == 2


def test_the_copy_of_a_party_counts_once_and_for_who_began_it(entrance, visitor):
    entrance.bound(copies_of_character=1, copies=2)
    ann, ben = visitor("Ann"), visitor("Ben")
    entrance.visits(ann, "swallows")
    entrance.visits(ben, "swallows")
    assert len(entrance.keys) == 1
    assert "Hall" in entrance.visits(ben, "herons")
    assert REFUSED_ONE in entrance.visits(ann, "gulls")


def test_copies_that_nobody_has_entered_for_a_minute_make_place(entrance, visitor):
    entrance.bound(copies_of_character=1)
    entrance.works_at_once = False
    ann = visitor("Ann")
    garden = entrance.grid.live.object(("porch", 1))
    ann.types("hatch")
    ann.character.move_to(garden, quiet=True)
    entrance.do_work()
    assert entrance.keys == ["vault #1"]
    ann.character.move_to(entrance.porch, quiet=True)
    ann.types("party swallows")
    assert REFUSED_ONE in ann.types("hatch"), "it may be that somebody is on the way there"
    entrance.time += 60
    ann.types("hatch")
    states = {key: one.state for key, one in dungeons.all_copies(entrance.grid).items()}
    assert states == {"vault #1": "going", "vault #2": "making"}
    entrance.do_work()
    assert entrance.keys == ["vault #2"]
    assert entrance.halls == 1
    assert ann.at == "Hall"


def test_it_is_told_when_the_first_of_ones_copies_closes(entrance, visitor):
    entrance.bound(copies_of_character=1)
    ann = visitor("Ann")
    entrance.visits(ann, "swallows")
    caretaker = Caretaker(now=lambda: entrance.time)
    caretaker.tend()
    entrance.time += 120
    assert "The first one closes in about 8 minutes." in entrance.visits(ann, "herons")
    entrance.time += 480
    caretaker.tend()
    assert "Hall" in entrance.visits(ann, "herons")


@pytest.mark.parametrize("permission", ["Helper", "Builder", "Admin"])
def test_staff_is_not_held_back(entrance, visitor, permission):
    entrance.bound(copies_of_character=1, copies_of_account=1, copies_of_address=1, copies=1)
    eve = visitor("Eve", permissions=(permission,))
    for party in ("a", "b", "c"):
        assert "Hall" in entrance.visits(eve, party)
    assert len(entrance.keys) == 3


def test_who_asks_again_while_the_copy_is_made_waits_once(entrance, visitor):
    entrance.works_at_once = False
    ann, ben = visitor("Ann"), visitor("Ben")
    ben.types("party swallows")
    ann.types("party swallows")
    assert "it opens in a moment" in ann.types("hatch")
    for _ in range(5):
        assert ann.types("hatch") == ""
    assert "it opens in a moment" in ben.types("hatch")
    assert len(entrance.work) == 1
    before = len(ann.sent)
    entrance.do_work()
    assert ann.text_since(before).count("An empty room.") == 1
    assert ann.character.location == ben.character.location
