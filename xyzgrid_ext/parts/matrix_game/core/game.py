"""The rules of the matrix game: one walker, from the start node to the end node.

    begin ─► playing ─┬─ the end node ──────────► won
                      ├─ a node without exit ───► trapped ─┐
                      └─ give up ──────────────────────────┴─► gave up

A run is a value; every rule takes one and returns the next. An illegal move costs nothing. A hint
costs HINT moves and names an exit, never where it leads. Only `moves` lists the exits of a node.
Only `hint` and `give_up` say whether the end can be reached; their caller passes them a function
that finds routes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.matrix.model import Matrix, NodeExit
from xyzgrid_ext.core.matrix.movements import (
    DIRECTION_WORDS,
    is_wormhole,
    match_exits,
    parse_movement,
)
from xyzgrid_ext.core.records import Record

FindRoute = Callable[[Coord], Sequence[str] | None]
"""A function: node -> names of the exits on a shortest path to the end; None if there is none."""

HINT_COST = 5
"""The number of moves that a hint costs."""
MAX_INPUTS = 3_000
"""The most inputs that a run keeps for a replay; a longer run has no replay."""

_SHORT = {way.value: word for word, way in DIRECTION_WORDS.items() if word != way.value}


class RunStatus(StrEnum):
    """Whether a run is in play or how it ended; TRAPPED: at a node without exits."""

    PLAYING = "playing"
    WON = "won"
    TRAPPED = "trapped"
    GAVE_UP = "gave up"


class Event(StrEnum):
    """What came of an input, or the reason why it did nothing."""

    MOVED = "moved"
    JUMPED = "jumped"
    NO_WAY = "no way"  # there is no such exit here
    WHICH = "which"  # `wormhole`, where there are several
    NO_WORD = "no word"  # not a movement at all
    HINTED = "hinted"
    NO_ROUTE = "no route"  # a hint: the end cannot be reached from here
    GAVE_UP = "gave up"
    OVER = "over"  # the run has ended before


@dataclass(frozen=True, slots=True)
class MoveOutcome:
    """The outcome of an input.

    Attributes:
        event: what happened.
        way: the name of the exit that was taken, refused or hinted at; else "".
        steps: when the player gave up, the steps to the end; None if it was out of reach.
    """

    event: Event
    way: str = ""
    steps: int | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One player's game on a matrix; it never changes: each move returns a new one.

    Attributes:
        at: the node where the player is.
        moves: moves so far, with the cost of hints.
        jumped: the wormholes that the player has taken: (entry, far end).
        words: the inputs, each as its shortest word; None if they can no longer be replayed.
    """

    at: Coord
    moves: int = 0
    status: RunStatus = RunStatus.PLAYING
    jumped: frozenset[tuple[Coord, Coord]] = frozenset()
    words: tuple[str, ...] | None = ()

    def as_data(self) -> dict[str, Any]:
        """Return the run as plain values, for storage."""
        known = {} if self.words is None else {"words": list(self.words)}
        return known | {
            "at": list(self.at),
            "moves": self.moves,
            "status": self.status.value,
            "jumped": [[*mouth, *far] for mouth, far in sorted(self.jumped)],
        }

    @classmethod
    def from_data(cls, data: Record) -> Run:
        """Return the run that `as_data` stored."""
        rows = [tuple(int(n) for n in row) for row in data["jumped"]]
        words = data.get("words")
        return cls(
            Coord(*(int(n) for n in data["at"])),
            int(data["moves"]),
            RunStatus(str(data["status"])),
            frozenset((Coord(*row[:3]), Coord(*row[3:])) for row in rows),
            None if words is None else tuple(str(word) for word in words),
        )


def begin_run(matrix: Matrix) -> Run:
    """Return a new run at the `current` node of the matrix, where its author put the player."""
    is_won = matrix.start == matrix.end
    return run_from_start(matrix) if is_won else _arrive(matrix, Run(matrix.current))


def run_from_start(matrix: Matrix) -> Run:
    """Return a new run at the start node."""
    return _arrive(matrix, Run(matrix.start))


def resume_run(matrix: Matrix, run: Run) -> Run:
    """Return a stored run on a matrix that may have changed; a new one if its node is gone."""
    if not (matrix.rooms() == run.at).all(axis=1).any():
        return run_from_start(matrix)
    return run if run.status is RunStatus.GAVE_UP else _arrive(matrix, run)


def move_to_node(matrix: Matrix, run: Run, at: Coord) -> Run:
    """Return the run with the player put at the node `at`; this costs no move."""
    return _arrive(matrix, replace(run, at=at))


def with_nodes_moved(run: Run, places: Mapping[Coord, Coord]) -> Run:
    """Return a run whose nodes have new coordinates, given as old -> new."""
    jumped = frozenset((places.get(a, a), places.get(b, b)) for a, b in run.jumped)
    return replace(run, at=places.get(run.at, run.at), jumped=jumped)


