"""Runs of the matrix game: one per character and map, kept in the character's Attributes."""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.game.live import Live, Room


def is_on(character: Any, room: Any) -> bool:
    """Whether a character plays the matrix game in a room."""
    return False


def arrived(live: Live, character: Any, here: Room, via: tuple[Room, int] | None) -> None:
    """A character came into a room of the grid, through a link or from elsewhere."""
