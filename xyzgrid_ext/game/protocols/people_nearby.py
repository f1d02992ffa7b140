"""Sends carried things, people nearby and the party's places to clients with panes.

    Char.Items.List     {"location": "inv", "items": [{"id": "513", "name": "a lantern"}]}
    Char.Items.Add      {"location": "inv", "item": {"id": "514", "name": "a rope"}}
    Char.Items.Remove   {"location": "inv", "item": {"id": "513"}}
    Room.Players        [{"name": "Ann", "fullname": "Ann"}]
    Room.AddPlayer      {"name": "Bob", "fullname": "Bob"}
    Room.RemovePlayer   "Ann"
    Xyzgrid.Party       {"name": "owls", "members": [{"name": "Ann", "num": 517, "place": "Quay"}]}

    a thing or person is moved, renamed, made, deleted ─► whom does it concern? ─┐ at once after
    a party is joined or left ────────────────────────────────────────────────── ┴► what is new

A move costs two look-ups here, however many clients are listening. Only what a character can see is
sent: things and people by Evennia's `filter_visible`, places by `place_of_person`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from evennia.utils.ansi import strip_ansi

from xyzgrid_ext.game.base import task
from xyzgrid_ext.game.base.evennia_types import Character, ClientSession, Looker
from xyzgrid_ext.game.base.limits import limit_value
from xyzgrid_ext.game.base.signals import party_changed
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.db import memory, objects
from xyzgrid_ext.game.protocols import subscriptions
from xyzgrid_ext.game.visibility.names import name_of
from xyzgrid_ext.game.visibility.resolve import place_of_person
from xyzgrid_ext.game.world import hooks, object_changes
from xyzgrid_ext.game.world.current import current

Names = dict[int, str]
"""Object id -> name, of things or people."""
_WORDS = frozenset((subscriptions.ITEMS, subscriptions.PLAYERS, subscriptions.PARTY))
_INVENTORY = "inv"


@dataclass(frozen=True)
class SentState:
    """What the clients of one character have been sent last."""

    items: Names = field(default_factory=dict)
    players: Names = field(default_factory=dict)
    party: dict[str, object] = field(default_factory=dict)
    concerns: frozenset[int] = frozenset()
    """The ids of all objects whose moves may change this data."""


class PeopleNearby:
    """Keeps clients told of the things, players and party members around their characters."""

    def __init__(self) -> None:
        self._sent: dict[int, SentState] = {}
        self._concerned: defaultdict[int, set[int]] = defaultdict(set)
        self._moved: set[int] = set()

    def connect(self) -> None:
        """Connect the signal handlers; calling it again has no effect."""
        object_changes.listen_for_moves(self.note_move)
        party_changed.connect(self.note_party, dispatch_uid="xyzgrid.clients.party_changed")

    def send_all(self, session: ClientSession, asked: frozenset[str]) -> None:
        """Send a session the things, people and party that it has `asked` (subscribed) for."""
        character = session.puppet
        if character is None or not asked & _WORDS:
            return
        now = self._refresh(character)
        if subscriptions.ITEMS in asked:
            items = [_item(number, name) for number, name in now.items.items()]
            session.msg(char_items_list=((), {"location": _INVENTORY, "items": items}))
        if subscriptions.PLAYERS in asked:
            session.msg(room_players=([[_player(name) for name in now.players.values()]], {}))
        if subscriptions.PARTY in asked:
            session.msg(xyzgrid_party=((), now.party))

    def note_move(self, pk: int, place: int | None) -> None:
        """Note that the object `pk` was moved to the object `place`, renamed, made or deleted."""
        self._wait(self._concerned.get(pk, set()) | self._concerned.get(place or 0, set()))

    def note_party(self, sender: object, character: Character, **kwargs: object) -> None:
        """Tell the old and the new party of a character that has changed its party."""
        others = memory.party_players(name) if (name := memory.party_of(character)) else ()
        members = {character.pk, *(other.pk for other in others)}
        self._wait(members | self._concerned.get(character.pk, set()))

    def _wait(self, characters: Iterable[int]) -> None:
        is_waiting = bool(self._moved)
        self._moved |= set(characters)
        if self._moved and not is_waiting:
            task.call_later(0, self._tell)

    @surviving("map clients")
    def _tell(self) -> None:
        moved, self._moved = self._moved, set()
        for number in moved:
            character = objects.object_by_id(number)
            sessions = subscriptions.subscribed_sessions(character) if character is not None else ()
            if character is None or not any(words & _WORDS for _session, words in sessions):
                self._forget(number)
                continue
            before = self._sent.get(number, SentState())
            now = self._refresh(character)
            for session, words in sessions:
                _tell(session, words, before, now)

    def _refresh(self, character: Character) -> SentState:
        """Return the current state, which then counts as told."""
        self._forget(character.pk)
        place = character.location
        items = _names(hooks.visible_things(character, character, character.contents), character)
        beside = [] if place is None else place.contents_get(content_type="character")
        people = [] if place is None else hooks.visible_things(place, character, beside)
        players = _names((obj for obj in people if obj.sessions.count()), character)
        party, members = _party(character)
        concerns = {character.pk, *items, *players, *members}
        if place is not None:
            concerns.add(place.pk)
        now = SentState(items, players, party, frozenset(concerns))
        self._sent[character.pk] = now
        for number in now.concerns:
            self._concerned[number].add(character.pk)
        return now

    def _forget(self, character: int) -> None:
        for number in self._sent.pop(character, SentState()).concerns:
            numbers = self._concerned[number]
            numbers.discard(character)
            if not numbers:
                del self._concerned[number]


people_nearby = PeopleNearby()
"""What this Server has sent to its clients."""


def _tell(session: ClientSession, asked: frozenset[str], before: SentState, now: SentState) -> None:
    """Send a session the changes."""
    if subscriptions.ITEMS in asked:
        for number in _missing_ids(before.items, now.items):
            message = {"location": _INVENTORY, "item": {"id": str(number)}}
            session.msg(char_items_remove=((), message))
        for number in _missing_ids(now.items, before.items):
            new = {"location": _INVENTORY, "item": _item(number, now.items[number])}
            session.msg(char_items_add=((), new))
    if subscriptions.PLAYERS in asked:
        for number in _missing_ids(before.players, now.players):
            session.msg(room_removeplayer=([before.players[number]], {}))
        for number in _missing_ids(now.players, before.players):
            session.msg(room_addplayer=((), _player(now.players[number])))
    if subscriptions.PARTY in asked and now.party != before.party:
        session.msg(xyzgrid_party=((), now.party))


def _missing_ids(some: Names, others: Names) -> list[int]:
    return [number for number, name in some.items() if others.get(number) != name]


def _names(objs: Iterable[Any], looker: Looker) -> Names:
    """Return the names of objects by id, without the looker's, up to the limit for clients."""
    others = (obj for obj in objs if obj is not looker)
    return {
        int(obj.pk): strip_ansi(hooks.display_name(obj, looker))
        for obj in islice(others, limit_value("client_things"))
    }


def _party(character: Character) -> tuple[dict[str, Any], list[int]]:
    """Return the party of a character for its clients, and the ids of the others."""
    if not (name := memory.party_of(character)):
        return {}, []
    live = current()
    others = [member for member in memory.party_players(name) if member is not character]
    rows = []
    for other in others[: limit_value("client_things")]:
        row: dict[str, object] = {"name": str(other.key)}
        if (room := place_of_person(live, character, other)) is not None:
            row |= {"num": live.number(room), "place": strip_ansi(name_of(live, room))}
        rows.append(row)
    return {"name": name, "members": rows}, [int(other.pk) for other in others]


def _item(number: int, name: str) -> dict[str, str]:
    return {"id": str(number), "name": name}


def _player(name: str) -> dict[str, str]:
    return {"name": name, "fullname": name}
