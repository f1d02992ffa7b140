"""The states of a graph in which every link leads back: one for each set of open locks.

Everything within reach stays within reach and is taken immediately, so a state depends only on the
open locks. Opening one more extends the reach: each state grows from the one before, by its shut
links and by the pickups whose needs were missing.

A missing small key does not change what can be reached through open locks, only how many locks can
be opened. So one exploration serves for all small keys, and one more for each missing word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from xyzgrid_ext.parts.proof.core.graph import Arc, ProblemGraph, UsefulPickup
from xyzgrid_ext.parts.proof.core.states import (
    MAX_STATES,
    ProverState,
    StateExplorer,
    TooLargeError,
)


class _Reach(NamedTuple):
    """A state, its shut links, and the pickups whose needs are missing."""

    state: ProverState
    shut: list[Arc]
    closed: list[UsefulPickup]


_Known = dict[int, _Reach]  # by open locks


class ReversibleExplorer(StateExplorer):
    """A faster StateExplorer, for graphs in which every link leads back."""

    def __init__(
        self, graph: ProblemGraph, missing: int = 0, families: dict[int, _Known] | None = None
    ) -> None:
        super().__init__(graph, (), missing)
        self._families = {} if families is None else families
        # of graphs without the same words, all that is known is common
        self._words_missing = missing & ~graph.small_keys
        self._known = self._families.setdefault(self._words_missing, {})
        self._keys = graph.small_keys & ~missing

    def without_pickups(self, missing: int) -> ReversibleExplorer:
        """Return an explorer without the pickups `missing` (bits), sharing the results so far."""
        return ReversibleExplorer(self.graph, missing, self._families)

    def initial_state(self) -> ProverState:
        """Return the state at the start."""
        if 0 not in self._known:
            start = self.graph.start
            self._known[0] = self._grown(1 << start, 0, 0, 0, [start], [], [])
        return self._known[0].state

    def successors(self, state: ProverState) -> Iterator[ProverState]:
        """Yield the states with one more lock open."""
        region, taken, opened, words = state
        if (taken & self._keys).bit_count() <= opened.bit_count():
            return
        _, shut, _closed = known = self._known[opened]
        for lock in dict.fromkeys(
            lock for _, _, needs, lock, _ in shut if lock & ~opened and not needs & ~words
        ):
            after = opened | lock
            if after not in self._known:
                self._known[after] = self._grown(region, taken, after, words, [], *known[1:])
            yield self._known[after].state

    def iterate(self, is_over: Callable[[ProverState], bool]) -> Iterator[ProverState]:
        """Yield each state that can be reached, once, but none that follow one that `is_over`."""
        seen: set[int] = set()
        stack = [self.initial_state()]
        while stack:
            state = stack.pop()
            if state.opened not in seen:
                seen.add(state.opened)
                yield state
                if not is_over(state):
                    stack += self.successors(state)

    def may_lose(self, goal: int) -> bool:
        """Whether a player may lose all ways to the place `goal`: here only by wasting small keys.

        Raises:
            TooLargeError: if there are too many states.
        """
        seen: set[int] = set()
        stack = [self.initial_state()]
        while stack:
            state = stack.pop()
            if state.opened in seen or state.region >> goal & 1:
                continue
            if len(seen) >= MAX_STATES:
                raise TooLargeError
            seen.add(state.opened)
            following = list(self.successors(state))
            if not following:
                return True
            stack += following
        return False

    def places_ahead(self, state: ProverState) -> int:
        """Return the places within reach, as bits: the region, since every link leads back."""
        return state.region

    def _grown(
        self,
        region: int,
        taken: int,
        opened: int,
        words: int,
        stack: list[int],
        shut: list[Arc],
        closed: list[UsefulPickup],
    ) -> _Reach:
        """Return the state after these locks are open: its region, pickups and words."""
        arcs, pickups, missing = self.graph.arcs, self.graph.pickups, self._words_missing
        closed = closed.copy()
        while True:
            look: Sequence[Arc] = shut
            shut = []
            while True:
                for arc in look:
                    _, target, needs, lock, _ = arc
                    if lock & ~opened:  # a key can be wasted on it, even if its far side is open
                        shut.append(arc)
                    elif not region >> target & 1:
                        if needs & ~words:
                            shut.append(arc)
                        else:
                            region |= 1 << target
                            stack.append(target)
                if not stack:
                    break
                place = stack.pop()
                closed += pickups[place]
                look = arcs[place]
            before = words
            still = []
            for gift in closed:
                if gift.needs & ~words:
                    still.append(gift)
                elif not gift.bit & missing:
                    taken |= gift.bit
                    words |= gift.word
            closed = still
            if words == before:
                return _Reach(ProverState(region, taken, opened, words), shut, closed)
