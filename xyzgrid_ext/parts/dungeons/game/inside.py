"""Sends the inside of a dungeon's room to clients that draw it: `Xyzgrid.Inside`.

{"rows": ["+----k----+", …], "legend": [["$", "the fish basket, shut: …"], …],
"held": ["1 small key"]}     {}: one has come out of the dungeon
"""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.game.base.evennia_types import Character, ClientSession
from xyzgrid_ext.game.base.language import speaking_to
from xyzgrid_ext.game.protocols import wants
from xyzgrid_ext.game.protocols.telling import send_words
from xyzgrid_ext.parts.dungeons.game.room_text import INSIDE, as_data
from xyzgrid_ext.parts.dungeons.game.state import dungeon_at


def send_inside(session: ClientSession) -> None:
    """Send a session, at its request, the inside of the room its character is in."""
    with speaking_to(session):
        now = _inside_of(session.puppet)
    if now:
        session.msg(xyzgrid_inside=((), now))


def tell_inside(character: Character) -> None:
    """Tell all subscribed sessions of a character, if anything has changed."""
    before: dict[str, Any] = character.ndb.xyzgrid_inside or {}
    with speaking_to(character):
        now = _inside_of(character)
    if now == before:
        return
    is_another = bool(before) != bool(now)
    for session, words in wants.sessions(character):
        if is_another:  # in a dungeon there is more to be done
            send_words(session, words)
        if INSIDE in words:
            session.msg(xyzgrid_inside=((), now))


def _inside_of(character: Character) -> dict[str, object]:
    place = dungeon_at(character.location)
    now = {} if place is None else as_data(*place)
    character.ndb.xyzgrid_inside = now
    return now
