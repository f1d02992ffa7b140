"""Dungeons in play: their copies, what has happened in each, and what characters remember of them.

All are plain values in Attributes. Of the grid's script:

    "copies": {"cistern #7": {"map": "cistern",        the map that it is a copy of
                              "owner": "party swallows", or "character 12"
                              "digest": "…",           of the dungeon that was copied
                              "state": "ready",        making, ready or going
                              "left": None,            when it was found empty, in epoch seconds
                              "by": ["12", "7", "…"],  who began it: character, account, address
                              "begun": 1700000000.0,   when
                              "seed": "2026-11-28",    of a descent: its seed, "" of other copies,
                              "tier": 2,               its tier,
                              "met": ["echo", …]}}     and riddles that it does not ask

    "dungeon cellars": {"digest": "…",         of the dungeon that it happened in
                        "taken": ["3.0", …],   pickups that were taken: room.number
                        "finders": {"3.0": "Ann"}, who took them
                        "opened": ["d4", …],   doors on which a small key was spent
                        "fights": {"kill:3": [1, 2]},  wounds and rounds of an enemy
                        "seen": [0, 1, 4],     rooms in which somebody has been
                        "left": 1700000000.0,  when it was found empty; None while it is not
                        "wounds": {"12": 2},   hearts that a character has lost
                        "losses": {"kill:3": 1},  how often a foe has driven somebody away
                        "began": 1700000000.0,    when the first of its people came in
                        "ended": None}            when one of them came to the end

Of a character:

    dungeons_left   {"cistern #7": {"key": "cistern #7", "began": 1700000000.0,
                                 "taken": 3, "opened": 1}, …}     the last ten

    dungeon_lessons ["foe", "chest", …]                            what it has been taught there
    riddles_met     ["echo", "tide", …]                            by their names

The row of a copy is written before the first room is made and removed after the last, so that after
a crash the next server knows what is left over. The record is also the inventory: keys belong to
the dungeon, not to their finders, so that nobody can carry them away. It is stored before anybody
is told. Whatever it has beyond the numbers that a character remembers was taken and opened later.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from evennia.typeclasses.attributes import Attribute
from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.records import Record, data_of, value_of
from xyzgrid_ext.game.base.evennia_types import Character, Persistent
from xyzgrid_ext.game.db.memory import CATEGORY, number_in, texts_in
from xyzgrid_ext.game.db.stored import read_stored
from xyzgrid_ext.parts.dungeons.game.scores import DUNGEONS

MAKING, READY, GOING = "making", "ready", "going"
_COPIES, _LAST = "copies", "last_copy"


@dataclass(frozen=True)
class Copy:
    """One copy of the dungeon `map`, for an `owner`; `key` is the copy's own map key.

    `by` is from `makers_counted`, `met` the riddles that its players knew.
    """

    key: str
    map: str
    owner: str
    digest: str
    state: str = MAKING
    left: float | None = None
    by: tuple[str, ...] = ()
    begun: float = 0.0
    seed: str = ""
    tier: int = 0
    met: tuple[str, ...] = ()

    @property
    def kind(self) -> tuple[str, str, str, int]:
        """(map, owner, seed, tier), by which a player's copy is looked for."""
        return self.map, self.owner, self.seed, self.tier


def all_copies(keeper: Persistent) -> dict[str, Copy]:
    """Return all copies of dungeons, by their map keys; `keeper` is the script of the grid."""
    if keeper is None:
        return {}
    value = keeper.attributes.get(_COPIES, category=CATEGORY, default={})
    rows: dict[str, Any] = read_stored("the list of copies", lambda: dict(deserialize(value)), {})
    return {key: _of_row(key, row) for key, row in rows.items()}


def _of_row(key: str, row: Any) -> Copy:
    """Read a copy from its row; an unreadable one counts as going, so that it is removed."""
    swept = Copy(key, "", "", "", GOING)
    return read_stored(f"the row of {key}", lambda: _copy(key, row), swept)


def _copy(key: str, row: Record) -> Copy:
    copy = value_of(Copy, row, key=str(key))
    if copy.state not in (MAKING, READY, GOING):
        raise ValueError(f"its state is {copy.state!r}")
    return copy


