"""Rooms that somebody only passes on a long walk: of these nothing is told but the name.

goto/brief, and every goto of who listens     Glassgate Street, The Works Gate, … the goal in full
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def passing(character: Any, is_brief: bool = True) -> Iterator[None]:
    """Within this a character passes rooms, if `is_brief`."""
    if not is_brief:
        yield
        return
    left = character.location
    character.ndb.xyzgrid_passing = "" if left is None else left.get_display_name(character)
    try:
        yield
    finally:
        character.ndb.xyzgrid_passing = None


def is_passing(character: Any) -> bool:
    """Whether a character goes through a room without stopping there."""
    return character.ndb.xyzgrid_passing is not None


def is_new(character: Any, name: str) -> bool:
    """Whether a room that is passed is called otherwise than the one before: many halls are one."""
    return bool(character.ndb.xyzgrid_passing != name)
