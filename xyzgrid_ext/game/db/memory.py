"""What a character remembers of the grid: plain values in its Attributes and tags.

wormholes   ["2,2,1,cube wormhole", ...]   those that it has used
hints       ["letters", ...]               what it was told once
journey     {"map": …, "coord": …}         where it is going: see `Journey`
follows     7                              the id of its leader; a leader has its followers in `ndb`
full_walks  True                           of its account: walks tell each room in full

The tag of category `party` names its party, which enters copies of maps together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, replace
from typing import Any

import evennia
from django.db import transaction
from django.db.models import Q
from evennia.accounts.models import AccountDB
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag
from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_types import Character, Persistent
from xyzgrid_ext.game.base.signals import party_changed
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import AttributeLinks
from xyzgrid_ext.game.db.stored import read_stored

CATEGORY, EXPLORED = "xyzgrid", "xyzgrid_explored"
_MODELS = (ObjectDB, AccountDB)
WORMHOLES = "wormholes"
"""The Attribute of a character with the names of the wormholes that it has used."""
FULL_WALKS = "full_walks"
"""The account option of seeing each room of a walk in full: see `has_account_option`."""
_HINTS = "hints"


def wormholes(character: Character) -> frozenset[str]:
    """Return the wormholes that a character has used, by their texts of `Maps.wormhole_id`."""
    return texts_in(character, WORMHOLES)


def texts_in(keeper: Persistent, name: str) -> frozenset[str]:
    """Return the texts in an object's Attribute `name`, a list; empty without one."""
    texts = keeper.attributes.get(name, category=CATEGORY, default=())
    label = f"the Attribute '{name}' of #{keeper.pk}"
    return read_stored(label, lambda: frozenset(map(str, texts)), frozenset())


def number_in(keeper: Persistent, name: str) -> int | None:
    """Return the whole number in an object's Attribute `name`; None if it has none."""
    number = keeper.attributes.get(name, category=CATEGORY)
    if number is None or type(number) is int:
        return number
    return read_stored(f"the Attribute '{name}' of #{keeper.pk}", lambda: int(number), None)


def learn_wormhole(character: Character, wormhole: str) -> None:
    """Store that a character has used a wormhole, unless it already has."""
    set_wormholes(character, {*wormholes(character), wormhole})


def count_holders() -> int:
    """Return the number of objects and accounts with Attributes of this package. Two queries."""
    has_some = Q(db_attributes__db_category__in=(CATEGORY, EXPLORED))
    return sum(model.objects.filter(has_some).distinct().count() for model in _MODELS)


def remove_all() -> None:
    """Remove all Attributes of this package from objects and accounts."""
    of_these = Q(objectdb__isnull=False) | Q(accountdb__isnull=False)
    attributes = Attribute.objects.filter(of_these, db_category__in=(CATEGORY, EXPLORED))
    for pks in objects.chunked(attributes.values_list("pk", flat=True)):
        Attribute.objects.filter(pk__in=pks).delete()


def was_told(character: Character, hint: str) -> bool:
    """Whether a character has been shown the one-time hint of this name."""
    return hint in texts_in(character, _HINTS)


def note_told(character: Character, hint: str) -> None:
    """Store that a character has been shown the one-time hint of this name."""
    hints = {*texts_in(character, _HINTS), hint}
    character.attributes.add(_HINTS, sorted(hints), category=CATEGORY)


def set_wormholes(character: Character, names: AbstractSet[str]) -> None:
    """Store that a character has used these wormholes and no others."""
    if names != wormholes(character):
        character.attributes.add(WORMHOLES, sorted(names), category=CATEGORY)


_WORMHOLE = re.compile(r"(-?\d+),(-?\d+),(-?\d+),(.*?)( wormhole(?: \d+)?| \S+)", re.DOTALL)


