"""The events in a dungeon: one record of plain values, an Attribute of the grid's script.

    "dungeon cellars": {"digest": "…",         of the dungeon that it happened in
                        "taken": ["3.0", …],   pickups that were taken: room.number
                        "opened": ["d4", …],   doors on which a small key was spent
                        "hurt": {"kill:3": 1}, blows that a foe has taken
                        "seen": [0, 1, 4],     rooms in which somebody has been
                        "left": 1700000000.0,  when it was found empty; None while it is not
                        "wounds": {"12": 2},   hearts that a character has lost
                        "losses": {"kill:3": 1},  how often a foe has driven somebody away
                        "began": 1700000000.0,    when the first of its people came in
                        "ended": None}            when one of them came to the end

Old records do not have the last four. The record is also the inventory: keys belong to the dungeon,
not to their finders, so that nobody can carry them away. It is stored before anybody is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.db.stored import read_stored

_PREFIX = "dungeon "
_MOST_WOUNDED = 100  # characters whose hearts are kept
Gives = Callable[[int], int]


@dataclass(frozen=True)
class DungeonRecord:
    """The events in a dungeon; a new record means that nobody has entered it yet."""

    digest: str
    taken: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    hurt: Mapping[str, int] = field(default_factory=dict)
    seen: tuple[int, ...] = ()
    left: float | None = None
    wounds: Mapping[str, int] = field(default_factory=dict)
    losses: Mapping[str, int] = field(default_factory=dict)
    began: float | None = None
    ended: float | None = None

    @property
    def is_new(self) -> bool:
        """Whether nothing has happened yet."""
        return not (self.taken or self.opened or self.hurt or self.seen)

    def with_taken(self, room: int, number: int) -> DungeonRecord:
        """Return the record after a pickup was taken."""
        return replace(self, taken=(*self.taken, f"{room}.{number}"))

    def with_seen(self, room: int) -> DungeonRecord:
        """Return the record after somebody has entered a room."""
        return replace(self, seen=tuple(sorted({*self.seen, room})))

    def with_wounds(self, character: int, number: int) -> DungeonRecord:
        """Return the record after a character's lost hearts have changed to this number."""
        others = {one: lost for one, lost in self.wounds.items() if one != str(character)}
        kept = list(others.items())[1 - _MOST_WOUNDED :]  # the others are taken for rested
        return replace(self, wounds=dict(kept) | ({str(character): number} if number else {}))

    def has_taken(self, room: int, number: int) -> bool:
        """Whether a pickup was taken."""
        return f"{room}.{number}" in self.taken


def read(keeper: Any, key: str, digest: str, gives: Gives) -> DungeonRecord:
    """Read the record of a map's dungeon; return a new one if the dungeon has changed since.

    `gives` is the number of pickups in each room.
    """
    data = None
    if keeper is not None:
        data = keeper.attributes.get(name_of(key), category=CATEGORY)
    if not data:
        return DungeonRecord(digest)
    return read_stored(
        f"the record of {key}", lambda: _record(data, digest, gives), DungeonRecord(digest)
    )


def _record(data: Any, digest: str, gives: Gives) -> DungeonRecord:
    plain = dict(deserialize(data))
    if plain["digest"] != digest:
        return DungeonRecord(digest)
    taken = tuple(map(str, plain["taken"]))
    for one in taken:
        room, _dot, number = one.partition(".")
        if not 0 <= int(number) < gives(int(room)):
            raise ValueError(f"taken is {one}")
    return DungeonRecord(
        digest,
        taken,
        tuple(map(str, plain["opened"])),
        _counts(plain["hurt"]),
        tuple(map(int, plain["seen"])),
        _time(plain["left"]),
        _counts(plain.get("wounds", {})),
        _counts(plain.get("losses", {})),
        _time(plain.get("began")),
        _time(plain.get("ended")),
    )


def _counts(found: Mapping[Any, Any]) -> dict[str, int]:
    return {str(word): int(number) for word, number in found.items()}


def _time(found: Any) -> float | None:
    return None if found is None else float(found)


def name_of(key: str) -> str:
    """Return the name of the Attribute with the record of a map's dungeon."""
    return _PREFIX + key


def write(keeper: Any, key: str, record: DungeonRecord) -> None:
    """Store a record immediately; a new record is not stored."""
    if record.is_new:
        forget(keeper, key)
        return
    data = asdict(record)
    data |= {name: list(data[name]) for name in ("taken", "opened", "seen")}
    keeper.attributes.add(name_of(key), data, category=CATEGORY)


def is_kept(keeper: Any, key: str) -> bool:
    """Whether a dungeon has a record: somebody has entered it."""
    return bool(keeper.attributes.has(name_of(key), category=CATEGORY))


def forget(keeper: Any, key: str) -> None:
    """Forget the record, so that the dungeon is one that nobody has entered."""
    keeper.attributes.remove(name_of(key), category=CATEGORY)