def ready_copy(keeper: Persistent, wanted: Copy) -> Copy | None:
    """Return the copy of the same `kind` as `wanted` that can be entered; None without one."""
    copies = [copy for copy in all_copies(keeper).values() if copy.state == READY]
    return next((copy for copy in copies if copy.kind == wanted.kind), None)


def store_copy(keeper: Persistent, copy: Copy) -> None:
    """Store a copy."""
    _write_copies(keeper, {**all_copies(keeper), copy.key: copy})


def forget_copy(keeper: Persistent, key: str) -> None:
    """Remove the row of a copy."""
    _write_copies(keeper, {name: copy for name, copy in all_copies(keeper).items() if name != key})


def new_copy(keeper: Persistent, wanted: Copy) -> Copy:
    """Return `wanted` with a new unique key, `cistern #7`, stored; its rooms are not made yet."""
    number = (number_in(keeper, _LAST) or 0) + 1
    while f"{wanted.map} #{number}" in all_copies(keeper):
        number += 1  # the last number was damaged
    keeper.attributes.add(_LAST, number, category=CATEGORY)
    copy = replace(wanted, key=f"{wanted.map} #{number}")
    store_copy(keeper, copy)
    return copy


def _write_copies(keeper: Persistent, copies: dict[str, Copy]) -> None:
    rows = {key: data_of(copy) for key, copy in copies.items()}
    for row in rows.values():
        del row["key"]
    keeper.attributes.add(_COPIES, rows, category=CATEGORY)


# --- what has happened in a dungeon


_PREFIX = "dungeon "
_MOST_WOUNDED = 100  # characters whose hearts are kept
_Gives = Callable[[int], int]


@dataclass(frozen=True)
class DungeonRecord:
    """What has happened in a dungeon; the head of this file explains the fields."""

    digest: str
    taken: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    fights: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    seen: tuple[int, ...] = ()
    left: float | None = None
    wounds: Mapping[str, int] = field(default_factory=dict)
    losses: Mapping[str, int] = field(default_factory=dict)
    began: float | None = None
    ended: float | None = None
    finders: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_new(self) -> bool:
        """Whether nothing has happened yet."""
        return not (self.taken or self.opened or self.fights or self.seen)

    def with_taken(self, room: int, number: int, finder: str = "") -> DungeonRecord:
        """Return the record after pickup `number` of a room was taken, by the name `finder`."""
        taken = f"{room}.{number}"
        return replace(self, taken=(*self.taken, taken), finders={**self.finders, taken: finder})

    def with_seen(self, room: int) -> DungeonRecord:
        """Return the record after somebody has entered a room, given by its number."""
        return replace(self, seen=tuple(sorted({*self.seen, room})))

    def with_wounds(self, character: int, number: int) -> DungeonRecord:
        """Return the record after a character, by id, has lost `number` hearts in all."""
        others = {pk: lost for pk, lost in self.wounds.items() if pk != str(character)}
        recent = list(others.items())[1 - _MOST_WOUNDED :]  # the others are taken for rested
        return replace(self, wounds=dict(recent) | ({str(character): number} if number else {}))

    def has_taken(self, room: int, number: int) -> bool:
        """Whether pickup `number` of a room was taken."""
        return f"{room}.{number}" in self.taken


def read_record(keeper: Persistent, key: str, digest: str, gives: _Gives) -> DungeonRecord:
    """Return the record of the dungeon of a map; a new one if its `digest` is another by now.

    `gives` is a function: number of a room -> how many pickups it has.
    """
    data = None
    if keeper is not None:
        data = keeper.attributes.get(_record_name(key), category=CATEGORY)
    if not data:
        return DungeonRecord(digest)
    return read_stored(
        f"the record of {key}", lambda: _record(data, digest, gives), DungeonRecord(digest)
    )


def _record(data: object, digest: str, gives: _Gives) -> DungeonRecord:
    plain = dict(deserialize(data))
    if plain["digest"] != digest:
        return DungeonRecord(digest)
    record = value_of(DungeonRecord, plain)
    for pickup in record.taken:
        room, _dot, number = pickup.partition(".")
        if not 0 <= int(number) < gives(int(room)):
            raise ValueError(f"taken is {pickup}")
    return record


