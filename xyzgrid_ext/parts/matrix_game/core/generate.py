"""Generates a matrix from a seed, with a difficulty that is checked by measuring it.

    S──o──o  o──M ~~~~~> o──o──o     One tree of rooms for each wormhole that must be taken, and
       │     │  (mouth)  │     │     one more: a trunk from where it is entered to its farthest
       o──o──o           o  o──E     room, S to M, the rest branches. The way leads from tree to
          │                          tree through the mouths, and ends at E.
          v one way
          d──d   a lost region: entered by a link of one way, or by a false wormhole, and never
          │      left; one of a single room is a trap
          d

Trees touch in space, but only wormholes join them. Then come links between neighbours of one tree
(loops), one-way links on the trunk, and slides: wormholes back to an earlier room. The number of
rooms is adjusted until `measure`, which knows nothing of how the matrix was made, finds the
requested difficulty.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.matrix.model import MAX_EDGE, Matrix
from xyzgrid_ext.core.matrix.write import write
from xyzgrid_ext.parts.matrix_game.core.difficulty import (
    LEVEL_EFFORTS,
    Difficulty,
    difficulty_lines,
    measure,
)

_ATTEMPTS = 60
_LEAST = 7  # rooms


class Recipe(NamedTuple):
    """What a matrix of one difficulty is made of.

    Attributes:
        edge: the edge of the smallest cube with enough space.
        effort: how many moves a player who draws a map should need.
        wormholes: how many must be taken on the way to the end.
        regions: how many regions of several rooms there are from which the end cannot be reached.
        traps: how many single rooms there are from which it cannot be reached.
        slides: how many wormholes lead back towards the start.
        loops: the percentage of links that are added between neighbours, making loops.
        one_way: the percentage of links on the way to the end that lead only one way.
        lost: the percentage of rooms that are in `regions`.
    """

    edge: int
    effort: int
    wormholes: int
    regions: int
    traps: int
    slides: int
    loops: int
    one_way: int
    lost: int


RECIPES = (
    Recipe(2, 12, 0, 0, 0, 0, 10, 0, 0),
    Recipe(3, 20, 0, 0, 1, 0, 12, 10, 0),
    Recipe(3, 34, 1, 0, 1, 0, 14, 12, 0),
    Recipe(3, 57, 1, 0, 2, 0, 16, 14, 0),
    Recipe(3, 95, 1, 1, 2, 1, 18, 16, 8),
    Recipe(4, 160, 2, 1, 2, 1, 20, 18, 9),
    Recipe(4, 270, 2, 2, 3, 2, 22, 20, 10),
    Recipe(5, 450, 3, 2, 4, 3, 24, 22, 12),
    Recipe(6, 760, 3, 3, 6, 4, 26, 24, 14),
    Recipe(7, 1280, 4, 4, 8, 5, 28, 26, 16),
)
"""The recipe of each difficulty, from 1 on."""


class GeneratedMatrix(NamedTuple):
    """A generated matrix, its measured difficulty, and the text of its `.matrix` file."""

    matrix: Matrix
    difficulty: Difficulty
    text: str


def generate(edge: int, difficulty: int, seed: int | str = 1) -> GeneratedMatrix:
    """Make a matrix whose measured difficulty is the given one, the same on every machine.

    Args:
        edge: the number of nodes along an edge of the cube.
        difficulty: from 1 to the number of RECIPES.
        seed: a number, or a text such as a date; another seed gives another matrix.

    Raises:
        UsageError: if the edge or the difficulty is out of range.
        MapError: if the cube is too small for the difficulty, or no attempt measures it.
    """
    if not 1 <= edge <= MAX_EDGE:
        raise UsageError(f"an edge of {edge}", f"an edge has 1 to {MAX_EDGE} nodes")
    if not 1 <= difficulty <= len(RECIPES):
        raise UsageError(f"a difficulty of {difficulty}", f"there are 1 to {len(RECIPES)}")
    recipe = RECIPES[difficulty - 1]
    if edge < recipe.edge:
        raise MapError(
            f"a cube of edge {edge} is too small for difficulty {difficulty}",
            f"take an edge of {recipe.edge} or more",
        )
    chance = Chance("matrix", edge, difficulty, seed)
    size = max(_LEAST, recipe.effort // 3)
    for attempt in range(_ATTEMPTS):
        matrix = _Made(edge, recipe, chance.stream(attempt)).make(min(size, edge**3))
        if matrix is None:
            size = max(_LEAST, size * 9 // 10)
            continue
        measures = measure(matrix)
        if measures.level == difficulty:
            return GeneratedMatrix(matrix, measures, _text(matrix, measures, seed))
        if measures.effort:  # of a small matrix another stream alone may do
            size = max(_LEAST, (size * recipe.effort + measures.effort - 1) // measures.effort)
    raise MapError(
        f"no matrix of difficulty {difficulty} was found in a cube of edge {edge}",
        "take another seed, or a longer edge",
    )


def _text(matrix: Matrix, measures: Difficulty, seed: int | str) -> str:
    head = f"difficulty {measures.level} of {len(LEVEL_EFFORTS)}, edge {matrix.edge}, seed {seed!a}"
    lines = (head, *difficulty_lines(measures))
    return "".join(f"# {line}\n" for line in lines) + "\n" + write(matrix)


class _Tree:
    """Rooms in the order in which they grew, the room each grew from, and its depth."""

    def __init__(self, first: Coord) -> None:
        self.depths = {first: 0}
        self.parents: dict[Coord, Coord] = {}

    @property
    def rooms(self) -> list[Coord]:
        """All rooms, the root first."""
        return list(self.depths)

    def add(self, room: Coord, parent: Coord) -> None:
        self.depths[room] = self.depths[parent] + 1
        self.parents[room] = parent

    def trunk(self, room: Coord) -> Iterator[Coord]:
        """Yield the rooms from one room back to the root."""
        yield room
        while room in self.parents:
            room = self.parents[room]
            yield room

    def farthest(self) -> Coord:
        return max(self.depths, key=lambda room: (self.depths[room], room))


class _Made:
    """A matrix while it is being made."""

    def __init__(self, edge: int, recipe: Recipe, chance: Chance) -> None:
        self.edge, self.recipe, self.chance = edge, recipe, chance
        self.taken: set[Coord] = set()
        self.links: dict[tuple[Coord, Direction], None] = {}
        self.wormholes: list[tuple[Coord, Coord]] = []

    def make(self, size: int) -> Matrix | None:
        """Make a matrix of about so many rooms; None if they do not fit into the cube."""
        recipe = self.recipe
        lost = size * recipe.lost // 100
        share = max(2, (size - lost - recipe.traps) // (recipe.wormholes + 1))
        trees = []
        for number in range(recipe.wormholes + 1):
            tree = self._tree(share, sheet=0 if not number else None)
            if tree is None or len(tree.depths) < 2:
                return None
            trees.append(tree)
        mouths = [tree.farthest() for tree in trees]
        entries = [tree.rooms[0] for tree in trees]
        start, end = entries[0], mouths[-1]
        for mouth, entry in zip(mouths[:-1], entries[1:], strict=True):
            self._wormhole(mouth, entry, both=self.chance.percent(40))
        for tree, mouth in zip(trees, mouths, strict=True):
            self._one_way(tree, mouth)
            self._loops(tree)
        hosts = [room for tree in trees for room in tree.rooms if room != end]
        for number in range(recipe.regions):
            self._lose(hosts, max(2, lost // recipe.regions), by_wormhole=number % 2 == 1)
        for _ in range(recipe.traps):
            self._lose(hosts, 1, by_wormhole=False)
        order = {room: number for number, room in enumerate(hosts)}
        for _ in range(recipe.slides):
            high = self.chance.choice(hosts[len(hosts) // 2 :])
            low = self.chance.choice(hosts[: order[high]])
            self._wormhole(high, low, both=False)
        return Matrix.of(self.edge, start, end, self.links, self.wormholes)

    def _tree(self, size: int, sheet: int | None = None) -> _Tree | None:
        seed = self._free(sheet)
        return None if seed is None else self._grown(seed, size)

    def _free(self, sheet: int | None = None) -> Coord | None:
        """Find a node that nothing touches yet and that has a free neighbour; None if none does."""
        for _ in range(200):
            x, y, z = (self.chance.below(self.edge) for _ in range(3))
            node = Coord(x, y, z if sheet is None else sheet)
            if node not in self.taken and any(self._around(node)):
                return node
        return None

    def _grown(self, seed: Coord, size: int) -> _Tree:
        """Grow a tree of up to so many rooms at its tip, with an occasional branch."""
        tree = _Tree(seed)
        self.taken.add(seed)
        open_rooms = [seed]
        while open_rooms and len(tree.depths) < size:
            tip = len(open_rooms) - 1
            at = tip if self.chance.percent(70) else self.chance.below(len(open_rooms))
            ways = list(self._around(open_rooms[at]))
            if not ways:
                open_rooms.pop(at)
                continue
            way = self.chance.choice(ways)
            room = way.step_from(open_rooms[at])
            self._link(open_rooms[at], way, both=True)
            tree.add(room, open_rooms[at])
            open_rooms.append(room)
            self.taken.add(room)
        return tree

    def _around(self, node: Coord) -> Iterator[Direction]:
        """Yield the directions in which a neighbour is free."""
        for way in Direction:
            there = way.step_from(node)
            if there not in self.taken and all(0 <= n < self.edge for n in there):
                yield way

    def _one_way(self, tree: _Tree, mouth: Coord) -> None:
        """Make some links of the trunk one-way, where branches hang on both sides."""
        for room in tree.trunk(mouth):
            parent = tree.parents.get(room)
            if parent is not None and self.chance.percent(self.recipe.one_way):
                del self.links[room, _way(room, parent)]

    def _loops(self, tree: _Tree) -> None:
        depths = tree.depths
        for room in tree.rooms:
            for way in (Direction.RIGHT, Direction.UP, Direction.FORWARD):
                there = way.step_from(room)
                if there not in depths or tree.parents.get(there) == room:
                    continue
                if tree.parents.get(room) == there or not self.chance.percent(self.recipe.loops):
                    continue
                if self.chance.percent(50):
                    self._link(room, way, both=True)
                elif self.chance.percent(50):
                    self._link(room, way, both=False)
                else:
                    self._link(there, way.opposite, both=False)

    def _lose(self, hosts: list[Coord], size: int, *, by_wormhole: bool) -> None:
        """Add a region that cannot be left, if there is space for it."""
        if by_wormhole:
            seed = self._free()
            if seed is not None:
                self._wormhole(self.chance.choice(hosts), seed, both=False)
                self._grown(seed, size)
            return
        for host in self.chance.shuffled(hosts):
            ways = list(self._around(host))
            if ways:
                way = self.chance.choice(ways)
                self._link(host, way, both=False)
                self._grown(way.step_from(host), size)
                return

    def _link(self, room: Coord, way: Direction, *, both: bool) -> None:
        self.links[room, way] = None
        if both:
            self.links[way.step_from(room), way.opposite] = None

    def _wormhole(self, mouth: Coord, far: Coord, *, both: bool) -> None:
        self.wormholes.append((mouth, far))
        if both:
            self.wormholes.append((far, mouth))


def _way(here: Coord, there: Coord) -> Direction:
    return next(way for way in Direction if way.step_from(here) == there)
