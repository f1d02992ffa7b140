"""Fills the rooms of a layout with components of a catalogue, on demand.

The order of the steps, each of which uses the space that the earlier ones left:

    doors ─► obstacle ─► treasures ─► puzzles and enemies ─► fillers until none fits; a floor

Plain doors are marked at the beginning; doors that need an item belong to the obstacle. A big-key
door and the entrance take the whole room. A locked door shows its lock on the side from which
players come. Each choice has its own random stream, `.../room3,4,0/door_north`.

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
from itertools import combinations, cycle, permutations

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.parts.dungeons.core.masks import (
    BOSS,
    EMPTY,
    WHOLE_ROOM_DOORS,
    Candidate,
    Catalogue,
    Demand,
    Entry,
    Kind,
    NoCandidateError,
    RoomMask,
    Side,
)
from xyzgrid_ext.parts.dungeons.core.masks.rows import RIDDLE_FIELD
from xyzgrid_ext.parts.dungeons.core.mission import KILL_BOSS
from xyzgrid_ext.parts.dungeons.core.model import Contents, FurnishedRoom, Layout, PuzzleSolution
from xyzgrid_ext.parts.dungeons.core.plan import RoomPlan, room_depths, room_plans, zone_depths
from xyzgrid_ext.parts.proof.core import Pickup

CHESTS = {
    "item": "bigkey",
    "find": "open",
    "bigkey": "open",
    "smallkey": "open",
    "map": "open",
    "compass": "open",
}
"""What a room holds (see `FurnishedRoom.holds`) -> its kind of chest, one of CHEST_KINDS."""
_LIVED_IN = 25  # percent of the plain rooms in which somebody lives
_SIDES = {side.direction: side for side in Side}
_AT_HOME = 60  # percent of the fillers that have the theme of their zone, if there are any
_BY_PLACE = 40  # percent of the rooms that are called after a place of their zone
_DESCRIBED = 2  # fillers that a room's description mentions
_HEADINGS = ("far", "inner", "outer", "upper", "lower", "old", "narrow", "silent", "long")


class LazyContents(Contents):
    """The Contents of a dungeon, made on first use; `path` names the stream of random numbers."""

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
    def rooms(self) -> tuple[FurnishedRoom, ...]:
        """All rooms, furnished, in the order of the layout.

        Raises:
            NoCandidateError: if nothing in the catalogue meets some demand.
        """
        return self._made.rooms

    @property
    def puzzles(self) -> Mapping[str, PuzzleSolution]:
        """The solution of each puzzle, by its id (the ID in `puzzle:ID`)."""
        return self._made.puzzles


def furnish(
    layout: Layout,
    gives: Sequence[tuple[Pickup, ...]],
    catalogue: Catalogue,
    solved: Mapping[str, bool],
    chance: Chance,
) -> Contents:
    """Return the contents of all rooms of a layout: components and texts.

    Args:
        layout: the rooms and their connections.
        gives: the pickups of each room, in the order of `layout.spots`.
        catalogue: the components to choose from.
        solved: `board:level` -> whether a solver has solved it; all others count as unsolved.
        chance: the random numbers.

    Raises:
        NoCandidateError: if nothing in the catalogue meets some demand.
    """
    plans, depths = room_plans(layout), room_depths(layout)
    least = zone_depths(layout, depths)
    used: Counter[str] = Counter()
    shown: dict[tuple[int, Side], str] = {}  # a side of a room -> the door that it has to show
    beside, across = _beside(layout)
    standing: list[set[str]] = [set() for _ in layout.spots]
    titles: set[str] = set()
    used_texts: set[str] = set()
    rooms, puzzles = [], {}
    deck = cycle(chance.stream("riddles").shuffled(catalogue.riddles))
    for number, spot in enumerate(layout.spots):
        room_chance = chance.stream(f"room{spot.coord.x},{spot.coord.y},{spot.coord.z}")
        filler = RoomFiller(catalogue, solved, room_chance, used)
        filler.avoid = set().union(*(standing[other] for other in beside[number]))
        filler.doors_given = {side: shown.get((number, side), "") for side in Side}
        filler.two_sided = {side for side in Side if (number, side) in across}
        filler.choose_floor(least[spot.zone], chance.stream("zone", spot.zone))
        demands = filler.pickup_demands(spot.holds, gives[number], depths[number])
        filler.fill(plans[number], list(demands), depths[number])
        for side, title in filler.doors_shown.items():
            if (number, side) in across:
                shown[across[number, side]] = title
        standing[number] = filler.filled
        texts = filler.choose_texts(used_texts)
        if puzzle := filler.puzzle:
            if puzzle == PuzzleSolution():
                riddle = next(deck)
                puzzle = PuzzleSolution(answers=riddle.answers)
                texts = tuple(
                    (place, text.replace(RIDDLE_FIELD, riddle.text)) for place, text in texts
                )
            identity = next(g.what for g in gives[number] if g.what.startswith("puzzle:"))
            puzzles[identity.partition(":")[2]] = puzzle
        title = next(title for title in filler.titles() if title not in titles)
        titles.add(title)
        rooms.append(
            FurnishedRoom(
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


def _beside(layout: Layout) -> tuple[list[list[int]], dict[tuple[int, Side], tuple[int, Side]]]:
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


def solvable_puzzles(catalogue: Catalogue, solved: Mapping[str, bool]) -> list[Entry]:
    """Return the catalogue's puzzles that can be solved; see `is_solvable_entry`."""
    return [entry for entry in catalogue.of_kind(Kind.PUZZLE) if is_solvable_entry(entry, solved)]


