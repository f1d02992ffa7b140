"""Locks that let everybody pass, and lock texts that belong to no object."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, TypeAlias

from evennia.locks import lockfuncs
from evennia.locks.lockhandler import LockHandler

from xyzgrid_ext.game.base.evennia_types import Account, Character, Lockable

Lock: TypeAlias = tuple[str, tuple[Any, ...], str]
Locks: TypeAlias = Mapping[str, Lock]
_OPEN = (lockfuncs.all, lockfuncs.true)


def everybody_sees(exit_obj: Lockable) -> bool:
    """Whether an exit's locks let everybody see and find it."""
    locks: Locks = exit_obj.locks.locks
    # in Evennia, a missing `search` lock lets everybody pass, any other missing lock nobody
    return is_open(locks.get("view")) and ("search" not in locks or is_open(locks["search"]))


def everybody_passes(exit_obj: Lockable, access_type: str = "traverse") -> bool:
    """Whether a lock of an exit lets everybody pass."""
    return is_open(exit_obj.locks.locks.get(access_type))


def is_open(lock: Lock | None) -> bool:
    """Whether a parsed lock lets everybody pass, because it only calls Evennia's `all` or the like.

    A game's own function of that name is called each time.
    """
    return (
        lock is not None
        and lock[0] == "%s"  # no `not`, and nothing beside it
        and lock[1][0][0] in _OPEN
    )


_of_nobody = LockHandler(SimpleNamespace(lock_storage=""))


def passes_lock(character: Character | Account, text: str) -> bool:
    """Whether a character passes a lock text without an object, such as `perm(Builder)`."""
    return bool(_of_nobody.check_lockstring(character, text))


def sees_all(character: Character | Account) -> bool:
    """Whether a character or an account is a builder, for whom nothing of the grid is hidden."""
    return passes_lock(character, "perm(Builder)")
