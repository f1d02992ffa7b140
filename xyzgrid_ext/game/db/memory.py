"""The memory of a character about the grid: plain values in its Attributes.

wormholes   ["2,2,1,cube wormhole", ...]   those that it has used
hints       ["letters", ...]               what it was told once
full_walks  True                           of its account: walks tell each room in full
boards_in_place  True                      of its account: boards stay in place, with single keys
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any

from django.db.models import Q
from evennia.accounts.models import AccountDB
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute

from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.stored import read_stored

CATEGORY, EXPLORED = "xyzgrid", "xyzgrid_explored"
_MODELS = (ObjectDB, AccountDB)
WORMHOLES = "wormholes"
_HINTS = "hints"
_FULL, _IN_PLACE = "full_walks", "boards_in_place"


def wormholes(character: Any) -> frozenset[str]:
    """Return the wormholes that a character has used."""
    return texts_of(character, WORMHOLES)


def texts_of(keeper: Any, name: str) -> frozenset[str]:
    """Return the texts in an Attribute that holds a list of texts."""
    found = keeper.attributes.get(name, category=CATEGORY, default=())
    what = f"the Attribute '{name}' of #{keeper.pk}"
    return read_stored(what, lambda: frozenset(map(str, found)), frozenset())


def number_in(keeper: Any, name: str) -> int | None:
    """Return the object id in an Attribute; None if there is none."""
    found = keeper.attributes.get(name, category=CATEGORY)
    if found is None or type(found) is int:
        return found
    return read_stored(f"the Attribute '{name}' of #{keeper.pk}", lambda: int(found), None)


def learn_wormhole(character: Any, wormhole: str) -> None:
    """Remember a wormhole, if it is not known yet."""
    know_wormholes(character, {*wormholes(character), wormhole})


def count() -> int:
    """Return the number of objects and accounts with Attributes of this package. Two queries."""
    meant = Q(db_attributes__db_category__in=(CATEGORY, EXPLORED))
    return sum(model.objects.filter(meant).distinct().count() for model in _MODELS)


def remove_all() -> None:
    """Remove the Attributes of this package from all objects and accounts."""
    owned = Q(objectdb__isnull=False) | Q(accountdb__isnull=False)
    found = Attribute.objects.filter(owned, db_category__in=(CATEGORY, EXPLORED))
    for part in objects.chunked(found.values_list("pk", flat=True)):
        Attribute.objects.filter(pk__in=part).delete()


def was_told(character: Any, hint: str) -> bool:
    """Whether a character was told a hint before."""
    return hint in texts_of(character, _HINTS)


def note_told(character: Any, hint: str) -> None:
    """Remember that a character was told a hint."""
    known = {*texts_of(character, _HINTS), hint}
    character.attributes.add(_HINTS, sorted(known), category=CATEGORY)


def walks_in_full(character: Any) -> bool:
    """Whether the account of a character wants to see each room of a walk in full."""
    return _wants(character, _FULL)


def walk_in_full(character: Any, wanted: bool) -> None:
    """Store whether the account of a character wants to see each room of a walk in full."""
    _want(character, _FULL, wanted)


def plays_in_place(character: Any) -> bool:
    """Whether the account of a character wants boards in one place, with single keys."""
    return _wants(character, _IN_PLACE)


def play_in_place(character: Any, wanted: bool) -> None:
    """Store whether a character's account wants boards redrawn in place, with single keys."""
    _want(character, _IN_PLACE, wanted)


def know_wormholes(character: Any, known: AbstractSet[str]) -> None:
    """Remember exactly these wormholes; unchanged ones are not written again."""
    if known != wormholes(character):
        character.attributes.add(WORMHOLES, sorted(known), category=CATEGORY)


def _wants(character: Any, name: str) -> bool:
    account = character.account
    return account is not None and bool(account.attributes.get(name, category=CATEGORY))


def _want(character: Any, name: str, wanted: bool) -> None:
    if (account := character.account) is not None:
        account.attributes.add(name, wanted, category=CATEGORY)
