"""Changes runs of the matrix game: by steps, by leaving, and by commands.

    outside ── come in ──► ready ── first step or hint ──► under way ──┬─ end node ─► won
       ▲                    ▲ ▲                                        └─ no exit ──► trapped
       │                    │ └───── restart ────── from everywhere ──────┘
       └── any way out ─────┴─ over ◄── give up ─── from everywhere

A run begins when a character enters a map with `play: matrix` from outside, and ends when it leaves
the map. A run under way then becomes the saved run, unless there is one already. Logging off does
not end a run.

The rules are in `core.matrix.game`; a `MatrixPlay` is the game of one character. These functions
store the game and send no text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.coords import Coord, Place, map_key
from xyzgrid_ext.core.routes import Portal, allow_all
from xyzgrid_ext.game.base.evennia_types import Character, GameObject, Persistent
from xyzgrid_ext.game.base.task import begin
from xyzgrid_ext.game.db import memory, objects
from xyzgrid_ext.game.travel.entrances import MOVED_BY_RULE
from xyzgrid_ext.game.world.world import Live, Room
from xyzgrid_ext.parts.matrix_game.core import game
from xyzgrid_ext.parts.matrix_game.core.game import Event, FindRoute, MoveOutcome, Run, RunStatus
from xyzgrid_ext.parts.matrix_game.game import scores
from xyzgrid_ext.parts.matrix_game.game import state as matrix_state
from xyzgrid_ext.parts.matrix_game.game.state import MatrixPlay

# --- what happens on the way


def note_departure(
    live: Live, character: Character, here: Room, target: Any, move_type: str
) -> MatrixPlay | None:
    """Handle a character that leaves the room `here` for the object `target`.

    Return its game if this ends a run under way, with the run to keep as `saved`; else None. A
    character that is moved by others (`move_type`) has left the game even if it stays on the map.
    """
    if move_type == MOVED_BY_RULE or (
        move_type == "traverse" and _is_on_map(live, target, here[0])
    ):
        return None
    play = matrix_state.stored_game(live, character, here)
    if play is None or play.run is None:
        return None
    saved = play.saved
    if saved is None and play.status is RunStatus.PLAYING and play.run.at != play.matrix.start:
        saved = play.run
    store_game(character, replace(play, run=None, saved=saved))
    return replace(play, saved=saved) if play.is_running and not play.is_ready else None


def note_arrival(
    live: Live,
    character: Character,
    here: Room,
    via: tuple[Room, int] | None,
    origin: Any,
    move_type: str,
) -> None:
    """Handle a character that enters a room of the grid: as a step of a run, or the start of one.

    Args:
        live: the running world.
        character: who has come.
        here: its new room, as (map key, number).
        via: the room and link of the exit it took; None for an exit that is not of the grid.
        origin: the object that it came from; None at login.
        move_type: Evennia's word for the kind of move.
    """
    # beings without a player do not play: each of their steps would be written down
    if origin is None or move_type == MOVED_BY_RULE or not character.has_account:
        return
    play = matrix_state.stored_game(live, character, here)
    if play is None:
        return
    if via is not None and via[0][0] == play.key:
        _step(play, character, via)
    elif _is_on_map(live, origin, play.key):
        if move_type == "traverse" and play.run is not None and play.is_running:
            _stray(play, play.run, character)
    elif move_type == "traverse" or play.at == play.matrix.start:
        run = game.move_to_node(play.matrix, Run(play.at), play.at)
        store_game(character, _scored(replace(play, run=run)))


def _step(play: MatrixPlay, character: Character, via: tuple[Room, int]) -> None:
    """Count a step through an exit of the map, and update the run."""
    (_, source), link = via
    left_from = play.grid.coord(source)
    run = play.run
    if not play.is_running:
        # after a game, a step inwards from the entrance begins the next one
        if play.status is RunStatus.WON or left_from != play.matrix.start:
            return
        run = None
    run = replace(run or Run(left_from), at=left_from, status=RunStatus.PLAYING)
    run, _ = game.take_exit(play.matrix, run, play.grid.way_of(link).direction)
    if run.at == play.at:
        play = _scored(replace(play, run=run))
        store_game(character, play)
        if play.status is RunStatus.WON:
            begin(scores.entering_steps(play, character), lambda _: None)
    else:
        _stray(play, run, character)


def _stray(play: MatrixPlay, run: Run, character: Character) -> None:
    """Count a step through an exit that a builder has made or changed."""
    run = game.move_to_node(play.matrix, replace(run, moves=run.moves + 1, words=None), play.at)
    store_game(character, _scored(replace(play, run=run)))


def _is_on_map(live: Live, obj: GameObject, key: str) -> bool:
    room = live.where(obj)
    return room is not None and room[0] == key


# --- what players ask for


def take_hint(play: MatrixPlay, character: Character) -> MoveOutcome:
    """Take a hint for a character: return the first exit of a shortest path, at its cost."""
    if play.run is None:
        return MoveOutcome(Event.OVER)
    run, outcome = game.take_hint(play.run, _route_for(play, character))
    store_game(character, replace(play, run=run))
    return outcome


def save_run(play: MatrixPlay, character: Character) -> bool:
    """Store the run of a game as its saved run; return False if none is under way."""
    if play.status is not RunStatus.PLAYING:
        return False
    store_game(character, replace(play, saved=play.run))
    return True


def saved_run(play: MatrixPlay) -> Run | None:
    """Return the saved run of a game, or one from the `current` node of its file; else None."""
    matrix = play.matrix
    if play.saved is not None or matrix.current == matrix.start:
        return play.saved
    return replace(game.begin_run(matrix), words=None)  # it is no game from the start


def restart_run(play: MatrixPlay, character: Character, run: Run | None = None) -> Room:
    """Begin again at the start node, or go on with `run`; return the room for the character."""
    matrix = play.matrix
    run = game.run_from_start(matrix) if run is None else game.resume_run(matrix, run)
    store_game(character, _scored(replace(play, run=run)))
    return play.room(run.at)


def give_up(play: MatrixPlay, character: Character) -> MoveOutcome:
    """End the run of a game; the outcome's `steps` is the number of steps to the end, or None."""
    if play.run is None:
        return MoveOutcome(Event.OVER)
    run, outcome = game.give_up(play.run, _route_for(play, character))
    if outcome.event is Event.GAVE_UP:
        store_game(character, replace(play, run=replace(run, at=play.matrix.start)))
    return outcome


