"""Furniture for grown dungeons, made when somebody asks for it: places that agree with themselves.

- The two sides of a door show the same door.
- Neighbours share no filler, as far as the catalogue has another.
- Each room has a title of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.dungeon.furnish import CHESTS, RoomFiller
from xyzgrid_ext.core.dungeon.layout import Layout
from xyzgrid_ext.core.dungeon.mission import KILL_BOSS
from xyzgrid_ext.core.dungeon.model import Contents, Furnished, Puzzle
from xyzgrid_ext.core.dungeon.plan import Plan, depths_of, plans_of
from xyzgrid_ext.core.dungeon.prove import Pickup
from xyzgrid_ext.core.masks import (
    BOSS,
    WHOLE_ROOM_DOORS,
    Catalogue,
    Choice,
    Demand,
    Kind,
    Mask,
    Side,
)

_LIVED_IN = 25  # percent of the plain rooms in which somebody lives
_SIDES = {side.direction: side for side in Side}
_HEADINGS = ("", "far ", "inner ", "outer ", "upper ", "lower ", "old ", "narrow ", "silent ")


class GrownContents(Contents):
    """The rooms of a layout, furnished at the first question."""

    def __init__(
        self,
        layout: Layout,
        gives: Sequence[tuple[Pickup, ...]],
        catalogue: Catalogue,
        solved: Mapping[str, bool],
        path: tuple[object, ...],
    ) -> None:
        self._order = (layout, gives, catalogue, solved, path)

    @cached_property
    def _made(self) -> Contents:
        layout, gives, catalogue, solved, path = self._order
        return furnish(layout, gives, catalogue, solved, Chance(*path))

    @property
    def rooms(self) -> tuple[Furnished, ...]:
        """All rooms.

        Raises:
            NoCandidateError: if nothing in the catalogue meets what a room asks for.

        """
        return self._made.rooms

    @property
    def puzzles(self) -> Mapping[str, Puzzle]:
        """What opens each puzzle."""
        return self._made.puzzles


def furnish(
    layout: Layout,
    gives: Sequence[tuple[Pickup, ...]],
    catalogue: Catalogue,
    solved: Mapping[str, bool],
    chance: Chance,
) -> Contents:
    """Fill all rooms.

    Raises:
        NoCandidateError: if nothing in the catalogue meets what a room asks for.

    """
    plans, depths = plans_of(layout), depths_of(layout)
    least: dict[int, int] = {}
    for spot, depth in zip(layout.spots, depths, strict=True):
        least[spot.zone] = min(depth, least.get(spot.zone, depth))
    used: Counter[str] = Counter()
    shown: dict[tuple[int, Side], str] = {}  # a side of a room -> the door that it has to show
    beside, across = _beside(layout)
    standing: list[set[str]] = [set() for _ in layout.spots]
    titles: set[str] = set()
    rooms, puzzles = [], {}
    for number, spot in enumerate(layout.spots):
        own = chance.stream(f"room{spot.coord.x},{spot.coord.y},{spot.coord.z}")
        avoid = set().union(*(standing[other] for other in beside[number]))
        doors = {side: shown.get((number, side), "") for side in Side}
        filler = _GrownFiller(catalogue, solved, own, used, avoid, doors)
        filler.floor(depths[number], least[spot.zone], chance.stream("zone", spot.zone))
        filler.fill_with(spot.holds, plans[number], gives[number], depths[number])
        for side, title in filler.doors_shown.items():
            if (number, side) in across:
                shown[across[number, side]] = title
        standing[number] = filler.filled
        if filler.puzzle:
            identity = next(g.what for g in gives[number] if g.what.startswith("puzzle:"))
            puzzles[identity.partition(":")[2]] = filler.puzzle
        title = next(one for one in filler.titles() if one not in titles)
        titles.add(title)
        rooms.append(
            Furnished(
                spot.coord,
                spot.holds.partition(":")[0],
                depths[number],
                filler.mask,
                tuple(entry.name for entry in filler.entries),
                gives[number],
                title,
                filler.text(),
            )
        )
    return Contents(tuple(rooms), puzzles)


def _beside(
    layout: Layout,
) -> tuple[list[list[int]], dict[tuple[int, Side], tuple[int, Side]]]:
    """The neighbours of each room; each side of a door with the other side."""
    near: list[list[int]] = [[] for _ in layout.spots]
    across = {}
    for join in layout.joins:
        near[join.a].append(join.b)
        near[join.b].append(join.a)
        side = _SIDES.get(join.direction) if join.direction else None
        if side and join.both:
            across[join.a, side] = join.b, side.opposite
            across[join.b, side.opposite] = join.a, side
    return near, across


class _GrownFiller(RoomFiller):
    """One room while it is filled; what its neighbours show is known."""

    def __init__(
        self,
        catalogue: Catalogue,
        solved: Mapping[str, bool],
        chance: Chance,
        used: Counter[str],
        avoid: set[str],
        doors: Mapping[Side, str],
    ) -> None:
        super().__init__(catalogue, solved, chance, used)
        self.avoid = avoid
        self.doors_given = doors
        self.doors_shown: dict[Side, str] = {}
        self.filled: set[str] = set()

    def fill_with(self, holds: str, plan: Plan, gives: tuple[Pickup, ...], depth: int) -> None:
        """Fill it with what the plan and its gives ask for."""
        whole = any(kind in WHOLE_ROOM_DOORS for kind in plan.doors.values())
        requests = [] if whole else list(self._requests(holds, gives, depth))
        if plan.barred:
            sides = tuple(side for side in Side if side in plan.barred)
            requests.insert(0, Demand(Kind.OBSTACLE, plan.item, sides, depth))
        self.mask = Mask.of_sides(plan.doors)
        self.place_all([*self.doors(plan, depth), *requests])
        if not whole:
            self.fillers(depth)

    def _requests(self, holds: str, gives: tuple[Pickup, ...], depth: int) -> Iterator[Demand]:
        kind = holds.partition(":")[0]
        words = [give.what for give in gives]
        if kind in CHESTS or kind == "find":
            yield Demand(Kind.TREASURE, CHESTS.get(kind, "open"), (), depth)
        for word in words:
            if word.startswith("puzzle:"):
                yield Demand(Kind.PUZZLE, "", (), depth)
        for word in words:
            if word.startswith("kill:"):
                yield Demand(Kind.ENEMY, BOSS if word == KILL_BOSS else "", (), depth)
        lives = kind in ("", "end") and self.chance.stream("dweller").percent(_LIVED_IN)
        if lives and not any(word.startswith("kill:") for word in words):
            yield Demand(Kind.ENEMY, "", (), depth)

    def preferred(self, request: Demand, choices: list[Choice]) -> list[Choice]:
        """A door as it looks from its other side; no filler that a neighbour has."""
        if request.kind is Kind.DOOR:
            title = self.doors_given[request.sides[0]]
            same = [choice for choice in choices if choice.entry.title == title]
            return same or choices
        if request.kind is Kind.FILLER:
            return [c for c in choices if c.entry.title not in self.avoid] or choices
        return choices

    def _place(self, request: Demand, choice: Choice) -> None:
        super()._place(request, choice)
        if request.kind is Kind.DOOR:
            self.doors_shown[request.sides[0]] = choice.entry.title
        elif request.kind is Kind.FILLER:
            self.filled.add(choice.entry.title)

    def titles(self) -> Iterator[str]:
        """What the room may be called, the most striking first; never a number."""
        first = self.title()
        yield first
        names = [first]
        for entry in self.entries:
            title = entry.title
            kind = entry.component.kind
            if kind not in (Kind.FLOOR, Kind.DOOR) and title.lower() != first.lower():
                names.append(title)
        names = list(dict.fromkeys(names))
        for more in range(1, len(names)):
            for rest in combinations(names[1:], more):
                yield f"{', '.join([first, *rest[:-1]])} and {rest[-1]}"
        ground = [e.title for e in self.entries if e.component.kind in (Kind.FLOOR, Kind.DOOR)]
        for heading in _HEADINGS:
            for title in dict.fromkeys(ground):
                for name in names:
                    yield f"{heading}{name}, {title}".capitalize()
