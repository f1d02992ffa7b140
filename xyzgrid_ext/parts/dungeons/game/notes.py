"""The shut doors and open tasks of a dungeon that the players inside have seen.

    Shut:
      north, in Flooded hall: locked, a small key opens it. You have one.
      east, in Closet: no way without the rope
    To do:
      beat the bats in Hall
      open the trunk in Cell: first beat the bats
    Not tried yet:
      south and west, in Hall

The lines below the map of a dungeon list what its players have, and which doors this opens.

It works on any map with dungeon rules, generated or drawn.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.game.base.evennia_types import Looker
from xyzgrid_ext.game.visibility.names import name_with_place
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.dungeons.game import text as dungeon_words
from xyzgrid_ext.parts.dungeons.game.state import (
    DungeonState,
    door_of,
    may_open,
    people_in,
    state_of,
)

_ON_MAP = 6  # doors below a map


def notes_text(live: Live, state: DungeonState, looker: Looker) -> str:
    """Return the answer to `notes`: what the players have, known shut doors, tasks to do.

    Rooms that nobody has entered are never mentioned, even with the dungeon's map.
    """
    names = _seen(live, state)
    shut = list(_doors(state, names, looker))
    to_do = list(_tasks(state, names))
    lines = [dungeon_words.possessions_line(state), dungeon_words.hearts_text(state, looker)]
    if shut:
        lines += [_("Shut:"), *(f"  {line}" for line in shut)]
    if to_do:
        lines += [_("To do:"), *(f"  {line}" for line in to_do)]
    if untried := list(_untried(state, names)):
        lines += [_("Not tried yet:"), *(f"  {line}" for line in untried)]
    lines += _company(live, state, looker)
    if not shut and not to_do and not untried:
        lines.append(_("You have opened and done everything that you have seen so far."))
    return "\n".join(filter(None, lines))


def below_map(live: Live, looker: Looker, key: str) -> list[str]:
    """Return lines below a dungeon's map: what its players have, and the doors to open."""
    if (state := state_of(live, key)) is None:
        return []
    shut = list(_doors(state, _seen(live, state), looker))
    lines = [dungeon_words.possessions_line(state), *shut[:_ON_MAP]]
    if len(shut) > _ON_MAP:
        lines.append(_("|wnotes|n lists everything that is shut."))
    return list(filter(None, lines))


def opened_doors_text(live: Live, state: DungeonState, word: str) -> str:
    """Return a sentence on seen doors that open as the players get `word`; "" if none does."""
    names, doors = _seen(live, state), dict[str, str]()
    for link in state.site.links.values():
        if word in link.needs and link.source in names and not state.closed_by(link):
            text = _("the way {exit} in {room}")
            doors.setdefault(
                door_of(link), text.format(exit=link.exit, room=names[int(link.source)])
            )
    if not doors:
        return ""
    ways = iter_to_str(doors.values(), endsep=_("and"))
    text = ngettext("{ways} is open now.", "{ways} are open now.", len(doors))
    return capfirst(text.format(ways=ways))


def _company(live: Live, state: DungeonState, looker: Looker) -> Iterator[str]:
    """Yield where the others in the dungeon are, and who has found what, unless one is alone."""
    others = [person for person in people_in(live, state) if person != looker]
    for person in others:
        if (room := live.where(person.location)) is not None:
            yield _("{name} is in {room}.").format(
                name=person.key, room=name_with_place(live, room)
            )
    for taken, finder in state.record.finders.items():
        place, _dot, number = taken.partition(".")
        thing = dungeon_words.thing_in_words(state.site.rooms[int(place)].gives[int(number)].what)
        if finder and (others or finder != looker.key):
            yield _("{name} found {thing}.").format(name=finder, thing=thing)


def _seen(live: Live, state: DungeonState) -> dict[int, str]:
    """Return the names of the seen rooms, by number."""
    numbers = sorted(number for number in state.record.seen if number < len(state.site.rooms))
    return {number: name_with_place(live, (state.key, number)) for number in numbers}


def _untried(state: DungeonState, names: dict[int, str]) -> Iterator[str]:
    """Yield the open exits into rooms that nobody has entered, room by room."""
    ways: dict[int, list[str]] = {}
    for link in state.site.links.values():
        if link.source in names and link.target not in names and not state.closed_by(link):
            ways.setdefault(int(link.source), []).append(link.exit)
    for number, exits in ways.items():
        text = _("{exit}, in {room}")
        yield text.format(exit=iter_to_str(exits, endsep=_("and")), room=names[number])


def _doors(state: DungeonState, names: dict[int, str], looker: Looker) -> Iterator[str]:
    """Yield the shut doors of seen rooms, each once; those that can be opened now come first."""
    doors: set[str] = set()
    lines = []
    for link in state.site.links.values():
        words = state.closed_by(link)
        if link.source not in names or not words or door_of(link) in doors:
            continue
        doors.add(door_of(link))
        why = iter_to_str(
            [dungeon_words.lock_text(state.site, word) for word in words], endsep=_("and")
        )
        text = _("{exit}, in {room}: {why}")
        opens = all(may_open(state, word, looker) for word in words)
        if opens:
            text = _("{exit}, in {room}: {why}. |gYou can open it now.|n")
        room = names[int(link.source)]
        lines.append((not opens, text.format(exit=link.exit, room=room, why=why)))
    yield from (
        line for _order, line in sorted(lines, key=lambda order_and_line: order_and_line[0])
    )


def _tasks(state: DungeonState, names: dict[int, str]) -> Iterator[str]:
    for number, name in names.items():
        room = state.site.rooms[number]
        words = [*(foe.word for foe in room.enemies), *(riddle.word for riddle in room.puzzles)]
        for word in words:
            if not state.has(word):
                task = dungeon_words.task_text(state.site, word)
                yield _("{task} in {room}").format(task=task, room=name)
        for chest in room.chests:
            if state.record.has_taken(number, chest.number):
                continue
            text = _("open {chest} in {room}")
            tasks = [dungeon_words.task_text(state.site, word) for word in state.lacks(chest.give)]
            if tasks:
                text = _("open {chest} in {room}: first {tasks}")
            yield text.format(
                chest=dungeon_words.with_article(chest.title),
                room=name,
                tasks=iter_to_str(tasks, endsep=_("and")),
            )
