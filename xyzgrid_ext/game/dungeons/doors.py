"""What rooms and exits ask of the dungeon that they are in; anywhere else there is no answer."""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.dungeons import actions
from xyzgrid_ext.game.maps.dungeon_site import ITEM
from xyzgrid_ext.game.text import dungeon_room, dungeon_words
from xyzgrid_ext.game.visibility.dungeon_state import SMALL, State, carries, state_at


def footer(room: Any, looker: Any) -> str:
    """The inside of a room; empty where there is no dungeon."""
    found = actions.where(room)
    return "" if found is None else dungeon_room.inside(*found, looker)


def stand_in(room: Any) -> bool:
    """Whether there are doors in a room that may be shut: whether it is one of a dungeon."""
    return actions.where(room) is not None


def mark(exit_obj: Any) -> str:
    """What shuts an exit, in a word; empty if nothing does."""
    found = state_at(exit_obj)
    shut = dungeon_words.closed(*found) if found is not None else []
    return dungeon_words.mark(shut[0]) if shut else ""


def shut(exit_obj: Any, looker: Any) -> str:
    """What shuts an exit, and whether the looker has what opens it; empty if nothing does."""
    found = state_at(exit_obj)
    if found is None:
        return ""
    told = []
    for word in dungeon_words.closed(*found):
        if may_open(found[0], word, looker):
            told.append(dungeon_words.held_for(word))
        else:
            told.append(dungeon_words.lock(found[0].site, word))
    return ", ".join(told)


def refusal(exit_obj: Any, character: Any) -> str:
    """Why an exit of a dungeon lets somebody not through; empty if it is not that."""
    found = state_at(exit_obj)
    if found is None or memory.sees_all(character):
        return ""
    state, link = found
    shut = [
        word for word in dungeon_words.closed(state, link) if not may_open(state, word, character)
    ]
    return dungeon_words.refusal(state, exit_obj.key, shut) if shut else ""


def in_the_way(exit_obj: Any, character: Any) -> str:
    """Why no route takes an exit of a dungeon; empty if it is not that."""
    if text := refusal(exit_obj, character):
        return text
    found = state_at(exit_obj)
    if found is None:
        return ""
    shut = dungeon_words.closed(*found)
    if SMALL in shut:
        return dungeon_words.to_be_opened(exit_obj.key)
    return "" if found[0].is_known(int(found[1].target)) else dungeon_words.unexplored()


def pass_through(exit_obj: Any, character: Any) -> None:
    """Somebody goes through: a small key is spent, if it takes one."""
    # builders pass without
    if state_at(exit_obj) is not None and not memory.sees_all(character):
        actions.unlock(exit_obj, character)


def is_on_the_way(exit_obj: Any, walker: Any) -> bool:
    """Whether a route may take an exit: no key has to be spent, and one knows where it leads."""
    found = state_at(exit_obj)
    if found is None:
        return True
    state, link = found
    return state.is_known(int(link.target)) and SMALL not in dungeon_words.closed(state, link)


def may_open(state: State, word: str, character: Any) -> bool:
    """Whether a character has what opens a door of a dungeon that is shut."""
    if word == SMALL:
        return state.keys > 0
    return word.startswith(ITEM) and carries(character, word.removeprefix(ITEM))
