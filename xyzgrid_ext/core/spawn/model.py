"""The values of spawning: the wanted rows, the existing rows, and the difference.

Grid + templates ─ wanted ─► Wanted ─┐
                                     ├─ plan ─► SpawnPlan ─ (game) apply ─► database
database ─ (game) read ─► Existing ──┘
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from typing import Any, NamedTuple


class XYZ(NamedTuple):
    """A coordinate as in the tags of rooms: x, y and the key of the sheet's name."""

    x: int
    y: int
    z: str

    def __str__(self) -> str:
        return f"({self.x},{self.y},{self.z})"


class ThingKey(NamedTuple):
    """The identity of a thing: the room where it is made, and its name there."""

    room: XYZ
    name: str


class Leaving(Enum):
    """Why somebody or something is listed when a room is removed."""

    PERSON = "person"
    THING = "thing"
    HOME = "home"


class Departure(NamedTuple):
    """What becomes of somebody or something when a room is removed.

    People and things leave the room for another place; of those who are elsewhere but have their
    home in the room, the home changes to that place. A thing may have others `inside` it, which
    stay there. NPCs count as things, since no player waits for them.
    """

    kind: Leaving
    id: int
    name: str
    room: XYZ
    to: str
    inside: int = 0


class ExitKey(NamedTuple):
    """The identity of an exit: its room and its direction."""

    room: XYZ
    direction: str


@dataclass(frozen=True)
class Template:
    """A resolved prototype: the values of every object made from it.

    Attributes:
        prototype_key: the tag of objects made from it.
        typeclass: python path.
        key: the name; None if the prototype has none.
        attrs: (name, category) -> (value, lockstring). Values are plain.
        locks: lock definitions, `traverse:perm(Builder)`, each access type once.
        aliases, permissions: words.
        tags: (key, category, data).
        home: the id of its home; None if the prototype has none.
        varying: names of attrs with a new value for each object (a callable or a function call in
            the prototype): set at creation, and not changed afterwards.
        things: prototypes of the things in a room of this template (see `things`).
        fresh: returns the values of the varying attrs for one object, by name; None if there are
            none.

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


class RoomSpec(NamedTuple):
    """A wanted room."""

    key: str
    template: Template


class ExitSpec(NamedTuple):
    """A wanted exit; `target` is the place that it leads to."""

    key: str
    aliases: tuple[str, ...]
    target: XYZ
    template: Template


@dataclass(frozen=True)
class Traits:
    """The traits that many rows share: rows with equal traits share one object.

    `attrs` holds only the requested Attributes, (name, category) -> (value, lockstring).
    `prototypes` are the prototype tags of the object; a sound object has one.
    """

    typeclass: str
    aliases: frozenset[str] = frozenset()
    locks: frozenset[str] = frozenset()
    permissions: frozenset[str] = frozenset()
    tags: frozenset[tuple[str, str | None]] = frozenset()
    prototypes: frozenset[str] = frozenset()
    attrs: Mapping[tuple[str, str | None], tuple[Any, str]] = field(default_factory=dict)


class Row(NamedTuple):
    """A room or an exit in the database.

    `direction` is the tag of an exit; an exit without it is known by its names. `target` is where
    an exit leads according to its tags. `destination` is the id of the room to which it really
    leads, and `location` that of the room where it is. They differ from the tags if a builder has
    moved the exit.
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

    rooms: MutableMapping[XYZ, RoomSpec]
    exits: MutableMapping[ExitKey, ExitSpec]


@dataclass(frozen=True)
class Existing:
    """All rooms and exits of the given maps in the database.

    `others` are rooms on other maps to which exits lead. `extra` are objects with a coordinate or a
    direction that another object already has.
    """

    rooms: MutableMapping[XYZ, Row]
    exits: MutableMapping[ExitKey, Row]
    others: Mapping[XYZ, int] = field(default_factory=dict)
    extra: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: the name of the field, its old value and its new value."""

    field: str
    old: Any
    new: Any


@dataclass(frozen=True)
class SpawnPlan:
    """The changes to make; the exits of removed rooms are among the removed exits.

    `ids` are the ids of all rooms that the maps have now, and of rooms on other maps to which exits
    lead. `gone_names` are those of removed exits, each with where it leads. `departures` are about
    those in rooms that will be removed; `with_contents` says that things and NPCs among them are
    deleted. `ways_out` maps the id of a removed room to those of the rooms to which its exits led.
    `wanted` is all that the maps want, in a plan of whole maps.

    For lazy maps, `ring` has new rooms that nobody asked for but to which an exit leads. `unmade`
    maps the name of a map to the number of rooms that are made later, when somebody comes.
    `lazy_by_size` has the names of those maps that are lazy only because of their size. `undrawn`
    maps the name of an endless land to the number of rooms in it where it is not drawn; they are
    not compared.
    """

    new_rooms: Mapping[XYZ, RoomSpec]
    new_exits: Mapping[ExitKey, ExitSpec]
    changed_rooms: Mapping[XYZ, tuple[Row, RoomSpec, tuple[Change, ...]]]
    changed_exits: Mapping[ExitKey, tuple[Row, ExitSpec, tuple[Change, ...]]]
    gone_rooms: Mapping[XYZ, int]
    gone_exits: Mapping[ExitKey, int]
    extra: tuple[int, ...] = ()
    unresolved: Mapping[ExitKey, XYZ] = field(default_factory=dict)
    gone_names: Mapping[ExitKey, str] = field(default_factory=dict, compare=False, repr=False)
    ids: Mapping[XYZ, int] = field(default_factory=dict, compare=False, repr=False)
    departures: tuple[Departure, ...] = ()
    with_contents: bool = False
    ways_out: Mapping[int, tuple[int, ...]] = field(default_factory=dict, compare=False, repr=False)
    new_things: Mapping[ThingKey, Mapping[str, Any]] = field(default_factory=dict)
    gone_things: Mapping[ThingKey, int] = field(default_factory=dict)
    ring: frozenset[XYZ] = frozenset()
    unmade: Mapping[str, int] = field(default_factory=dict)
    lazy_by_size: frozenset[str] = frozenset()
    undrawn: Mapping[str, int] = field(default_factory=dict)
    wanted: Wanted | None = field(default=None, compare=False, repr=False)

    @property
    def rows(self) -> int:
        """The number of rooms and exits that are made, changed or removed."""
        rooms = len(self.new_rooms) + len(self.changed_rooms) + len(self.gone_rooms)
        return rooms + len(self.new_exits) + len(self.changed_exits) + len(self.gone_exits)

    def levels(self) -> set[str]:
        """Return the Z of all rooms and exits that are made, changed or removed."""
        rooms = chain(self.new_rooms, self.changed_rooms, self.gone_rooms)
        exits = chain(self.new_exits, self.changed_exits, self.gone_exits)
        return {xyz.z for xyz in rooms} | {key.room.z for key in exits}

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
