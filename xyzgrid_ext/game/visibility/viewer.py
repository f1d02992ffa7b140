"""Viewers: what a character, an account or the public knows and may see, and where it is.

CharacterViewer    its memory, its room, the locks that it passes
account_viewer     what all its characters have explored; a builder's sees everything
PublicViewer       only what is shown to guests of the website
FullViewer         all: for those who may change the game's files anyway

`sees_map` and `Sights` say which parts of the maps a viewer sees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.core.grid import Grid, has_fog
from xyzgrid_ext.core.grid.model import Bools, rooms_outside_fog
from xyzgrid_ext.core.routes import ExploredRooms
from xyzgrid_ext.core.routes.explored import Explored
from xyzgrid_ext.core.view import Sight
from xyzgrid_ext.game.base.evennia_types import Account, Character, ExitObject, RoomObject
from xyzgrid_ext.game.base.open_locks import everybody_sees, sees_all
from xyzgrid_ext.game.db import exploration, memory
from xyzgrid_ext.game.db import rooms as db_rooms
from xyzgrid_ext.game.parts import map_rules_of
from xyzgrid_ext.game.world import hooks, lookups
from xyzgrid_ext.game.world.world import Live, Room


@dataclass(frozen=True, eq=False)
class Viewer:
    """Somebody for whom maps are shown, and what they know of them; by default nothing.

    Attributes:
        sees_all: whether it is a builder, for whom nothing is hidden.
        wormholes: the names of those that it has used: see `Maps.wormhole_id`.
        explored: the rooms that it has visited, by map.
        inside: the maps where it is; an account is on several with several characters.
        here: its room; None if it is off the maps, and for viewers without a character.
        character: the character for whom locks are checked; None for viewers without one.
    """

    sees_all: bool = False
    wormholes: frozenset[str] = frozenset()
    explored: Explored = field(default_factory=dict)
    inside: frozenset[str] = frozenset()
    here: Room | None = None
    character: Character | None = None

    def may_view(self, exit_obj: ExitObject) -> bool:
        """Whether the locks of an exit let the viewer see it."""
        return self.sees_all or everybody_sees(exit_obj)


class PublicViewer(Viewer):
    """The viewer for visitors without an account, who see only what everybody may see."""


@dataclass(frozen=True, eq=False)
class FullViewer(Viewer):
    """The viewer from whom nothing is hidden, for those who may change the game's files anyway."""

    sees_all: bool = True


_SEEN = "seen"  # of the option `public`: from outside the game one sees where one has been
Observer: TypeAlias = Character | Viewer
"""A character, or any other viewer."""


class CharacterViewer(Viewer):
    """The viewer of a character; what it knows is looked up on demand."""

    character: Character

    def __init__(self, live: Live, character: Character) -> None:
        self.live = live
        object.__setattr__(self, "character", character)

    @cached_property
    def sees_all(self) -> bool:
        """Whether it is a builder."""
        return sees_all(self.character)

    @cached_property
    def wormholes(self) -> frozenset[str]:
        """The names of the wormholes that it has used, as its Attributes have them."""
        return memory.wormholes(self.character)

    @cached_property
    def explored(self) -> Explored:
        """The explored rooms, as they are in memory."""
        return exploration.explored_rooms(self.character)

    @cached_property
    def here(self) -> Room | None:
        """The room of the character; None off the maps."""
        return self.live.where(self.character.location)

    @cached_property
    def inside(self) -> frozenset[str]:
        """The key of the map of that room."""
        return frozenset() if self.here is None else frozenset({self.here[0]})

    def may_view(self, exit_obj: ExitObject) -> bool:
        """Whether the exit is in the room's list of exits for the character."""
        return hooks.allows(exit_obj, self.character, "view") and hooks.allows(
            exit_obj, self.character, "search", default=True
        )


def account_viewer(live: Live, account: Account) -> Viewer:
    """Return the viewer of an account: what all its characters have explored. Three queries."""
    pks = memory.characters_of(account.pk)
    rooms = map(live.room_of, db_rooms.locations_of(pks))
    wormholes, explored = exploration.known_by_any(pks)
    inside = frozenset(room[0] for room in rooms if room is not None)
    return Viewer(sees_all(account), wormholes, explored, inside)


