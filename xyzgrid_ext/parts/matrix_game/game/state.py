"""The matrix games of a character: one per matrix, stored in its Attribute `runs`.

    runs   {"undertow": {"run": {...}, "saved": {...}, "best": 34}, ...}

The character's position counts: if it differs from the stored run, as after a crash between two
writes, the game continues from the position.

Nothing is written here: `matrix_game.runs` changes and stores games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import Grid, has_fog
from xyzgrid_ext.core.matrix import Matrix
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.routes import Portal, Route, Rules, allow_all, allow_none
from xyzgrid_ext.game.base.evennia_types import Character, RoomObject
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.db.stored import read_stored
from xyzgrid_ext.game.visibility.viewer import Viewer
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room
from xyzgrid_ext.parts.matrix_game.core import game
from xyzgrid_ext.parts.matrix_game.core.game import Run, RunStatus

RUNS = "runs"
"""The Attribute of characters with their games: map key -> run, saved run, fewest moves."""
_ON = (RunStatus.PLAYING, RunStatus.TRAPPED)


@dataclass(frozen=True)
class MatrixPlay:
    """A character's game on the map `key`, where it is at the node `at`.

    `run` is None for a character who was brought here and has not begun; `saved` is the saved run,
    `best` the fewest moves of a win.
    """

    live: Live
    key: str
    at: Coord
    run: Run | None = None
    saved: Run | None = None
    best: int | None = None

    @property
    def grid(self) -> Grid:
        """The map."""
        return self.live.grids[self.key]

    @property
    def matrix(self) -> Matrix:
        """The map as a Matrix, which the rules of the game use."""
        matrix = self.live.loaded[self.key].matrix
        assert matrix is not None
        return matrix

    @property
    def start(self) -> Room:
        """The entrance."""
        return self.room(self.matrix.start)

    def room(self, coord: Coord) -> Room:
        """Return the room of a node."""
        number = self.grid.room_at(coord)
        assert number is not None
        return self.key, number

    @property
    def status(self) -> RunStatus | None:
        """Whether the run is in play or how it ended; None without a run."""
        return self.run.status if self.run is not None else None

    @property
    def moves(self) -> int:
        """The moves of the run, with the cost of hints; 0 without one."""
        return 0 if self.run is None else self.run.moves

    @property
    def is_running(self) -> bool:
        """Whether there is a run and it has not ended."""
        return self.status in _ON

    @property
    def is_ready(self) -> bool:
        """Whether there is a run without any moves yet."""
        run = self.run
        return run is not None and self.is_running and not run.moves and run.at == self.matrix.start

    @property
    def par(self) -> int | None:
        """The steps of the shortest path from the start to the end; None if there is none.

        Wormholes are left out if there is a path without them, since players do not know them at
        first; with wormholes, fewer steps may be enough.
        """
        start = self.matrix.start
        route = route_to_end(self, start, allow_none) or route_to_end(self, start, allow_all)
        return None if route is None else len(route.steps)


# --- reading


def play_of(live: Live, character: Character) -> MatrixPlay | None:
    """Return a character's game where it is now; None if that is no matrix game."""
    here = live.where(character.location)
    return None if here is None else play_at(live, character, here)


def play_in(character: Character, room: RoomObject) -> MatrixPlay | None:
    """Return a character's game as if it were in a room object; None if that is in no game."""
    live = current()
    here = live.where(room)
    return None if here is None else play_at(live, character, here)


def play_at(live: Live, character: Character, here: Room) -> MatrixPlay | None:
    """Return a character's game as if it were in a room of the grid, or None."""
    play = stored_game(live, character, here)
    if play is not None and play.run is not None and play.is_running:
        play = replace(play, run=game.move_to_node(play.matrix, play.run, play.at))
    return play


def stored_game(live: Live, character: Character, here: Room) -> MatrixPlay | None:
    """Return a character's game in a room, with the run as stored: not yet moved there."""
    key, number = here
    if not is_played(live, key):
        return None
    record, nothing = records_of(character).get(key, {}), _record({})
    text = f"the run of #{character.pk} in {key}"
    run, saved, best = read_stored(text, lambda: _record(record), nothing)
    return MatrixPlay(live, key, live.grids[key].coord(number), run, saved, best)


def is_game(grid: Grid) -> bool:
    """Whether a map is to be played as a matrix game, and is no ordinary place."""
    return grid.options.get("play") == "matrix"


def is_played(live: Live, key: str) -> bool:
    """Whether a map is played as a matrix game; False if there is no such map."""
    grid = live.grids.get(key)
    return grid is not None and is_game(grid) and live.loaded[key].matrix is not None


def matrix_maps(live: Live) -> list[str]:
    """Return the keys of the maps that are played as matrix games, sorted."""
    return [key for key in sorted(live.grids) if is_played(live, key)]


def is_under_way(character: Character, room: RoomObject) -> bool:
    """Whether a character in a room is in the middle of a game, after its first move."""
    play = play_in(character, room)
    return play is not None and play.is_running and not play.is_ready


def is_secret(live: Live, viewer: Viewer, key: str) -> bool:
    """Whether a map and its exits are kept from a viewer.

    A played matrix is shown to those who have just won, while they stay, and to builders who are
    not playing. All others would learn how to win before they begin. With `fog: explored`, players
    see where they have been, as on any map in fog.
    """
    if not is_played(live, key) or has_fog(live.grids[key]):
        return False
    if (character := viewer.character) is None:
        return not viewer.sees_all
    data = records_of(character).get(key, {}).get("run")
    text = f"the run of #{character.pk} in {key}"
    status = read_stored(text, lambda: RunStatus(data["status"]) if data else None, None)
    return status in _ON or (status is not RunStatus.WON and not viewer.sees_all)


# --- ways


def route_to_end(play: MatrixPlay, at: Coord, may_use: Callable[[Portal], bool]) -> Route | None:
    """Return the shortest route from a node to the end, by wormholes it `may_use`, or None."""
    goal = play.room(play.matrix.end)
    return play.live.router_within(play.key).find(play.room(at), goal, Rules(may_use))


# --- records


def _record(record: Record) -> tuple[Run | None, Run | None, int | None]:
    """Read the run, the saved run, and the fewest moves of a win."""
    run, saved = (
        Run.from_data(record[name]) if record.get(name) else None for name in ("run", "saved")
    )
    best = record.get("best")
    return run, saved, None if best is None else int(best)


def records_of(character: Character) -> dict[str, dict[str, Any]]:
    """Return the stored games of a character: map key -> {"run": …, "saved": …, "best": …}."""
    value = character.attributes.get(RUNS, category=memory.CATEGORY, default={})
    text = f"the Attribute '{RUNS}' of #{character.pk}"
    return read_stored(text, lambda: _plain(deserialize(value)), {})


def _plain(records: Record) -> dict[str, dict[str, object]]:
    return {key: dict(record) for key, record in records.items()}
