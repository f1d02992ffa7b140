"""Where a character is bound for: plain values in an Attribute, so that it survives everything.

A place, not an object: a room may be deleted and made anew by a spawn while somebody walks there.

    goto ──► walking ◄──goto── resting ◄── path
                │                ▲
                ├── goto, a lock, an interrupt ──┘
                └── lost connection ──► parted ──(told once at the next login)──► resting
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.db.stored import read_stored

ATTRIBUTE = "journey"
WALKING, RESTING, PARTED = "walking", "resting", "parted"


@dataclass(frozen=True)
class Journey:
    """A target, what it was called when it was chosen, and how far the matter has come.

    Attributes:
        place: where to.
        name: what it was called.
        state: see above.
        wormholes: whether the way may take any.
        explored: whether it stays in rooms that the character has been in.
        via: places still to be passed, in order.
        person: number of a character that it leads to; `place` is where that was last known.
        brief: whether rooms on the way are told by their names alone, whatever holds elsewhere.
        full: whether they are told in full.

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


def journey_of(character: Any) -> Journey | None:
    """The journey that a character is on; None if there is none."""
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
    )


def keep(character: Any, journey: Journey, state: str) -> None:
    """Remember a journey in a state; what is remembered already is not written again."""
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
    character.attributes.add(ATTRIBUTE, value, category=CATEGORY)


def forget(character: Any) -> None:
    """Remember nothing."""
    character.attributes.remove(ATTRIBUTE, category=CATEGORY)
