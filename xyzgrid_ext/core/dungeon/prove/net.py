"""A problem with numbers for names, and what is open to whom.

Sets of rooms, words, gives and doors are whole numbers, a bit for each. A word is anything that can
be had but a small key; a `lock` is a door that takes a small key. What has been had is never lost
and a door that was opened stays open: the only losses are small keys spent and ways back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from xyzgrid_ext.core.dungeon.prove.problem import SMALL_KEY, Pickup, Problem


class Arc(NamedTuple):
    """A link: where it leads, the words it needs, its lock as a bit (0: none), its number."""

    source: int
    target: int
    needs: int
    lock: int
    number: int


class NeededPickup(NamedTuple):
    """A give that something needs: its room, word (a bit, 0: a small key), needs, own bit."""

    room: int
    word: int
    needs: int
    bit: int
    give: Pickup


@dataclass(frozen=True, eq=False)
class Net:
    """A problem, numbered. `arcs` are those out of each room, `gifts` those of each room."""

    problem: Problem
    start: int
    goal: int
    words: tuple[str, ...]
    gifts: tuple[tuple[NeededPickup, ...], ...]
    arcs: tuple[tuple[Arc, ...], ...]
    locks: tuple[tuple[int, ...], ...]  # of each lock, the numbers of its links

    @property
    def rooms(self) -> int:
        """The number of rooms."""
        return len(self.arcs)

    @cached_property
    def all_gifts(self) -> tuple[NeededPickup, ...]:
        """Those of all rooms, by their bit."""
        return tuple(sorted((g for own in self.gifts for g in own), key=lambda g: g.bit))

    @cached_property
    def all_arcs(self) -> tuple[Arc, ...]:
        """Those of all rooms, by their number."""
        return tuple(sorted((a for own in self.arcs for a in own), key=lambda a: a.number))

    @cached_property
    def backward(self) -> tuple[tuple[Arc, ...], ...]:
        """The arcs into each room."""
        into: list[list[Arc]] = [[] for _ in self.arcs]
        for arc in self.all_arcs:
            into[arc.target].append(arc)
        return tuple(map(tuple, into))

    def names(self, words: int) -> list[str]:
        """The words of a set."""
        return [word for place, word in enumerate(self.words) if words >> place & 1]

    def where(self, arc: Arc) -> str:
        """A link as messages name it."""
        room = self.problem.rooms[arc.source]
        return f"the exit {self.problem.links[arc.number].exit!r} of {room}"

    @cached_property
    def optimistic(self) -> int:
        """The rooms that could be reached if every way were open."""
        everything = (1 << len(self.words)) - 1
        return self.reached(self.start, everything, (1 << len(self.locks)) - 1)

    def reached(self, start: int, words: int, opened: int) -> int:
        """The rooms that can be reached from one with these words and open locks."""
        seen, stack = 1 << start, [start]
        while stack:
            for _, target, needs, lock, _ in self.arcs[stack.pop()]:
                if not seen >> target & 1 and not needs & ~words and not lock & ~opened:
                    seen |= 1 << target
                    stack.append(target)
        return seen

    def returning(self, start: int, words: int, opened: int) -> int:
        """The rooms from which one can be reached with these words and open locks."""
        seen, stack = 1 << start, [start]
        while stack:
            for source, _, needs, lock, _ in self.backward[stack.pop()]:
                if not seen >> source & 1 and not needs & ~words and not lock & ~opened:
                    seen |= 1 << source
                    stack.append(source)
        return seen


def number(problem: Problem, solved: Mapping[str, bool]) -> Net:
    """The net of a sound problem.

    Puzzles that are not known to be solvable give nothing, and what nothing needs is left out.
    """
    wanted = {word for link in problem.links for word in link.needs}
    wanted |= {word for room in problem.rooms for give in room.gives for word in give.needs}
    index = {room.id: number for number, room in enumerate(problem.rooms)}
    named: dict[str, int] = {}

    def bits(words: Collection[str]) -> int:
        found = 0
        for word in words:
            if word != SMALL_KEY:
                found |= 1 << named.setdefault(word, len(named))
        return found

    locks: dict[object, list[int]] = {}
    arcs: list[list[Arc]] = [[] for _ in problem.rooms]
    for number, link in enumerate(problem.links):
        lock = 0
        if link.consumes:
            key = ("link", number) if link.door is None else ("door", link.door)
            own = locks.setdefault(key, [])
            own.append(number)
            lock = 1 << list(locks).index(key)
        source, target = index[link.source], index[link.target]
        arcs[source].append(Arc(source, target, bits(link.needs), lock, number))
    gifts: list[tuple[NeededPickup, ...]] = []
    count = 0
    for place, room in enumerate(problem.rooms):
        own_gifts = []
        for give in room.gives:
            if give.what in wanted and can_be_had(give.what, solved):
                word, needs = bits((give.what,)), bits(give.needs)
                own_gifts.append(NeededPickup(place, word, needs, 1 << count, give))
                count += 1
        gifts.append(tuple(own_gifts))
    return Net(
        problem=problem,
        start=index[problem.start],
        goal=index[problem.goal],
        words=tuple(named),
        gifts=tuple(gifts),
        arcs=tuple(map(tuple, arcs)),
        locks=tuple(map(tuple, locks.values())),
    )


def can_be_had(what: str, solved: Mapping[str, bool]) -> bool:
    """A puzzle counts only with its verdict."""
    kind, _, identity = what.partition(":")
    return kind != "puzzle" or bool(solved.get(identity, False))
