"""The shortest walkthrough from the start to the goal, with all actions on it.

It is an A* search over (room, pickups taken, locks opened). The estimate is the longest detour to
something that the goal surely needs. In large dungeons it is the longest way to several of these
that can only be had one after the other. Pickups are taken on entering a room: that costs no step
and never harms.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from xyzgrid_ext.parts.proof.core.graph import Arc, ProblemGraph, UsefulPickup
from xyzgrid_ext.parts.proof.core.problem import RoomId

_FAR = 1 << 30
_QUICK = 4_000  # nodes, a twentieth of a second; dungeons of 34 rooms need a hundred


class Action(NamedTuple):
    """An action in a walkthrough.

    Attributes:
        do: `go` through an exit, `take` a pickup, or `open` an exit with a small key.
        word: the name of the exit or the pickup. Taking `puzzle:ID` means solving the puzzle,
            taking `kill:ID` winning the fight.
        room: where the action happens.
        to: the room after it.
    """

    do: str
    word: str
    room: RoomId
    to: RoomId


class _Node(NamedTuple):
    room: int
    taken: int
    opened: int


class _Found(NamedTuple):
    """The last node of a walk, its steps, and each node's predecessor."""

    last: _Node
    steps: int
    came: dict[_Node, tuple[_Node, Arc]]


class _TooManyError(Exception):
    """Raised when a search that should be quick takes too many nodes."""


def shortest_walk(graph: ProblemGraph) -> tuple[Action, ...] | None:
    """Return the actions of a shortest walkthrough; None if the goal cannot be reached.

    `graph` is one in which each room is a separate place.

    If a quick search takes too long, another one, with a better estimate, finds the length of the
    walk. Then the first is repeated, but only through nodes where that length is possible. So it
    finds the same walk: the nodes left out are on no shortest walk.
    """
    needed = _surely_needed(graph)
    order = _loose_estimate(graph, needed)
    try:
        walk = _search(graph, order, most=_QUICK)
    except _TooManyError:
        ahead = _tight_estimate(graph, needed)
        walk = _search(graph, ahead)
        if walk is not None:
            walk = _search(graph, order, within=(ahead, walk.steps))
    return None if walk is None else tuple(_steps(graph, walk.last, walk.came))


def _search(
    graph: ProblemGraph,
    estimate: _Estimate,
    within: tuple[_Estimate, int] | None = None,
    most: int | None = None,
) -> _Found | None:
    """Search with an estimate; consider only nodes on walks that may be short enough.

    Raises:
        _TooManyError: if it would take more than `most` nodes.
    """
    first = _Node(graph.start, _taken(graph, graph.start, 0), 0)
    best = {first: 0}
    came: dict[_Node, tuple[_Node, Arc]] = {}
    queue = [(estimate.of(first), 0, first)]
    done: set[_Node] = set()
    while queue:
        _, minus_steps, node = heappop(queue)
        if node in done:
            continue
        if len(done) == most:
            raise _TooManyError
        done.add(node)
        if node.room == graph.goal:
            return _Found(node, -minus_steps, came)
        steps = 1 - minus_steps
        for arc, after in _moves(graph, node):
            if steps < best.get(after, _FAR):
                best[after] = steps
                if within and steps + within[0].of(after) > within[1]:
                    continue
                came[after] = (node, arc)
                ahead = estimate.of(after)
                if ahead < _FAR:
                    # of equal promise, the one that has come furthest
                    heappush(queue, (steps + ahead, -steps, after))
    return None


def _moves(graph: ProblemGraph, node: _Node) -> Iterator[tuple[Arc, _Node]]:
    words, keys = graph.words_of(node.taken)
    keys -= node.opened.bit_count()
    for arc in graph.arcs[node.room]:
        opened = node.opened
        if arc.needs & ~words:
            continue
        if arc.lock & ~opened:
            if keys < 1:
                continue
            opened |= arc.lock
        yield arc, _Node(arc.target, _taken(graph, arc.target, node.taken), opened)


def _taken(graph: ProblemGraph, room: int, taken: int) -> int:
    """Return the words held after entering a room; its pickups may need one another."""
    while more := _first_gift(graph, room, taken):
        taken |= more.bit
    return taken


def _first_gift(graph: ProblemGraph, room: int, taken: int) -> UsefulPickup | None:
    for gift in graph.pickups[room]:
        if not gift.bit & taken and not gift.needs & ~graph.words_of(taken)[0]:
            return gift
    return None


