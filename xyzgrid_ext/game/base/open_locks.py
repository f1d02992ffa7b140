"""Locks that let everybody pass, and lock texts that belong to no object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evennia.locks import lockfuncs
from evennia.locks.lockhandler import LockHandler

Locks = Mapping[str, tuple[str, tuple[Any, ...], str]]
_OPEN = (lockfuncs.all, lockfuncs.true)


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


_asked = LockHandler(_Nobody())


def passes(character: Any, text: str) -> bool:
    """Whether a character passes a lock text without an object, such as `perm(Builder)`."""
    return bool(_asked.check_lockstring(character, text))


def sees_all(character: Any) -> bool:
    """Whether a character or an account is a builder, for whom nothing of the grid is hidden."""
    return passes(character, "perm(Builder)")
