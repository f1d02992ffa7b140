"""The numbers by which clients know the rooms of lazy maps: they do not depend on objects.

    rooms that the map had when it became lazy     the number of the object, as clients have it
    all others, made or not                        that of the coordinate (`core.view.numbers`)

An Attribute of the grid's script, `lazy_numbers`, stores what must last:

    {"cube": {"since": 512, "boxes": [[1073741824, 64, 64, 3]]}}

Objects with ids up to `since` existed before; no id is ever used for a second object.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.routes import Room
from xyzgrid_ext.core.view.numbers import Box, with_room
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.db.stored import read_stored

ATTRIBUTE = "lazy_numbers"


class LazyNumbers:
    """The numbers of the rooms of some maps.

    Attributes:
        since: for each map, the highest id of its rooms when it became lazy.
        boxes: for each map that is or was lazy, the numbers of its coordinates.

    """

    def __init__(
        self,
        grids: Mapping[str, Grid],
        since: Mapping[str, int],
        boxes: Mapping[str, tuple[Box, ...]],
    ) -> None:
        self._grids = grids
        self.since, self.boxes = since, boxes

    def number(self, room: Room, pk: int | None) -> int:
        """Return the number of a room; `pk` is the id of its object, if it has one."""
        key, number = room
        if pk is not None and pk <= self.since[key]:
            return pk
        coord = self._grids[key].coord(number)
        found = (box.number(coord) for box in self.boxes[key])
        return next(number for number in found if number is not None)

    def room(self, number: int) -> Room | None:
        """Return the room whose coordinate has this number; None if there is none."""
        for key, grid in self._grids.items():
            for box in self.boxes.get(key, ()):
                if (coord := box.coord(number)) is not None:
                    found = grid.room_at(coord)
                    return None if found is None else (key, found)
        return None

    def is_of_before(self, key: str, pk: int) -> bool:
        """Whether an object was a room of a map before the map became lazy."""
        return pk <= self.since[key]


def numbers_of(
    keeper: Any, grids: Mapping[str, Grid], last_of: Callable[[str], int]
) -> LazyNumbers:
    """Return the numbers of the given maps, as stored or as they would be now.

    Nothing is written.

    Args:
        keeper: the grid's script; None for a world that nobody plays in.
        grids: the maps, by their keys.
        last_of: the highest number of an object that is a room of a map.

    """
    kept, boxes = ({}, {}) if keeper is None else _kept(keeper)
    since = {key: kept[key] if key in kept else last_of(key) for key in grids}
    return LazyNumbers(grids, since, with_room(boxes, grids))


def keep(keeper: Any, numbers: LazyNumbers, others: Collection[str]) -> None:
    """Store the numbers for good; write nothing if they are already stored.

    `others` are the maps that are not lazy: if one of them becomes lazy, it is so from then on.
    """
    since, boxes = _kept(keeper)
    wanted = {key: last for key, last in since.items() if key not in others} | dict(numbers.since)
    if (wanted, dict(numbers.boxes)) != (since, boxes):
        kept = {
            key: {
                "since": wanted.get(key),
                "boxes": [list(box) for box in numbers.boxes.get(key, ())],
            }
            for key in sorted({*wanted, *numbers.boxes})
        }
        keeper.attributes.add(ATTRIBUTE, kept, category=CATEGORY)


def were_lazy(keeper: Any) -> Collection[str]:
    """Return the maps that are stored as lazy; they stay lazy when their rooms are made."""
    return _kept(keeper)[0].keys()


def rename(keeper: Any, old: str, new: str) -> None:
    """Keep the numbers of a map that is being renamed."""
    kept = keeper.attributes.get(ATTRIBUTE, category=CATEGORY, default={})
    before, after = map_key(old), map_key(new)
    if before in kept:
        renamed = {after if key == before else key: one for key, one in deserialize(kept).items()}
        keeper.attributes.add(ATTRIBUTE, renamed, category=CATEGORY)


def _kept(keeper: Any) -> tuple[dict[str, int], dict[str, tuple[Box, ...]]]:
    """Return the stored data: the id at which each map became lazy, and its boxes."""
    since: dict[str, int] = {}
    boxes: dict[str, tuple[Box, ...]] = {}

    def read() -> None:
        found = keeper.attributes.get(ATTRIBUTE, category=CATEGORY, default={})
        for key, one in found.items():
            if one["boxes"]:
                boxes[str(key)] = tuple(Box(*map(int, box)) for box in one["boxes"])
            if one["since"] is not None:
                since[str(key)] = int(one["since"])

    read_stored(f"the Attribute '{ATTRIBUTE}' of the grid", read, None)
    return since, boxes
