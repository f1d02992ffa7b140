"""Records the rooms that characters explore: those they enter or are shown, alone or in company.

    a step ──► arrived ──┐                     ┌─ the character
                         ├─► `db.exploration` ─┼─ by a setting, its party on the same map
    a chart ─► study ────┘                     └─ by a setting, whom a function of the game names

New rooms are stored a few seconds later, when a character loses its player, and when the server
stops.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from evennia.server import signals

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, GameObject
from xyzgrid_ext.game.base.signals import stopping
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.db import exploration
from xyzgrid_ext.game.db.memory import party_of
from xyzgrid_ext.game.visibility import revealing
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room


def record_arrival(live: Live, character: Character, here: Room) -> None:
    """Record the room of a character that has a player, for its fellow explorers too."""
    if not character.sessions.count():
        return
    key, number = here
    for explorer in (character, *fellow_explorers(live, character, key)):
        reveal(live, explorer, key, (number,))


def fellow_explorers(live: Live, character: Character, key: str) -> list[Any]:
    """Return the others who learn what a character explores on the map `key`.

    With the setting XYZGRID_EXPLORERS a function names them; with XYZGRID_SHARE_EXPLORED it is the
    party on the same map. Without either, there are none.
    """
    if (choose := settings.setting_function("XYZGRID_EXPLORERS")) is not None:
        with surviving("XYZGRID_EXPLORERS"):  # the step is taken all the same
            return [fellow for fellow in choose(character) if fellow is not character]
        return []
    if not settings.setting_value("XYZGRID_SHARE_EXPLORED") or not (name := party_of(character)):
        return []
    others = [puppet for puppet in exploration.puppets() if puppet is not character]
    members = {other.pk: other for other in others if party_of(other) == name}
    places = ((member, live.where(member.location)) for member in members.values())
    return [member for member, place in places if place is not None and place[0] == key]


def reveal(live: Live, character: Character, key: str, rooms: Iterable[int]) -> int:
    """Let a character know `rooms` of a map, by number, as if visited; return how many are new."""
    grid, record = live.grids[key], exploration.record_of(character)
    lasting = key not in live.copies  # a copy goes with those who made it
    return record.add(character, key, map(grid.coord, rooms), lasting=lasting)


def study(live: Live, character: Character, thing: GameObject) -> dict[str, int]:
    """Reveal the rooms that a thing, such as a chart, shows; return map -> number of new rooms.

    Raises:
        PlayerError: if its Attribute is malformed, or names a map that does not exist.
    """
    counts: dict[str, int] = {}
    for area in revealing.areas_of(thing):
        if (grid := live.grids.get(area.key)) is None:
            text = _("{word} names the map '{map}', which does not exist")
            fault = text.format(word=revealing.ATTRIBUTE, map=area.key)
            raise PlayerError(fault, _(revealing.CURE))
        new = reveal(live, character, area.key, area.rooms(grid))
        counts[area.key] = counts.get(area.key, 0) + new
    return counts


def save_all() -> None:
    """Store the explored rooms of all characters, when the server stops."""
    for puppet in exploration.puppets():
        exploration.save(puppet)


def connect() -> None:
    """Connect the signal handlers; calling it again has no effect."""
    stopping.connect(_on_stop, dispatch_uid="xyzgrid.exploring.stopping")
    post, un = signals.SIGNAL_OBJECT_POST_PUPPET, signals.SIGNAL_OBJECT_POST_UNPUPPET
    post.connect(_on_puppet, dispatch_uid="xyzgrid.exploring.puppeted")
    un.connect(_on_unpuppet, dispatch_uid="xyzgrid.exploring.unpuppeted")


@surviving("explored rooms")
def _on_stop(sender: object, **kwargs: object) -> None:
    save_all()


@surviving("explored rooms")
def _on_puppet(sender: Character, **kwargs: object) -> None:
    """Record the first room that a new player sees, since no signal reports it."""
    live = current()
    if (here := live.where(sender.location)) is not None:
        record_arrival(live, sender, here)


@surviving("explored rooms")
def _on_unpuppet(sender: Character, **kwargs: object) -> None:
    if sender.pk is not None:
        exploration.save(sender)
