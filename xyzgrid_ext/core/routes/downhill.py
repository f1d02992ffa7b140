"""The shortest path in a small world, read from a table of costs.

    3 2 1 0       row of a goal: what it costs from each room, if every exit were open.
    4 3 2 1       From room to room, the first listed exit is taken behind which exactly the
    @ 4 3 2       rest of the cost is left

Such a route is the shortest one for everybody who may use its exits. Where this walker may not, or
an exit is closed, `around` searches with the rows as the least that is left (A*). Locks and closed
doors leave the rows valid, because they only make ways longer; exits and maps that come or go have
them made again.

Rows are made for some goals at a time with array operations, when a second route to one of them is
asked for. They take one byte for each pair of rooms, or two if a way costs more than 254. Before
that, and where rows would take too much, `around` makes as much of one row as one route needs.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import Any

import numpy as np

from xyzgrid_ext.core.grid import LinkFlag, locate
from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.routes.model import Gate, Room, Route, RouteStep
from xyzgrid_ext.core.routes.table import rank_of
from xyzgrid_ext.core.routes.world import World

_BLOCK = 64  # goals, and fewer in large worlds,
_MOST_COSTS = 1 << 16  # so that their costs fit into the processor's cache
_MOST_ROUNDS = 100_000  # rooms times rounds for a block: at most about 15 milliseconds
_MOST_BYTES = 6_000_000  # of all rows
_MOST_ENTERED = 400  # rooms: about a millisecond
_FAR = 1 << 15  # more than any way costs; and twice as much still fits into two bytes
_NO_ROUTE = int(LinkFlag.NO_ROUTE)
MayEnter = Callable[[Room], bool] | None
"""Whether a room may be entered; None if all may."""
_Way = tuple[int, float, RouteStep, bool]
"""The next room of the world, the weight, the step, and whether the map opens it to everybody."""
_Reader = Callable[[int], Iterable[_Way]]
_Row = Sequence[float]
_Layer = tuple[Ints, Ints, Any]
"""Links as columns: where they begin, where they end, and their weights as (n, 1)."""


class Downhill:
    """The costs between the rooms of one world, and the exits that lead to lower costs."""

    def __init__(self, world: World) -> None:
        self._world, self._shape, self._block = world, -1, 1
        self._rows: dict[int, _Row | None] = {}
        self._asked: set[int] = set()  # first goals of the blocks that were asked for
        self._ways: dict[int, list[_Way]] = {}
        self._rooms: dict[int, Room] = {}
        self._layers: list[_Layer] = []

    def route(self, ends: tuple[int, int], gate: Gate, may_enter: MayEnter) -> Route | None:
        """Return the shortest route between two rooms of the world; None if no row shows it.

        Args:
            ends: the start and the goal, as rooms of the world.
            gate: whether a portal may be used.
            may_enter: whether a room may be entered; None if all may.

        """
        goal = ends[1]
        if self._shape != self._world.shape:
            self._forget()
        if (row := self._rows.get(goal)) is None:
            first = goal - goal % self._block
            if first not in self._asked:
                self._asked.add(first)
                return None
            row = self._row_of(goal)
        return None if row is None else self._down(row, ends, gate, may_enter, self._read)

    def _down(
        self, row: _Row, ends: tuple[int, int], gate: Gate, may_enter: MayEnter, read: _Reader
    ) -> Route | None:
        here, goal = ends
        rest, ways, as_drawn = row[here], self._ways, not self._world.changed
        steps, cost = list[RouteStep](), float(rest)
        while here != goal:
            for there, weight, step, free in ways.get(here) or read(here):
                if (
                    (left := row[there]) + weight == rest
                    and left < rest  # a weight may be lost by rounding
                    and ((free and as_drawn) or self._is_open(step, gate))
                    and (may_enter is None or may_enter(step.target))
                ):
                    steps.append(step)
                    here, rest = there, left
                    break
            else:
                return None
        return Route(tuple(steps), cost)

    def around(self, ends: tuple[int, int], gate: Gate, may_enter: MayEnter) -> Route | None:
        """Search for the shortest route; None if some hundred rooms do not show it.

        Args: see `route`.

        """
        start, goal = ends
        if self._rows.get(goal) is None and not self._world.changed:
            part = self._part_of_row(start, goal)
            # many routes are asked for once: only where rows take too much, the exits are kept
            read = self._read if goal in self._rows else self._listed
            route = self._down(part, ends, gate, may_enter, read)
            if route is not None:
                return route
        row, ways, entered = self._row_of(goal), self._ways, 0
        if row is None:
            return None
        cost, before = {start: 0.0}, dict[int, tuple[int, RouteStep]]()
        # numbered, so that of equally short ways the one listed first is taken, as in `route`
        waiting, number = [(float(row[start]), 0.0, 0, start)], 0
        while waiting and entered < _MOST_ENTERED:
            _, minus, _, here = heapq.heappop(waiting)
            if here == goal:
                return Route(_steps(before, goal), -minus)
            if -minus > cost[here]:
                continue
            entered += 1
            for there, weight, step, _ in ways[here] if here in ways else self._read(here):
                total = weight - minus
                if (
                    total < cost.get(there, inf)
                    and self._is_open(step, gate)
                    and (may_enter is None or may_enter(step.target))
                ):
                    cost[there], before[there] = total, (here, step)
                    number += 1
                    heapq.heappush(waiting, (total + row[there], -total, number, there))
        return None

    def _row_of(self, goal: int) -> _Row | None:
        """Return the costs from each room to a goal; None where there is no table."""
        return self._rows[goal] if goal in self._rows else self._make(goal)

    def _forget(self) -> None:
        """Forget everything, since exits or maps have come or gone."""
        self._shape = self._world.shape
        self._block = max(1, min(_BLOCK, _MOST_COSTS // self._world.columns.rows))
        for kept in (self._layers, self._rows, self._ways, self._rooms, self._asked):
            kept.clear()

    def _part_of_row(self, start: int, goal: int) -> _Row:
        """Return the costs from all rooms that are nearer to a goal than the start, and from it."""
        world, columns = self._world, self._world.columns
        rooms, has_portal = columns.back.tolist(), columns.ends.tolist()
        row = [inf] * columns.rows
        row[goal] = cost = 0.0
        if columns.uniform:
            ring = [goal]
            while ring and row[start] == inf:
                cost, near, ring = cost + columns.lightest, ring, []
                for here in near:
                    if has_portal[here]:
                        rooms[here] += [there for there, _, _ in world.edges_to(here)]
                    for there in rooms[here]:
                        if row[there] == inf:
                            row[there] = cost
                            ring.append(there)
            return row
        weights, waiting = columns.back_weight.tolist(), [(cost, goal)]
        while waiting:
            cost, here = heapq.heappop(waiting)
            if here == start:
                break
            if cost > row[here]:
                continue
            ways = list(zip(rooms[here], weights[here], strict=True))
            if has_portal[here]:
                ways += [(there, weight) for there, weight, _ in world.edges_to(here)]
            for there, weight in ways:
                if cost + weight < row[there]:
                    row[there] = cost + weight
                    heapq.heappush(waiting, (row[there], there))
        return row

    def _is_open(self, step: RouteStep, gate: Gate) -> bool:
        """Whether the walker may use an exit now."""
        portal = self._world.portal(step.source, step.link)
        if portal is None:
            return step.link >= 0 and (step.source[0], step.link) not in self._world.changed
        return gate(portal)

    def _read(self, number: int) -> list[_Way]:
        """Return the exits of a room, and keep them for other routes."""
        self._ways[number] = found = list(self._listed(number))
        return found

    def _listed(self, number: int) -> Iterator[_Way]:
        """Yield the exits of a room, as listed; those opened in the game come last."""
        world, rooms = self._world, self._rooms
        source = key, room = self._room(number)
        first, targets, weights, flags = world.links(key)
        begin, _ = world.span(key)
        for link in range(first[room], first[room + 1]):
            if flags[link] & _NO_ROUTE:
                continue
            if (target := targets[link]) >= 0:
                there = begin + target
                goal = rooms.get(there) or rooms.setdefault(there, (key, target))
            elif (far := locate(world.grids[key].outside[link], world.grids)) is not None:
                goal = self._room(there := world.number(far))
            else:
                continue
            weight = weights[link]
            # costs are added and compared many times, faster as whole numbers
            weight = int(weight) if weight.is_integer() else weight
            yield there, weight, RouteStep(source, link, goal), world.is_plain(key, link)
        for there, weight, portal in world.edges_from(number):
            if portal.link < 0:
                yield there, weight, RouteStep(source, portal.link, self._room(there)), False

    def _room(self, number: int) -> Room:
        """Return a room of the world as the one value that all steps share."""
        if number not in self._rooms:
            self._rooms[number] = self._world.room(number)
        return self._rooms[number]

    def _make(self, goal: int) -> _Row | None:
        """Make the rows of a goal and its neighbours; None where that takes too much."""
        columns = self._world.columns
        costs: Any = None
        first = goal - goal % self._block
        goals = range(first, min(first + self._block, columns.rows))
        self._layers = self._layers or list(_layers(self._world))
        if columns.whole and columns.rows * columns.heaviest < _FAR:
            costs = _costs(self._layers, columns.rows, goals, _FAR)
            if costs is not None and costs[costs < _FAR].max() < 255:
                costs = np.minimum(costs, 255).astype(np.uint8)
        elif columns.rows**2 * 8 <= _MOST_BYTES:
            costs = _costs(self._layers, columns.rows, goals, np.inf)
        kept = costs is not None and columns.rows**2 * costs.itemsize <= _MOST_BYTES
        for at, one in enumerate(goals):
            self._rows[one] = _row(costs[:, at]) if kept else None
        return self._rows[goal]


def _steps(before: dict[int, tuple[int, RouteStep]], number: int) -> tuple[RouteStep, ...]:
    found = []
    while number in before:
        number, step = before[number]
        found.append(step)
    return tuple(found[::-1])


def _row(costs: Any) -> _Row:
    """Return costs as what is read one by one in the least time and memory."""
    row: _Row = costs.tobytes() if costs.itemsize == 1 else costs.copy().data
    return row


def _costs(layers: Iterable[_Layer], rows: int, goals: range, far: float) -> Any:
    """Return (rows, goals): the costs to some goals, `far` where no way leads there.

    Costs are lowered until none changes; None if that takes too many rounds.
    """
    kind = np.dtype(np.float64 if far == np.inf else np.uint16)
    costs = np.full((rows, len(goals)), far, kind)
    costs[goals, np.arange(len(goals))] = 0
    layers = [(here, there, weight.astype(kind)) for here, there, weight in layers]
    for _ in range(_MOST_ROUNDS // rows):
        before = costs.copy()
        for here, there, weight in layers:
            costs[here] = np.minimum(costs[here], costs.take(there, axis=0) + weight)
        if np.array_equal(before, costs):
            return costs
    return None


def _layers(world: World) -> Iterator[_Layer]:
    """Yield all links, whatever they need, in parts in which each room has one link at most."""
    links = []
    for key, grid in world.grids.items():
        begin, _ = world.span(key)
        may = (grid.target >= 0) & ((grid.link_flags & _NO_ROUTE) == 0)
        links.append((grid.source[may] + begin, grid.target[may] + begin, grid.weight[may]))
        others = [
            (begin + int(grid.source[link]), world.number(there), grid.weight[link])
            for link in grid.outside
            if not grid.link_flags[link] & _NO_ROUTE
            and (there := locate(grid.outside[link], world.grids)) is not None
        ]
        others += [
            (world.number(portal.source), world.number(portal.target), portal.weight)
            for portal in world.portals(key)
            if portal.link < 0 and portal.source[0] == key
        ]
        if others:
            here, there, weight = zip(*others, strict=True)
            links.append((np.array(here), np.array(there), np.array(weight)))
    source, target, weights = (np.concatenate(column) for column in zip(*links, strict=True))
    rank = rank_of(source, world.columns.rows)
    for number in range(int(rank.max(initial=-1)) + 1):
        part = rank == number
        yield source[part], target[part], weights[part][:, None]
