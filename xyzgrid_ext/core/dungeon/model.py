"""The dungeon: rooms that hold something and links that need something, as one value.

    dungeon = generate(Parameters(seed=7, tier=3, floors=2), catalogue)
    dungeon.as_data()      all that a stranger needs to prove it again
    dungeon.problem()      the same for the prover
    to_grid(dungeon)       a map like any other

A room's number is its row in the grid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.dungeon.parameters import Parameters
from xyzgrid_ext.core.dungeon.prove import Certificate, Link, Pickup, Problem, ProblemRoom
from xyzgrid_ext.core.masks import Mask

# what an exit is called: key and aliases
WAYS: Mapping[Direction | None, tuple[str, tuple[str, ...]]] = {
    Direction.UP: ("north", ("n",)),
    Direction.DOWN: ("south", ("s",)),
    Direction.RIGHT: ("east", ("e",)),
    Direction.LEFT: ("west", ("w",)),
    Direction.FORWARD: ("up", ("u",)),
    Direction.BACKWARD: ("down", ("d",)),
    None: ("wormhole", ("wh",)),
}


@dataclass(frozen=True)
class Furnished:
    """A room: what it holds, what stands in it, and what that takes.

    `holds` is start, goal, boss, item, bigkey, smallkey, map, compass, fairy, end or "".
    `components` are names of the catalogue in the order in which they were placed. `depth` counts
    rooms from the entrance.
    """

    coord: Coord
    holds: str
    depth: int
    mask: Mask
    components: tuple[str, ...]
    gives: tuple[Pickup, ...]
    title: str
    text: str


@dataclass(frozen=True)
class Passage:
    """A directed link between rooms, by number. `door` is shared by both directions of one door."""

    source: int
    target: int
    direction: Direction | None  # None: a wormhole
    needs: tuple[str, ...]
    door: str

    @property
    def exit(self) -> str:
        """The name of the exit."""
        return WAYS[self.direction][0]

    @property
    def consumes(self) -> bool:
        """Whether a small key is spent on it."""
        return "smallkey" in self.needs


@dataclass(frozen=True)
class Puzzle:
    """What opens a puzzle: a board, which a solver has solved, or an answer."""

    board: str = ""
    answers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Dungeon:
    """A finished dungeon; two of the same parameters and catalogue are equal, and print the same.

    `item` lies in its big chest, `brought` are items that hang at the entrance for those who come
    without. `attempt` is the number of the attempt that succeeded, from 0.
    """

    parameters: Parameters
    item: str
    brought: tuple[str, ...]
    rooms: tuple[Furnished, ...]
    links: tuple[Passage, ...]
    puzzles: Mapping[str, Puzzle] = field(default_factory=dict)
    attempt: int = 0
    certificate: Certificate | None = None

    @property
    def name(self) -> str:
        """What messages call it."""
        own = self.parameters
        return f"dungeon {own.seed}/{own.tier}/{own.floors}"

    @cached_property
    def start(self) -> int:
        """The number of the room behind the entrance."""
        return next(n for n, room in enumerate(self.rooms) if room.holds == "start")

    @cached_property
    def goal(self) -> int:
        """The number of the last room."""
        return next(n for n, room in enumerate(self.rooms) if room.holds == "goal")

    @cached_property
    def _links_of(self) -> tuple[tuple[Passage, ...], ...]:
        found: list[list[Passage]] = [[] for _ in self.rooms]
        for link in self.links:
            found[link.source].append(link)
        return tuple(map(tuple, found))

    def links_of(self, room: int) -> tuple[Passage, ...]:
        """The ways out of a room."""
        return self._links_of[room]

    @property
    def solved(self) -> dict[str, bool]:
        """The verdicts: only puzzles that can be solved come into a dungeon."""
        return dict.fromkeys(self.puzzles, True)

    def problem(self) -> Problem:
        """What has to be proved."""
        return Problem(
            self.start,
            self.goal,
            tuple(
                ProblemRoom(number, room.gives, room.coord)
                for number, room in enumerate(self.rooms)
            ),
            tuple(
                Link(link.source, link.target, link.exit, link.needs, link.door, link.consumes)
                for link in self.links
            ),
            self.name,
        )

    def as_data(self) -> dict[str, Any]:
        """The dungeon as plain data, for JSON."""
        proof = self.certificate
        return {
            "name": self.name,
            "parameters": self._parameter_data(),
            "item": self.item,
            "brought": list(self.brought),
            "start": self.start,
            "goal": self.goal,
            "rooms": [self._room_data(number) for number in range(len(self.rooms))],
            "links": [
                {
                    "source": link.source,
                    "target": link.target,
                    "exit": link.exit,
                    "needs": list(link.needs),
                    "door": link.door,
                    "consumes": link.consumes,
                }
                for link in self.links
            ],
            "puzzles": {
                name: {"board": puzzle.board, "answers": list(puzzle.answers)}
                for name, puzzle in self.puzzles.items()
            },
            "solved": self.solved,
            "certificate": None if proof is None else proof.as_data(),
        }

    def _parameter_data(self) -> dict[str, Any]:
        data = {**asdict(self.parameters), "items": list(self.parameters.items)}
        if self.parameters.generator == 1:  # whose dungeons say no version
            del data["generator"]
        return data

    def _room_data(self, number: int) -> dict[str, Any]:
        room = self.rooms[number]
        return {
            "id": number,
            "xyz": list(room.coord),
            "holds": room.holds,
            "depth": room.depth,
            "mask": str(room.mask),
            "components": list(room.components),
            "gives": [{"what": give.what, "needs": list(give.needs)} for give in room.gives],
            "title": room.title,
            "text": room.text,
        }
