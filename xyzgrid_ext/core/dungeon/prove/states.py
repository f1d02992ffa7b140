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

from xyzgrid_ext.core.dungeon.prove.net import Arc, NeededPickup, Net

LIMIT = 200_000  # states; more is no dungeon that anybody could survey


class TooLargeError(Exception):
    """There are more than LIMIT states."""


class ProverState(NamedTuple):
    """Where a player can be, what he has had, which locks he opened."""

    region: int  # rooms
    taken: int  # gives
    opened: int  # locks


@dataclass(frozen=True)
class Free:
    """The resources of a state: its words and its small keys."""

    words: int
    keys: int


def points_of_no_return(net: Net) -> tuple[Arc, ...]:
    """Return the arcs after which there may be no way back, as seen before anything is known.

    Whoever stands in room u has passed all dominators of u, rooms and arcs, and can walk from each
    of these rooms to u again. So an arc u -> v leads back if v reaches one of them by links that
    the dominators have opened.
    """
    arcs = {(arc.source, arc.target, arc.needs, arc.lock) for arc in net.all_arcs}
    single = [  # most ways are as open from one side as from the other
        arc
        for arc in net.all_arcs
        if (arc.target, arc.source, arc.needs, arc.lock) not in arcs and arc.source != arc.target
    ]
    if not single:
        return ()
    before = _dominators(net)
    gated = [arc for arc in net.all_arcs if arc.needs or arc.lock]
    found = []
    for arc in single:
        above = before[arc.source]
        if not above or any(
            back.target == arc.source and not back.needs & ~arc.needs and not back.lock & ~arc.lock
            for back in net.arcs[arc.target]
        ):
            continue  # nobody ever comes there, or back as one came
        words, opened = arc.needs, arc.lock
        for place, other in enumerate(gated, start=net.rooms):
            if above >> place & 1:
                words |= other.needs
                opened |= other.lock
        if not net.reached(arc.target, words, opened) & above:
            found.append(arc)
    return tuple(found)


def _dominators(net: Net) -> list[int]:
    """Return the dominators of each room: what lies on every path to it from the start.

    Each is a set of bits: first the rooms, behind them the gated arcs, those that need something.
    A room to which no path leads has none.
    """
    gated = [arc for arc in net.all_arcs if arc.needs or arc.lock]
    own = {arc.number: 1 << place for place, arc in enumerate(gated, start=net.rooms)}
    every = (1 << net.rooms + len(gated)) - 1
    before = [every] * net.rooms
    before[net.start] = 1 << net.start
    changed = True
    while changed:
        changed = False
        for arc in net.all_arcs:
            been = before[arc.source] | own.get(arc.number, 0) | 1 << arc.target
            if before[arc.target] & ~been:
                before[arc.target] &= been
                changed = True
    reached = net.optimistic
    return [been if reached >> room & 1 else 0 for room, been in enumerate(before)]


class Explorer:
    """The states of a net with its points of no return. `without` are gives that are not there."""

    def __init__(self, net: Net, drops: tuple[Arc, ...], without: int = 0) -> None:
        self.net = net
        self.drops = drops
        self.without = without
        self._grown_by: dict[int, ProverState] = {}  # locks opened -> what that makes of it

    def first(self) -> ProverState:
        """The state at the start."""
        return self._settled(self.net.start, 0, 0)

    def after(self, state: ProverState) -> Iterator[ProverState]:
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

    def free(self, state: ProverState) -> Free:
        """The words and small keys of a state."""
        words, keys = 0, -state.opened.bit_count()
        for gift in self.net.all_gifts:
            if gift.bit & state.taken:
                words |= gift.word
                keys += not gift.word
        return Free(words, keys)

    def closed(self, state: ProverState, words: int) -> list[int]:
        """The locks that one stands before, with all but the small key."""
        found: dict[int, None] = {}
        for room in _places(state.region):
            for arc in self.net.arcs[room]:
                if arc.lock & ~state.opened and not arc.needs & ~words:
                    found[arc.lock] = None
        return list(found)

    def all(self) -> dict[ProverState, list[ProverState]]:
        """Every state with those that follow it.

        Raises:
            TooLargeError: if there are too many.

        """
        found: dict[ProverState, list[ProverState]] = {}
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

    def each(self) -> Iterator[ProverState]:
        """Yield the states one by one, so that a caller can stop early."""
        seen: set[ProverState] = set()
        stack = [self.first()]
        while stack:
            state = stack.pop()
            if state not in seen:
                seen.add(state)
                yield state
                stack += self.after(state)

    def may_lose(self, goal: int) -> bool:
        """Whether the goal is out of reach in some state.

        Raises:
            TooLargeError: if there are too many.

        """
        if self.drops:
            return bool(lost(self.all(), goal))
        # nothing is left behind: so it is enough to find an end from which nothing leads on
        seen: set[ProverState] = set()
        stack = [self.first()]
        while stack:
            state = stack.pop()
            if state in seen or state.region >> goal & 1:
                continue
            if len(seen) >= LIMIT:
                raise TooLargeError
            seen.add(state)
            following = list(self.after(state))
            if not following:
                return True
            stack += following
        return False

    def _settled(self, room: int, taken: int, opened: int) -> ProverState:
        """The state of a player in a room, with everything taken that stays within reach anyway."""
        if not self.drops:
            if opened not in self._grown_by:
                self._grown_by[opened] = self._grown(opened)
            return self._grown_by[opened]
        while True:
            words = 0
            for gift in self.net.all_gifts:
                if gift.bit & taken:
                    words |= gift.word
            region = self.net.reached(room, words, opened)
            region &= self.net.returning(room, words, opened)
            more = 0 if self._drop_ahead(room) else sum(self._gifts(region, taken, words))
            if not more:
                return ProverState(region, taken, opened)
            taken |= more

    def _grown(self, opened: int) -> ProverState:
        """The same where every way leads back, even to the start: all that can be had is had."""
        arcs, gifts, room = self.net.arcs, self.net.gifts, self.net.start
        region, taken, words = 1 << room, 0, 0
        stack, shut = [room], list[Arc]()
        closed, told = (
            list[NeededPickup](),
            0,
        )  # gives whose needs are not had yet; words they were told
        while True:
            while stack:
                place = stack.pop()
                closed += gifts[place]
                for arc in arcs[place]:
                    if region >> arc.target & 1:
                        continue
                    if arc.lock & ~opened or arc.needs & ~words:
                        shut.append(arc)
                        continue
                    region |= 1 << arc.target
                    stack.append(arc.target)
            waiting = []
            for gift in closed:
                if gift.needs & ~words:
                    waiting.append(gift)
                elif not gift.bit & self.without:
                    taken |= gift.bit
                    words |= gift.word
            closed = waiting
            if words == told:
                return ProverState(region, taken, opened)
            told = words
            for arc in shut:
                if not (region >> arc.target & 1 or arc.lock & ~opened or arc.needs & ~words):
                    region |= 1 << arc.target
                    stack.append(arc.target)

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


def lost(states: dict[ProverState, list[ProverState]], goal: int) -> list[ProverState]:
    """The states from which the goal cannot be reached any more."""
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
    """The numbers of the bits that are set, least first."""
    while rooms:
        low = rooms & -rooms
        yield low.bit_length() - 1
        rooms ^= low
