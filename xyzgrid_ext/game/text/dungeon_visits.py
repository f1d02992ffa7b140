"""Texts about visits to dungeons, for players: changes, the end, and the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia.utils import evtable
from evennia.utils.ansi import raw
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.game.db.scores import DungeonScore
from xyzgrid_ext.game.maps.dungeon_site import KILL, PUZZLE
from xyzgrid_ext.game.text import screenreader
from xyzgrid_ext.game.text.dungeon_words import capital, the, thing
from xyzgrid_ext.game.text.screens import client_width
from xyzgrid_ext.game.visibility.coordinates import name_among
from xyzgrid_ext.game.visibility.dungeon_state import DungeonState, door_of
from xyzgrid_ext.game.world.world import Live

_TOLD = 5  # changes
_TABLE = 60  # columns; narrower screens get lines instead of a table


def begun_again() -> str:
    """Return the text for a player who returns to a dungeon that is no longer theirs."""
    return _("|yThis dungeon was reset since you left:|n its doors are shut and its chests full.")


def changes(live: Live, state: DungeonState, taken: int, opened: int) -> str:
    """Return the changes since the given numbers of taken things and opened doors."""
    told = [*_taken(state, taken), *_opened(live, state, opened)]
    if not told:
        return _("Nothing has changed here since you left.")
    if more := len(told[_TOLD:]):
        text = ngettext("{number} more change", "{number} more changes", more)
        told = [*told[:_TOLD], text.format(number=more)]
    return _("Since you left: {changes}.").format(changes=iter_to_str(told, endsep=_("and")))


def _taken(state: DungeonState, since: int) -> Iterator[str]:
    for one in state.record.taken[since:]:
        room, _dot, number = one.partition(".")
        word = state.site.rooms[int(room)].gives[int(number)].what
        if word.startswith(KILL):
            yield _("{foe} beaten").format(foe=the(state.site.title(word)))
        elif word.startswith(PUZZLE):
            yield _("{puzzle} solved").format(puzzle=the(state.site.title(word)))
        else:
            yield _("{thing} found").format(thing=thing(word))


def _opened(live: Live, state: DungeonState, since: int) -> Iterator[str]:
    for door in state.record.opened[since:]:
        link = next(one for one in state.site.links.values() if door_of(one) == door)
        room = name_among(live, (state.key, int(link.source)))
        yield _("the exit {exit} in {room} unlocked").format(exit=link.exit, room=room)


def ended(score: DungeonScore, place: int | None) -> str:
    """Return the text at the end of a dungeon.

    `place` is the place in its table, or None if the visit is not in the table.
    """
    lines = [_("|gThe dungeon is won!|n {finds}.").format(finds=capital(_finds(score)))]
    if score.seconds:
        text = _("|gThe dungeon is won in {time}!|n {finds}.")
        time, finds = duration(score.seconds), capital(_finds(score))
        lines = [text.format(time=time, finds=finds)]
    if place is not None:
        text = _("That puts you in place {place} in the scores: |wdungeon scores|n.")
        lines.append(text.format(place=place))
    return " ".join(lines)


def duration(seconds: int) -> str:
    """Return a duration as text: `14 minutes 5 seconds`, `1 hour 2 minutes`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [
        ngettext("{n} hour", "{n} hours", hours).format(n=hours) if hours else "",
        ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes) if minutes else "",
        ngettext("{n} second", "{n} seconds", rest).format(n=rest) if rest and not hours else "",
    ]
    return " ".join(filter(None, parts))


def _finds(score: DungeonScore) -> str:
    text = _("{found} of {of} things found, {seen} of {rooms} rooms seen")
    return text.format(found=score.found, of=score.of, seen=score.seen, rooms=score.rooms)


def table(looker: Any, name: str, rows: Sequence[DungeonScore]) -> str:
    """Return the best-times table of a dungeon."""
    if not rows:
        return _("Nobody has reached the end of {map} yet.").format(map=name)
    title = _("|wThe quickest through {map}|n").format(map=name)
    lines = [(raw(", ".join(row.names)), duration(row.seconds), row) for row in rows]
    if screenreader.is_on(looker) or client_width(looker) < _TABLE:
        told = (
            f"{place}: {names}, {time}, {_finds(row)}."
            for place, (names, time, row) in enumerate(lines, 1)
        )
        return "\n".join((title, *told))
    heads = ("", _("who"), _("time"), _("found"), _("seen"), _("day"))
    drawn = evtable.EvTable(*heads, border="header", maxwidth=client_width(looker))
    for place, (names, time, row) in enumerate(lines, 1):
        found, seen = f"{row.found}/{row.of}", f"{row.seen}/{row.rooms}"
        drawn.add_row(place, names, time, found, seen, row.date)
    return f"{title}\n{drawn}"


def tables(names: Sequence[str]) -> str:
    """Return the list of dungeons that have a table."""
    if not names:
        return _("Nobody has reached the end of a dungeon yet.")
    told = iter_to_str([f"|w{name}|n" for name in names], endsep=_("and"))
    return _("There are scores for {names}: |wdungeon scores <name>|n.").format(names=told)
