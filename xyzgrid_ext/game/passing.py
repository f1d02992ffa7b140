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
    character.ndb.xyzgrid_passing = True
    try:
        yield
    finally:
        character.ndb.xyzgrid_passing = None


def is_passing(character: Any) -> bool:
    """Whether a character goes through a room without stopping there."""
    return bool(character.ndb.xyzgrid_passing)
