"""Locks that let everybody pass, and lock texts that belong to no object."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, TypeAlias

from evennia.locks import lockfuncs
from evennia.locks.lockhandler import LockHandler

from xyzgrid_ext.game.base.evennia_types import Account, Character, Lockable

Lock: TypeAlias = tuple[str, tuple[Any, ...], str]
"""A lock as Evennia parses it: (expression with `%s`, [(function, args, kwargs), …], its text)."""
Locks: TypeAlias = Mapping[str, Lock]
"""Access type -> lock."""
_OPEN = (lockfuncs.all, lockfuncs.true)


def everybody_sees(exit_obj: Lockable) -> bool:
    """Whether an exit's `view` and `search` locks are open to everybody."""
    locks: Locks = exit_obj.locks.locks
    # in Evennia, a missing `search` lock lets everybody pass, any other missing lock nobody
    return is_open(locks.get("view")) and ("search" not in locks or is_open(locks["search"]))


def everybody_passes(exit_obj: Lockable) -> bool:
    """Whether everybody may go through an exit, by its `traverse` lock."""
    return is_open(exit_obj.locks.locks.get("traverse"))


def is_open(lock: Lock | None) -> bool:
    """Whether a parsed lock is just Evennia's `all()` or `true()`, so that it need not be called.

    False for None, and for a game's own function of that name.
    """
    return (
        lock is not None
        and lock[0] == "%s"  # no `not`, and nothing beside it
        and lock[1][0][0] in _OPEN
    )


_of_nobody = LockHandler(SimpleNamespace(lock_storage=""))


def passes_lock(character: Character | Account, text: str) -> bool:
    """Whether a character passes a lock expression, `perm(Builder)`, that belongs to no object."""
    return bool(_of_nobody.check_lockstring(character, text))


def sees_all(character: Character | Account) -> bool:
    """Whether a character or an account is a builder, for whom nothing of the grid is hidden."""
    return passes_lock(character, "perm(Builder)")
