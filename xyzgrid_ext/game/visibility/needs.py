"""The needs of exits: words in the Attribute `needs`, and whether a character has them.

    {"prototype_parent": "xyz_exit", "needs": ["item:bronze key", "puzzle:orrery"]}

    item:NAME     carries a thing of this name, or with the tag NAME of category "item"
    puzzle:ID     has solved it, or somebody has solved it for all (see `world.solved`)
    somebody:ID   any character has come to a room that solves it
    lock          all other conditions of the exit's traverse lock
    open:EXIT     nothing shuts the exit of this name or direction; for texts of its room alone
    part:NAME     the game has this part; for texts alone

The rules of a map and the parts of the game may know other words: see `game.parts`.

All words in a list must be met. Builders go through without them, as superusers ignore locks:
`sees_all`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from evennia.utils.dbserialize import deserialize
from evennia.utils.utils import make_iter

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject, GameObject, Lockable, Looker
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.parts import MapDoor, game_parts, has_part, map_rules_of, part_doors
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.solved import is_solved, is_solved_by_somebody

ATTRIBUTE = "needs"


def needs_of(exit_obj: Lockable) -> tuple[str, ...]:
    """Return the `needs` of an exit; empty for most exits."""
    attributes = exit_obj.attributes.backend.get(ATTRIBUTE)  # its front takes twice as long
    value = attributes[0].value if attributes else None
    return tuple(str(word) for word in make_iter(deserialize(value))) if value else ()


def missing(exit_obj: Lockable, character: Character) -> tuple[str, ...]:
    """Return the words of an exit that a character has not met; none if it may go through."""
    words = needs_of(exit_obj)
    if not words or sees_all(character):
        return ()
    return tuple(word for word in words if not has(word, character, exit_obj))


def may_pass(exit_obj: ExitObject, who: Character) -> bool:
    """Whether somebody may go through an exit: by its locks, and by what it needs."""
    is_open = hooks.is_open_to_all(exit_obj) or hooks.allows(exit_obj, who, "traverse")
    door = part_doors().get(exit_obj.id)
    return is_open and not missing(exit_obj, who) and (door is None or not door.bars(who))


def has(word: str, character: Character, place: Any) -> bool:
    """Whether a character, or nobody, meets one need at a room or exit; unknown words are unmet."""
    live = current()
    link = None if place is None else live.link_of(place)
    room = link[0] if link is not None else None if place is None else live.where(place)
    if room is not None:
        rules = map_rules_of(live.grids[room[0]])
        is_met = rules.meets(live, room, link[1] if link is not None else None, word)
        if is_met is not None:
            return is_met
    kind, _sign, name = (part.strip() for part in word.partition(":"))
    rows = (KINDS, *(part.needs_words for part in game_parts()))
    test = next((row[kind] for row in rows if kind in row), None)
    return test is not None and character is not None and test(name, character, place)


def holds(word: str, looker: Looker, place: Any) -> bool:
    """Whether a word of `needs` is true for a looker, or None, at a room or exit.

    Texts depend on it, even for builders, who see the place in its present state.
    """
    kind, _sign, name = (part.strip() for part in word.partition(":"))
    if kind == "part":
        return has_part(name)
    if kind != "open":
        return has(word, looker, place)
    key, exits = name_key(name), place.contents_get(content_type="exit")
    return any(
        _is_open(exit_, looker)
        for exit_ in exits
        if key in (name_key(exit_.key), objects.direction_of(exit_))
    )


def door_at(exit_obj: GameObject | None) -> MapDoor | None:
    """Return the door of an exit that the rules of its map or a part open and shut, or None."""
    if exit_obj is None or exit_obj.id is None:  # a stand-in for an exit that is not made
        return None
    live = current()
    if (link := live.link_of(exit_obj)) is not None:
        (key, _room), number = link
        if (door := map_rules_of(live.grids[key]).door(live, key, number)) is not None:
            return door
    return part_doors().get(exit_obj.id)


def _is_open(exit_obj: ExitObject, looker: Looker) -> bool:
    if (door := door_at(exit_obj)) is not None:
        return door.is_open
    return looker is not None and all(has(word, looker, exit_obj) for word in needs_of(exit_obj))


def carries(character: Character, name: str) -> bool:
    """Whether a character carries a thing of this name, or with this tag of category `item`."""
    return item_of(character, name) is not None


def item_of(character: Character, name: str) -> Any | None:
    """Return the first thing with such a name or tag that a character carries; None if none."""
    for thing in character.contents:
        if any(thing.tags.has(form, category="item") for form in objects.forms(name)):
            return thing
        if name_key(name) in objects.name_keys(thing):
            return thing
    return None


KINDS: Mapping[str, Callable[[str, Any, Any], bool]] = {
    "item": lambda name, character, place: carries(character, name),
    "puzzle": lambda name, character, place: is_solved(name, character),
    "somebody": lambda name, character, place: is_solved_by_somebody(name),
    "lock": lambda name, character, place: True,  # the lock itself is asked, besides
}
"""The tests of the words by what stands before the colon, as `GamePart.needs_words` has them."""
