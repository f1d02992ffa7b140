"""Runs of the matrix game: one per character and map, kept in an Attribute of the character.

    runs   {"undertow": {"run": {...}, "saved": {...}, "best": 34}, ...}

    outside ── come in ──► ready ── first step or hint ──► under way ──┬─ end node ─► won
       ▲                    ▲ ▲                                        └─ no exit ──► trapped
       │                    │ └───── restart ────── from everywhere ──────┘
       └── any way out ─────┴─ over ◄── give up ─── from everywhere

A run begins for whoever comes into a map with `play: matrix` from outside. It ends when they leave
the map; one that was under way is then kept as the saved place, unless there is one. To log off is
not to leave. The body is the truth: who stands elsewhere in the map than their run says, as after
a crash between two writes, plays on from where they stand.

The rules are those of `core.matrix.game`; here is what a character has of them. Functions that
change a run write it down and say nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.graph import Portal, Route
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.matrix import Matrix, game
from xyzgrid_ext.core.matrix.game import Event, FindRoute, Outcome, Run, Status
from xyzgrid_ext.game import memory
from xyzgrid_ext.game.live import Live, Room

PUT = "xyzgrid_put"
"""The move type of one whom a rule puts elsewhere: no step of theirs, and no leaving."""

_RUNS = "runs"
_ON = (Status.PLAYING, Status.TRAPPED)


@dataclass(frozen=True)
class Play:
    """A character in a map that is played.

    `run` is None for one who was brought here and has not begun; `saved` is the place kept for
    them, `best` the fewest moves in which they have won.
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
        """The same, as the rules know it."""
        matrix = self.live.loaded[self.key].matrix
        assert matrix is not None
        return matrix

    @property
    def start(self) -> Room:
        """The entrance."""
        return self.room(self.matrix.start)

    def room(self, coord: Coord) -> Room:
        """The room of a node."""
        number = self.grid.room_at(coord)
        assert number is not None
        return self.key, number

    @property
    def status(self) -> Status | None:
        """Where the run stands; None without one."""
        return self.run.status if self.run is not None else None

    @property
    def is_on(self) -> bool:
        """Whether there is a run and it has not ended."""
        return self.status in _ON

    @property
    def is_ready(self) -> bool:
        """Whether there is a run of which nothing has been played yet."""
        run = self.run
        return run is not None and self.is_on and not run.moves and run.at == self.matrix.start

    @property
    def par(self) -> int | None:
        """Steps of the shortest way from start to end, None if there is none.

        It is the way without wormholes, as nobody knows them at first, where there is such a way:
        who knows them may do with less.
        """
        return _length(self, self.matrix.start, _nobody) or _length(
            self, self.matrix.start, _everybody
        )


# --- reading


def play_of(live: Live, character: Any) -> Play | None:
    """The play of a character where it stands; None in a place that is not played."""
    here = live.where(character.location)
    return None if here is None else play_at(live, character, here)


def play_at(live: Live, character: Any, here: Room) -> Play | None:
    """The play of a character as it is when it stands in a room; None if nothing is played."""
    play = _stored(live, character, here)
    if play is not None and play.run is not None and play.is_on:
        play = replace(play, run=game.stand(play.matrix, play.run, play.at))
    return play


def _stored(live: Live, character: Any, here: Room) -> Play | None:
    """The same, with the run as it was written down last."""
    key, number = here
    if not is_played(live, key):
        return None
    record = _records(character).get(key, {})
    run, saved = (
        Run.from_data(record[name]) if record.get(name) else None for name in ("run", "saved")
    )
    return Play(live, key, live.grids[key].coord(number), run, saved, record.get("best"))


def is_played(live: Live, key: str) -> bool:
    """Whether a map is one to be played, and not an ordinary place."""
    return live.grids[key].options.get("play") == "matrix" and live.loaded[key].matrix is not None


def is_on(character: Any, room: Any) -> bool:
    """Whether a character is in the middle of the game in a room, so that nobody leads it away."""
    play = _play_in(character, room)
    return play is not None and play.is_on and not play.is_ready


def hides(character: Any, room: Any) -> bool:
    """Whether a room's exits and map are hidden from a character."""
    here = getattr(room, "here", None)
    return here is not None and not knows(room.live, character, here[0])


def knows(live: Live, character: Any, key: str) -> bool:
    """Whether a character may see the map and the ways of a map.

    In one that is played: who has just won, as long as they stay; and builders who do not play.
    All others would be told how to win before they begin.
    """
    if not is_played(live, key):
        return True
    data = _records(character).get(key, {}).get("run")
    status = Status(data["status"]) if data else None
    return status is Status.WON or (status not in _ON and memory.sees_all(character))


def entrance(live: Live, here: Room) -> Room | None:
    """The start node of the map of a room; None where there is none, as on a drawn map."""
    grid = live.grids[here[0]]
    number = None if grid.start is None else grid.room_at(grid.start)
    return None if number is None else (here[0], number)


# --- what happens on the way


