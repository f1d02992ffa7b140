"""The catalogue: its entries, and the ones that fit into a room.

A room is filled by requests: doors, obstacle, treasures, puzzles, enemies, fillers. Each uses the
space that the earlier ones have left:

    202000 ─ door open n ─► door smallkey s ─► obstacle rope ew ─► treasure open ─► filler …
    plain doors are marked                     for the doors that need the rope

- A plain door's bit is set from the beginning. Its component is tested without that bit; afterwards
  the bit is set again. Doors that need an item are not marked: the obstacle claims them.
- `then` are the requests still to come for the same room: an entry after which they could not be
  met any more is no candidate. So a choice never spoils a later one.
- An obstacle with a `second` place keeps one plain chest itself, if that chest may stand where
  only the item leads: `after` drops its request.

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
"""The enemy that is placed only on request, by its name."""


@dataclass(frozen=True, slots=True)
class Demand:
    """A component that a room needs.

    Attributes:
        kind: the kind of component.
        what: the kind of a door or chest, the item of an obstacle, or `boss`; "" for any other.
        sides: the side of a door, or the sides that need the obstacle's item.
        depth: the distance of the room from the entrance, in rooms.
        second: a plain chest may be where only the item of the room's obstacle leads.
    """

    kind: Kind
    what: str = ""
    sides: tuple[Side, ...] = ()
    depth: int = 0
    second: bool = False

    def __post_init__(self) -> None:
        needed = _SIDES_OF.get(self.kind, range(1))
        if len(self.sides) not in needed:
            message = f"a request for {self} has {len(self.sides)} sides"
            raise MapError(message, "name one side for a door, one or more for an obstacle")

    def __str__(self) -> str:
        letters = "".join(side.letter for side in self.sides)
        words = [word for word in (self.kind, self.what, letters) if word]
        return f"{' '.join(words)} at depth {self.depth}"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that meets a demand, with its weight and the bits of the mask that it takes.

    `claim` is taken in the room afterwards; `needed` must be free before. A door claims its own
    bit, which the room already has.
    """

    entry: Entry
    weight: int
    claim: RoomMask
    needed: RoomMask

    def fits(self, room: RoomMask) -> bool:
        """Whether it fits into a room with this mask."""
        return self.needed.fits(room)

    def place(self, room: RoomMask) -> RoomMask:
        """Return the room's mask with it placed there.

        Raises:
            MapError: if it does not fit.
        """
        return mask_after(self.entry.name, self.needed, room) | self.claim


class NoCandidateError(MapError):
    """No entry of the catalogue meets a demand; another room or attempt may succeed."""

    def __init__(self, request: Demand, room: RoomMask, then: Sequence[Demand]) -> None:
        self.request = request
        self.room = room
        self.then = tuple(then)
        later = f", with {'; '.join(map(str, then))} still to come" if then else ""
        super().__init__(
            f"no component for {request} in a room with {room}{later}",
            "add a row to the catalogue, or ask less of the room",
        )

    def __reduce__(self) -> tuple[type[NoCandidateError], tuple[object, ...]]:
        """Return the parts from which another process builds an equal exception."""
        return type(self), (self.request, self.room, self.then)


