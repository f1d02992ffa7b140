"""What is said of the exits of a dungeon; empty of all others.

Exits: north (locked) and east        mark
(locked, you have a small key)        shut
You cannot go north: …                refusal
"""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.game.text import dungeon_words
from xyzgrid_ext.game.visibility.dungeon_state import SMALL, may_open, state_at
from xyzgrid_ext.game.visibility.ways import sees_all


def mark(exit_obj: Any) -> str:
    """What shuts an exit, in a word; empty if nothing does."""
    if (found := state_at(exit_obj)) is None:
        return ""
    state, link = found
    closed = state.closed_by(link)
    return dungeon_words.mark(closed[0]) if closed else ""


def shut(exit_obj: Any, looker: Any) -> str:
    """What shuts an exit, and whether the looker has what opens it; empty if nothing does."""
    if (found := state_at(exit_obj)) is None:
        return ""
    state, link = found
    told = []
    for word in state.closed_by(link):
        if may_open(state, word, looker):
            told.append(dungeon_words.held_for(word))
        else:
            told.append(dungeon_words.lock(state.site, word))
    return ", ".join(told)


def refusal(exit_obj: Any, character: Any) -> str:
    """Why an exit of a dungeon lets somebody not through; empty if it is not that."""
    found = state_at(exit_obj)
    if found is None or sees_all(character):
        return ""
    state, link = found
    closed = [word for word in state.closed_by(link) if not may_open(state, word, character)]
    return dungeon_words.refusal(state, exit_obj.key, closed) if closed else ""


def in_the_way(exit_obj: Any, character: Any) -> str:
    """Why no route takes an exit of a dungeon; empty if it is not that."""
    if text := refusal(exit_obj, character):
        return text
    if (found := state_at(exit_obj)) is None:
        return ""
    state, link = found
    if SMALL in state.closed_by(link):
        return dungeon_words.to_be_opened(exit_obj.key)
    return "" if state.is_known(int(link.target)) else dungeon_words.unexplored()
