"""Makes the values of `core.view` for the rooms and exits of one map and one viewer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from evennia.utils.ansi import strip_ansi

from xyzgrid_ext.core.grid import Grid, symbol_of
from xyzgrid_ext.core.view import Door, ExitKind, ExitView, Known, RoomView, Sight, compass_of
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.open_locks import all_go
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.visibility.dungeon_state import DungeonState, may_open, state_of
from xyzgrid_ext.game.visibility.unmade import UnmadeExit
from xyzgrid_ext.game.visibility.viewer import Sights, Viewer
from xyzgrid_ext.game.world.world import Live, Room

ENVIRONMENT = "environment"
"""The category of the tag for a room's surroundings: `forest`, `cave`."""
_SYMBOL = "#"
# the same names recur
plain = lru_cache(maxsize=4096)(strip_ansi)
_direction = lru_cache(maxsize=4096)(compass_of)

Tags = Iterable[tuple[str, str | None]]
Standing = tuple[tuple[str, ...], Door]


@dataclass(frozen=True, eq=False)
class ViewMaker:
    """Makes views; `sights` says what the viewer knows about this map and the maps it leads to."""

    live: Live
    viewer: Viewer
    key: str
    sights: Sights

    @cached_property
    def sight(self) -> Sight:
        """The viewer's knowledge of the map."""
        return self.sights.of(self.key)

    @property
    def grid(self) -> Grid:
        """The map."""
        return self.sight.grid

    @cached_property
    def _state(self) -> DungeonState | None:
        return state_of(self.live, self.key)

    # --- rooms

    def room(self, number: int, name: str, exits: Sequence[ExitView], tags: Tags) -> RoomView:
        """Return an existing room of the map."""
        told = self.live.number((self.key, number))
        assert told is not None
        x, y, z = self.grid.coord(number)
        symbol = symbol_of(self.grid, number)
        places = settings.place_tags()
        tags = tuple(tags)
        return RoomView(
            number=told,
            name=plain(name),
            x=x,
            y=y,
            z=z,
            symbol=plain(symbol) or _SYMBOL,
            exits=tuple(exits),
            environment=next((tag for tag, category in tags if category == ENVIRONMENT), ""),
            details=tuple(sorted(tag for tag, category in tags if category in places)),
        )

    # --- exits

    def exit(self, link: int, name: str, target: Room | None, asked: Any | None) -> ExitView | None:
        """Return the view of an exit; None if the exit is not known.

        Args:
            link: its number on the map.
            name: its name.
            target: the room that it leads to.
            asked: its object, if that decides who may go through.

        """
        known = self.sight.link(link)
        if known is Known.NO:
            return None
        grid = self.grid
        way = grid.way_of(link)
        needed, door = self._door(link, asked)
        number, area = self._told(target) if known is Known.YES else (None, "")
        return ExitView(
            name=plain(name),
            direction=_direction((name, way.key, *way.aliases)),
            target=number,
            area=area,
            kind=self._kind(link),
            door=door,
            needs=needed,
            weight=grid.weight.item(link),
        )

    def waiting(self, link: int, found: UnmadeExit) -> ExitView | None:
        """Return an exit of the map that is not made yet; None if it is not known."""
        return self.exit(link, found.key, self.target_of(link), found)

    def target_of(self, link: int) -> Room | None:
        """Return the room to which a link of the map leads; None if there is none."""
        inside = self.grid.target.item(link)
        return self.live.locate(self.grid.outside[link]) if inside < 0 else (self.key, inside)

    def exit_of(self, room: Room, exit_obj: Any) -> ExitView | None:
        """Return the view of an exit object of a room; None if the exit is not known."""
        live, name = self.live, str(exit_obj.key)
        link, target = live.link_of(exit_obj), live.room_of(exit_obj.db_destination_id)
        if link is None or link[0] != room:
            return self.opened(name, exit_obj.aliases.all(), target, exit_obj)
        return self.exit(link[1], name, target, exit_obj)

    def opened(
        self, name: str, aliases: Iterable[str], target: Room | None, asked: Any | None
    ) -> ExitView:
        """Return the view of an exit that a builder has opened."""
        number, area = self._told(target)
        needed, door = ((), Door.NONE) if asked is None else self._of_object(asked)
        return ExitView(
            name=plain(name),
            direction=_direction((name, *aliases)),
            target=number,
            area=area,
            kind=ExitKind.PORTAL if area not in ("", self.key) else ExitKind.WAY,
            door=door,
            needs=needed,
        )

    def _told(self, room: Room | None) -> tuple[int | None, str]:
        """Return the number of a room and the key of its map, if the viewer may know the room."""
        if room is None or not self.sights.of(room[0]).room(room[1]):
            return None, ""
        number = self.live.number(room)
        return number, room[0] if number is not None else ""

    def _kind(self, link: int) -> ExitKind:
        grid = self.grid
        here, target = grid.source.item(link), grid.target.item(link)
        if self.live.is_wormhole((self.key, here), link):
            return ExitKind.WORMHOLE
        if target < 0:
            return ExitKind.PORTAL
        return (
            ExitKind.WAY
            if grid.coords.item(here, 2) == grid.coords.item(target, 2)
            else ExitKind.STAIRS
        )

    # --- doors

    def _door(self, link: int, asked: Any | None) -> Standing:
        """Return what an exit of the map still needs, and the state of its door."""
        character, state = self.viewer.character, self._state
        if state is not None and (own := state.site.links.get(link)) is not None:
            shut = state.closed_by(own)
            if not shut:
                return (), Door.OPEN if own.needs else Door.NONE
            may = character is not None and all(may_open(state, word, character) for word in shut)
            return tuple(shut), Door.CLOSED if may or self.viewer.sees_all else Door.LOCKED
        if asked is not None:
            return self._of_object(asked)
        return self._needing(self.grid.needs.get(link, ()), None)

    def _of_object(self, asked: Any) -> Standing:
        if needed := needs.needs_of(asked):
            return self._needing(needed, asked)
        character = self.viewer.character
        if self.viewer.sees_all or character is None:
            free = self.viewer.sees_all or all_go(asked)
        else:
            free = needs.may_pass(asked, character)
        return (), Door.NONE if free else Door.LOCKED

    def _needing(self, needed: tuple[str, ...], asked: Any | None) -> Standing:
        """Return the state of a door outside dungeons, which opens to those who meet its needs."""
        character = self.viewer.character
        if not needed:
            return (), Door.NONE
        if character is None:
            return needed, Door.OPEN if self.viewer.sees_all else Door.LOCKED
        has_all = all(needs.has(word, character, asked) for word in needed)
        return needed, Door.OPEN if has_all or self.viewer.sees_all else Door.LOCKED
