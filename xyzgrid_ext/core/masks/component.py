"""Components: what a room is filled with. See `names` for how their names are written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.masks.mask import Mask, Side
from xyzgrid_ext.core.masks.names import Kind, read_name


@dataclass(frozen=True, slots=True)
class Component:
    """A thing to put into a room, as its name describes it.

    `what` is the kind of chest or door, the item of an obstacle or the name of an enemy, else "".
    `sides` are those that a door is made for, or that an obstacle can bar. `variant` is whatever
    follows the mask.
    """

    name: str
    kind: Kind
    what: str
    sides: tuple[Side, ...]
    mask: Mask
    variant: tuple[str, ...]

    @classmethod
    def parse(cls, name: str, file: str = "") -> Component:
        """Read a name; `file` says in messages where it stands.

        Raises:
            RefusedError: with one finding, that has the place, the fault and the cure.

        """
        return cls(name, *read_name(name, file))

    def claim(self, sides: Iterable[Side] = ()) -> Mask:
        """What it takes of a room: its mask, and for an obstacle the doors it was asked for."""
        return self.mask | Mask.of_sides(sides)

    def fits(self, room: Mask, sides: Iterable[Side] = ()) -> bool:
        """Whether nothing that it would take is taken already."""
        return self.claim(sides).fits(room)

    def place(self, room: Mask, sides: Iterable[Side] = ()) -> Mask:
        """The mask of the room with this component in it.

        Raises:
            MapError: if it does not fit.

        """
        return put(self.name, self.claim(sides), room)


def put(name: str, claim: Mask, room: Mask) -> Mask:
    """The mask of a room after something has taken its claim.

    Raises:
        MapError: if part of that is taken already.

    """
    if not claim.fits(room):
        message = f"{name} takes {claim} and does not fit into a room with {room}"
        both = f"{message}: both have {claim & room}"
        raise MapError(both, "choose a component that leaves that free")
    return room | claim