def viewer_of(live: Live, looker: Observer) -> Viewer:
    """Return the viewer of a character; a viewer is returned unchanged."""
    return looker if isinstance(looker, Viewer) else CharacterViewer(live, looker)


def grid_of(live: Live, key: str) -> Grid | None:
    """Return the map or copy with this key; None if there is none."""
    return live.grids.get(key) or live.copies.get(key)


def map_refusal(live: Live, looker: Observer, key: str, question: str = "map") -> str:
    """Return why a viewer, who has to find out a map by itself, is not told of it; else "".

    `question` is what they asked for: the `map`, or a `way` to it.
    """
    if key not in live.apart:
        return ""
    rules = map_rules_of(live.grids[key])
    return rules.map_refusal(live, key, viewer_of(live, looker), question)


def hides_room(live: Live, looker: Observer, room: RoomObject) -> bool:
    """Whether the map of a room object is one that a viewer has to find out by itself."""
    here = live.where(room)
    return here is not None and bool(map_refusal(live, looker, here[0]))


def entrance_of(live: Live, key: str) -> Room | None:
    """Return the start node of a map; None if there is none, as on a drawn map."""
    grid = live.grids[key]
    number = None if grid.start is None else grid.room_at(grid.start)
    return None if number is None else (key, number)


def sees_map(live: Live, looker: Observer, key: str) -> bool:
    """Whether a map may be named: not if it is empty or wholly unknown to the viewer."""
    grid, viewer = grid_of(live, key), viewer_of(live, looker)
    if grid is None or not live.has_rooms(key) or map_refusal(live, viewer, key):
        return False
    if key in viewer.inside or viewer.sees_all:
        return True
    if key in live.copies or (isinstance(viewer, PublicViewer) and not is_public(grid)):
        return False
    if (sight := map_rules_of(grid).sight(live, key, viewer)) is not None:
        return bool(sight.rooms().any())
    return (
        not _in_fog_for(viewer, grid)
        or bool(viewer.explored.get(key))
        or rooms_outside_fog(grid) is not None
    )


def sees_land(live: Live, looker: Observer, key: str) -> bool:
    """Whether a map is an endless land that a viewer sees from afar, drawn or not."""
    grid, viewer = grid_of(live, key), viewer_of(live, looker)
    if grid is None or grid.tiles is None or not sees_map(live, viewer, key):
        return False
    return viewer.sees_all or not has_fog(grid)


def is_public(grid: Grid) -> bool:
    """Whether guests of the website see a map: by its option `public`, its fog and its rules."""
    is_seen = not has_fog(grid) or rooms_outside_fog(grid) is not None
    is_shown = grid.options.get("public") not in ("no", _SEEN)
    return is_shown and is_seen and map_rules_of(grid).is_public


def _in_fog_for(viewer: Viewer, grid: Grid) -> bool:
    """Whether a viewer sees only what was visited: in fog, and outside the game on some maps."""
    is_outside = not isinstance(viewer, CharacterViewer)
    return has_fog(grid) or (is_outside and grid.options.get("public") == _SEEN)


def explored_rooms(character: Character) -> Explored:
    """Return the rooms that a character has visited or was shown: see `db.exploration`."""
    return exploration.explored_rooms(character)


def visited_rooms(live: Live, character: Character, key: str) -> Bools:
    """Return (n,) bool: the rooms of a map that a character has visited."""
    return (explored_rooms(character).get(key) or ExploredRooms()).rooms(live.grids[key])


def is_alike(live: Live, key: str) -> bool:
    """Whether everybody sees the whole map, as is usual, so no viewer need be checked."""
    is_apart = key in live.apart or key in live.copies
    grid = grid_of(live, key)
    if grid is None or grid.options.get("public") == _SEEN:
        return False
    return not is_apart and key not in live.in_fog and live.has_rooms(key)


def is_drawn_alike(live: Live, key: str) -> bool:
    """Whether a map looks the same to everybody: all see the whole map with all its exits."""
    return is_alike(live, key) and not lookups.restricted_links(live, key)


