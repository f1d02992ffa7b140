"""Rows of `contents` as values, and the slots that they have for objects.

    row    {"prototype": "baker", "contents": [{"prototype": "loaf", "count": 2}]}   in one room
    slots  baker (1)        baker (1)/loaf (1)        baker (1)/loaf (2)

A slot holds one object at a time. Its name stays while the row keeps its name and its room, so what
stands there is known again, whatever else changes in the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.mapdata.kinds import KeyTable
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.contents.keys import DEFAULT_BACK, DEFAULT_EVERY, KEY, NEVER, ROOM_KEYS

_ANY = "any "
"""Begins the number in a slot of a row that is for several rooms: `guard (any 1)`."""
_WAITS = -1.0


def row_name(row: Record) -> str:
    """Return the name by which a row is known in its room or map: its own, or its prototype's."""
    first = _several(row["prototype"])[0]
    if isinstance(first, Mapping):
        first = first.get("prototype_key") or first.get("key") or first.get("prototype_parent")
    return name_key(str(row.get("name") or first or "something")).replace("/", "-")


def _several(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list | tuple) else (value,)


@dataclass(frozen=True, eq=False)
class Wandering:
    """How something walks: within rooms, or along a route.

    Attributes:
        rooms: selectors of the rooms.
        route: the places.
        every: seconds between two steps.
        home: words; while they are true, it goes home.
    """

    rooms: Sequence[object]
    route: Sequence[object]
    every: float
    home: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class ContentsRow:
    """A row of `contents`.

    Attributes:
        name: its name among the rows of its room, its map, or what carries it.
        is_named: whether the name was written, and is not just the key of its prototype.
        number: its index in the list.
        prototypes: of these, chance takes one each time.
        is_choice: whether it has a list of them.
        rooms: selectors of the rooms that it is for; none if it stands in a room's own rows.
        count: how many there are at once.
        seconds: after which it comes back; None if it never does.
        words: that must be true when it comes back.
        together: whether they come back only when all have gone.
        unseen: whether it comes only while nobody is in the room.
        share: percent of the times that it could come.
        seed: of its chances.
        needs: words that must be true while it is there.
        symbol: what maps show where it is; "" if they do not show it.
        wanders: how it walks; None if it stays.
        inside: the rows of what it carries.
    """

    name: str
    is_named: bool
    number: int
    prototypes: tuple[str | Record, ...]
    is_choice: bool
    rooms: Sequence[object]
    count: int
    seconds: float | None
    words: tuple[str, ...]
    together: bool
    unseen: bool
    share: int
    seed: object
    needs: tuple[str, ...]
    symbol: str
    wanders: Wandering | None
    inside: tuple[ContentsRow, ...]

    def chance(self, slot: str, times: int) -> Chance:
        """Return the chances of the object that comes to a slot after `times` others."""
        return Chance("contents", self.seed, slot, times)


def prototype_dict(prototype: str | Record) -> Record:
    """Return a prototype as a dict; a name becomes one that extends the prototype of that name."""
    if isinstance(prototype, Mapping):
        return prototype
    return {"prototype_key": prototype, "prototype_parent": prototype}


def parse_contents(value: object, table: KeyTable = ROOM_KEYS) -> tuple[ContentsRow, ...]:
    """Return the rows of a value of the key `contents`: those that fit the `table` of its keys.

    Of equal names the first counts.
    """
    rows = value if isinstance(value, list | tuple) else ()
    return _rows(rows, lambda row: isinstance(row, Mapping) and not table.faults(row))


def _rows(
    values: Iterable[Record], counts: Callable[[Any], bool] = bool
) -> tuple[ContentsRow, ...]:
    rows: dict[str, ContentsRow] = {}
    for number, row in enumerate(values):
        if counts(row):
            rows.setdefault(row_name(row), _row(row, number))
    return tuple(rows.values())


