"""Things that reveal part of a map to a reader: charts, murals, a fisherman's sketch.

    {"key": "a kelp-stained chart", "reveals": "kelp maze"}                 all of the map
    {"key": "a torn chart", "reveals": ["kelp maze", [0, 0, 4, 2]]}         x 0-4, y 0-2
    {"key": "a plan", "reveals": ["lighthouse", [0, 0, 9, 9, 1]]}           the same on level 1

The Attribute `reveals` may also be a list of these. The four numbers are the x, y of two opposite
corners, both included.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.overrides import parse_whole_number
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import GameObject

ATTRIBUTE = "reveals"
"""The Attribute of a thing that says what it shows of maps."""
CURE = gettext_noop(
    'write "map", or ["map", [x1, y1, x2, y2]], and after it the level, if the map has levels'
)
"""What to do about a malformed Attribute, for a builder."""


@dataclass(frozen=True)
class RevealedArea:
    """A part of the map `key`: all, or the `box` (left, low, right, high), on one or all levels."""

    key: str
    box: tuple[int, int, int, int] | None = None
    level: int | None = None

    def rooms(self, grid: Grid) -> list[int]:
        """Return the numbers of the rooms in this area."""
        x, y, z = grid.coords.T
        inside = z == z if self.level is None else z == self.level
        if self.box is not None:
            left, low, right, high = self.box
            inside = inside & (x >= left) & (x <= right) & (y >= low) & (y <= high)
        return [int(number) for number in inside.nonzero()[0]]


def areas_of(thing: GameObject) -> list[RevealedArea]:
    """Return the areas that a thing reveals; none for most things.

    Raises:
        PlayerError: if its Attribute is malformed.
    """
    value = deserialize(thing.attributes.get(ATTRIBUTE))
    return list(parse_areas(value)) if value else []


def parse_areas(value: object) -> Iterator[RevealedArea]:
    """Read the areas from the value of an Attribute.

    Raises:
        PlayerError: if it is malformed.
    """
    if isinstance(value, str):
        yield RevealedArea(map_key(value))
    elif isinstance(value, list | tuple) and _is_area(value):
        yield _area(str(value[0]), value[1])
    elif isinstance(value, list | tuple):
        for item in value:
            yield from parse_areas(item)
    else:
        text = _("{word} holds {value}, which is not a part of a map")
        raise PlayerError(text.format(word=ATTRIBUTE, value=repr(value)), _(CURE))


def _is_area(value: Any) -> bool:
    return len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], list | tuple)


def _area(name: str, corners: Sequence[object]) -> RevealedArea:
    numbers = [number for part in corners if (number := parse_whole_number(part)) is not None]
    if len(numbers) != len(corners) or len(numbers) not in (4, 5):
        text = _("{word} holds {value}, which is not a rectangle")
        raise PlayerError(text.format(word=ATTRIBUTE, value=repr(corners)), _(CURE))
    x1, y1, x2, y2, *level = numbers
    box = min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
    return RevealedArea(map_key(name), box, level[0] if level else None)
