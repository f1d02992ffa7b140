"""Sends the inside of a dungeon room, and the players' pickups, to clients that draw it.

Xyzgrid.Inside {"rows": ["+----k----+", …], "legend": [["$", "the fish basket, shut: …"], …],
                "held": ["1 small key"]}
Xyzgrid.Inside {}                          one has come out of the dungeon

A subscribed session is told about each new room and each change in it.
"""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.game.base.language import speaking_to
from xyzgrid_ext.game.protocols import vocabulary, wants
from xyzgrid_ext.game.text import dungeon_room
from xyzgrid_ext.game.visibility.dungeon_state import dungeon_at


def begun(session: Any, asked: frozenset[str]) -> None:
    """Send a session, at its request, the inside of the room its character is in."""
    if wants.INSIDE in asked and session.puppet is not None:
        with speaking_to(session):
            now = _look(session.puppet)
        if now:
            session.msg(xyzgrid_inside=((), now))


def tell(character: Any) -> None:
    """Tell all subscribed sessions of a character, if anything has changed."""
    before: dict[str, Any] = character.ndb.xyzgrid_inside or {}
    with speaking_to(character):
        now = _look(character)
    if now == before:
        return
    is_another = bool(before) != bool(now)
    for session, asked in wants.sessions(character):
        if is_another:  # in a dungeon there is more to be done
            vocabulary.begun(session, asked)
        if wants.INSIDE in asked:
            session.msg(xyzgrid_inside=((), now))


def _look(character: Any) -> dict[str, Any]:
    found = dungeon_at(character.location)
    now = {} if found is None else dungeon_room.as_data(*found)
    character.ndb.xyzgrid_inside = now
    return now
