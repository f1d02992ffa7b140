"""Shut doors and open tasks in a dungeon, as far as those inside have seen them.

    Shut:
      north of Flooded hall: locked, a small key opens it. You have one.
      east of Closet: no way without the rope
    To do:
      beat the bats in Hall
      open the trunk in Cell: first beat the bats

It is for any map of dungeon rules, generated or drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.game.text import dungeon_fights, dungeon_words
from xyzgrid_ext.game.visibility.coordinates import name_among
from xyzgrid_ext.game.visibility.dungeon_state import DungeonState, door_of, may_open
from xyzgrid_ext.game.world.world import Live


def notes(live: Live, state: DungeonState, looker: Any) -> str:
    """All that is known to be shut or left to do, with what is held; a sentence if that is nothing.

    Rooms that nobody has entered are not spoken of, not even with the map of the dungeon.
    """
    seen = sorted(number for number in state.record.seen if number < len(state.site.rooms))
    names = {number: name_among(live, (state.key, number)) for number in seen}
    shut = list(_doors(state, names, looker))
    to_do = list(_tasks(state, names))
    lines = [dungeon_words.possessions(state), dungeon_fights.hearts(state, looker)]
    if shut:
        lines += [_("Shut:"), *(f"  {line}" for line in shut)]
    if to_do:
        lines += [_("To do:"), *(f"  {line}" for line in to_do)]
    if not shut and not to_do:
        lines.append(_("Nothing that you have seen is shut, or left to do."))
    return "\n".join(filter(None, lines))


def _doors(state: DungeonState, names: dict[int, str], looker: Any) -> Iterator[str]:
    """The doors of rooms that were seen, each once; what can be opened now comes first."""
    told: set[str] = set()
    found = []
    for link in state.site.links.values():
        words = state.closed_by(link)
        if link.source not in names or not words or door_of(link) in told:
            continue
        told.add(door_of(link))
        why = iter_to_str([dungeon_words.lock(state.site, word) for word in words], endsep=_("and"))
        text = _("{exit} of {room}: {why}")
        opens = all(may_open(state, word, looker) for word in words)
        if opens:
            text = _("{exit} of {room}: {why}. |gYou can open it now.|n")
        room = names[int(link.source)]
        found.append((not opens, text.format(exit=link.exit, room=room, why=why)))
    yield from (line for _order, line in sorted(found, key=lambda one: one[0]))


def _tasks(state: DungeonState, names: dict[int, str]) -> Iterator[str]:
    for number, name in names.items():
        room = state.site.rooms[number]
        words = [*(foe.word for foe in room.foes), *(riddle.word for riddle in room.riddles)]
        for word in words:
            if not state.has(word):
                task = dungeon_words.task(state.site, word)
                yield _("{task} in {room}").format(task=task, room=name)
        for chest in room.chests:
            if state.record.has_taken(number, chest.number):
                continue
            text = _("open {chest} in {room}")
            tasks = [dungeon_words.task(state.site, word) for word in state.lacks(chest.give)]
            if tasks:
                text = _("open {chest} in {room}: first {tasks}")
            yield text.format(
                chest=dungeon_words.the(chest.title),
                room=name,
                tasks=iter_to_str(tasks, endsep=_("and")),
            )
