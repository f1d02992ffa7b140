"""The needs of exits: words in the Attribute `needs`, and whether a character has them.

    {"prototype_parent": "xyz_exit", "needs": ["item:bronze key", "puzzle:orrery"]}

    item:NAME     carries a thing of this name, or with the tag NAME of category "item"
    puzzle:ID     has solved it, or somebody has solved it for all (see `world.puzzles`)
    somebody:ID   any character has come to a room that solves it
    time:NIGHT    it is night, by the game's clock; also hour:6-18 and season:winter
    lock          all other conditions of the exit's traverse lock
    open:EXIT     nothing shuts the exit of this name or direction; for texts of its room alone
    part:NAME     the game has this part; for texts alone

The rules of a map, the parts of the game and its setting XYZGRID_WORDS may know other words: see
`game.parts`. Words that are the same for everybody are asked once a minute at most.

All words in a list must be met. Builders go through without them, as superusers ignore locks:
`sees_all`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from evennia.utils import gametime
from evennia.utils.dbserialize import deserialize
from evennia.utils.utils import make_iter

from xyzgrid_ext.core.mapdata.prototypes import CLOCK_NAMES, SEASONS, TIMES
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.parts import NeedTest
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject, GameObject, Lockable, Looker
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.parts import MapDoor, game_parts, has_part, map_rules_of, part_doors
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.puzzles import is_solved, is_solved_by_somebody

ATTRIBUTE = "needs"
"""The Attribute of an exit with its words."""
_MINUTE = 60.0  # seconds


def needs_of(exit_obj: Lockable) -> tuple[str, ...]:
    """Return the words in an exit's Attribute `needs`: `("item:bronze key",)`; mostly none."""
    attributes = exit_obj.attributes.backend.get(ATTRIBUTE)  # its front takes twice as long
    value = attributes[0].value if attributes else None
    return tuple(str(word) for word in make_iter(deserialize(value))) if value else ()


def unmet_needs(exit_obj: Lockable, character: Character) -> tuple[str, ...]:
    """Return the words of an exit that a character has not met; none if it may go through."""
    words = needs_of(exit_obj)
    if not words or sees_all(character):
        return ()
    return tuple(word for word in words if not meets_need(word, character, exit_obj))


def may_pass(exit_obj: ExitObject, who: Character) -> bool:
    """Whether somebody may go through an exit: by its locks, and by what it needs."""
    door = part_doors().get(exit_obj.id)
    return (door is None or not door.blocks(who)) and meets_locks(exit_obj, who)


def meets_locks(exit_obj: ExitObject, who: Character) -> bool:
    """Whether an exit lets somebody through but for its door: by its locks, and what it needs."""
    return hooks.allows(exit_obj, who, "traverse") and not unmet_needs(exit_obj, who)


def meets_need(word: str, character: Character | None, place: Any) -> bool:
    """Whether a character or nobody meets a need, `item:lamp`, at a room or exit object."""
    live = current()
    link = None if place is None else live.link_of(place)
    room = link[0] if link is not None else None if place is None else live.where(place)
    if room is not None:
        rules = map_rules_of(live.grids[room[0]])
        is_met = rules.meets_need(live, room, link[1] if link is not None else None, word)
        if is_met is not None:
            return is_met
    kind, _sign, name = (part.strip() for part in word.partition(":"))
    for row, of_all in (
        (WORD_TESTS, CLOCK_NAMES),
        *((p.needs_words, p.needs_same_for_all) for p in game_parts()),
    ):
        if kind in row:
            if kind in of_all:
                return _of_all.ask(row[kind], name)
            return character is not None and _answer(row[kind], name, character, place)
    return False


def _answer(test: NeedTest, name: str, character: Any, place: Any) -> bool:
    """Whether a word is true by its function; false, and logged, if the function raises."""
    with surviving("a word of `needs`"):
        return bool(test(name, character, place))
    return False