def _steps(graph: ProblemGraph, last: _Node, came: dict[_Node, tuple[_Node, Arc]]) -> list[Action]:
    trail: list[tuple[_Node, Arc, _Node]] = []
    node = last
    while node in came:
        before, arc = came[node]
        trail.append((before, arc, node))
        node = before
    problem = graph.problem
    steps = list(_takes(graph, node.room, 0, node.taken))
    for before, arc, after in reversed(trail):
        room, to = problem.rooms[arc.source].id, problem.rooms[arc.target].id
        name = problem.links[arc.number].exit
        if after.opened != before.opened:
            steps.append(Action("open", name, room, room))
        steps.append(Action("go", name, room, to))
        steps += _takes(graph, after.room, before.taken, after.taken)
    return steps


def _takes(graph: ProblemGraph, room: int, before: int, after: int) -> Iterator[Action]:
    place = graph.problem.rooms[room].id
    while before != after:
        gift = _first_gift(graph, room, before)
        assert gift is not None  # it was taken here
        before |= gift.bit
        yield Action("take", gift.give.what, place, place)


class _Estimate:
    """A lower bound for the number of remaining steps.

    It is the length of the longest way to the goal via one of the pickups that are needed and
    missing. Each is (bit, steps to it from each room, steps from there to the goal).
    """

    def __init__(self, to_goal: list[int], needed: list[tuple[int, list[int], int]]) -> None:
        self.to_goal = to_goal
        self.needed = needed
        self.known: dict[tuple[int, int], int] = {}

    def of(self, node: _Node) -> int:
        key = (node.room, node.taken)
        if key not in self.known:
            missing = [
                to_it[node.room] + on for bit, to_it, on in self.needed if not bit & node.taken
            ]
            self.known[key] = max([self.to_goal[node.room], *missing])
        return self.known[key]


def _loose_estimate(graph: ProblemGraph, needed: list[_Needed]) -> _Estimate:
    """Return the estimate for a player for whom every door is open."""
    to_goal = _distances(graph, graph.goal)
    rows = [
        (row.gift.bit, _distances(graph, row.gift.place), to_goal[row.gift.place]) for row in needed
    ]
    return _Estimate(to_goal, rows)


def _tight_estimate(graph: ProblemGraph, needed: list[_Needed]) -> _Estimate:
    """Return the estimate for a player who takes pickups in a possible order.

    Until a pickup is taken, what it opens is closed. Afterwards those that cannot be had before it
    are still to come.
    """
    to_goal = _distances(graph, graph.goal)
    to_it = {need.gift.bit: _distances(graph, need.gift.place, need.words) for need in needed}
    after = {
        need.gift.bit: [
            other for other in needed if other is not need and not need.had & other.gift.bit
        ]
        for need in needed
    }
    onward: dict[int, int] = {}

    def on(gift: UsefulPickup) -> int:
        if gift.bit not in onward:
            ways = (to_it[o.gift.bit][gift.place] + on(o.gift) for o in after[gift.bit])
            onward[gift.bit] = max([to_goal[gift.place], *ways])
        return onward[gift.bit]

    return _Estimate(to_goal, [(o.gift.bit, to_it[o.gift.bit], on(o.gift)) for o in needed])


def _distances(graph: ProblemGraph, goal: int, words: int = -1) -> list[int]:
    """Return the least number of steps from each room to the goal.

    The way leads through all locks, and through all doors that need nothing but these words.
    """
    steps = [_FAR] * graph.place_count
    steps[goal] = 0
    layer = [goal]
    while layer:
        layer = [
            arc.source
            for room in layer
            for arc in graph.arcs_into[room]
            if not arc.needs & ~words and _nearer(steps, arc)
        ]
    return steps


def _nearer(steps: list[int], arc: Arc) -> bool:
    if steps[arc.source] < _FAR:
        return False
    steps[arc.source] = steps[arc.target] + 1
    return True


class _Needed(NamedTuple):
    """A pickup without which the goal cannot be reached, and what can be had without it."""

    gift: UsefulPickup
    words: int
    had: int  # pickups


def _surely_needed(graph: ProblemGraph) -> list[_Needed]:
    """Return the pickups that the goal needs even if small keys cost nothing."""
    every_lock = (1 << len(graph.locks)) - 1
    needs = []
    for gift in graph.all_pickups:
        if not gift.word:
            continue
        words = before = had = 0
        reached = graph.places_from(graph.start, words, every_lock)
        while True:
            for other in graph.all_pickups:
                if other is not gift and reached >> other.place & 1 and not other.needs & ~words:
                    words |= other.word
                    had |= other.bit
            reached = graph.places_from(graph.start, words, every_lock)
            if words == before:
                break
            before = words
        if not reached >> graph.goal & 1:
            needs.append(_Needed(gift, words, had))
    return needs
