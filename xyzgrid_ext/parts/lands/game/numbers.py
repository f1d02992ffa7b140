"""Which maps are lazy, and the numbers of their rooms for clients, which depend on no objects.

    rooms that the map had when it became lazy     the number of the object, as clients have it
    all others, made or not                        that of the coordinate (`core.numbers`)

An Attribute of the grid's script, `lazy_numbers`, stores what must last:

    {"cube": {"since": 512, "boxes": [[1073741824, 64, 64, 3]]}}

Objects with ids up to `since` existed before; no id is ever used for a second object.
"""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.grid import Grid, is_apart
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_types import Persistent
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.db.stored import read_stored
from xyzgrid_ext.game.world.index import Index
from xyzgrid_ext.game.world.world import Live, Room
from xyzgrid_ext.parts.lands.core.numbers import NumberBox, add_number_boxes
from xyzgrid_ext.parts.lands.settings import ABOVE

_ATTRIBUTE = "lazy_numbers"


class LazyNumbers:
    """The numbers by which clients know the rooms of lazy maps, whether they are made or not.

    Attributes:
        since: map key -> the highest id of its rooms when it became lazy; these keep their ids.
        boxes: key of a map that is or was lazy -> the numbers of its coordinates.
    """

    def __init__(
        self,
        grids: Mapping[str, Grid],
        since: Mapping[str, int],
        boxes: Mapping[str, tuple[NumberBox, ...]],
    ) -> None:
        self._grids = grids
        self.since, self.boxes = since, boxes

    def number(self, room: Room, pk: int | None) -> int:
        """Return the number of a room for clients; `pk` is the id of its object, if it has one."""
        key, number = room
        if pk is not None and pk <= self.since[key]:
            return pk
        coord = self._grids[key].coord(number)
        numbers = (box.number(coord) for box in self.boxes[key])
        return next(number for number in numbers if number is not None)

    def room(self, number: int) -> Room | None:
        """Return the room whose coordinate has this number; None if there is none."""
        for key, grid in self._grids.items():
            for box in self.boxes.get(key, ()):
                if (coord := box.coord(number)) is not None:
                    room_number = grid.room_at(coord)
                    return None if room_number is None else (key, room_number)
        return None


_of_worlds = WeakKeyDictionary[Live, tuple[Index | None, LazyNumbers]]()


def lazy_maps(live: Live) -> frozenset[str]:
    """Return the keys of the maps whose rooms are made when somebody enters them."""
    return frozenset({key for key, grid in live.grids.items() if _rooms(grid) == "lazy"}).union(
        live.on_demand_reasons
    )


def lazy_reasons(live: Live) -> dict[str, str]:
    """Return map key -> the reason in words, for large maps that are lazy without an option."""
    least = int(settings.setting_value(ABOVE))
    large = {key for key, g in live.grids.items() if g.rooms > least and _rooms(g) is None}
    if not least or not large:
        return {}
    before = () if live.keeper is None else _kept(live.keeper)[0]
    reason = f'it has more than {least:,} rooms: "rooms": "all" in its options makes all of them'
    return {key: reason for key in large if key in before or not live.spawned_count(key)}


def _rooms(grid: Grid) -> str | None:
    """Return what the options of a map say of its rooms; some kinds need all of them."""
    rooms: str | None = grid.options.get("rooms")
    return "all" if is_apart(grid) else rooms


def numbers_in(live: Live) -> LazyNumbers:
    """Return the numbers of rooms of lazy maps: those stored, and new ones for other rooms."""
    index, numbers = _of_worlds.get(live, (None, None))
    if numbers is None or index is None or index is not live.index:
        grids = {key: live.grids[key] for key in sorted(live.on_demand)}
        stored, boxes = ({}, {}) if live.keeper is None else _kept(live.keeper)
        since = {key: stored[key] if key in stored else live.last_room(key) for key in grids}
        numbers = LazyNumbers(grids, since, add_number_boxes(boxes, grids))
        _of_worlds[live] = live.index, numbers
    return numbers


def store_numbers(live: Live) -> None:
    """Store the numbers of rooms of lazy maps, if that was not done, before one is made.

    A map that becomes lazy stays so from then on.
    """
    if (keeper := live.keeper) is None:
        return
    (since, boxes), numbers = _kept(keeper), numbers_in(live)
    others = live.grids.keys() - live.on_demand
    since_now = {key: since[key] for key in since.keys() - others} | dict(numbers.since)
    if (since_now, dict(numbers.boxes)) != (since, boxes):
        rows = {
            key: {
                "since": since_now.get(key),
                "boxes": [list(box) for box in numbers.boxes.get(key, ())],
            }
            for key in sorted({*since_now, *numbers.boxes})
        }
        keeper.attributes.add(_ATTRIBUTE, rows, category=CATEGORY)


def rename_numbers(keeper: Persistent, old: str, new: str) -> None:
    """Move the stored numbers of the map `old` to the name `new`."""
    value = keeper.attributes.get(_ATTRIBUTE, category=CATEGORY, default={})
    before, after = map_key(old), map_key(new)
    if before in value:
        renamed = {after if key == before else key: row for key, row in deserialize(value).items()}
        keeper.attributes.add(_ATTRIBUTE, renamed, category=CATEGORY)


def _kept(keeper: Persistent) -> tuple[dict[str, int], dict[str, tuple[NumberBox, ...]]]:
    """Return the stored data: the id at which each map became lazy, and its boxes."""
    since: dict[str, int] = {}
    boxes: dict[str, tuple[NumberBox, ...]] = {}

    def read() -> None:
        value = keeper.attributes.get(_ATTRIBUTE, category=CATEGORY, default={})
        for key, row in value.items():
            if row["boxes"]:
                boxes[str(key)] = tuple(NumberBox(*map(int, box)) for box in row["boxes"])
            if row["since"] is not None:
                since[str(key)] = int(row["since"])

    read_stored(f"the Attribute '{_ATTRIBUTE}' of the grid", read, None)
    return since, boxes
