"""All states that a player can get a dungeon into, however badly he plays.

A state is (position, gives had, locks opened). Rooms between which one can go to and fro are one
position. Exactly three things change a state, and none can be undone:

    take   a give of the position             (never harmful: it opens, and costs nothing)
    open   a lock, with a small key           (may waste the key)
    leave  by a way that does not lead back   (may leave things behind)

A give that stays within reach, whatever is done, is taken at once: a state without it is as good
as one with it, as it can be had at any time. It stays within reach if no way lies ahead that does
not lead back; `points_of_no_return` finds those ways. Then the states are just sets of open locks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from xyzgrid_ext.core.dungeon.prove.net import Arc, Net

LIMIT = 50_000  # states; more is no dungeon that anybody could survey


class TooLargeError(Exception):
    """There are more than LIMIT states."""


class State(NamedTuple):
    """Where a player can be, what he has had, which locks he opened."""

    region: int  # rooms
    taken: int  # gives
    opened: int  # locks


@dataclass(frozen=True)
class Free:
    """What a state allows: the words at hand, small keys at hand."""

    words: int
    keys: int


def points_of_no_return(net: Net) -> tuple[Arc, ...]:
    """The arcs after which there may be no way back, as seen before anything is known.

    Whoever stands in room u has come through all rooms that dominate u (that stand on every way to
    it), has what the links that dominate it need, and can walk from there to u again. So an arc
    u -> v leads back if v reaches one of these rooms by links that are surely open then.
    """
    dominators = _dominators(net)
    needy = [arc for arc in net.all_arcs if arc.needs or arc.lock]
    bits = {arc.number: 1 << net.rooms + place for place, arc in enumerate(needy)}
    found = []
    for arc in net.all_arcs:
        above = dominators[arc.source]
        if not above:
            continue  # nobody ever comes there
        words, opened = arc.needs, arc.lock
        for other in needy:
            if above & bits[other.number]:
                words |= other.needs
                opened |= other.lock
        if not net.reached(arc.target, words, opened) & above:
            found.append(arc)
    return tuple(found)


def _dominators(net: Net) -> list[int]:
    """For each room, the rooms (and behind these, the arcs with needs) on every way to it."""
    needy = [arc.number for arc in net.all_arcs if arc.needs or arc.lock]
    own = {number: 1 << net.rooms + place for place, number in enumerate(needy)}
    everything = (1 << net.rooms + len(needy)) - 1
    above = [everything] * net.rooms
    above[net.start] = 1 << net.start
    changed = [net.start]
    while changed:
        source = changed.pop()
        for arc in net.arcs[source]:
            target = arc.target
            met = above[target] & (above[source] | own.get(arc.number, 0) | 1 << target)
            if met != above[target]:
                above[target] = met
                changed.append(target)
    reached = net.optimistic
    return [mask if reached >> room & 1 else 0 for room, mask in enumerate(above)]


class Explorer:
    """The states of a net. `without` are gives that are not there."""

    def __init__(self, net: Net, without: int = 0, drops: tuple[Arc, ...] | None = None) -> None:
        self.net = net
        self.without = without
        self.drops = points_of_no_return(net) if drops is None else drops

    def first(self) -> State:
        """The state at the start."""
        return self._settled(self.net.start, 0, 0)

    def after(self, state: State) -> Iterator[State]:
        """The states that one step makes of a state."""
        free = self.free(state)
        anywhere = state.region & -state.region
        room = anywhere.bit_length() - 1
        if self.drops:
            for bit in self._gifts(state.region, state.taken, free.words):
                yield self._settled(room, state.taken | bit, state.opened)
        if free.keys > 0:
            for lock in self.closed(state, free.words):
                yield self._settled(room, state.taken, state.opened | lock)
        if not self.drops:
            return
        for room in _places(state.region):
            for arc in self.net.arcs[room]:
                if not (
                    state.region >> arc.target & 1
                    or arc.needs & ~free.words
                    or arc.lock & ~state.opened
                ):
                    yield self._settled(arc.target, state.taken, state.opened)

    def free(self, state: State) -> Free:
        """What a state has at hand."""
        words, keys = 0, -state.opened.bit_count()
        for gift in self.net.all_gifts:
            if gift.bit & state.taken:
                words |= gift.word
                keys += not gift.word
        return Free(words, keys)

    def closed(self, state: State, words: int) -> list[int]:
        """The locks that one stands before, with all but the small key."""
        found: dict[int, None] = {}
        for room in _places(state.region):
            for arc in self.net.arcs[room]:
                if arc.lock & ~state.opened and not arc.needs & ~words:
                    found[arc.lock] = None
        return list(found)

    def all(self) -> dict[State, list[State]]:
        """Every state with those that follow it.

        Raises:
            TooLargeError: if there are too many.

        """
        found: dict[State, list[State]] = {}
        stack = [self.first()]
        while stack:
            state = stack.pop()
            if state in found:
                continue
            if len(found) >= LIMIT:
                raise TooLargeError
            found[state] = list(self.after(state))
            stack += found[state]
        return found

    def _settled(self, room: int, taken: int, opened: int) -> State:
        """The state of somebody in a room, after taking what is never out of reach."""
        while True:
            words = 0
            for gift in self.net.all_gifts:
                if gift.bit & taken:
                    words |= gift.word
            region = self.net.reached(room, words, opened)
            if self.drops:
                region &= self.net.returning(room, words, opened)
                if self._drop_ahead(room):
                    return State(region, taken, opened)
            more = 0
            for bit in self._gifts(region, taken, words):
                more |= bit
            if not more:
                return State(region, taken, opened)
            taken |= more

    def _drop_ahead(self, room: int) -> bool:
        everything = (1 << len(self.net.words)) - 1
        ahead = self.net.reached(room, everything, (1 << len(self.net.locks)) - 1)
        return any(ahead >> arc.source & 1 for arc in self.drops)

    def _gifts(self, region: int, taken: int, words: int) -> Iterator[int]:
        """The gives of a region that can be had now, as bits."""
        for gift in self.net.all_gifts:
            if (
                region >> gift.room & 1
                and not gift.bit & (taken | self.without)
                and not gift.needs & ~words
            ):
                yield gift.bit


def lost(states: dict[State, list[State]], goal: int) -> list[State]:
    """The states from which the goal cannot be reached any more."""
    before: dict[State, list[State]] = {state: [] for state in states}
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
    """The numbers of the bits that are set, least first."""
    while rooms:
        low = rooms & -rooms
        yield low.bit_length() - 1
        rooms ^= low
