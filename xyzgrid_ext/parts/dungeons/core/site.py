"""The dungeon of a map: pickups in rooms, their guards, and what the doors need.

A map is a dungeon if its options have `dungeon`: generated maps, and drawn ones whose rooms have
`gives` and whose exits have `needs` (see `proof.core.of_grid`):

    options = {"dungeon": {"start": (2, 0), "goal": (4, 5), "reset": 30}}

It is read from the Grid alone and never changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.model import Prototype
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.dungeons.core.fight import BOSS_WOUNDS, WOUNDS, Fight
from xyzgrid_ext.parts.dungeons.core.masks import RoomMask
from xyzgrid_ext.parts.dungeons.core.order import NEVER, SHARED
from xyzgrid_ext.parts.proof.core import Link, Pickup, Problem, problem_from_grid

KILL, PUZZLE, ITEM = "kill:", "puzzle:", "item:"
BOSS = "kill:boss"
"""What beating the boss of a dungeon gives, as a word of `needs`."""
OPTION = "dungeon"
"""The map option that makes a map a dungeon."""


@dataclass(frozen=True)
class Fixture:
    """A component of the catalogue that is in a room.

    Attributes:
        kind: one of the values of `masks.Kind`.
        title: its name in texts.
        mask: the slots and doors that it takes.
        second: where an obstacle keeps a plain chest: `on a ledge`; "" for nowhere.
        fight: the texts of an enemy's fight, as in a catalogue row.
    """

    kind: str
    title: str
    mask: RoomMask
    second: str = ""
    fight: Record = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Enemy:
    """An enemy. Beating it gives `word`, such as `kill:7`; `row` has the catalogue's `fight`."""

    word: str
    title: str
    row: Record = field(default_factory=dict, compare=False)

    @property
    def is_boss(self) -> bool:
        """Whether it is the boss before the goal."""
        return self.word == BOSS

    @property
    def fight(self) -> Fight:
        """Its fight, as `row` describes it."""
        return Fight.from_row(self.row, BOSS_WOUNDS if self.is_boss else WOUNDS)


@dataclass(frozen=True)
class Chest:
    """A chest with the pickup `give`.

    `number` is the index of the pickup in `Inside.gives`, `where` the chest's place in words.
    """

    number: int
    give: Pickup
    title: str
    where: str = ""


@dataclass(frozen=True)
class RoomPuzzle:
    """A puzzle with a board, such as `boxes:3`, or answers. Solving it gives `word`: `puzzle:7`.

    It has neither if a builder placed the machine of its board.
    """

    word: str
    title: str
    board: str = ""
    answers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Inside:
    """What is in a room of a dungeon.

    Attributes:
        mask: the doors and slots that are taken; EMPTY for a room drawn by hand.
        fixtures: the components in it; none for a room drawn by hand.
        gives: its pickups.
        enemies, chests, puzzles: what holds the pickups.
    """

    mask: RoomMask
    fixtures: tuple[Fixture, ...]
    gives: tuple[Pickup, ...]
    enemies: tuple[Enemy, ...]
    chests: tuple[Chest, ...]
    puzzles: tuple[RoomPuzzle, ...]


@dataclass(frozen=True, eq=False)
class Site:
    """A dungeon as its map defines it, without what has happened in it.

    Attributes:
        problem: the dungeon as the prover sees it.
        rooms: what is in each room, in the order of their numbers.
        links: the number of a link in the grid -> the link.
        digest: changes whenever the author changes the dungeon; what a game has recorded with
            another digest does not count.
        rules: the value of the map option `dungeon`.
    """

    problem: Problem
    rooms: tuple[Inside, ...]
    links: Mapping[int, Link]
    digest: str
    rules: Record

    @property
    def start(self) -> int:
        """The number of the room at the entrance."""
        return int(self.problem.start)

    @property
    def goal(self) -> int:
        """The number of the room that players have to reach, the last one."""
        return int(self.problem.goal)

    @property
    def copies(self) -> str:
        """Who shares a copy of the dungeon: `shared` (everybody), `party` or `character`."""
        return str(self.rules.get("copies", SHARED))

    @property
    def lease(self) -> float:
        """The seconds that a copy is kept after the last player has left."""
        return float(self.rules.get("lease", 30)) * 60

    @property
    def reset(self) -> float | None:
        """How many seconds after the last player has left the dungeon is reset; None for never."""
        minutes = self.rules.get("reset", NEVER)
        return None if minutes == NEVER else float(minutes) * 60

    def title(self, word: str) -> str:
        """Return the name of the enemy or puzzle that gives `word`, as `kill:rat` or `puzzle:7`.

        If there is none, return what is after the colon: `rat`.
        """
        for room in self.rooms:
            titles = {foe.word: foe.title for foe in room.enemies}
            titles |= {riddle.word: riddle.title for riddle in room.puzzles}
            if word in titles:
                return titles[word]
        return word.partition(":")[2]

    def has_word(self, word: str) -> bool:
        """Whether something in the dungeon gives this word of `needs`, such as `kill:7`."""
        return any(give.what == word for room in self.rooms for give in room.gives)


