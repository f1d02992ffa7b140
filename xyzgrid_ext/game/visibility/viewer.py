"""Viewers: who looks, what they know, where they stand, and what their locks let them see.

OfCharacter    what it remembers, where it stands, the locks that it passes
OfAccount      what all its characters have explored; a builder's sees everything
Public         nothing: what is shown to guests of the website
Everything     all of it: who may change the game's files anyway

`sees_map` and `Sights` say what of the maps a viewer is told.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.core.graph import Explored, Seen
from xyzgrid_ext.core.grid import Grid, in_fog
from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.view import Sight
from xyzgrid_ext.game.base.open_locks import all_see, sees_all
from xyzgrid_ext.game.db import exploration, memory, views
from xyzgrid_ext.game.visibility import matrix_state, unmade
from xyzgrid_ext.game.visibility.dungeon_state import MAP, state_of
from xyzgrid_ext.game.world.world import Live, Room


class Viewer:
    """One who looks and knows nothing; the others know more."""

    @property
    def sees_all(self) -> bool:
        """Whether it is a builder, for whom nothing is hidden."""
        return False

    @property
    def wormholes(self) -> frozenset[str]:
        """The wormholes that it has jumped, as `memory` has them."""
        return frozenset()

    @property
    def explored(self) -> Explored:
        """The rooms it has been in."""
        return {}

    @property
    def here(self) -> Room | None:
        """Where it stands."""
        return None

    @property
    def inside(self) -> frozenset[str]:
        """The maps in which it stands: an account may with several characters."""
        return frozenset() if self.here is None else frozenset({self.here[0]})

    @property
    def character(self) -> Any:
        """The character for whom locks are checked; None for viewers without one."""
        return None

    def plays(self, live: Live, key: str) -> bool:
        """Whether a map is a matrix to be played, of which nothing is told to it."""
        return not self.sees_all and matrix_state.is_played(live, key)

    def may_view(self, exit_obj: Any) -> bool:
        """Whether the locks of an exit let it be seen."""
        return self.sees_all or all_see(exit_obj)


class Public(Viewer):
    """Nobody: sees what is shown to everybody."""


class Everything(Viewer):
    """Who may change the game's files anyway."""

    @property
    def sees_all(self) -> bool:
        """Nothing is hidden."""
        return True


class OfCharacter(Viewer):
    """A character. Each property is looked up only when it is asked for."""

    def __init__(self, live: Live, character: Any) -> None:
        self.live, self._character = live, character

    @property
    def character(self) -> Any:
        """The character."""
        return self._character

    @cached_property
    def sees_all(self) -> bool:
        """Whether it is a builder."""
        return sees_all(self._character)

    @property
    def wormholes(self) -> frozenset[str]:
        """From its Attributes."""
        return memory.wormholes(self._character)

    @property
    def explored(self) -> Explored:
        """As it is now, in memory."""
        return exploration.record_of(self._character).seen

    @cached_property
    def here(self) -> Room | None:
        """Its room."""
        return self.live.where(self._character.location)

    def plays(self, live: Live, key: str) -> bool:
        """Whether it is to play there, or plays: that is so for builders as well."""
        return not matrix_state.knows(live, self._character, key)

    def may_view(self, exit_obj: Any) -> bool:
        """As in the room's list of exits."""
        one = self._character
        return bool(exit_obj.access(one, "view") and exit_obj.access(one, "search", default=True))


class OfAccount(Viewer):
    """An account: what all its characters know together, read by three queries."""

    def __init__(self, live: Live, account: Any) -> None:
        pks = views.characters_of(account.pk)
        rooms = map(live.room_of, views.locations_of(pks))
        self._inside = frozenset(room[0] for room in rooms if room is not None)
        self._sees_all = sees_all(account)
        self._wormholes, self._explored = exploration.together(pks)

    @property
    def sees_all(self) -> bool:
        """Whether it is a builder's."""
        return self._sees_all

    @property
    def wormholes(self) -> frozenset[str]:
        """The wormholes that any of them has jumped."""
        return self._wormholes

    @property
    def explored(self) -> Explored:
        """The rooms that any of them has been in."""
        return self._explored

    @property
    def inside(self) -> frozenset[str]:
        """The maps in which any of them stands."""
        return self._inside


def viewer_of(live: Live, looker: Any) -> Viewer:
    """The viewer that a character is; a viewer is returned unchanged."""
    return looker if isinstance(looker, Viewer) else OfCharacter(live, looker)


