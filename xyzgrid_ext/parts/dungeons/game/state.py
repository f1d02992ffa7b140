"""The state of a dungeon: its layout together with its record, and its map as players know it.

    the whole drawing with three rooms seen … with the compass
    #----#-k--#----$          #----#-k                 #----#-k       $
         |    |                    |                        |

A Sheet becomes another Sheet, so all code that draws sheets can draw it. Nothing is written here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import evennia

from xyzgrid_ext.core.grid import Grid, Sheet
from xyzgrid_ext.core.raster import Cell
from xyzgrid_ext.core.view import Sight
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject, RoomObject
from xyzgrid_ext.game.visibility.needs import carries
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.dungeons.core import lock_letter
from xyzgrid_ext.parts.dungeons.core.fight import choose_sign
from xyzgrid_ext.parts.dungeons.core.site import ITEM, KILL, PUZZLE, Enemy, Site, site_of
from xyzgrid_ext.parts.dungeons.game import stored as dungeons
from xyzgrid_ext.parts.dungeons.game.stored import DungeonRecord
from xyzgrid_ext.parts.proof.core import Link, Pickup

SMALL, BIG, MAP, COMPASS = "smallkey", "bigkey", "map", "compass"
HEARTS = 3
"""The number of blows that drive a character out of a dungeon."""


@dataclass(frozen=True)
class DungeonState:
    """The dungeon of the map `key` in one state; a later state is another value."""

    key: str
    site: Site
    record: DungeonRecord

    @cached_property
    def inventory(self) -> Mapping[str, int]:
        """The things that the players have found, and how many; spent small keys do not count."""
        counts: Counter[str] = Counter()
        for taken in self.record.taken:
            room, _dot, number = taken.partition(".")
            counts[self.site.rooms[int(room)].gives[int(number)].what] += 1
        counts[SMALL] -= len(self.record.opened)
        return counts

    @property
    def keys(self) -> int:
        """The number of small keys that are left to spend."""
        return self.inventory[SMALL]

    def has(self, word: str) -> bool:
        """Whether the players have a word that an exit or a chest needs."""
        return self.inventory.get(word, 0) > 0

    def lacks(self, give: Pickup) -> list[str]:
        """Return the words of a pickup that are still missing.

        Items that people carry do not count.
        """
        return [word for word in give.needs if not self.has(word)]

    def rounds(self, foe: Enemy) -> int:
        """Return the rounds of the fight with an enemy that are over."""
        return self.record.fights.get(foe.word, (0, 0))[1]

    def sign_of(self, foe: Enemy) -> str:
        """Return the sign of an enemy's next round."""
        losses = self.record.losses.get(foe.word, 0)
        return choose_sign(self.site.digest, foe.word, losses, self.rounds(foe))

    def is_opened(self, link: Link) -> bool:
        """Whether a small key was spent on the door of a link."""
        return door_of(link) in self.record.opened

    def is_unlocked(self, link: Link, word: str) -> bool:
        """Whether a word of a link is satisfied for good."""
        if word == SMALL:
            return self.is_opened(link)
        return self.has(word)

    def closed_by(self, link: Link) -> list[str]:
        """Return the words of a link that still shut it."""
        return [word for word in link.needs if not self.is_unlocked(link, word)]

    def is_known(self, room: int) -> bool:
        """Whether the players know of a room, from a visit or from the map."""
        return room in self.record.seen or self.has(MAP)


def door_of(link: Link) -> str:
    """Return the id of the door of a link; its own id if no other link shares the door."""
    return str(link.door) if link.door is not None else f"{link.source} {link.exit}"


def state_of(live: Live, key: str) -> DungeonState | None:
    """Return the state of a map's dungeon; None if it is not a dungeon."""
    site = site_of(live.grids[key])
    if site is None:
        return None

    def gives(room: int) -> int:
        return len(site.rooms[room].gives) if room >= 0 else 0

    return DungeonState(key, site, dungeons.read_record(live.keeper, key, site.digest, gives))


