"""The catalogue: its entries, and the ones that fit into a room.

A room is filled by demands: doors, obstacle, treasures, puzzles, enemies, fillers. Each uses the
space that the earlier ones have left:

    202000 ─ door open n ─► door smallkey s ─► obstacle rope ew ─► treasure open ─► filler …
    plain doors are marked                     for the doors that need the rope

- A plain door's bit is set from the beginning. Its component is tested without that bit; afterwards
  the bit is set again. Doors that need an item are not marked: the obstacle claims them.
- `then` are the demands still to come for the same room: an entry after which they could not be
  met any more is no candidate. So a choice never spoils a later one.

Random choices come from an argument, `chance`. Weights are whole numbers, the same on every
machine: size^1.5 for fillers and obstacles (nine bits 27 times one bit), the same for all others,
times the entry's own weight.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isqrt

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.findings import MapError, RefusedError
from xyzgrid_ext.parts.dungeons.core.masks.component import mask_after
from xyzgrid_ext.parts.dungeons.core.masks.mask import RoomMask, Side
from xyzgrid_ext.parts.dungeons.core.masks.names import Kind
from xyzgrid_ext.parts.dungeons.core.masks.rows import DeckRiddle, Entry, read_rows, riddles_in

_SIDES_OF = {Kind.DOOR: range(1, 2), Kind.OBSTACLE: range(1, 5)}

BOSS = "boss"
"""The name of the boss in the catalogue, the enemy that is placed only where a demand names it."""


@dataclass(frozen=True, slots=True)
class Demand:
    """A component that a room needs.

    Attributes:
        kind: the kind of component.
        what: of a door one of DOOR_KINDS, of a chest one of CHEST_KINDS, of an obstacle its item,
            of the boss BOSS; "" for all others.
        sides: the side of a door, or the sides whose exits need the obstacle's item.
        depth: the distance of the room from the entrance, in rooms.
    """

    kind: Kind
    what: str = ""
    sides: tuple[Side, ...] = ()
    depth: int = 0

    def __post_init__(self) -> None:
        needed = _SIDES_OF.get(self.kind, range(1))
        if len(self.sides) not in needed:
            message = f"a demand for {self} has {len(self.sides)} sides"
            raise MapError(message, "name one side for a door, one or more for an obstacle")

    def __str__(self) -> str:
        letters = "".join(side.letter for side in self.sides)
        words = [word for word in (self.kind, self.what, letters) if word]
        return f"{' '.join(words)} at depth {self.depth}"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry of the catalogue that meets a demand.

    Attributes:
        entry: the entry.
        weight: its weight in a random choice.
        claim: the bits of the room's mask that it has taken once it is placed.
        needed: the bits of `claim` that must be free before: all but that of a door, which the
            room already has.
    """

    entry: Entry
    weight: int
    claim: RoomMask
    needed: RoomMask

    def fits(self, room: RoomMask) -> bool:
        """Whether it fits into a room with the mask `room`."""
        return self.needed.fits(room)

    def place(self, room: RoomMask) -> RoomMask:
        """Return the mask of a room with this candidate placed in it; `room` is the mask before.

        Raises:
            MapError: if it does not fit.
        """
        return mask_after(self.entry.name, self.needed, room) | self.claim


class NoCandidateError(MapError):
    """Raised when no entry of the catalogue meets a demand.

    Attributes:
        demand: the demand.
        room: the mask of its room.
        then: the demands that were to come after it in that room.
    """

    def __init__(self, demand: Demand, room: RoomMask, then: Sequence[Demand]) -> None:
        self.demand = demand
        self.room = room
        self.then = tuple(then)
        later = f", with {'; '.join(map(str, then))} still to come" if then else ""
        super().__init__(
            f"no component for {demand} in a room with {room}{later}",
            "add a row to the catalogue, or ask less of the room",
        )

    def __reduce__(self) -> tuple[type[NoCandidateError], tuple[object, ...]]:
        """Return the parts from which another process builds an equal exception."""
        return type(self), (self.demand, self.room, self.then)