def change_wormholes(changed: Callable[[Coord, str], tuple[Coord, str]]) -> list[int]:
    """Rename the wormholes that characters have used, after rooms or maps have moved.

    `changed(coordinate, map key)` returns the new ones. Return the ids of the characters that have
    used any.
    """

    def text(name: str) -> str:
        if (match := _WORMHOLE.fullmatch(name)) is None:
            return name
        (x, y, z), key = changed(Coord(*map(int, match.groups()[:3])), match[4])
        return f"{x},{y},{z},{key}{match[5]}"

    characters = objects.objects_with(WORMHOLES, CATEGORY)
    for character in characters:
        set_wormholes(character, set(map(text, wormholes(character))))
    return [character.pk for character in characters]


def has_account_option(character: Character, name: str) -> bool:
    """Whether the account of a character has a true Attribute `name`, such as FULL_WALKS."""
    account = character.account
    return account is not None and bool(account.attributes.get(name, category=CATEGORY))


def set_account_option(character: Character, name: str, is_on: bool) -> None:
    """Set an option, the Attribute `name` of a character's account; nothing without an account."""
    if (account := character.account) is not None:
        account.attributes.add(name, is_on, category=CATEGORY)


# --- the journey of a character


JOURNEY = "journey"
"""The Attribute of a character with its Journey."""
WALKING, RESTING, PARTED = "walking", "resting", "parted"


@dataclass(frozen=True)
class Journey:
    """A journey by `goto` or `path`: its goal, its state and its options.

    It survives a restart. The goal is a place, not an object, because a spawn may replace the room
    during the walk.

        goto ──► walking ◄──goto── resting ◄── path
                    │                ▲
                    ├── goto, a lock, an interrupt ──┘
                    └── lost connection ──► parted ──(told once at the next login)──► resting

    Attributes:
        place: the goal.
        name: its name when it was chosen.
        state: `walking`, `resting` or `parted`.
        wormholes: whether the route may use wormholes.
        explored: whether the route stays in rooms that the character has visited.
        via: the places still to pass, in order.
        person: the id of a character that it leads to; `place` is their last known place.
        full: whether passed rooms are shown in full.
        way: if it leads over an endless land, all stops that are still to be reached, in order,
            the goal last; the land there may not be drawn yet.
    """

    place: Place
    name: str
    state: str = RESTING
    wormholes: bool = True
    explored: bool = False
    via: tuple[Place, ...] = ()
    person: int | None = None
    full: bool = False
    way: tuple[Place, ...] = ()

    @property
    def has_stops(self) -> bool:
        """Whether the journey passes other places before its goal."""
        return bool(self.via) or len(self.way) > 1


def journey_of(character: Character) -> Journey | None:
    """Return the journey of a character; None if there is none."""
    row = deserialize(character.attributes.get(JOURNEY, category=CATEGORY))
    if not row:
        return None
    return read_stored(f"the Attribute '{JOURNEY}' of #{character.pk}", lambda: _journey(row), None)


def _journey(row: Record) -> Journey:
    options = {key: value for key, value in row.items() if key not in ("map", "coord")}
    stops = {
        key: tuple(Place(name, Coord(*coord)) for name, coord in row.get(key, ()))
        for key in ("via", "way")
    }
    return Journey(Place(row["map"], Coord(*row["coord"])), **options | stops)


def store_journey(character: Character, journey: Journey, state: str) -> None:
    """Store the journey of a character with a state, `walking`, `resting` or `parted`."""
    journey = replace(journey, state=state)
    if journey_of(character) == journey:
        return
    _place, *options = fields(journey)
    row = {
        "map": journey.place.map,
        "coord": list(journey.place.coord),
        **{f.name: getattr(journey, f.name) for f in options},
        "via": [[place.map, list(place.coord)] for place in journey.via],
        "way": [[place.map, list(place.coord)] for place in journey.way],
    }
    with transaction.atomic():  # one write; Evennia alone makes three of it
        character.attributes.add(JOURNEY, row, category=CATEGORY)


def move_journey(character: Character, moved: Callable[[Place], Place]) -> None:
    """Replace the places of a character's journey, after rooms have moved: `moved(old) -> new`."""
    if (journey := journey_of(character)) is not None:
        via, way = (tuple(map(moved, places)) for places in (journey.via, journey.way))
        there = replace(journey, place=moved(journey.place), via=via, way=way)
        store_journey(character, there, journey.state)


