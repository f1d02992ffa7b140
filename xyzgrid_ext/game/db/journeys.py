"""The journey of a character: plain values in an Attribute, so that it survives a restart.

The goal is a place, not an object, because a spawn may replace the room during the walk.

    goto ──► walking ◄──goto── resting ◄── path
                │                ▲
                ├── goto, a lock, an interrupt ──┘
                └── lost connection ──► parted ──(told once at the next login)──► resting
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.db.stored import read_stored

ATTRIBUTE = "journey"
WALKING, RESTING, PARTED = "walking", "resting", "parted"


@dataclass(frozen=True)
class Journey:
    """A journey: its goal, the name typed for it, its state and its options.

    Attributes:
        place: the goal.
        name: its name when it was chosen.
        state: see above.
        wormholes: whether the route may use wormholes.
        explored: whether the route stays in rooms that the character has visited.
        via: the places still to pass, in order.
        person: the id of a character that it leads to; `place` is their last known place.
        brief: whether only the names of passed rooms are shown, whatever the player's default.
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
    brief: bool = False
    full: bool = False
    way: tuple[Place, ...] = ()

    @property
    def has_stops(self) -> bool:
        """Whether it leads to other places before its goal."""
        return bool(self.via) or len(self.way) > 1


def journey_of(character: Any) -> Journey | None:
    """Return the journey of a character; None if there is none."""
    kept = deserialize(character.attributes.get(ATTRIBUTE, category=CATEGORY))
    if not kept:
        return None
    return read_stored(
        f"the Attribute '{ATTRIBUTE}' of #{character.pk}", lambda: _journey(kept), None
    )


def _journey(kept: Mapping[str, Any]) -> Journey:
    return Journey(
        Place(kept["map"], Coord(*kept["coord"])),
        kept["name"],
        kept["state"],
        kept.get("wormholes", True),
        kept.get("explored", False),
        tuple(Place(name, Coord(*coord)) for name, coord in kept.get("via", ())),
        kept.get("person"),
        kept.get("brief", False),
        kept.get("full", False),
        tuple(_stop(stop, kept["map"]) for stop in kept.get("way", ())),
    )


def keep(character: Any, journey: Journey, state: str) -> None:
    """Store a journey in a state; a journey that has not changed is not written again."""
    journey = replace(journey, state=state)
    if journey_of(character) == journey:
        return
    value: dict[str, Any] = {
        "map": journey.place.map,
        "coord": list(journey.place.coord),
        "name": journey.name,
        "state": state,
    }
    if not journey.wormholes:
        value["wormholes"] = False
    if journey.explored:
        value["explored"] = True
    if journey.via:
        value["via"] = [[place.map, list(place.coord)] for place in journey.via]
    if journey.person is not None:
        value["person"] = journey.person
    if journey.brief:
        value["brief"] = True
    if journey.full:
        value["full"] = True
    if journey.way:
        value["way"] = [_stored(stop, journey.place.map) for stop in journey.way]
    with transaction.atomic():  # one write; Evennia alone makes three of it
        character.attributes.add(ATTRIBUTE, value, category=CATEGORY)


def _stop(stored: Sequence[Any], goal_map: str) -> Place:
    """Return a stop from its stored form: `[x, y]` on the map of the goal, or `[x, y, z, map]`."""
    return Place(stored[3] if len(stored) > 2 else goal_map, Coord(*stored[:3]))


def _stored(stop: Place, goal_map: str) -> list[Any]:
    x, y, z = stop.coord
    return [x, y] if stop.map == goal_map and not z else [x, y, z, stop.map]


def forget(character: Any) -> None:
    """Forget the journey of a character."""
    with transaction.atomic():
        character.attributes.remove(ATTRIBUTE, category=CATEGORY)