class Sites:
    """Reads the dungeons of maps from their Grids, each once, and keeps them."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[Grid, Site] = WeakKeyDictionary()

    def of(self, grid: Grid) -> Site | None:
        """Return the dungeon of a map; None if the map is not a dungeon.

        Raises:
            MapError: if its prototypes are faulty; such maps are already refused at loading.
        """
        if OPTION not in grid.options:
            return None
        if grid not in self._known:
            self._known[grid] = _read(grid)
        return self._known[grid]


_sites = Sites()
site_of = _sites.of
"""Returns the dungeon of a map; None if the map is not a dungeon."""


def _read(grid: Grid) -> Site:
    rules = grid.options[OPTION]
    if not isinstance(rules, Mapping):
        message, cure = f"the option {OPTION} is {rules!r}", 'write {"start": (x, y), …}'
        raise RefusedError([Finding.error("bad-option", message, cure, file=grid.name)])
    problem = problem_from_grid(grid, _coord(rules.get("start")), _coord(rules.get("goal")))
    inner = (link for link in range(grid.links) if grid.target[link] >= 0)
    rooms = []
    for number, room in enumerate(problem.rooms):
        rooms.append(_inside(number, room.gives, grid.protos[int(grid.room_proto[number])]))
    places = [room.xyz for room in problem.rooms]
    content = repr((problem.start, problem.goal, places, [r.gives for r in rooms], problem.links))
    content = content.replace("Pickup(what=", "Give(what=")  # databases hold digests of that name
    return Site(
        problem,
        tuple(rooms),
        dict(zip(inner, problem.links, strict=True)),
        hashlib.sha256(content.encode()).hexdigest()[:16],
        rules,
    )


def _coord(given: Any) -> Coord | None:
    if given is None:
        return None
    x, y, *z = given
    return Coord(int(x), int(y), int(z[0]) if z else 0)


def _inside(number: int, gives: tuple[Pickup, ...], prototype: Prototype) -> Inside:
    parts = tuple(
        Fixture(
            row["kind"],
            row["title"],
            RoomMask.parse(row["mask"]),
            row.get("second", ""),
            row.get("fight", {}),
        )
        for row in prototype.get("inside", ())
    )
    titles = _of_author(prototype, "title")
    fights = _of_author(prototype, "fight")
    foes = tuple(_foes(number, gives, parts, titles, fights))
    known = {give.what for give in gives}
    # enemies that give nothing can be beaten as well
    gives += tuple(Pickup(foe.word) for foe in foes if foe.word not in known)
    mask = RoomMask.parse(prototype.get("mask", "000000"))
    chests = tuple(_chests(gives, parts, titles))
    return Inside(mask, parts, gives, foes, chests, tuple(_riddles(gives, parts, prototype)))


def _of_author(prototype: Prototype, key: str) -> dict[int, Any]:
    """Return what an author says of the holders of pickups, by their position in the prototype."""
    gives = prototype.get("gives", ())
    rows = enumerate(gives) if isinstance(gives, list | tuple) else ()
    return {n: row[key] for n, row in rows if isinstance(row, Mapping) and row.get(key)}


def _foes(
    number: int,
    gives: tuple[Pickup, ...],
    parts: tuple[Fixture, ...],
    titles: Mapping[int, str],
    fights: Mapping[int, Record],
) -> Iterator[Enemy]:
    places = {give.what: place for place, give in enumerate(gives) if give.what.startswith(KILL)}
    placed = [part for part in parts if part.kind == "enemy"]
    words = [*places, *[f"{KILL}{number}"] * (len(placed) - len(places))]
    for order, word in enumerate(dict.fromkeys(words)):
        usual, fight = word.removeprefix(KILL), dict[str, Any]()
        if order < len(placed):
            usual, fight = placed[order].title, dict(placed[order].fight)
        place = places.get(word, -1)
        yield Enemy(word, titles.get(place, usual), fights.get(place, fight))


def _chests(
    gives: tuple[Pickup, ...], parts: tuple[Fixture, ...], places: Mapping[int, str]
) -> Iterator[Chest]:
    holders = [part for part in parts if part.kind == "treasure"]
    holders += [part for part in parts if part.second]
    for number, give in enumerate(gives):
        if give.what.startswith((KILL, PUZZLE)):
            continue
        holder = holders.pop(0) if holders else None
        if number in places:
            yield Chest(number, give, places[number])
        elif holder is None:
            lies = give.what.startswith(ITEM)
            yield Chest(number, give, "hook on the wall" if lies else "chest")
        elif holder.second:
            yield Chest(number, give, "chest", holder.second)
        else:
            yield Chest(number, give, holder.title)


def _riddles(
    gives: tuple[Pickup, ...], parts: tuple[Fixture, ...], prototype: Prototype
) -> Iterator[RoomPuzzle]:
    puzzle = prototype.get("puzzle", {})
    titles = [part.title for part in parts if part.kind == "puzzle"]
    for give in gives:
        if not give.what.startswith(PUZZLE):
            continue
        name = give.what.removeprefix(PUZZLE)
        title = titles[0] if titles else name
        solution = puzzle if puzzle.get("id", name) == name else {}
        answers = tuple(solution.get("answers", ()))
        yield RoomPuzzle(give.what, title, solution.get("board", ""), answers)