@dataclass(frozen=True)
class Catalogue:
    """The components from which rooms are furnished, and riddles; each entry has a unique name."""

    entries: tuple[Entry, ...]
    riddles: tuple[DeckRiddle, ...] = ()
    # the same requests recur
    _met: dict[Demand, tuple[Candidate, ...]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _needed: dict[Demand, tuple[tuple[int, Candidate], ...]] = field(
        default_factory=dict, repr=False, compare=False
    )

    @classmethod
    def of(cls, rows: Iterable[object], file: str = "catalogue") -> Catalogue:
        """Return a catalogue of dicts; the module `rows` describes their keys.

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
        """The items that its obstacles need, sorted."""
        found = {e.component.what for e in self.entries if e.component.kind is Kind.OBSTACLE}
        return tuple(sorted(found))

    def of_kind(self, kind: Kind) -> tuple[Entry, ...]:
        """Return its entries of a kind, in the order of the rows."""
        return tuple(e for e in self.entries if e.component.kind is kind)

    def meeting(self, request: Demand) -> tuple[Candidate, ...]:
        """Return the entries that meet a demand in some room, in the order of the rows."""
        if request not in self._met:
            choices = (candidate_for(entry, request) for entry in self.of_kind(request.kind))
            self._met[request] = tuple(choice for choice in choices if choice)
        return self._met[request]

    def fitting(self, request: Demand, room: RoomMask) -> tuple[Candidate, ...]:
        """Return the entries that meet a demand and fit into this room."""
        if request not in self._needed:
            choices = self.meeting(request)
            self._needed[request] = tuple((choice.needed.bits, choice) for choice in choices)
        bits = room.bits
        return tuple([choice for needed, choice in self._needed[request] if not needed & bits])

    def candidates(
        self, request: Demand, room: RoomMask, then: Sequence[Demand] = ()
    ) -> tuple[Candidate, ...]:
        """Return the entries that fit and leave the space that the demands `then` need."""
        fitting = self.fitting(request, room)
        if not then:
            return fitting
        search = _Search(self)
        return tuple(
            choice
            for choice in fitting
            if search.met(remaining_demands(choice, then), choice.place(room))
        )

    def choose(
        self, request: Demand, room: RoomMask, chance: Chance, then: Sequence[Demand] = ()
    ) -> Candidate:
        """Choose one of the candidates at random by weight.

        Raises:
            NoCandidateError: if there is none.
        """
        choices = self.candidates(request, room, then)
        if not choices:
            raise NoCandidateError(request, room, then)
        return chance.pick_weighted(choices, [choice.weight for choice in choices])

    def first_unmet(
        self, requests: Sequence[Demand], room: RoomMask
    ) -> tuple[Demand, RoomMask] | None:
        """Return None if the room can meet these demands in order; else where they fail.

        That is the furthest demand that any choice of entries reached, and the room's mask there.
        """
        search = _Search(self)
        if search.met(tuple(requests), room):
            return None
        (request, *_), mask = min(search.known, key=lambda way: len(way[0]))
        return request, mask


class _Search:
    """Searches for choices that meet a list of requests in order."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.known: dict[tuple[tuple[Demand, ...], RoomMask], bool] = {}

    def met(self, rest: tuple[Demand, ...], room: RoomMask) -> bool:
        if not rest:
            return True
        if (rest, room) not in self.known:
            self.known[rest, room] = any(
                self.met(remaining_demands(choice, rest[1:]), choice.place(room))
                for choice in self.catalogue.fitting(rest[0], room)
            )
        return self.known[rest, room]


def candidate_for(entry: Entry, request: Demand) -> Candidate | None:
    """Return an entry as a candidate for a demand; None if it does not meet it.

    It must have the kind, the name, the sides and the depth that are asked for.
    """
    component = entry.component
    if component.kind is not request.kind or not entry.is_for(request.depth):
        return None
    if request.what != component.what and not (
        component.kind is Kind.ENEMY and not request.what and component.what != BOSS
    ):
        return None
    sides = set(request.sides)
    if not sides <= set(component.sides):
        return None
    weight = entry.weight * _shares(component.mask if component.kind in _BY_SIZE else None)
    if component.kind is Kind.DOOR:
        mask = RoomMask.of_sides(component.sides)
        return Candidate(entry, weight, component.mask | mask, component.mask - mask)
    claim = component.claim(request.sides)
    return Candidate(entry, weight, claim, claim)


def remaining_demands(choice: Candidate, then: Sequence[Demand]) -> tuple[Demand, ...]:
    """Return the demands that remain after a candidate is placed.

    An obstacle with a second place also meets one demand for a plain chest.
    """
    rest = tuple(then)
    if choice.entry.second:
        for number, request in enumerate(rest):
            if request.second:
                return rest[:number] + rest[number + 1 :]
    return rest


_BY_SIZE = (Kind.FILLER, Kind.OBSTACLE)


def _shares(mask: RoomMask | None) -> int:
    """Return size^1.5 times 1000, rounded down; 1000 for entries that are not chosen by size."""
    return isqrt(1_000_000 * max(1, mask.size) ** 3) if mask is not None else 1000
