"""Draws endless lands around the people in them, and forgets squares that nobody is near.

    somebody comes ─► their square ─► `Squares` says which are needed
                                                  │ another process draws, seconds
    the world goes on with the land redrawn  ◄────┘ `Live`, as after a change of the map's file

    . . # # #     somebody is in the square in the middle; with those around it, it is needed for
    . . # @ #     `NEAR` seconds, alone for `KEEP` seconds; what a walk comes to next is needed as
    . . # # #     well

At most `land_squares` are drawn, but always those with people in them or about to enter. The rooms
of other squares keep their objects, and are found again as soon as somebody comes near.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import evennia
from evennia.utils.dbserialize import deserialize
from twisted.internet import reactor
from twisted.internet.interfaces import IReactorTime
from twisted.python.failure import Failure

from xyzgrid_ext.core.coords import Place, map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.game.base import limits, settings
from xyzgrid_ext.game.base.background import FEWEST_FOR_THREAD, run_in_thread
from xyzgrid_ext.game.base.hooks import call_hook
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.base.task import Step, Steps, drain
from xyzgrid_ext.game.base.write_lock import write_lock
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.db.stored import read_stored
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.typeclasses.script import GridScript
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import find_grid, get_grid, running_world
from xyzgrid_ext.game.world.lookups import UndrawnError, tagged_place
from xyzgrid_ext.game.world.world import Live, Room
from xyzgrid_ext.parts.lands.core.roads import Spot
from xyzgrid_ext.parts.lands.core.tiles import Tile, is_inside_land, tile_at, with_neighbours
from xyzgrid_ext.parts.lands.game.maps import drawn_squares, forget_squares, with_squares
from xyzgrid_ext.parts.lands.game.periodic import PeriodicTask
from xyzgrid_ext.parts.lands.settings import SQUARES

_ATTRIBUTE = "drawn_squares"
NEAR, KEEP = 180.0, 600.0
"""Seconds since somebody was in a square while it is needed with those around it, and alone."""
_NOW = 25.0  # seconds for which somebody seen in a square is assumed to be still there
_EDGE = 12  # cells: closer to a square than this counts as about to enter it


class _Need(NamedTuple):
    """How much a square is needed; the least needed goes first, and of these the undrawn ones."""

    rank: int
    waits: bool
    ago: float


class Squares:
    """Which squares (`Tile`) of endless lands are needed: people are there, or will be soon."""

    def __init__(self) -> None:
        self._visits: dict[str, dict[Tile, float]] = defaultdict(dict)
        self._coming: dict[str, dict[Tile, float]] = defaultdict(dict)

    def clear(self) -> None:
        """Forget everything."""
        self._visits.clear()
        self._coming.clear()

    def visit(self, key: str, x: int, y: int) -> None:
        """Record that somebody is at the cell (x, y) of the land `key`."""
        now = time.monotonic()
        self._visits[key][tile_at(x, y)] = now
        cells = ((x + dx, y + dy) for dx in (-_EDGE, 0, _EDGE) for dy in (-_EDGE, 0, _EDGE))
        for cell in cells:
            if is_inside_land(*cell):
                self._coming[key][tile_at(*cell)] = now

    def walk_to(self, key: str, tiles: Iterable[Tile]) -> None:
        """Record the squares of the land `key` that a walking character will enter next."""
        self._coming[key].update(dict.fromkeys(tiles, time.monotonic()))

    def recall(self, key: str, tiles: Iterable[Tile]) -> None:
        """Record that people were in squares of the land `key` before the server started."""
        self._visits[key].update(dict.fromkeys(tiles, time.monotonic() - NEAR))

    def is_deserted(self, key: str, tile: Tile) -> bool:
        """Whether nobody has been in a square for KEEP seconds, nor beside it for NEAR."""
        now, visits = time.monotonic(), self._visits[key]
        return now - visits.get(tile, -KEEP) >= KEEP and not any(
            now - visits.get(near_tile, -NEAR) < NEAR for near_tile in with_neighbours([tile])
        )

    def needed(self, drawn: Mapping[str, frozenset[Tile]]) -> dict[str, frozenset[Tile]]:
        """Return map key -> the squares to draw; `drawn`, in the same form, are drawn now."""
        needs = [
            (need, key, tile)
            for key in drawn
            for tile, need in self._needs(key, drawn[key]).items()
        ]
        needs.sort()
        most = limits.limit_value(SQUARES)
        squares: dict[str, set[Tile]] = {key: set() for key in drawn}
        for number, (need, key, tile) in enumerate(needs):
            if number < most or not need.rank:
                squares[key].add(tile)
        return {key: frozenset(tiles) for key, tiles in squares.items()}

    def _needs(self, key: str, drawn: frozenset[Tile]) -> dict[Tile, _Need]:
        """Return how much each square of a land is needed."""
        now = time.monotonic()
        for since, seconds in ((self._visits, KEEP), (self._coming, NEAR)):
            since[key] = {tile: at for tile, at in since[key].items() if now - at < seconds}
        needs: dict[Tile, _Need] = {}
        near = {tile for tile, at in self._visits[key].items() if now - at < NEAR}
        for tile in with_neighbours(near):
            needs[tile] = _Need(2, tile not in drawn, 0.0)
        for tile, at in self._visits[key].items():
            if tile not in near:
                needs[tile] = _Need(3, False, now - at)
        for tile, at in (*self._coming[key].items(), *self._visits[key].items()):
            if now - at < NEAR:
                needs[tile] = _Need(0 if now - at < _NOW else 1, False, now - at)
        return needs


class LandDrawing(PeriodicTask[None]):
    """Draws squares of endless lands where people are: makes a new world with more of them."""

    name, every, pause, is_prompt = "drawing of endless lands", 10.0, 0.01, True

    def __init__(self, clock: IReactorTime = reactor) -> None:
        super().__init__(clock)
        self.squares = Squares()
        self._then: list[Callable[[], object]] = []

    # --- who is where

    def come(self, live: Live, room: Room) -> tuple[Live, Room]:
        """Draw the land around a room to which somebody comes; return (new world, room in it).

        Raises:
            UndrawnError: if what is beside it is not drawn yet, and others would have to wait.
        """
        tiles = live.grids[room[0]].tiles
        if tiles is None:
            return live, room
        place = live.grids[room[0]].place(room[1])
        x, y, _z = place.coord
        self.squares.visit(room[0], x, y)
        if tiles.is_at_edge(x, y):
            live = self._draw_now(live, place)
            new_room = live.locate(place)
            assert new_room is not None
            room = new_room
        elif not with_neighbours([tile_at(x, y)]) <= tiles.tiles:
            self._draw_soon()
        return live, room

    def come_back(self, live: Live, place: Place) -> None:
        """Draw the land around a room object that exists, if its square is no longer drawn.

        Raises:
            UndrawnError: if others would have to wait for that; it is drawn soon.
        """
        if live.is_undrawn(place):
            self.squares.visit(map_key(place.map), place.coord.x, place.coord.y)
            self._draw_now(live, place)

    def draw_here(self, live: Live, place: Place) -> Live:
        """Draw the land around a place at once, in tenths of a second; return the new world.

        Raises:
            UsageError: if a job is at work, since its world must not change.
        """
        self.squares.visit(map_key(place.map), place.coord.x, place.coord.y)
        if write_lock().busy:
            raise UsageError("a job is at work on the grid", "wait until it has ended")
        return self._draw_here(live)

    def _draw_here(self, live: Live) -> Live:
        lands = {key: _drawn(live.loaded[key], squares) for key, squares in self._todo(live)}
        new = Live([lands.get(key, loaded) for key, loaded in live.loaded.items()])
        drain(new.take_objects_steps(live))
        self._install(new, live, lands)
        return new

    def _draw_now(self, live: Live, place: Place) -> Live:
        """Draw the wanted squares immediately, unless a game is running, which must not wait."""
        if reactor.running:
            self._draw_soon()
            raise UndrawnError("the land is not drawn there yet", "wait a moment")
        return self.draw_here(live, place)

    def ready(
        self, live: Live, place: Place, then: Callable[[], object] | None = None
    ) -> Live | None:
        """Return the world in which rooms can be made at a place; undrawn land is drawn now.

        In a running game with `then`, return None instead and call `then` when it is drawn.
        """
        if then is None:
            return self.draw_here(live, place) if live.is_undrawn(place) else live
        key, (x, y, _z) = map_key(place.map), place.coord
        tiles = live.grids[key].tiles if key in live.grids else None
        if tiles is None or not is_inside_land(x, y) or not tiles.is_at_edge(x, y):
            return live
        if not reactor.running:
            return self.draw_here(live, place)
        self.squares.visit(key, x, y)
        self._then.append(then)
        self._draw_soon()
        return None

    def draw_ahead(self, live: Live, key: str, spots: Iterable[Spot]) -> None:
        """Draw the squares of cells of the land `key` to which somebody is walking."""
        tiles = live.grids[key].tiles
        ahead = {tile_at(*spot) for spot in spots}
        self.squares.walk_to(key, ahead)
        if tiles is not None and not ahead <= tiles.tiles:
            if reactor.running:
                self._draw_soon()
            elif not write_lock().busy:
                self._draw_here(live)

    def is_deserted(self, live: Live, room: Room) -> bool:
        """Whether a room is in an endless land where nobody has been near it for a while."""
        if live.grids[room[0]].tiles is None:
            return False
        x, y, _z = live.grids[room[0]].coord(room[1])
        return self.squares.is_deserted(room[0], tile_at(x, y))

    def _see_people(self, live: Live) -> None:
        """Treat everybody who stays in a square as coming to it."""
        lands = {key for key, grid in live.grids.items() if grid.tiles is not None}
        puppets = (session.puppet for session in evennia.SESSION_HANDLER.values())
        rooms = (puppet.location for puppet in puppets if puppet is not None)
        for place in filter(None, map(tagged_place, rooms if lands else ())):
            if map_key(place.map) in lands:
                self.squares.visit(map_key(place.map), place.coord.x, place.coord.y)

    def _todo(self, live: Live) -> list[tuple[str, frozenset[Tile]]]:
        """Return the lands to be drawn again, and the squares."""
        drawn = {key: grid.tiles.tiles for key, grid in live.grids.items() if grid.tiles}
        lands, over = [], -limits.limit_value(SQUARES)
        begun = _of_start()
        for key, needed in self.squares.needed(drawn).items():
            needed |= begun.get(key, frozenset())
            over += len(drawn_squares(key))
            old = drawn_squares(key) - needed
            if not needed <= drawn[key] or len(old) > len(drawn[key]) // 2 or (old and over > 0):
                lands.append((key, needed))
        return lands

    # --- in a server

    def _work(self) -> Steps[None] | None:
        if (live := running_world()) is None or not reactor.running:
            return None
        self._see_people(live)
        return self._steps() if self._todo(live) else None

    def _draw_soon(self) -> None:
        if not self.is_busy and reactor.running:
            self._begin(self._steps())

    def _steps(self) -> Steps[None]:
        """Draw until everything is drawn; wait for jobs, which read maps as well."""
        while True:
            live = running_world()
            todo = [] if live is None else self._todo(live)
            if live is None or not todo:
                return
            lands: dict[str, LoadedMap] = {}
            for key, squares in todo:
                work = partial(_drawn, live.loaded[key], squares)
                lands[key] = yield from run_in_thread("land drawn", FEWEST_FOR_THREAD, work)
            while write_lock().busy:
                yield Step("waiting", 0, 1)
            if running_world() is not live:
                continue
            new = Live([lands.get(key, loaded) for key, loaded in live.loaded.items()])
            yield from new.take_objects_steps(live)
            if running_world() is live and not write_lock().busy:
                self._install(new, live, lands)

    def _install(self, new: Live, old: Live, lands: Mapping[str, LoadedMap]) -> None:
        new.redrawn = frozenset(lands)
        get_grid().install(new)
        puppets = (session.puppet for session in evennia.SESSION_HANDLER.values())
        for character in [
            puppet for puppet in puppets if puppet is not None and puppet.location is not None
        ]:
            here = new.where(character.location)
            if here is not None and here[0] in lands and old.where(character.location) is None:
                call_hook(
                    character.location, "at_object_receive", character, None, move_type="login"
                )
                character.msg((hooks.look(character, character.location), {"type": "look"}))

    def _done(self, result: None) -> None:
        super()._done(result)
        then, self._then = self._then, []
        for each in then:
            with surviving(self.name):
                each()

    def _failed(self, failure: Failure) -> None:
        self._then.clear()
        super()._failed(failure)

    # --- from one server to the next

    def remember(self, **kwargs: object) -> None:
        """Store which squares are drawn, so that the next server draws them first."""
        if (grid := find_grid()) is None or (live := running_world()) is None:
            return
        self._see_people(live)
        squares = {
            key: sorted(map(list, drawn_squares(key)))
            for key, land in live.grids.items()
            if land.tiles is not None
        }
        if squares or grid.attributes.has(_ATTRIBUTE, category=CATEGORY):
            grid.attributes.add(_ATTRIBUTE, squares, category=CATEGORY)

    def recall(self, grid: GridScript) -> None:
        """Let the maps of a new server be read with the squares that `remember` has stored."""

        def read() -> None:
            value = grid.attributes.get(_ATTRIBUTE, category=CATEGORY, default={})
            for key, squares in deserialize(value).items():
                tiles = [(int(x), int(y)) for x, y in squares]
                self.squares.recall(str(key), tiles)
                drawn_squares(str(key), tiles)

        self.squares.clear()
        forget_squares()
        read_stored(f"the Attribute '{_ATTRIBUTE}' of the grid", read, None)
        for key, start in _of_start().items():
            drawn_squares(key, drawn_squares(key) | start)


def _of_start() -> Mapping[str, frozenset[Tile]]:
    """Return the squares around the place where new characters start, by its map."""
    with suppress(TypeError, ValueError):  # `newcomers` reports it
        if (place := settings.setting_value("XYZGRID_START")) is not None:
            return {map_key(place.map): frozenset(with_neighbours([tile_at(*place.coord[:2])]))}
    return {}


def _drawn(loaded: LoadedMap, squares: Collection[Tile]) -> LoadedMap:
    """Return an endless land with other squares drawn.

    Raises:
        RefusedError: if it cannot be drawn.
    """
    loaded_map = with_squares(loaded, squares)
    if loaded_map.grid is None:
        raise RefusedError(loaded_map.findings)
    return loaded_map


drawing = LandDrawing()
"""The one LandDrawing of this process."""
