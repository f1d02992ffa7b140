"""`mask`: draws masks and components, and says which of them fit into one room together."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import NamedTuple

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.masks import EMPTY, NO_DOOR, Component, Mask
from xyzgrid_ext.terminal.files import complain

_EPILOG = """\
A mask is six octal digits, three for doors and three for the 3x3 slots:

          200                 400 200 100
    040         010           040 020 010
          002                 004 002 001

A name is one of
    filler_MASK      treasure_KIND_MASK    door_KIND_SIDE_MASK     floor_NAME
    puzzle_MASK      enemy_NAME_MASK       obstacle_ITEM_SIDES_MASK
with KIND of a treasure open or bigkey, SIDE one of n s e w, SIDES as ns or
north-south; _VARIANT may follow.

They are put into an empty room one after another; what does not fit is left
out. In a picture # is a taken slot and n s e w are claimed doors.

--json prints a list of objects with name, mask, doors (letters), slots (three
octal digits each), fits, and overlap: what it shares with the room before it.
The exit code is 2 if something is neither a mask nor a name."""


class Tried(NamedTuple):
    """A component that was tried in a room, and the room's mask before."""

    name: str
    mask: Mask
    room: Mask

    def fits(self) -> bool:
        """Whether it was placed."""
        return self.mask.fits(self.room)

    def after(self) -> Mask:
        """Return the room's mask afterwards."""
        return self.room | self.mask if self.fits() else self.room

    def verdict(self) -> str:
        """Say whether it fits, what is in its way, and which of its bits are no door."""
        fits = "fits" if self.fits() else f"does not fit: {self.mask & self.room} is taken"
        lost = self.mask & NO_DOOR
        return f"{fits}; a room has no door at {lost}" if lost else fits

    def as_data(self) -> dict[str, object]:
        """Return the data that `--json` prints."""
        return {
            "name": self.name,
            "mask": str(self.mask),
            "doors": [side.letter for side in self.mask.doors],
            "slots": [f"{slot.bits:03o}" for slot in self.mask.slots],
            "fits": self.fits(),
            "overlap": str(self.mask & self.room),
        }


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument(
        "names", nargs="+", metavar="NAME_OR_OCTAL", help="a component's name, or six octal digits"
    )
    parser.add_argument("--json", action="store_true", help="print data")


def run(options: Namespace) -> int:
    """Print the masks and the results."""
    tried, faults = placed(options.names)
    if faults:
        complain(*faults)
        return 2
    if options.json:
        print(json.dumps([one.as_data() for one in tried], indent=1))
        return 0
    for one in tried:
        print(_beside(one.mask.picture(), one.name, str(one.mask), one.verdict()), end="\n\n")
    room = tried[-1].after()
    print(_beside(room.picture(), "the room", str(room)))
    return 0


def placed(names: Sequence[str]) -> tuple[list[Tried], list[str]]:
    """Put masks and components into an empty room in order; malformed names count as faults."""
    tried: list[Tried] = []
    faults: list[str] = []
    for number, name in enumerate(names, 1):
        try:
            mask = _mask_of(name, f"mask {number}")
        except RefusedError as refused:
            faults.append(str(refused))
        except GridError as error:
            faults.append(f"mask {number}: {error}")
        else:
            tried.append(Tried(name, mask, tried[-1].after() if tried else EMPTY))
    return tried, faults


def _mask_of(text: str, place: str) -> Mask:
    if text[:1].isdigit():
        return Mask.parse(text)
    return Component.parse(text, place).mask


def _beside(picture: str, *words: str) -> str:
    """Return the picture with words to its right, from its second line on."""
    lines = picture.split("\n")
    said = ["", *words] + [""] * len(lines)
    return "\n".join(f"{line}  {word}".rstrip() for line, word in zip(lines, said, strict=False))
