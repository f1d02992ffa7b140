"""The rules of the matrix game: one walker, from the start node to the end node.

    begin ─► playing ─┬─ the end node ──────────► won
                      ├─ a node without exit ───► trapped ─┐
                      └─ give up ──────────────────────────┴─► gave up

A run is a value; every rule takes one and returns the next. An illegal move costs nothing. A hint
costs moves and names an exit, never where it leads. Which exits a node has is told only by
`moves`. Whether the end can be reached at all is told by `hint` and `give_up` alone: both are
handed a way to find routes, as the rules know none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.matrix.model import Matrix, NodeExit

FindRoute = Callable[[Coord], Sequence[str] | None]
"""Gives the exits of a shortest way from a node to the end node; None if there is no way."""

WORDS = {
    **{way.value: way for way in Direction},
    "fo": Direction.FORWARD,
    "ba": Direction.BACKWARD,
    "u": Direction.UP,
    "d": Direction.DOWN,
    "le": Direction.LEFT,
    "ri": Direction.RIGHT,
}
"""The words that a player may type for each direction."""

HINT = 5
"""Moves that a hint costs where games are compared."""
MOST = 3_000
"""Things done that a run keeps, for a replay; of a longer one there is none."""

_SHORT = {way.value: word for word, way in WORDS.items() if word != way.value}
_WORMHOLE = re.compile(r"(?:wormhole|wh) ?([0-9]{0,9})")


class RunStatus(StrEnum):
    """The state of a run."""

    PLAYING = "playing"
    WON = "won"
    TRAPPED = "trapped"
    GAVE_UP = "gave up"


class Event(StrEnum):
    """The result of a rule, or why it did nothing."""

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
    """What happened. `way` names the exit taken, refused or hinted at.

    `steps` is how far the end was when the player gave up; None if it could not be reached.
    """

    event: Event
    way: str = ""
    steps: int | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One game of one player. `jumped` holds the wormholes that they know: (mouth, far end).

    `words` is what was done, each thing by its shortest word; None where that is not known, as of
    runs that were stored before, or that have gone through an exit which the matrix has not.
    """

    at: Coord
    moves: int = 0
    status: RunStatus = RunStatus.PLAYING
    jumped: frozenset[tuple[Coord, Coord]] = frozenset()
    words: tuple[str, ...] | None = ()

    def as_data(self) -> dict[str, Any]:
        """Turn the run into plain values, to be stored."""
        known = {} if self.words is None else {"words": list(self.words)}
        return known | {
            "at": list(self.at),
            "moves": self.moves,
            "status": self.status.value,
            "jumped": [[*mouth, *far] for mouth, far in sorted(self.jumped)],
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Run:
        """Take up what `as_data` made."""
        rows = [tuple(int(n) for n in row) for row in data["jumped"]]
        words = data.get("words")
        return cls(
            Coord(*(int(n) for n in data["at"])),
            int(data["moves"]),
            RunStatus(str(data["status"])),
            frozenset((Coord(*row[:3]), Coord(*row[3:])) for row in rows),
            None if words is None else tuple(str(word) for word in words),
        )


def begin(matrix: Matrix) -> Run:
    """Start a run where the file says that the player stands."""
    return _arrive(matrix, Run(matrix.current))


def restart(matrix: Matrix) -> Run:
    """Start a run at the start node."""
    return _arrive(matrix, Run(matrix.start))


def resume(matrix: Matrix, run: Run) -> Run:
    """Go on with a stored run, of which the matrix may have changed in the meantime.

    A run whose node is gone begins again; who stands in what has become a trap is trapped.
    """
    if not (matrix.rooms() == run.at).all(axis=1).any():
        return restart(matrix)
    return run if run.status is RunStatus.GAVE_UP else _arrive(matrix, run)


def stand(matrix: Matrix, run: Run, at: Coord) -> Run:
    """Go on at a node of the matrix, wherever the run has been; unlike a move it costs nothing."""
    return _arrive(matrix, replace(run, at=at))


def moves(matrix: Matrix, run: Run) -> tuple[str, ...]:
    """Name the movements that are allowed here; none when the run is over."""
    return tuple(way.name for way in matrix.ways(run.at)) if _on(run) else ()


def move(matrix: Matrix, run: Run, word: str) -> tuple[Run, MoveOutcome]:
    """Take the exit that a player typed: `forward` or `fo` …, `wormhole`, `wh`, `wormhole 2`."""
    name = movement(word)
    if name is None:
        return run, MoveOutcome(Event.NO_WORD)
    if not _on(run):
        return run, MoveOutcome(Event.OVER, name)
    ways = matrix.ways(run.at)
    mouths = [way for way in ways if way.is_wormhole]
    if name == "wormhole" and len(mouths) > 1:
        return run, MoveOutcome(Event.WHICH, name)
    if name == "wormhole 1" and len(mouths) == 1:
        name = "wormhole"
    way = next((way for way in ways if way.name == name), None)
    if way is None:
        return run, MoveOutcome(Event.NO_WAY, name)
    event = Event.JUMPED if way.is_wormhole else Event.MOVED
    return _arrive(matrix, _step(run, way)), MoveOutcome(event, way.name)


def hint(run: Run, route: FindRoute, cost: int = 1) -> tuple[Run, MoveOutcome]:
    """Name the first exit of a shortest way to the end; costs moves, even if there is no way."""
    if not _on(run):
        return run, MoveOutcome(Event.OVER)
    exits = route(run.at)
    run = replace(run, moves=run.moves + cost, words=_noted(run, "hint"))
    return run, MoveOutcome(Event.HINTED, exits[0]) if exits else MoveOutcome(Event.NO_ROUTE)


def give_up(run: Run, route: FindRoute) -> tuple[Run, MoveOutcome]:
    """End the run, also one that is trapped, and tell how far the end was."""
    if run.status not in (RunStatus.PLAYING, RunStatus.TRAPPED):
        return run, MoveOutcome(Event.OVER)
    exits = route(run.at)
    steps = None if exits is None else len(exits)
    return replace(run, status=RunStatus.GAVE_UP), MoveOutcome(Event.GAVE_UP, steps=steps)


def save(matrix: Matrix, run: Run) -> Matrix:
    """Put the player of the matrix where the run stands."""
    return replace(matrix, current=run.at)


def movement(word: str) -> str | None:
    """Read what a player typed as the name of an exit; None if it is no movement."""
    typed = " ".join(word.casefold().split())
    if typed in WORDS:
        return WORDS[typed].value
    match = _WORMHOLE.fullmatch(typed)
    if match is None:
        return None
    return f"wormhole {int(match[1])}" if match[1] else "wormhole"


def shortest(name: str) -> str:
    """Return the shortest word of an exit: `fo` for forward, `wh2` for wormhole 2."""
    return _SHORT.get(name, name.replace("wormhole", "wh").replace(" ", ""))


def _on(run: Run) -> bool:
    return run.status is RunStatus.PLAYING


def _step(run: Run, way: NodeExit) -> Run:
    jumped = run.jumped | {(run.at, way.target)} if way.is_wormhole else run.jumped
    words = _noted(run, shortest(way.name))
    return replace(run, at=way.target, moves=run.moves + 1, jumped=jumped, words=words)


def _noted(run: Run, word: str) -> tuple[str, ...] | None:
    return None if run.words is None or len(run.words) >= MOST else (*run.words, word)


def _arrive(matrix: Matrix, run: Run) -> Run:
    """Say what it means to stand here. A matrix that starts at its end is won from the outset."""
    if matrix.end in (run.at, matrix.start):
        return replace(run, status=RunStatus.WON)
    status = RunStatus.PLAYING if matrix.ways(run.at) else RunStatus.TRAPPED
    return replace(run, status=status)
