"""The people to whom a character may walk, because it may know where they are.

    builders      everybody
    others        who is played now, on the same map, and not hidden: by the locks `view` and `find`
                  (`follow/alone`); who is of their party, follows them or leads them, on every map

People in a matrix game are found only by those who may see its map.
"""

from __future__ import annotations

from typing import Any

import evennia

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.memory import are_together, party_of
from xyzgrid_ext.game.visibility import matrix_state, room_view
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.world import Live, Room


def person_called(text: str, live: Live, character: Any) -> Any | None:
    """Return the character of this name to whom one may walk; None if there is none."""
    wanted = name_key(text)
    found = {
        session.puppet.pk: session.puppet
        for session in evennia.SESSION_HANDLER.values()
        if session.puppet is not None and _is_called(session.puppet, wanted)
    }
    for _pk, person in sorted(found.items()):
        if person is not character and place_of(live, character, person) is not None:
            return person
    return None


def known(number: int) -> Any | None:
    """Return the character with this id; None if it no longer exists."""
    return objects.object_of(number)


def place_of(live: Live, character: Any, person: Any) -> Room | None:
    """Return the room of a person, if the character may know it."""
    there = live.where(person.location)
    if there is None or not matrix_state.knows(live, character, there[0]):
        return None
    if sees_all(character):
        return there
    if not room_view.knowing(live, character)(there):
        return None
    if not person.sessions.count() or not hooks.allows(person, character, "view"):
        return None
    party = party_of(character)
    if are_together(character, person) or (party and party == party_of(person)):
        return there
    here = live.where(character.location)
    if (
        here is None
        or here[0] != there[0]
        or not hooks.allows(person, character, "find", default=True)
    ):
        return None
    return there


def _is_called(person: Any, wanted: str) -> bool:
    return wanted in map(name_key, (person.key, *person.aliases.all()))
