"""Components, which fill rooms. See `names` for the form of their names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.dungeons.core.masks.mask import RoomMask, Side
from xyzgrid_ext.parts.dungeons.core.masks.names import Kind, read_name


@dataclass(frozen=True, slots=True)
class Component:
    """What a component's name says: `door_smallkey_n_200000` is a locked door in the north wall.

    Attributes:
        what: of a door one of DOOR_KINDS, of a chest one of CHEST_KINDS, of an obstacle its item,
            of an enemy its name; "" for all others.
        sides: the sides of a door, or those that an obstacle can block.
        mask: the slots (squares of the 3 by 3 inside a room) and doors that it takes.
        variant: the words of the name after the mask.
    """

    name: str
    kind: Kind
    what: str
    sides: tuple[Side, ...]
    mask: RoomMask
    variant: tuple[str, ...]

    @classmethod
    def parse(cls, name: str, file: str = "") -> Component:
        """Parse a name, such as `filler_000400_anchor`; `file` is its source in messages.

        Raises:
            RefusedError: with one finding about the place, the fault and the cure.
        """
        return cls(name, *read_name(name, file))

    def claim(self, sides: Iterable[Side] = ()) -> RoomMask:
        """Return the bits that it takes: its mask and, of an obstacle, the doors on `sides`."""
        return self.mask | RoomMask.of_sides(sides)

    def fits(self, room: RoomMask, sides: Iterable[Side] = ()) -> bool:
        """Whether all bits of its `claim` are free in the mask `room`."""
        return self.claim(sides).fits(room)

    def place(self, room: RoomMask, sides: Iterable[Side] = ()) -> RoomMask:
        """Return the mask of a room with this component in it; `room` is the mask before.

        `sides` are those of the doors that it blocks, if it is an obstacle.

        Raises:
            MapError: if it does not fit.
        """
        return mask_after(self.name, self.claim(sides), room)


def mask_after(name: str, claim: RoomMask, room: RoomMask) -> RoomMask:
    """Return the mask `room` with the bits `claim` taken too; `name` is for the message.

    Raises:
        MapError: if part of the claim is already taken.
    """
    if not claim.fits(room):
        message = f"{name} takes {claim} and does not fit into a room with {room}"
        both = f"{message}: both have {claim & room}"
        raise MapError(both, "choose a component that leaves that free")
    return room | claim


def rotations_of_row(row: Record) -> list[dict[str, object]]:
    """Return the distinct rows that quarter turns make of a catalogue row: one, two or four.

    Raises:
        RefusedError: if the name of the row cannot be read.
    """
    component = Component.parse(row["name"])
    names = (_turned_name(component, quarters) for quarters in range(4))
    return [{**row, "name": name} for name in dict.fromkeys(names)]


def _turned_name(component: Component, quarters: int) -> str:
    sides = RoomMask.of_sides(component.sides).rotated(quarters).doors
    letters = "".join(side.letter for side in sides)
    mask = str(component.mask.rotated(quarters))
    parts = (component.kind, component.what, letters, mask, *component.variant)
    return "_".join(part for part in parts if part)
