"""Every amount that a player can cause, and its bound: one table, which the README has as well.

    XYZGRID_LIMITS = {"copies": 200, "spectators": 10}     a game's own, in its settings

A bound is asked for when it is needed (`most`); where it is reached, the player is told so.
"""

from __future__ import annotations

from typing import NamedTuple

from xyzgrid_ext.game.base import settings


class Limit(NamedTuple):
    """A bound: its name in the setting, what is usual, what it is about."""

    name: str
    usual: int
    about: str


LIMITS = {
    limit.name: limit
    for limit in (
        Limit("copies_of_character", 3, "copies of dungeons that a character has begun"),
        Limit("copies_of_account", 6, "those of an account; of all guests at one address"),
        Limit("copies_of_address", 12, "those of all who play at one address"),
        Limit("copies", 100, "all copies of dungeons"),
    )
}


def most(name: str) -> int:
    """The bound of a name: the game's own, or the usual one."""
    own = settings.limits().get(name)
    return LIMITS[name].usual if own is None else own
