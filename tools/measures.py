"""Measures of a dungeon for designers: distances of keys, nesting of locks, returns.

They use only the proof's problem and the shortest walk, so that dungeons from any generator, or
made by hand, are measured in one way.

`signature` tells mission graphs apart. In these graphs, rooms with no lock between them are one
node, and the key of a lock is joined to the lock. Equal graphs have equal signatures, so different
signatures mean different graphs (Weisfeiler and Leman, 1968). `linearity` and `leniency` span the
expressive range of a generator (Smith and Whitehead, «Analyzing the expressive range of a level
generator», 2010). `returns` simulates an exploring player, who visits the nearest unseen room,
opens every door they can, and spends a small key only when there is nothing else left to see.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from xyzgrid_ext.parts.proof.core import BANDS, Action, Band, Problem
from xyzgrid_ext.parts.proof.core.graph import ProblemGraph, graph_of_problem
from xyzgrid_ext.parts.proof.core.metrics import connections
from xyzgrid_ext.parts.proof.core.problem import SMALL_KEY, Link, RoomId

FAR = 3  # rooms from the entrance at which a small key is far
NESTED = 3  # locks, the key of each behind the one before
_ROUNDS = 6
_ROOMS = 34  # for which the bands are stated


class Measures(NamedTuple):
    """The measures of one dungeon, or the mean of many; shares are in percent.

    `far_keys`: small keys at least FAR rooms from the entrance. `locked_keys`: keys and items that
    are behind a lock. `nested`: 100 if there is a chain of at least NESTED locks, the key of each
    behind the one before. `first_items`: items in the first room. `places`: the number of doors of
    the item that opens the fewest. `seen`: items with a door that was seen before they were found.
    `locks`: all doors that need something. `returns`: 100 if an exploring player comes back to a
    lock that they have seen.
    """

    far_keys: float
    locked_keys: float
    nested: float
    first_items: float
    places: float
    seen: float
    locks: float
    returns: float
    linearity: float
    leniency: float


DESIGN: dict[str, Band] = {
    "far_keys": Band("far small keys %", None, 50, 100),
    "locked_keys": Band("locked keys %", None, 33, 100),
    "nested": Band(f"{NESTED} locks nested %", None, 50, 100),
    "first_items": Band("items at start", None, 0, 0),
    "places": Band("doors of an item", None, 2, 9),
    "seen": Band("seen before %", None, 90, 100),
    "locks": Band("locks", None, 6, 300),
    "returns": Band("who returns %", None, 60, 100),
    "linearity": Band("linearity", None, 0, 1),
    "leniency": Band("leniency", None, 0, 1),
}
"""The target ranges of the means; human dungeons were not measured."""

USUAL: dict[str, Band] = {
    **BANDS,
    "item_doors": Band("item doors", 1.4, 3, 6),
    "coverage": Band("coverage %", 56, 62, 80),
}
"""The ranges for 34 rooms: intentionally more item doors than people make."""


def bands_for(rooms: int) -> dict[str, Band]:
    """Return the ranges for a number of rooms; the counts grow with it."""
    return {
        name: band if name == "coverage" else _scaled(band, rooms) for name, band in USUAL.items()
    }


def _scaled(band: Band, rooms: int) -> Band:
    low, high = (round(end * rooms / _ROOMS, 1) for end in (band.low, band.high))
    return replace(band, low=low, high=high)


def designed(problem: Problem, solved: dict[str, bool], walk: tuple[Action, ...]) -> Measures:
    """Measure a proved dungeon; `walk` is one of its shortest walkthroughs."""
    graph = graph_of_problem(problem, solved)
    depths = _depths(problem)
    keys = [g for g in graph.all_pickups if g.give.what == "smallkey"]
    wanted = [g for g in graph.all_pickups if _is_key(g.give.what)]
    items = [g for g in wanted if _is_item(g.give.what)]
    open_to = graph.places_from(graph.start, 0, 0)
    locked = [g for g in wanted if not open_to >> g.place & 1 or g.needs]
    doors = _doors(problem)
    opened = Counter(word for _ends, words in doors for word in words if _is_item(word))
    trodden = [problem.start, *(step.to for step in walk if step.do == "go")]
    guarded = {room.id for room in problem.rooms if room.gives and any(g.needs for g in room.gives)}
    guarded |= {end for ends, _words in doors for end in ends}
    return Measures(
        far_keys=_share(sum(depths[g.room_index] >= FAR for g in keys), len(keys)),
        locked_keys=_share(len(locked), len(wanted)),
        nested=100.0 * (_nesting(graph) >= NESTED),
        first_items=sum(problem.rooms[g.room_index].id == problem.start for g in items),
        places=min((opened[g.give.what] for g in items), default=0),
        seen=_share(sum(_was_seen(problem, walk, g.give.what) for g in items), len(items)),
        locks=len(doors),
        returns=100.0 * (returns(problem, solved) > 0),
        linearity=len(set(trodden)) / len(trodden),
        leniency=1 - len(guarded) / len(problem.rooms),
    )


def _is_key(word: str) -> bool:
    return word in ("smallkey", "bigkey") or _is_item(word)


def _is_item(word: str) -> bool:
    return word.startswith("item:")


def _share(part: int, of: int) -> float:
    return 100 * part / of if of else 100.0


def _depths(problem: Problem) -> list[int]:
    """Return the distance of each room from the entrance, through all doors."""
    near = defaultdict(list)
    for link in problem.links:
        near[link.source].append(link.target)
        near[link.target].append(link.source)
    found = {problem.start: 0}
    queue = [problem.start]
    for room in queue:
        for other in near[room]:
            if other not in found:
                found[other] = found[room] + 1
                queue.append(other)
    return [found.get(room.id, 0) for room in problem.rooms]


def _doors(problem: Problem) -> list[tuple[set[RoomId], set[str]]]:
    """Return the rooms of each connection that needs something, and what it needs."""
    found = []
    for numbers in connections(problem):
        words = {word for n in numbers for word in problem.links[n].needs}
        if words:
            found.append(({problem.links[n].source for n in numbers}, words))
    return found


def _was_seen(problem: Problem, walk: tuple[Action, ...], item: str) -> bool:
    """Whether the walk passes a door of an item before it takes the item."""
    before = {link.source for link in problem.links if item in link.needs}
    passed = {problem.start}
    for step in walk:
        if step.do == "take" and step.word == item:
            break
        passed.add(step.to)
    return bool(before & passed)


Gate = tuple[int, int]  # words, lock: what has to be had, or opened with a small key


def _nesting(graph: ProblemGraph) -> int:
    """Return the length of the longest chain of locks in which each lock guards the next one's key.

    Any small key opens any lock, so the nearest locks are counted first: a player who stands
    before a lock that lies behind two others has already spent two keys.
    """
    carried = [n for n, word in enumerate(graph.words) if word == "bigkey" or _is_item(word)]
    portable = sum(1 << n for n in carried)
    gates = {(arc.needs & portable, arc.lock) for arc in graph.all_arcs}
    gates |= {(gift.needs & portable, 0) for gift in graph.all_pickups}
    gates.discard((0, 0))
    every_lock = (1 << len(graph.locks)) - 1
    without = {gate: _had_without(graph, gate[0], every_lock & ~gate[1]) for gate in sorted(gates)}
    spent = {
        arc.lock: 1
        + sum(
            not rooms >> arc.source & 1
            for (_w, lock), (_h, rooms) in without.items()
            if lock and lock != arc.lock
        )
        for arc in graph.all_arcs
        if arc.lock
    }
    behind: dict[int, list[Gate]] = {
        gift.bit: [gate for gate, (had, _rooms) in without.items() if not had & gift.bit]
        for gift in graph.all_pickups
    }
    depths: dict[int, int] = {}

    def depth(bit: int) -> int:
        if bit not in depths:
            depths[bit] = 0  # count nothing twice in a ring of locks
            depths[bit] = max((1 + opener(gate) for gate in behind[bit]), default=0)
        return depths[bit]

    def opener(gate: Gate) -> int:
        needs, lock = gate
        givers = [g for g in graph.all_pickups if (g.word & needs if needs else not g.word)]
        found = sorted(depth(g.bit) for g in givers if gate not in behind[g.bit])
        place = 0 if needs else spent[lock] - 1
        return found[min(place, len(found) - 1)] if found else 0

    keys = (g for g in graph.all_pickups if not g.word or g.word & portable)
    return max((depth(gift.bit) for gift in keys), default=0)


def _had_without(graph: ProblemGraph, needs: int, locks: int) -> tuple[int, int]:
    """Return the pickups and rooms that can be reached if nothing that needs these words opens."""
    words = had = 0
    while True:
        reached = graph.places_from(graph.start, words & ~needs, locks)
        more = had
        for gift in graph.all_pickups:
            if reached >> gift.place & 1 and not gift.needs & ~(words & ~needs):
                more |= gift.bit
                words |= gift.word
        if more == had:
            return had, reached
        had = more


def signature(problem: Problem, solved: dict[str, bool]) -> str:
    """Return a signature that is equal for mission graphs that differ only in names."""
    graph = graph_of_problem(problem, solved)
    kinds = [_kind(word) for word in graph.words]
    edges: list[tuple[int, str, int]] = []
    labels = [
        "start" if n == graph.start else "goal" if n == graph.goal else ""
        for n in range(graph.place_count)
    ]
    for gift in graph.all_pickups:
        labels[gift.place] += f" {_kind(gift.give.what)}{len(gift.give.needs)}"
    for arc in graph.all_arcs:
        if arc.source == arc.target:
            continue
        words = [n for n in range(len(kinds)) if arc.needs >> n & 1]
        edges.append(
            (
                arc.source,
                " ".join(sorted(kinds[n] for n in words)) + "k" * bool(arc.lock),
                arc.target,
            )
        )
        for gift in graph.all_pickups:
            if gift.word & arc.needs:
                edges += [(gift.place, "opens", arc.source), (gift.place, "opens to", arc.target)]
    labels = [" ".join(sorted(label.split())) for label in labels]
    for _ in range(_ROUNDS):
        near: list[list[str]] = [[] for _ in labels]
        for a, text, b in edges:
            near[a].append(f">{text}{labels[b]}")
            near[b].append(f"<{text}{labels[a]}")
        labels = [
            sha256("|".join([label, *sorted(own)]).encode()).hexdigest()
            for label, own in zip(labels, near, strict=True)
        ]
    return sha256("|".join(sorted(labels)).encode()).hexdigest()


def _kind(word: str) -> str:
    return word.partition(":")[0]


def returns(problem: Problem, solved: Mapping[str, bool]) -> int:
    """Count how often the explorer returns to a shut door before reaching the goal.

    A door counts if its key was found in another room after the door was seen.
    """
    player = _ExploringPlayer(problem, solved)
    while player.room != problem.goal and player.goes_on():
        pass
    return player.returns


class _ExploringPlayer:
    def __init__(self, problem: Problem, solved: Mapping[str, bool]) -> None:
        self.gives = {room.id: list(room.gives) for room in problem.rooms}
        self.out: dict[RoomId, list[Link]] = defaultdict(list)
        for link in problem.links:
            self.out[link.source].append(link)
        self.solved = solved
        self.words: set[str] = set()
        self.keys = 0
        self.opened: set[object] = set()
        self.seen: set[RoomId] = set()
        self.shut: set[object] = set()  # doors that he has left shut
        self.returns = 0
        self.room = problem.start
        self._enter(problem.start)

    def goes_on(self) -> bool:
        """Go to the nearest new room, through a lock if necessary; False if there is none."""
        link = self._nearest(spending=False) or self._nearest(spending=True)
        if link is None:
            return False
        door = self._door(link)
        if link.consumes and door not in self.opened:
            self.keys -= 1
            self.opened.add(door)
        if door in self.shut:
            self.returns += 1
            self.shut.remove(door)
        self.room = link.target
        self._enter(link.target)
        return True

    def _nearest(self, *, spending: bool) -> Link | None:
        queue, met = [self.room], {self.room}
        for room in queue:
            for link in self.out[room]:
                if link.target not in self.seen and self._passes(link, spending=spending):
                    return link
                known = link.target in self.seen and link.target not in met
                if known and self._passes(link, spending=False):
                    met.add(link.target)
                    queue.append(link.target)
        return None

    def _passes(self, link: Link, *, spending: bool) -> bool:
        if any(word != SMALL_KEY and word not in self.words for word in link.needs):
            return False
        free = not link.consumes or self._door(link) in self.opened
        return free or (spending and self.keys > 0)

    def _door(self, link: Link) -> object:
        return id(link) if link.door is None else link.door

    def _enter(self, room: RoomId) -> None:
        self.seen.add(room)
        while had := [g for g in self.gives[room] if self._can_have(g.what, g.needs)]:
            for give in had:
                self.gives[room].remove(give)
                if give.what == SMALL_KEY:
                    self.keys += 1
                else:
                    self.words.add(give.what)
        for link in self.out[room]:
            if not self._passes(link, spending=True):
                self.shut.add(self._door(link))

    def _can_have(self, what: str, needs: tuple[str, ...]) -> bool:
        kind, _colon, identity = what.partition(":")
        known = kind != "puzzle" or self.solved.get(identity, False)
        return known and all(word in self.words for word in needs)