def store_game(character: Character, play: MatrixPlay) -> None:
    """Store a game of a character in place of the one on the same map."""
    record = {
        "run": None if play.run is None else play.run.as_data(),
        "saved": None if play.saved is None else play.saved.as_data(),
        "best": play.best,
    }
    records = {**matrix_state.records_of(character), play.key: record}
    games = {key: row for key, row in records.items() if any(v is not None for v in row.values())}
    character.attributes.add(matrix_state.RUNS, games, category=memory.CATEGORY)


def _route_for(play: MatrixPlay, character: Character) -> FindRoute:
    """Return a function that finds routes to the end that the character may know, or else any."""
    wormholes = memory.wormholes(character)

    def may_use(portal: Portal) -> bool:
        return play.live.wormhole_id(portal.source, portal.link) in wormholes

    def find(at: Coord) -> list[str] | None:
        route = matrix_state.route_to_end(play, at, may_use)
        route = route or matrix_state.route_to_end(play, at, allow_all)
        return None if route is None else [play.grid.way_of(step.link).key for step in route.steps]

    return find


def _scored(play: MatrixPlay) -> MatrixPlay:
    """Return a won game with its best score updated and its saved run removed."""
    if play.run is None or play.status is not RunStatus.WON:
        return play
    moves = play.run.moves
    return replace(play, saved=None, best=moves if play.best is None else min(play.best, moves))


def rename_matrix(keeper: Persistent, old: str, new: str) -> None:
    """Move the stored games of all characters on the map `old` to the name `new`."""
    before, after = map_key(old), map_key(new)
    for character in objects.objects_with(matrix_state.RUNS, memory.CATEGORY):
        games = deserialize(character.attributes.get(matrix_state.RUNS, category=memory.CATEGORY))
        if before in games:
            games[after] = games.pop(before)
            character.attributes.add(matrix_state.RUNS, games, category=memory.CATEGORY)


def move_rooms(spots: Mapping[Place, Coord]) -> None:
    """Change the coordinates in stored games of rooms that have moved: old place -> new node."""
    for character in objects.objects_with(matrix_state.RUNS, memory.CATEGORY):
        games = deserialize(character.attributes.get(matrix_state.RUNS, category=memory.CATEGORY))
        for key, record in games.items():
            of_map = {spot.coord: coord for spot, coord in spots.items() if spot.map == key}
            for name in ("run", "saved") if of_map else ():
                if record.get(name):
                    record[name] = game.with_nodes_moved(
                        Run.from_data(record[name]), of_map
                    ).as_data()
        character.attributes.add(matrix_state.RUNS, games, category=memory.CATEGORY)
