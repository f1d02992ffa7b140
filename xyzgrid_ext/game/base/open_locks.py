"""Fast locks for rooms and exits: locks open to everybody are not evaluated each time.

A step checks the locks around it some fifteen times, and nearly all of them are `all()`. Evennia
calls the function, puts the result into a string, and lets Python evaluate that string. A lock text
without an object, such as `perm(Builder)`, is also parsed again at each look.
"""

from __future__ import annotations

from typing import Any

from evennia.locks import lockfuncs

from xyzgrid_ext.game.base.evennia_internals import Locks, ParsedOnce

_OPEN = (lockfuncs.all, lockfuncs.true)


class OpenLocks(ParsedOnce):
    """Evennia's lock handler, with a shortcut for open locks; each lock text is parsed once."""

    def check(self, accessing_obj: Any, access_type: str, *args: Any, **kwargs: Any) -> bool:
        """Whether somebody passes a lock: the same result as Evennia's handler gives."""
        if is_open(self.locks.get(access_type)):
            return True  # for superusers as well, in whatever way they are asked
        return bool(super().check(accessing_obj, access_type, *args, **kwargs))


def all_see(obj: Any) -> bool:
    """Whether an exit's locks let everybody see and find it."""
    return _all_see(obj.locks.locks)


def _all_see(locks: Locks) -> bool:
    # in Evennia, a missing `search` lock lets everybody pass, any other missing lock nobody
    return is_open(locks.get("view")) and ("search" not in locks or is_open(locks["search"]))


def all_go(obj: Any) -> bool:
    """Whether an exit's locks let everybody go through."""
    return is_open(obj.locks.locks.get("traverse"))


def all_pass(obj: Any) -> bool:
    """Whether an exit's locks let everybody see it, find it, and go through."""
    locks = obj.locks.locks  # once: this is asked of each way of a room at each step there
    return _all_see(locks) and is_open(locks.get("traverse"))


def is_open(lock: tuple[str, tuple[Any, ...], str] | None) -> bool:
    """Whether a parsed lock lets everybody pass, because it only calls Evennia's `all` or the like.

    A game's own function of that name is called each time.
    """
    return (
        lock is not None
        and lock[0] == "%s"  # no `not`, and nothing beside it
        and lock[1][0][0] in _OPEN
    )


class _Nobody:
    """A stand-in object for lock texts that belong to no object."""

    lock_storage = ""


_asked = OpenLocks(_Nobody())


def passes(character: Any, text: str) -> bool:
    """Whether a character passes a lock text without an object, such as `perm(Builder)`."""
    return bool(_asked.check_lockstring(character, text))


def sees_all(character: Any) -> bool:
    """Whether a character or an account is a builder, for whom nothing of the grid is hidden."""
    return passes(character, "perm(Builder)")
