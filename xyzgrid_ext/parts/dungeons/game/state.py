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
"""The hearts of a character; a blow costs one, and the loss of the last drives it out."""


@dataclass(frozen=True)
class DungeonState:
    """A dungeon at one moment: its map `key`, its layout, its record; a later state is another."""

    key: str
    site: Site
    record: DungeonRecord

    @cached_property
    def inventory(self) -> Mapping[str, int]:
        """What the players have found, such as `smallkey`, -> how many; spent keys do not count."""
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
        """Whether the players have what `word` means: `smallkey`, `item:rope`, `kill:3` …"""
        return self.inventory.get(word, 0) > 0

    def lacks(self, give: Pickup) -> list[str]:
        """Return what a pickup needs and was not found or done here: `["item:rope", "kill:3"]`."""
        return [word for word in give.needs if not self.has(word)]

    def rounds(self, foe: Enemy) -> int:
        """Return the number of rounds that were fought with an enemy."""
        return self.record.fights.get(foe.word, (0, 0))[1]

    def sign_of(self, foe: Enemy) -> str:
        """Return the sign by which an enemy shows what it does next: OPENING, BLOW or RUSH."""
        losses = self.record.losses.get(foe.word, 0)
        return choose_sign(self.site.digest, foe.word, losses, self.rounds(foe))

    def is_opened(self, link: Link) -> bool:
        """Whether a small key was spent on the door of a link."""
        return door_of(link) in self.record.opened

    def is_unlocked(self, link: Link, word: str) -> bool:
        """Whether what a link needs, `word`, is met for good, as by a small key that was spent."""
        if word == SMALL:
            return self.is_opened(link)
        return self.has(word)

    def closed_by(self, link: Link) -> list[str]:
        """Return the words that a link still needs, `["smallkey"]`; empty if it is open."""
        return [word for word in link.needs if not self.is_unlocked(link, word)]

    def is_known(self, room: int) -> bool:
        """Whether the players know a room, by its number, from a visit or from the map."""
        return room in self.record.seen or self.has(MAP)


def door_of(link: Link) -> str:
    """Return the id of a link's door, shared by both sides; else "ROOM EXIT" of the link."""
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
    """Return (the dungeon of an exit object, the exit's link in it); None outside dungeons."""
    live = current()
    room_and_link = None if exit_obj is None else live.link_of(exit_obj)
    if room_and_link is None:
        return None
    (key, _room), number = room_and_link
    state = state_of(live, key)
    if state is None or (link := state.site.links.get(number)) is None:
        return None
    return state, link


def dungeon_at(room: RoomObject | None) -> tuple[DungeonState, int] | None:
    """Return (the dungeon of a room object, the room's number in it); None outside dungeons."""
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
    """Whether a character has what opens a shut door that needs `word`: a key, or a thing."""
    if word == SMALL:
        return state.keys > 0
    return word.startswith(ITEM) and carries(character, word.removeprefix(ITEM))


# --- its map


TREASURE_SYMBOL = "|y$|n"
"""The symbol of a room with something to take, for players with a compass."""
WAY_OUT_SYMBOL = "="
"""The symbol of the entrance room if it is also a way out."""


def dungeon_sheet(
    state: DungeonState, sight: Sight, z: int, sheet: Sheet, rooms: Iterable[int] | None = None
) -> Sheet:
    """Return level `z` of a dungeon's map as its players see it, or only the numbers `rooms`.

    `sheet` is the whole drawing of the level, `sight` what they know.
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
    """Return those of `rooms`, by number, with something to take; none without the compass."""
    if not state.has(COMPASS):
        return []
    return [room for room in rooms if _has_treasure(state, room)]


def _of_room(sheet: Sheet, grid: Grid, state: DungeonState, room: int) -> dict[Cell, str]:
    """Return the cells of a room, of the letters beside it, and of its exits and their doors."""
    x, y, _z = grid.coord(room)
    room_cells = [sheet.room_cell(x, y), *sheet.marks.get((x, y), ())]
    cells = {cell: sheet.cells[cell] for cell in room_cells if cell in sheet.cells}
    for number in grid.links_of(room):
        trail = sheet.trails.get((x, y, grid.way_of(number).direction), ())
        cells |= {cell: sheet.cells[cell] for cell in trail}
        link = state.site.links.get(number)
        if link is not None and link.needs and not state.closed_by(link):
            plain = "|" if len(trail) == 1 else "-"
            letter = lock_letter(link.needs[0])
            cells |= {cell: plain for cell in trail if sheet.cells[cell] == letter}
    return cells


def _has_treasure(state: DungeonState, room: int) -> bool:
    return any(
        not state.record.has_taken(room, number)
        for number, give in enumerate(state.site.rooms[room].gives)
        if not give.what.startswith((KILL, PUZZLE))
    )
