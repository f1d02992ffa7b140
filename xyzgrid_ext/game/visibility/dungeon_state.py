"""How a dungeon stands: its site and its record, asked together. Nothing is written here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from xyzgrid_ext.core.dungeon.prove import Link, Pickup
from xyzgrid_ext.game.db import dungeon_record as records
from xyzgrid_ext.game.db.dungeon_record import DungeonRecord
from xyzgrid_ext.game.maps.dungeon_site import ITEM, Site, site_of

SMALL, BIG, MAP, COMPASS = "smallkey", "bigkey", "map", "compass"
HEARTS = 3
"""Blows that a character can take in a dungeon before it is driven off."""


@dataclass(frozen=True)
class DungeonState:
    """The dungeon of a map, `key`, as it stands. Those who come next have another value."""

    key: str
    site: Site
    record: DungeonRecord

    @cached_property
    def held(self) -> Mapping[str, int]:
        """What was had, as often as it was had; small keys that are spent do not count."""
        found: Counter[str] = Counter()
        for taken in self.record.taken:
            room, _dot, number = taken.partition(".")
            found[self.site.rooms[int(room)].gives[int(number)].what] += 1
        found[SMALL] -= len(self.record.opened)
        return found

    @property
    def keys(self) -> int:
        """Small keys that can be spent."""
        return self.held[SMALL]

    def has(self, word: str) -> bool:
        """Whether a word of an exit or a chest is held."""
        return self.held.get(word, 0) > 0

    def lacks(self, give: Pickup) -> list[str]:
        """Return the words of a give that are not held; items that people carry do not count."""
        return [word for word in give.needs if not self.has(word)]

    def is_opened(self, link: Link) -> bool:
        """Whether a small key was spent on the door of a link."""
        return door_of(link) in self.record.opened

    def is_unlocked(self, link: Link, word: str) -> bool:
        """Whether a word of a link is satisfied for good."""
        if word == SMALL:
            return self.is_opened(link)
        return self.has(word)

    def closed_by(self, link: Link) -> list[str]:
        """The words of a link that are still between somebody and the other side."""
        return [word for word in link.needs if not self.is_unlocked(link, word)]

    def is_known(self, room: int) -> bool:
        """Whether those inside know of a room: from having been there, or from the map."""
        return room in self.record.seen or self.has(MAP)


def door_of(link: Link) -> str:
    """The id of the door of a link; its own where no other link shares it."""
    return str(link.door) if link.door is not None else f"{link.source} {link.exit}"


def state_of(live: Any, key: str) -> DungeonState | None:
    """The dungeon of a map; None if it is none."""
    site = site_of(live.grids[key])
    if site is None:
        return None

    def gives(room: int) -> int:
        return len(site.rooms[room].gives) if room >= 0 else 0

    return DungeonState(key, site, records.read(live.keeper, key, site.digest, gives))


def state_at(exit_obj: Any) -> tuple[DungeonState, Link] | None:
    """The dungeon of an exit of the grid, and its link there; None where there is none."""
    live = getattr(exit_obj, "live", None)  # exits that builders open by hand have none
    found = None if live is None else live.link_of(exit_obj)
    if found is None:
        return None
    (key, _room), number = found
    state = state_of(live, key)
    if state is None or (link := state.site.links.get(number)) is None:
        return None
    return state, link


def dungeon_at(room: Any) -> tuple[DungeonState, int] | None:
    """The dungeon of a room object and its number there; None in any other place."""
    here = getattr(room, "here", None)
    if here is None or (state := state_of(room.live, here[0])) is None:
        return None
    return state, here[1]


def outside_of(live: Any, key: str) -> Any | None:
    """The object of the place before the entrance of a dungeon; None if there is none."""
    grid = live.grids.get(key) or live.copies.get(key)
    places = (live.locate(place) for place in grid.outside.values()) if grid is not None else ()
    return next((live.object(room) for room in places if room is not None), None)


def is_known_way(exit_obj: Any) -> bool:
    """Whether somebody knows where an exit leads; out of a dungeon, who has come to the exit."""
    if (found := state_at(exit_obj)) is not None:
        return found[0].is_known(int(found[1].target))
    within = dungeon_at(exit_obj.location)
    return within is None or within[1] in within[0].record.seen


def is_on_the_way(exit_obj: Any) -> bool:
    """Whether a route may take an exit: no key has to be spent, and one knows where it leads."""
    found = state_at(exit_obj)
    opens = found is None or SMALL not in found[0].closed_by(found[1])
    return opens and is_known_way(exit_obj)


def may_open(state: DungeonState, word: str, character: Any) -> bool:
    """Whether a character has what opens a door of a dungeon that is shut."""
    if word == SMALL:
        return state.keys > 0
    return word.startswith(ITEM) and carries(character, word.removeprefix(ITEM))


def carries(character: Any, name: str) -> bool:
    """Whether a character carries a thing of this name, or with a tag of it of category `item`."""
    wanted = name.casefold()
    return any(
        thing.tags.has(wanted, category=ITEM.rstrip(":"))
        or wanted in (thing.key.casefold(), *map(str.casefold, thing.aliases.all()))
        for thing in character.contents
    )
