"""The figures for comparing dungeons.

Source of the columns: the table of the specification, where human-made dungeons were measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from xyzgrid_ext.parts.proof.core.problem import BIG_KEY, SMALL_KEY, Problem, RoomId
from xyzgrid_ext.parts.proof.core.walk import Action


class Metrics(NamedTuple):
    """Figures of one dungeon, or the mean of many.

    Attributes:
        doors: connections of two rooms, locked or not; both directions count once.
        cycles: doors beyond `rooms` - 1, the least that join all rooms.
        dead_ends: rooms with one connection, except the start.
        keys: small keys and big keys.
        key_doors, item_doors: doors that need a key or an item.
        one_way: connections that lead in one direction.
        walk: steps from room to room on a shortest route to the goal.
        rewalked: how many of these steps enter a room again.
        coverage: the percentage of all rooms that are on this way.
    """

    rooms: float
    doors: float
    cycles: float
    dead_ends: float
    keys: float
    key_doors: float
    item_doors: float
    one_way: float
    walk: float
    rewalked: float
    coverage: float


@dataclass(frozen=True)
class Band:
    """The range, `low` to `high`, for the mean of one figure of `Metrics` over many dungeons.

    To compare: `human`, the mean of dungeons that designers made, and `metazelda`, the mean of
    another generator; None if not known.
    """

    title: str
    human: float | None
    low: float
    high: float
    metazelda: float | None = None


BANDS: dict[str, Band] = {
    "rooms": Band("rooms", 33.7, 30, 38, 34),
    "doors": Band("doors", 36.4, 34, 42, 38.2),
    "cycles": Band("cycles", 3.8, 2, 6, 5.3),
    "dead_ends": Band("dead ends", 7.2, 5, 10, 8.5),
    "keys": Band("keys", 4.2, 3, 6, 4),
    "key_doors": Band("key doors", 4.5, 3, 6),
    "item_doors": Band("item doors", 1.4, 1, 4),
    "one_way": Band("one-way", 3.2, 1, 5),
    "walk": Band("optimal walk", 20.5, 15, 35),
    "rewalked": Band("rooms re-walked", 3.7, 1, 12, 5.3),
    "coverage": Band("coverage %", 56, 45, 75),
}
"""The ranges of the figures, by their names in `Metrics`."""


def connections(problem: Problem) -> list[tuple[int, ...]]:
    """Return each connection of two rooms as the indices in `problem.links` of its links.

    Links are one connection if they have the same `door`. So are two opposite links without a door
    that have equal needs and take no small key.
    """
    by_key: dict[object, list[int]] = {}
    open_pairs: dict[tuple[RoomId, RoomId, frozenset[str]], list[object]] = {}
    for number, link in enumerate(problem.links):
        if link.door is not None:
            by_key.setdefault(("door", link.door), []).append(number)
            continue
        needs = frozenset(link.needs)
        partner = open_pairs.get((link.target, link.source, needs))
        if partner and not link.consumes:
            by_key[partner.pop(0)].append(number)
            continue
        key = ("link", number)
        by_key[key] = [number]
        open_pairs.setdefault((link.source, link.target, needs), []).append(key)
    return [tuple(numbers) for numbers in by_key.values()]


def measure(problem: Problem, walk: tuple[Action, ...]) -> Metrics:
    """Return the figures of a dungeon; `walk` is one of its shortest walkthroughs."""
    joined = connections(problem)
    links = [problem.links[numbers[0]] for numbers in joined]
    needs = [{w for n in numbers for w in problem.links[n].needs} for numbers in joined]
    degree = dict.fromkeys((room.id for room in problem.rooms), 0)
    for link in links:
        for end in {link.source, link.target}:
            degree[end] += 1
    trodden = [problem.start, *(step.to for step in walk if step.do == "go")]
    keys = (SMALL_KEY, BIG_KEY)
    return Metrics(
        rooms=len(problem.rooms),
        doors=len(joined),
        cycles=len(joined) - len(problem.rooms) + 1,
        dead_ends=sum(count == 1 for room, count in degree.items() if room != problem.start),
        keys=sum(give.what in keys for room in problem.rooms for give in room.gives),
        key_doors=sum(bool(words & set(keys)) for words in needs),
        item_doors=sum(any(word.startswith("item:") for word in words) for words in needs),
        one_way=sum(len(numbers) == 1 for numbers in joined),
        walk=len(trodden) - 1,
        rewalked=len(trodden) - len(set(trodden)),
        coverage=round(100 * len(set(trodden)) / len(problem.rooms), 1),
    )