def grid_of(live: Live, key: str) -> Grid | None:
    """The map, or copy of one, of a key."""
    return live.grids.get(key) or live.copies.get(key)


def sees_map(live: Live, looker: Any, key: str) -> bool:
    """Return whether a map may be named: not if it is empty, or nothing of it is known."""
    grid, viewer = grid_of(live, key), viewer_of(live, looker)
    if grid is None or not live.has_rooms(key) or viewer.plays(live, key):
        return False
    if key in viewer.inside or viewer.sees_all:
        return True
    if key in live.copies or (isinstance(viewer, Public) and not is_public(grid)):
        return False
    if (state := state_of(live, key)) is not None:
        return bool(state.record.seen or state.has(MAP))
    return not in_fog(grid) or bool(viewer.explored.get(key))


def is_public(grid: Grid) -> bool:
    """Return whether guests of the website see a map: option `public`, and no fog, no dungeon."""
    return grid.options.get("public") != "no" and not in_fog(grid) and "dungeon" not in grid.options


def is_alike(live: Live, key: str) -> bool:
    """Whether everybody sees all of a map, as most are: nobody's viewer need be asked."""
    grid = live.grids[key]
    return (
        "dungeon" not in grid.options
        and not in_fog(grid)
        and not matrix_state.is_played(live, key)
        and live.has_rooms(key)
    )


def is_drawn_alike(live: Live, key: str) -> bool:
    """Whether a map is drawn alike for everybody: all see all of it, and its ways."""
    return is_alike(live, key) and not unmade.veiled(live, key)


class Sights:
    """The sights of one looker, each made once: maps lead to each other."""

    def __init__(self, live: Live, viewer: Viewer) -> None:
        self._live, self._viewer = live, viewer
        self._known: dict[str, Sight] = {}

    def of(self, key: str) -> Sight:
        """The viewer's knowledge of a map: nothing of a secret one."""
        if key not in self._known:
            self._known[key] = self._make(key)
        return self._known[key]

    def _make(self, key: str) -> Sight:
        live, viewer, grid = self._live, self._viewer, self._live.grids[key]
        if not sees_map(live, viewer, key):
            return Sight(grid, _none)
        if viewer.sees_all:
            return Sight(grid, beyond=self._beyond)

        jumped = viewer.wormholes

        def is_secret(link: int) -> bool:
            room = (key, int(grid.source[link]))
            hidden = live.is_hidden(room, link)
            return hidden and live.wormhole_id(room, link) not in jumped

        all_seen = self._all_seen(key, grid) if in_fog(grid) else None
        return Sight(
            grid, self._seen(key, grid), is_secret, self._beyond, self._veiled(key), all_seen
        )

    def _veiled(self, key: str) -> Callable[[int], bool] | None:
        """Whether a link's exit is not seen; None where all of the map are."""
        live, viewer = self._live, self._viewer
        links = unmade.veiled(live, key)
        if not links:
            return None

        def veiled(link: int) -> bool:
            if link not in links:
                return False
            exit_obj = unmade.exit_at(live, (key, int(live.grids[key].source[link])), link)
            return exit_obj is not None and not viewer.may_view(exit_obj)

        return veiled

    def _at(self, key: str) -> int:
        """The room of a map in which the looker stands; below 0 if it stands elsewhere."""
        here = self._viewer.here
        return here[1] if here is not None and here[0] == key else -1

    def _all_seen(self, key: str, grid: Grid) -> Callable[[], Bools]:
        """The rooms that were explored, of a map in fog."""

        def all_seen() -> Bools:
            found = (self._viewer.explored.get(key) or Seen()).rooms(grid)
            if (at := self._at(key)) >= 0:
                found[at] = True
            return found

        return all_seen

    def _seen(self, key: str, grid: Grid) -> Callable[[int], bool] | None:
        """Whether a room is known; None where all are."""
        viewer, at = self._viewer, self._at(key)
        if (state := state_of(self._live, key)) is not None:
            inside = frozenset({*state.record.seen, at})
            return None if state.has(MAP) else inside.__contains__
        if not in_fog(grid):
            return None
        seen = viewer.explored.get(key) or Seen()
        return lambda number: number == at or grid.coord(number) in seen

    def _beyond(self, place: Place) -> bool:
        room = self._live.locate(place)
        return room is not None and self.of(room[0]).room(room[1])


def _none(number: int) -> bool:
    return False
