"""What changes a run of the matrix game: steps, leaving, and what players ask for.

    outside ── come in ──► ready ── first step or hint ──► under way ──┬─ end node ─► won
       ▲                    ▲ ▲                                        └─ no exit ──► trapped
       │                    │ └───── restart ────── from everywhere ──────┘
       └── any way out ─────┴─ over ◄── give up ─── from everywhere

A run begins for whoever comes into a map with `play: matrix` from outside. It ends when they leave
the map; one that was under way is then kept as the saved place, unless there is one. To log off is
not to leave.

The rules are those of `core.matrix.game`, what a character has of them is a `MatrixPlay`. All of
this writes the play down and says nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.graph import Portal
from xyzgrid_ext.core.matrix import game
from xyzgrid_ext.core.matrix.game import HINT, Event, FindRoute, MoveOutcome, Run, RunStatus
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.matrix_game import scores
from xyzgrid_ext.game.visibility import matrix_state
from xyzgrid_ext.game.visibility.matrix_state import MatrixPlay
from xyzgrid_ext.game.world.world import Live, Room

PUT = "xyzgrid_put"
"""The move type of one whom a rule puts elsewhere: no step of theirs, and no leaving."""


# --- what happens on the way


def left(live: Live, character: Any, here: Room, target: Any, move_type: str) -> MatrixPlay | None:
    """A character goes from a room; if that ends a run that was under way, the play it was.

    The `saved` of that play is the place that is kept from now on. `target` is the object that it
    goes to; who is brought elsewhere has left the game, even within the map.
    """
    if move_type == PUT or (move_type == "traverse" and _is_on_map(live, target, here[0])):
        return None
    play = matrix_state.stored(live, character, here)
    if play is None or play.run is None:
        return None
    saved = play.saved
    if saved is None and play.status is RunStatus.PLAYING and play.run.at != play.matrix.start:
        saved = play.run
    keep(character, replace(play, run=None, saved=saved))
    return replace(play, saved=saved) if play.is_on and not play.is_ready else None


def arrived(
    live: Live,
    character: Any,
    here: Room,
    via: tuple[Room, int] | None,
    origin: Any,
    move_type: str,
) -> None:
    """A character came into a room of the grid: that is a step in a run, or begins one.

    Args:
        live: the world.
        character: who.
        here: where it is now.
        via: room and link of the exit that it took; None if it is no exit of the grid.
        origin: the object that it came from; None for one who logs in.
        move_type: Evennia's word for the kind of move.

    """
    # beings without a player do not play: each of their steps would be written down
    if origin is None or move_type == PUT or not character.has_account:
        return
    play = matrix_state.stored(live, character, here)
    if play is None:
        return
    if via is not None and via[0][0] == play.key:
        _step(play, character, via)
    elif _is_on_map(live, origin, play.key):
        if move_type == "traverse" and play.run is not None and play.is_on:
            _stray(play, play.run, character)
    elif move_type == "traverse" or play.at in (play.matrix.start, play.matrix.current):
        run = game.stand(play.matrix, Run(play.at), play.at)
        keep(character, _scored(replace(play, run=run)))


def _step(play: MatrixPlay, character: Any, via: tuple[Room, int]) -> None:
    """Count a step through an exit of the map, and see where it has led."""
    (_, source), link = via
    left_from = play.grid.coord(source)
    run = play.run
    if not play.is_on:
        # after a game, a step inwards from the entrance begins the next one
        begins = (play.matrix.start, play.matrix.current)
        if play.status is RunStatus.WON or left_from not in begins:
            return
        run = None
    run = replace(run or Run(left_from), at=left_from, status=RunStatus.PLAYING)
    run, _ = game.move(play.matrix, run, play.grid.way_of(link).direction)
    if run.at == play.at:
        play = _scored(replace(play, run=run))
        keep(character, play)
        scores.enter(play, character)
    else:
        _stray(play, run, character)


def _stray(play: MatrixPlay, run: Run, character: Any) -> None:
    """Count a step through an exit that a builder has made or changed."""
    run = game.stand(play.matrix, replace(run, moves=run.moves + 1, words=None), play.at)
    keep(character, _scored(replace(play, run=run)))


def _is_on_map(live: Live, obj: Any, key: str) -> bool:
    room = live.where(obj)
    return room is not None and room[0] == key


# --- what players ask for


def hint(play: MatrixPlay, character: Any) -> MoveOutcome:
    """The first step of a shortest way; it costs several moves."""
    if play.run is None:
        return MoveOutcome(Event.OVER)
    run, outcome = game.hint(play.run, _route_for(play, character), HINT)
    keep(character, replace(play, run=run))
    return outcome


def save(play: MatrixPlay, character: Any) -> bool:
    """Keep the place; whether there was one worth keeping."""
    if play.status is not RunStatus.PLAYING:
        return False
    keep(character, replace(play, saved=play.run))
    return True


def restart(play: MatrixPlay, character: Any, run: Run | None = None) -> Room:
    """Begin again where the file says, or go on with a run; the room where one now belongs."""
    matrix = play.matrix
    run = game.begin(matrix) if run is None else game.resume(matrix, run)
    keep(character, _scored(replace(play, run=run)))
    return play.room(run.at)


def give_up(play: MatrixPlay, character: Any) -> MoveOutcome:
    """End the run, also one that is trapped; `steps` tells how far the end was."""
    if play.run is None:
        return MoveOutcome(Event.OVER)
    run, outcome = game.give_up(play.run, _route_for(play, character))
    if outcome.event is Event.GAVE_UP:
        keep(character, replace(play, run=replace(run, at=play.matrix.start)))
    return outcome


def put(live: Live, character: Any, room: Room) -> bool:
    """Move a character to a room without a word to others; False if that cannot be."""
    target = live.object(room)
    if target is None:
        return False
    if character.location == target:
        character.msg(text=(character.at_look(target), {"type": "look"}))
        return True
    return bool(character.move_to(target, quiet=True, move_type=PUT))


def keep(character: Any, play: MatrixPlay) -> None:
    """Write down a play as it is now, or as it was if what should follow did not happen."""
    record = {
        "run": None if play.run is None else play.run.as_data(),
        "saved": None if play.saved is None else play.saved.as_data(),
        "best": play.best,
    }
    records = {**matrix_state.records_of(character), play.key: record}
    kept = {key: one for key, one in records.items() if any(v is not None for v in one.values())}
    character.attributes.add(matrix_state.RUNS, kept, category=memory.CATEGORY)


def _route_for(play: MatrixPlay, character: Any) -> FindRoute:
    """Ways to the end that a character may know; if there are none, those that it may not."""
    known = memory.wormholes(character)

    def may_use(portal: Portal) -> bool:
        return play.live.wormhole_id(portal.source, portal.link) in known

    def find(at: Coord) -> list[str] | None:
        route = matrix_state.route_to_end(play, at, may_use)
        route = route or matrix_state.route_to_end(play, at, matrix_state.everybody)
        return None if route is None else [play.grid.way_of(step.link).key for step in route.steps]

    return find


def _scored(play: MatrixPlay) -> MatrixPlay:
    """The play with its best kept up and the saved place forgotten, if it is won now."""
    if play.run is None or play.status is not RunStatus.WON:
        return play
    moves = play.run.moves
    return replace(play, saved=None, best=moves if play.best is None else min(play.best, moves))