def _row(row: Record, number: int) -> ContentsRow:
    prototypes = _several(row["prototype"])
    back, walk = row.get("back", DEFAULT_BACK), row.get("wanders")
    is_words = isinstance(back, str | list | tuple)
    return ContentsRow(
        row_name(row),
        "name" in row or isinstance(prototypes[0], str) or "prototype_key" in prototypes[0],
        number,
        prototypes,
        not isinstance(row["prototype"], str | Mapping),
        row.get("rooms") or (),
        row.get("count", 1),
        None if back == NEVER else 0.0 if is_words else float(back),
        _several(back) if is_words and back != NEVER else (),
        bool(row.get("together")),
        bool(row.get("unseen")),
        row.get("chance", 100),
        row.get("seed", ""),
        _several(row.get("needs") or ()),
        row.get("symbol") or "",
        None
        if walk is None
        else Wandering(
            walk.get("rooms") or (),
            walk.get("route") or (),
            float(walk.get("every", DEFAULT_EVERY)),
            _several(walk.get("home") or ()),
        ),
        _rows(row.get(KEY) or ()),
    )


@dataclass(eq=False)
class Slot:
    """A place for one object, and what is in it.

    Attributes:
        owner: the id of its room, or the key of its map if the row is for several rooms.
        name: its name within these.
        row: the row.
        holder: the slot of what carries it; None in a room.
        group: all slots of the row in the same room or holder.
        inside: the slots of what it carries, and of what these carry.
        pk: the id of the object in it.
        home: the id of the room in which its object was made.
        at: the id of what its object is in.
        mark: a digest of the prototype from which its object was made.
        due: when it comes back, in seconds since 1970; below 0, when the others of its group go.
        times: how many times it has come.
        is_checked: whether its object is known to be as the file has it.
    """

    owner: int | str
    name: str
    row: ContentsRow
    holder: Slot | None = None
    group: tuple[Slot, ...] = ()
    inside: tuple[Slot, ...] = ()
    pk: int | None = None
    home: int | None = None
    at: int | None = None
    mark: str = ""
    due: float = 0.0
    times: int = 0
    is_checked: bool = False

    @property
    def place(self) -> int | None:
        """The id of the object that holds it by rights: its home, or what carries it; or None."""
        return self.home if self.holder is None else self.holder.pk

    @property
    def path(self) -> tuple[str | int, ...]:
        """Where its row is in the values of its owner: `("contents", 0, "contents", 2)`."""
        return (*(() if self.holder is None else self.holder.path), KEY, self.row.number)

    @property
    def is_alone(self) -> bool:
        """Whether its row makes only this one object."""
        return self.row.count == 1 and (self.holder is None or self.holder.is_alone)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is to be done here until something changes."""
        return (self.pk is not None and self.is_checked and not self.row.needs) or (
            self.row.seconds is None and self.times > 0 and self.pk is None
        )

    def start_respawn(self, now: float) -> None:
        """Note that its object is there no longer; the time until it comes back begins."""
        self.pk, self.mark, self.is_checked = None, "", False
        if not self.row.together:
            self.due = now + (self.row.seconds or 0.0)
        elif any(slot.pk is not None for slot in self.group):
            self.due = _WAITS
        else:
            for slot in self.group:
                slot.due = now + (self.row.seconds or 0.0)

    def may_come(self, now: float) -> bool:
        """Whether the time until it comes back is over."""
        if self.row.seconds is None and self.times:
            return False
        return 0 <= self.due <= now


def make_slots(
    owner: int | str, rows: Iterable[ContentsRow], holder: Slot | None = None
) -> Iterator[Slot]:
    """Yield the slots of rows in a room, on a map or in another slot, with those inside them."""
    for row in rows:
        group = []
        for number in range(1, row.count + 1):
            sign = _ANY if holder is None and isinstance(owner, str) else ""
            name = f"{row.name} ({sign}{number})"
            slot = Slot(owner, name if holder is None else f"{holder.name}/{name}", row, holder)
            held = tuple(make_slots(owner, row.inside, slot))
            slot.inside = tuple(deep for each in held for deep in (each, *each.inside))
            group.append(slot)
        for slot in group:
            slot.group = tuple(group)
        yield from group


def with_insides(slots: Iterable[Slot]) -> Iterator[Slot]:
    """Yield each slot, and then the slots of what it carries."""
    for slot in slots:
        yield slot
        yield from slot.inside


def is_of_map(name: str) -> bool:
    """Whether a slot of this name, `guard (any 1)`, belongs to a row for several rooms."""
    return f"({_ANY}" in name.partition("/")[0]


def is_slot(name: str) -> bool:
    """Whether the name in a thing's tag is that of a slot: `guard (2)`."""
    return re.search(r"\((any )?\d+\)$", name) is not None
