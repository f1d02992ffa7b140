"""Who goes into a dungeon together: those with the same tag of the category `party`.

A game with parties of its own names a function in its settings, from a character to the name of
its party, or to an empty text:

    XYZGRID_PARTY = "mygame.parties.party_of"
"""

from __future__ import annotations

from typing import Any

import evennia
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.signals import party_changed

CATEGORY = "party"


def party_of(character: Any) -> str:
    """The name of a character's party; empty if it is in none."""
    if (own := settings.party()) is not None:
        return str(own(character) or "")
    return str(character.tags.get(category=CATEGORY, return_list=False) or "")


def join(character: Any, name: str) -> None:
    """Be of a party, and of no other."""
    leave(character)
    character.tags.add(name, category=CATEGORY)
    party_changed.send(character, character=character)


def leave(character: Any) -> None:
    """Be of no party. Nothing is kept of empty parties or of deleted characters."""
    character.tags.clear(category=CATEGORY)
    Tag.objects.filter(db_category=CATEGORY, db_model="objectdb", objectdb__isnull=True).delete()
    party_changed.send(character, character=character)


def members(name: str) -> list[str]:
    """The names of those who are of a party and play now; of a game's own parties as well."""
    return sorted({str(one.key) for one in playing(name)})


def playing(name: str) -> list[Any]:
    """The characters of a party that are played now."""
    puppets = {session.puppet for session in evennia.SESSION_HANDLER.values()}
    found = [one for one in puppets if one is not None and party_of(one) == name]
    return sorted(found, key=lambda one: int(one.pk))
