"""A problem with numbers instead of names, and functions that answer what can be reached.

Rooms that players can always walk between in both directions form one place; for the walkthrough,
each room is a separate place.

Sets of rooms, words, pickups and doors are whole numbers with a bit for each. A word is anything
that can be obtained except a small key; a `lock` is a door that takes a small key. Words are never
lost, and an opened door stays open: a player can lose only small keys, by spending them, and ways
back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from xyzgrid_ext.parts.proof.core.problem import SMALL_KEY, Pickup, Problem, RoomId


class Arc(NamedTuple):
    """A link between places, which are numbered: rooms between which one can always walk.

    Attributes:
        source, target: the numbers of its places.
        needs: what it needs (`item:rope`), as bits in the order of `ProblemGraph.words`.
        lock: its lock as a bit; 0 if it takes no small key.
        number: its index in `problem.links`.
    """

    source: int
    target: int
    needs: int
    lock: int
    number: int


class UsefulPickup(NamedTuple):
    """A pickup that some link or pickup needs.

    Attributes:
        place: the number of its place, which is a room or several that are joined freely.
        word: what it gives, as one bit (1 << index in `words`); 0 for a small key.
        needs: what it needs, as bits of `ProblemGraph.words`.
        bit: its own bit in sets of pickups.
        give: the pickup itself.
        room_index: the index of its room in `problem.rooms`.
    """

    place: int
    word: int
    needs: int
    bit: int
    give: Pickup
    room_index: int


@dataclass(frozen=True, eq=False)
class ProblemGraph:
    """A problem with numbers for names; rooms between which one can always walk are one place.

    Attributes:
        start, goal: the numbers of these places.
        words: all that links and pickups need, as `item:rope`, in the order of their bits.
        pickups, arcs: for each place, the pickups in it and the arcs that lead out of it.
        locks: for each lock, in the order of their bits, the indices of its links.
        all_arcs: the arcs of all links, also of those that stay in one place.
        first_rooms: for each place, the index of its first room in `problem.rooms`.
    """

    problem: Problem
    start: int
    goal: int
    words: tuple[str, ...]
    pickups: tuple[tuple[UsefulPickup, ...], ...]
    arcs: tuple[tuple[Arc, ...], ...]
    locks: tuple[tuple[int, ...], ...]
    all_arcs: tuple[Arc, ...]
    first_rooms: tuple[int, ...]

    @property
    def place_count(self) -> int:
        """The number of places."""
        return len(self.arcs)

    @cached_property
    def all_pickups(self) -> tuple[UsefulPickup, ...]:
        """The pickups of all places, in the order of their bits."""
        return tuple(sorted((g for gift in self.pickups for g in gift), key=lambda g: g.bit))

    @cached_property
    def small_keys(self) -> int:
        """All small keys, as bits in sets of pickups."""
        return sum(gift.bit for gift in self.all_pickups if not gift.word)

    def words_of(self, taken: int) -> tuple[int, int]:
        """Return (bits of `words`, number of small keys) that the pickups `taken`, bits, give."""
        if taken not in self._held:
            words = 0
            for gift in self.all_pickups:
                if gift.bit & taken:
                    words |= gift.word
            self._held[taken] = words, (taken & self.small_keys).bit_count()
        return self._held[taken]

    @cached_property
    def _held(self) -> dict[int, tuple[int, int]]:
        return {}

    @cached_property
    def arcs_into(self) -> tuple[tuple[Arc, ...], ...]:
        """For each place, the arcs that lead into it from another place."""
        into: list[list[Arc]] = [[] for _ in self.arcs]
        for arc in self.all_arcs:
            if arc.source != arc.target:
                into[arc.target].append(arc)
        return tuple(map(tuple, into))

    def describe_arc(self, arc: Arc) -> str:
        """Return the name of a link for messages: `the exit 'north' of room 3`."""
        link = self.problem.links[arc.number]
        return f"the exit {link.exit!r} of {self._named[link.source]}"

    @cached_property
    def _named(self) -> dict[RoomId, str]:
        return {room.id: str(room) for room in self.problem.rooms}

    @cached_property
    def reachable_at_best(self) -> int:
        """The places, as bits, that could be reached if every link were open."""
        everything = (1 << len(self.words)) - 1
        return self.places_from(self.start, everything, (1 << len(self.locks)) - 1)

    def places_from(self, start: int, words: int, opened: int, *, backwards: bool = False) -> int:
        """Return the places, as bits, that a player can reach.

        Args:
            start: the number of the place where the player is.
            words: what the player has, as bits of `self.words`.
            opened: the locks that are open, as bits.
            backwards: return the places from which `start` can be reached instead.
        """
        arcs = self.arcs_into if backwards else self.arcs
        seen, stack = 1 << start, [start]
        while stack:
            for source, target, needs, lock, _ in arcs[stack.pop()]:
                end = source if backwards else target
                if not seen >> end & 1 and not needs & ~words and not lock & ~opened:
                    seen |= 1 << end
                    stack.append(end)
        return seen


def graph_of_problem(
    problem: Problem, solved: Mapping[str, bool], *, by_room: bool = False
) -> ProblemGraph:
    """Return the graph of a problem without faults. Pickups that nothing needs are left out.

    Args:
        problem: the problem.
        solved: the id of each puzzle -> whether it can be solved; any other puzzle gives nothing.
        by_room: make each room a place of its own, even if one can always walk to others.
    """
    wanted = set().union(*(link.needs for link in problem.links if link.needs))
    wanted.update(word for room in problem.rooms for give in room.gives for word in give.needs)
    places = list(range(len(problem.rooms))) if by_room else _places(problem)
    index = {room.id: place for room, place in zip(problem.rooms, places, strict=True)}
    count_places = max(places) + 1
    named: dict[str, int] = {}

    def bits(words: Collection[str]) -> int:
        mask = 0
        for word in words:
            if word != SMALL_KEY:
                mask |= 1 << named.setdefault(word, len(named))
        return mask

    locks: dict[object, list[int]] = {}
    arcs: list[list[Arc]] = [[] for _ in range(count_places)]
    all_arcs: list[Arc] = []
    for number, (begin, end, _exit, needed, door, consumes) in enumerate(problem.links):
        lock = 0
        if consumes:
            key = ("link", number) if door is None else ("door", door)
            links = locks.setdefault(key, [])
            links.append(number)
            lock = 1 << list(locks).index(key)
        source, target = index[begin], index[end]
        all_arcs.append(arc := Arc(source, target, bits(needed) if needed else 0, lock, number))
        if source != target or lock or by_room:
            arcs[source].append(arc)
    pickups: list[list[UsefulPickup]] = [[] for _ in range(count_places)]
    count = 0
    for home, room in enumerate(problem.rooms):
        for give in room.gives:
            if give.what in wanted and is_obtainable(give.what, solved):
                word, needs = bits((give.what,)), bits(give.needs)
                place = places[home]
                pickups[place].append(UsefulPickup(place, word, needs, 1 << count, give, home))
                count += 1
    return ProblemGraph(
        problem=problem,
        start=index[problem.start],
        goal=index[problem.goal],
        words=tuple(named),
        pickups=tuple(map(tuple, pickups)),
        arcs=tuple(map(tuple, arcs)),
        locks=tuple(map(tuple, locks.values())),
        all_arcs=tuple(all_arcs),
        first_rooms=tuple(map(places.index, range(count_places))),
    )


def _places(problem: Problem) -> list[int]:
    """Return the place of each room; rooms that players can walk between freely share a place."""
    row = {room.id: number for number, room in enumerate(problem.rooms)}
    free = {(row[link.source], row[link.target]) for link in problem.links if not link.needs}
    first = list(range(len(row)))

    def find(room: int) -> int:
        while first[room] != room:
            first[room] = room = first[first[room]]
        return room

    for source, target in free:
        if source < target and (target, source) in free:
            first_place, second_place = find(source), find(target)
            first[max(first_place, second_place)] = min(first_place, second_place)
    numbers: dict[int, int] = {}
    return [numbers.setdefault(find(room), len(numbers)) for room in range(len(row))]


def is_obtainable(word: str, solved: Mapping[str, bool]) -> bool:
    """Whether players can get what a pickup gives.

    True for `item:lamp`; for `puzzle:ID` only if `solved`, by ID, says that it can be solved.
    """
    kind, _, identity = word.partition(":")
    return kind != "puzzle" or bool(solved.get(identity, False))