@dataclass(frozen=True)
class Catalogue:
    """The components from which rooms are furnished, each with a unique name, and riddles."""

    entries: tuple[Entry, ...]
    riddles: tuple[DeckRiddle, ...] = ()
    # the same demands recur
    _met: dict[Demand, tuple[Candidate, ...]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _needed: dict[Demand, tuple[tuple[int, Candidate], ...]] = field(
        default_factory=dict, repr=False, compare=False
    )

    @classmethod
    def of(cls, rows: Iterable[object], file: str = "catalogue") -> Catalogue:
        """Return the catalogue of these rows, dicts as the module `rows` shows them.

        `file` is their source in findings.

        Raises:
            RefusedError: with all their faults.
        """
        rows = list(rows)
        entries, findings = read_rows(rows, file)
        if findings:
            raise RefusedError(findings)
        return cls(entries, riddles_in(rows))

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The items that get players past its obstacles, sorted."""
        items = {e.component.what for e in self.entries if e.component.kind is Kind.OBSTACLE}
        return tuple(sorted(items))

    def of_kind(self, kind: Kind) -> tuple[Entry, ...]:
        """Return its entries of a kind, in the order of the rows."""
        return tuple(e for e in self.entries if e.component.kind is kind)

    def all_candidates(self, demand: Demand) -> tuple[Candidate, ...]:
        """Return the entries that meet a demand, in order, whether they fit into a room or not."""
        if demand not in self._met:
            choices = (candidate_for(entry, demand) for entry in self.of_kind(demand.kind))
            self._met[demand] = tuple(choice for choice in choices if choice)
        return self._met[demand]

    def fitting_candidates(self, demand: Demand, room: RoomMask) -> tuple[Candidate, ...]:
        """Return the entries that meet a demand and fit into a room with the mask `room`."""
        if demand not in self._needed:
            choices = self.all_candidates(demand)
            self._needed[demand] = tuple((choice.needed.bits, choice) for choice in choices)
        bits = room.bits
        return tuple([choice for needed, choice in self._needed[demand] if not needed & bits])

    def candidates(
        self, demand: Demand, room: RoomMask, then: Sequence[Demand] = ()
    ) -> tuple[Candidate, ...]:
        """Return the entries that fit into a room with the mask `room` and leave space for `then`.

        `then` are the demands that come after this one in the same room.
        """
        fitting = self.fitting_candidates(demand, room)
        if not then:
            return fitting
        search = _Search(self)
        return tuple(choice for choice in fitting if search.met(tuple(then), choice.place(room)))

    def choose(
        self, demand: Demand, room: RoomMask, chance: Chance, then: Sequence[Demand] = ()
    ) -> Candidate:
        """Return one of the `candidates`, which takes the same arguments, at random by weight.

        Raises:
            NoCandidateError: if there is none.
        """
        choices = self.candidates(demand, room, then)
        if not choices:
            raise NoCandidateError(demand, room, then)
        return chance.pick_weighted(choices, [choice.weight for choice in choices])

    def first_unmet(
        self, demands: Sequence[Demand], room: RoomMask
    ) -> tuple[Demand, RoomMask] | None:
        """Return None if the room can meet these demands in order, else (demand, mask).

        These are the demand at which the best choice of entries fails, and the room's mask then.
        """
        search = _Search(self)
        if search.met(tuple(demands), room):
            return None
        (demand, *_), mask = min(search.known, key=lambda way: len(way[0]))
        return demand, mask


class _Search:
    """Searches for choices that meet a list of demands in order."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.known: dict[tuple[tuple[Demand, ...], RoomMask], bool] = {}

    def met(self, rest: tuple[Demand, ...], room: RoomMask) -> bool:
        if not rest:
            return True
        if (rest, room) not in self.known:
            self.known[rest, room] = any(
                self.met(rest[1:], choice.place(room))
                for choice in self.catalogue.fitting_candidates(rest[0], room)
            )
        return self.known[rest, room]


def candidate_for(entry: Entry, demand: Demand) -> Candidate | None:
    """Return the candidate that an entry makes for a demand; None if it does not meet it.

    It must have the kind, the sides and the depth of the demand, and its `what`. A demand for an
    enemy that names none is met by any enemy but the boss.
    """
    component = entry.component
    if component.kind is not demand.kind or not entry.is_for(demand.depth):
        return None
    if demand.what != component.what and not (
        component.kind is Kind.ENEMY and not demand.what and component.what != BOSS
    ):
        return None
    sides = set(demand.sides)
    if not sides <= set(component.sides):
        return None
    weight = entry.weight * _shares(component.mask if component.kind in _BY_SIZE else None)
    if component.kind is Kind.DOOR:
        mask = RoomMask.of_sides(component.sides)
        return Candidate(entry, weight, component.mask | mask, component.mask - mask)
    claim = component.claim(demand.sides)
    return Candidate(entry, weight, claim, claim)


_BY_SIZE = (Kind.FILLER, Kind.OBSTACLE)


def _shares(mask: RoomMask | None) -> int:
    """Return size^1.5 times 1000, rounded down; 1000 for entries that are not chosen by size."""
    return isqrt(1_000_000 * max(1, mask.size) ** 3) if mask is not None else 1000
