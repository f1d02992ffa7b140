"""Parties, which enter dungeons together: characters with the same tag of category `party`.

A game with its own parties names a function in its settings. It gets a character and returns the
name of its party, or an empty text:

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
    """Return the name of a character's party; empty if it is in none."""
    if (own := settings.party()) is not None:
        return str(own(character) or "")
    return str(character.tags.get(category=CATEGORY, return_list=False) or "")


def join(character: Any, name: str) -> None:
    """Put a character into a party, and out of any other."""
    leave(character)
    character.tags.add(name, category=CATEGORY)
    party_changed.send(character, character=character)


def leave(character: Any) -> None:
    """Take a character out of its party; a party without members leaves no rows behind."""
    character.tags.clear(category=CATEGORY)
    Tag.objects.filter(db_category=CATEGORY, db_model="objectdb", objectdb__isnull=True).delete()
    party_changed.send(character, character=character)


def members(name: str) -> list[str]:
    """Return the names of a party's members who are online, including a game's own parties."""
    return sorted({str(one.key) for one in playing(name)})


def playing(name: str) -> list[Any]:
    """Return the characters of a party that have a player now."""
    puppets = {session.puppet for session in evennia.SESSION_HANDLER.values()}
    found = [one for one in puppets if one is not None and party_of(one) == name]
    return sorted(found, key=lambda one: int(one.pk))
