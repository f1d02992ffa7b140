"""The values of spawning: what is wanted, what exists, and the difference.

Grid + templates ─ wanted ─► Wanted ─┐
                                     ├─ plan ─► SpawnPlan ─ (game) apply ─► database
database ─ (game) read ─► Existing ──┘
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class XYZ(NamedTuple):
    """A coordinate as rooms carry it in their tags: x, y and the key of their sheet's name."""

    x: int
    y: int
    z: str

    def __str__(self) -> str:
        return f"({self.x},{self.y},{self.z})"


class ThingKey(NamedTuple):
    """The identity of a thing: the room that it is made in, and its name there."""

    room: XYZ
    name: str


class ExitKey(NamedTuple):
    """The identity of an exit: its room and its direction."""

    room: XYZ
    direction: str


@dataclass(frozen=True)
class Template:
    """A prototype, resolved: what every object that is made of it gets.

    Attributes:
        prototype_key: the name that objects made of it are tagged with.
        typeclass: python path.
        key: name, None where the prototype names none.
        attrs: (name, category) -> (value, lockstring). Values are plain.
        locks: lock definitions, `traverse:perm(Builder)`, each access type once.
        aliases, permissions: words.
        tags: (key, category, data).
        home: number of the object that is its home; None where the prototype names none.
        varying: names of attrs whose value is made anew for each object (a callable or a
            function call in the prototype): set when it is made, and left alone after that.
        things: prototypes of what stands in a room of this template (see `things`).
        fresh: makes the values of the varying attrs for one object, by name; None without any.

    """

    prototype_key: str
    typeclass: str
    key: str | None = None
    attrs: Mapping[tuple[str, str | None], tuple[Any, str]] = field(default_factory=dict)
    locks: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    permissions: tuple[str, ...] = ()
    tags: tuple[tuple[str, str | None, str | None], ...] = ()
    varying: frozenset[str] = frozenset()
    home: int | None = None
    things: tuple[Mapping[str, Any], ...] = ()
    fresh: Callable[[], Mapping[str, Any]] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RoomSpec:
    """A wanted room."""

    key: str
    template: Template


@dataclass(frozen=True, slots=True)
class ExitSpec:
    """A wanted exit; `target` is where it leads."""

    key: str
    aliases: tuple[str, ...]
    target: XYZ
    template: Template


@dataclass(frozen=True)
class Traits:
    """What many rows have in common, and so share: one of these for all that are alike.

    `attrs` holds only what was asked for, (name, category) -> (value, lockstring). `prototypes`
    are the names of those that the object is tagged with; a whole one has one.
    """

    typeclass: str
    aliases: frozenset[str] = frozenset()
    locks: frozenset[str] = frozenset()
    permissions: frozenset[str] = frozenset()
    tags: frozenset[tuple[str, str | None]] = frozenset()
    prototypes: frozenset[str] = frozenset()
    attrs: Mapping[tuple[str, str | None], tuple[Any, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """A room or an exit that the database holds.

    `direction` is what an exit is tagged with; without it, it is known by its names.
    `target` is where an exit leads by its tags; `destination` is the number of the object where it
    really does, and `location` of that in which it is. These can differ: a builder has moved it.
    """

    id: int
    key: str
    traits: Traits
    target: XYZ | None = None
    home: int | None = None
    location: int | None = None
    destination: int | None = None
    direction: str | None = None


@dataclass(frozen=True)
class Wanted:
    """All wanted rooms and exits of a map."""

    rooms: Mapping[XYZ, RoomSpec]
    exits: Mapping[ExitKey, ExitSpec]


@dataclass(frozen=True)
class Existing:
    """All rooms and exits of the grid that the database holds, of the maps in question.

    `others` are targets on other maps, for exits that lead there. `extra` are objects that claim
    a coordinate or a direction which another one already has.
    """

    rooms: Mapping[XYZ, Row]
    exits: Mapping[ExitKey, Row]
    others: Mapping[XYZ, int] = field(default_factory=dict)
    extra: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: the name of the field, its old value and its new one."""

    field: str
    old: Any
    new: Any


@dataclass(frozen=True)
class SpawnPlan:
    """The changes to make. Exits of rooms that go are among the exits that go.

    `ids` are the numbers of all rooms that the maps have now, and of those on other maps that exits
    lead to. `people` are the names of the characters and things in rooms that will be removed.
    """

    new_rooms: Mapping[XYZ, RoomSpec]
    new_exits: Mapping[ExitKey, ExitSpec]
    changed_rooms: Mapping[XYZ, tuple[Row, RoomSpec, tuple[Change, ...]]]
    changed_exits: Mapping[ExitKey, tuple[Row, ExitSpec, tuple[Change, ...]]]
    gone_rooms: Mapping[XYZ, int]
    gone_exits: Mapping[ExitKey, int]
    extra: tuple[int, ...] = ()
    unresolved: Mapping[ExitKey, XYZ] = field(default_factory=dict)
    ids: Mapping[XYZ, int] = field(default_factory=dict, compare=False, repr=False)
    people: Mapping[XYZ, tuple[str, ...]] = field(default_factory=dict)
    new_things: Mapping[ThingKey, Mapping[str, Any]] = field(default_factory=dict)
    gone_things: Mapping[ThingKey, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(
            self.new_rooms
            or self.new_exits
            or self.changed_rooms
            or self.changed_exits
            or self.gone_rooms
            or self.gone_exits
            or self.extra
            or self.new_things
            or self.gone_things
        )
