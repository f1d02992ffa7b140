"""Who in a room has no ears: what a room is told is put into words for each thing in it.

    Ann goes north:     text ─► parsed, names looked up ─► Bob      ✓
                        text ─► parsed, names looked up ─► north    nobody is there to read it
                                                      ... ─► south

Evennia does it for exits as well, twice a step. An exit hears only if somebody plays it, or if its
class, or that of who speaks, has something of its own that wants to know of messages.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from evennia.objects.objects import DefaultObject


def deaf(room: Any, speaker: Any) -> set[Any]:
    """The exits of a room that need not be told what somebody does, or nobody (None)."""
    if speaker is not None and _minds(type(speaker)):
        return set()
    return {
        way
        for way in room.contents_get(content_type="exit")
        if not _listens(type(way)) and not way.db_sessid
    }


@cache
def _listens(cls: Any) -> bool:
    """Whether a class does something with messages that it gets."""
    hooks = "msg", "at_msg_receive"
    return any(getattr(cls, name, None) is not getattr(DefaultObject, name) for name in hooks)


@cache
def _minds(cls: Any) -> bool:
    """Whether a class wants to know whom it sends messages to; what is no object may."""
    return getattr(cls, "at_msg_send", None) is not DefaultObject.at_msg_send