def allowed_moves(matrix: Matrix, run: Run) -> tuple[str, ...]:
    """Return the names of the exits that the player can take now; none when the run is over."""
    return tuple(way.name for way in matrix.exits_of(run.at)) if _on(run) else ()


def take_exit(matrix: Matrix, run: Run, word: str) -> tuple[Run, MoveOutcome]:
    """Return (the run after a typed movement, its outcome).

    The word is `forward` or `fo` …, `wormhole`, `wh` or `wormhole 2`.
    """
    ways = matrix.exits_of(run.at)
    outcome = find_exit([way.name for way in ways], word)
    if outcome.event is Event.NO_WORD:
        return run, outcome
    if not _on(run):
        return run, MoveOutcome(Event.OVER, outcome.way)
    way = next((way for way in ways if way.name == outcome.way), None)
    return (run, outcome) if way is None else (_arrive(matrix, _step(run, way)), outcome)


def take_hint(run: Run, route: FindRoute) -> tuple[Run, MoveOutcome]:
    """Return (the run after a hint, the outcome with the first exit of a shortest path).

    It costs HINT_COST moves, even if there is no path to the end; `route` finds that path.
    """
    if not _on(run):
        return run, MoveOutcome(Event.OVER)
    exits = route(run.at)
    run = replace(run, moves=run.moves + HINT_COST, words=_noted(run, "hint"))
    return run, MoveOutcome(Event.HINTED, exits[0]) if exits else MoveOutcome(Event.NO_ROUTE)


def give_up(run: Run, route: FindRoute) -> tuple[Run, MoveOutcome]:
    """Return (the run, now over, the outcome with the steps to the end, which `route` finds)."""
    if run.status not in (RunStatus.PLAYING, RunStatus.TRAPPED):
        return run, MoveOutcome(Event.OVER)
    exits = route(run.at)
    steps = None if exits is None else len(exits)
    return replace(run, status=RunStatus.GAVE_UP), MoveOutcome(Event.GAVE_UP, steps=steps)


def save_position(matrix: Matrix, run: Run) -> Matrix:
    """Return a copy of the matrix whose `current` node is the player's."""
    return replace(matrix, current=run.at)


def find_exit(names: Sequence[str], word: str) -> MoveOutcome:
    """Return which of a node's exits, given by their names, a typed word means.

    Returns:
        Event MOVED or JUMPED and the exit's name; NO_WAY if there is none and WHICH if `wormhole`
        could mean several, with the word; NO_WORD if the word is no movement at all.
    """
    name = parse_movement(word)
    if name is None:
        return MoveOutcome(Event.NO_WORD)
    match match_exits(names, name):
        case []:
            return MoveOutcome(Event.NO_WAY, name)
        case [way]:
            return MoveOutcome(Event.JUMPED if is_wormhole(way) else Event.MOVED, way)
        case _:
            return MoveOutcome(Event.WHICH, name)


def route_to_end(matrix: Matrix, at: Coord) -> list[str] | None:
    """Return the names of the exits on a shortest path from `at` to the end; None without one."""
    before: dict[Coord, tuple[Coord, str]] = {}
    waiting, seen = deque([at]), {at}
    while waiting and matrix.end not in seen:
        room = waiting.popleft()
        for way in matrix.exits_of(room):
            if way.target not in seen:
                seen.add(way.target)
                before[way.target] = (room, way.name)
                waiting.append(way.target)
    if matrix.end not in seen:
        return None
    names, room = [], matrix.end
    while room != at:
        room, name = before[room]
        names.append(name)
    return names[::-1]


def losing_exits(matrix: Matrix, at: Coord) -> list[str]:
    """Return the names of the exits of the node `at` after which no path leads to the end."""
    return [way.name for way in matrix.exits_of(at) if route_to_end(matrix, way.target) is None]


def shortest_word(name: str) -> str:
    """Return the shortest word of an exit: `fo` for forward, `wh2` for wormhole 2."""
    return _SHORT.get(name, name.replace("wormhole", "wh").replace(" ", ""))


def _on(run: Run) -> bool:
    return run.status is RunStatus.PLAYING


def _step(run: Run, way: NodeExit) -> Run:
    jumped = run.jumped | {(run.at, way.target)} if way.is_wormhole else run.jumped
    words = _noted(run, shortest_word(way.name))
    return replace(run, at=way.target, moves=run.moves + 1, jumped=jumped, words=words)


def _noted(run: Run, word: str) -> tuple[str, ...] | None:
    return None if run.words is None or len(run.words) >= MAX_INPUTS else (*run.words, word)


def _arrive(matrix: Matrix, run: Run) -> Run:
    """Set the status of a run for its node. A matrix that starts at its end is won at once."""
    if matrix.end in (run.at, matrix.start):
        return replace(run, status=RunStatus.WON)
    status = RunStatus.PLAYING if matrix.exits_of(run.at) else RunStatus.TRAPPED
    return replace(run, status=status)