def is_solvable_entry(entry: Entry, solved: Mapping[str, bool]) -> bool:
    """Whether an entry has no board, or a board, `board:level`, that `solved` maps to True."""
    return not entry.board or solved.get(entry.board, False)


class RoomFiller:
    """Chooses the components and texts of one room.

    Args:
        catalogue: the components to choose from.
        solved: `board:level` -> whether a solver has solved it.
        chance: the random numbers of this room.
        used: the title of a component -> how often it is in the dungeon so far.
    """

    def __init__(
        self, catalogue: Catalogue, solved: Mapping[str, bool], chance: Chance, used: Counter[str]
    ) -> None:
        self.catalogue = catalogue
        self.solved = solved
        self.chance = chance
        self.used = used
        self.mask = EMPTY
        self.entries: list[Entry] = []
        self.puzzle: PuzzleSolution | None = None
        self.avoid: set[str] = set()  # fillers of the neighbours
        self.doors_given: Mapping[Side, str] = {}
        self.two_sided: set[Side] = (
            set()
        )  # doors to which no steps climb: they would, on both sides
        self.doors_shown: dict[Side, str] = {}
        self.filled: set[str] = set()
        self.described: list[Entry] = []

    def choose_floor(self, depth: int, chance: Chance) -> None:
        """Choose the entry that says what the floor is like, and add it to `entries`.

        `depth` is the distance from the entrance to the nearest room of the zone.
        """
        demand = Demand(Kind.FLOOR, depth=depth)
        self.entries.append(self.catalogue.choose(demand, EMPTY, chance).entry)

    def fill(self, plan: RoomPlan, demands: list[Demand], depth: int) -> None:
        """Place doors, the obstacle, the contents that `demands` ask for, and then fillers.

        `depth` is the distance of the room from the entrance.
        """
        whole = any(kind in WHOLE_ROOM_DOORS for kind in plan.doors.values())
        sides = tuple(side for side in Side if side in plan.barred)
        obstacle = [Demand(Kind.OBSTACLE, plan.item, sides, depth)] if sides else []
        self.mask = RoomMask.of_sides(plan.doors)
        self.place_all([*self.door_demands(plan, depth), *obstacle, *([] if whole else demands)])
        if not whole:
            self.add_fillers(depth)

    def pickup_demands(self, holds: str, gives: tuple[Pickup, ...], depth: int) -> Iterator[Demand]:
        """Yield the demands for the chest, puzzles and enemies of a room.

        `holds` is what it is for (`boss` …, or ""), `depth` its distance from the entrance.
        """
        kind = holds.partition(":")[0]
        words = [give.what for give in gives]
        if kind in CHESTS:
            yield Demand(Kind.TREASURE, CHESTS[kind], (), depth)
        for word in words:
            if word.startswith("puzzle:"):
                yield Demand(Kind.PUZZLE, "", (), depth)
        for word in words:
            if word.startswith("kill:"):
                yield Demand(Kind.ENEMY, BOSS if word == KILL_BOSS else "", (), depth)
        lives = kind in ("", "end") and self.chance.stream("dweller").percent(_LIVED_IN)
        if lives and not any(word.startswith("kill:") for word in words):
            yield Demand(Kind.ENEMY, "", (), depth)

    def door_demands(self, plan: RoomPlan, depth: int) -> list[Demand]:
        """Return the demands for the doors of a plan; doors that take the whole room come first."""
        sides = [side for side in Side if side in plan.doors]
        sides.sort(key=lambda side: plan.doors[side] not in WHOLE_ROOM_DOORS)
        return [Demand(Kind.DOOR, plan.doors[side], (side,), depth) for side in sides]

    def place_all(self, demands: list[Demand]) -> None:
        """Place a component for each demand, in this order: add it to `entries` and `mask`."""
        for place, demand in enumerate(demands):
            name = "door" if demand.kind is Kind.DOOR else f"{demand.kind}{place}"
            words = [name, *(side.value for side in demand.sides)]
            chance = self.chance.stream("_".join(words))
            self._place(demand, self._chosen(demand, chance, demands[place + 1 :]))

    def _chosen(self, demand: Demand, chance: Chance, then: list[Demand]) -> Candidate:
        choices = [
            choice
            for choice in self.catalogue.candidates(demand, self.mask, then)
            if is_solvable_entry(choice.entry, self.solved)
        ]
        if not choices:
            # the missing part may come later
            end = self.catalogue.first_unmet([demand, *then], self.mask)
            raise NoCandidateError(*(end or (demand, self.mask)), () if end else then)
        return self._drawn(demand, choices, chance)

    def _drawn(self, demand: Demand, choices: Sequence[Candidate], chance: Chance) -> Candidate:
        choices = self.preferred(demand, choices)
        # what stands in many rooms already comes more seldom
        weights = [choice.weight // (1 + self.used[choice.entry.title]) + 1 for choice in choices]
        return chance.pick_weighted(choices, weights)

    def preferred(self, demand: Demand, choices: Sequence[Candidate]) -> Sequence[Candidate]:
        """Return the best of the candidates `choices` for a demand.

        A door should look as it does from its other room; other things should fit the theme of the
        zone, and fillers be new to the dungeon. If no candidate is so, all are returned.
        """
        if demand.kind is Kind.DOOR:
            side = demand.sides[0]
            title = self.doors_given[side]
            same = [c for c in choices if c.entry.title == title]
            if side in self.two_sided and not same:
                same = [c for c in choices if not c.needed]
            return same or choices
        if demand.kind is Kind.FILLER:
            choices = [c for c in choices if c.entry.title not in self.avoid] or choices
        themes = set(self.entries[0].themes)
        if themes:
            choices = [
                c for c in choices if not c.entry.themes or themes & set(c.entry.themes)
            ] or choices
        if demand.kind is Kind.FILLER:
            choices = [c for c in choices if not self.used[c.entry.title]] or choices
            home = [c for c in choices if themes & set(c.entry.themes)]
            if home and self.chance.stream("home", len(self.entries)).percent(_AT_HOME):
                return home
        return choices

    def _place(self, demand: Demand, choice: Candidate) -> None:
        entry = choice.entry
        self.mask = choice.place(self.mask)
        self.entries.append(entry)
        if demand.kind is Kind.DOOR:
            self.doors_shown[demand.sides[0]] = entry.title
        else:
            self.used[entry.title] += 1
        if demand.kind is Kind.PUZZLE:
            self.puzzle = PuzzleSolution(entry.board, entry.answers)
        elif demand.kind is Kind.FILLER:
            self.filled.add(entry.title)

    def add_fillers(self, depth: int) -> None:
        """Place fillers until none fits; `depth` is the distance from the entrance, in rooms."""
        demand = Demand(Kind.FILLER, depth=depth)
        number = 0
        while choices := self.catalogue.fitting_candidates(demand, self.mask):
            self._place(demand, self._drawn(demand, choices, self.chance.stream("filler", number)))
            number += 1

    def choose_texts(self, used: set[str]) -> tuple[tuple[int, str], ...]:
        """Choose a sentence on each of `self.entries`; return pairs (index in `entries`, sentence).

        A floor or filler whose sentences are all in `used` gets none. Those chosen are added to it.
        """
        texts, fillers = list[tuple[int, str]](), 0
        for place, entry in enumerate(self.entries):
            chance = self.chance.stream("text", place)
            fresh = [text for text in entry.texts if text not in used]
            decoration = entry.component.kind in (Kind.FLOOR, Kind.FILLER)
            if decoration:
                fillers += bool(fresh) and entry.component.kind is Kind.FILLER
                if not fresh or fillers > _DESCRIBED:
                    continue
            texts.append((place, chance.choice(fresh or entry.texts)))
            self.described.append(entry)
        used.update(text for _place, text in texts)
        last = len(self.entries) - 1
        return tuple(texts or [(last, self.chance.choice(self.entries[last].texts))])

    def titles(self) -> Iterator[str]:
        """Yield possible titles of the room, the best first."""
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
        for thing, other in combinations(things, 2):
            yield _capital(f"{thing} and {other}")
        for count in (1, 2, 3):
            for headings in permutations(_HEADINGS, count):
                for place in places:
                    yield _capital(f"{' '.join(headings)} {place}")


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
