"""The needs of exits: words in the Attribute `needs`, and whether a character has them.

    {"prototype_parent": "xyz_exit", "needs": ["item:bronze key", "puzzle:orrery"]}

    item:NAME     carries a thing of this name, or with the tag NAME of category "item"
    puzzle:ID     has solved it, or somebody has solved it for all (see `world.solved`)
    somebody:ID   any character has come to a room that solves it
    lock          all other conditions of the exit's traverse lock
    open:EXIT     nothing shuts the exit of this name or direction; for texts of its room alone
    taken:N       the dungeon room's pickup number N, from 0, was taken; for its texts alone

In a dungeon, what its players have found counts too, and so do these words:

    smallkey      an unspent one; the first to pass spends it, and the door stays open
    bigkey, kill:NAME, map, compass

All of the words in a list must be met. Builders go through without them, as superusers ignore
locks: `sees_all`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from evennia.utils.dbserialize import deserialize
from evennia.utils.utils import make_iter

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.solved import is_solved, is_solved_by_somebody
from xyzgrid_ext.parts.dungeons.game.state import BIG, SMALL, carries, dungeon_at, state_at

ATTRIBUTE = "needs"


def needs_of(exit_obj: Any) -> tuple[str, ...]:
    """Return the `needs` of an exit; empty for most exits."""
    found = exit_obj.attributes.backend.get(ATTRIBUTE)  # its front takes twice as long
    value = found[0].value if found else None
    return tuple(str(word) for word in make_iter(deserialize(value))) if value else ()


def missing(exit_obj: Any, character: Any) -> tuple[str, ...]:
    """Return the words of an exit that a character has not met; none if it may go through."""
    words = needs_of(exit_obj)
    if not words or sees_all(character):
        return ()
    return tuple(word for word in words if not has(word, character, exit_obj))


def may_pass(exit_obj: Any, who: Any) -> bool:
    """Whether somebody may go through an exit: by its locks, and by what it needs."""
    return hooks.allows(exit_obj, who, "traverse") and not missing(exit_obj, who)


def has(word: str, character: Any, exit_obj: Any) -> bool:
    """Whether a character meets one need; always false for unknown words."""
    if (found := state_at(exit_obj)) is not None:
        state, link = found
        if state.is_unlocked(link, word) or (word == SMALL and state.keys > 0):
            return True
        if state.site.knows(word) and not word.startswith("item:"):
            return False  # here it counts what was done here
    kind, _sign, name = word.partition(":")
    test = KINDS.get(kind.strip())
    return test is not None and test(name.strip(), character, exit_obj)


def holds(word: str, looker: Any, place: Any) -> bool:
    """Whether a word of `needs` is true for a looker at a room or exit; None: for the dungeon.

    Texts depend on it, even for builders, who see the place in its present state.
    """
    kind, _sign, name = (part.strip() for part in word.partition(":"))
    if kind == "open":
        return any(_is_open(exit_obj, looker) for exit_obj in _exits(place, name_key(name)))
    if (found := dungeon_at(place)) is not None:
        state, number = found
        if kind == "taken":
            return name.isdecimal() and state.record.has_taken(number, int(name))
        if state.has(word):
            return True
        if state.site.knows(word) and kind != "item":
            return False
    return looker is not None and has(word, looker, place)


def _exits(room: Any, name: str) -> list[Any]:
    exits = room.contents_get(content_type="exit")
    return [one for one in exits if name in (name_key(one.key), objects.direction_of(one))]


def _is_open(exit_obj: Any, looker: Any) -> bool:
    if (found := state_at(exit_obj)) is not None:
        state, link = found
        # who has the big key still has to turn it
        is_passed = BIG not in link.needs or link.target in state.record.seen
        return is_passed and not state.closed_by(link)
    return looker is not None and all(has(w, looker, exit_obj) for w in needs_of(exit_obj))


def _carries(name: str, character: Any, exit_obj: Any) -> bool:
    return carries(character, name)


def _solved(name: str, character: Any, exit_obj: Any) -> bool:
    return is_solved(name, character)


def _solved_by_somebody(name: str, character: Any, exit_obj: Any) -> bool:
    return is_solved_by_somebody(name)


def _lock(name: str, character: Any, exit_obj: Any) -> bool:
    return True  # the lock itself is asked, besides


KINDS: Mapping[str, Callable[[str, Any, Any], bool]] = {
    "item": _carries,
    "puzzle": _solved,
    "somebody": _solved_by_somebody,
    "lock": _lock,
}
