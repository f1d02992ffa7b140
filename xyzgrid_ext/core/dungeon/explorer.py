"""Simulates an exploring player, who visits the nearest unseen room and opens every door they can.

The explorer knows only what a player sees: the exits of visited rooms, the needs of these exits,
and the things they carry. They spend a small key only when there is nothing else left to see. A
«return» means coming back to a door with something that was found after seeing it. A dungeon
without returns is a mere corridor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from xyzgrid_ext.core.dungeon.prove.problem import SMALL_KEY, Link, Problem, RoomId


def returns(problem: Problem, solved: Mapping[str, bool]) -> int:
    """Count how often the explorer returns to a shut door before reaching the goal.

    A door counts if its key was found in another room after the door was seen.
    """
    player = _Player(problem, solved)
    while player.room != problem.goal and player.goes_on():
        pass
    return player.returns


class _Player:
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