def left(
    live: Live, character: Any, here: Room, via: tuple[Room, int] | None, move_type: str
) -> Play | None:
    """A character goes from a room; if that ends a run that was under way, the play it was.

    The `saved` of that play is the place that is kept from now on.
    """
    inside = via is not None and int(live.grids[via[0][0]].target[via[1]]) >= 0
    if inside or move_type == PUT:
        return None
    play = _stored(live, character, here)
    if play is None or play.run is None:
        return None
    saved = play.saved
    if saved is None and play.status is Status.PLAYING and play.run.at != play.matrix.start:
        saved = play.run
    _write(character, replace(play, run=None, saved=saved))
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
    play = _stored(live, character, here)
    if play is None:
        return
    if via is not None and via[0][0] == play.key:
        _step(play, character, via)
        return
    source = live.where(origin)
    from_outside = source is None or source[0] != play.key
    if from_outside and (move_type == "traverse" or play.at == play.matrix.start):
        run = game.stand(play.matrix, Run(play.at), play.at)
        _write(character, _scored(replace(play, run=run)))


def _step(play: Play, character: Any, via: tuple[Room, int]) -> None:
    """Count a step through an exit of the map, and see where it has led."""
    (_, source), link = via
    left_from = play.grid.coord(source)
    run = play.run
    if not play.is_on:
        # after a game, a step inwards from the entrance begins the next one
        if play.status is Status.WON or left_from != play.matrix.start:
            return
        run = None
    run = replace(run or Run(left_from), at=left_from, status=Status.PLAYING)
    run, _ = game.move(play.matrix, run, play.grid.way_of(link).direction)
    if run.at != play.at:  # an exit that a builder has changed
        run = game.stand(play.matrix, replace(run, moves=run.moves + 1), play.at)
    _write(character, _scored(replace(play, run=run)))


# --- what players ask for


def hint(play: Play, character: Any) -> Outcome:
    """The first step of a shortest way; it counts as a move."""
    if play.run is None:
        return Outcome(Event.OVER)
    run, outcome = game.hint(play.run, _route_for(play, character))
    _write(character, replace(play, run=run))
    return outcome


def save(play: Play, character: Any) -> bool:
    """Keep the place; whether there was one worth keeping."""
    if play.status is not Status.PLAYING:
        return False
    _write(character, replace(play, saved=play.run))
    return True


def restart(play: Play, character: Any, run: Run | None = None) -> Room:
    """Begin again, or go on with a run; the room where the character now belongs."""
    matrix = play.matrix
    run = game.restart(matrix) if run is None else game.resume(matrix, run)
    _write(character, _scored(replace(play, run=run)))
    return play.room(run.at)


def give_up(play: Play, character: Any) -> Outcome:
    """End the run, also one that is trapped; `steps` tells how far the end was."""
    if play.run is None:
        return Outcome(Event.OVER)
    run, outcome = game.give_up(play.run, _route_for(play, character))
    if outcome.event is Event.GAVE_UP:
        _write(character, replace(play, run=replace(run, at=play.matrix.start)))
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


def undo(character: Any, play: Play) -> None:
    """Write a play as it was: what was to follow a change of it did not happen."""
    _write(character, play)


# --- ways


def _route_for(play: Play, character: Any) -> FindRoute:
    """Ways to the end that a character may know; if there are none, those that it may not."""
    known = memory.wormholes(character)

    def may_use(portal: Portal) -> bool:
        return play.live.wormhole_id(portal.source, portal.link) in known

    def find(at: Coord) -> list[str] | None:
        route = _route(play, at, may_use) or _route(play, at, _everybody)
        return None if route is None else [play.grid.way_of(step.link).key for step in route.steps]

    return find


def _length(play: Play, at: Coord, may_use: Callable[[Portal], bool]) -> int | None:
    route = _route(play, at, may_use)
    return None if route is None else len(route.steps)


def _route(play: Play, at: Coord, may_use: Callable[[Portal], bool]) -> Route | None:
    goal = play.room(play.matrix.end)
    return play.live.within(play.key).route(play.room(at), goal, may_use)


def _nobody(portal: Portal) -> bool:
    return False


def _everybody(portal: Portal) -> bool:
    return True


# --- records


def _play_in(character: Any, room: Any) -> Play | None:
    here = getattr(room, "here", None)
    return None if here is None else play_at(room.live, character, here)


def _scored(play: Play) -> Play:
    """The play with its best kept up and the saved place forgotten, if it is won now."""
    if play.run is None or play.status is not Status.WON:
        return play
    moves = play.run.moves
    return replace(play, saved=None, best=moves if play.best is None else min(play.best, moves))


def _records(character: Any) -> dict[str, dict[str, Any]]:
    found = character.attributes.get(_RUNS, category=memory.CATEGORY, default={})
    return dict(deserialize(found))


def _write(character: Any, play: Play) -> None:
    record = {
        "run": None if play.run is None else play.run.as_data(),
        "saved": None if play.saved is None else play.saved.as_data(),
        "best": play.best,
    }
    records = {**_records(character), play.key: record}
    kept = {key: one for key, one in records.items() if any(v is not None for v in one.values())}
    character.attributes.add(_RUNS, kept, category=memory.CATEGORY)
