"""The rooms that a character has been in: for routes that lead only through these.

    Attributes, one a map       "town"   "0.4:1c 0.5:4"       see `core.graph.explored`

What somebody is told of, by a map that they study or by a companion, stands there as well.

A step changes only what is in memory. It is written down some seconds after the first room that
is new, and when the character loses its player or the server stops: a crash costs these seconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import evennia
from evennia.server import signals
from evennia.utils import logger

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.graph import Explored, Seen
from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.game.base import settings, task
from xyzgrid_ext.game.base.signals import stopping
from xyzgrid_ext.game.db import memory, views
from xyzgrid_ext.game.visibility.party import party_of
from xyzgrid_ext.game.world.world import Live, Room

_CATEGORY = "xyzgrid_explored"
_SECONDS = 20.0  # until it is written down: two hundred walkers write ten times a second


class ExplorationRecord:
    """What one character has explored, by map, and what of it is not written down."""

    def __init__(self, character: Any) -> None:
        self.seen: dict[str, Seen] = {}
        self._new: set[str] = set()
        self._timer: Any = None
        handler = character.attributes
        for one in handler.get(category=_CATEGORY, return_obj=True, return_list=True):
            if one is not None:
                self.seen[one.db_key] = _read(character, one.value)

    def add(self, character: Any, live: Live, key: str, rooms: Iterable[int]) -> int:
        """Rooms were entered, or told of; how many of them are new."""
        seen, grid = self.seen.setdefault(key, Seen()), live.grids[key]
        new = sum(seen.add(grid.coord(number)) for number in rooms)
        # a copy goes with those who made it
        if new and key not in live.copies:
            self._new.add(key)
            if self._timer is None:
                self._timer = task.call_later(_SECONDS, self.save, character)
        return new

    def save(self, character: Any) -> None:
        """Write down what is new."""
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None
        for key in sorted(self._new) if character.pk is not None else ():
            character.attributes.add(key, self.seen[key].text(), category=_CATEGORY)
        self._new.clear()


def explored(character: Any) -> Explored:
    """The rooms that a character has been in."""
    return _chart(character).seen


def seen_of(character: Any, key: str) -> Seen:
    """What a character has explored of one map."""
    return explored(character).get(key) or Seen()


def been(live: Live, character: Any, key: str) -> Bools:
    """(n,) bool: the rooms of a map in which a character has been."""
    return seen_of(character, key).rooms(live.grids[key])


def together(characters: Collection[int]) -> tuple[frozenset[str], dict[str, Seen]]:
    """The wormholes and the rooms that some characters know, by their numbers. One query.

    Of those who play now it is what they know now, and not what was written down last.
    """
    wormholes: set[str] = set()
    found: dict[str, Seen] = {}
    playing = {one.pk: _chart(one) for one in _puppets() if one.pk in characters}
    for pk, category, name, value in views.attributes_in(characters, (_CATEGORY, memory.CATEGORY)):
        if category == _CATEGORY and pk not in playing:
            found.setdefault(name, Seen()).join(_read(f"#{pk}", value))
        elif category == memory.CATEGORY and name == memory.WORMHOLES:
            wormholes.update(value)
    for chart in playing.values():
        for key, seen in chart.seen.items():
            found.setdefault(key, Seen()).join(seen)
    return frozenset(wormholes), found


def arrived(live: Live, character: Any, here: Room) -> None:
    """A character is in a room; only those are noted that have a player.

    Who explores with it learns of the room as well: see `with_whom`.
    """
    if not character.sessions.count():
        return
    key, number = here
    for one in (character, *with_whom(live, character, key)):
        _chart(one).add(one, live, key, (number,))


def with_whom(live: Live, character: Any, key: str) -> list[Any]:
    """Who else learns what a character explores on a map.

    By the setting XYZGRID_EXPLORERS whom that function names; by XYZGRID_SHARE_EXPLORED those of
    its party who are on the same map. Nobody, if neither is set.
    """
    if (own := settings.explorers()) is not None:
        return [one for one in own(character) if one is not character]
    if not settings.shares_explored() or not (name := party_of(character)):
        return []
    found = {one.pk: one for one in _puppets() if one is not character and party_of(one) == name}
    places = ((one, live.where(one.location)) for one in found.values())
    return [one for one, place in places if place is not None and place[0] == key]


def reveal(live: Live, character: Any, key: str, rooms: Iterable[int]) -> int:
    """Let a character know rooms of a map, by their numbers, as if it had been in them.

    Returns:
        how many of them are new to it. They are written down as those that it explores.

    """
    return _chart(character).add(character, live, key, rooms)


def save(character: Any) -> None:
    """Write down what a character has explored, if anything of it is new."""
    chart: ExplorationRecord | None = character.ndb.xyzgrid_chart
    if chart is not None:
        chart.save(character)


def save_all() -> None:
    """The server stops: write down what all have explored."""
    for puppet in _puppets():
        save(puppet)


def connect() -> None:
    """Hear of ends, of characters that find and lose players. Doing it again changes nothing."""
    stopping.connect(_stopping, dispatch_uid="xyzgrid.exploring.stopping")
    post, un = signals.SIGNAL_OBJECT_POST_PUPPET, signals.SIGNAL_OBJECT_POST_UNPUPPET
    post.connect(_puppeted, dispatch_uid="xyzgrid.exploring.puppeted")
    un.connect(_unpuppeted, dispatch_uid="xyzgrid.exploring.unpuppeted")


def _stopping(sender: Any, **kwargs: Any) -> None:
    save_all()


def _chart(character: Any) -> ExplorationRecord:
    if character.ndb.xyzgrid_chart is None:
        character.ndb.xyzgrid_chart = ExplorationRecord(character)
    chart: ExplorationRecord = character.ndb.xyzgrid_chart
    return chart


def _puppets() -> list[Any]:
    """The characters that have a player now."""
    sessions = evennia.SESSION_HANDLER.values()
    return [session.puppet for session in sessions if session.puppet is not None]


def _read(character: Any, text: Any) -> Seen:
    try:
        return Seen.from_text(str(text))
    except GridError as err:
        logger.log_warn(f"xyzgrid: {character}: {err}")
        return Seen()


def _puppeted(sender: Any, **kwargs: Any) -> None:
    """The first room is not entered, so far as rooms can tell."""
    here = getattr(sender.location, "here", None)
    if here is not None:
        arrived(sender.location.live, sender, here)


def _unpuppeted(sender: Any, **kwargs: Any) -> None:
    if sender.pk is not None:
        save(sender)
