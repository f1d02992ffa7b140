"""Finds the objects in a room that cannot hear, so that no text is made for them.

    Ann goes north:     text ─► parsed, names looked up ─► Bob      ✓
                        text ─► parsed, names looked up ─► north    nobody is there to read it
                                                      ... ─► south

Evennia makes a text even for each exit, twice per step. An exit can hear only if somebody plays it,
or if its class, or the speaker's, has its own handler of messages.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from evennia.objects.objects import DefaultObject as _Object
from evennia.utils.utils import make_iter

from xyzgrid_ext.game.base.evennia_types import RoomObject


class LeftOut(tuple[Any, ...]):
    """Objects that get no message: `deaf` exits, looked up by id, and others.

    Comparing two of Evennia's objects takes as long as sending a message to one.
    """

    deaf: Collection[int] = ()

    def and_of(self, others: Collection[object]) -> LeftOut:
        """Return these objects and others."""
        if not others:
            return self
        more = LeftOut((*self, *others))
        more.deaf = self.deaf
        return more

    def __contains__(self, one: object) -> bool:
        return getattr(one, "id", None) in self.deaf or tuple.__contains__(self, one)


def left_out(room: RoomObject, speaker: object, exclude: object) -> LeftOut:
    """Return the objects in a room that get no message from a speaker, or from nobody (None).

    Args:
        room: the room.
        speaker: the one who speaks or acts.
        exclude: an object, or several, to leave out for another reason.
    """
    others = LeftOut(make_iter(exclude) if exclude else ())
    if speaker is None or not _minds(type(speaker)):
        ways = room.contents_get(content_type="exit")
        others.deaf = {way.id for way in ways if not (_listens(type(way)) or way.db_sessid)}
    return others


def _listens(cls: Any) -> bool:
    """Whether a class handles the messages that it gets."""
    return cls.msg is not _Object.msg or cls.at_msg_receive is not _Object.at_msg_receive


def _minds(cls: object) -> bool:
    """Whether a class handles the messages that it sends; unknown classes may."""
    return getattr(cls, "at_msg_send", None) is not _Object.at_msg_send
