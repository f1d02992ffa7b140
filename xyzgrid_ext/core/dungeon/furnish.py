"""Fills the rooms of a layout with components of a catalogue.

The order of the steps, each of which uses the space that the earlier ones left:

    doors ─► obstacle ─► treasures ─► puzzles and enemies ─► fillers until none fits; a floor

Plain doors are marked at the beginning; doors that need an item belong to the obstacle. A big-key
door and the entrance take the whole room. A locked door shows its lock on the side from which
players come. Each choice has its own random stream, `.../room(3,4,0)/door_north`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.dungeon.layout import Layout, Spot
from xyzgrid_ext.core.dungeon.mission import KILL_BOSS, Mission
from xyzgrid_ext.core.dungeon.model import Contents, Furnished, Puzzle
from xyzgrid_ext.core.dungeon.plan import Plan, depths_of, plans_of, zone_depths_of
from xyzgrid_ext.core.dungeon.prove import Pickup
from xyzgrid_ext.core.masks import (
    BOSS,
    EMPTY,
    WHOLE_ROOM_DOORS,
    Catalogue,
    Choice,
    Demand,
    Entry,
    Kind,
    Mask,
    NoCandidateError,
    Side,
)

_PUZZLE, _GUARDED, _LIVED_IN = 20, 30, 25  # percent of the rooms to which it can happen
_DESCRIBED = 2  # the first fillers, which the description of a room mentions
CHESTS = {
    "item": "bigkey",
    "bigkey": "open",
    "smallkey": "open",
    "map": "open",
    "compass": "open",
}
# whose title a room gets, if it has one of them
_TITLES = (Kind.OBSTACLE, Kind.PUZZLE, Kind.TREASURE, Kind.ENEMY, Kind.FILLER, Kind.DOOR)


def furnish(
    layout: Layout,
    mission: Mission,
    catalogue: Catalogue,
    solved: Mapping[str, bool],
    chance: Chance,
) -> Contents:
    """Fill all rooms; `solved` has the boards of the catalogue's puzzles that can be solved.

    Raises:
        NoCandidateError: if nothing in the catalogue meets a request; it names the request and the
            room's mask.

    """
    plans = plans_of(layout)
    used: Counter[str] = Counter()
    depths = depths_of(layout)
    zone_depths = zone_depths_of(layout, depths)
    rooms: list[Furnished] = []
    puzzles: dict[str, Puzzle] = {}
    for number, spot in enumerate(layout.spots):
        x, y, z = spot.coord
        filler = RoomFiller(catalogue, solved, chance.stream(f"room({x},{y},{z})"), used)
        floor = chance.stream("zone", spot.zone)
        filler.floor(depths[number], zone_depths[spot.zone], floor)
        gives = filler.fill(number, spot, plans[number], mission, depths[number])
        if filler.puzzle:
            puzzles[str(number)] = filler.puzzle
        rooms.append(
            Furnished(
                spot.coord,
                spot.holds,
                depths[number],
                filler.mask,
                tuple(entry.name for entry in filler.entries),
                gives,
                filler.title(),
                filler.texts(),
            )
        )
    return Contents(tuple(rooms), puzzles)


def sure_puzzles(catalogue: Catalogue, solved: Mapping[str, bool]) -> list[Entry]:
    """Return the puzzles that can certainly be solved: by an answer, or on a solved board."""
    return [entry for entry in catalogue.of_kind(Kind.PUZZLE) if is_sure(entry, solved)]


def is_sure(entry: Entry, solved: Mapping[str, bool]) -> bool:
    """Whether an entry is no puzzle, or a puzzle that can certainly be solved."""
    return not entry.board or solved.get(entry.board, False)


class RoomFiller:
    """A room while it is being filled."""

    def __init__(
        self,
        catalogue: Catalogue,
        solved: Mapping[str, bool],
        chance: Chance,
        used: Counter[str],
    ) -> None:
        self.catalogue = catalogue
        self.solved = solved
        self.chance = chance
        self.used = used
        self.mask = EMPTY
        self.entries: list[Entry] = []
        self.puzzle: Puzzle | None = None

    def floor(self, depth: int, least: int, chance: Chance) -> None:
        """Choose a floor, the same for all rooms of a zone that begins at `least`."""
        request = Demand(Kind.FLOOR, depth=least)
        self.entries.append(self.catalogue.choose(request, EMPTY, chance).entry)

    def fill(
        self, number: int, spot: Spot, plan: Plan, mission: Mission, depth: int
    ) -> tuple[Pickup, ...]:
        """Fill the room; return its pickups."""
        needs: tuple[str, ...] = (f"puzzle:{number}",) if plan.puzzle else ()
        kills = list(plan.kills)
        what = f"item:{mission.item}" if spot.holds == "item" else spot.holds
        if spot.holds in CHESTS:
            needs, kills = self._guarded(number, kills)
        self.put_in(plan, contents_of(spot, kills, needs, self._lived_in(spot), depth), depth)
        gives = [Pickup(kill) for kill in kills]
        gives += [Pickup(word) for word in needs if word.startswith("puzzle:")]
        if spot.holds in CHESTS:
            gives.append(Pickup(what, (*needs, *(("bigkey",) if spot.holds == "item" else ()))))
        if spot.holds == "start":
            gives += [Pickup(f"item:{name}") for name in mission.brought]
        return tuple(gives)

    def put_in(self, plan: Plan, requests: list[Demand], depth: int) -> None:
        """Choose the doors of a plan, its obstacle, the requested contents, and fillers."""
        whole = any(kind in WHOLE_ROOM_DOORS for kind in plan.doors.values())
        sides = tuple(side for side in Side if side in plan.barred)
        obstacle = [Demand(Kind.OBSTACLE, plan.item, sides, depth)] if sides else []
        self.mask = Mask.of_sides(plan.doors)
        self.place_all([*self.doors(plan, depth), *obstacle, *([] if whole else requests)])
        if not whole:
            self.fillers(depth)

    def title(self) -> str:
        """Return the room's name, taken from its most striking component."""
        for kind in _TITLES:
            for entry in self.entries:
                if entry.component.kind is kind:
                    return entry.title[:1].upper() + entry.title[1:]
        raise AssertionError("a room without a filler is full of other things")

    def texts(self) -> tuple[tuple[int, str], ...]:
        """Return a sentence or two about each component, by number, but only of some fillers."""
        fillers = [entry for entry in self.entries if entry.component.kind is Kind.FILLER]
        return tuple(
            (place, self.chance.stream("text", place).choice(entry.texts))
            for place, entry in enumerate(self.entries)
            if entry not in fillers[_DESCRIBED:]
        )

    def _guarded(self, number: int, kills: list[str]) -> tuple[tuple[str, ...], list[str]]:
        """Return what opens a chest (a solved puzzle, a beaten enemy), and the enemies' pickups."""
        drawn = self.chance.stream("guard").below(100)
        if drawn < _PUZZLE and sure_puzzles(self.catalogue, self.solved):
            return (f"puzzle:{number}",), kills
        if drawn < _PUZZLE + _GUARDED:
            return (f"kill:{number}",), [*kills, f"kill:{number}"]
        return (), kills

    def _lived_in(self, spot: Spot) -> bool:
        return spot.holds in ("", "end") and self.chance.stream("dweller").percent(_LIVED_IN)

    def doors(self, plan: Plan, depth: int) -> list[Demand]:
        """Return the requests for doors; one that takes the whole room comes first."""
        sides = [side for side in Side if side in plan.doors]
        sides.sort(key=lambda side: plan.doors[side] not in WHOLE_ROOM_DOORS)
        return [Demand(Kind.DOOR, plan.doors[side], (side,), depth) for side in sides]

    def place_all(self, requests: list[Demand]) -> None:
        """Choose something for each request, in the given order."""
        for place, request in enumerate(requests):
            name = "door" if request.kind is Kind.DOOR else f"{request.kind}{place}"
            words = [name, *(side.value for side in request.sides)]
            chance = self.chance.stream("_".join(words))
            self._place(request, self._chosen(request, chance, requests[place + 1 :]))

    def _chosen(self, request: Demand, chance: Chance, then: list[Demand]) -> Choice:
        choices = [
            choice
            for choice in self.catalogue.candidates(request, self.mask, then)
            if is_sure(choice.entry, self.solved)
        ]
        if not choices:
            # the missing part may come later
            end = self.catalogue.reach([request, *then], self.mask)
            raise NoCandidateError(*(end or (request, self.mask)), () if end else then)
        return self._drawn(request, choices, chance)

    def _drawn(self, request: Demand, choices: Sequence[Choice], chance: Chance) -> Choice:
        choices = self.preferred(request, choices)
        # what stands in many rooms already comes more seldom
        weights = [choice.weight // (1 + self.used[choice.entry.title]) + 1 for choice in choices]
        return chance.weighted(choices, weights)

    def preferred(self, request: Demand, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Return the candidates to choose from, at least one."""
        return choices

    def _place(self, request: Demand, choice: Choice) -> None:
        entry = choice.entry
        self.mask = choice.place(self.mask)
        self.entries.append(entry)
        if request.kind is not Kind.DOOR:
            self.used[entry.title] += 1
        if request.kind is Kind.PUZZLE:
            self.puzzle = Puzzle(entry.board, entry.answers)

    def fillers(self, depth: int) -> None:
        """Choose fillers until none fits."""
        request = Demand(Kind.FILLER, depth=depth)
        number = 0
        while choices := self.catalogue.fitting(request, self.mask):
            self._place(
                request, self._drawn(request, choices, self.chance.stream("filler", number))
            )
            number += 1


def contents_of(
    spot: Spot, kills: list[str], needs: tuple[str, ...], lived_in: bool, depth: int
) -> list[Demand]:
    """Return the requests for a room's treasure, puzzles and enemies, not for its doors."""
    found = []
    if spot.holds in CHESTS:
        found.append(Demand(Kind.TREASURE, CHESTS[spot.holds], (), depth))
    found += [Demand(Kind.PUZZLE, "", (), depth) for word in needs if word.startswith("puzzle:")]
    for kill in kills:
        found.append(Demand(Kind.ENEMY, BOSS if kill == KILL_BOSS else "", (), depth))
    if lived_in and not kills:
        found.append(Demand(Kind.ENEMY, "", (), depth))
    return found