def forget_journey(character: Character) -> None:
    """Remove the stored journey of a character."""
    with transaction.atomic():
        character.attributes.remove(JOURNEY, category=CATEGORY)


# --- leader and followers


FOLLOWS = "follows"
"""The Attribute of a character with the id of its leader."""


def leader_of(character: Character) -> Character | None:
    """Return the leader of a character; None if it follows nobody."""
    return objects.object_by_id(number_in(character, FOLLOWS))


def followers_of(leader: Character) -> list[Character]:
    """Return the followers of a character, in the order in which they joined."""
    followers: dict[int, Any] = leader.ndb.xyzgrid_followers or {}
    return [follower for follower in followers.values() if follower.pk is not None]


def are_together(character: Character, other: Any) -> bool:
    """Whether one of two characters follows the other."""
    return character in followers_of(other) or other in followers_of(character)


# --- parties


PARTY = "party"
"""The category of the tags that name parties."""


def party_of(character: Character) -> str:
    """Return the name of a character's party; empty if it is in none.

    Parties enter copies of maps together. A game with its own names a function in XYZGRID_PARTY,
    which gets a character and returns the name of its party, or an empty text.
    """
    if (party_function := settings.setting_function("XYZGRID_PARTY")) is not None:
        return str(party_function(character) or "")
    return str(character.tags.get(category=PARTY, return_list=False) or "")


def join_party(character: Character, name: str) -> None:
    """Put a character into a party, and out of any other."""
    leave_party(character)
    character.tags.add(name, category=PARTY)
    party_changed.send(character, character=character)


def leave_party(character: Character) -> None:
    """Take a character out of its party; a party without members leaves no rows behind."""
    character.tags.clear(category=PARTY)
    Tag.objects.filter(db_category=PARTY, db_model="objectdb", objectdb__isnull=True).delete()
    party_changed.send(character, character=character)


def party_players(name: str) -> list[Character]:
    """Return the characters that are in a party and have a player now, in the order of ids."""
    puppets = {session.puppet for session in evennia.SESSION_HANDLER.values()} - {None}
    members = [puppet for puppet in puppets if party_of(puppet) == name]
    return sorted(members, key=lambda member: int(member.pk))


# --- the characters of accounts


def characters_of(account: int) -> list[int]:
    """Return the ids of the characters that the account with this id may play. One query."""
    values = _of_accounts([_PLAYABLE], accountdb_id=account)
    return sorted(_ids_in(value for _key, value in values))


def account_characters() -> tuple[set[int], set[int]]:
    """Return (ids of all characters that accounts may play, ids that accounts last played)."""
    values = _of_accounts([_PLAYABLE, _LAST])
    may_play = _ids_in(value for key, value in values if key == _PLAYABLE)
    return may_play, _ids_in([value] for key, value in values if key == _LAST)


_PLAYABLE, _LAST = "_playable_characters", "_last_puppet"


def _of_accounts(keys: Collection[str], **account: int) -> list[tuple[str, Any]]:
    links = AccountDB.db_attributes.through.objects.filter(
        attribute__db_key__in=keys, attribute__db_category=None, **account
    )
    return list(links.values_list("attribute__db_key", "attribute__db_value"))


def _ids_in(values: Iterable[Iterable[object] | None]) -> set[int]:
    # an object is stored as a tuple that ends with its id; unpacked each would be loaded
    return {packed[-1] for value in values for packed in value or () if isinstance(packed, tuple)}


def attributes_in(pks: Collection[int], categories: Collection[str]) -> list[tuple[Any, ...]]:
    """Return (object id, category, name, value) of objects' Attributes in categories. One query."""
    links = AttributeLinks.objects.filter(
        objectdb_id__in=pks, attribute__db_category__in=categories, attribute__db_attrtype=None
    )
    return list(
        links.order_by("objectdb_id", "attribute_id").values_list(
            "objectdb_id", "attribute__db_category", "attribute__db_key", "attribute__db_value"
        )
    )
