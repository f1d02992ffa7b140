"""Rows of `contents` as values, and the slots that they have for objects.

    row    {"prototype": "baker", "contents": [{"prototype": "loaf", "count": 2}]}   in one room
    slots  baker (1)        baker (1)/loaf (1)        baker (1)/loaf (2)

A slot holds one object at a time. Its name stays while the row keeps its name and its room, so what
stands there is known again, whatever else changes in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.parts.contents.keys import BACK, EVERY, KEY, NEVER, rows_in

ANY = "any "
"""Begins the number in a slot of a row that is for several rooms: `guard (any 1)`."""


def name_of(row: Mapping[str, Any]) -> str:
    """Return the name by which a row is known among those of its room or map."""
    prototypes = row["prototype"]
    first = prototypes[0] if isinstance(prototypes, list | tuple) else prototypes
    if isinstance(first, Mapping):
        first = first.get("prototype_key") or first.get("key") or first.get("prototype_parent")
    return name_key(str(row.get("name") or first or "something")).replace("/", "-")


@dataclass(frozen=True, eq=False)
class ContentsRow:
    """A row of `contents`.

    Attributes:
        name: its name among the rows of its room, its map, or what carries it.
        row: the row as it is written.
        inside: the rows of what it carries.
    """

    name: str
    row: Mapping[str, Any]
    inside: tuple[ContentsRow, ...] = ()

    @property
    def count(self) -> int:
        """How many there are at once."""
        return int(self.row.get("count", 1))

    @property
    def prototypes(self) -> Sequence[str | Mapping[str, Any]]:
        """The prototypes, of which chance takes one."""
        value = self.row["prototype"]
        return value if isinstance(value, list | tuple) else (value,)

    @property
    def seconds(self) -> float | None:
        """After how many seconds it comes back; None if never, or if words decide."""
        back = self.row.get("back", BACK)
        return None if isinstance(back, str | list | tuple) else float(back)

    @property
    def is_once(self) -> bool:
        """Whether it never comes back."""
        return bool(self.row.get("back") == NEVER)

    @property
    def back_words(self) -> tuple[str, ...]:
        """The words that must be true for it to come back."""
        back = self.row.get("back", BACK)
        if back == NEVER or isinstance(back, int | float):
            return ()
        return (back,) if isinstance(back, str) else tuple(back)

    @property
    def needs(self) -> tuple[str, ...]:
        """The words that must be true while it is there."""
        needs = self.row.get("needs") or ()
        return (needs,) if isinstance(needs, str) else tuple(needs)

    @property
    def wanders(self) -> Mapping[str, Any]:
        """Where it walks; empty if it stays."""
        return self.row.get("wanders") or {}

    @property
    def every(self) -> float:
        """The seconds between two of its steps."""
        return float(self.wanders.get("every", EVERY))

    def chance(self, slot: str, times: int) -> Chance:
        """Return the chances of the object that comes to a slot for the nth time."""
        return Chance("contents", self.row.get("seed", ""), slot, times)


def contents_in(value: Any) -> tuple[ContentsRow, ...]:
    """Return the rows of a value of the key `contents`; of equal names the first counts."""
    rows: dict[str, ContentsRow] = {}
    for row in rows_in(value):
        name = name_of(row)
        rows.setdefault(name, ContentsRow(name, row, contents_in(row.get(KEY))))
    return tuple(rows.values())


@dataclass(eq=False)
class Slot:
    """A place for one object.

    Attributes:
        owner: the id of its room, or the key of its map if the row is for several rooms.
        name: its name within these.
        content: the row.
        holder: the slot of what carries it; None in a room.
    """

    owner: int | str
    name: str
    content: ContentsRow
    holder: Slot | None = None
    held: tuple[Slot, ...] = field(default=())

    @property
    def top(self) -> Slot:
        """The slot in a room that this one is in, or it itself."""
        return self if self.holder is None else self.holder.top


def slots_of(
    owner: int | str, contents: Iterable[ContentsRow], holder: Slot | None = None
) -> Iterator[Slot]:
    """Yield the slots of rows, those of what carries others first."""
    for content in contents:
        for number in range(1, content.count + 1):
            sign = ANY if holder is None and isinstance(owner, str) else ""
            own = f"{content.name} ({sign}{number})"
            name = own if holder is None else f"{holder.name}/{own}"
            slot = Slot(owner, name, content, holder)
            held = tuple(slots_of(owner, content.inside, slot))
            slot.held = tuple(each for each in held if each.holder is slot)
            yield slot
            yield from held


def is_of_map(name: str) -> bool:
    """Whether a slot of this name belongs to a row for several rooms."""
    return f"({ANY}" in name.partition("/")[0]
