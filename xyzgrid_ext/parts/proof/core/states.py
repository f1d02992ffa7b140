"""All states of a dungeon that a player can reach, however badly they play.

A state is (position, pickups taken, locks opened). Rooms that players can walk between in both
directions are one position. Exactly three things change a state, and none can be undone:

    take   a give of the position             (never harmful: it opens, and costs nothing)
    open   a lock, with a small key           (may waste the key)
    leave  by a way that does not lead back   (may leave things behind)

A pickup that always stays within reach is taken immediately: a state without it is as good as one
with it, since it can be taken at any time. It stays within reach if no link ahead fails to lead
back; `points_of_no_return` finds those links. If there are none, the faster `steady` is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from xyzgrid_ext.parts.proof.core.graph import Arc, ProblemGraph

MAX_STATES = 200_000  # states; a dungeon with more is too large to be understood
"""A dungeon with more states is refused: it is too large to be understood."""


class TooLargeError(Exception):
    """Raised when there are more than MAX_STATES states."""


class ProverState(NamedTuple):
    """A state of play; each value is a set of bits.

    Attributes:
        region: the places that the player can walk between freely.
        taken: the pickups taken.
        opened: the locks opened.
        words: what these pickups give, as `item:rope` (bits of `ProblemGraph.words`).
    """

    region: int
    taken: int
    opened: int
    words: int


class StateExplorer:
    """Finds the states that players can reach.

    Args:
        graph: the problem with numbers.
        drops: its arcs that may not lead back; see `points_of_no_return`.
        missing: the pickups, as bits, that are treated as absent.
    """

    def __init__(self, graph: ProblemGraph, drops: tuple[Arc, ...], missing: int = 0) -> None:
        self.graph = graph
        self.drops = drops
        self.missing = missing

    def without_pickups(self, missing: int) -> StateExplorer:
        """Return an explorer of the same graph without the pickups `missing` (bits)."""
        return StateExplorer(self.graph, self.drops, missing)

    def initial_state(self) -> ProverState:
        """Return the state at the start."""
        return self._settled(self.graph.start, 0, 0)

    def successors(self, state: ProverState) -> Iterator[ProverState]:
        """Yield the states after one action: taking a pickup, opening a lock, a one-way step."""
        region, taken, opened, words = state
        room = (region & -region).bit_length() - 1
        for bit in self._pickups_here(region, taken, words):
            yield self._settled(room, taken | bit, opened)
        if (taken & self.graph.small_keys).bit_count() > opened.bit_count():
            for lock in self._closed(state):
                yield self._settled(room, taken, opened | lock)
        for room in _places(region):
            for _, target, needs, lock, _ in self.graph.arcs[room]:
                if not (region >> target & 1 or needs & ~words or lock & ~opened):
                    yield self._settled(target, taken, opened)

    def state_graph(self) -> dict[ProverState, list[ProverState]]:
        """Return every state that can be reached -> the states that one action leads to.

        Raises:
            TooLargeError: if there are too many.
        """
        states: dict[ProverState, list[ProverState]] = {}
        stack = [self.initial_state()]
        while stack:
            state = stack.pop()
            if state in states:
                continue
            if len(states) >= MAX_STATES:
                raise TooLargeError
            states[state] = list(self.successors(state))
            stack += states[state]
        return states

    def iterate(self, is_over: Callable[[ProverState], bool]) -> Iterator[ProverState]:
        """Yield each state that can be reached, once.

        If `is_over(state)`, the caller does not need the states that follow, but may get them.
        """
        seen: set[ProverState] = set()
        stack = [self.initial_state()]
        while stack:
            state = stack.pop()
            if state not in seen:
                seen.add(state)
                yield state
                stack += self.successors(state)

    def may_lose(self, goal: int) -> bool:
        """Whether a player may lose all ways to `goal`, the number of a place, not of a room.

        Raises:
            TooLargeError: if there are too many states.
        """
        return bool(losing_states(self.state_graph(), goal))

    def places_ahead(self, state: ProverState) -> int:
        """Return the places, as bits, within reach if the player takes and opens nothing more."""
        room = (state.region & -state.region).bit_length() - 1
        return self.graph.places_from(room, state.words, state.opened)

    def _closed(self, state: ProverState) -> list[int]:
        """Return the locks that a player could open here if they had a small key."""
        locks: dict[int, None] = {}
        for room in _places(state.region):
            for _, _, needs, lock, _ in self.graph.arcs[room]:
                if lock & ~state.opened and not needs & ~state.words:
                    locks[lock] = None
        return list(locks)

    def _settled(self, room: int, taken: int, opened: int) -> ProverState:
        """Return the state of a player in a room who has taken all that stays within reach."""
        while True:
            words, _keys = self.graph.words_of(taken)
            region = self.graph.places_from(room, words, opened)
            region &= self.graph.places_from(room, words, opened, backwards=True)
            more = 0 if self._drop_ahead(room) else sum(self._pickups_here(region, taken, words))
            if not more:
                return ProverState(region, taken, opened, words)
            taken |= more

    def _drop_ahead(self, room: int) -> bool:
        everything = (1 << len(self.graph.words)) - 1
        ahead = self.graph.places_from(room, everything, (1 << len(self.graph.locks)) - 1)
        return any(ahead >> arc.source & 1 for arc in self.drops)

    def _pickups_here(self, region: int, taken: int, words: int) -> Iterator[int]:
        """Yield the pickups of a region that can be taken now, as bits."""
        gone = taken | self.missing
        for gift in self.graph.all_pickups:
            if region >> gift.place & 1 and not gift.bit & gone and not gift.needs & ~words:
                yield gift.bit


def losing_states(states: dict[ProverState, list[ProverState]], goal: int) -> list[ProverState]:
    """Return the states from which `goal` cannot be reached: the number of a place, not a room.

    `states` is the result of `StateExplorer.state_graph`.
    """
    before: dict[ProverState, list[ProverState]] = {state: [] for state in states}
    for state, following in states.items():
        for other in following:
            before[other].append(state)
    stack = [state for state in states if state.region >> goal & 1]
    safe = set(stack)
    while stack:
        for state in before[stack.pop()]:
            if state not in safe:
                safe.add(state)
                stack.append(state)
    return [state for state in states if state not in safe]


def _places(rooms: int) -> Iterator[int]:
    """Yield the numbers of the set bits, the lowest first."""
    while rooms:
        low = rooms & -rooms
        yield low.bit_length() - 1
        rooms ^= low
