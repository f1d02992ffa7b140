"""A dungeon as one value: rooms with contents, and links with needs.

    dungeon = generate(Parameters(seed=7, tier=3, floors=2), catalogue)
    dungeon.as_data()      all that another program needs to prove it again
    dungeon.problem()      the same for the prover
    to_grid(dungeon)       a map like any other

A room's number is its position in the grid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.parts.dungeons.core.masks import RoomMask
from xyzgrid_ext.parts.dungeons.core.parameters import Parameters
from xyzgrid_ext.parts.proof.core import Certificate, Link, Pickup, Problem, ProblemRoom
from xyzgrid_ext.parts.proof.core.problem import SMALL_KEY

EXIT_NAMES: Mapping[Direction | None, tuple[str, tuple[str, ...]]] = {
    Direction.UP: ("north", ("n",)),
    Direction.DOWN: ("south", ("s",)),
    Direction.RIGHT: ("east", ("e",)),
    Direction.LEFT: ("west", ("w",)),
    Direction.FORWARD: ("up", ("u",)),
    Direction.BACKWARD: ("down", ("d",)),
    None: ("wormhole", ("wh",)),
}
"""The direction of an exit (None: a wormhole) -> (its name, its aliases)."""


class PlacedRoom(NamedTuple):
    """A room with its coordinate, what it holds (`item:rope` …), and the number of its zone."""

    coord: Coord
    holds: str
    zone: int


class Connection(NamedTuple):
    """A connection of two rooms, by their numbers: from `a` it leads in `direction` to `b`.

    `gate` is what it needs, as `item:rope`, or ""; `both` says that it also leads back. A wormhole
    has no direction.
    """

    a: int
    b: int
    direction: Direction | None
    gate: str = ""
    both: bool = True


@dataclass(frozen=True)
class Layout:
    """The placed rooms (`spots`), sorted by coordinate, and their connections (`joins`)."""

    spots: tuple[PlacedRoom, ...]
    joins: tuple[Connection, ...]


class NoPlaceError(MapError):
    """Raised when an attempt finds no place for a room."""


@dataclass(frozen=True)
class FurnishedRoom:
    """A room with its components and texts.

    Attributes:
        holds: start, goal, boss, item, find (an item that needs no big key), bigkey, smallkey, map,
            compass, fairy, end or "".
        depth: its distance from the entrance, in rooms.
        mask: the doors and slots that its components take.
        components: their names in the catalogue, in the order of placing.
        gives: its pickups.
        texts: (index in `components`, sentence), in the order of the description.
    """

    coord: Coord
    holds: str
    depth: int
    mask: RoomMask
    components: tuple[str, ...]
    gives: tuple[Pickup, ...]
    title: str
    texts: tuple[tuple[int, str], ...]

    @property
    def text(self) -> str:
        """The description: the sentences of `texts`, joined."""
        return " ".join(text for _component, text in self.texts)


class Passage(NamedTuple):
    """A link from room `source` to room `target`, by their numbers.

    `needs` are words (`item:rope`); `door` is an id, such as "d3", that the way back shares.
    """

    source: int
    target: int
    direction: Direction | None  # None: a wormhole
    needs: tuple[str, ...]
    door: str

    @property
    def exit(self) -> str:
        """The name of the exit."""
        return EXIT_NAMES[self.direction][0]

    @property
    def consumes(self) -> bool:
        """Whether the exit uses up a small key."""
        return SMALL_KEY in self.needs


@dataclass(frozen=True)
class PuzzleSolution:
    """How players solve a puzzle: by a `board`, such as `boxes:3`, or by one of the `answers`."""

    board: str = ""
    answers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Contents:
    """All furnished rooms of a dungeon, and the solution of each puzzle by its id."""

    rooms: tuple[FurnishedRoom, ...]
    puzzles: Mapping[str, PuzzleSolution]


@dataclass(frozen=True)
class Dungeon:
    """A finished dungeon; equal parameters and catalogues give equal dungeons.

    Attributes:
        item: the item in its big chest.
        spots: the rooms with their coordinates, in the order of their numbers.
        gives: the pickups of each room, in the same order.
        contents: the furnished rooms, made on demand.
        attempt: the number of the attempt that succeeded, from 0.
        rules: the names of the rules that made the mission.
    """

    parameters: Parameters
    item: str
    spots: tuple[PlacedRoom, ...]
    gives: tuple[tuple[Pickup, ...], ...]
    links: tuple[Passage, ...]
    contents: Contents = field(compare=False, repr=False)
    attempt: int = 0
    rules: tuple[str, ...] = ()
    certificate: Certificate | None = None

    @property
    def name(self) -> str:
        """The name of the dungeon in messages."""
        parameters = self.parameters
        return f"dungeon {parameters.seed}/{parameters.tier}/{parameters.floors}"

    @property
    def rooms(self) -> tuple[FurnishedRoom, ...]:
        """The furnished rooms, in the order of their numbers."""
        return self.contents.rooms

    @property
    def puzzles(self) -> Mapping[str, PuzzleSolution]:
        """The solution of each puzzle, by its id (the ID in `puzzle:ID`)."""
        return self.contents.puzzles

    @cached_property
    def start(self) -> int:
        """The number of the room at the entrance."""
        return next(n for n, spot in enumerate(self.spots) if spot.holds == "start")

    @cached_property
    def goal(self) -> int:
        """The number of the goal room."""
        return next(n for n, spot in enumerate(self.spots) if spot.holds == "goal")

    @cached_property
    def _links_of(self) -> tuple[tuple[Passage, ...], ...]:
        by_room: list[list[Passage]] = [[] for _ in self.spots]
        for link in self.links:
            by_room[link.source].append(link)
        return tuple(map(tuple, by_room))

    def links_of(self, room: int) -> tuple[Passage, ...]:
        """Return the links that lead out of the room with the number `room`."""
        return self._links_of[room]

    @property
    def solvable(self) -> dict[str, bool]:
        """The id of each puzzle -> True, for `prove`: none is placed that cannot be solved."""
        words = (give.what.partition(":") for gives in self.gives for give in gives)
        return {identity: True for kind, _colon, identity in words if kind == "puzzle"}

    def problem(self) -> Problem:
        """Return the dungeon as a Problem, which the prover reads."""
        return Problem(
            self.start,
            self.goal,
            tuple(
                ProblemRoom(number, gives, spot.coord)
                for number, (spot, gives) in enumerate(zip(self.spots, self.gives, strict=True))
            ),
            tuple(
                [
                    Link(source, target, EXIT_NAMES[direction][0], needs, door, SMALL_KEY in needs)
                    for source, target, direction, needs, door in self.links
                ]
            ),
            self.name,
        )

    def as_data(self) -> dict[str, Any]:
        """Return the dungeon as plain data, for JSON."""
        proof = self.certificate
        return {
            "name": self.name,
            "parameters": {**asdict(self.parameters), "items": list(self.parameters.items)},
            "item": self.item,
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
            "solved": self.solvable,
            "certificate": None
            if proof is None
            else {**proof.as_data(), "rules": list(self.rules)},
        }

    def _room_data(self, number: int) -> dict[str, object]:
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
