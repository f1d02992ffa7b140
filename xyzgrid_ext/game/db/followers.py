"""Followers and leaders: the leader's id in an Attribute, the followers only in memory.

character   follows: id of the leader            outlives a reload
leader      ndb: number -> follower              in the order in which they began
"""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.memory import number_in

ATTRIBUTE = "follows"


def leader_of(character: Any) -> Any | None:
    """Return the leader of a character; None if it follows nobody."""
    return objects.object_of(number_in(character, ATTRIBUTE))


def followers_of(leader: Any) -> list[Any]:
    """Return the followers of a character, in the order in which they joined."""
    known: dict[int, Any] = leader.ndb.xyzgrid_followers or {}
    return [one for one in known.values() if one.pk is not None]


def are_together(one: Any, other: Any) -> bool:
    """Whether one of two characters follows the other."""
    return one in followers_of(other) or other in followers_of(one)
