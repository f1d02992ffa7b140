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
    """A link between numbered places.

    Attributes:
        needs: the words it needs, as bits.
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
        room: the number of its place.
        word: what it gives, as a bit; 0 for a small key.
        needs: the words that it needs, as bits.
        bit: its own bit in sets of pickups.
        give: the pickup itself.
        home: the index of its room in `problem.rooms`.
    """

    room: int
    word: int
    needs: int
    bit: int
    give: Pickup
    home: int  # the row of its room in the problem


@dataclass(frozen=True, eq=False)
class ProblemGraph:
    """A problem with numbers instead of names: `arcs` out of each place, `pickups` in it."""

    problem: Problem
    start: int
    goal: int
    words: tuple[str, ...]
    pickups: tuple[tuple[UsefulPickup, ...], ...]
    arcs: tuple[tuple[Arc, ...], ...]
    locks: tuple[tuple[int, ...], ...]  # of each lock, the numbers of its links
    all_arcs: tuple[Arc, ...]  # those of all links, by their number; some lead nowhere else
    first_rooms: tuple[int, ...]  # the row of the first room of each place

    @property
    def rooms(self) -> int:
        """The number of places."""
        return len(self.arcs)

    @cached_property
    def all_pickups(self) -> tuple[UsefulPickup, ...]:
        """The pickups of all places, in the order of their bits."""
        return tuple(sorted((g for gift in self.pickups for g in gift), key=lambda g: g.bit))

    @cached_property
    def small_keys(self) -> int:
        """The set of pickups that are small keys, as bits."""
        return sum(gift.bit for gift in self.all_pickups if not gift.word)

    def words_of(self, taken: int) -> tuple[int, int]:
        """Return the words that a set of pickups gives, as bits, and its number of small keys."""
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
        """The arcs that lead into each place from another one."""
        into: list[list[Arc]] = [[] for _ in self.arcs]
        for arc in self.all_arcs:
            if arc.source != arc.target:
                into[arc.target].append(arc)
        return tuple(map(tuple, into))

    def word_names(self, words: int) -> list[str]:
        """Return the names of a set of words."""
        return [word for place, word in enumerate(self.words) if words >> place & 1]

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
        return self.rooms_from(self.start, everything, (1 << len(self.locks)) - 1)

    def rooms_from(self, start: int, words: int, opened: int) -> int:
        """Return the places, as bits, that can be reached from `start`.

        Args:
            start: the number of a place.
            words: what the player has, as bits.
            opened: the locks that are open, as bits.
        """
        seen, stack = 1 << start, [start]
        while stack:
            for _, target, needs, lock, _ in self.arcs[stack.pop()]:
                if not seen >> target & 1 and not needs & ~words and not lock & ~opened:
                    seen |= 1 << target
                    stack.append(target)
        return seen

    def rooms_to(self, goal: int, words: int, opened: int) -> int:
        """Return the places, as bits, from which `goal` can be reached; see `rooms_from`."""
        seen, stack = 1 << goal, [goal]
        while stack:
            for source, _, needs, lock, _ in self.arcs_into[stack.pop()]:
                if not seen >> source & 1 and not needs & ~words and not lock & ~opened:
                    seen |= 1 << source
                    stack.append(source)
        return seen


def graph_of_problem(
    problem: Problem, solved: Mapping[str, bool], *, by_room: bool = False
) -> ProblemGraph:
    """Return the graph of a sound problem; `by_room` makes each room a separate place.

    Puzzles that are not known to be solvable give nothing; pickups that nothing needs are left out.
    """
    wanted = set().union(*(link.needs for link in problem.links if link.needs))
    wanted.update(word for room in problem.rooms for give in room.gives for word in give.needs)
    places = list(range(len(problem.rooms))) if by_room else _places(problem)
    index = {room.id: place for room, place in zip(problem.rooms, places, strict=True)}
    count_places = max(places) + 1
    named: dict[str, int] = {}

    def bits(words: Collection[str]) -> int:
        found = 0
        for word in words:
            if word != SMALL_KEY:
                found |= 1 << named.setdefault(word, len(named))
        return found

    locks: dict[object, list[int]] = {}
    arcs: list[list[Arc]] = [[] for _ in range(count_places)]
    all_arcs: list[Arc] = []
    for number, (begin, end, _exit, needed, door, consumes) in enumerate(problem.links):
        lock = 0
        if consumes:
            key = ("link", number) if door is None else ("door", door)
            own = locks.setdefault(key, [])
            own.append(number)
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
            one, other = find(source), find(target)
            first[max(one, other)] = min(one, other)
    numbers: dict[int, int] = {}
    return [numbers.setdefault(find(room), len(numbers)) for room in range(len(row))]


def is_obtainable(what: str, solved: Mapping[str, bool]) -> bool:
    """Whether a pickup can be had: a puzzle counts only if it is known to be solvable."""
    kind, _, identity = what.partition(":")
    return kind != "puzzle" or bool(solved.get(identity, False))
