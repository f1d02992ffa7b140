"""The shortest walkthrough from the start to the goal, with all actions on it.

It is an A* search over (room, pickups taken, locks opened). The estimate is the longest detour to
something that the goal surely needs. Pickups are taken on entering a room: that costs no step and
never harms.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from xyzgrid_ext.core.dungeon.prove.net import Arc, NeededPickup, Net
from xyzgrid_ext.core.dungeon.prove.problem import RoomId

_FAR = 1 << 30


class Action(NamedTuple):
    """An action: `go` through an exit, `take` a pickup, or `open` an exit with a small key.

    `word` is the name of the exit or of the pickup; `puzzle:ID` and `kill:ID` are taken by solving
    and by winning. `room` is where the action happens, `to` is the room after it.
    """

    do: str
    word: str
    room: RoomId
    to: RoomId


class _Node(NamedTuple):
    room: int
    taken: int
    opened: int


def shortest_walk(net: Net) -> tuple[Action, ...] | None:
    """Return the actions of a shortest walkthrough; None if there is none."""
    estimate = _Estimate(net)
    first = _Node(net.start, _taken(net, net.start, 0), 0)
    best = {first: 0}
    came: dict[_Node, tuple[_Node, Arc]] = {}
    queue = [(estimate.of(first), 0, first)]
    done: set[_Node] = set()
    while queue:
        _, minus_steps, node = heappop(queue)
        if node in done:
            continue
        done.add(node)
        if node.room == net.goal:
            return tuple(_steps(net, node, came))
        for arc, after in _moves(net, node):
            steps = 1 - minus_steps
            if steps < best.get(after, _FAR):
                best[after] = steps
                came[after] = (node, arc)
                ahead = estimate.of(after)
                if ahead < _FAR:
                    # of equal promise, the one that has come furthest
                    heappush(queue, (steps + ahead, -steps, after))
    return None


def _moves(net: Net, node: _Node) -> Iterator[tuple[Arc, _Node]]:
    words, keys = net.held(node.taken)
    keys -= node.opened.bit_count()
    for arc in net.arcs[node.room]:
        opened = node.opened
        if arc.needs & ~words:
            continue
        if arc.lock & ~opened:
            if keys < 1:
                continue
            opened |= arc.lock
        yield arc, _Node(arc.target, _taken(net, arc.target, node.taken), opened)


def _taken(net: Net, room: int, taken: int) -> int:
    """Return the words held after entering a room; its pickups may need one another."""
    while more := _first_gift(net, room, taken):
        taken |= more.bit
    return taken


def _first_gift(net: Net, room: int, taken: int) -> NeededPickup | None:
    for gift in net.gifts[room]:
        if not gift.bit & taken and not gift.needs & ~net.held(taken)[0]:
            return gift
    return None


def _steps(net: Net, last: _Node, came: dict[_Node, tuple[_Node, Arc]]) -> list[Action]:
    trail: list[tuple[_Node, Arc, _Node]] = []
    node = last
    while node in came:
        before, arc = came[node]
        trail.append((before, arc, node))
        node = before
    problem = net.problem
    steps = list(_takes(net, node.room, 0, node.taken))
    for before, arc, after in reversed(trail):
        room, to = problem.rooms[arc.source].id, problem.rooms[arc.target].id
        name = problem.links[arc.number].exit
        if after.opened != before.opened:
            steps.append(Action("open", name, room, room))
        steps.append(Action("go", name, room, to))
        steps += _takes(net, after.room, before.taken, after.taken)
    return steps


def _takes(net: Net, room: int, before: int, after: int) -> Iterator[Action]:
    place = net.problem.rooms[room].id
    while before != after:
        gift = _first_gift(net, room, before)
        assert gift is not None  # it was taken here
        before |= gift.bit
        yield Action("take", gift.give.what, place, place)


class _Estimate:
    """A lower bound of the remaining steps, as if every door were open."""

    def __init__(self, net: Net) -> None:
        self.to_goal = _distances(net, net.goal)
        # what every way to the goal needs and only one room gives: (bit, steps to it, steps on)
        self.needed = [
            (gift.bit, _distances(net, gift.room), self.to_goal[gift.room])
            for gift in _surely_needed(net)
        ]
        self.known: dict[tuple[int, int], int] = {}

    def of(self, node: _Node) -> int:
        key = (node.room, node.taken)
        if key not in self.known:
            missing = [
                to_it[node.room] + on for bit, to_it, on in self.needed if not bit & node.taken
            ]
            self.known[key] = max([self.to_goal[node.room], *missing])
        return self.known[key]


def _distances(net: Net, goal: int) -> list[int]:
    """Return the least number of steps from each room to the goal, through all doors."""
    steps = [_FAR] * net.rooms
    steps[goal] = 0
    layer = [goal]
    while layer:
        layer = [arc.source for room in layer for arc in net.backward[room] if _nearer(steps, arc)]
    return steps


def _nearer(steps: list[int], arc: Arc) -> bool:
    if steps[arc.source] < _FAR:
        return False
    steps[arc.source] = steps[arc.target] + 1
    return True


def _surely_needed(net: Net) -> list[NeededPickup]:
    """Return the pickups that the goal needs even if small keys cost nothing."""
    every_lock = (1 << len(net.locks)) - 1
    found = []
    for gift in net.all_gifts:
        if not gift.word:
            continue
        words = before = 0
        reached = net.reached(net.start, words, every_lock)
        while True:
            for other in net.all_gifts:
                if other is not gift and reached >> other.room & 1 and not other.needs & ~words:
                    words |= other.word
            reached = net.reached(net.start, words, every_lock)
            if words == before:
                break
            before = words
        if not reached >> net.goal & 1:
            found.append(gift)
    return found