def state_at(exit_obj: ExitObject) -> tuple[DungeonState, Link] | None:
    """Return the dungeon of a grid exit and its link there; None outside dungeons."""
    live = current()
    found = None if exit_obj is None else live.link_of(exit_obj)
    if found is None:
        return None
    (key, _room), number = found
    state = state_of(live, key)
    if state is None or (link := state.site.links.get(number)) is None:
        return None
    return state, link


def dungeon_at(room: RoomObject | None) -> tuple[DungeonState, int] | None:
    """Return the dungeon of a room object and its number there; None outside dungeons."""
    live = current()
    here = live.where(room)
    if here is None or (state := state_of(live, here[0])) is None:
        return None
    return state, here[1]


def people_in(live: Live, state: DungeonState) -> list[Any]:
    """Return the characters that are playing in a dungeon now."""
    puppets = (session.puppet for session in evennia.SESSION_HANDLER.values())
    there = ((puppet, live.where(puppet.location)) for puppet in puppets if puppet is not None)
    return [puppet for puppet, room in there if room is not None and room[0] == state.key]


def outside_room(live: Live, key: str) -> RoomObject | None:
    """Return the object of the room outside a dungeon's entrance; None if there is none."""
    grid = live.grids.get(key) or live.copies.get(key)
    places = (live.locate(place) for place in grid.outside.values()) if grid is not None else ()
    return next((live.object(room) for room in places if room is not None), None)


def may_open(state: DungeonState, word: str, character: Character) -> bool:
    """Whether a character can open a shut door of a dungeon."""
    if word == SMALL:
        return state.keys > 0
    return word.startswith(ITEM) and carries(character, word.removeprefix(ITEM))


# --- its map


TREASURE_SYMBOL = "|y$|n"
WAY_OUT_SYMBOL = "="
"""The symbol of the entrance room if it is also a way out."""


def dungeon_sheet(
    state: DungeonState, sight: Sight, z: int, sheet: Sheet, rooms: Iterable[int] | None = None
) -> Sheet:
    """Return the sheet with the known rooms, as the players in the dungeon see them.

    With `rooms`, only those rooms are considered.
    """
    grid = sight.grid
    cells: dict[Cell, str] = {}
    numbers = range(*grid.rooms_of_level(z)) if rooms is None else tuple(rooms)
    for room in numbers:
        if sight.knows(room):
            cells |= _of_room(sheet, grid, state, room)
    if grid.outside and state.site.start in numbers and sight.knows(state.site.start):
        x, y, at = grid.coord(state.site.start)
        if at == z or grid.levels is None:
            cells[sheet.room_cell(x, y)] = WAY_OUT_SYMBOL
    for room in rooms_with_treasure(state, numbers):  # above what was drawn
        x, y, _z = grid.coord(room)
        cells[sheet.room_cell(x, y)] = TREASURE_SYMBOL
    return replace(sheet, cells=cells)


def rooms_with_treasure(state: DungeonState, rooms: Iterable[int]) -> list[int]:
    """Return those of `rooms` with something to take, as a compass shows them."""
    if not state.has(COMPASS):
        return []
    return [room for room in rooms if _has_treasure(state, room)]


def _of_room(sheet: Sheet, grid: Grid, state: DungeonState, room: int) -> dict[Cell, str]:
    """Return the cells of a room, of the letters beside it, and of its exits and their doors."""
    x, y, _z = grid.coord(room)
    own = [sheet.room_cell(x, y), *sheet.marks.get((x, y), ())]
    found = {cell: sheet.cells[cell] for cell in own if cell in sheet.cells}
    for number in grid.links_of(room):
        trail = sheet.trails.get((x, y, grid.way_of(number).direction), ())
        found |= {cell: sheet.cells[cell] for cell in trail}
        link = state.site.links.get(number)
        if link is not None and link.needs and not state.closed_by(link):
            plain = "|" if len(trail) == 1 else "-"
            letter = lock_letter(link.needs[0])
            found |= {cell: plain for cell in trail if sheet.cells[cell] == letter}
    return found


def _has_treasure(state: DungeonState, room: int) -> bool:
    return any(
        not state.record.has_taken(room, number)
        for number, give in enumerate(state.site.rooms[room].gives)
        if not give.what.startswith((KILL, PUZZLE))
    )