def is_known_to_all(live: Live, room: Room, link: int) -> bool:
    """Whether everybody knows where a link within a map leads, so no viewer need be checked."""
    key = room[0]
    return (
        live.grids[key].target.item(link) >= 0
        and not live.is_hidden(room, link)
        and is_alike(live, key)
        and link not in lookups.restricted_links(live, key)
    )


def knows_room(live: Live, looker: Observer, room: Room) -> bool:
    """Whether a viewer may know a room, and so be told its name; see `Sights.knows`."""
    return is_alike(live, room[0]) or Sights(live, viewer_of(live, looker)).knows(room)


class Sights:
    """What one viewer knows of each map, as a Sight that is computed only once."""

    def __init__(self, live: Live, viewer: Viewer) -> None:
        self._live, self._viewer = live, viewer
        self._by_map: dict[str, Sight] = {}

    def of(self, key: str) -> Sight:
        """Return what the viewer knows of a map, which is nothing for a secret one."""
        if key not in self._by_map:
            self._by_map[key] = self._make_sight(key)
        return self._by_map[key]

    def sees(self, room: Room | None) -> bool:
        """Whether the viewer sees a room on its map; False for None."""
        return room is not None and self.of(room[0]).knows(room[1])

    def knows(self, room: Room) -> bool:
        """Whether the viewer may know a room, and so its name; of a game, only the entrance."""
        key, number = room
        return self.of(key).knows(number) or room == self._entrance(key)

    def known(self, key: str) -> Bools:
        """Return (n,) bool: the rooms of a map that the viewer may know."""
        rooms = self.of(key).rooms()
        if (room := self._entrance(key)) is not None:
            rooms[room[1]] = True
        return rooms

    def _entrance(self, key: str) -> Room | None:
        """Return the entrance of a map that the viewer has to find out; None for other maps."""
        live = self._live
        return entrance_of(live, key) if map_refusal(live, self._viewer, key) else None

    def _make_sight(self, key: str) -> Sight:
        live, viewer, grid = self._live, self._viewer, self._live.grids[key]
        if not sees_map(live, viewer, key):
            nothing = np.zeros(grid.rooms, dtype=bool)
            return Sight(grid, lambda number: False, all_seen=nothing.copy)
        if viewer.sees_all:
            return Sight(grid, beyond=self._beyond)

        def is_secret(link: int) -> bool:
            room = (key, int(grid.source[link]))
            hidden = live.is_hidden(room, link)
            return hidden and live.wormhole_id(room, link) not in viewer.wormholes

        sight = map_rules_of(grid).sight(live, key, viewer)
        if sight is None:
            sight = self._sight_in_fog(key, grid) if _in_fog_for(viewer, grid) else Sight(grid)
        return replace(sight, secret=is_secret, beyond=self._beyond, veiled=self._veil_test(key))

    def _sight_in_fog(self, key: str, grid: Grid) -> Sight:
        """Return the sight of a map in fog: the explored rooms, and that of the viewer."""
        here, explored = self._viewer.here, self._viewer.explored.get(key) or ExploredRooms()
        at = here[1] if here is not None and here[0] == key else None
        in_the_open = rooms_outside_fog(grid)

        def all_seen() -> Bools:
            rooms = explored.rooms(grid)
            if in_the_open is not None:
                rooms |= in_the_open
            if at is not None:
                rooms[at] = True
            return rooms

        def seen(number: int) -> bool:
            is_open = in_the_open is not None and bool(in_the_open[number])
            return is_open or number == at or grid.coord(number) in explored

        return Sight(grid, seen, all_seen=all_seen)

    def _veil_test(self, key: str) -> Callable[[int], bool] | None:
        """Return a function that says whether a link's exit is hidden; None if none is."""
        live, viewer = self._live, self._viewer
        links = lookups.restricted_links(live, key)
        if not links:
            return None

        def veiled(link: int) -> bool:
            if link not in links:
                return False
            exit_obj = lookups.exit_at(live, (key, int(live.grids[key].source[link])), link)
            return exit_obj is not None and not viewer.may_view(exit_obj)

        return veiled

    def _beyond(self, place: Place) -> bool:
        return self.sees(self._live.locate(place))
