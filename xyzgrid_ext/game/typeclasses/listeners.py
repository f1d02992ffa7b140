"""Who in a room has no ears: what a room is told is put into words for each thing in it.

    Ann goes north:     text ─► parsed, names looked up ─► Bob      ✓
                        text ─► parsed, names looked up ─► north    nobody is there to read it
                                                      ... ─► south

Evennia does it for exits as well, twice a step. An exit hears only if somebody plays it, or if its
class, or that of who speaks, has something of its own that wants to know of messages.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from evennia.objects.objects import DefaultObject as _Object
from evennia.utils.utils import make_iter


class LeftOut(tuple[Any, ...]):
    """Objects that are not told: `deaf` exits, looked for by their numbers, and others.

    To compare two of Evennia's objects takes as long as to tell one of them something.
    """

    deaf: Collection[int] = ()

    def __contains__(self, one: object) -> bool:
        return getattr(one, "id", None) in self.deaf or tuple.__contains__(self, one)


def left_out(room: Any, speaker: Any, exclude: Any) -> LeftOut:
    """Who in a room is not told what somebody, or nobody (None), says or does.

    Args:
        room: the room.
        speaker: who does it.
        exclude: an object, or several, that are not to be told for some other reason.

    """
    others = LeftOut(make_iter(exclude) if exclude else ())
    if speaker is None or not _minds(type(speaker)):
        ways = room.contents_get(content_type="exit")
        others.deaf = {way.id for way in ways if not (_listens(type(way)) or way.db_sessid)}
    return others


def _listens(cls: Any) -> bool:
    """Whether a class does something with messages that it gets."""
    return cls.msg is not _Object.msg or cls.at_msg_receive is not _Object.at_msg_receive


def _minds(cls: Any) -> bool:
    """Whether a class wants to know whom it sends messages to; what is no object may."""
    return getattr(cls, "at_msg_send", None) is not _Object.at_msg_send
