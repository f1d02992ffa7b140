"""Where a character is bound for: plain values in an Attribute, so that it survives everything.

A place, not an object: a room may be deleted and made anew by a spawn while somebody walks there.

    goto ──► walking ◄──goto── resting ◄── path
                │                ▲
                ├── goto, a lock, an interrupt ──┘
                └── lost connection ──► parted ──(told once at the next login)──► resting
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.game.memory import CATEGORY

ATTRIBUTE = "journey"
WALKING, RESTING, PARTED = "walking", "resting", "parted"


@dataclass(frozen=True)
class Journey:
    """A target, what it was called when it was chosen, and how far the matter has come."""

    place: Place
    name: str
    state: str = RESTING


def journey_of(character: Any) -> Journey | None:
    """What a character has before it; None if nothing."""
    kept = character.attributes.get(ATTRIBUTE, category=CATEGORY)
    if not kept:
        return None
    x, y, z = kept["coord"]
    return Journey(Place(kept["map"], Coord(x, y, z)), kept["name"], kept["state"])


def keep(character: Any, journey: Journey, state: str) -> None:
    """Remember a journey in a state; what is remembered already is not written again."""
    journey = replace(journey, state=state)
    if journey_of(character) == journey:
        return
    value = {
        "map": journey.place.map,
        "coord": list(journey.place.coord),
        "name": journey.name,
        "state": state,
    }
    character.attributes.add(ATTRIBUTE, value, category=CATEGORY)


def forget(character: Any) -> None:
    """Remember nothing."""
    character.attributes.remove(ATTRIBUTE, category=CATEGORY)