def _record_name(key: str) -> str:
    """Return the name of the Attribute with the record of a map's dungeon."""
    return _PREFIX + key


def write_record(keeper: Persistent, key: str, record: DungeonRecord) -> None:
    """Store a record immediately; a new record is not stored."""
    if record.is_new:
        forget_record(keeper, key)
        return
    keeper.attributes.add(_record_name(key), data_of(record), category=CATEGORY)


def has_record(keeper: Persistent, key: str) -> bool:
    """Whether a dungeon has a stored record, since somebody has entered it."""
    return bool(keeper.attributes.has(_record_name(key), category=CATEGORY))


def forget_record(keeper: Persistent, key: str) -> None:
    """Forget the record, so that the dungeon is one that nobody has entered."""
    keeper.attributes.remove(_record_name(key), category=CATEGORY)


# --- what characters remember


_VISITS, _LESSONS, _MET = "dungeons_left", "dungeon_lessons", "riddles_met"
_KEPT_VISITS = 10


class DungeonVisit(NamedTuple):
    """A dungeon as a character left it: how many things were taken, and doors opened."""

    key: str
    began: float | None
    taken: int
    opened: int


def visits_to(character: Character, name: str) -> list[DungeonVisit]:
    """Return how a character has last left the dungeon of the map `name`, and each copy of it."""
    visits = [
        read_stored(
            f"what #{character.pk} remembers of {key}", partial(value_of, DungeonVisit, row), None
        )
        for key, row in _visit_rows(character).items()
        if name in (key, key.rpartition(" #")[0])
    ]
    return [visit for visit in visits if visit is not None]


def remember_visit(character: Character, visit: DungeonVisit) -> None:
    """Store the state of a dungeon that a character leaves, separately for each copy."""
    others = {key: row for key, row in _visit_rows(character).items() if key != visit.key}
    recent = dict(list(others.items())[1 - _KEPT_VISITS :])
    character.attributes.add(_VISITS, {**recent, visit.key: visit._asdict()}, category=CATEGORY)


def lessons_had(character: Character) -> frozenset[str]:
    """Return the lessons that a character has had in dungeons, by their words: `foe`, `chest`."""
    return texts_in(character, _LESSONS)


def record_lesson(character: Character, word: str) -> None:
    """Record a lesson, by its word, that a character has had."""
    words = sorted({*lessons_had(character), word})
    character.attributes.add(_LESSONS, words, category=CATEGORY)


def riddles_met(character: Character) -> list[str]:
    """Return the riddles that a character has met, by their names, the last ones last."""
    value = character.attributes.get(_MET, category=CATEGORY)
    text = f"the riddles that #{character.pk} has met"
    return read_stored(text, lambda: list(map(str, deserialize(value))), []) if value else []


def record_riddles(character: Character, names: Collection[str]) -> None:
    """Record that a character has met riddles, by their names."""
    before = riddles_met(character)
    if after := [*before, *(name for name in names if name not in before)][len(before) :]:
        character.attributes.add(_MET, [*before, *after], category=CATEGORY)


def _visit_rows(character: Character) -> dict[str, Any]:
    value = character.attributes.get(_VISITS, category=CATEGORY)
    text = f"the dungeons that #{character.pk} has left"
    return read_stored(text, lambda: dict(deserialize(value)), {}) if value else {}


def rename_dungeon(keeper: Persistent, old: str, new: str) -> None:
    """Move the stored record and scores of the map `old` to the name `new`.

    Raises:
        UsageError: if there are copies of it.
    """
    before, after = map_key(old), map_key(new)
    if any(copy.map == before for copy in all_copies(keeper).values()):
        raise UsageError(
            f"there are copies of '{old}'", "start the game; they go when their people have left"
        )
    record = Attribute.objects.filter(db_category=CATEGORY, db_key=_record_name(before))
    record.update(db_key=_record_name(after))
    DUNGEONS.rename(keeper, before, after)
