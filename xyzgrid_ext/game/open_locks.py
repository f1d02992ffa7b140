"""Locks of rooms and exits: what everybody may do is not worked out each time it is asked.

A step asks the locks of all that is around some fifteen times, and nearly all of them are `all()`.
Evennia calls its function, puts the answer into a text, and lets Python compile and run that.
"""

from __future__ import annotations

from typing import Any

from evennia.locks import lockfuncs
from evennia.locks.lockhandler import LockHandler

_OPEN = (lockfuncs.all, lockfuncs.true)


class OpenLocks(LockHandler):
    """Evennia's, with a short way through what is open."""

    def check(self, accessing_obj: Any, access_type: str, *args: Any, **kwargs: Any) -> bool:
        """Whether somebody passes a lock: as Evennia says."""
        if is_open(self.locks.get(access_type)):
            return True  # for superusers as well, in whatever way they are asked
        return bool(super().check(accessing_obj, access_type, *args, **kwargs))


def is_open(lock: tuple[str, tuple[Any, ...], str] | None) -> bool:
    """Whether everybody passes a parsed lock: one of Evennia's functions that say so, and no more.

    A game's own function of the same name is asked each time.
    """
    return (
        lock is not None
        and lock[0] == "%s"  # no `not`, and nothing beside it
        and lock[1][0][0] in _OPEN
    )