class SharedAnswers:
    """A cache of words of `needs` that are the same for everybody: each is asked once a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: dict[object, tuple[float, bool]] = {}

    def ask(self, test: NeedTest, name: str) -> bool:
        """Return `test(name, None, None)`, as it was within the last minute."""
        due, is_true = self._known.get((test, name), (0.0, False))
        if (now := self._clock()) >= due:
            is_true = _answer(test, name, None, None)
            self._known[test, name] = now + _MINUTE, is_true
        return is_true


def is_true_for(word: str, looker: Looker, place: Any) -> bool:
    """Whether a word of `needs` is true at a room or exit for a looker; None is nobody.

    Texts depend on it, even for builders, who see the place in its present state.
    """
    kind, _sign, name = (part.strip() for part in word.partition(":"))
    if kind == "part":
        return has_part(name)
    if kind != "open":
        return meets_need(word, looker, place)
    key, exits = name_key(name), place.contents_get(content_type="exit")
    return any(
        _is_open(exit_, looker)
        for exit_ in exits
        if key in (name_key(exit_.key), objects.direction_of(exit_))
    )


def door_at(exit_obj: GameObject | None) -> MapDoor | None:
    """Return the door in an exit, by the rules of its map or a part (add-on); None without one."""
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
    return looker is not None and all(
        meets_need(word, looker, exit_obj) for word in needs_of(exit_obj)
    )


def carries(character: Character, name: str) -> bool:
    """Whether a character carries a thing of this name, or with this tag of category `item`."""
    return carried_item(character, name) is not None


def carried_item(character: Character, name: str) -> GameObject | None:
    """Return the first carried thing with this name, or this tag of category `item`, or None."""
    for thing in character.contents:
        if any(thing.tags.has(form, category="item") for form in objects.stored_forms(name)):
            return thing
        if name_key(name) in objects.name_keys(thing):
            return thing
    return None


# --- the game's clock: Evennia's `gametime`, with the units of the contrib `custom_gametime`


class Moment(NamedTuple):
    """A moment: the hour of the day, how many hours a day has, and which part of the year it is."""

    hour: int
    hours: float
    year: float


def moment_at(seconds: float, units: Mapping[str, float] | None) -> Moment:
    """Return the moment at so many seconds of the game's time.

    Args:
        seconds: since the beginning of that time, as `gametime` counts.
        units: the seconds of an `hour`, `day`, `month` and `year`; None for the calendar's.
    """
    if units is None:
        date = datetime.fromtimestamp(seconds)
        return Moment(date.hour, 24, (date.month - 1) / 12)
    day, year = units["day"], units.get("year") or units["yr"]
    hour = units.get("hour") or units["hr"]
    return Moment(int(seconds % day // hour), day / hour, seconds % year / year)


def is_true_now(kind: str, name: str, now: Moment) -> bool:
    """Whether a word such as `time:night`, `hour:6-18` or `season:winter` is true at a moment."""
    if kind == "season":
        return SEASONS[int((now.year + 1 / 12) * 4 + 1e-9) % 4] == name
    if kind == "time":
        return name in TIMES and _is_between(now.hour * 24 / now.hours, *TIMES[name])
    first, dash, end = name.partition("-")
    if not (first.isdecimal() and (end.isdecimal() or not dash)):
        return False
    return _is_between(now.hour, int(first), int(end) if dash else int(first) + 1)


def _is_between(hour: float, first: float, end: float) -> bool:
    """Whether an hour is within others, which may have midnight between them."""
    return first <= hour < end if first < end else hour >= first or hour < end


def _is_now(kind: str, name: str, character: Looker, place: Any) -> bool:
    now = moment_at(gametime.gametime(absolute=True), settings.time_units())
    return is_true_now(kind, name, now)


# --- the words of the kernel

WORD_TESTS: Mapping[str, NeedTest] = {
    "item": lambda name, character, place: carries(character, name),
    "puzzle": lambda name, character, place: is_solved(name, character),
    "somebody": lambda name, character, place: is_solved_by_somebody(name),
    **{kind: partial(_is_now, kind) for kind in CLOCK_NAMES},
    "lock": lambda name, character, place: True,  # the lock itself is asked, besides
}
"""What stands before the colon of a word -> its test, called with (name, character, place)."""

_of_all = SharedAnswers()
