"""Furniture for grown dungeons, made on demand, so that neighbouring rooms match.

- A zone has the theme of its floor: components of another theme are not used in it.
- Both sides of a door look the same.
- Neighbours share no filler if the catalogue has enough of them.
- Each room has a unique title, which never names anything that can be opened. No two rooms use the
same text if the catalogue has enough texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, permutations

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.dungeon.furnish import CHESTS, RoomFiller
from xyzgrid_ext.core.dungeon.layout import Layout
from xyzgrid_ext.core.dungeon.mission import KILL_BOSS
from xyzgrid_ext.core.dungeon.model import Contents, Furnished, Puzzle
from xyzgrid_ext.core.dungeon.plan import depths_of, plans_of, zone_depths_of
from xyzgrid_ext.core.dungeon.prove import Pickup
from xyzgrid_ext.core.masks import (
    BOSS,
    Catalogue,
    Choice,
    Demand,
    Entry,
    Kind,
    Side,
)

_LIVED_IN = 25  # percent of the plain rooms in which somebody lives
_SIDES = {side.direction: side for side in Side}
_AT_HOME = 60  # percent of the fillers that have the theme of their zone, if there are any
_BY_PLACE = 40  # percent of the rooms that are called after a place of their zone
_DESCRIBED = 2  # fillers that a room's description mentions
_HEADINGS = ("far", "inner", "outer", "upper", "lower", "old", "narrow", "silent", "long")


class GrownContents(Contents):
    """The rooms of a layout, furnished on first use."""

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
        """All rooms, furnished.

        Raises:
            NoCandidateError: if nothing in the catalogue meets some request.

        """
        return self._made.rooms

    @property
    def puzzles(self) -> Mapping[str, Puzzle]:
        """The solution of each puzzle."""
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
        NoCandidateError: if nothing in the catalogue meets some request.

    """
    plans, depths = plans_of(layout), depths_of(layout)
    least = zone_depths_of(layout, depths)
    used: Counter[str] = Counter()
    shown: dict[tuple[int, Side], str] = {}  # a side of a room -> the door that it has to show
    beside, across = _beside(layout)
    standing: list[set[str]] = [set() for _ in layout.spots]
    titles: set[str] = set()
    told: set[str] = set()
    rooms, puzzles = [], {}
    for number, spot in enumerate(layout.spots):
        own = chance.stream(f"room{spot.coord.x},{spot.coord.y},{spot.coord.z}")
        filler = _GrownFiller(catalogue, solved, own, used)
        filler.avoid = set().union(*(standing[other] for other in beside[number]))
        filler.doors_given = {side: shown.get((number, side), "") for side in Side}
        filler.two_sided = {side for side in Side if (number, side) in across}
        filler.floor(depths[number], least[spot.zone], chance.stream("zone", spot.zone))
        requests = filler.requests(spot.holds, gives[number], depths[number])
        filler.put_in(plans[number], list(requests), depths[number])
        for side, title in filler.doors_shown.items():
            if (number, side) in across:
                shown[across[number, side]] = title
        standing[number] = filler.filled
        if filler.puzzle:
            identity = next(g.what for g in gives[number] if g.what.startswith("puzzle:"))
            puzzles[identity.partition(":")[2]] = filler.puzzle
        texts = filler.told(told)
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
                texts,
            )
        )
    return Contents(tuple(rooms), puzzles)


def _beside(
    layout: Layout,
) -> tuple[list[list[int]], dict[tuple[int, Side], tuple[int, Side]]]:
    """Return the neighbours of each room, and a mapping from each side of a door to the other."""
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
    """A room while it is being filled, with the components that its neighbours show."""

    avoid: set[str]  # fillers of the neighbours
    doors_given: Mapping[Side, str]
    two_sided: set[Side]  # doors to which no steps climb: they would, from both sides

    def __init__(
        self, catalogue: Catalogue, solved: Mapping[str, bool], chance: Chance, used: Counter[str]
    ) -> None:
        super().__init__(catalogue, solved, chance, used)
        self.doors_shown: dict[Side, str] = {}
        self.filled: set[str] = set()
        self.described: list[Entry] = []

    def requests(self, holds: str, gives: tuple[Pickup, ...], depth: int) -> Iterator[Demand]:
        """Yield the requests for the pickups of a room."""
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

    def preferred(self, request: Demand, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Prefer the look of a door's other side, and things that fit the zone and are new."""
        if request.kind is Kind.DOOR:
            side = request.sides[0]
            title = self.doors_given[side]
            same = [c for c in choices if c.entry.title == title]
            if side in self.two_sided and not same:
                same = [c for c in choices if not c.needed]
            return same or choices
        if request.kind is Kind.FILLER:
            choices = [c for c in choices if c.entry.title not in self.avoid] or choices
        themes = set(self.entries[0].themes)
        if themes:
            choices = [
                c for c in choices if not c.entry.themes or themes & set(c.entry.themes)
            ] or choices
        if request.kind is Kind.FILLER:
            choices = [c for c in choices if not self.used[c.entry.title]] or choices
            home = [c for c in choices if themes & set(c.entry.themes)]
            if home and self.chance.stream("home", len(self.entries)).percent(_AT_HOME):
                return home
        return choices

    def _place(self, request: Demand, choice: Choice) -> None:
        super()._place(request, choice)
        if request.kind is Kind.DOOR:
            self.doors_shown[request.sides[0]] = choice.entry.title
        elif request.kind is Kind.FILLER:
            self.filled.add(choice.entry.title)

    def told(self, before: set[str]) -> tuple[tuple[int, str], ...]:
        """Return what is told of components, by number.

        Floor and fillers use texts that are not in `before`, if possible.
        """
        texts, fillers = list[tuple[int, str]](), 0
        for place, entry in enumerate(self.entries):
            chance = self.chance.stream("text", place)
            fresh = [text for text in entry.texts if text not in before]
            decoration = entry.component.kind in (Kind.FLOOR, Kind.FILLER)
            if decoration:
                fillers += bool(fresh) and entry.component.kind is Kind.FILLER
                if not fresh or fillers > _DESCRIBED:
                    continue
            texts.append((place, chance.choice(fresh or entry.texts)))
            self.described.append(entry)
        before.update(text for _place, text in texts)
        last = len(self.entries) - 1
        return tuple(texts or [(last, self.chance.choice(self.entries[last].texts))])

    def titles(self) -> Iterator[str]:
        """Return possible titles of the room, the best first; never a number or a thing to open."""
        floor = self.entries[0]
        things = [
            entry.title
            for kind in (Kind.OBSTACLE, Kind.FILLER)
            for entry in self.described
            if entry.component.kind is kind
        ]
        places = self.chance.stream("places").shuffled(floor.places or [floor.title])
        by_place = self.chance.stream("title").percent(_BY_PLACE)
        yield from map(_capital, [*places, *things] if by_place else [*things, *places])
        for one, other in combinations(things, 2):
            yield _capital(f"{one} and {other}")
        for count in (1, 2, 3):
            for headings in permutations(_HEADINGS, count):
                for place in places:
                    yield _capital(f"{' '.join(headings)} {place}")


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
